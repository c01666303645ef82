/*
 * dump=launch: what each host function launches under each of its cases.
 */
#include "passes/run/host_dump.h"

#include "passes/launch/arguments.h"

#include <stdio.h>
#include <string.h>

typedef struct dumper {
  const m2k_run_input *input;
  m2k_session *session;
} dumper;

static void one_choice(const dumper *d, const m2k_run_op *op, const m2k_case *c,
                       uint32_t choice) {
  m2k_arena *arena = m2k_arena_new();
  m2k_bank *bank = m2k_bank_new();
  m2k_query *query = m2k_query_new_in(d->session, bank, 0);
  m2k_module *module = m2k_ir_module(arena, d->input->host_module);
  m2k_host *host = m2k_host_new(arena, bank, module, op->mangled, query,
                                m2k_device_model_of(d->input->arch), NULL);
  m2k_call_input in = {.c = c,
                       .choices = c ? m2k_bind_choices(arena, c, choice) : NULL,
                       .sig = &op->sig,
                       .params = op->params,
                       .result = op->result,
                       .max_dim = d->input->options->max_dim};
  m2k_call *call = m2k_call_new(arena, bank, host, &in);
  m2k_query_assume(query, call->terms.stated);
  m2k_query_assume(query, call->terms.defined);
  m2k_host_run(host);
  m2k_str out = {0};
  m2k_host_print(host, &out);
  fprintf(stderr, "m2k: launch, case '%s'%s%s\n%s",
          c ? m2k_case_name(c, arena) : "", call->unmodelled ? ": " : "",
          call->unmodelled ? call->unmodelled : "", m2k_str_text(&out));
  m2k_str_free(&out);
  m2k_call_free(call);
  m2k_host_free(host);
  m2k_query_free(query);
  m2k_bank_free(bank);
  m2k_arena_free(arena);
}

void m2k_dump_launches(const m2k_run_input *input, m2k_session *session) {
  dumper d = {input, session};
  if (!input->host_module)
    return;
  for (uint32_t i = 0; i < input->nops; i++) {
    const m2k_run_op *op = &input->ops[i];
    for (uint32_t k = 0; k < op->ncases; k++)
      for (uint32_t n = 0; n < m2k_bind_choice_count(op->cases[k]); n++)
        one_choice(&d, op, op->cases[k], n);
    if (!op->ncases)
      one_choice(&d, op, NULL, 0);
  }
}
