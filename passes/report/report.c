#include "passes/report/report.h"
#include "passes/base/bug.h"
#include "passes/report/list.h"

#include <stdlib.h>
#include <string.h>

/* A kernel instance and case that a finding was made for. */
typedef struct origin {
  const m2k_kernel_result *kernel;
  const m2k_case_result *result;
} origin;

/* What the report keeps per finding; `shown` is first, so that a pointer in
 * m2k_report.findings is one to the entry. */
typedef struct merged_finding {
  m2k_finding shown;
  M2K_REPORT_LIST(origin) origins;
} merged_finding;

m2k_report *m2k_report_new(m2k_arena *arena) {
  m2k_report *report = M2K_NEW(arena, m2k_report);
  report->arena = arena;
  return report;
}

static const char *copy_text(m2k_report *report, const char *text) {
  return text ? m2k_strdup(report->arena, text) : NULL;
}

m2k_loc m2k_report_copy_loc(m2k_report *report, m2k_loc loc) {
  loc.file = copy_text(report, loc.file);
  loc.function = copy_text(report, loc.function);
  if (loc.inlined_at) {
    m2k_loc *outer = M2K_NEW(report->arena, m2k_loc);
    *outer = m2k_report_copy_loc(report, *loc.inlined_at);
    loc.inlined_at = outer;
  }
  return loc;
}

static int compare_text(const char *a, const char *b) {
  if (!a || !b)
    return (a != NULL) - (b != NULL);
  return strcmp(a, b);
}

