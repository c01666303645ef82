#include "passes/base/bug.h"
#include "passes/base/version.h"
#include "passes/report/json_io.h"
#include "passes/report/list.h"

#include <stdlib.h>
#include <string.h>

/* Raised when a reader of older reports would misunderstand a newer one. */
static const char format_name[] = "m2k-report/1";

static const char *verdict_word(unsigned i) {
  return m2k_verdict_word((m2k_verdict)i);
}
static const char *check_word(unsigned i) {
  return m2k_check_flag((m2k_check_kind)i);
}
static const char *access_word(unsigned i) {
  return m2k_access_word((m2k_access_kind)i);
}
static const char *who_word(unsigned i) { return m2k_who_word((m2k_who)i); }
static const char *status_word(unsigned i) {
  return m2k_status_word((m2k_status)i);
}
static const char *outcome_word(unsigned i) {
  return m2k_outcome_word((m2k_outcome)i);
}

/* An enumeration's own type may differ from unsigned. */
#define IO_ENUM(io, object, key, field, type, word, count)                     \
  do {                                                                         \
    unsigned io_value_ = (unsigned)(field);                                    \
    json_io_enum((io), (object), (key), &io_value_, (word), (count));          \
    (field) = (type)io_value_;                                                 \
  } while (0)

static void io_loc_fields(json_io *io, json_t *object, m2k_loc *loc) {
  json_io_text(io, object, "file", &loc->file, false);
  json_io_u32(io, object, "line", &loc->line);
  json_io_u32(io, object, "column", &loc->col);
  json_io_text(io, object, "function", &loc->function, false);
  if (io->writing && !loc->inlined_at)
    return;
  json_t *member = json_io_object(io, object, "inlined_at", false);
  if (!member)
    return;
  m2k_loc outer = {0};
  if (io->writing)
    outer = *loc->inlined_at;
  io_loc_fields(io, member, &outer);
  if (!io->writing) {
    m2k_loc *copy = M2K_NEW(io->arena, m2k_loc);
    *copy = outer;
    loc->inlined_at = copy;
  }
}

/* A place; one that is not known is absent. */
static void io_loc(json_io *io, json_t *object, const char *key, m2k_loc *loc) {
  if (io->writing && !loc->file && !loc->line)
    return;
  json_t *member = json_io_object(io, object, key, false);
  if (member)
    io_loc_fields(io, member, loc);
}

static void io_symbols(json_io *io, json_t *object, m2k_witness *witness) {
  json_t *array = json_io_array(io, object, "symbols", &witness->symbol_count);
  m2k_witness_symbol *symbols =
      M2K_NEW_N(io->arena, m2k_witness_symbol, witness->symbol_count);
  for (uint32_t i = 0; i < witness->symbol_count; i++) {
    if (io->writing)
      symbols[i] = witness->symbols[i];
    json_t *element = json_io_element(io, array, i);
    if (!element)
      return;
    json_io_text(io, element, "name", &symbols[i].name, true);
    json_io_i128(io, element, "value", &symbols[i].value);
    IO_ENUM(io, element, "who", symbols[i].who, m2k_who, who_word,
            M2K_WHO_KINDS);
  }
  witness->symbols = symbols;
}

static void io_witness(json_io *io, json_t *object, m2k_witness *witness) {
  io_symbols(io, object, witness);
  json_io_u32x3(io, object, "grid", witness->grid);
  json_io_u32x3(io, object, "block", witness->block);
  json_io_u32x3(io, object, "blockIdx", witness->block_idx);
  json_io_u32x3(io, object, "threadIdx", witness->thread_idx);
  json_io_u64(io, object, "shared_bytes", &witness->shared_bytes);
  json_io_u64(io, object, "device_bytes", &witness->device_bytes);
  json_io_text(io, object, "case", &witness->case_label, false);
  io_loc(io, object, "case_place", &witness->case_loc);
  io_loc(io, object, "launch_place", &witness->launch_loc);
}

static void io_notes(json_io *io, json_t *object, m2k_finding *finding) {
  json_t *array = json_io_array(io, object, "notes", &finding->note_count);
  m2k_note *notes = M2K_NEW_N(io->arena, m2k_note, finding->note_count);
  for (uint32_t i = 0; i < finding->note_count; i++) {
    if (io->writing)
      notes[i] = finding->notes[i];
    json_t *element = json_io_element(io, array, i);
    if (!element)
      return;
    json_io_text(io, element, "lead", &notes[i].lead, false);
    json_io_text(io, element, "text", &notes[i].text, true);
    io_loc(io, element, "place", &notes[i].loc);
  }
  finding->notes = notes;
}

