/*
 * Tensors in host code: the methods of at::Tensor and torch::stable::Tensor
 * that wrappers of kernels call (PyTorch's documentation, "Tensor class
 * reference", and torch/csrc/stable/tensor.h).
 */
#include "passes/sym/host_state.h"

#include <string.h>

m2k_sval m2k_host_int_result(m2k_host *h, const m2k_inst *in, m2k_sval v) {
  if (in->result == M2K_NONE)
    return (m2k_sval){0};
  m2k_type type = m2k_value_of(h->x.fn, in->result)->type;
  m2k_type_info ti = h->module->types[type];
  if (ti.kind == M2K_TY_INT && ti.bits == 1)
    return v.kind == M2K_SVAL_BOOL
               ? v
               : m2k_sval_bool(&h->x,
                               m2k_ne(h->x.bank, v.m, m2k_const(h->x.bank, 0)));
  if (ti.kind == M2K_TY_INT && ti.bits <= 64) {
    if (v.kind == M2K_SVAL_BOOL) {
      m2k_term t = m2k_sval_unsigned(&h->x, v);
      return m2k_sval_int(&h->x, t, t, ti.bits);
    }
    return m2k_sval_int(&h->x, v.m, v.e, ti.bits);
  }
  if ((ti.kind != M2K_TY_STRUCT && ti.kind != M2K_TY_ARRAY) || !ti.count)
    return m2k_sval_opaque(&h->x, type);
  /* a class around it: the number is its first field */
  m2k_sval whole = m2k_sval_zero(&h->x, type);
  m2k_sval *elems = M2K_NEW_N(h->x.arena, m2k_sval, ti.count);
  memcpy(elems, whole.elems, ti.count * sizeof *elems);
  m2k_type first = ti.kind == M2K_TY_STRUCT ? ti.fields[0] : ti.elem;
  m2k_type_info fi = h->module->types[first];
  if (fi.kind == M2K_TY_INT && fi.bits > 1 && fi.bits <= 64)
    elems[0] = m2k_sval_int(&h->x, v.m, v.e, fi.bits);
  whole.elems = elems;
  return whole;
}

m2k_tensor *m2k_host_tensor_at(m2k_host *h, m2k_sval object) {
  m2k_host_path *p = h->path;
  m2k_sval handle =
      m2k_host_read_bytes(h, p->memory.at, p->memory.len, object, 8);
  if (handle.kind != M2K_SVAL_PTR || handle.count != 1 ||
      handle.alts[0].region == M2K_NONE)
    return NULL;
  m2k_host_region r = h->regions.at[handle.alts[0].region];
  return r.kind == M2K_HOST_HANDLE ? &p->tensors.at[r.index] : NULL;
}

static m2k_sval number(m2k_host *h, m2k_term t) {
  return m2k_sval_int(&h->x, t, t, 64);
}

/* The rank of a tensor that the case leaves open is what the code asks for;
 * when it asks for more than was assumed, everything is begun again. */
static bool has_dim(m2k_host *h, m2k_tensor *t, m2k_i128 dim, uint32_t *at) {
  uint32_t need = (uint32_t)(dim < 0 ? -dim : dim + 1);
  if (dim < -M2K_MOST_DIMS || dim >= M2K_MOST_DIMS)
    return false;
  if (need > t->rank) {
    uint32_t index = (uint32_t)(t - h->path->tensors.at);
    /* only sizes that the caller has named can be asked for */
    if (!t->open_rank || index >= 64 || need > M2K_OPEN_DIMS)
      return false;
    h->min_rank[index] = need;
    h->again = true;
    return false;
  }
  *at = (uint32_t)(dim < 0 ? dim + t->rank : dim);
  return true;
}

static m2k_term elements(m2k_host *h, const m2k_tensor *t) {
  m2k_term n = m2k_const(h->x.bank, 1);
  for (uint32_t i = 0; i < t->rank; i++)
    n = m2k_mul(h->x.bank, n, t->sizes[i]);
  return n;
}

static m2k_term stride(m2k_host *h, const m2k_tensor *t, uint32_t dim) {
  if (!t->open_rank && t->strides[dim] != M2K_NO_TERM)
    return t->strides[dim];
  m2k_term n = m2k_const(h->x.bank, 1);
  for (uint32_t i = dim + 1; i < t->rank; i++)
    n = m2k_mul(h->x.bank, n, t->sizes[i]);
  return n;
}

