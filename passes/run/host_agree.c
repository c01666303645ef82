/*
 * The host's part of a counterexample: the op is executed again on its numbers
 * alone. Where nothing that the execution lost has a part in the launch, it is
 * made once more, with every argument a constant.
 */
#include "passes/run/host_check.h"

#include <string.h>

static bool is_number(const m2k_host_case *r, const m2k_host_value *v,
                      m2k_i128 want, uint32_t bits) {
  m2k_i128 value, wrap = (m2k_i128)1 << bits;
  if (v->kind != M2K_HOST_INT || !m2k_is_const(r->bank, v->machine, &value))
    return false;
  return (value - want) % wrap == 0;
}

static bool same_geometry(const m2k_host_case *r, const m2k_host_op *op,
                          const m2k_binding *b, const m2k_model *model) {
  for (uint32_t d = 0; d < 3; d++)
    if (!is_number(r, &op->block[d], m2k_model_value(model, b->launch[d]),
                   32) ||
        !is_number(r, &op->grid[d], m2k_model_value(model, b->launch[3 + d]),
                   32))
      return false;
  return is_number(r, &op->shared, m2k_model_value(model, b->shared), 64);
}

static bool same_scalars(const m2k_host_case *r, const m2k_host_op *op,
                         const m2k_binding *b, const m2k_model *model) {
  for (uint32_t p = 0; p < b->sum->fn->param_count; p++) {
    if (b->params[p] == M2K_NO_TERM)
      continue;
    uint32_t size =
        (uint32_t)m2k_type_of(b->sum->fn, b->sum->fn->params[p].type)->size;
    m2k_host_value v = m2k_host_arg(r->host, op, p, 0, size);
    if (!is_number(r, &v, m2k_model_value(model, b->params[p]), 8 * size))
      return false;
  }
  for (uint32_t i = 0; i < b->fields.len; i++) {
    const m2k_bound_field *f = &b->fields.at[i];
    m2k_host_value v = m2k_host_arg(r->host, op, f->param, f->offset, f->size);
    if (!is_number(r, &v, m2k_model_value(model, f->value), 8 * f->size))
      return false;
  }
  return true;
}

static bool same_pointer(const m2k_host_case *r, const m2k_host_op *op,
                         const m2k_binding *b, uint32_t region,
                         const m2k_model *model) {
  const m2k_region *at = &b->sum->regions.at[region];
  const m2k_bound_region *bound = &b->regions[region];
  m2k_host_value v =
      m2k_host_arg(r->host, op, at->index, at->path ? at->path - 1 : 0, 8);
  m2k_i128 offset, zero;
  if (bound->absent)
    return v.kind == M2K_HOST_NULL ||
           (v.kind == M2K_HOST_INT && m2k_is_const(r->bank, v.machine, &zero) &&
            zero == 0);
  return v.kind == M2K_HOST_BUFFER &&
         m2k_is_const(r->bank, v.machine, &offset) &&
         offset == m2k_model_value(model, bound->start) &&
         (bound->tensor == M2K_NONE ||
          r->call->tensors.at[bound->tensor].buffer == v.buffer);
}

static bool same_launch(const m2k_host_case *r, const m2k_host_op *op,
                        const m2k_binding *b, const m2k_model *model) {
  if (op->kind != M2K_HOST_LAUNCH || strcmp(op->kernel, b->sum->fn->name) ||
      op->path != m2k_true(r->bank))
    return false;
  for (uint32_t i = 0; i < b->sum->regions.len; i++)
    if (b->regions[i].slot != M2K_NONE && !same_pointer(r, op, b, i, model))
      return false;
  return same_geometry(r, op, b, model) && same_scalars(r, op, b, model);
}

/* The op on one choice of numbers, element types and ranks of `op`. */
m2k_host_case *m2k_host_again(m2k_pipeline *p, const m2k_host_case *r,
                              const m2k_host_op *op, const m2k_i128 *values) {
  m2k_tensor *decided =
      M2K_NEW_N(r->arena, m2k_tensor, r->call->tensors.len + 1);
  for (uint32_t i = 0; i < r->call->tensors.len; i++)
    decided[i] = m2k_host_op_tensor(r->host, op, i);
  return m2k_host_case_run(p, r->op, r->call->terms.c, r->choice, values,
                           op->args ? decided : NULL);
}

bool m2k_host_agrees(m2k_pipeline *p, const m2k_host_case *r,
                     const m2k_binding *b, const m2k_model *model) {
  m2k_i128 *values = M2K_NEW_N(r->arena, m2k_i128, b->chosen.len + 1);
  for (uint32_t i = 0; i < b->chosen.len; i++)
    values[i] = m2k_model_value(model, b->chosen.at[i]);
  m2k_host_case *again = m2k_host_again(p, r, b->launched->op, values);
  bool found = false;
  for (uint32_t i = 0; i < again->result->ops.len && !found; i++)
    found = same_launch(again, &again->result->ops.at[i], b, model);
  m2k_host_case_free(again);
  return found;
}
