/*
 * Calls of host code that stand for CUDA, PyTorch and the C++ library: one row
 * per function in host_model.def, found by qualified name. What has no row is
 * entered where it has a body.
 */
#include "passes/sym/host_state.h"

#include <string.h>

typedef m2k_host_call_end model(m2k_host *h, const m2k_inst *in,
                                m2k_sval *value);

static m2k_sval arg(m2k_host *h, const m2k_inst *in, uint32_t i) {
  if (i >= in->op_count)
    return (m2k_sval){0};
  return m2k_op_value(&h->x, in, i);
}

static m2k_sval read_int(m2k_host *h, m2k_sval at, uint64_t offset,
                         uint64_t bytes) {
  const m2k_host_path *p = h->path;
  m2k_sval place = at;
  if (at.kind == M2K_SVAL_PTR && at.count == 1) {
    m2k_alt *alt = M2K_NEW(h->x.arena, m2k_alt);
    *alt = at.alts[0];
    alt->m = m2k_offset(h->x.bank, alt->m, (m2k_i128)offset);
    place.alts = alt;
  }
  m2k_sval v =
      m2k_host_read_bytes(h, p->memory.at, p->memory.len, place, bytes);
  if (v.kind == M2K_SVAL_BOOL) {
    m2k_term t = m2k_sval_unsigned(&h->x, v);
    v = m2k_sval_int(&h->x, t, t, (uint32_t)(8 * bytes));
  }
  return v;
}

/* The function that an address is of; null: not known. */
static const char *function_at(const m2k_host *h, m2k_sval p) {
  if (p.kind != M2K_SVAL_PTR || p.count != 1 || p.alts[0].region == M2K_NONE)
    return NULL;
  m2k_host_region r = h->regions.at[p.alts[0].region];
  return r.kind == M2K_HOST_FUNCTION ? h->names.at[r.index] : NULL;
}

/* The kernel behind what code has for its address: its stub. */
static const char *kernel_of(m2k_host *h, m2k_sval p) {
  const char *stub = function_at(h, p);
  return stub ? m2k_ir_attribute(h->module, stub, "m2k-stub") : NULL;
}

/* CUDA functions answer cudaSuccess, 0. */
static m2k_host_call_end success(m2k_host *h, const m2k_inst *in,
                                 m2k_sval *value) {
  *value = m2k_host_int_result(h, in, m2k_sval_const(&h->x, 0, 32));
  return M2K_HOST_DONE;
}

static m2k_host_call_end nothing(m2k_host *h, const m2k_inst *in,
                                 m2k_sval *value) {
  (void)h, (void)in, (void)value;
  return M2K_HOST_DONE;
}

static m2k_host_call_end fail(m2k_host *h, const m2k_inst *in,
                              m2k_sval *value) {
  (void)h, (void)in, (void)value;
  return M2K_HOST_FAIL;
}

/* ---- launches (CUDA C++ Programming Guide, "Execution Configuration") ---- */

static void read_dim3(m2k_host *h, m2k_sval at, m2k_sval out[3]) {
  for (uint32_t d = 0; d < 3; d++)
    out[d] = read_int(h, at, 4 * d, 4);
}

static m2k_host_call_end push_configuration(m2k_host *h, const m2k_inst *in,
                                            m2k_sval *value) {
  m2k_host_path *p = h->path;
  if (in->op_count < 4 || p->config_count == M2K_HOST_CONFIGS)
    return M2K_HOST_ENTER;
  m2k_host_config *c = &p->configs[p->config_count++];
  read_dim3(h, arg(h, in, 0), c->grid);
  read_dim3(h, arg(h, in, 1), c->block);
  c->shared = arg(h, in, 2);
  c->stream = arg(h, in, 3);
  return success(h, in, value);
}

static m2k_host_call_end pop_configuration(m2k_host *h, const m2k_inst *in,
                                           m2k_sval *value) {
  m2k_host_path *p = h->path;
  if (in->op_count < 4 || !p->config_count)
    return M2K_HOST_ENTER;
  const m2k_host_config *c = &p->configs[--p->config_count];
  for (uint32_t d = 0; d < 3; d++) {
    m2k_host_write(h, arg(h, in, 0), 4 * d, c->grid[d], 4);
    m2k_host_write(h, arg(h, in, 1), 4 * d, c->block[d], 4);
  }
  m2k_host_write(h, arg(h, in, 2), 0, c->shared, 8);
  m2k_host_write(h, arg(h, in, 3), 0, c->stream, 8);
  return success(h, in, value);
}

