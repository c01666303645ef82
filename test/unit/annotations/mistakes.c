/* Every kind of mistake, with the place and the words of its error. */
#include "helper.h"

typedef struct mistake {
  const char *text, *message;
} mistake;

static void check(const mistake *rows, size_t n, bool with_target) {
  for (size_t i = 0; i < n; i++)
    read_wrong(rows[i].text, strlen(rows[i].text), with_target,
               rows[i].message);
}

#define CHECK(rows, with_target)                                               \
  check(rows, sizeof(rows) / sizeof *(rows), with_target)

/* clang-format off: one text and its errors to a row */
static const mistake other_mistakes[] = {
    {"", "1:1: expected a clause (user, fixed, tensor, scalar, assume, launch, "
         "template or case), found the end of the interface"},
    {"usr(n in 1..2)", "1:1: unknown clause 'usr': expected user, fixed, "
                       "tensor, scalar, assume, launch, template or case"},
    {"user(n in 1..m), tensor(x, f16, [m, k])",
     "1:14: undeclared symbol 'm': expected one of a user or fixed clause\n"
     "1:37: undeclared symbol 'k': expected one of a user or fixed clause"},
    {"tensor(x, f16, [1) , tensor(y, f16, [zz])",
     "1:18: expected ',' or ']', found ')'\n"
     "1:38: undeclared symbol 'zz': expected one of a user or fixed clause"},
    {"case()", "1:6: expected a label in double quotes, found ')'"},
    {"case(\"\")", "1:6: empty label: expected a name"},
    {"case(x)", "1:6: expected a label in double quotes, found 'x'"},
    {"case(\"a\"), case(\"b\")", "1:12: clause 'case' twice: expected it once"},
    {"case(\"a\") extra",
     "1:11: expected ',' or the end of the interface, found 'extra'"},
    {"/* open", "1:1: comment is not closed"},
    {"user(n in 1..2), foo(1, (2)), bar(3), tensor(x, f17, [1]), tensor(y, "
     "f16, [1)",
     "1:18: unknown clause 'foo': expected user, fixed, tensor, scalar, "
     "assume, launch, template or case\n"
     "1:31: unknown clause 'bar': expected user, fixed, tensor, scalar, "
     "assume, launch, template or case\n"
     "1:49: unknown dtype 'f17': expected f64 f32 f16 bf16 f8e4m3 f8e5m2 i64 "
     "i32 i16 i8 u64 u32 u16 u8 bool any or absent\n"
     "1:77: expected ',' or ']', found ')'"},
    {"user(n in 1..2), foo, tensor(y, f16, [zz])",
     "1:18: unknown clause 'foo': expected user, fixed, tensor, scalar, "
     "assume, launch, template or case"},
};

static const mistake symbol_mistakes[] = {
    {"user(n in 1..2) user(m in 1..2)",
     "1:17: expected ',' or the end of the interface, found 'user'"},
    {"user(n in 1..2),",
     "1:17: expected a clause (user, fixed, tensor, scalar, assume, launch, "
     "template or case), found the end of the interface"},
    {"user(n in 1..2, )", "1:17: expected a symbol's name, found ')'"},
    {"user n in 1..2", "1:6: expected '(', found 'n'"},
    {"user()", "1:6: expected a symbol's name, found ')'"},
    {"user(n in 5)",
     "1:12: expected '..' and the upper end of the range, found ')'"},
    {"user(n in 1...5)", "1:14: expected an integer or a symbol, found '.5'"},
    {"user(n in {1, 2)", "1:16: expected ',' or '}', found ')'"},
    {"user(n in 1..2 step 0)", "1:21: step below 1: expected a positive one"},
    {"user(n in 1..2 step -1)", "1:21: step below 1: expected a positive one"},
    {"user(n in 1..2, n in 1..3)",
     "1:17: symbol 'n' declared twice: expected another name"},
    {"user(min in 1..2)", "1:6: expected a symbol's name, found 'min'"},
    {"user(int8 in 1..2)", "1:6: expected a symbol's name, found 'int8'"},
    {"user(n in 1..n)", "1:14: the set of symbol 'n' depends on the symbol "
                        "itself: expected other symbols"},
    {"user(a in 1..b, b in 1..a)", "1:25: the set of symbol 'a' depends on the "
                                   "symbol itself: expected other symbols"},
    {"user(n in 1..2))",
     "1:16: expected ',' or the end of the interface, found ')'"},
    {"user(n in 1..2",
     "1:15: expected ',' or ')', found the end of the interface"},
    {"user(n in (1..2))", "1:13: expected ')', found '..'"},
    {"user(n in 1..1.5)", "1:14: expected an integer or a symbol, found '1.5'"},
    {"user(n in 1..340282366920938463463374607431768211456)",
     "1:14: number does not fit 128 bits"},
    {"user(n in 1..2**127)", "1:14: number does not fit 128 bits"},
    {"user(n in 1..2**x)", "1:17: expected an integer after '**', found 'x'"},
    {"user(n in 1..2**3**4)", "1:18: expected ',' or ')', found '**'"},
    {"user(n in 010..12)",
     "1:11: number with a leading zero: octal is not supported"},
    {"user(n in 1..16k)", "1:16: malformed number: expected a suffix K, M or "
                          "G, or nothing, after the digits"},
    {"user(n in 1..16Kx)", "1:17: malformed number: expected a suffix K, M or "
                           "G, or nothing, after the digits"},
    {"user(n in 0x..3)", "1:11: hexadecimal number without digits"},
    {"user(n in 1..2u)", "1:15: malformed number: expected a suffix K, M or G, "
                         "or nothing, after the digits"},
    {"user(n in 1..2 + )", "1:18: expected an integer or a symbol, found ')'"},
};

