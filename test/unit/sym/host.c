/* Host code, path by path: tensors, checks, launches, memory. */
#include "passes/sym/host.h"
#include "passes/smt/query.h"
#include "test/unit/ir/parse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#define NAME(n, name) "attributes #" n " = { \"m2k-name\"=\"" name "\" }\n"
#define STUB(n, kernel) "attributes #" n " = { \"m2k-stub\"=\"" kernel "\" }\n"

/* What clang makes of `k<<<grid, block, shared, stream>>>(p, n)`. */
#define LAUNCH                                                                 \
  "define internal void @stub(ptr %p, i32 %n) #0 {\n"                          \
  "  %pa = alloca ptr\n  %na = alloca i32\n"                                   \
  "  store ptr %p, ptr %pa\n  store i32 %n, ptr %na\n"                         \
  "  %g = alloca [3 x i32]\n  %b = alloca [3 x i32]\n"                         \
  "  %s = alloca i64\n  %st = alloca ptr\n  %args = alloca ptr, i64 2\n"       \
  "  store ptr %pa, ptr %args\n"                                               \
  "  %a1 = getelementptr ptr, ptr %args, i32 1\n  store ptr %na, ptr %a1\n"    \
  "  %c = call i32 @__cudaPopCallConfiguration(ptr %g, ptr %b, ptr %s, "       \
  "ptr %st)\n"                                                                 \
  "  %sv = load i64, ptr %s\n  %sp = load ptr, ptr %st\n"                      \
  "  %r = call i32 @cudaLaunchKernel(ptr @stub, ptr %g, ptr %b, ptr %args, "   \
  "i64 %sv, ptr %sp)\n  ret void\n}\n"                                         \
  "define internal void @launch(ptr %p, i32 %n, i32 %grid, i32 %block) {\n"    \
  "  %g = alloca [3 x i32]\n  %b = alloca [3 x i32]\n"                         \
  "  store [3 x i32] [i32 1, i32 1, i32 1], ptr %g\n"                          \
  "  store [3 x i32] [i32 1, i32 1, i32 1], ptr %b\n"                          \
  "  store i32 %grid, ptr %g\n  store i32 %block, ptr %b\n"                    \
  "  %c = call i32 @__cudaPushCallConfiguration(ptr %g, ptr %b, i64 0, "       \
  "ptr null)\n  %t = icmp ne i32 %c, 0\n"                                      \
  "  br i1 %t, label %end, label %go\n"                                        \
  "go:\n  call void @stub(ptr %p, i32 %n)\n  br label %end\n"                  \
  "end:\n  ret void\n}\n"                                                      \
  "declare i32 @__cudaPopCallConfiguration(ptr, ptr, ptr, ptr)\n"              \
  "declare i32 @__cudaPushCallConfiguration(ptr, ptr, i64, ptr)\n"             \
  "declare i32 @cudaLaunchKernel(ptr, ptr, ptr, ptr, i64, ptr)\n"              \
  "declare i64 @size(ptr, i64) #1\ndeclare i64 @numel(ptr) #2\n"               \
  "declare ptr @data(ptr) #3\ndeclare void @check(ptr) #4\n"                   \
  "declare i8 @type(ptr) #5\ndeclare void @other(ptr)\n"                       \
  "declare i32 @cudaMemcpy(ptr, ptr, i64, i32)\n" STUB("0", "kernel")          \
      NAME("1", "at::TensorBase::size") NAME("2", "at::TensorBase::numel")     \
          NAME("3", "at::TensorBase::data_ptr")                                \
              NAME("4", "c10::detail::torchCheckFail")                         \
                  NAME("5", "at::TensorBase::scalar_type")

typedef struct test_host {
  test_ir ir;
  m2k_session *session;
  m2k_bank *bank;
  m2k_query *query;
  m2k_host *host;
  const m2k_host_result *result;
  m2k_term rows, columns;
  m2k_str text;
} test_host;

/* Runs op(Tensor&) on a tensor of [rows, columns] elements. */
static void host_open(test_host *t, const char *ir, m2k_scalar_type type) {
  *t = (test_host){.ir = test_parse(ir),
                   .session = m2k_session_new(),
                   .bank = m2k_bank_new()};
  t->query = m2k_query_new_in(t->session, t->bank, 0);
  t->host = m2k_host_new(t->ir.arena, t->bank, t->ir.module, "op", t->query,
                         NULL, NULL);
  t->rows = m2k_sym(t->bank, "rows", 0, (m2k_i128)1 << 36, 0);
  t->columns = m2k_sym(t->bank, "columns", 1, 8192, 0);
  m2k_term bytes = m2k_scale(t->bank, m2k_mul(t->bank, t->rows, t->columns), 2);
  uint32_t buffer = m2k_host_add_buffer(
      t->host,
      (m2k_buffer){
          .name = "input", .bytes = bytes, .base = M2K_NO_TERM, .align = 256});
  m2k_tensor tensor = {.name = "input",
                       .defined = true,
                       .dtype = type,
                       .rank = 2,
                       .sizes = {t->rows, t->columns},
                       .strides = {t->columns, m2k_const(t->bank, 1)},
                       .offset = m2k_const(t->bank, 0),
                       .buffer = buffer};
  uint32_t number = m2k_host_add_tensor(t->host, tensor);
  uint32_t object = m2k_host_object(t->host, "input", 8);
  m2k_host_put_tensor(t->host, object, 0, number);
  m2k_host_pass_address(t->host, 0, object);
  t->result = m2k_host_run(t->host);
  m2k_host_print(t->host, &t->text);
  if (getenv("M2K_TEST_PRINT"))
    print_message("%s", m2k_str_text(&t->text));
}