m2k_host_value m2k_host_value_of(m2k_host *h, m2k_sval v) {
  m2k_host_value out = {.kind = M2K_HOST_LOST,
                        .buffer = M2K_NONE,
                        .machine = M2K_NO_TERM,
                        .exact = M2K_NO_TERM};
  if (v.kind == M2K_SVAL_BOOL || v.kind == M2K_SVAL_INT) {
    out.kind = M2K_HOST_INT;
    out.width = v.width;
    out.machine = v.kind == M2K_SVAL_BOOL ? m2k_sval_unsigned(&h->x, v)
                                          : m2k_sval_signed(&h->x, v);
    out.exact = v.kind == M2K_SVAL_BOOL ? out.machine : v.e;
  } else if (v.kind == M2K_SVAL_FLOAT) {
    out.kind = M2K_HOST_FLOAT;
  } else if (v.kind == M2K_SVAL_PTR && v.count == 1) {
    m2k_i128 c;
    const m2k_alt *a = &v.alts[0];
    if (a->region == M2K_NONE) {
      if (m2k_is_const(h->x.bank, a->m, &c) && c == 0)
        out.kind = M2K_HOST_NULL;
    } else if (h->regions.at[a->region].kind == M2K_HOST_DEVICE) {
      out.kind = M2K_HOST_BUFFER;
      out.buffer = h->regions.at[a->region].index;
      out.machine = m2k_swrap(h->x.bank, a->m, 64);
      out.exact = a->e;
    }
  }
  return out;
}

static void keep_state(m2k_host *h, m2k_host_op *op) {
  const m2k_host_path *p = h->path;
  struct m2k_host_args *a = M2K_NEW(h->x.arena, struct m2k_host_args);
  a->kernel = op->kernel;
  m2k_vec_resize(&a->memory, p->memory.len);
  memcpy(a->memory.at, p->memory.at, p->memory.len * sizeof *p->memory.at);
  m2k_vec_resize(&a->tensors, p->tensors.len);
  if (p->tensors.len)
    memcpy(a->tensors.at, p->tensors.at, p->tensors.len * sizeof(m2k_tensor));
  op->args = a;
}

static m2k_host_op op_here(m2k_host *h, m2k_host_op_kind kind) {
  const m2k_host_path *p = h->path;
  const m2k_loc **chain = M2K_NEW_N(h->x.arena, const m2k_loc *, p->depth + 1);
  m2k_host_op op = {.kind = kind,
                    .path = p->cond,
                    .loc = m2k_host_loc(h),
                    .chain = chain,
                    .ledger = p->ledger};
  for (uint32_t d = p->depth; d-- > 0;) {
    const m2k_host_frame *f = &p->frames[d];
    const m2k_loc *loc = f->next ? f->fn->insts[f->next - 1].loc : NULL;
    if (loc)
      chain[op.chain_len++] = loc;
  }
  return op;
}

static void add_launch(m2k_host *h, const char *kernel, m2k_sval grid[3],
                       m2k_sval block[3], m2k_sval args, m2k_sval shared) {
  enum { MOST_ARGS = 128, DEFAULT_SHARED = 48 * 1024 };
  m2k_host_op op = op_here(h, M2K_HOST_LAUNCH);
  m2k_host_path *p = h->path;
  op.kernel = kernel;
  for (uint32_t d = 0; d < 3; d++) {
    op.grid[d] = m2k_host_value_of(h, grid[d]);
    op.block[d] = m2k_host_value_of(h, block[d]);
  }
  op.shared = m2k_host_value_of(h, shared);
  op.shared_limit = m2k_const(h->x.bank, DEFAULT_SHARED);
  for (uint32_t i = 0; i < p->raise_count; i++)
    if (!strcmp(p->raises[i].kernel, kernel))
      op.shared_limit = p->raises[i].bytes;
  keep_state(h, &op);
  for (uint32_t i = 0; i < MOST_ARGS; i++) {
    m2k_sval at = read_int(h, args, 8 * i, 8);
    if (at.kind != M2K_SVAL_PTR || at.count != 1 ||
        at.alts[0].region == M2K_NONE)
      break;
    m2k_vec_push(&op.args->at, at);
  }
  op.nargs = op.args->at.len;
  m2k_vec_push(&h->result.ops, op);
}

static m2k_host_call_end launch_kernel(m2k_host *h, const m2k_inst *in,
                                       m2k_sval *value) {
  const char *kernel = kernel_of(h, arg(h, in, 0));
  if (in->op_count < 6 || !kernel) {
    m2k_host_note(h, M2K_LOSS_CALL, "launch of an unknown kernel");
    return success(h, in, value);
  }
  m2k_sval grid[3], block[3];
  read_dim3(h, arg(h, in, 1), grid);
  read_dim3(h, arg(h, in, 2), block);
  add_launch(h, kernel, grid, block, arg(h, in, 3), arg(h, in, 4));
  return success(h, in, value);
}

/* cudaFuncAttributeMaxDynamicSharedMemorySize is 8 (CUDA Runtime API,
 * "cudaFuncAttribute"). */
