#include "passes/report/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static m2k_loc place(const char *file, uint32_t line, uint32_t col) {
  return (m2k_loc){.file = file, .line = line, .col = col};
}

static const m2k_witness_symbol symbols[] = {
    {"num_tokens", 1048577, M2K_WHO_USER},
    {"hidden_size", 4096, M2K_WHO_MODEL},
};

static m2k_witness sample_witness(void) {
  return (m2k_witness){
      .symbols = symbols,
      .symbol_count = 2,
      .grid = {1048577, 1, 1},
      .block = {1024, 1, 1},
      .block_idx = {1048576, 0, 0},
      .device_bytes = UINT64_C(16) << 30,
      .case_label = "llama",
      .case_loc = place("llama.m2k.h", 12, 1),
      .launch_loc = place("layernorm.cu", 155, 41),
  };
}

static m2k_finding sample_finding(const m2k_witness *witness,
                                  const m2k_note *note) {
  return (m2k_finding){
      .check = M2K_CHECK_INDEX_OVERFLOW,
      .verdict = M2K_VERDICT_BUG,
      .status = M2K_STATUS_CONFIRMED,
      .loc = place("layernorm.cu", 26, 34),
      .expression = "blockIdx.x * hidden_size",
      .problem = "overflows 32 bits: 4294967296 becomes 0",
      .region = "input",
      .region_shape = "f16[num_tokens, 4096]",
      .access = M2K_ACCESS_READ,
      .access_bytes = 2,
      .access_loc = place("layernorm.cu", 26, 28),
      .has_numbers = true,
      .got = 0,
      .expected = (m2k_i128)1 << 100,
      .notes = note,
      .note_count = 1,
      .witness = witness,
  };
}

/* One kernel with two instances, three cases each; the finding holds in two
 * cases of one and one of the other. */
static m2k_report *sample(m2k_arena *arena) {
  m2k_report *report = m2k_report_new(arena);
  report->source = "layernorm.cu";
  report->arch = "sm_90";
  m2k_witness witness = sample_witness();
  m2k_note note = {place("layernorm.cu", 26, 28),
                   "the access to 'input', f16[num_tokens, 4096], reads "
                   "element 0 instead of 4294967296",
                   NULL};
  m2k_finding finding = sample_finding(&witness, &note);
  static const char *const names[][2] = {{"rms_norm<float>", "_Zf"},
                                         {"rms_norm<half>", "_Zh"}};
  for (unsigned i = 0; i < 2; i++) {
    m2k_kernel_result *kernel = m2k_report_kernel(
        report, names[i][0], names[i][1], place("layernorm.cu", 14, 17));
    kernel->accesses = kernel->memory_instructions = 4;
    for (unsigned c = 0; c < 3; c++) {
      char label[16];
      snprintf(label, sizeof label, "case %u", c);
      m2k_case_result *result = m2k_report_case(
          report, kernel, label, place("llama.m2k.h", 12 + c, 1));
      result->decided = true;
      result->counts[M2K_VERDICT_SAFE] = 4;
      if (c < 1 + i) {
        result->counts[M2K_VERDICT_BUG] = 1;
        m2k_report_finding(report, kernel, result, &finding);
      }
    }
  }
  return report;
}

static void equal_findings_become_one(void **state) {
  (void)state;
  m2k_arena *arena = m2k_arena_new();
  m2k_report *report = sample(arena);
  m2k_report_finish(report);
  assert_int_equal(report->findings.len, 1);
  const m2k_finding *finding = report->findings.at[0];
  assert_int_equal(finding->instance_count, 2);
  assert_int_equal(finding->case_count, 3);
  assert_int_equal(finding->case_total, 6);
  assert_string_equal(finding->kernel, "rms_norm<float>");
  assert_int_equal(report->kernels.at[0]->verdict, M2K_VERDICT_BUG);
  assert_int_equal(report->kernels.at[0]->cases.at[2]->verdict,
                   M2K_VERDICT_SAFE);
  m2k_arena_free(arena);
}

