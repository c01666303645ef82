#include "passes/smt/solver.h"
#include "passes/smt/fold.h"
#include "passes/smt/range.h"

#include <stdio.h>
#include <z3.h>

enum {
  REFINEMENTS = 8, /* times that a model may be corrected by lemmas */
  PATIENCE = 2,    /* of these by single values, before definitions */
  MOST_BITS = 16,  /* of a bit operation that is written out */
  KEPT = 200000    /* translated terms, then all is forgotten */
};

typedef struct translated {
  Z3_ast ast;     /* held by solver->held */
  uint32_t stamp; /* of the node when it was translated */
} translated;

/* A Z3 context takes some 10 ms to make, more than a hundred questions. */
struct m2k_session {
  Z3_context ctx; /* null before the first question */
  Z3_sort int_sort, bool_sort;
};

struct m2k_solver {
  m2k_bank *bank;
  uint64_t rlimit;
  m2k_session *session;
  bool own_session;
  Z3_context ctx; /* the session's; null before the first question */
  Z3_solver z3;
  Z3_ast_vector held;
  Z3_sort int_sort, bool_sort;
  M2K_VEC(translated) memo; /* by term */
  uint32_t names;
  uint32_t round; /* of refinement, in the question at hand */
};

/* Z3's own handler ends the process. Errors are asked for instead. */
static void ignore_error(Z3_context ctx, Z3_error_code code) {
  (void)ctx;
  (void)code;
}

m2k_session *m2k_session_new(void) {
  m2k_session *session = calloc(1, sizeof *session);
  if (!session)
    m2k_bug("out of memory");
  return session;
}

m2k_solver *m2k_solver_new(m2k_session *session, m2k_bank *bank,
                           uint64_t rlimit) {
  m2k_solver *s = calloc(1, sizeof *s);
  if (!s)
    m2k_bug("out of memory");
  s->own_session = !session;
  s->session = session ? session : m2k_session_new();
  s->bank = bank;
  s->rlimit = rlimit;
  return s;
}

static void hold_nothing(m2k_solver *s) {
  if (s->held)
    Z3_ast_vector_dec_ref(s->ctx, s->held);
  s->held = Z3_mk_ast_vector(s->ctx);
  Z3_ast_vector_inc_ref(s->ctx, s->held);
  m2k_vec_clear(&s->memo);
}

static void open_solver(m2k_solver *s) {
  s->z3 = Z3_mk_simple_solver(s->ctx);
  Z3_solver_inc_ref(s->ctx, s->z3);
  Z3_params params = Z3_mk_params(s->ctx);
  Z3_params_inc_ref(s->ctx, params);
  unsigned limit = s->rlimit > UINT32_MAX ? UINT32_MAX : (unsigned)s->rlimit;
  Z3_params_set_uint(s->ctx, params, Z3_mk_string_symbol(s->ctx, "rlimit"),
                     limit);
  Z3_solver_set_params(s->ctx, s->z3, params);
  Z3_params_dec_ref(s->ctx, params);
}

static void open_session(m2k_session *session) {
  Z3_config config = Z3_mk_config();
  Z3_set_param_value(config, "model", "true");
  Z3_context ctx = session->ctx = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(ctx, ignore_error);
  session->int_sort = Z3_mk_int_sort(ctx);
  session->bool_sort = Z3_mk_bool_sort(ctx);
  Z3_inc_ref(ctx, Z3_sort_to_ast(ctx, session->int_sort));
  Z3_inc_ref(ctx, Z3_sort_to_ast(ctx, session->bool_sort));
}

void m2k_session_free(m2k_session *session) {
  if (!session)
    return;
  if (session->ctx) {
    Z3_dec_ref(session->ctx, Z3_sort_to_ast(session->ctx, session->int_sort));
    Z3_dec_ref(session->ctx, Z3_sort_to_ast(session->ctx, session->bool_sort));
    Z3_del_context(session->ctx);
  }
  free(session);
}

static void start(m2k_solver *s) {
  if (!s->session->ctx)
    open_session(s->session);
  s->ctx = s->session->ctx;
  s->int_sort = s->session->int_sort;
  s->bool_sort = s->session->bool_sort;
  hold_nothing(s);
}