static void io_numbers(json_io *io, json_t *object, m2k_finding *finding) {
  if (!io->writing)
    finding->has_numbers = json_object_get(object, "got") != NULL;
  if (!finding->has_numbers)
    return;
  json_io_i128(io, object, "got", &finding->got);
  json_io_i128(io, object, "expected", &finding->expected);
}

static void io_finding(json_io *io, json_t *object, m2k_finding *finding) {
  IO_ENUM(io, object, "check", finding->check, m2k_check_kind, check_word,
          M2K_CHECKS);
  IO_ENUM(io, object, "verdict", finding->verdict, m2k_verdict, verdict_word,
          M2K_VERDICTS);
  IO_ENUM(io, object, "status", finding->status, m2k_status, status_word,
          M2K_STATUSES);
  json_io_text(io, object, "kernel", &finding->kernel, false);
  json_io_text(io, object, "mangled", &finding->mangled, false);
  io_loc(io, object, "place", &finding->loc);
  json_io_text(io, object, "expression", &finding->expression, false);
  json_io_text(io, object, "problem", &finding->problem, true);
  json_io_text(io, object, "region", &finding->region, false);
  json_io_text(io, object, "region_shape", &finding->region_shape, false);
  IO_ENUM(io, object, "access", finding->access, m2k_access_kind, access_word,
          M2K_ACCESS_KINDS);
  json_io_u32(io, object, "access_bytes", &finding->access_bytes);
  io_loc(io, object, "access_place", &finding->access_loc);
  io_numbers(io, object, finding);
  json_io_text(io, object, "clause", &finding->clause, false);
  json_io_text(io, object, "reason", &finding->reason, false);
  io_notes(io, object, finding);
  json_io_u32(io, object, "instances", &finding->instance_count);
  json_io_u32(io, object, "cases", &finding->case_count);
  json_io_u32(io, object, "cases_total", &finding->case_total);
  if (io->writing && !finding->witness)
    return;
  json_t *member = json_io_object(io, object, "witness", false);
  if (!member)
    return;
  m2k_witness *witness = M2K_NEW(io->arena, m2k_witness);
  if (io->writing)
    *witness = *finding->witness;
  io_witness(io, member, witness);
  finding->witness = witness;
}

static void io_reasons(json_io *io, json_t *object, m2k_case_result *result) {
  uint32_t len = result->reasons.len;
  json_t *array = json_io_array(io, object, "reasons", &len);
  for (uint32_t i = 0; i < len; i++) {
    m2k_reason reason = {0};
    if (io->writing)
      reason = result->reasons.at[i];
    json_t *element = json_io_element(io, array, i);
    if (!element)
      return;
    IO_ENUM(io, element, "verdict", reason.verdict, m2k_verdict, verdict_word,
            M2K_VERDICTS);
    json_io_text(io, element, "code", &reason.code, true);
    json_io_text(io, element, "text", &reason.text, true);
    io_loc(io, element, "place", &reason.loc);
    json_io_u32(io, element, "count", &reason.count);
    if (!io->writing)
      M2K_REPORT_PUSH(io->arena, &result->reasons, reason);
  }
}

static void io_case(json_io *io, json_t *object, m2k_case_result *result) {
  json_io_text(io, object, "case", &result->label, true);
  io_loc(io, object, "place", &result->loc);
  IO_ENUM(io, object, "verdict", result->verdict, m2k_verdict, verdict_word,
          M2K_VERDICTS);
  json_t *counts = json_io_object(io, object, "accesses", true);
  for (unsigned v = 0; counts && v < M2K_VERDICTS; v++)
    json_io_u32(io, counts, verdict_word(v), &result->counts[v]);
  io_reasons(io, object, result);
}

static void io_cases(json_io *io, json_t *object, m2k_kernel_result *kernel) {
  uint32_t len = kernel->cases.len;
  json_t *array = json_io_array(io, object, "cases", &len);
  for (uint32_t i = 0; i < len; i++) {
    json_t *element = json_io_element(io, array, i);
    if (!element)
      return;
    if (!io->writing) {
      m2k_case_result *result = M2K_NEW(io->arena, m2k_case_result);
      result->decided = true;
      M2K_REPORT_PUSH(io->arena, &kernel->cases, result);
    }
    io_case(io, element, kernel->cases.at[i]);
  }
}