static const mistake tensor_mistakes[] = {
    {"user(n of 1..2), tensor(x, f16, [n])",
     "1:8: expected 'in' and a set, found 'of'"},
    {"tensor(x)", "1:9: expected ',', found ')'"},
    {"tensor(x, f16)",
     "1:14: expected ',' and the dimensions as '[…]', found ')'"},
    {"tensor(x, f17, [1])",
     "1:11: unknown dtype 'f17': expected f64 f32 f16 bf16 f8e4m3 f8e5m2 i64 "
     "i32 i16 i8 u64 u32 u16 u8 bool any or absent"},
    {"tensor(x, , [1])", "1:11: expected a dtype or absent, found ','"},
    {"tensor(x, f16, 1)", "1:16: expected the dimensions as '[…]', found '1'"},
    {"tensor(x, f16, [1,])",
     "1:19: expected an integer or a symbol, found ']'"},
    {"tensor(x, f16, [a b])", "1:19: expected ',' or ']', found 'b'"},
    {"tensor(x, f16, [1] strides [1, 2])",
     "1:28: 2 strides for a tensor of rank 1: expected as many"},
    {"tensor(x, f16, [1] stride [1])",
     "1:20: unknown attribute 'stride': expected strides, offset, values, "
     "unique, align or alias"},
    {"tensor(x, f16, [1] unique, unique)",
     "1:28: attribute 'unique' twice: expected it once"},
    {"tensor(x, f16, [1] unique align 4)",
     "1:27: expected ',' or ')', found 'align'"},
    {"tensor(x, f16, [1] align 3)",
     "1:26: malformed alignment: expected a power of two, at most 1G"},
    {"tensor(x, f16, [1] align n)",
     "1:26: expected an alignment in bytes, found 'n'"},
    {"tensor(x, f16, [1] values 1..2)",
     "1:27: expected 'in' and a set, found '1'"},
    {"tensor(x, f16, [1] alias x)",
     "1:26: a tensor is no alias of itself: expected another"},
    {"tensor(x, f16, [1] alias )",
     "1:26: expected a parameter's name or @POSITION, found ')'"},
    {"tensor(x, f16, [1] alias y[i in 0..1])",
     "1:28: expected an index, found 'i'"},
    {"tensor(x, f16, [1] = 3)",
     "1:20: expected an attribute or ')', found '='"},
    {"tensor(x, f16, [1],)", "1:20: expected an attribute (strides, offset, "
                             "values, unique, align or alias), found ')'"},
    {"tensor(x, f16, [1]), tensor(x, f16, [2])",
     "1:29: parameter 'x' already has a 'tensor' clause: expected one clause "
     "for each parameter"},
    {"tensor(x, f16, [1]), scalar(x = 2)",
     "1:29: parameter 'x' already has a 'tensor' clause: expected one clause "
     "for each parameter"},
    {"tensor(@0, f16, [1]), scalar(@0 = 2)",
     "1:30: parameter '@0' already has a 'tensor' clause: expected one clause "
     "for each parameter"},
    {"tensor(x[0..3], f16, [1])", "1:11: expected ']', found '..'"},
    {"tensor(x[i in 0..3], f16, [1]), tensor(x[2], f16, [2])",
     "1:40: parameter 'x[2]' already has a 'tensor' clause: expected one "
     "clause for each parameter"},
    {"tensor(x[i in 0..3], f16, [i]), tensor(y, f16, [i])",
     "1:49: undeclared symbol 'i': expected one of a user or fixed clause"},
    {"user(i in 1..2), tensor(x[i in 0..3], f16, [i])",
     "1:27: index 'i' is a symbol already: expected another name"},
    {"tensor(x[i], f16, [1])",
     "1:11: expected 'in' and the range of the index, found ']'"},
    {"tensor(x[-1], f16, [1])", "1:10: expected an index, found '-'"},
    {"tensor(x[4G], f16, [1])",
     "1:10: index too large: expected at most 2147483647"},
    {"tensor(x., f16, [1])", "1:10: expected a field's name, found ','"},
    {"tensor(@, f16, [1])",
     "1:8: expected a parameter's position, from 0, after '@'"},
    {"tensor(@x, f16, [1])",
     "1:8: expected a parameter's position, from 0, after '@'"},
    {"tensor(\"x\", f16, [1])",
     "1:8: expected a parameter's name or @POSITION, found '\"x\"'"},
    {"tensor(x, absent, unique)", "1:17: expected ')', found ','"},
    {"tensor(x, f16, [1 < 2])", "1:19: expected ',' or ']', found '<'"},
    {"tensor(x, f16, [!1])",
     "1:17: expected an integer or a symbol, found '!'"},
    {"tensor(x, f16, [1.5])",
     "1:17: expected an integer or a symbol, found '1.5'"},
    {"tensor(x, f16, [min(1)])", "1:22: expected ',', found ')'"},
    {"tensor(x, f16, [min(1, 2, 3)])", "1:25: expected ')', found ','"},
    {"tensor(x, f16, [max 1])", "1:21: expected '(', found '1'"},
    {"tensor(x, f16, [in])",
     "1:17: expected an integer or a symbol, found 'in'"},
    {"tensor(x, f16, [§])", "1:17: unexpected character '§'"},
};