void m2k_solver_free(m2k_solver *s) {
  if (!s)
    return;
  if (s->ctx)
    Z3_ast_vector_dec_ref(s->ctx, s->held);
  if (s->own_session)
    m2k_session_free(s->session);
  m2k_vec_free(&s->memo);
  free(s);
}

/* ---- translation ---- */

/* Keeps the ast alive with the memo; every ast made goes through here before
 * the next one is made. */
static Z3_ast hold(m2k_solver *s, Z3_ast ast) {
  if (ast)
    Z3_ast_vector_push(s->ctx, s->held, ast);
  return ast;
}

static Z3_ast number(m2k_solver *s, m2k_i128 value) {
  char text[48];
  return hold(s,
              Z3_mk_numeral(s->ctx, m2k_i128_text(value, text), s->int_sort));
}

static Z3_ast fresh(m2k_solver *s, bool is_bool) {
  char name[24];
  snprintf(name, sizeof name, "x%u", s->names++);
  Z3_symbol symbol = Z3_mk_string_symbol(s->ctx, name);
  return hold(
      s, Z3_mk_const(s->ctx, symbol, is_bool ? s->bool_sort : s->int_sort));
}

static Z3_ast sum(m2k_solver *s, Z3_ast a, Z3_ast b) {
  return hold(s, Z3_mk_add(s->ctx, 2, (Z3_ast[]){a, b}));
}
static Z3_ast product(m2k_solver *s, Z3_ast a, Z3_ast b) {
  return hold(s, Z3_mk_mul(s->ctx, 2, (Z3_ast[]){a, b}));
}
static Z3_ast at_most(m2k_solver *s, Z3_ast a, Z3_ast b) {
  return hold(s, Z3_mk_le(s->ctx, a, b));
}
static Z3_ast equal(m2k_solver *s, Z3_ast a, Z3_ast b) {
  return hold(s, Z3_mk_eq(s->ctx, a, b));
}
static Z3_ast implied(m2k_solver *s, Z3_ast a, Z3_ast b) {
  return hold(s, Z3_mk_implies(s->ctx, a, b));
}

static Z3_ast known(m2k_solver *s, m2k_term t) {
  if (t >= s->memo.len || !s->memo.at[t].ast ||
      s->memo.at[t].stamp != m2k_node_at(s->bank, t)->stamp)
    return NULL;
  return s->memo.at[t].ast;
}

static Z3_ast sum_of(m2k_solver *s, m2k_term t, const Z3_ast *args,
                     uint32_t count) {
  M2K_VEC(Z3_ast) parts = {0};
  m2k_i128 constant = m2k_sum_constant(s->bank, t);
  for (uint32_t i = 0; i < count; ++i) {
    m2k_i128 coef = m2k_coef(s->bank, t, i);
    m2k_vec_push(&parts,
                 coef == 1 ? args[i] : product(s, number(s, coef), args[i]));
  }
  if (constant)
    m2k_vec_push(&parts, number(s, constant));
  Z3_ast out = parts.len == 1 ? parts.at[0]
                              : hold(s, Z3_mk_add(s->ctx, parts.len, parts.at));
  m2k_vec_free(&parts);
  return out;
}

/* Division by a positive constant is Z3's, which then is the floor. Any other
 * quotient is a symbol, and m2k_term's definition is asserted per question. */
static Z3_ast division_of(m2k_solver *s, m2k_term t, m2k_term_kind kind,
                          const Z3_ast *args) {
  m2k_i128 by;
  if (!m2k_is_const(s->bank, m2k_arg_of(s->bank, t, 1), &by) || by <= 0)
    return fresh(s, false);
  return hold(s, kind == M2K_TERM_DIV ? Z3_mk_div(s->ctx, args[0], args[1])
                                      : Z3_mk_mod(s->ctx, args[0], args[1]));
}

static Z3_ast choice(m2k_solver *s, Z3_ast cond, Z3_ast a, Z3_ast b) {
  return hold(s, Z3_mk_ite(s->ctx, cond, a, b));
}