static void host_close(test_host *t) {
  m2k_str_free(&t->text);
  m2k_host_free(t->host);
  m2k_query_free(t->query);
  m2k_bank_free(t->bank);
  m2k_session_free(t->session);
  test_release(&t->ir);
}

/* One launch; its numbers are those of the tensor. */
static void wrapper(void **state) {
  (void)state;
  test_host t;
  host_open(&t,
            "define void @op(ptr %input) {\n"
            "  %d = call i64 @size(ptr %input, i64 -1)\n"
            "  %d32 = trunc i64 %d to i32\n"
            "  %n = call i64 @numel(ptr %input)\n"
            "  %rows = sdiv i64 %n, %d\n  %r32 = trunc i64 %rows to i32\n"
            "  %p = call ptr @data(ptr %input)\n"
            "  call void @launch(ptr %p, i32 %d32, i32 %r32, i32 1024)\n"
            "  ret void\n}\n" LAUNCH,
            M2K_SCALAR_HALF);
  assert_int_equal(t.result->ops.len, 1);
  assert_int_equal(t.result->ledger.len, 0);
  assert_int_equal(t.result->paths, 1);
  const m2k_host_op *op = &t.result->ops.at[0];
  assert_int_equal(op->kind, M2K_HOST_LAUNCH);
  assert_string_equal(op->kernel, "kernel");
  assert_int_equal(op->nargs, 2);
  assert_true(op->path == m2k_true(t.bank));
  m2k_host_value p = m2k_host_arg(t.host, op, 0, 0, 8);
  assert_int_equal(p.kind, M2K_HOST_BUFFER);
  assert_true(p.machine == m2k_const(t.bank, 0));
  m2k_host_value n = m2k_host_arg(t.host, op, 1, 0, 4);
  assert_int_equal(n.kind, M2K_HOST_INT);
  assert_true(n.machine == t.columns && n.exact == t.columns);
  m2k_i128 block;
  assert_true(m2k_is_const(t.bank, op->block[0].machine, &block));
  assert_int_equal((int)block, 1024);
  /* the number of rows does not fit 32 bits; the exact one is what it was */
  assert_true(op->grid[0].machine != op->grid[0].exact);
  assert_true(m2k_query_proves(t.query, m2k_true(t.bank),
                               m2k_eq(t.bank, op->grid[0].exact, t.rows)));
  host_close(&t);
}

#define CHECKED(limit)                                                         \
  "define void @op(ptr %input) {\n"                                            \
  "  %d = call i64 @size(ptr %input, i64 1)\n"                                 \
  "  %big = icmp sgt i64 %d, " limit "\n"                                      \
  "  br i1 %big, label %fail, label %good\n"                                   \
  "fail:\n  call void @check(ptr null)\n  unreachable\n"                       \
  "good:\n  %d32 = trunc i64 %d to i32\n"                                      \
  "  %p = call ptr @data(ptr %input)\n"                                        \
  "  call void @launch(ptr %p, i32 %d32, i32 1, i32 %d32)\n"                   \
  "  ret void\n}\n" LAUNCH

/* A check that passes becomes part of the path; one that must fail ends it. */
static void checks(void **state) {
  (void)state;
  test_host t;
  host_open(&t, CHECKED("1024"), M2K_SCALAR_HALF);
  assert_int_equal(t.result->ops.len, 1);
  assert_int_equal(t.result->checks.len, 1);
  assert_true(t.result->ops.at[0].path ==
              m2k_le(t.bank, t.columns, m2k_const(t.bank, 1024)));
  host_close(&t);
  host_open(&t, CHECKED("0"), M2K_SCALAR_HALF);
  assert_int_equal(t.result->ops.len, 0);
  assert_int_equal(t.result->paths, 1);
  assert_int_equal(t.result->failed, 1);
  host_close(&t);
  /* a check that cannot fail is none */
  host_open(&t, CHECKED("8192"), M2K_SCALAR_HALF);
  assert_int_equal(t.result->checks.len, 0);
  assert_true(t.result->ops.at[0].path == m2k_true(t.bank));
  host_close(&t);
}