/* Strides are those of a row-major tensor; dimensions of size 1 do not count
 * (c10/core/TensorImpl.h, compute_contiguous). */
static m2k_term contiguous(m2k_host *h, const m2k_tensor *t) {
  m2k_bank *bank = h->x.bank;
  m2k_term all = m2k_true(bank), n = m2k_const(bank, 1);
  m2k_term one = m2k_const(bank, 1);
  for (uint32_t i = t->rank; i-- > 0;) {
    m2k_term fits = m2k_or(bank, m2k_eq(bank, stride(h, t, i), n),
                           m2k_eq(bank, t->sizes[i], one));
    all = m2k_and(bank, all, fits);
    n = m2k_mul(bank, n, t->sizes[i]);
  }
  return all;
}

/* One path for each element type that a kernel could be written for. */
static void decide_type(m2k_host *h, m2k_tensor *t) {
  static const m2k_scalar_type rest[] = {
      M2K_SCALAR_BFLOAT16, M2K_SCALAR_FLOAT, M2K_SCALAR_FLOAT8_E4M3FN,
      M2K_SCALAR_CHAR,     M2K_SCALAR_BYTE,  M2K_SCALAR_INT,
      M2K_SCALAR_LONG,     M2K_SCALAR_DOUBLE};
  if (t->dtype != M2K_SCALAR_OPEN)
    return;
  uint32_t index = (uint32_t)(t - h->path->tensors.at);
  for (uint32_t i = 0; i < sizeof rest / sizeof *rest; i++) {
    m2k_host_path *q = m2k_host_split(h);
    if (!h->todo.len || m2k_vec_last(&h->todo) != q)
      continue;
    q->tensors.at[index].dtype = rest[i];
    q->frames[q->depth - 1].next--; /* the call is made again */
  }
  h->path->tensors.at[index].dtype = M2K_SCALAR_HALF;
}

/* One path for each rank that the code's question leaves open. */
static void decide_rank(m2k_host *h, m2k_tensor *t) {
  if (!t->open_rank)
    return;
  uint32_t index = (uint32_t)(t - h->path->tensors.at);
  for (uint32_t rank = M2K_OPEN_DIMS; rank; rank--) {
    if (rank > 1) {
      m2k_host_path *q = m2k_host_split(h);
      if (!h->todo.len || m2k_vec_last(&h->todo) != q)
        continue;
      q->frames[q->depth - 1].next--; /* the call is made again */
      t = &q->tensors.at[index];
    } else {
      t = &h->path->tensors.at[index];
    }
    t->rank = rank;
    for (uint32_t i = 0; i < rank; i++)
      t->strides[i] = stride(h, t, i);
    t->open_rank = false;
  }
}

/* What `data_ptr<T>()` says of the type: PyTorch checks it (at::TensorBase,
 * "data_ptr"). The mangled name has it. */
