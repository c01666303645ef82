/* Calls, warp primitives, assembly; what cannot be executed at all. */
#include "summary.h"

#define LANES                                                                  \
  "declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)\n"            \
  "declare float @llvm.nvvm.shfl.sync.down.f32(i32, float, i32, i32)\n"        \
  "declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)\n"                         \
  "declare i1 @llvm.nvvm.vote.any.sync(i32, i1)\n"                             \
  "declare i32 @llvm.nvvm.read.ptx.sreg.laneid()\n"                            \
  "declare i32 @llvm.nvvm.read.ptx.sreg.warpid()\n"                            \
  "declare i32 @llvm.nvvm.read.ptx.sreg.warpsize()\n"                          \
  "declare i32 @llvm.nvvm.read.ptx.sreg.smid()\n"
#define AT(v) "  %w = sext i32 " v " to i64\n" PUT

/* Another lane's thread index, some function of it, a constant. */
static void shuffles(void **state) {
  (void)state;
  test_sum t;
#define SHUFFLED(v)                                                            \
  KERNEL("ptr %a, i32 %n",                                                     \
         TID NTID "  %y = and i32 %t, 7\n  %v = call i32 "                     \
                  "@llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 " v               \
                  ", i32 16, i32 31)\n" AT("%v"))                              \
  LANES
  sum_open(&t, SHUFFLED("%y"));
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 0, 0, 7));
  sum_lines(&t, "!ledger\n");
  sum_close(&t);
  sum_open(&t, SHUFFLED("%t"));
  const m2k_event *ev = sum_event(&t, M2K_EVENT_WRITE, 0);
  assert_true(m2k_query_proves(
      t.query, ev->path,
      m2k_lt(t.bank, ev->machine, t.sum->sregs[M2K_CALL_NTID_X])));
  /* it need not be the own one */
  m2k_term terms[2] = {
      ev->path, m2k_ne(t.bank, ev->machine, t.sum->sregs[M2K_CALL_TID_X])};
  assert_int_not_equal(m2k_query_ask(t.query, terms, 2, NULL), M2K_UNSAT);
  sum_close(&t);
  summary(SHUFFLED("%n"), "write a [n] size 1 if true$\n!ledger\n");
  summary(SHUFFLED("12"), "write a [12] size 1 if true$\n!ledger\n");
  /* floats are opaque, and nothing is lost by it */
  summary(KERNEL("ptr %a, float %f",
                 "  %v = call float @llvm.nvvm.shfl.sync.down.f32(i32 -1, "
                 "float %f, i32 16, i32 31)\n  store float %v, ptr %a\n"
                 "  ret void\n") LANES,
          "write a [0] size 4 if true$\n!ledger\n");
}

static void votes(void **state) {
  (void)state;
  summary(
      KERNEL("ptr %a, i32 %n",
             "  %q = icmp sgt i32 %n, 3\n"
             "  %v = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %q)\n" AT(
                 "%v")) LANES,
      "ledger: value of another lane of the warp: "
      "llvm.nvvm.vote.ballot.sync$");
  /* a condition that any lane decides can be either */
  test_sum t;
  sum_open(&t, KERNEL("ptr %a, i32 %n",
                      "  %q = icmp sgt i32 %n, 3\n"
                      "  %v = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %q)\n"
                      "  %s = select i1 %v, i32 5, i32 6\n" AT("%s")) LANES);
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 0, 5));
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 0, 6));
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 0, 5, 6));
  sum_close(&t);
}

static void registers(void **state) {
  (void)state;
  test_sum t;
  sum_open(&t, KERNEL("ptr %a",
                      "  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()\n"
                      "  %x = call i32 @llvm.nvvm.read.ptx.sreg.warpid()\n"
                      "  %y = call i32 @llvm.nvvm.read.ptx.sreg.warpsize()\n"
                      "  %z = mul i32 %x, %y\n  %v = add i32 %z, %l\n" AT("%v"))
                   LANES);
  /* the linear thread index */
  sum_lines(&t, "!ledger\n");
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 0, 1023));
  sum_close(&t);
  summary(KERNEL("ptr %a", "  %v = call i32 "
                           "@llvm.nvvm.read.ptx.sreg.smid()\n" AT("%v")) LANES,
          "ledger: clock or hardware identifier: "
          "llvm.nvvm.read.ptx.sreg.smid$");
}

