/* One small kernel, one case: the verdict and why. */
#include "pipeline.h"

static void verdict(const char *ir, const char *clauses, m2k_verdict want,
                    const char *code) {
  test_pipeline t;
  pipeline_open(&t, ir, clauses);
  m2k_verdict got = pipeline_verdict(&t);
  if (got != want)
    pipeline_fail(&t,
                  m2k_printf(t.ir.arena, "%s, not %s,", m2k_verdict_word(got),
                             m2k_verdict_word(want)));
  if (code && strcmp(pipeline_reason(&t)->code, code) != 0)
    pipeline_fail(&t, m2k_printf(t.ir.arena, "reason '%s', not '%s',",
                                 pipeline_reason(&t)->code, code));
  pipeline_close(&t);
}

#define ONE "launch(grid = [1], block = [1])"
#define ROWS                                                                   \
  "user(r in 1..1000000), scalar(n = r), "                                     \
  "launch(grid = [ceildiv(r, 256)], block = [256])"

static void safe(void **state) {
  (void)state;
  const m2k_verdict v = M2K_VERDICT_SAFE;
  verdict(KERNEL(GLOBAL_INDEX GUARDED("%g")), ROWS ", tensor(a, f32, [r])", v,
          NULL);
  /* a row of d per block, strided by threads */
  verdict(
      KERNEL(TID NTID CTA
             "  br label %h\nh:\n  %i = phi i32 [ %t, %entry ], [ %j, %x ]\n"
             "  %q = icmp slt i32 %i, %n\n  br i1 %q, label %x, label %y\n"
             "x:\n  %r = mul i32 %c, %n\n  %v = add i32 %r, %i\n" STORE(
                 "%v") "  %j = add i32 %i, %nt\n  br label %h\n"
                       "y:\n  ret void\n"),
      "user(r in 1..65536), fixed(d in {4096, 8192}), scalar(n = d), "
      "tensor(a, f32, [r, d]), launch(grid = [r], block = [min(d, 1024)])",
      v, NULL);
  /* contents bounded by the interface */
  verdict(
      KERNEL("  %v = load volatile i32, ptr %b\n" STORE("%v") "  ret void\n"),
      "user(r in 1..100), tensor(a, f32, [r]), "
      "tensor(b, i32, [1] values in 0..r-1), " ONE,
      v, NULL);
  /* nothing is accessed */
  verdict(KERNEL("  ret void\n"), ONE, v, NULL);
  /* through shared memory, other threads' values */
  verdict("@s = internal addrspace(3) global [256 x i32] undef\n" KERNEL(
              TID
              "  %e = getelementptr i32, ptr addrspacecast (ptr "
              "addrspace(3) @s to ptr), i32 %t\n"
              "  store volatile i32 %t, ptr %e\n" BARRIER
              "  %o = sub i32 255, %t\n"
              "  %e2 = getelementptr i32, ptr addrspacecast (ptr "
              "addrspace(3) @s to ptr), i32 %o\n"
              "  %v = load volatile i32, ptr %e2\n" STORE("%v") "  ret void\n"),
          "tensor(a, f32, [256]), launch(grid = [1], block = [256])", v, NULL);
}

static void unreachable(void **state) {
  (void)state;
  const char *ir = KERNEL("  br i1 %f, label %x, label %y\nx:\n" STORE(
      "%n") "  br label %y\ny:\n  ret void\n");
  verdict(ir, "scalar(f = false), scalar(n = 5), tensor(a, f32, [1]), " ONE,
          M2K_VERDICT_UNREACHABLE, NULL);
  verdict(ir, "scalar(f = true), scalar(n = 0), tensor(a, f32, [1]), " ONE,
          M2K_VERDICT_SAFE, NULL);
  verdict(ir, "scalar(f = true), scalar(n = 1), tensor(a, f32, [1]), " ONE,
          M2K_VERDICT_BUG, "out-of-bounds");
}