static void typed_access(m2k_tensor *t, const char *mangled) {
  static const struct {
    const char *arg;
    m2k_scalar_type type;
  } rows[] = {{"IfE", M2K_SCALAR_FLOAT},
              {"IdE", M2K_SCALAR_DOUBLE},
              {"IiE", M2K_SCALAR_INT},
              {"IlE", M2K_SCALAR_LONG},
              {"IaE", M2K_SCALAR_CHAR},
              {"IhE", M2K_SCALAR_BYTE},
              {"IsE", M2K_SCALAR_SHORT},
              {"IbE", M2K_SCALAR_BOOL},
              {"4HalfE", M2K_SCALAR_HALF},
              {"8BFloat16E", M2K_SCALAR_BFLOAT16},
              {"13Float8_e4m3fnE", M2K_SCALAR_FLOAT8_E4M3FN},
              {"11Float8_e5m2E", M2K_SCALAR_FLOAT8_E5M2}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (t->dtype == M2K_SCALAR_OPEN && strstr(mangled, rows[i].arg))
      t->dtype = rows[i].type;
}

static m2k_host_call_end data_pointer(m2k_host *h, const m2k_inst *in,
                                      m2k_tensor *t, m2k_sval *value) {
  m2k_term zero = m2k_const(h->x.bank, 0);
  typed_access(t, in->text);
  if (t->buffer == M2K_NONE) {
    *value = m2k_sval_ptr(&h->x, M2K_NONE, zero, zero);
    return M2K_HOST_DONE;
  }
  uint32_t size = m2k_scalar_size(t->dtype);
  m2k_term at = t->offset == M2K_NO_TERM
                    ? zero
                    : m2k_scale(h->x.bank, t->offset, size ? size : 1);
  *value = m2k_sval_ptr(&h->x, h->buffer_regions.at[t->buffer], at, at);
  return M2K_HOST_DONE;
}

/* sizes() and strides(): an array reference is address and length. */
static m2k_sval array(m2k_host *h, const m2k_inst *in, const m2k_tensor *t,
                      bool strides) {
  uint32_t r =
      m2k_host_region_new(h, M2K_HOST_MEMORY, 0, "sizes", 8 * (t->rank + 1));
  m2k_sval at = m2k_host_address(h, r, 0);
  for (uint32_t i = 0; i < t->rank; i++)
    m2k_host_write(h, at, 8 * i,
                   number(h, strides ? stride(h, t, i) : t->sizes[i]), 8);
  m2k_type type = m2k_value_of(h->x.fn, in->result)->type;
  m2k_type_info ti = h->module->types[type];
  m2k_sval v = m2k_sval_opaque(&h->x, type);
  /* the class may derive from another that holds both */
  const m2k_type_info *inner = &ti;
  uint32_t depth = 0;
  while (inner->kind == M2K_TY_STRUCT && inner->count == 1) {
    inner = &h->module->types[inner->fields[0]];
    depth++;
  }
  if (inner->kind != M2K_TY_STRUCT || inner->count != 2)
    return v;
  m2k_sval *pair = M2K_NEW_N(h->x.arena, m2k_sval, 2);
  pair[0] = at;
  pair[1] = m2k_sval_const(&h->x, t->rank, 64);
  v = (m2k_sval){.kind = M2K_SVAL_AGG, .elems = pair, .count = 2};
  while (depth--) {
    m2k_sval *one = M2K_NEW(h->x.arena, m2k_sval);
    *one = v;
    v = (m2k_sval){.kind = M2K_SVAL_AGG, .elems = one, .count = 1};
  }
  return v;
}

static m2k_host_call_end dimension(m2k_host *h, const m2k_inst *in,
                                   m2k_tensor *t, bool strides,
                                   m2k_sval *value) {
  m2k_i128 dim;
  uint32_t at;
  if (in->op_count < 2 ||
      !m2k_is_const(h->x.bank,
                    m2k_sval_signed(&h->x, m2k_op_value(&h->x, in, 1)), &dim))
    return M2K_HOST_ENTER;
  if (!has_dim(h, t, dim, &at))
    return M2K_HOST_FAIL; /* PyTorch throws */
  *value = m2k_host_int_result(
      h, in, number(h, strides ? stride(h, t, at) : t->sizes[at]));
  return M2K_HOST_DONE;
}

static m2k_host_call_end copy_tensor(m2k_host *h, const m2k_inst *in) {
  m2k_sval to = m2k_op_value(&h->x, in, 0);
  if (in->op_count > 1)
    m2k_host_copy(h, to, m2k_op_value(&h->x, in, 1), 8);
  else
    m2k_host_write(h, to, 0, m2k_sval_const(&h->x, 0, 64), 8);
  return M2K_HOST_DONE;
}

typedef enum method {
  METHOD_NONE,
  SIZE,
  STRIDE,
  SIZES,
  STRIDES,
  NUMEL,
  RANK,
  DATA,
  TYPE,
  BYTES,
  CONTIGUOUS,
  DEFINED,
  ON_DEVICE,
  DEVICE_INDEX,
  OFFSET,
  NBYTES,
  OPAQUE,
  COPY,
  DESTROY
} method;

static method find(const char *name) {
  static const struct {
    const char *name;
    method what;
  } rows[] = {{"size", SIZE},
              {"stride", STRIDE},
              {"sizes", SIZES},
              {"strides", STRIDES},
              {"numel", NUMEL},
              {"dim", RANK},
              {"ndimension", RANK},
              {"data_ptr", DATA},
              {"mutable_data_ptr", DATA},
              {"const_data_ptr", DATA},
              {"scalar_type", TYPE},
              {"dtype", TYPE},
              {"element_size", BYTES},
              {"itemsize", BYTES},
              {"is_contiguous", CONTIGUOUS},
              {"defined", DEFINED},
              {"is_cuda", ON_DEVICE},
              {"get_device", DEVICE_INDEX},
              {"get_device_index", DEVICE_INDEX},
              {"storage_offset", OFFSET},
              {"nbytes", NBYTES},
              {"device", OPAQUE},
              {"options", OPAQUE},
              {"layout", OPAQUE},
              {"Tensor", COPY},
              {"TensorBase", COPY},
              {"operator=", COPY},
              {"~Tensor", DESTROY},
              {"~TensorBase", DESTROY}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(rows[i].name, name))
      return rows[i].what;
  return METHOD_NONE;
}

m2k_host_call_end m2k_host_method(m2k_host *h, const m2k_inst *in,
                                  const char *name, m2k_sval *value) {
  m2k_bank *bank = h->x.bank;
  method what = find(name);
  if (what == METHOD_NONE || !in->op_count)
    return M2K_HOST_ENTER;
  if (what == DESTROY)
    return M2K_HOST_DONE;
  if (what == COPY)
    return copy_tensor(h, in);
  m2k_tensor *t = m2k_host_tensor_at(h, m2k_op_value(&h->x, in, 0));
  if (!t)
    return M2K_HOST_ENTER;
  switch (what) {
  case SIZE:
    return dimension(h, in, t, false, value);
  case STRIDE:
    return dimension(h, in, t, true, value);
  case SIZES:
  case STRIDES:
    *value = array(h, in, t, what == STRIDES);
    return M2K_HOST_DONE;
  case NUMEL:
    *value = m2k_host_int_result(h, in, number(h, elements(h, t)));
    return M2K_HOST_DONE;
  case RANK:
    decide_rank(h, t);
    t = m2k_host_tensor_at(h, m2k_op_value(&h->x, in, 0));
    *value = m2k_host_int_result(h, in, m2k_sval_const(&h->x, t->rank, 64));
    return M2K_HOST_DONE;
  case DATA:
    return data_pointer(h, in, t, value);
  case TYPE:
    decide_type(h, t);
    t = m2k_host_tensor_at(h, m2k_op_value(&h->x, in, 0));
    *value = m2k_host_int_result(h, in, m2k_sval_const(&h->x, t->dtype, 64));
    return M2K_HOST_DONE;
  case BYTES:
    decide_type(h, t);
    t = m2k_host_tensor_at(h, m2k_op_value(&h->x, in, 0));
    *value = m2k_host_int_result(
        h, in, m2k_sval_const(&h->x, m2k_scalar_size(t->dtype), 64));
    return M2K_HOST_DONE;
  case NBYTES:
    decide_type(h, t);
    t = m2k_host_tensor_at(h, m2k_op_value(&h->x, in, 0));
    *value = m2k_host_int_result(
        h, in,
        number(h, m2k_scale(bank, elements(h, t), m2k_scalar_size(t->dtype))));
    return M2K_HOST_DONE;
  case CONTIGUOUS:
    *value = m2k_host_int_result(h, in, m2k_sval_bool(&h->x, contiguous(h, t)));
    return M2K_HOST_DONE;
  case DEFINED:
    *value = m2k_host_int_result(
        h, in, m2k_sval_bool(&h->x, m2k_bool(bank, t->defined && !t->absent)));
    return M2K_HOST_DONE;
  case ON_DEVICE:
    *value = m2k_host_int_result(h, in, m2k_sval_bool(&h->x, m2k_true(bank)));
    return M2K_HOST_DONE;
  case DEVICE_INDEX:
    *value = m2k_host_int_result(h, in, m2k_sval_const(&h->x, 0, 64));
    return M2K_HOST_DONE;
  case OFFSET:
    *value = m2k_host_int_result(
        h, in,
        number(h, t->offset == M2K_NO_TERM ? m2k_const(bank, 0) : t->offset));
    return M2K_HOST_DONE;
  default:
    return M2K_HOST_DONE; /* opaque */
  }
}
