/*
 * Host code: what a function that launches kernels does, as terms over what it
 * is given.
 *
 * Unlike a kernel, host code is followed path by path, by an interpreter whose
 * numbers are terms: conditions that fold decide, others split the path where
 * both ways are possible. A path's memory therefore holds plain values:
 * objects, pointers to them, tensors by handle. Calls of functions that
 * stand for a framework are *modelled* (host_model.def); every other function
 * with a body is entered; what is left is a ledger entry that names it.
 *
 * The result lists *launches*, copies and other device operations, each with
 * its path condition. Checks of the code itself (TORCH_CHECK, assert) that a
 * path passed are part of its condition; a path on which one fails ends.
 *
 * All sizes are terms in bytes, all shapes in elements. Lifetime: everything
 * lives in the arena and the bank given to m2k_host_new.
 */
#ifndef M2K_SYM_HOST_H
#define M2K_SYM_HOST_H

#include "passes/sym/summary.h"

/* c10::ScalarType, by its numbers, which are part of PyTorch's ABI
 * (c10/core/ScalarType.h; torch/headeronly/core/ScalarType.h). */
typedef enum m2k_scalar_type {
  M2K_SCALAR_OPEN = -1, /* not stated: decided where the code asks */
#define SCALAR(name, number, bytes, kind, dtype) M2K_SCALAR_##name = number,
#include "passes/sym/scalar_type.def"
#undef SCALAR
} m2k_scalar_type;

/* Bytes of one element, 0 for OPEN and unknown numbers. */
uint32_t m2k_scalar_size(m2k_scalar_type type);

/* Dimensions of a tensor at most, and of one whose rank nothing states. */
enum { M2K_MOST_DIMS = 8, M2K_OPEN_DIMS = 5 };

/* Memory of the device: a tensor's storage or an allocation. */
typedef struct m2k_buffer {
  const char *name;   /* of the tensor or variable, for messages */
  m2k_term bytes;     /* what may be addressed, from its first byte on */
  m2k_term base;      /* symbol: its address */
  uint32_t align;     /* of the first byte */
  int32_t tensor;     /* the argument's number (m2k_host_tensor), or -1 */
  bool host;          /* host memory that the device is given */
  bool scratch;       /* allocated by the host code itself: contents unknown */
  const m2k_loc *loc; /* of the allocation, or null */
} m2k_buffer;

typedef struct m2k_tensor {
  const char *name;
  bool defined;
  bool absent; /* an optional that is not passed */
  m2k_scalar_type dtype;
  uint32_t rank;
  bool open_rank; /* the case does not state it: see m2k_host_result.ranks */
  m2k_term sizes[M2K_MOST_DIMS], strides[M2K_MOST_DIMS];
  m2k_term offset;  /* of the first element in the buffer, elements */
  uint32_t buffer;  /* index into m2k_host.buffers, M2K_NONE: undefined */
  int32_t argument; /* number among the tensors that were given, or -1 */
} m2k_tensor;

/* One piece of an argument: pointers into buffers keep their buffer. */
typedef struct m2k_host_value {
  enum {
    M2K_HOST_LOST,  /* nothing is known */
    M2K_HOST_INT,   /* machine (read as signed) and exact */
    M2K_HOST_FLOAT, /* of no interest */
    M2K_HOST_NULL,
    M2K_HOST_BUFFER /* address: byte machine, exact in buffer */
  } kind;
  uint32_t width; /* INT: bits */
  uint32_t buffer;
  m2k_term machine, exact;
  const m2k_loc *origin; /* where exact and machine first differ, or null */
} m2k_host_value;

typedef enum m2k_host_op_kind {
  M2K_HOST_LAUNCH,
  M2K_HOST_COPY,  /* cudaMemcpy: to, from, bytes */
  M2K_HOST_SET,   /* cudaMemset: to, bytes */
  M2K_HOST_ACCESS /* host code reads or writes through a pointer: to, bytes */
} m2k_host_op_kind;

typedef struct m2k_host_op {
  m2k_host_op_kind kind;
  m2k_term path; /* condition under which it happens */
  const m2k_loc *loc;
  const m2k_loc *const *chain; /* calls that led there, innermost first */
  uint32_t chain_len;
  uint32_t ledger; /* > 0: the path rests on this many ledger entries */
  /* LAUNCH */
  const char *kernel;               /* mangled name in the device module */
  m2k_host_value grid[3], block[3]; /* INT */
  m2k_host_value shared;            /* INT, bytes */
  m2k_term shared_limit; /* dynamic bytes that the kernel's attribute allows on
                            this path: 48 KiB unless raised */
  struct m2k_host_args *args;
  uint32_t nargs;
  /* COPY, SET, ACCESS */
  m2k_host_value to, from, bytes;
  bool is_write;
} m2k_host_op;