static Z3_ast make(m2k_solver *s, m2k_term t, const Z3_ast *args,
                   uint32_t count) {
  m2k_term_kind kind = m2k_kind_of(s->bank, t);
  switch (kind) {
  case M2K_TERM_CONST:
    return number(s, m2k_node_at(s->bank, t)->value);
  case M2K_TERM_SYM:
  case M2K_TERM_BSYM:
  case M2K_TERM_APP:
    return fresh(s, m2k_sort_of(s->bank, t) == M2K_SORT_BOOL);
  case M2K_TERM_SUM:
    return sum_of(s, t, args, count);
  case M2K_TERM_MUL:
    return hold(s, Z3_mk_mul(s->ctx, count, args));
  case M2K_TERM_DIV:
  case M2K_TERM_MOD:
    return division_of(s, t, kind, args);
  case M2K_TERM_MIN:
    return choice(s, at_most(s, args[0], args[1]), args[0], args[1]);
  case M2K_TERM_MAX:
    return choice(s, at_most(s, args[0], args[1]), args[1], args[0]);
  case M2K_TERM_ITE:
    return choice(s, args[0], args[1], args[2]);
  case M2K_TERM_TRUE:
    return hold(s, Z3_mk_true(s->ctx));
  case M2K_TERM_FALSE:
    return hold(s, Z3_mk_false(s->ctx));
  case M2K_TERM_LE:
    return at_most(s, args[0], number(s, 0));
  case M2K_TERM_EQ:
    return equal(s, args[0], number(s, 0));
  case M2K_TERM_NOT:
    return hold(s, Z3_mk_not(s->ctx, args[0]));
  case M2K_TERM_AND:
    return hold(s, Z3_mk_and(s->ctx, count, args));
  case M2K_TERM_OR:
    return hold(s, Z3_mk_or(s->ctx, count, args));
  case M2K_TERM_KIND_COUNT:
    break;
  }
  m2k_bug("unknown kind of term %d", (int)kind);
}

/* Translates all nodes, operands first. False on an error of Z3's. */
static bool translate(m2k_solver *s, const m2k_question *q) {
  M2K_VEC(Z3_ast) args = {0};
  bool ok = true;
  if (s->memo.len < m2k_term_count(s->bank))
    m2k_vec_resize(&s->memo, m2k_term_count(s->bank));
  for (uint32_t i = 0; ok && i < q->nodes.len; ++i) {
    const m2k_qnode *node = &q->nodes.at[i];
    /* Opaque values are compared by identity only, and not by Z3. */
    if (node->sort == M2K_SORT_OPAQUE || known(s, node->t))
      continue;
    m2k_vec_clear(&args);
    for (uint32_t j = 0; node->kind != M2K_TERM_APP && j < node->count; ++j)
      m2k_vec_push(&args, known(s, m2k_arg_of(s->bank, node->t, j)));
    Z3_ast ast = make(s, node->t, args.at, args.len);
    s->memo.at[node->t] =
        (translated){ast, m2k_node_at(s->bank, node->t)->stamp};
    ok = ast != NULL;
  }
  m2k_vec_free(&args);
  return ok && Z3_get_error_code(s->ctx) == Z3_OK;
}

/* ---- assertions ---- */

static void require(m2k_solver *s, Z3_ast fact) {
  if (fact)
    Z3_solver_assert(s->ctx, s->z3, fact);
}

static void require_range(m2k_solver *s, m2k_term t, const m2k_range *r) {
  Z3_ast x = known(s, t);
  if (r->lo > -M2K_INF)
    require(s, at_most(s, number(s, r->lo), x));
  if (r->hi < M2K_INF)
    require(s, at_most(s, x, number(s, r->hi)));
  if (r->mod > 1) {
    Z3_ast mod = number(s, (m2k_i128)r->mod);
    Z3_ast rem = hold(s, Z3_mk_mod(s->ctx, x, mod));
    require(s, equal(s, rem, number(s, (m2k_i128)r->rem)));
  }
}

/* a = b*q + r with 0 <= r < b or b < r <= 0, of which this node is q or r;
 * b = 0 leaves both open. */
