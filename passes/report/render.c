#include "passes/report/list.h"
#include "passes/report/report.h"

#include <inttypes.h>

const char *m2k_bytes_text(m2k_arena *arena, uint64_t bytes) {
  static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024)
    return m2k_printf(arena, "%" PRIu64 " byte%s", bytes,
                      bytes == 1 ? "" : "s");
  unsigned unit = 0;
  while (unit < 5 && bytes >> (10 * (unit + 2)))
    unit++;
  double value = (double)bytes / (double)(UINT64_C(1) << (10 * (unit + 1)));
  return m2k_printf(arena, "%.1f %s", value, units[unit]);
}

const char *m2k_finding_message(m2k_report *report,
                                const m2k_finding *finding) {
  if (!finding->expression)
    return finding->problem;
  return m2k_printf(report->arena, "'%s' %s", finding->expression,
                    finding->problem);
}

typedef struct note_list {
  m2k_report *report;
  m2k_loc fallback; /* every note has a place */
  M2K_REPORT_LIST(m2k_note) list;
} note_list;

static void add_note(note_list *notes, m2k_loc loc, const char *text) {
  m2k_note note = {loc.line ? loc : notes->fallback, text, NULL};
  note.loc.inlined_at = NULL;
  M2K_REPORT_PUSH(notes->report->arena, &notes->list, note);
}

static void add_own(note_list *notes, const m2k_note *note) {
  add_note(notes, note->loc,
           note->lead ? m2k_printf(notes->report->arena, "%s this %s",
                                   note->lead, note->text)
                      : note->text);
}

static void add_inline_chain(note_list *notes, const m2k_loc *loc) {
  for (; loc->inlined_at; loc = loc->inlined_at) {
    if (loc->function)
      add_note(notes, *loc->inlined_at,
               m2k_printf(notes->report->arena, "'%s' is called here",
                          loc->function));
    else
      add_note(notes, *loc->inlined_at, "called here");
  }
}

static void add_launch(note_list *notes, const m2k_witness *witness) {
  m2k_str text = {0};
  m2k_str_addf(&text,
               "launched %swith grid = (%" PRIu32 ", %" PRIu32 ", %" PRIu32
               "), block = (%" PRIu32 ", %" PRIu32 ", %" PRIu32 ")",
               witness->launch_loc.line ? "here " : "", witness->grid[0],
               witness->grid[1], witness->grid[2], witness->block[0],
               witness->block[1], witness->block[2]);
  if (witness->shared_bytes)
    m2k_str_addf(&text, ", %s of shared memory",
                 m2k_bytes_text(notes->report->arena, witness->shared_bytes));
  m2k_str_addf(&text,
               "; in blockIdx = (%" PRIu32 ", %" PRIu32 ", %" PRIu32
               "), threadIdx = (%" PRIu32 ", %" PRIu32 ", %" PRIu32 ")",
               witness->block_idx[0], witness->block_idx[1],
               witness->block_idx[2], witness->thread_idx[0],
               witness->thread_idx[1], witness->thread_idx[2]);
  m2k_loc loc =
      witness->launch_loc.line ? witness->launch_loc : witness->case_loc;
  add_note(notes, loc, m2k_strdup(notes->report->arena, m2k_str_text(&text)));
  m2k_str_free(&text);
}

static void add_symbols(note_list *notes, const m2k_witness *witness) {
  if (!witness->symbol_count && !witness->device_bytes && !witness->case_label)
    return;
  m2k_str text = {0};
  m2k_str_add(&text, "for ");
  for (uint32_t i = 0; i < witness->symbol_count; i++) {
    char buf[48];
    const m2k_witness_symbol *symbol = &witness->symbols[i];
    m2k_str_addf(&text, "%s%s = %s (%s)", i ? ", " : "", symbol->name,
                 m2k_i128_text(symbol->value, buf), m2k_who_word(symbol->who));
  }
  if (!witness->symbol_count)
    m2k_str_add(&text, "this case");
  if (witness->device_bytes)
    m2k_str_addf(&text, "; needs %s of device memory",
                 m2k_bytes_text(notes->report->arena, witness->device_bytes));
  if (witness->case_label && *witness->case_label)
    m2k_str_addf(&text, "; case '%s'", witness->case_label);
  add_note(notes, witness->case_loc,
           m2k_strdup(notes->report->arena, m2k_str_text(&text)));
  m2k_str_free(&text);
}

static void add_totals(note_list *notes, const m2k_finding *finding) {
  if (finding->case_total < 2)
    return;
  m2k_arena *arena = notes->report->arena;
  const char *where =
      finding->instance_count > 1
          ? m2k_printf(arena, " of %" PRIu32 " instances of the kernel",
                       finding->instance_count)
          : "";
  add_note(notes, finding->loc,
           m2k_printf(arena, "for %" PRIu32 " of %" PRIu32 " cases%s",
                      finding->case_count, finding->case_total, where));
}