static void unknown_functions(void **state) {
  (void)state;
  summary(KERNEL("ptr %a, i32 %n", "  %v = call i32 @f(i32 %n)\n" AT(
                                       "%v")) "declare i32 @f(i32)\n",
          "write a [lost] size 1 if true$\n"
          "ledger: call of a function without a body: f$");
  summary(KERNEL("ptr %a, i32 %n", "  %q = icmp sgt i32 %n, 3\n"
                                   "  br i1 %q, label %x, label %y\n"
                                   "x:\n  call void @g(ptr %a)\n  br label %y\n"
                                   "y:\n  ret void\n") "declare void @g(ptr)\n",
          "unknown [0] size 0 if 4 <= n (call of a function without a body)$\n"
          "ledger: call of a function without a body: g$");
  /* a pointer result leads nowhere */
  summary(KERNEL("i32 %n",
                 "  %p = call ptr @h(i32 %n)\n"
                 "  store i32 1, ptr %p\n  ret void\n") "declare ptr @h(i32)\n",
          "unknown [0] size 0 if true");
  /* math functions are functions: equal operands, equal results */
  summary(KERNEL("ptr %a, float %f",
                 "  %x = call float @__nv_expf(float %f)\n"
                 "  %y = call float @__nv_expf(float %f)\n"
                 "  %q = fcmp olt float %x, %y\n"
                 "  %i = bitcast float %x to i32\n"
                 "  %j = bitcast float %y to i32\n  %v = sub i32 %i, %j\n" AT(
                     "%v")) "declare float @__nv_expf(float)\n",
          "write a [0] size 1 if true$\n!ledger\n");
}

static void assembly(void **state) {
  (void)state;
  summary(KERNEL("ptr %a, i32 %n",
                 "  %v = call i32 asm \"lop3.b32 $0, $1, $1, $1, 0x80;\", "
                 "\"=r,r\"(i32 %n)\n  store i32 %v, ptr %a\n  ret void\n"),
          "write a [0] size 4 if true$\n!unknown\n");
  summary(KERNEL("ptr %a, i32 %n",
                 "  call void asm sideeffect \"st.global.u32 [$0], $1;\", "
                 "\"l,r,~{memory}\"(ptr %a, i32 %n)\n  ret void\n"),
          "unknown [0] size 0 if true (inline assembly that touches memory)$\n"
          "ledger: inline assembly that touches memory");
}

/* Without a memory operand the result is anything, which needs no entry: a
 * proof holds for all values. */
static void assembly_result(void **state) {
  (void)state;
  test_sum t;
  sum_open(&t, KERNEL("ptr %a, i32 %n",
                      "  %v = call i32 asm \"lop3.b32 $0, $1, $1, $1, 0x80;\", "
                      "\"=r,r\"(i32 %n)\n" AT("%v")));
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 0, 77));
  sum_lines(&t, "!ledger\n");
  sum_close(&t);
}

/* PTX ISA, bar.sync: others' stores are seen behind it. */
static void assembly_barrier(void **state) {
  (void)state;
  test_sum t;
  sum_open(&t, "@s = internal addrspace(3) global [64 x i32] undef\n" KERNEL(
                   "ptr %a, i32 %n",
                   TID "  store i32 %t, ptr addrspacecast (ptr addrspace(3) @s "
                       "to ptr)\n"
                       "  call void asm sideeffect \"bar.sync 0;\", "
                       "\"~{memory}\"()\n"
                       "  %u = load i32, ptr addrspacecast (ptr addrspace(3) "
                       "@s to ptr)\n  %v = sub i32 %u, %t\n" AT("%v")));
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 1, 5));
  sum_close(&t);
}