static void require_division(m2k_solver *s, m2k_term t, m2k_term_kind kind) {
  m2k_i128 by;
  m2k_term divisor = m2k_arg_of(s->bank, t, 1);
  if (m2k_is_const(s->bank, divisor, &by) && by > 0)
    return;
  Z3_ast a = known(s, m2k_arg_of(s->bank, t, 0)), b = known(s, divisor);
  Z3_ast this = known(s, t), other = fresh(s, false), zero = number(s, 0);
  Z3_ast q = kind == M2K_TERM_DIV ? this : other;
  Z3_ast r = kind == M2K_TERM_DIV ? other : this;
  require(s, equal(s, a, sum(s, product(s, b, q), r)));
  Z3_ast next = sum(s, r, number(s, 1)), past = sum(s, b, number(s, 1));
  Z3_ast positive = hold(s, Z3_mk_lt(s->ctx, zero, b));
  Z3_ast negative = hold(s, Z3_mk_lt(s->ctx, b, zero));
  require(s, implied(s, positive, at_most(s, zero, r)));
  require(s, implied(s, positive, at_most(s, next, b)));
  require(s, implied(s, negative, at_most(s, r, zero)));
  require(s, implied(s, negative, at_most(s, past, r)));
}

/* What is simple and always true of bit operations. */
static void require_bits(m2k_solver *s, m2k_term t) {
  m2k_app fn = m2k_app_of(s->bank, t);
  if (fn != M2K_APP_BITAND && fn != M2K_APP_BITOR && fn != M2K_APP_BITXOR)
    return;
  Z3_ast x = known(s, t), a = known(s, m2k_arg_of(s->bank, t, 0));
  Z3_ast b = known(s, m2k_arg_of(s->bank, t, 1));
  if (fn == M2K_APP_BITAND) {
    require(s, at_most(s, x, a));
    require(s, at_most(s, x, b));
    return;
  }
  require(s, at_most(s, x, sum(s, a, b)));
  if (fn == M2K_APP_BITXOR)
    return;
  require(s, at_most(s, a, x));
  require(s, at_most(s, b, x));
}

static void require_all(m2k_solver *s, const m2k_bounds *b) {
  const m2k_question *q = b->q;
  for (uint32_t i = 0; i < q->nodes.len; ++i) {
    const m2k_qnode *node = &q->nodes.at[i];
    if (node->sort != M2K_SORT_INT)
      continue;
    if (node->kind == M2K_TERM_SYM || node->kind == M2K_TERM_APP)
      require_range(s, node->t, &b->ranges.at[i]);
    if (node->kind == M2K_TERM_APP)
      require_bits(s, node->t);
    if (node->kind == M2K_TERM_DIV || node->kind == M2K_TERM_MOD)
      require_division(s, node->t, (m2k_term_kind)node->kind);
  }
  for (uint32_t i = 0; i < q->conjuncts.len; ++i)
    require(s, known(s, q->conjuncts.at[i]));
}

/* ---- models ---- */

static bool parse(const char *text, m2k_i128 *out) {
  bool negative = *text == '-';
  m2k_i128 value = 0, limit = (m2k_i128)1 << 122;
  for (text += negative; *text; ++text) {
    if (*text < '0' || *text > '9' || value > limit)
      return false;
    value = value * 10 + (*text - '0');
  }
  *out = negative ? -value : value;
  return true;
}

static bool value_in(m2k_solver *s, Z3_model z3, m2k_term t, m2k_i128 *out) {
  Z3_ast value = NULL;
  if (!Z3_model_eval(s->ctx, z3, known(s, t), true, &value) || !value)
    return false;
  hold(s, value);
  if (m2k_sort_of(s->bank, t) == M2K_SORT_BOOL) {
    Z3_lbool truth = Z3_get_bool_value(s->ctx, value);
    *out = truth == Z3_L_TRUE;
    return truth != Z3_L_UNDEF;
  }
  if (Z3_get_ast_kind(s->ctx, value) != Z3_NUMERAL_AST)
    return false;
  return parse(Z3_get_numeral_string(s->ctx, value), out);
}