const m2k_note *m2k_finding_notes(m2k_report *report,
                                  const m2k_finding *finding, uint32_t *count) {
  note_list notes = {.report = report, .fallback = finding->loc};
  for (uint32_t i = 0; i < finding->note_count; i++)
    add_own(&notes, &finding->notes[i]);
  add_inline_chain(&notes, &finding->loc);
  if (finding->witness) {
    if (finding->witness->grid[0])
      add_launch(&notes, finding->witness);
    add_symbols(&notes, finding->witness);
  }
  add_totals(&notes, finding);
  *count = notes.list.len;
  return notes.list.at;
}

static void print_loc(m2k_str *out, m2k_loc loc) {
  if (loc.file)
    m2k_str_addf(out, "%s:%" PRIu32 ":%" PRIu32 ": ", loc.file, loc.line,
                 loc.col);
}

static void print_finding(m2k_report *report, const m2k_finding *finding,
                          m2k_str *out) {
  print_loc(out, finding->loc);
  m2k_str_addf(
      out, "%s: %s [m2k-%s] (%s)\n", m2k_verdict_word(finding->verdict),
      m2k_finding_message(report, finding), m2k_check_flag(finding->check),
      m2k_status_word(finding->status));
  if (finding->kernel)
    m2k_str_addf(out, "  in %s\n", finding->kernel);
  if (finding->region || finding->access != M2K_ACCESS_NONE)
    m2k_str_addf(out, "  %s of %" PRIu32 " bytes in '%s'%s%s\n",
                 m2k_access_word(finding->access), finding->access_bytes,
                 finding->region ? finding->region : "",
                 finding->region_shape ? ", " : "",
                 finding->region_shape ? finding->region_shape : "");
  if (finding->clause)
    m2k_str_addf(out, "  if %s\n", finding->clause);
  if (finding->reason)
    m2k_str_addf(out, "  because %s\n", finding->reason);
  uint32_t count;
  const m2k_note *notes = m2k_finding_notes(report, finding, &count);
  for (uint32_t i = 0; i < count; i++) {
    m2k_str_add(out, "  ");
    print_loc(out, notes[i].loc);
    m2k_str_addf(out, "note: %s\n", notes[i].text);
  }
}

static void print_case(const m2k_case_result *result, m2k_str *out) {
  m2k_str_addf(out, "  case '%s': %s:", result->label,
               m2k_verdict_word(result->verdict));
  const char *separator = " ";
  for (unsigned v = 0; v < M2K_VERDICTS; v++)
    if (result->counts[v]) {
      m2k_str_addf(out, "%s%" PRIu32 " %s", separator, result->counts[v],
                   m2k_verdict_word((m2k_verdict)v));
      separator = ", ";
    }
  m2k_str_add(out, *separator == ' ' ? " no accesses\n" : "\n");
  for (uint32_t i = 0; i < result->reasons.len; i++) {
    const m2k_reason *reason = &result->reasons.at[i];
    m2k_str_add(out, "    ");
    print_loc(out, reason->loc);
    m2k_str_addf(out, "%s: %s: %s", m2k_verdict_word(reason->verdict),
                 reason->code, reason->text);
    if (reason->count > 1)
      m2k_str_addf(out, " (%" PRIu32 " times)", reason->count);
    m2k_str_add(out, "\n");
  }
}

static void print_kernel(const m2k_kernel_result *kernel, m2k_str *out) {
  print_loc(out, kernel->loc);
  m2k_str_addf(out,
               "%s: %s, %" PRIu32 " accesses from %" PRIu32
               " memory instructions\n",
               kernel->name, m2k_verdict_word(kernel->verdict),
               kernel->accesses, kernel->memory_instructions);
  for (uint32_t i = 0; i < kernel->cases.len; i++)
    print_case(kernel->cases.at[i], out);
}

void m2k_report_print(m2k_report *report, m2k_str *out) {
  if (report->outcome != M2K_OUTCOME_COMPLETE)
    m2k_str_addf(out, "analysis: %s\n", m2k_outcome_word(report->outcome));
  for (uint32_t i = 0; i < report->findings.len; i++)
    print_finding(report, report->findings.at[i], out);
  for (uint32_t i = 0; i < report->kernels.len; i++)
    print_kernel(report->kernels.at[i], out);
  for (uint32_t i = 0; i < report->remarks.len; i++) {
    print_loc(out, report->remarks.at[i].loc);
    m2k_str_addf(out, "remark: %s\n", report->remarks.at[i].text);
  }
}