static void the_smaller_witness_is_shown(void **state) {
  (void)state;
  m2k_arena *arena = m2k_arena_new();
  m2k_report *report = m2k_report_new(arena);
  m2k_kernel_result *kernel =
      m2k_report_kernel(report, "k", "_Zk", place("a.cu", 1, 1));
  m2k_witness witness = sample_witness();
  m2k_note note = {place("a.cu", 1, 1), "n", NULL};
  m2k_finding finding = sample_finding(&witness, &note);
  static const uint64_t sizes[] = {300, 100, 200};
  for (unsigned i = 0; i < 3; i++) {
    m2k_case_result *result =
        m2k_report_case(report, kernel, "c", place("a.cu", 2 + i, 1));
    witness.device_bytes = sizes[i];
    finding.status = i == 1 ? M2K_STATUS_NOT_REPLAYED : M2K_STATUS_CONFIRMED;
    m2k_report_finding(report, kernel, result, &finding);
  }
  m2k_report_finish(report);
  assert_int_equal(report->findings.len, 1);
  assert_int_equal(report->findings.at[0]->witness->device_bytes, 200);
  m2k_arena_free(arena);
}

static void a_note_about_arithmetic(void **state) {
  (void)state;
  m2k_arena *arena = m2k_arena_new();
  m2k_report *report = m2k_report_new(arena);
  m2k_witness witness = sample_witness();
  m2k_note note = {place("a.cu", 1, 1), "overflows", "on the way,"};
  m2k_finding finding = sample_finding(&witness, &note);
  m2k_report_finding(report, NULL, NULL, &finding);
  m2k_report_finish(report);
  m2k_str json = {0}, why = {0};
  m2k_report_to_json(report, &json);
  report = m2k_report_from_json(arena, m2k_str_text(&json), json.len, &why);
  assert_non_null(report);
  uint32_t count;
  const m2k_note *notes =
      m2k_finding_notes(report, report->findings.at[0], &count);
  assert_string_equal(notes[0].text, "on the way, this overflows");
  m2k_str_free(&json);
  m2k_arena_free(arena);
}

static void different_call_paths_stay_apart(void **state) {
  (void)state;
  m2k_arena *arena = m2k_arena_new();
  m2k_report *report = m2k_report_new(arena);
  m2k_witness witness = sample_witness();
  m2k_note note = {place("a.cu", 1, 1), "n", NULL};
  m2k_finding finding = sample_finding(&witness, &note);
  m2k_loc outer = place("a.cu", 30, 3), other = place("a.cu", 20, 3);
  finding.loc.inlined_at = &outer;
  m2k_report_finding(report, NULL, NULL, &finding);
  finding.loc.inlined_at = &other;
  m2k_report_finding(report, NULL, NULL, &finding);
  m2k_report_finding(report, NULL, NULL, &finding);
  m2k_report_finish(report);
  assert_int_equal(report->findings.len, 2);
  assert_int_equal(report->findings.at[0]->loc.inlined_at->line, 20);
  m2k_arena_free(arena);
}

static m2k_verdict verdict_of(bool decided, uint32_t safe, uint32_t unknown,
                              bool reason) {
  m2k_arena *arena = m2k_arena_new();
  m2k_report *report = m2k_report_new(arena);
  m2k_kernel_result *kernel =
      m2k_report_kernel(report, "k", "_Zk", place("a.cu", 1, 1));
  m2k_case_result *result =
      m2k_report_case(report, kernel, NULL, place("a.cu", 1, 1));
  result->decided = decided;
  result->counts[M2K_VERDICT_SAFE] = safe;
  result->counts[M2K_VERDICT_UNKNOWN] = unknown;
  if (reason)
    m2k_case_reason(report, result, M2K_VERDICT_UNKNOWN, "ptx", "a text",
                    place("a.cu", 1, 1));
  m2k_report_finish(report);
  m2k_verdict verdict = kernel->verdict;
  m2k_arena_free(arena);
  return verdict;
}

