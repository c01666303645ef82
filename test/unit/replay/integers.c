/*
 * Each integer operation on machine and exact values. A row computes a byte
 * offset from two arguments and stores one byte there, in a region of 100
 * bytes: the fault's offsets are the two values of the offset.
 */
#include "test/unit/replay/common.h"

typedef struct row {
  const char *body; /* defines i64 %o from i32 %x, i32 %y, i64 %z */
  uint64_t x, y, z;
  long long machine, exact; /* 0 and 0 mean: no fault */
  const char *blamed;       /* name of the wrapped instruction, or null */
  long long wrapped_machine, wrapped_exact;
} row;

static const row rows[] = {
    /* within range: both are equal */
    {"%o = add i64 %z, 200", 0, 0, 5, 205, 205, NULL, 0, 0},
    {"%o = sub i64 %z, 200", 0, 0, 5, -195, -195, NULL, 0, 0},
    {"%o = add i64 %z, 1", 0, 0, 5, 0, 0, NULL, 0, 0},
    /* products */
    {"%m = mul i32 %x, %y\n%o = sext i32 %m to i64", 50000, 60000, 0,
     -1294967296, 3000000000, "m", -1294967296, 3000000000},
    {"%m = mul i32 %x, %y\n%o = zext i32 %m to i64", 50000, 60000, 0,
     3000000000, 3000000000, NULL, 0, 0},
    {"%m = mul i32 %x, %y\n%o = zext i32 %m to i64", 65536, 65537, 0, 65536,
     4295032832, "m", 65536, 4295032832},
    {"%m = mul i32 %x, %y\n%s = add i32 %m, 7\n%o = zext i32 %s to i64", 65536,
     65537, 0, 65543, 4295032839, "m", 65536, 4295032832},
    {"%m = mul i32 %x, %y\n%s = add i32 %m, -1\n%o = zext i32 %s to i64", 65535,
     65535, 0, 4294836224, 4294836224, NULL, 0, 0},
    {"%s = add i32 %x, %y\n%o = sext i32 %s to i64", 2147483647, 10, 0,
     -2147483639, 2147483657, "s", -2147483639, 2147483657},
    {"%s = sub i32 %x, %y\n%o = zext i32 %s to i64", 3, 5, 0, 4294967294, -2,
     "s", 4294967294, -2},
    {"%s = shl i32 %x, 20\n%o = sext i32 %s to i64", 5000, 0, 0, 947912704,
     5242880000, "s", 947912704, 5242880000},
    /* comes back into range: harmless */
    {"%m = mul i32 %x, %y\n%s = sub i32 %m, 2000000000\n"
     "%o = sext i32 %s to i64",
     50000, 60000, 0, 1000000000, 1000000000, NULL, 0, 0},
    /* truncation */
    {"%t = trunc i64 %z to i32\n%o = sext i32 %t to i64", 0, 0, 3000000000,
     -1294967296, 3000000000, "t", -1294967296, 3000000000},
    {"%t = trunc i64 %z to i16\n%o = sext i16 %t to i64", 0, 0, 40000, -25536,
     -25536, NULL, 0, 0},
    /* widening of fresh values */
    {"%o = zext i32 %x to i64", 0xffffffff, 0, 0, 4294967295, 4294967295, NULL,
     0, 0},
    {"%o = sext i32 %x to i64", 0xffffffff, 0, 0, -1, -1, NULL, 0, 0},
    /* division reads its operands */
    {"%m = mul i32 %x, %y\n%d = udiv i32 %m, 3\n%o = zext i32 %d to i64", 65536,
     65537, 0, 21845, 1431677610, "m", 65536, 4295032832},
    {"%m = mul i32 %x, %y\n%d = sdiv i32 %m, 1000\n%o = sext i32 %d to i64",
     50000, 60000, 0, -1294967, 3000000, "m", -1294967296, 3000000000},
    {"%m = mul i32 %x, %y\n%d = lshr i32 %m, 8\n%o = zext i32 %d to i64", 65536,
     65537, 0, 256, 16777472, "m", 65536, 4295032832},
    {"%m = mul i32 %x, %y\n%d = ashr i32 %m, 8\n%o = sext i32 %d to i64", 50000,
     60000, 0, -5058466, 11718750, "m", -1294967296, 3000000000},
    {"%d = ashr i32 %x, 1\n%o = sext i32 %d to i64", 0xfffffffb, 0, 0, -3, -3,
     NULL, 0, 0},
    {"%d = sdiv i32 %x, 2\n%o = sext i32 %d to i64", 0xfffffffb, 0, 0, -2, -2,
     NULL, 0, 0},
    {"%d = srem i32 %x, 3\n%o = sext i32 %d to i64", 0xfffffffb, 0, 0, -2, -2,
     NULL, 0, 0},
    {"%d = udiv i32 %x, 2\n%o = zext i32 %d to i64", 0xfffffffe, 0, 0,
     2147483647, 2147483647, NULL, 0, 0},
    /* restarts */
    {"%m = mul i32 %x, %y\n%d = urem i32 %m, 1000\n%o = zext i32 %d to i64",
     65536, 65537, 0, 536, 536, NULL, 0, 0},
    {"%m = mul i32 %x, %y\n%d = or i32 %m, 1\n%o = zext i32 %d to i64", 65536,
     65537, 0, 65537, 65537, NULL, 0, 0},
    {"%m = mul i32 %x, %y\n%d = xor i32 %m, 1\n%o = zext i32 %d to i64", 65536,
     65537, 0, 65537, 65537, NULL, 0, 0},
    {"%d = and i32 %x, 1023\n%o = zext i32 %d to i64", 0xffffffff, 0, 0, 1023,
     1023, NULL, 0, 0},
    {"%m = mul i32 %x, %y\n%d = and i32 %m, 1023\n%o = zext i32 %d to i64",
     65537, 65537, 0, 0, 0, NULL, 0, 0},
    {"%d = and i32 %x, -16\n%o = sext i32 %d to i64", 1000, 0, 0, 992, 992,
     NULL, 0, 0},
    /* select carries both; minimum and maximum too */
    {"%m = mul i32 %x, %y\n%c = icmp slt i32 %m, 0\n"
     "%d = select i1 %c, i32 %m, i32 1\n%o = sext i32 %d to i64",
     50000, 60000, 0, -1294967296, 3000000000, "m", -1294967296, 3000000000},
    {"%m = mul i32 %x, %y\n%d = call i32 @llvm.smin.i32(i32 %m, i32 5)\n"
     "%o = sext i32 %d to i64",
     50000, 60000, 0, -1294967296, 3000000000, "m", -1294967296, 3000000000},
    {"%d = call i32 @llvm.umax.i32(i32 %x, i32 %y)\n%o = zext i32 %d to i64",
     300, 0xffffffff, 0, 4294967295, 4294967295, NULL, 0, 0},
    {"%d = call i32 @llvm.abs.i32(i32 %x, i1 false)\n%o = sext i32 %d to i64",
     0xfffffe00, 0, 0, 512, 512, NULL, 0, 0},
    /* integer functions */
    {"%d = call i32 @llvm.ctlz.i32(i32 %x, i1 false)\n%e = mul i32 %d, 100\n"
     "%o = sext i32 %e to i64",
     255, 0, 0, 2400, 2400, NULL, 0, 0},
    {"%d = call i32 @llvm.cttz.i32(i32 %x, i1 false)\n%e = mul i32 %d, 100\n"
     "%o = sext i32 %e to i64",
     256, 0, 0, 800, 800, NULL, 0, 0},
    {"%d = call i32 @__nv_popc(i32 %x)\n%e = mul i32 %d, 100\n"
     "%o = sext i32 %e to i64",
     0xff, 0, 0, 800, 800, NULL, 0, 0},
    {"%d = call i32 @__nv_ffs(i32 %x)\n%e = mul i32 %d, 100\n"
     "%o = sext i32 %e to i64",
     0x8, 0, 0, 400, 400, NULL, 0, 0},
    {"%d = call i32 @__nv_umulhi(i32 %x, i32 %y)\n%o = zext i32 %d to i64",
     0x80000000, 1000, 0, 500, 500, NULL, 0, 0},
    {"%d = call i32 @llvm.fshl.i32(i32 %x, i32 %y, i32 8)\n"
     "%o = zext i32 %d to i64",
     1, 0x80000000, 0, 384, 384, NULL, 0, 0},
    {"%d = call i32 @llvm.nvvm.prmt(i32 %x, i32 %y, i32 12816)\n"
     "%o = zext i32 %d to i64",
     0x123, 0, 0, 291, 291, NULL, 0, 0},
    {"%d = call {i32, i1} @llvm.uadd.with.overflow.i32(i32 %x, i32 %y)\n"
     "%e = extractvalue {i32, i1} %d, 1\n%f = zext i1 %e to i64\n"
     "%o = mul i64 %f, 300",
     0xffffffff, 1, 0, 300, 300, NULL, 0, 0},
    /* wide: umulhi by hand, and two numbers in one */
    {"%a = zext i64 %z to i128\n%b = mul i128 %a, %a\n%c = lshr i128 %b, 64\n"
     "%o = trunc i128 %c to i64",
     0, 0, UINT64_C(1) << 40, 65536, 65536, NULL, 0, 0},
    {"%a = zext i32 %x to i64\n%b = zext i32 %y to i64\n%c = shl i64 %b, 32\n"
     "%d = or i64 %a, %c\n%e = trunc i64 %d to i32\n%o = sext i32 %e to i64",
     500, 7, 0, 500, 500, NULL, 0, 0},
    {"%a = insertelement <2 x i32> undef, i32 %x, i32 0\n"
     "%b = insertelement <2 x i32> %a, i32 %y, i32 1\n"
     "%c = bitcast <2 x i32> %b to i64\n%d = lshr i64 %c, 32\n"
     "%e = trunc i64 %d to i32\n%o = sext i32 %e to i64",
     500, 0xffffff00, 0, -256, -256, NULL, 0, 0},
    /* exact values that grow without bound are merely outside */
    {"%a = mul i64 %z, %z\n%b = mul i64 %a, %a\n%c = mul i64 %b, %b\n"
     "%o = and i64 %c, 511",
     0, 0, 0x100000001, 0, 0, NULL, 0, 0},
};