static const mistake scalar_mistakes[] = {
    {"scalar(x)",
     "1:9: expected '=' and a value, or 'in' and a set, found ')'"},
    {"scalar(x == 1)",
     "1:10: expected '=' and a value, or 'in' and a set, found '=='"},
    {"scalar(x = )", "1:12: expected a value (an integer, a symbol, a number, "
                     "true, false or a string), found ')'"},
    {"scalar(x = \"a)", "1:12: string is not closed"},
    {"scalar(x = \"a\\q\")",
     "1:14: unknown escape in a string: expected \\\\, \\\", \\n or \\t"},
    {"scalar(x = 1e)", "1:12: exponent without digits"},
    {"scalar(x = 1.5f)",
     "1:12: malformed number: expected nothing after its digits"},
    {"scalar(x = 1e999)", "1:12: number too large: expected a finite double"},
    {"scalar(x = 1.5 + 2)", "1:16: expected ')', found '+'"},
    {"scalar(x = y)",
     "1:12: undeclared symbol 'y': expected one of a user or fixed clause"},
    {"scalar(x in y)",
     "1:14: expected '..' and the upper end of the range, found ')'"},
    {"scalar(x = {1, 2})", "1:12: expected a value (an integer, a symbol, a "
                           "number, true, false or a string), found '{'"},
    {"scalar(x[i in 0..1] = 2)", "1:10: expected an index, found 'i'"},
};

static const mistake assume_mistakes[] = {
    {"assume(n)", "1:8: an integer is no condition: expected a comparison"},
    {"user(n in 1..2), assume(n)",
     "1:25: an integer is no condition: expected a comparison"},
    {"user(n in 1..2), assume(1 < n < 3)",
     "1:31: '<' of a condition: expected an integer"},
    {"user(n in 1..2), assume(!n < 3)",
     "1:25: '!' of an integer: expected a comparison"},
    {"user(n in 1..2), assume(n && 1)",
     "1:27: '&&' of an integer: expected a comparison"},
    {"user(n in 1..2), assume(-(n < 1) < 1)",
     "1:25: '-' of a condition: expected an integer"},
    {"user(n in 1..2), assume((n < 1)",
     "1:32: expected ')', found the end of the interface"},
    {"user(n in 1..2), assume(n = 1)",
     "1:27: expected a comparison, found '='"},
    {"user(n in 1..2), assume(n & 1)", "1:27: unexpected character '&'"},
    {"assume()",
     "1:8: expected a condition or an integer or a symbol, found ')'"},
    {"user(n in 1..2), tensor(x, f16, [n]) , tensor(y, f16, [m, m]), assume(m "
     "< 1)",
     "1:56: undeclared symbol 'm': expected one of a user or fixed clause"},
};