/* p < n: behind the end for the last thread, with the least numbers. */
static void out_of_bounds(void **state) {
  (void)state;
  test_pipeline t;
  pipeline_open(&t,
                KERNEL(GLOBAL_INDEX
                       "  %q = icmp sle i32 %g, %n\n"
                       "  br i1 %q, label %x, label %y\nx:\n" STORE(
                           "%g") "  br label %y\ny:\n  ret void\n"),
                ROWS ", tensor(a, f32, [r])");
  assert_int_equal(pipeline_verdict(&t), M2K_VERDICT_BUG);
  assert_int_equal(t.report->findings.len, 1);
  const m2k_finding *f = pipeline_finding(&t, 0);
  assert_int_equal(f->check, M2K_CHECK_OUT_OF_BOUNDS);
  assert_int_equal(f->status, M2K_STATUS_CONFIRMED);
  assert_int_equal(f->access, M2K_ACCESS_WRITE);
  assert_int_equal(f->access_bytes, 4);
  assert_string_equal(f->region, "a");
  assert_string_equal(f->region_shape, "f32[r]");
  assert_int_equal(pipeline_symbol(f, "r"), 1);
  assert_int_equal(f->witness->thread_idx[0], 1);
  assert_int_equal(f->witness->block_idx[0], 0);
  assert_int_equal(f->witness->grid[0], 1);
  assert_int_equal(f->witness->block[0], 256);
  assert_int_equal(f->witness->device_bytes, 4);
  assert_int_equal((long long)f->got, 4);
  assert_int_equal((long long)f->expected, 4);
  pipeline_close(&t);
}

/* blockIdx * 4096 in 32 bits: from block 2^20 on, 2^32. */
static void index_overflow(void **state) {
  (void)state;
  test_pipeline t;
  const char *ir = KERNEL(CTA "  %r = mul i32 %c, 4096\n"
                              "  %w = zext i32 %r to i64\n"
                              "  %p = getelementptr i32, ptr %a, i64 %w\n"
                              "  store volatile i32 0, ptr %p\n  ret void\n");
  pipeline_open(&t, ir,
                "user(r in 1..16777216), tensor(a, f32, [r, 4096]), "
                "launch(grid = [r], block = [1])");
  assert_int_equal(pipeline_verdict(&t), M2K_VERDICT_BUG);
  const m2k_finding *f = pipeline_finding(&t, 0);
  assert_int_equal(f->check, M2K_CHECK_INDEX_OVERFLOW);
  assert_int_equal(pipeline_symbol(f, "r"), 1048577);
  assert_int_equal(f->witness->block_idx[0], 1048576);
  assert_int_equal((long long)f->expected, 4294967296);
  assert_int_equal((long long)f->got, 0);
  assert_string_equal(f->problem, "overflows 32 bits: 4294967296 becomes 0");
  pipeline_close(&t);
  verdict(ir,
          "user(r in 1..1048576), tensor(a, f32, [r, 4096]), "
          "launch(grid = [r], block = [1])",
          M2K_VERDICT_SAFE, NULL);
  /* a tensor of 2^32 elements does not fit the device */
  test_pipeline small;
  const char *const cases[] = {
      "user(r in 1..16777216), tensor(a, f32, [r, 4096]), "
      "launch(grid = [r], block = [1])",
      NULL};
  pipeline_open_with(&small, ir, "k", NULL, cases, "device-memory=8G");
  assert_int_equal(pipeline_verdict(&small), M2K_VERDICT_SAFE);
  pipeline_close(&small);
}

static void absent_tensor(void **state) {
  (void)state;
  const char *ir = KERNEL("  %z = icmp eq ptr %b, null\n"
                          "  br i1 %z, label %y, label %x\n"
                          "x:\n  %v = load volatile i32, ptr %b\n"
                          "  br label %y\ny:\n  ret void\n");
  verdict(ir, "tensor(b, absent), " ONE, M2K_VERDICT_UNREACHABLE, NULL);
  verdict(ir, "tensor(b, f32, [1]), " ONE, M2K_VERDICT_SAFE, NULL);
  verdict(KERNEL("  %v = load volatile i32, ptr %b\n  ret void\n"),
          "tensor(b, absent), " ONE, M2K_VERDICT_BUG, "null");
}