#define INT_DECLARATIONS                                                       \
  "declare i32 @llvm.smin.i32(i32, i32)\n"                                     \
  "declare i32 @llvm.umax.i32(i32, i32)\n"                                     \
  "declare i32 @llvm.abs.i32(i32, i1)\n"                                       \
  "declare i32 @llvm.ctlz.i32(i32, i1)\n"                                      \
  "declare i32 @llvm.cttz.i32(i32, i1)\n"                                      \
  "declare i32 @__nv_popc(i32)\ndeclare i32 @__nv_ffs(i32)\n"                  \
  "declare i32 @__nv_umulhi(i32, i32)\n"                                       \
  "declare i32 @llvm.fshl.i32(i32, i32, i32)\n"                                \
  "declare i32 @llvm.nvvm.prmt(i32, i32, i32)\n"                               \
  "declare {i32, i1} @llvm.uadd.with.overflow.i32(i32, i32)\n"

static const char *value_name(const m2k_fn *fn, uint32_t inst) {
  return inst == M2K_NONE ? NULL
                          : m2k_value_of(fn, fn->insts[inst].result)->name;
}

static void check_fault(const test_run *run, const row *r) {
  const m2k_fault *f = run->out.faults;
  assert_int_equal(run->out.fault_count, 1);
  assert_int_equal(f->kind, M2K_FAULT_OUT_OF_BOUNDS);
  assert_int_equal((long long)f->machine_offset, r->machine);
  assert_int_equal((long long)f->exact_offset, r->exact);
  const char *name = value_name(run->in.fn, f->wrapped.inst);
  if (!r->blamed) {
    assert_null(name);
    return;
  }
  assert_non_null(name);
  assert_string_equal(name, r->blamed);
  assert_int_equal((long long)f->wrapped.machine, r->wrapped_machine);
  assert_int_equal((long long)f->wrapped.exact, r->wrapped_exact);
  assert_int_equal(f->wrapped.bits, 32);
}

static void table(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const row *r = &rows[i];
    m2k_arena *arena = m2k_arena_new();
    test_run run;
    test_load(&run,
              m2k_printf(arena,
                         "define void @k(ptr %%p, i32 %%x, i32 %%y, i64 %%z) {"
                         "\n%s\n  %%q = getelementptr i8, ptr %%p, i64 %%o\n"
                         "  store i8 1, ptr %%q\n  ret void\n}\n%s",
                         r->body, INT_DECLARATIONS),
              100, 4);
    run.args[0] = test_pointer(0);
    run.args[1] = test_bits(r->x);
    run.args[2] = test_bits(r->y);
    run.args[3] = test_bits(r->z);
    test_thread(&run);
    if (run.out.status != M2K_REPLAY_DONE)
      fail_msg("row %zu: status %d, %s", i, (int)run.out.status, run.out.why);
    if (!r->machine && !r->exact && run.out.fault_count)
      fail_msg("row %zu: fault at %lld, exactly %lld", i,
               (long long)run.out.faults[0].machine_offset,
               (long long)run.out.faults[0].exact_offset);
    if (r->machine || r->exact)
      check_fault(&run, r);
    test_drop(&run);
    m2k_arena_free(arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(table)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