static const mistake launch_mistakes[] = {
    {"launch()", "1:8: expected grid, block or shared, found ')'"},
    {"launch(grid = [1])",
     "1:1: launch without 'block': expected both grid and block"},
    {"launch(grid = [1], block = [])",
     "1:29: no block dimensions: expected 1 to 3 of them"},
    {"launch(grid = [1, 1, 1, 1], block = [1])",
     "1:25: too many grid dimensions: expected at most 3"},
    {"launch(grid = 1, block = [1])", "1:15: expected '[', found '1'"},
    {"launch(grid = [1], grid = [1], block = [1])",
     "1:20: 'grid' twice: expected it once"},
    {"launch(grid = [1], block = [1], stream = 0)",
     "1:33: expected grid, block or shared, found 'stream'"},
    {"launch(grid = [1], block = [1]), launch(grid = [1], block = [1])",
     "1:34: clause 'launch' twice: expected it once"},
};

static const mistake template_mistakes[] = {
    {"template()", "1:10: expected a template parameter's name, found ')'"},
    {"template(N)", "1:11: expected '=' and a value, found ')'"},
    {"template(N = 1, N = 2)",
     "1:17: template parameter 'N' twice: expected it once"},
    {"template(N = 1), template(M = 1)",
     "1:18: clause 'template' twice: expected it once"},
    {"template(T = a::)", "1:15: expected ',' or ')', found '::'"},
    {"template(T = a b + 1)", "1:16: expected ',' or ')', found 'b'"},
    {"template(T = [1])", "1:14: expected a value (an integer, a symbol, a "
                          "number, true, false or a string), found '['"},
};

static const mistake target_mistakes[] = {
    {"f", "1:1: expected a function's name in double quotes, found 'f'"},
    {"\"f", "1:1: string is not closed"},
    {"\"f\"", "1:4: expected ',', found the end of the interface"},
    {"\"f\",", "1:5: expected a clause (user, fixed, tensor, scalar, assume, "
               "launch, template or case), found the end of the interface"},
    {"\"f g\", case(\"a\")", "1:1: malformed function name '\"f g\"': expected "
                             "NAME or NAMESPACE::NAME"},
    {"\"f<int>\", case(\"a\")", "1:1: malformed function name '\"f<int>\"': "
                                "expected NAME or NAMESPACE::NAME"},
    {"\"\", case(\"a\")",
     "1:1: malformed function name '\"\"': expected NAME or NAMESPACE::NAME"},
    {"\"a::\", case(\"b\")", "1:1: malformed function name '\"a::\"': expected "
                             "NAME or NAMESPACE::NAME"},
    {"\"1a\", case(\"b\")",
     "1:1: malformed function name '\"1a\"': expected NAME or NAMESPACE::NAME"},
    {"user(n in 1..2), tensor(x, f16, [n])",
     "1:1: expected a function's name in double quotes, found 'user'"},
    {"f, user(n in 1..2), tensor(x, f16, [n])",
     "1:1: expected a function's name in double quotes, found 'f'"},
};
/* clang-format on */

static void test_other_mistakes(void **state) {
  (void)state;
  CHECK(other_mistakes, false);
}

static void test_symbol_mistakes(void **state) {
  (void)state;
  CHECK(symbol_mistakes, false);
}

static void test_tensor_mistakes(void **state) {
  (void)state;
  CHECK(tensor_mistakes, false);
}

static void test_scalar_mistakes(void **state) {
  (void)state;
  CHECK(scalar_mistakes, false);
}

static void test_assume_mistakes(void **state) {
  (void)state;
  CHECK(assume_mistakes, false);
}

static void test_launch_mistakes(void **state) {
  (void)state;
  CHECK(launch_mistakes, false);
}

static void test_template_mistakes(void **state) {
  (void)state;
  CHECK(template_mistakes, false);
}

static void test_target_mistakes(void **state) {
  (void)state;
  CHECK(target_mistakes, true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_other_mistakes),
      cmocka_unit_test(test_symbol_mistakes),
      cmocka_unit_test(test_tensor_mistakes),
      cmocka_unit_test(test_scalar_mistakes),
      cmocka_unit_test(test_assume_mistakes),
      cmocka_unit_test(test_launch_mistakes),
      cmocka_unit_test(test_template_mistakes),
      cmocka_unit_test(test_target_mistakes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
