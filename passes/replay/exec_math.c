/*
 * Math functions by name: libdevice (__nv_*), llvm.* and llvm.nvvm.*, with
 * their suffixes taken off. What is not in the table gives an undefined float.
 * Values are those of libm, rounded to the type; the hardware's approximations
 * differ in the last bits.
 */
#include "passes/replay/machine.h"

#include <math.h>

typedef struct math_row {
  const char *name;
  int args;
  union {
    double (*f1)(double);
    double (*f2)(double, double);
    double (*f3)(double, double, double);
  } fn;
} math_row;

static double reciprocal(double x) { return 1 / x; }
static double rsqrt(double x) { return 1 / sqrt(x); }
static double divide(double x, double y) { return x / y; }
static double add(double x, double y) { return x + y; }
static double subtract(double x, double y) { return x - y; }
static double multiply(double x, double y) { return x * y; }
static double saturate(double x) { return !(x > 0) ? 0 : x > 1 ? 1 : x; }
static double round_half_away(double x) { return round(x); }
static double canonical(double x) { return x; }

#define F1(name, function)                                                     \
  {                                                                            \
    name, 1, { .f1 = function }                                                \
  }
#define F2(name, function)                                                     \
  {                                                                            \
    name, 2, { .f2 = function }                                                \
  }
#define F3(name, function)                                                     \
  {                                                                            \
    name, 3, { .f3 = function }                                                \
  }

static const math_row rows[] = {
    F1("exp", exp),
    F1("exp2", exp2),
    F1("exp10", exp10),
    F1("expm1", expm1),
    F1("log", log),
    F1("log2", log2),
    F1("log10", log10),
    F1("log1p", log1p),
    F1("sqrt", sqrt),
    F1("rsqrt", rsqrt),
    F1("cbrt", cbrt),
    F1("fabs", fabs),
    F1("floor", floor),
    F1("ceil", ceil),
    F1("trunc", trunc),
    F1("rint", rint),
    F1("nearbyint", rint),
    F1("roundeven", rint),
    F1("round", round_half_away),
    F1("sin", sin),
    F1("cos", cos),
    F1("tan", tan),
    F1("tanh", tanh),
    F1("sinh", sinh),
    F1("cosh", cosh),
    F1("asin", asin),
    F1("acos", acos),
    F1("atan", atan),
    F1("erf", erf),
    F1("erfc", erfc),
    F1("saturate", saturate),
    F1("rcp", reciprocal),
    F1("ex2", exp2),
    F1("lg2", log2),
    F1("frcp", reciprocal),
    F1("fsqrt", sqrt),
    F1("drcp", reciprocal),
    F1("dsqrt", sqrt),
    F1("canonicalize", canonical),
    F1("frsqrt", rsqrt),
    F2("pow", pow),
    F2("fmod", fmod),
    F2("fmin", fmin),
    F2("fmax", fmax),
    F2("minnum", fmin),
    F2("maxnum", fmax),
    F2("copysign", copysign),
    F2("atan2", atan2),
    F2("hypot", hypot),
    F2("fdim", fdim),
    F2("div", divide),
    F2("fdiv", divide),
    F2("fdivide", divide),
    F2("ddiv", divide),
    F2("fadd", add),
    F2("dadd", add),
    F2("add", add),
    F2("fsub", subtract),
    F2("dsub", subtract),
    F2("fmul", multiply),
    F2("dmul", multiply),
    F2("mul", multiply),
    F3("fma", fma),
    F3("fmuladd", fma),
    F3("fmaf", fma),
};

static bool has_name(const char *name, size_t len, const char *row) {
  return strlen(row) == len && !strncmp(row, name, len);
}

static const math_row *find(const char *name, size_t len) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (has_name(name, len, rows[i].name))
      return &rows[i];
  return NULL;
}

/* "__nv_fast_expf" → exp, "llvm.nvvm.ex2.approx.ftz.f" → ex2,
 * "llvm.sqrt.f32" → sqrt, "__nv_fdiv_rn" → fdiv, "_ZL3erff" → erf. */
const void *m2k_math_find(const char *name) {
  static const char *const prefixes[] = {"llvm.nvvm.", "llvm.experimental.",
                                         "llvm.", "__nv_fast_", "__nv_"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (m2k_starts_with(name, prefixes[i])) {
      name += strlen(prefixes[i]);
      break;
    }
  size_t whole, len;
  name = m2k_callee_base(name, &whole);
  len = strcspn(name, "._");
  len = len < whole ? len : whole;
  const math_row *row = find(name, len);
  if (!row && len > 1 && name[len - 1] == 'f')
    row = find(name, len - 1);
  return row;
}

static double call(const math_row *row, const double *x) {
  switch (row->args) {
  case 1:
    return row->fn.f1(x[0]);
  case 2:
    return row->fn.f2(x[0], x[1]);
  default:
    return row->fn.f3(x[0], x[1], x[2]);
  }
}

static m2k_type_kind float_kind(const m2k_run *run, m2k_type type,
                                uint32_t *lanes) {
  const m2k_type_info *t = m2k_type_of(run->fn, type);
  *lanes = t->kind == M2K_TY_VECTOR ? t->count : 1;
  return t->kind == M2K_TY_VECTOR ? m2k_type_of(run->fn, t->elem)->kind
                                  : t->kind;
}

void m2k_exec_math(m2k_thread *t, const m2k_step *s) {
  m2k_run *run = t->run;
  uint32_t lanes;
  m2k_type_kind kind = float_kind(run, s->ir->type, &lanes);
  const math_row *row = s->math;
  m2k_undefine(t, s);
  if (!row || !m2k_is_float(kind) || s->ir->op_count < (uint32_t)row->args)
    return;
  for (int k = 0; k < row->args; k++) {
    uint32_t n;
    m2k_type type = m2k_value_of(run->fn, s->ir->ops[k])->type;
    if (float_kind(run, type, &n) != kind || n != lanes)
      return;
  }
  for (uint32_t i = 0; i < lanes; i++) {
    double x[3] = {0, 0, 0};
    bool undef = false;
    for (int k = 0; k < row->args; k++) {
      const m2k_rv *v = m2k_slot(t, s, (uint32_t)k) + i;
      undef |= m2k_rv_is_undef(v);
      x[k] = m2k_float_value(v->bits, kind);
    }
    if (!undef)
      t->frame[s->dst + i] =
          m2k_rv_fresh(m2k_float_bits(call(row, x), kind), s->bits);
  }
}