static int compare_number(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

static int compare_loc(const m2k_loc *a, const m2k_loc *b) {
  for (; a && b; a = a->inlined_at, b = b->inlined_at) {
    int order = compare_text(a->file, b->file);
    if (!order)
      order = compare_number(a->line, b->line);
    if (!order)
      order = compare_number(a->col, b->col);
    if (order)
      return order;
  }
  return (a != NULL) - (b != NULL);
}

m2k_kernel_result *m2k_report_kernel(m2k_report *report, const char *name,
                                     const char *mangled, m2k_loc loc) {
  for (uint32_t i = 0; i < report->kernels.len; i++)
    if (strcmp(report->kernels.at[i]->mangled, mangled) == 0)
      return report->kernels.at[i];
  m2k_kernel_result *kernel = M2K_NEW(report->arena, m2k_kernel_result);
  kernel->name = copy_text(report, name);
  kernel->mangled = copy_text(report, mangled);
  kernel->loc = m2k_report_copy_loc(report, loc);
  M2K_REPORT_PUSH(report->arena, &report->kernels, kernel);
  return kernel;
}

m2k_case_result *m2k_report_case(m2k_report *report, m2k_kernel_result *kernel,
                                 const char *label, m2k_loc loc) {
  m2k_case_result *result = M2K_NEW(report->arena, m2k_case_result);
  result->label = copy_text(report, label ? label : "");
  result->loc = m2k_report_copy_loc(report, loc);
  M2K_REPORT_PUSH(report->arena, &kernel->cases, result);
  return result;
}

static m2k_reason *find_reason(m2k_report *report, m2k_case_result *result,
                               m2k_verdict verdict, const char *code,
                               const char *text, m2k_loc loc) {
  for (uint32_t i = 0; i < result->reasons.len; i++) {
    m2k_reason *reason = &result->reasons.at[i];
    if (reason->verdict == verdict && strcmp(reason->code, code) == 0 &&
        strcmp(reason->text, text) == 0)
      return reason;
  }
  m2k_reason reason = {.verdict = verdict,
                       .code = copy_text(report, code),
                       .text = copy_text(report, text),
                       .loc = m2k_report_copy_loc(report, loc)};
  M2K_REPORT_PUSH(report->arena, &result->reasons, reason);
  return &result->reasons.at[result->reasons.len - 1];
}

void m2k_case_reason(m2k_report *report, m2k_case_result *result,
                     m2k_verdict verdict, const char *code, const char *text,
                     m2k_loc loc) {
  m2k_reason *reason = find_reason(report, result, verdict, code, text, loc);
  if (!reason->count)
    reason->count = 1;
}

void m2k_inst_reason(m2k_report *report, m2k_case_result *result,
                     m2k_verdict verdict, const char *code, const char *text,
                     m2k_loc loc, uint32_t inst) {
  m2k_reason *reason = find_reason(report, result, verdict, code, text, loc);
  while (reason->counted.len <= inst)
    M2K_REPORT_PUSH(report->arena, &reason->counted, false);
  reason->count += !reason->counted.at[inst];
  reason->counted.at[inst] = true;
}

void m2k_report_remark(m2k_report *report, m2k_loc loc, const char *text) {
  for (uint32_t i = 0; i < report->remarks.len; i++)
    if (compare_loc(&report->remarks.at[i].loc, &loc) == 0 &&
        strcmp(report->remarks.at[i].text, text) == 0)
      return;
  m2k_remark remark = {m2k_report_copy_loc(report, loc),
                       copy_text(report, text)};
  M2K_REPORT_PUSH(report->arena, &report->remarks, remark);
}

static const m2k_witness *copy_witness(m2k_report *report,
                                       const m2k_witness *from) {
  if (!from)
    return NULL;
  m2k_witness *witness = M2K_NEW(report->arena, m2k_witness);
  *witness = *from;
  witness->case_label = copy_text(report, from->case_label);
  witness->case_loc = m2k_report_copy_loc(report, from->case_loc);
  witness->launch_loc = m2k_report_copy_loc(report, from->launch_loc);
  m2k_witness_symbol *symbols =
      M2K_NEW_N(report->arena, m2k_witness_symbol, from->symbol_count);
  for (uint32_t i = 0; i < from->symbol_count; i++) {
    symbols[i] = from->symbols[i];
    symbols[i].name = copy_text(report, from->symbols[i].name);
  }
  witness->symbols = symbols;
  return witness;
}

static m2k_finding copy_finding(m2k_report *report,
                                const m2k_kernel_result *kernel,
                                const m2k_finding *from) {
  m2k_finding finding = *from;
  finding.kernel =
      copy_text(report, from->kernel || !kernel ? from->kernel : kernel->name);
  finding.mangled = copy_text(
      report, from->mangled || !kernel ? from->mangled : kernel->mangled);
  finding.loc = m2k_report_copy_loc(report, from->loc);
  finding.access_loc = m2k_report_copy_loc(report, from->access_loc);
  finding.expression = copy_text(report, from->expression);
  finding.problem = copy_text(report, from->problem ? from->problem : "");
  finding.region = copy_text(report, from->region);
  finding.region_shape = copy_text(report, from->region_shape);
  finding.clause = copy_text(report, from->clause);
  finding.reason = copy_text(report, from->reason);
  m2k_note *notes = M2K_NEW_N(report->arena, m2k_note, from->note_count);
  for (uint32_t i = 0; i < from->note_count; i++)
    notes[i] = (m2k_note){m2k_report_copy_loc(report, from->notes[i].loc),
                          copy_text(report, from->notes[i].text),
                          copy_text(report, from->notes[i].lead)};
  finding.notes = notes;
  finding.witness = copy_witness(report, from->witness);
  return finding;
}

static int compare_findings(const m2k_finding *a, const m2k_finding *b) {
  int order = compare_loc(&a->loc, &b->loc);
  if (!order)
    order = compare_number(a->check, b->check);
  return order ? order : compare_text(a->expression, b->expression);
}

/* Which of two equal findings is shown; never by order of arrival alone. */
static int compare_worth(const m2k_finding *a, const m2k_finding *b) {
  int order = compare_number(a->status, b->status);
  if (!order)
    order = compare_number(!a->witness, !b->witness);
  if (!order && a->witness)
    order = compare_number(a->witness->device_bytes, b->witness->device_bytes);
  if (!order)
    order = compare_text(a->mangled, b->mangled);
  if (!order && a->witness)
    order = compare_text(a->witness->case_label, b->witness->case_label);
  return order ? order : compare_text(a->problem, b->problem);
}

static void add_origin(m2k_report *report, merged_finding *entry,
                       const m2k_kernel_result *kernel,
                       const m2k_case_result *result) {
  if (!kernel)
    return;
  for (uint32_t i = 0; i < entry->origins.len; i++)
    if (entry->origins.at[i].kernel == kernel &&
        entry->origins.at[i].result == result)
      return;
  M2K_REPORT_PUSH(report->arena, &entry->origins, (origin){kernel, result});
}

void m2k_report_finding(m2k_report *report, const m2k_kernel_result *kernel,
                        const m2k_case_result *result,
                        const m2k_finding *finding) {
  M2K_ASSERT(!report->finished);
  m2k_finding copy = copy_finding(report, kernel, finding);
  merged_finding *hit = NULL;
  for (uint32_t i = 0; i < report->findings.len && !hit; i++)
    if (compare_findings(report->findings.at[i], &copy) == 0)
      hit = (merged_finding *)(void *)report->findings.at[i];
  if (!hit) {
    hit = M2K_NEW(report->arena, merged_finding);
    hit->shown = copy;
    M2K_REPORT_PUSH(report->arena, &report->findings, &hit->shown);
  } else if (compare_worth(&copy, &hit->shown) < 0) {
    hit->shown = copy;
  }
  add_origin(report, hit, kernel, result);
}

/* Distinct instances among the origins, and the cases that these have. */
static void fill_totals(merged_finding *entry) {
  m2k_finding *shown = &entry->shown;
  shown->instance_count = shown->case_total = 0;
  shown->case_count = entry->origins.len;
  for (uint32_t i = 0; i < entry->origins.len; i++) {
    const m2k_kernel_result *kernel = entry->origins.at[i].kernel;
    bool seen = false;
    for (uint32_t j = 0; j < i && !seen; j++)
      seen = entry->origins.at[j].kernel == kernel;
    if (seen)
      continue;
    shown->instance_count++;
    shown->case_total += kernel->cases.len;
  }
}

static m2k_verdict case_verdict(const m2k_case_result *result) {
  m2k_verdict verdict =
      result->decided ? M2K_VERDICT_UNREACHABLE : M2K_VERDICT_UNKNOWN;
  uint64_t accesses = 0;
  for (unsigned v = 0; v < M2K_VERDICTS; v++) {
    accesses += result->counts[v];
    if (result->counts[v])
      verdict = m2k_verdict_join(verdict, (m2k_verdict)v);
  }
  if (!accesses) /* nothing that could go wrong */
    verdict = m2k_verdict_join(verdict, M2K_VERDICT_SAFE);
  for (uint32_t i = 0; i < result->reasons.len; i++)
    verdict = m2k_verdict_join(verdict, result->reasons.at[i].verdict);
  return verdict;
}

static void finish_kernel(m2k_kernel_result *kernel) {
  kernel->verdict =
      kernel->cases.len ? M2K_VERDICT_UNREACHABLE : M2K_VERDICT_UNKNOWN;
  for (uint32_t i = 0; i < kernel->cases.len; i++) {
    m2k_case_result *result = kernel->cases.at[i];
    result->verdict = case_verdict(result);
    kernel->verdict = m2k_verdict_join(kernel->verdict, result->verdict);
  }
}

static int finding_order(const void *a, const void *b) {
  return compare_findings(*(m2k_finding *const *)a, *(m2k_finding *const *)b);
}

static int kernel_order(const void *a, const void *b) {
  const m2k_kernel_result *x = *(m2k_kernel_result *const *)a;
  const m2k_kernel_result *y = *(m2k_kernel_result *const *)b;
  int order = compare_loc(&x->loc, &y->loc);
  return order ? order : compare_text(x->mangled, y->mangled);
}

void m2k_report_finish(m2k_report *report) {
  if (report->finished)
    return;
  report->finished = true;
  for (uint32_t i = 0; i < report->kernels.len; i++)
    finish_kernel(report->kernels.at[i]);
  for (uint32_t i = 0; i < report->findings.len; i++)
    fill_totals((merged_finding *)(void *)report->findings.at[i]);
  if (report->findings.len)
    qsort(report->findings.at, report->findings.len,
          sizeof *report->findings.at, finding_order);
  if (report->kernels.len)
    qsort(report->kernels.at, report->kernels.len, sizeof *report->kernels.at,
          kernel_order);
}