static m2k_model *read_model(m2k_solver *s, const m2k_question *q,
                             Z3_model z3) {
  m2k_model *model = m2k_model_new(s->bank);
  m2k_i128 value;
  for (uint32_t i = 0; i < q->nodes.len; ++i) {
    m2k_term t = q->nodes.at[i].t;
    if (!m2k_is_leaf(s->bank, t))
      continue;
    if (!value_in(s, z3, t, &value)) {
      m2k_model_free(model);
      return NULL;
    }
    m2k_model_set(model, t, value);
  }
  return model;
}

/* One function with equal arguments gives equal results. */
static void require_functional(m2k_solver *s, const m2k_clash *clash) {
  uint32_t count = m2k_node_at(s->bank, clash->a)->count;
  Z3_ast same = equal(s, known(s, clash->a), known(s, clash->b));
  for (uint32_t i = 0; i < count; ++i) {
    m2k_term x = m2k_arg_of(s->bank, clash->a, i);
    m2k_term y = m2k_arg_of(s->bank, clash->b, i);
    if (x != y)
      same = implied(s, equal(s, known(s, x), known(s, y)), same);
  }
  require(s, same);
}

/* Bit number i of operand x, as a boolean. */
static Z3_ast bit_of(m2k_solver *s, Z3_ast x, unsigned i) {
  Z3_ast by = number(s, (m2k_i128)1 << i);
  Z3_ast high = hold(s, Z3_mk_div(s->ctx, x, by));
  Z3_ast bit = hold(s, Z3_mk_mod(s->ctx, high, number(s, 2)));
  return equal(s, bit, number(s, 1));
}

static Z3_ast combined(m2k_solver *s, m2k_app fn, Z3_ast a, Z3_ast b) {
  if (fn == M2K_APP_BITXOR)
    return hold(s, Z3_mk_xor(s->ctx, a, b));
  return hold(s, fn == M2K_APP_BITAND ? Z3_mk_and(s->ctx, 2, (Z3_ast[]){a, b})
                                      : Z3_mk_or(s->ctx, 2, (Z3_ast[]){a, b}));
}

/* A bit operation of few bits, written out bit by bit: where lemmas about
 * single values would have to be many. */
static bool require_definition(m2k_solver *s, m2k_term t) {
  m2k_app fn = m2k_app_of(s->bank, t);
  if (fn != M2K_APP_BITAND && fn != M2K_APP_BITOR && fn != M2K_APP_BITXOR)
    return false;
  m2k_term a = m2k_arg_of(s->bank, t, 0), b = m2k_arg_of(s->bank, t, 1);
  m2k_i128 x = m2k_range_at(s->bank, a)->hi, y = m2k_range_at(s->bank, b)->hi;
  unsigned bits = m2k_bit_length(x > y ? x : y);
  if (bits > MOST_BITS)
    return false;
  Z3_ast total = number(s, 0), zero = total;
  for (unsigned i = 0; i < bits; ++i) {
    Z3_ast bit =
        combined(s, fn, bit_of(s, known(s, a), i), bit_of(s, known(s, b), i));
    total = sum(s, total, choice(s, bit, number(s, (m2k_i128)1 << i), zero));
  }
  require(s, equal(s, known(s, t), total));
  return true;
}

/* The value that the meaning of application t has for these arguments. */
static bool require_meaning(m2k_solver *s, Z3_model z3, m2k_eval *e,
                            m2k_term t) {
  m2k_i128 given, right, arg;
  if (!value_in(s, z3, t, &given) || !m2k_eval_term(e, t, &right) ||
      given == right)
    return false;
  Z3_ast lemma = equal(s, known(s, t), number(s, right));
  for (uint32_t i = 0; i < m2k_node_at(s->bank, t)->count; ++i) {
    m2k_term x = m2k_arg_of(s->bank, t, i);
    if (!m2k_eval_term(e, x, &arg))
      return false;
    lemma = implied(s, equal(s, known(s, x), number(s, arg)), lemma);
  }
  require(s, lemma);
  return true;
}

/* A divisor that is zero has no value to check: look for models without.
 * *restricted then says that finding none proves nothing. */