static void nothing_is_safe_by_silence(void **state) {
  (void)state;
  assert_int_equal(verdict_of(true, 3, 0, false), M2K_VERDICT_SAFE);
  assert_int_equal(verdict_of(true, 0, 0, false), M2K_VERDICT_SAFE);
  assert_int_equal(verdict_of(false, 3, 0, false), M2K_VERDICT_UNKNOWN);
  assert_int_equal(verdict_of(true, 3, 1, false), M2K_VERDICT_UNKNOWN);
  assert_int_equal(verdict_of(true, 3, 0, true), M2K_VERDICT_UNKNOWN);
  m2k_arena *arena = m2k_arena_new();
  m2k_report *report = m2k_report_new(arena);
  m2k_kernel_result *kernel =
      m2k_report_kernel(report, "k", "_Zk", place("a.cu", 1, 1));
  m2k_report_finish(report);
  assert_int_equal(kernel->verdict, M2K_VERDICT_UNKNOWN);
  m2k_arena_free(arena);
}

static void reasons_count_instructions(void **state) {
  (void)state;
  m2k_arena *arena = m2k_arena_new();
  m2k_report *report = m2k_report_new(arena);
  m2k_kernel_result *kernel =
      m2k_report_kernel(report, "k", "_Zk", place("a.cu", 1, 1));
  m2k_case_result *result =
      m2k_report_case(report, kernel, NULL, place("a.cu", 1, 1));
  static const uint32_t insts[] = {40, 7, 40, 7, 8};
  for (unsigned i = 0; i < 5; i++)
    m2k_inst_reason(report, result, M2K_VERDICT_UNKNOWN, "ptx", "a text",
                    place("a.cu", 1 + i, 1), insts[i]);
  for (unsigned i = 0; i < 2; i++)
    m2k_case_reason(report, result, M2K_VERDICT_UNKNOWN, "solver", "a text",
                    place("a.cu", 1, 1));
  assert_int_equal(result->reasons.len, 2);
  assert_int_equal(result->reasons.at[0].count, 3);
  assert_int_equal(result->reasons.at[0].loc.line, 1);
  assert_int_equal(result->reasons.at[1].count, 1);
  m2k_arena_free(arena);
}

static void prints_as_designed(void **state) {
  (void)state;
  m2k_arena *arena = m2k_arena_new();
  m2k_report *report = sample(arena);
  m2k_report_remark(report, place("layernorm.cu", 3, 1), "left out 'f'");
  m2k_report_remark(report, place("layernorm.cu", 3, 1), "left out 'f'");
  m2k_report_finish(report);
  m2k_str out = {0};
  m2k_report_print(report, &out);
  assert_string_equal(
      m2k_str_text(&out),
      "layernorm.cu:26:34: bug: 'blockIdx.x * hidden_size' overflows 32 bits: "
      "4294967296 becomes 0 [m2k-index-overflow] (confirmed)\n"
      "  in rms_norm<float>\n"
      "  read of 2 bytes in 'input', f16[num_tokens, 4096]\n"
      "  layernorm.cu:26:28: note: the access to 'input', f16[num_tokens, "
      "4096], reads element 0 instead of 4294967296\n"
      "  layernorm.cu:155:41: note: launched here with grid = (1048577, 1, 1), "
      "block = (1024, 1, 1); in blockIdx = (1048576, 0, 0), threadIdx = "
      "(0, 0, 0)\n"
      "  llama.m2k.h:12:1: note: for num_tokens = 1048577 (user), hidden_size "
      "= 4096 (model); needs 16.0 GiB of device memory; case 'llama'\n"
      "  layernorm.cu:26:34: note: for 3 of 6 cases of 2 instances of the "
      "kernel\n"
      "layernorm.cu:14:17: rms_norm<float>: bug, 4 accesses from 4 memory "
      "instructions\n"
      "  case 'case 0': bug: 4 safe, 1 bug\n"
      "  case 'case 1': safe: 4 safe\n"
      "  case 'case 2': safe: 4 safe\n"
      "layernorm.cu:14:17: rms_norm<half>: bug, 4 accesses from 4 memory "
      "instructions\n"
      "  case 'case 0': bug: 4 safe, 1 bug\n"
      "  case 'case 1': bug: 4 safe, 1 bug\n"
      "  case 'case 2': safe: 4 safe\n"
      "layernorm.cu:3:1: remark: left out 'f'\n");
  m2k_str_free(&out);
  m2k_arena_free(arena);
}