#define BY_TYPE                                                                \
  "define void @op(ptr %input) {\n"                                            \
  "  %p = call ptr @data(ptr %input)\n  %t = call i8 @type(ptr %input)\n"      \
  "  switch i8 %t, label %none [ i8 5, label %half\n i8 6, label %float ]\n"   \
  "none:\n  call void @check(ptr null)\n  unreachable\n"                       \
  "half:\n  call void @launch(ptr %p, i32 5, i32 1, i32 1)\n  ret void\n"      \
  "float:\n  call void @launch(ptr %p, i32 6, i32 1, i32 1)\n  ret void\n"     \
  "}\n" LAUNCH

/* A stated type takes one way; an open one takes all that there are. */
static void types(void **state) {
  (void)state;
  test_host t;
  host_open(&t, BY_TYPE, M2K_SCALAR_FLOAT);
  assert_int_equal(t.result->ops.len, 1);
  m2k_host_value n = m2k_host_arg(t.host, &t.result->ops.at[0], 1, 0, 4);
  assert_true(n.machine == m2k_const(t.bank, 6));
  host_close(&t);
  host_open(&t, BY_TYPE, M2K_SCALAR_OPEN);
  assert_int_equal(t.result->ops.len, 2);
  for (uint32_t i = 0; i < 2; i++) {
    const m2k_host_op *op = &t.result->ops.at[i];
    m2k_tensor decided = m2k_host_op_tensor(t.host, op, 0);
    assert_true(m2k_host_arg(t.host, op, 1, 0, 4).machine ==
                m2k_const(t.bank, decided.dtype));
  }
  assert_int_equal(t.result->dropped, 0);
  host_close(&t);
}

/* Ways that are both possible are both followed. */
static void branches(void **state) {
  (void)state;
  test_host t;
  host_open(&t,
            "define void @op(ptr %input) {\n"
            "  %d = call i64 @size(ptr %input, i64 1)\n"
            "  %p = call ptr @data(ptr %input)\n"
            "  %r = urem i64 %d, 8\n  %v = icmp eq i64 %r, 0\n"
            "  br i1 %v, label %wide, label %narrow\n"
            "wide:\n  %q = getelementptr i8, ptr %p, i64 16\n"
            "  call void @launch(ptr %q, i32 8, i32 1, i32 1)\n  ret void\n"
            "narrow:\n  call void @launch(ptr null, i32 1, i32 1, i32 1)\n"
            "  ret void\n}\n" LAUNCH,
            M2K_SCALAR_HALF);
  assert_int_equal(t.result->ops.len, 2);
  bool wide = false, null = false;
  for (uint32_t i = 0; i < 2; i++) {
    m2k_host_value p = m2k_host_arg(t.host, &t.result->ops.at[i], 0, 0, 8);
    wide |= p.kind == M2K_HOST_BUFFER && p.machine == m2k_const(t.bank, 16);
    null |= p.kind == M2K_HOST_NULL;
  }
  assert_true(wide && null);
  host_close(&t);
}

/* What is not modelled is said; what was passed by address is not known. */
static void unmodelled(void **state) {
  (void)state;
  test_host t;
  host_open(&t,
            "define void @op(ptr %input) {\n"
            "  %x = alloca i32\n  store i32 7, ptr %x\n"
            "  %y = alloca i32\n  store i32 9, ptr %y\n"
            "  call void @other(ptr %x)\n"
            "  %p = call ptr @data(ptr %input)\n"
            "  %xv = load i32, ptr %x\n  %yv = load i32, ptr %y\n"
            "  call void @launch(ptr %p, i32 %yv, i32 %xv, i32 1)\n"
            "  %c = call i32 @cudaMemcpy(ptr %p, ptr %p, i64 64, i32 3)\n"
            "  ret void\n}\n" LAUNCH,
            M2K_SCALAR_HALF);
  assert_int_equal(t.result->ledger.len, 1);
  assert_string_equal(t.result->ledger.at[0].detail, "other");
  assert_int_equal(t.result->ops.len, 2);
  const m2k_host_op *op = &t.result->ops.at[0];
  assert_int_equal(op->ledger, 1);
  m2k_i128 grid;
  assert_false(m2k_is_const(t.bank, op->grid[0].machine, &grid));
  assert_true(m2k_host_arg(t.host, op, 1, 0, 4).machine ==
              m2k_const(t.bank, 9));
  assert_int_equal(t.result->ops.at[1].kind, M2K_HOST_COPY);
  assert_true(t.result->ops.at[1].bytes.machine == m2k_const(t.bank, 64));
  host_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrapper),    cmocka_unit_test(checks),
      cmocka_unit_test(types),      cmocka_unit_test(branches),
      cmocka_unit_test(unmodelled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