static bool require_divisor(m2k_solver *s, m2k_eval *e, m2k_term t,
                            bool *restricted) {
  m2k_term divisor = m2k_arg_of(s->bank, t, 1);
  m2k_i128 value;
  if (!m2k_eval_term(e, divisor, &value) || value != 0 ||
      m2k_kind_of(s->bank, divisor) == M2K_TERM_CONST)
    return false;
  Z3_ast zero = equal(s, known(s, divisor), number(s, 0));
  require(s, hold(s, Z3_mk_not(s->ctx, zero)));
  *restricted = true;
  return true;
}

/* Lemmas that exclude this model; false when there are none. */
static bool refine(m2k_solver *s, const m2k_question *q, Z3_model z3,
                   m2k_model *model, const m2k_clash *clash, bool *restricted) {
  bool define = s->round == PATIENCE;
  m2k_eval e = {.bank = s->bank, .value = m2k_model_leaf, .data = model};
  bool any = clash->a != M2K_NO_TERM;
  if (any)
    require_functional(s, clash);
  for (uint32_t i = 0; i < q->nodes.len; ++i) {
    const m2k_qnode *node = &q->nodes.at[i];
    if (node->kind == M2K_TERM_APP &&
        m2k_app_is_evaluable(m2k_app_of(s->bank, node->t)))
      any = (define && require_definition(s, node->t)) ||
            require_meaning(s, z3, &e, node->t) || any;
    if (node->kind == M2K_TERM_DIV || node->kind == M2K_TERM_MOD)
      any = require_divisor(s, &e, node->t, restricted) || any;
  }
  m2k_eval_free(&e);
  return any;
}

/* ---- asking ---- */

static void write_question(m2k_solver *s, const char *path) {
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file)
    return;
  fprintf(file, "%s(check-sat)\n", Z3_solver_to_string(s->ctx, s->z3));
  fclose(file);
}

/* One model: SAT when it is right, else UNDECIDED, and *again where asking
 * again may help. */
static m2k_answer inspect(m2k_solver *s, const m2k_question *q,
                          m2k_model **model, bool *again, bool *restricted) {
  Z3_model z3 = Z3_solver_get_model(s->ctx, s->z3);
  m2k_clash clash;
  *again = false;
  if (!z3)
    return M2K_UNDECIDED;
  Z3_model_inc_ref(s->ctx, z3);
  m2k_model *found = read_model(s, q, z3);
  bool right = found && m2k_model_satisfies(found, q, &clash);
  if (found && !right)
    *again = refine(s, q, z3, found, &clash, restricted);
  Z3_model_dec_ref(s->ctx, z3);
  if (right) {
    *model = found;
    return M2K_SAT;
  }
  m2k_model_free(found);
  return M2K_UNDECIDED;
}

static m2k_answer check(m2k_solver *s, const m2k_question *q,
                        m2k_model **model) {
  bool again = true, restricted = false;
  m2k_answer answer = M2K_UNDECIDED;
  for (uint32_t round = 0; again && round < REFINEMENTS; ++round) {
    s->round = round;
    Z3_lbool result = Z3_solver_check(s->ctx, s->z3);
    if (Z3_get_error_code(s->ctx) != Z3_OK || result == Z3_L_UNDEF)
      return M2K_UNDECIDED;
    if (result == Z3_L_FALSE)
      return restricted ? M2K_UNDECIDED : M2K_UNSAT;
    answer = inspect(s, q, model, &again, &restricted);
    if (answer == M2K_SAT)
      return answer;
  }
  return answer;
}

m2k_answer m2k_solver_ask(m2k_solver *s, const m2k_bounds *bounds,
                          m2k_model **model, const char *dump) {
  if (!s->ctx)
    start(s);
  if (Z3_ast_vector_size(s->ctx, s->held) > KEPT)
    hold_nothing(s);
  if (!translate(s, bounds->q))
    return M2K_UNDECIDED;
  /* A solver of its own for each question, so that what it learned from earlier
   * ones does not change how far the resource limit reaches. */
  open_solver(s);
  require_all(s, bounds);
  m2k_answer answer = M2K_UNDECIDED;
  if (Z3_get_error_code(s->ctx) == Z3_OK) {
    write_question(s, dump);
    answer = check(s, bounds->q, model);
  }
  Z3_solver_dec_ref(s->ctx, s->z3);
  s->z3 = NULL;
  return answer;
}