static void floats_to_integers(void **state) {
  (void)state;
  summary(KERNEL("ptr %a, float %f",
                 "  %v = call i32 @__nv_float2int_rn(float %f)\n" AT(
                     "%v")) "declare i32 @__nv_float2int_rn(float)\n",
          "ledger: integer made from a float: __nv_float2int_rn$");
  /* bits of a float, cut to a few: bounded */
  test_sum t;
  sum_open(&t, KERNEL("ptr %a, float %f", "  %v = bitcast float %f to i32\n"
                                          "  %u = and i32 %v, 255\n" AT("%u")));
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 0, 0, 255));
  sum_close(&t);
}

static void pointers_from_memory(void **state) {
  (void)state;
  summary(KERNEL("ptr %a, i32 %n",
                 "  %q = getelementptr ptr, ptr %a, i32 %n\n"
                 "  %p = load ptr, ptr %q\n  store i32 1, ptr %p\n"
                 "  ret void\n"),
          "read a [8*n] size 8 if true$\n"
          "unknown [0] size 0 if true (pointer that was loaded from memory)$");
}

/* ---- no summary ---- */

static void irreducible(void **state) {
  (void)state;
  summary(KERNEL("ptr %a, i1 %q", "  br i1 %q, label %x, label %y\n"
                                  "x:\n  store i32 1, ptr %a\n  br label %y\n"
                                  "y:\n  br i1 %q, label %x, label %z\n"
                                  "z:\n  ret void\n"),
          "not executed: control flow that is no nest of loops$");
}

static void too_many_events(void **state) {
  (void)state;
  test_sum t;
  sum_open(&t, KERNEL("ptr %a, i1 %q", "  store i32 1, ptr %a\n"
                                       "  store i32 2, ptr %a\n"
                                       "  br i1 %q, label %x, label %y\n"
                                       "x:\n  store i32 3, ptr %a\n"
                                       "  br label %y\ny:\n  ret void\n"));
  m2k_bank *bank = m2k_bank_new();
  m2k_summary *s =
      m2k_summarise(t.ir.arena, bank, t.sum->fn,
                    &(m2k_sym_options){.max_events = 1, .session = t.session});
  assert_string_equal(s->failure, "more accesses than the limit");
  m2k_summary_free(s);
  m2k_bank_free(bank);
  assert_null(t.sum->failure);
  sum_close(&t);
}

/* The same kernel twice gives the same text. */
static void determinism(void **state) {
  (void)state;
  const char *ir =
      KERNEL("ptr %a, i32 %n", TID NTID
             "  br label %h\nh:\n  %i = phi i32 [ %t, %entry ], [ %j, %b ]\n"
             "  %s = phi i32 [ 64, %entry ], [ %s1, %b ]\n"
             "  %q = icmp slt i32 %i, %n\n  br i1 %q, label %b, label %x\n"
             "b:\n  %p = getelementptr i32, ptr %a, i32 %i\n"
             "  store i32 %s, ptr %p\n  %s1 = ashr i32 %s, 1\n"
             "  %j = add i32 %i, %nt\n  br label %h\n"
             "x:\n  %p2 = getelementptr i32, ptr %a, i32 %s\n"
             "  store i32 %s, ptr %p2\n  ret void\n");
  test_sum one, two;
  sum_open(&one, ir);
  sum_open(&two, ir);
  assert_string_equal(m2k_str_text(&one.text), m2k_str_text(&two.text));
  sum_close(&one);
  sum_close(&two);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shuffles),
      cmocka_unit_test(votes),
      cmocka_unit_test(registers),
      cmocka_unit_test(unknown_functions),
      cmocka_unit_test(assembly),
      cmocka_unit_test(assembly_result),
      cmocka_unit_test(assembly_barrier),
      cmocka_unit_test(floats_to_integers),
      cmocka_unit_test(pointers_from_memory),
      cmocka_unit_test(irreducible),
      cmocka_unit_test(too_many_events),
      cmocka_unit_test(determinism),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