/* A check of the host code that can fail, and ends the path then. */
typedef struct m2k_host_check {
  m2k_term path, fails; /* it is reached; and then fails */
  const m2k_loc *loc;
  const char *text; /* of the check, or the function that ends the path */
} m2k_host_check;

typedef struct m2k_host_limits {
  uint32_t paths;        /* 0: 4096 */
  uint64_t instructions; /* 0: 4,000,000, all paths together */
  uint64_t max_dim;      /* sizes and scalars that nothing states */
} m2k_host_limits;

/* What cudaGetDeviceProperties, cudaDeviceGetAttribute and the like answer. */
typedef struct m2k_device_model {
  const char *name; /* "sm_90" */
  uint32_t major, minor, multiprocessors;
  uint32_t shared_block, shared_optin, shared_multiprocessor; /* bytes */
} m2k_device_model;
const m2k_device_model *m2k_device_model_of(const char *arch);

typedef struct m2k_host m2k_host;

typedef struct m2k_host_result {
  M2K_VEC(m2k_host_op) ops;
  M2K_VEC(m2k_host_check) checks;
  M2K_VEC(m2k_entry) ledger; /* inst is meaningless; detail says what */
  uint32_t paths;            /* followed to their end */
  uint32_t failed;           /* of them, ended by a check */
  uint32_t dropped;          /* not followed: limits spent */
  const char *failure;       /* non-null: nothing was executed, why */
  bool absent_used;          /* a null or absent tensor was used */
} m2k_host_result;

/* A host execution to be prepared: `fn` is in a host module, `query` (may be
 * null) holds the case's facts and decides which ways are possible. */
m2k_host *m2k_host_new(m2k_arena *arena, m2k_bank *bank, m2k_module *module,
                       const char *fn, m2k_query *query,
                       const m2k_device_model *device,
                       const m2k_host_limits *limits);
void m2k_host_free(m2k_host *host); /* vectors only */

/* ---- arguments, before m2k_host_run ---- */

/* Memory for an object of `size` bytes; its number. */
uint32_t m2k_host_object(m2k_host *host, const char *name, uint64_t size);
/* Stores into an object: an integer of `bytes` bytes, a floating-point number
 * of which nothing is known, the address of another object, a device buffer,
 * null, a tensor's handle. */
void m2k_host_put_int(m2k_host *host, uint32_t object, uint64_t offset,
                      uint32_t bytes, m2k_term value);
void m2k_host_put_float(m2k_host *host, uint32_t object, uint64_t offset,
                        uint32_t bytes);
void m2k_host_put_object(m2k_host *host, uint32_t object, uint64_t offset,
                         uint32_t target, uint64_t target_offset);
void m2k_host_put_buffer(m2k_host *host, uint32_t object, uint64_t offset,
                         uint32_t buffer);
void m2k_host_put_null(m2k_host *host, uint32_t object, uint64_t offset);
void m2k_host_put_tensor(m2k_host *host, uint32_t object, uint64_t offset,
                         uint32_t tensor);
void m2k_host_put_bytes(m2k_host *host, uint32_t object, uint64_t offset,
                        const char *bytes, uint64_t count);
uint32_t m2k_host_add_buffer(m2k_host *host, m2k_buffer buffer);
uint32_t m2k_host_add_tensor(m2k_host *host, m2k_tensor tensor);
/* Marks an object as a string whose contents the case does not state. */
void m2k_host_open_string(m2k_host *host, uint32_t object);

/* LLVM argument number `arg` of the function: the address of an object, or
 * `bytes` bytes at an offset of one. */
void m2k_host_pass_address(m2k_host *host, uint32_t arg, uint32_t object);
void m2k_host_pass_piece(m2k_host *host, uint32_t arg, uint32_t object,
                         uint64_t offset);

const m2k_host_result *m2k_host_run(m2k_host *host);

/* ---- afterwards ---- */

uint32_t m2k_host_buffer_count(const m2k_host *host);
const m2k_buffer *m2k_host_buffer(const m2k_host *host, uint32_t buffer);
/* The tensor that an argument was on the path of `op`: dtype and rank decided.
 * `argument` as in m2k_tensor. */
m2k_tensor m2k_host_op_tensor(const m2k_host *host, const m2k_host_op *op,
                              uint32_t argument);
/* `bytes` bytes (1 to 8) at `offset` of kernel argument `arg` of a launch. */
m2k_host_value m2k_host_arg(m2k_host *host, const m2k_host_op *launch,
                            uint32_t arg, uint64_t offset, uint32_t bytes);

void m2k_host_print(m2k_host *host, m2k_str *out);

#endif