static m2k_host_call_end set_function(m2k_host *h, const m2k_inst *in,
                                      m2k_sval *value) {
  enum { MAX_DYNAMIC = 8 };
  m2k_host_path *p = h->path;
  const char *kernel = kernel_of(h, arg(h, in, 0));
  m2k_i128 what;
  m2k_sval bytes = arg(h, in, 2);
  if (kernel && bytes.kind == M2K_SVAL_INT &&
      m2k_is_const(h->x.bank, arg(h, in, 1).m, &what) && what == MAX_DYNAMIC &&
      p->raise_count < M2K_HOST_RAISES) {
    m2k_host_raise *r = &p->raises[p->raise_count++];
    *r = (m2k_host_raise){kernel, m2k_sval_signed(&h->x, bytes)};
  }
  return success(h, in, value);
}

/* ---- the device (CUDA Runtime API, "cudaDeviceAttr") ---- */

static m2k_host_call_end attribute(m2k_host *h, const m2k_inst *in,
                                   m2k_sval *value) {
  const m2k_device_model *d = h->device;
  const struct {
    uint32_t number, value;
  } rows[] = {{1, 1024},
              {2, 1024},
              {3, 1024},
              {4, 64},
              {5, 2147483647},
              {6, 65535},
              {7, 65535},
              {8, d->shared_block},
              {10, 32},
              {16, d->multiprocessors},
              {39, 2048},
              {75, d->major},
              {76, d->minor},
              {81, d->shared_multiprocessor},
              {97, d->shared_optin}};
  m2k_i128 what;
  m2k_sval answer = {0};
  if (m2k_is_const(h->x.bank, m2k_sval_signed(&h->x, arg(h, in, 1)), &what))
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
      if (what == rows[i].number)
        answer = m2k_sval_const(&h->x, rows[i].value, 32);
  if (answer.kind == M2K_SVAL_NONE)
    m2k_host_note(h, M2K_LOSS_CALL, "an attribute of the device");
  m2k_host_write(h, arg(h, in, 0), 0, answer, 4);
  return success(h, in, value);
}

static m2k_host_call_end get_device(m2k_host *h, const m2k_inst *in,
                                    m2k_sval *value) {
  m2k_host_write(h, arg(h, in, 0), 0, m2k_sval_const(&h->x, 0, 32), 4);
  return success(h, in, value);
}

/* ---- memory ---- */

static m2k_host_call_end device_alloc(m2k_host *h, const m2k_inst *in,
                                      m2k_sval *value) {
  m2k_sval size = arg(h, in, 1);
  if (size.kind != M2K_SVAL_INT)
    return M2K_HOST_ENTER;
  uint32_t b = m2k_host_add_buffer(
      h, (m2k_buffer){.name = "allocation",
                      .bytes = m2k_sval_unsigned(&h->x, size),
                      .base = M2K_NO_TERM,
                      .align = 256,
                      .tensor = -1,
                      .scratch = true,
                      .loc = m2k_host_loc(h)});
  m2k_host_write(h, arg(h, in, 0), 0,
                 m2k_host_address(h, h->buffer_regions.at[b], 0), 8);
  return success(h, in, value);
}

static m2k_host_call_end copy_device(m2k_host *h, const m2k_inst *in,
                                     m2k_sval *value) {
  m2k_host_op op = op_here(h, M2K_HOST_COPY);
  op.to = m2k_host_value_of(h, arg(h, in, 0));
  op.from = m2k_host_value_of(h, arg(h, in, 1));
  op.bytes = m2k_host_value_of(h, arg(h, in, 2));
  op.is_write = true;
  keep_state(h, &op);
  m2k_vec_push(&h->result.ops, op);
  return success(h, in, value);
}

static m2k_host_call_end set_device(m2k_host *h, const m2k_inst *in,
                                    m2k_sval *value) {
  m2k_host_op op = op_here(h, M2K_HOST_SET);
  op.to = m2k_host_value_of(h, arg(h, in, 0));
  op.bytes = m2k_host_value_of(h, arg(h, in, 2));
  op.is_write = true;
  keep_state(h, &op);
  m2k_vec_push(&h->result.ops, op);
  return success(h, in, value);
}

static m2k_host_call_end allocate(m2k_host *h, const m2k_inst *in,
                                  m2k_sval *value) {
  m2k_i128 n;
  if (!m2k_is_const(h->x.bank, m2k_sval_unsigned(&h->x, arg(h, in, 0)), &n) ||
      n > 1 << 20)
    n = 1 << 20; /* of unknown size: what lies in it is found by offset */
  *value = m2k_host_address(
      h, m2k_host_region_new(h, M2K_HOST_MEMORY, 0, "heap", (uint64_t)n), 0);
  return M2K_HOST_DONE;
}