static void conditional(void **state) {
  (void)state;
  const m2k_verdict v = M2K_VERDICT_CONDITIONAL;
  /* the size of a is nowhere stated */
  verdict(KERNEL(GLOBAL_INDEX GUARDED("%g")), ROWS, v, "unstated");
  /* n is nowhere stated */
  verdict(KERNEL(GLOBAL_INDEX GUARDED("%g")),
          "user(r in 1..1000), tensor(a, f32, [r]), "
          "launch(grid = [ceildiv(r, 256)], block = [256])",
          v, "unstated");
  /* contents that nothing bounds */
  verdict(
      KERNEL("  %v = load volatile i32, ptr %b\n" STORE("%v") "  ret void\n"),
      "user(r in 1..100), tensor(a, f32, [r]), tensor(b, i32, [1]), " ONE, v,
      "values");
  /* no interface at all */
  test_pipeline t;
  pipeline_open(&t, KERNEL(GLOBAL_INDEX GUARDED("%g")), NULL);
  assert_int_equal(pipeline_verdict(&t), v);
  assert_string_equal(pipeline_reason(&t)->code, "unstated");
  assert_string_equal(t.report->kernels.at[0]->cases.at[0]->label, "");
  assert_int_equal(pipeline_finding(&t, 0)->check, M2K_CHECK_PRECONDITION);
  pipeline_close(&t);
}

/* Bounds that are wrong whatever is passed need no promise. */
static void bug_without_an_interface(void **state) {
  (void)state;
  test_pipeline t;
  pipeline_open(&t,
                "@s = internal addrspace(3) global [32 x i32] undef\n" KERNEL(
                    TID "  %e = getelementptr i32, ptr addrspacecast (ptr "
                        "addrspace(3) @s to ptr), i32 %t\n"
                        "  store volatile i32 %t, ptr %e\n  ret void\n"),
                "launch(grid = [1], block = [33])");
  assert_int_equal(pipeline_verdict(&t), M2K_VERDICT_BUG);
  const m2k_finding *f = pipeline_finding(&t, 0);
  assert_string_equal(f->region, "s");
  assert_int_equal(f->witness->thread_idx[0], 32);
  pipeline_close(&t);
}

static void unknown(void **state) {
  (void)state;
  const m2k_verdict v = M2K_VERDICT_UNKNOWN;
  verdict(KERNEL("  call void asm sideeffect \"st.global.u32 [$0], 1;\", "
                 "\"l,~{memory}\"(ptr %a)\n  ret void\n"),
          "tensor(a, f32, [1]), " ONE, v, "ledger");
  verdict(
      KERNEL("  call void @g(ptr %a)\n  ret void\n") "declare void @g(ptr)\n",
      "tensor(a, f32, [1]), " ONE, v, "ledger");
  /* an index out of a function without a body: found, not replayed */
  verdict(KERNEL("  %v = call i32 @h(i32 %n)\n" STORE(
              "%v") "  ret void\n") "declare i32 @h(i32)\n",
          "tensor(a, f32, [1]), scalar(n = 1), " ONE, v, "ledger");
  verdict(KERNEL("  %u = load volatile ptr, ptr %b\n"
                 "  store volatile i32 1, ptr %u\n  ret void\n"),
          "tensor(a, f32, [1]), tensor(b, any, [2]), " ONE, v, "ledger");
}

/* Several accesses: each is counted under its own verdict. */
static void counts(void **state) {
  (void)state;
  test_pipeline t;
  pipeline_open(&t,
                KERNEL("  store volatile i32 0, ptr %a\n" /* safe */
                       "  %p1 = getelementptr i32, ptr %a, i64 1\n"
                       "  store volatile i32 0, ptr %p1\n"  /* bug */
                       "  %v = load volatile i32, ptr %b\n" /* conditional */
                       "  br i1 %f, label %x, label %y\n"
                       "x:\n  store volatile i32 0, ptr %a\n"
                       "  br label %y\n" /* unreachable */
                       "y:\n  ret void\n"),
                "tensor(a, f32, [1]), scalar(f = false), " ONE);
  assert_int_equal(pipeline_verdict(&t), M2K_VERDICT_BUG);
  const m2k_case_result *c = t.report->kernels.at[0]->cases.at[0];
  assert_int_equal(c->counts[M2K_VERDICT_SAFE], 1);
  assert_int_equal(c->counts[M2K_VERDICT_BUG], 1);
  assert_int_equal(c->counts[M2K_VERDICT_UNREACHABLE], 1);
  assert_int_equal(t.report->kernels.at[0]->memory_instructions, 4);
  pipeline_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(safe),
      cmocka_unit_test(unreachable),
      cmocka_unit_test(out_of_bounds),
      cmocka_unit_test(index_overflow),
      cmocka_unit_test(absent_tensor),
      cmocka_unit_test(conditional),
      cmocka_unit_test(bug_without_an_interface),
      cmocka_unit_test(unknown),
      cmocka_unit_test(counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