static void io_kernel(json_io *io, json_t *object, m2k_kernel_result *kernel) {
  json_io_text(io, object, "kernel", &kernel->name, true);
  json_io_text(io, object, "mangled", &kernel->mangled, true);
  io_loc(io, object, "place", &kernel->loc);
  IO_ENUM(io, object, "verdict", kernel->verdict, m2k_verdict, verdict_word,
          M2K_VERDICTS);
  json_io_u32(io, object, "accesses", &kernel->accesses);
  json_io_u32(io, object, "memory_instructions", &kernel->memory_instructions);
  io_cases(io, object, kernel);
}

static void io_findings(json_io *io, json_t *object, m2k_report *report) {
  uint32_t len = report->findings.len;
  json_t *array = json_io_array(io, object, "findings", &len);
  for (uint32_t i = 0; i < len && !io->failed; i++) {
    json_t *element = json_io_element(io, array, i);
    m2k_finding copy = {0};
    if (io->writing)
      copy = *report->findings.at[i];
    if (element)
      io_finding(io, element, &copy);
    if (!io->writing) {
      m2k_finding *finding = M2K_NEW(io->arena, m2k_finding);
      *finding = copy;
      M2K_REPORT_PUSH(io->arena, &report->findings, finding);
    }
  }
}

static void io_kernels(json_io *io, json_t *object, m2k_report *report) {
  uint32_t len = report->kernels.len;
  json_t *array = json_io_array(io, object, "kernels", &len);
  for (uint32_t i = 0; i < len && !io->failed; i++) {
    json_t *element = json_io_element(io, array, i);
    if (!io->writing)
      M2K_REPORT_PUSH(io->arena, &report->kernels,
                      M2K_NEW(io->arena, m2k_kernel_result));
    if (element)
      io_kernel(io, element, report->kernels.at[i]);
  }
}

static void io_remarks(json_io *io, json_t *object, m2k_report *report) {
  uint32_t len = report->remarks.len;
  json_t *array = json_io_array(io, object, "remarks", &len);
  for (uint32_t i = 0; i < len && !io->failed; i++) {
    json_t *element = json_io_element(io, array, i);
    m2k_remark remark = {0};
    if (io->writing)
      remark = report->remarks.at[i];
    if (!element)
      return;
    json_io_text(io, element, "text", &remark.text, true);
    io_loc(io, element, "place", &remark.loc);
    if (!io->writing)
      M2K_REPORT_PUSH(io->arena, &report->remarks, remark);
  }
}

static void io_report(json_io *io, json_t *object, m2k_report *report) {
  const char *format = format_name, *version = M2K_VERSION;
  json_io_text(io, object, "format", &format, true);
  if (strcmp(format, format_name) != 0)
    json_io_fail(io, "format", "m2k-report/1");
  json_io_text(io, object, "version", &version, true);
  json_io_text(io, object, "source", &report->source, false);
  json_io_text(io, object, "arch", &report->arch, false);
  IO_ENUM(io, object, "outcome", report->outcome, m2k_outcome, outcome_word,
          M2K_OUTCOMES);
  io_findings(io, object, report);
  io_kernels(io, object, report);
  io_remarks(io, object, report);
}

void m2k_report_to_json(const m2k_report *report, m2k_str *out) {
  /* Writing changes nothing in the report but needs a scratch arena. */
  m2k_arena *scratch = m2k_arena_new();
  json_io io = {.writing = true, .arena = scratch};
  m2k_report shallow = *report;
  json_t *root = json_object();
  io_report(&io, root, &shallow);
  char *text = json_dumps(root, JSON_INDENT(1));
  if (!text)
    m2k_bug("cannot write the report");
  m2k_str_addf(out, "%s\n", text);
  free(text);
  json_decref(root);
  m2k_arena_free(scratch);
}

m2k_report *m2k_report_from_json(m2k_arena *arena, const char *text, size_t len,
                                 m2k_str *why) {
  json_error_t error;
  json_t *root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
  if (!root) {
    m2k_str_addf(why, "line %d: %s", error.line, error.text);
    return NULL;
  }
  json_io io = {.writing = false, .arena = arena, .why = why};
  m2k_report *report = m2k_report_new(arena);
  if (json_is_object(root))
    io_report(&io, root, report);
  else
    json_io_fail(&io, "the report", "an object");
  json_decref(root);
  report->finished = true;
  return io.failed ? NULL : report;
}