/* ---- the C++ library ---- */

/* std::min(const T&, const T&) and max, for integers: the mangled name has the
 * type (Itanium C++ ABI, "Builtin types"). The result is a temporary. */
static m2k_host_call_end choose(m2k_host *h, const m2k_inst *in, bool smaller,
                                m2k_sval *value) {
  static const struct {
    char letter;
    uint8_t bytes;
    bool is_signed;
  } types[] = {{'i', 4, true},  {'j', 4, false}, {'l', 8, true},
               {'m', 8, false}, {'x', 8, true},  {'y', 8, false}};
  const char *at = in->text ? strchr(in->text, 'I') : NULL;
  if (!at || in->op_count != 2)
    return M2K_HOST_ENTER;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    if (at[1] != types[i].letter)
      continue;
    m2k_sval a = read_int(h, arg(h, in, 0), 0, types[i].bytes);
    m2k_sval b = read_int(h, arg(h, in, 1), 0, types[i].bytes);
    if (a.kind != M2K_SVAL_INT || b.kind != M2K_SVAL_INT)
      return M2K_HOST_ENTER;
    bool s = types[i].is_signed;
    m2k_term ta = s ? m2k_sval_signed(&h->x, a) : m2k_sval_unsigned(&h->x, a);
    m2k_term tb = s ? m2k_sval_signed(&h->x, b) : m2k_sval_unsigned(&h->x, b);
    m2k_bank *bank = h->x.bank;
    m2k_term t = smaller ? m2k_min(bank, ta, tb) : m2k_max(bank, ta, tb);
    m2k_term first = smaller ? m2k_le(bank, ta, tb) : m2k_le(bank, tb, ta);
    m2k_term e = a.e == ta && b.e == tb ? t : m2k_ite(bank, first, a.e, b.e);
    *value = m2k_host_address(
        h, m2k_host_region_new(h, M2K_HOST_MEMORY, 0, "number", types[i].bytes),
        0);
    m2k_host_write(h, *value, 0, m2k_sval_int(&h->x, t, e, 8u * types[i].bytes),
                   types[i].bytes);
    return M2K_HOST_DONE;
  }
  return M2K_HOST_ENTER;
}

static m2k_host_call_end minimum(m2k_host *h, const m2k_inst *in,
                                 m2k_sval *value) {
  return choose(h, in, true, value);
}

static m2k_host_call_end maximum(m2k_host *h, const m2k_inst *in,
                                 m2k_sval *value) {
  return choose(h, in, false, value);
}

/* ---- the table ---- */

static model *find(const char *name) {
  static const struct {
    const char *name; /* ends in '*': a prefix */
    model *run;
  } rows[] = {
#define MODEL(name, run) {name, run},
#include "passes/sym/host_model.def"
#undef MODEL
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t len = strlen(rows[i].name);
    if (rows[i].name[len - 1] == '*' ? !strncmp(name, rows[i].name, len - 1)
                                     : !strcmp(name, rows[i].name))
      return rows[i].run;
  }
  return NULL;
}

static const char *method_of(const char *name) {
  static const char *const classes[] = {
      "at::Tensor::", "at::TensorBase::", "torch::stable::Tensor::"};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (!strncmp(name, classes[i], strlen(classes[i])))
      return name + strlen(classes[i]);
  return NULL;
}

/* Intrinsics of LLVM: values and what has no effect. */
static m2k_host_call_end intrinsic(m2k_host *h, const m2k_inst *in,
                                   m2k_sval *value) {
  switch (in->cls) {
  case M2K_CLASS_INT:
  case M2K_CLASS_FLOAT:
    *value = m2k_sx_call(&h->x, in);
    return M2K_HOST_DONE;
  case M2K_CLASS_VALUE:
    *value = m2k_op_value(&h->x, in, 0);
    return M2K_HOST_DONE;
  case M2K_CLASS_NOP:
    return M2K_HOST_DONE;
  case M2K_CLASS_NORETURN:
    return M2K_HOST_FAIL;
  default:
    return M2K_HOST_ENTER;
  }
}

m2k_host_call_end m2k_host_call(m2k_host *h, const m2k_inst *in,
                                m2k_sval *value) {
  if (in->op != M2K_OP_CALL || !in->text)
    return M2K_HOST_ENTER;
  const char *name = m2k_host_name(h, in->text);
  const char *method = method_of(name);
  if (method) {
    m2k_host_call_end end = m2k_host_method(h, in, method, value);
    if (end != M2K_HOST_ENTER)
      return end;
  }
  model *run = find(name);
  if (run) {
    m2k_host_call_end end = run(h, in, value);
    if (end != M2K_HOST_ENTER)
      return end;
  }
  return intrinsic(h, in, value);
}
