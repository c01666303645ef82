/*
 * One host execution: what all its paths share, and one path. Private to the
 * host_*.c files.
 *
 * Paths share nothing that changes: a path's memory is one list of cells per
 * region, newest first, so splitting a path copies the heads only.
 */
#ifndef M2K_SYM_HOST_STATE_H
#define M2K_SYM_HOST_STATE_H

#include "passes/base/map.h"
#include "passes/sym/engine.h"
#include "passes/sym/host.h"

/* What a region of a host execution is. */
typedef enum m2k_host_region_kind {
  M2K_HOST_MEMORY,   /* an object of the host */
  M2K_HOST_HANDLE,   /* a tensor as an address: index = its number */
  M2K_HOST_DEVICE,   /* index = buffer */
  M2K_HOST_FUNCTION, /* index into names */
  M2K_HOST_GLOBAL    /* index = module global */
} m2k_host_region_kind;

typedef struct m2k_host_region {
  m2k_host_region_kind kind;
  uint32_t index;
} m2k_host_region;

typedef struct m2k_host_cell m2k_host_cell;
struct m2k_host_cell {
  const m2k_host_cell *older;
  uint64_t offset, size;
  m2k_sval value; /* a scalar; kind NONE: not known */
};

typedef struct m2k_host_frame {
  const m2k_fn *fn;
  m2k_sval *env;
  uint32_t block, from; /* being executed; came from */
  uint32_t next;        /* instruction */
  m2k_val result;       /* of the call, in the caller */
  const m2k_loc *loc;   /* of the call */
} m2k_host_frame;

/* A launch configuration between push and pop (`<<<…>>>`). */
typedef struct m2k_host_config {
  m2k_sval grid[3], block[3], shared, stream;
} m2k_host_config;

typedef struct m2k_host_raise {
  const char *kernel;
  m2k_term bytes;
} m2k_host_raise;

enum { M2K_HOST_DEPTH = 96, M2K_HOST_CONFIGS = 4, M2K_HOST_RAISES = 8 };

typedef struct m2k_host_path {
  m2k_host_frame frames[M2K_HOST_DEPTH];
  uint32_t depth;
  M2K_VEC(const m2k_host_cell *) memory; /* per region */
  M2K_VEC(m2k_tensor) tensors;
  m2k_host_config configs[M2K_HOST_CONFIGS];
  uint32_t config_count;
  m2k_host_raise raises[M2K_HOST_RAISES];
  uint32_t raise_count;
  m2k_term cond;
  uint32_t ledger; /* entries that it met */
} m2k_host_path;

struct m2k_host_args {
  const char *kernel;
  M2K_VEC(m2k_sval) at; /* per argument: the address of its value */
  M2K_VEC(const m2k_host_cell *) memory;
  M2K_VEC(m2k_tensor) tensors;
};

struct m2k_host {
  m2k_exec x; /* fn and env are those of the frame being executed */
  m2k_module *module;
  const char *entry;
  m2k_query *query;
  const m2k_device_model *device;
  m2k_host_limits limits;
  M2K_VEC(m2k_host_region) regions; /* beside x.sum->regions */
  M2K_VEC(m2k_buffer) buffers;
  M2K_VEC(uint32_t) buffer_regions;
  M2K_VEC(uint32_t) handles; /* per tensor: region */
  M2K_VEC(const char *) names;
  M2K_VEC(m2k_host_path *) todo;
  m2k_map *functions; /* name -> 1 + index into read, 0: no body */
  m2k_map *name_of;   /* mangled -> 1 + index into names: qualified */
  m2k_map *function_regions;
  m2k_map *global_regions;
  M2K_VEC(const m2k_fn *) read;
  M2K_VEC(m2k_sval) passed; /* per LLVM argument: a piece's place */
  M2K_VEC(uint32_t) passed_how;
  m2k_host_path *initial;
  m2k_host_path *path; /* being executed */
  m2k_host_result result;
  uint32_t min_rank[64]; /* of open tensors: what the code asked for */
  bool again;            /* a rank was too small: start over */
  uint64_t steps;
};

/* ---- host_memory.c ---- */
uint32_t m2k_host_region_new(m2k_host *h, m2k_host_region_kind kind,
                             uint32_t index, const char *name, uint64_t size);
m2k_sval m2k_host_address(m2k_host *h, uint32_t region, uint64_t offset);
/* A value of `type` at a place; unknown bytes give an unknown value. */
m2k_sval m2k_host_read(m2k_host *h, const m2k_host_cell *const *memory,
                       uint32_t regions, m2k_sval at, m2k_type type);
/* `bytes` (1 to 8) bytes as an integer or pointer; kind NONE: not known. */
m2k_sval m2k_host_read_bytes(m2k_host *h, const m2k_host_cell *const *memory,
                             uint32_t regions, m2k_sval at, uint64_t bytes);
void m2k_host_write(m2k_host *h, m2k_sval at, uint64_t offset, m2k_sval value,
                    uint64_t size);
/* A value of an LLVM type, part by part. */
void m2k_host_write_typed(m2k_host *h, m2k_sval at, uint64_t offset,
                          m2k_sval value, m2k_type type);
void m2k_host_copy(m2k_host *h, m2k_sval to, m2k_sval from, uint64_t size);
void m2k_host_forget(m2k_host *h, m2k_sval at);

/* How an LLVM argument is passed. */
enum { M2K_HOST_PASS_ADDRESS = 1, M2K_HOST_PASS_PIECE = 2 };

/* ---- host_run.c ---- */
void m2k_host_note(m2k_host *h, m2k_loss loss, const char *what);
/* The path as it is, to be gone on with later. */
m2k_host_path *m2k_host_split(m2k_host *h);
const char *m2k_host_name(m2k_host *h, const char *mangled);
const m2k_loc *m2k_host_loc(m2k_host *h);
m2k_type m2k_host_int_type(m2k_host *h, uint32_t bits);

/* ---- host_call.c ---- */
typedef enum m2k_host_call_end {
  M2K_HOST_DONE,  /* *value is the result */
  M2K_HOST_ENTER, /* not modelled: enter it, or lose it */
  M2K_HOST_FAIL   /* the path ends here */
} m2k_host_call_end;
m2k_host_call_end m2k_host_call(m2k_host *h, const m2k_inst *in,
                                m2k_sval *value);

/* What a caller of this layer sees of a value. */
m2k_host_value m2k_host_value_of(m2k_host *h, m2k_sval v);

/* ---- host_tensor.c ---- */
/* A method of a tensor class; `method` without its class. */
m2k_host_call_end m2k_host_method(m2k_host *h, const m2k_inst *in,
                                  const char *method, m2k_sval *value);
/* An integer as a value of the call's type, which may be a class around it. */
m2k_sval m2k_host_int_result(m2k_host *h, const m2k_inst *in, m2k_sval v);
/* The tensor behind an address of an object; null: none. */
m2k_tensor *m2k_host_tensor_at(m2k_host *h, m2k_sval object);

#endif
