/*
 * What a host execution is given, and what is asked of it afterwards.
 */
#include "passes/sym/host_state.h"

#include <string.h>

uint32_t m2k_scalar_size(m2k_scalar_type type) {
  switch (type) {
#define SCALAR(name, number, bytes, kind, dtype)                               \
  case M2K_SCALAR_##name:                                                      \
    return bytes;
#include "passes/sym/scalar_type.def"
#undef SCALAR
  default:
    return 0;
  }
}

/* CUDA C++ Programming Guide, "Technical Specifications per Compute
 * Capability"; multiprocessors are those of the largest such device. */
const m2k_device_model *m2k_device_model_of(const char *arch) {
  static const m2k_device_model rows[] = {
      {"sm_70", 7, 0, 84, 49152, 98304, 98304},
      {"sm_75", 7, 5, 72, 49152, 65536, 65536},
      {"sm_80", 8, 0, 128, 49152, 166912, 167936},
      {"sm_86", 8, 6, 84, 49152, 101376, 102400},
      {"sm_89", 8, 9, 144, 49152, 101376, 102400},
      {"sm_90", 9, 0, 144, 49152, 232448, 233472},
      {"sm_100", 10, 0, 160, 49152, 232448, 233472}};
  const size_t n = sizeof rows / sizeof *rows, usual = 5;
  for (size_t i = 0; arch && i < n; i++)
    if (!strncmp(arch, rows[i].name, strlen(rows[i].name)))
      return &rows[i];
  return &rows[usual];
}

/* ---- arguments ---- */

uint32_t m2k_host_object(m2k_host *h, const char *name, uint64_t size) {
  return m2k_host_region_new(h, M2K_HOST_MEMORY, 0, name, size);
}

static void put(m2k_host *h, uint32_t object, uint64_t offset, m2k_sval v,
                uint64_t size) {
  m2k_host_write(h, m2k_host_address(h, object, offset), 0, v, size);
}

void m2k_host_put_int(m2k_host *h, uint32_t object, uint64_t offset,
                      uint32_t bytes, m2k_term value) {
  put(h, object, offset, m2k_sval_int(&h->x, value, value, 8 * bytes), bytes);
}

void m2k_host_put_float(m2k_host *h, uint32_t object, uint64_t offset,
                        uint32_t bytes) {
  put(h, object, offset, (m2k_sval){0}, bytes);
}

void m2k_host_put_object(m2k_host *h, uint32_t object, uint64_t offset,
                         uint32_t target, uint64_t target_offset) {
  put(h, object, offset, m2k_host_address(h, target, target_offset), 8);
}

void m2k_host_put_buffer(m2k_host *h, uint32_t object, uint64_t offset,
                         uint32_t buffer) {
  put(h, object, offset, m2k_host_address(h, h->buffer_regions.at[buffer], 0),
      8);
}

void m2k_host_put_null(m2k_host *h, uint32_t object, uint64_t offset) {
  put(h, object, offset, m2k_sval_const(&h->x, 0, 64), 8);
}

void m2k_host_put_tensor(m2k_host *h, uint32_t object, uint64_t offset,
                         uint32_t tensor) {
  put(h, object, offset, m2k_host_address(h, h->handles.at[tensor], 0), 8);
}

void m2k_host_put_bytes(m2k_host *h, uint32_t object, uint64_t offset,
                        const char *bytes, uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    put(h, object, offset + i,
        m2k_sval_const(&h->x, (unsigned char)bytes[i], 8), 1);
}

uint32_t m2k_host_add_buffer(m2k_host *h, m2k_buffer buffer) {
  uint32_t id = h->buffers.len;
  uint32_t region = m2k_host_region_new(h, M2K_HOST_DEVICE, id, buffer.name, 0);
  if (buffer.base == M2K_NO_TERM)
    buffer.base = h->x.sum->regions.at[region].base;
  m2k_vec_push(&h->buffers, buffer);
  m2k_vec_push(&h->buffer_regions, region);
  return id;
}

uint32_t m2k_host_add_tensor(m2k_host *h, m2k_tensor tensor) {
  uint32_t id = h->initial->tensors.len;
  m2k_vec_push(&h->initial->tensors, tensor);
  m2k_vec_push(&h->handles,
               m2k_host_region_new(h, M2K_HOST_HANDLE, id, tensor.name, 0));
  return id;
}

/* Nothing is written to it: whatever is read from it is not known. */
void m2k_host_open_string(m2k_host *h, uint32_t object) {
  m2k_host_forget(h, m2k_host_address(h, object, 0));
}

static void pass(m2k_host *h, uint32_t arg, m2k_sval place, uint32_t how) {
  if (arg >= h->passed.len) {
    m2k_vec_resize(&h->passed, arg + 1);
    m2k_vec_resize(&h->passed_how, arg + 1);
  }
  h->passed.at[arg] = place;
  h->passed_how.at[arg] = how;
}

void m2k_host_pass_address(m2k_host *h, uint32_t arg, uint32_t object) {
  pass(h, arg, m2k_host_address(h, object, 0), M2K_HOST_PASS_ADDRESS);
}

void m2k_host_pass_piece(m2k_host *h, uint32_t arg, uint32_t object,
                         uint64_t offset) {
  pass(h, arg, m2k_host_address(h, object, offset), M2K_HOST_PASS_PIECE);
}

/* ---- afterwards ---- */