static void json_comes_back_the_same(void **state) {
  (void)state;
  m2k_arena *arena = m2k_arena_new();
  m2k_report *report = sample(arena);
  report->outcome = M2K_OUTCOME_OUT_OF_TIME;
  m2k_report_remark(report, place("b\xff.cu", 3, 1), "bytes that are no UTF-8");
  m2k_case_reason(report, report->kernels.at[0]->cases.at[0],
                  M2K_VERDICT_CONDITIONAL, "c", "n <= m", place("a.cu", 1, 1));
  m2k_report_finish(report);
  m2k_str first = {0}, second = {0}, why = {0};
  m2k_report_to_json(report, &first);
  m2k_report *back = m2k_report_from_json(arena, first.at, first.len, &why);
  assert_non_null(back);
  m2k_report_to_json(back, &second);
  assert_string_equal(m2k_str_text(&first), m2k_str_text(&second));
  assert_true(back->findings.at[0]->expected == (m2k_i128)1 << 100);
  m2k_str_clear(&second);
  m2k_str_clear(&first);
  m2k_report_print(report, &first);
  m2k_report_print(back, &second);
  /* The unreadable byte was replaced; everything else is as it was. */
  assert_int_equal(first.len, second.len);
  m2k_str_free(&first);
  m2k_str_free(&second);
  m2k_str_free(&why);
  m2k_arena_free(arena);
}

static void bad_json_is_refused(void **state) {
  (void)state;
  static const char *const texts[] = {
      "",
      "[]",
      "{}",
      "{\"format\": \"m2k-report/1\"}",
      "{\"format\": \"m2k-report/2\", \"version\": \"0\", \"outcome\": "
      "\"complete\", \"findings\": [], \"kernels\": [], \"remarks\": []}",
      "{\"format\": \"m2k-report/1\", \"version\": \"0\", \"outcome\": "
      "\"fine\", \"findings\": [], \"kernels\": [], \"remarks\": []}",
      "{\"format\": \"m2k-report/1\", \"version\": \"0\", \"outcome\": "
      "\"complete\", \"findings\": [{}], \"kernels\": [], \"remarks\": []}",
      "{\"format\": \"m2k-report/1\", \"version\": \"0\", \"outcome\": "
      "\"complete\", \"findings\": [], \"kernels\": [1], \"remarks\": []}",
  };
  m2k_arena *arena = m2k_arena_new();
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    m2k_str why = {0};
    assert_null(m2k_report_from_json(arena, texts[i], strlen(texts[i]), &why));
    assert_true(why.len > 0);
    m2k_str_free(&why);
  }
  m2k_arena_free(arena);
}

static void sizes_read_well(void **state) {
  (void)state;
  m2k_arena *arena = m2k_arena_new();
  assert_string_equal(m2k_bytes_text(arena, 1), "1 byte");
  assert_string_equal(m2k_bytes_text(arena, 512), "512 bytes");
  assert_string_equal(m2k_bytes_text(arena, 1536), "1.5 KiB");
  assert_string_equal(m2k_bytes_text(arena, UINT64_C(192) << 30), "192.0 GiB");
  m2k_arena_free(arena);
}

/* With an argument: writes the sample for the test of the schema. */
int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--sample") == 0) {
    m2k_arena *arena = m2k_arena_new();
    m2k_report *report = sample(arena);
    m2k_report_remark(report, place("a.cu", 3, 1), "a remark");
    m2k_case_reason(report, report->kernels.at[0]->cases.at[0],
                    M2K_VERDICT_UNKNOWN, "c", "why", place("a.cu", 1, 1));
    m2k_report_finish(report);
    m2k_str out = {0};
    m2k_report_to_json(report, &out);
    fputs(m2k_str_text(&out), stdout);
    m2k_str_free(&out);
    m2k_arena_free(arena);
    return 0;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_findings_become_one),
      cmocka_unit_test(the_smaller_witness_is_shown),
      cmocka_unit_test(a_note_about_arithmetic),
      cmocka_unit_test(different_call_paths_stay_apart),
      cmocka_unit_test(nothing_is_safe_by_silence),
      cmocka_unit_test(reasons_count_instructions),
      cmocka_unit_test(prints_as_designed),
      cmocka_unit_test(json_comes_back_the_same),
      cmocka_unit_test(bad_json_is_refused),
      cmocka_unit_test(sizes_read_well),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