uint32_t m2k_host_buffer_count(const m2k_host *h) { return h->buffers.len; }

const m2k_buffer *m2k_host_buffer(const m2k_host *h, uint32_t buffer) {
  return &h->buffers.at[buffer];
}

m2k_tensor m2k_host_op_tensor(const m2k_host *h, const m2k_host_op *op,
                              uint32_t argument) {
  const m2k_tensor *at = op->args ? op->args->tensors.at : NULL;
  uint32_t n = op->args ? op->args->tensors.len : 0;
  for (uint32_t i = 0; i < n; i++)
    if (at[i].argument == (int32_t)argument)
      return at[i];
  (void)h;
  return (m2k_tensor){.buffer = M2K_NONE, .argument = -1};
}

m2k_host_value m2k_host_arg(m2k_host *h, const m2k_host_op *launch,
                            uint32_t arg, uint64_t offset, uint32_t bytes) {
  m2k_sval v = {0};
  if (arg < launch->nargs) {
    m2k_sval at = launch->args->at.at[arg];
    m2k_alt *alt = M2K_NEW(h->x.arena, m2k_alt);
    *alt = at.alts[0];
    alt->m = m2k_offset(h->x.bank, alt->m, (m2k_i128)offset);
    at.alts = alt;
    v = m2k_host_read_bytes(h, launch->args->memory.at,
                            launch->args->memory.len, at, bytes);
  }
  return m2k_host_value_of(h, v);
}

/* ---- text ---- */

static void print_value(m2k_host *h, m2k_host_value v, m2k_str *out) {
  switch (v.kind) {
  case M2K_HOST_INT:
    m2k_term_print(h->x.bank, v.machine, out);
    if (v.exact != v.machine) {
      m2k_str_add(out, " ; exact ");
      m2k_term_print(h->x.bank, v.exact, out);
    }
    break;
  case M2K_HOST_BUFFER:
    m2k_str_addf(out, "%s + ", h->buffers.at[v.buffer].name);
    m2k_term_print(h->x.bank, v.machine, out);
    break;
  case M2K_HOST_NULL:
    m2k_str_add(out, "null");
    break;
  case M2K_HOST_FLOAT:
    m2k_str_add(out, "float");
    break;
  default:
    m2k_str_add(out, "?");
  }
}

static void print_dims(m2k_host *h, const char *what, const m2k_host_value d[3],
                       m2k_str *out) {
  m2k_str_addf(out, "%s (", what);
  for (uint32_t i = 0; i < 3; i++) {
    m2k_str_add(out, i ? ", " : "");
    print_value(h, d[i], out);
  }
  m2k_str_add(out, ")");
}

/* An argument without its type: what its first eight, four, two or one bytes
 * are. */
static m2k_host_value first_bytes(m2k_host *h, const m2k_host_op *op,
                                  uint32_t arg) {
  m2k_host_value v = {.kind = M2K_HOST_LOST};
  for (uint32_t bytes = 8; bytes && v.kind == M2K_HOST_LOST; bytes /= 2)
    v = m2k_host_arg(h, op, arg, 0, bytes);
  return v;
}

static void print_op(m2k_host *h, const m2k_host_op *op, m2k_str *out) {
  static const char *const kinds[] = {"launch", "copy", "set", "access"};
  m2k_str_addf(out, "  %s", kinds[op->kind]);
  if (op->kind == M2K_HOST_LAUNCH) {
    m2k_str_addf(out, " %s", op->kernel);
    print_dims(h, " grid", op->grid, out);
    print_dims(h, " block", op->block, out);
    m2k_str_add(out, " shared ");
    print_value(h, op->shared, out);
    for (uint32_t i = 0; i < op->nargs; i++) {
      m2k_str_addf(out, "\n    @%u = ", (unsigned)i);
      print_value(h, first_bytes(h, op, i), out);
    }
  } else {
    m2k_str_add(out, " to ");
    print_value(h, op->to, out);
    if (op->kind == M2K_HOST_COPY) {
      m2k_str_add(out, " from ");
      print_value(h, op->from, out);
    }
    m2k_str_add(out, " bytes ");
    print_value(h, op->bytes, out);
  }
  m2k_str_add(out, "\n    if ");
  m2k_term_print(h->x.bank, op->path, out);
  m2k_str_add(out, "\n");
}

void m2k_host_print(m2k_host *h, m2k_str *out) {
  const m2k_host_result *r = &h->result;
  m2k_str_addf(out, "host %s: %u paths, %u end in a check, %u dropped\n",
               m2k_host_name(h, h->entry), (unsigned)r->paths,
               (unsigned)r->failed, (unsigned)r->dropped);
  if (r->failure)
    m2k_str_addf(out, "  not executed: %s\n", r->failure);
  for (uint32_t i = 0; i < r->checks.len; i++) {
    m2k_str_add(out, "  check fails if ");
    m2k_term_print(h->x.bank, r->checks.at[i].fails, out);
    m2k_str_add(out, "\n");
  }
  for (uint32_t i = 0; i < r->ops.len; i++)
    print_op(h, &r->ops.at[i], out);
  for (uint32_t i = 0; i < r->ledger.len; i++)
    m2k_str_addf(out, "  ledger: %s: %s\n", m2k_loss_text(r->ledger.at[i].loss),
                 r->ledger.at[i].detail ? r->ledger.at[i].detail : "");
}
