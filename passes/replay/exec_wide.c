/*
 * Integers over 64 bits, as words of 64 bits with a value each: structs and
 * vector copies arrive as such (shim.h). A whole word taken out keeps its
 * history and provenance; everything else restarts. Arithmetic other than on
 * bits is done up to 128 bits.
 */
#include "passes/replay/machine.h"

enum { WORDS_MAX = 16 };

typedef struct wide {
  m2k_rv word[WORDS_MAX];
  uint32_t count, bits;
} wide;

static unsigned word_bits(const wide *w, uint32_t i) {
  uint32_t left = w->bits - 64 * i;
  return left < 64 ? left : 64;
}

static bool load_wide(m2k_thread *t, const m2k_step *s, uint32_t operand,
                      wide *w) {
  const m2k_rv *from = m2k_slot(t, s, operand);
  *w = (wide){.bits = m2k_operand_type(t->run, s, operand)->bits};
  w->count = (w->bits + 63) / 64;
  if (w->count > WORDS_MAX)
    return false;
  memcpy(w->word, from, w->count * sizeof *from);
  return true;
}

static bool any_undef(const wide *w) {
  for (uint32_t i = 0; i < w->count; i++)
    if (m2k_rv_is_undef(&w->word[i]))
      return true;
  return false;
}

static m2k_u128 as_u128(const wide *w) {
  return (m2k_u128)w->word[1].bits << 64 | w->word[0].bits;
}

static m2k_i128 as_i128(const wide *w) {
  unsigned shift = 128 - w->bits;
  return (m2k_i128)(as_u128(w) << shift) >> shift;
}

static bool is_zero(const m2k_rv *v) {
  return !m2k_rv_is_undef(v) && !v->bits && !v->prov && !v->exact;
}

static m2k_rv bit_word(uint16_t op, const m2k_rv *a, const m2k_rv *b,
                       unsigned width) {
  if (op != M2K_OP_AND && is_zero(b))
    return *a;
  if (op != M2K_OP_AND && is_zero(a))
    return *b;
  if (op == M2K_OP_AND && (is_zero(a) || is_zero(b)))
    return m2k_rv_fresh(0, width);
  if (op == M2K_OP_AND && b->bits == m2k_mask(width) && !m2k_rv_is_undef(b))
    return *a;
  if (m2k_rv_is_undef(a) || m2k_rv_is_undef(b))
    return m2k_rv_undef();
  m2k_rv r = m2k_rv_fresh(op == M2K_OP_AND  ? a->bits & b->bits
                          : op == M2K_OP_OR ? a->bits | b->bits
                                            : a->bits ^ b->bits,
                          width);
  r.flags |= M2K_RV_PACKED;
  return r;
}

/* Word `i` of a number shifted right by `by` bits; negative is left. `fill`
 * is what enters at the top. */
static m2k_rv shifted_word(const wide *a, uint32_t i, int64_t by,
                           uint64_t fill) {
  int64_t at = 64 * (int64_t)i + by;
  int64_t first = at >= 0 ? at / 64 : -((63 - at) / 64);
  unsigned in = (unsigned)(at - 64 * first);
  m2k_rv zero = m2k_rv_fresh(0, 64), top = m2k_rv_fresh(fill, 64);
  const m2k_rv *lo = first < 0                   ? &zero
                     : first < (int64_t)a->count ? &a->word[first]
                                                 : &top;
  if (!in)
    return *lo;
  const m2k_rv *hi = first + 1 < 0                   ? &zero
                     : first + 1 < (int64_t)a->count ? &a->word[first + 1]
                                                     : &top;
  if (m2k_rv_is_undef(lo) || m2k_rv_is_undef(hi))
    return m2k_rv_undef();
  m2k_rv r = m2k_rv_fresh(lo->bits >> in | hi->bits << (64 - in), 64);
  r.flags |= M2K_RV_PACKED;
  return r;
}

static void shift(const m2k_step *s, wide *a, const wide *by, wide *r) {
  int64_t n = (int64_t)by->word[0].bits;
  if (any_undef(by) || n >= (int64_t)a->bits) {
    for (uint32_t i = 0; i < r->count; i++)
      r->word[i] = m2k_rv_undef();
    return;
  }
  unsigned top = word_bits(a, a->count - 1);
  m2k_rv *last = &a->word[a->count - 1];
  bool minus = s->op == M2K_OP_ASHR && m2k_signed(last->bits, top) < 0;
  if (minus && top < 64)
    last->bits |= ~m2k_mask(top);
  for (uint32_t i = 0; i < r->count; i++)
    r->word[i] = shifted_word(a, i, s->op == M2K_OP_SHL ? -n : n,
                              minus ? ~UINT64_C(0) : 0);
}

/* Up to 128 bits; false when the operation is not known here. */
static bool arithmetic(const m2k_step *s, const wide *a, const wide *b,
                       wide *r) {
  m2k_u128 x = as_u128(a), y = as_u128(b), z;
  bool divides = s->op == M2K_OP_UDIV || s->op == M2K_OP_UREM ||
                 s->op == M2K_OP_SDIV || s->op == M2K_OP_SREM;
  if (a->bits > 128)
    return false;
  if (any_undef(a) || any_undef(b) || (divides && !y)) {
    for (uint32_t i = 0; i < r->count; i++)
      r->word[i] = m2k_rv_undef();
    return true;
  }
  m2k_i128 sx = as_i128(a), sy = as_i128(b);
  switch (s->op) {
  case M2K_OP_ADD:
    z = x + y;
    break;
  case M2K_OP_SUB:
    z = x - y;
    break;
  case M2K_OP_MUL:
    z = x * y;
    break;
  case M2K_OP_UDIV:
    z = x / y;
    break;
  case M2K_OP_UREM:
    z = x % y;
    break;
  case M2K_OP_SDIV:
    z = sy == -1 ? 0 - (m2k_u128)sx : (m2k_u128)(sx / sy);
    break;
  case M2K_OP_SREM:
    z = sy == -1 ? 0 : (m2k_u128)(sx % sy);
    break;
  default:
    return false;
  }
  r->word[0] = m2k_rv_fresh((uint64_t)z, 64);
  r->word[1] = m2k_rv_fresh((uint64_t)(z >> 64), 64);
  return true;
}

static void extend(m2k_thread *t, const m2k_step *s, const wide *a, wide *r) {
  bool is_signed = s->op == M2K_OP_SEXT;
  unsigned top = word_bits(a, a->count - 1);
  m2k_rv last = a->word[a->count - 1];
  uint64_t fill =
      is_signed && m2k_signed(last.bits, top) < 0 ? ~UINT64_C(0) : 0;
  (void)t;
  for (uint32_t i = 0; i < r->count; i++)
    r->word[i] = i < a->count ? a->word[i] : m2k_rv_fresh(fill, 64);
  if (any_undef(a))
    for (uint32_t i = a->count; i < r->count; i++)
      r->word[i] = m2k_rv_undef();
  if (top < 64 && !m2k_rv_is_undef(&last)) /* the word becomes a whole one */
    r->word[a->count - 1] = m2k_rv_fresh(
        is_signed ? (uint64_t)m2k_signed(last.bits, top) : last.bits, 64);
}

static m2k_rv compare(const m2k_step *s, const wide *a, const wide *b) {
  if (any_undef(a) || any_undef(b))
    return m2k_rv_undef();
  m2k_pred pred = (m2k_pred)s->ir->sub;
  for (uint32_t i = a->count; i-- > 0;) {
    bool last = i == 0, top = i == a->count - 1;
    unsigned width = word_bits(a, i);
    if (!last && a->word[i].bits == b->word[i].bits)
      continue;
    /* Below the top word the order is that of unsigned numbers. */
    if (!top && pred >= M2K_SGT)
      pred = (m2k_pred)(pred - M2K_SGT + M2K_UGT);
    return m2k_rv_fresh(
        m2k_compare(pred, a->word[i].bits, b->word[i].bits, width), 1);
  }
  return m2k_rv_undef();
}

static bool is_bit_op(uint16_t op) {
  return op == M2K_OP_AND || op == M2K_OP_OR || op == M2K_OP_XOR;
}

static bool compute(m2k_thread *t, const m2k_step *s, wide *a, wide *b,
                    wide *r) {
  switch (s->op) {
  case M2K_OP_SHL:
  case M2K_OP_LSHR:
  case M2K_OP_ASHR:
    shift(s, a, b, r);
    return true;
  case M2K_OP_ZEXT:
  case M2K_OP_SEXT:
    extend(t, s, a, r);
    return true;
  case M2K_OP_TRUNC:
  case M2K_OP_FREEZE:
    memcpy(r->word, a->word, r->count * sizeof *r->word);
    return true;
  case M2K_OP_ICMP:
    r->word[0] = compare(s, a, b);
    return true;
  default:
    if (!is_bit_op(s->op))
      return arithmetic(s, a, b, r);
    for (uint32_t i = 0; i < r->count; i++)
      r->word[i] = bit_word(s->op, &a->word[i], &b->word[i], word_bits(a, i));
    return true;
  }
}

void m2k_exec_wide(m2k_thread *t, const m2k_step *s) {
  wide a = {.bits = 0}, b = {.bits = 0}, r = {.count = s->lanes};
  r.bits = m2k_type_of(t->run->fn, s->ir->type)->bits;
  bool scalar = m2k_type_of(t->run->fn, s->ir->type)->kind == M2K_TY_INT;
  if (!scalar || !load_wide(t, s, 0, &a) ||
      (s->ir->op_count > 1 && !load_wide(t, s, 1, &b)) ||
      !compute(t, s, &a, &b, &r)) {
    m2k_stop(t->run, M2K_REPLAY_UNSUPPORTED, "'%s' on an integer of %u bits",
             m2k_op_text((m2k_op)s->op), a.bits);
    return;
  }
  for (uint32_t i = 0; i < r.count; i++) {
    unsigned width = word_bits(&r, i);
    m2k_rv *to = &t->frame[s->dst + i];
    *to = r.word[i];
    if (width < 64 && !m2k_rv_is_undef(to))
      *to = m2k_rv_fresh(to->bits, width);
  }
}

/* Bits of leaves, lowest first, as vectors lie in memory. */
static void pack(const m2k_rv *from, const m2k_leaves *leaves, uint64_t *to,
                 bool *undef) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < leaves->len; i++) {
    unsigned n = leaves->at[i].bits, in = at % 64;
    *undef |= m2k_rv_is_undef(&from[i]);
    to[at / 64] |= from[i].bits << in;
    if (in + n > 64)
      to[at / 64 + 1] |= from[i].bits >> (64 - in);
    at += n;
  }
}

static void unpack(const uint64_t *from, const m2k_leaves *leaves, bool undef,
                   m2k_rv *to) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < leaves->len; i++) {
    unsigned n = leaves->at[i].bits, in = at % 64;
    uint64_t bits = from[at / 64] >> in;
    if (in + n > 64)
      bits |= from[at / 64 + 1] << (64 - in);
    to[i] = undef ? m2k_rv_undef() : m2k_rv_fresh(bits, n);
    to[i].flags |= undef || leaves->len > 1 ? 0 : M2K_RV_PACKED;
    at += n;
  }
}

void m2k_exec_bitcast(m2k_thread *t, const m2k_step *s) {
  m2k_run *run = t->run;
  m2k_type from = m2k_value_of(run->fn, s->ir->ops[0])->type;
  const m2k_leaves *in = m2k_leaves_of(run, from);
  const m2k_leaves *out = m2k_leaves_of(run, s->ir->type);
  m2k_rv *to = &t->frame[s->dst];
  const m2k_rv *a = &t->frame[s->a];
  bool alike = in->len == out->len && s->from == s->bits && s->bits;
  if (alike) {
    memmove(to, a, in->len * sizeof *to);
    return;
  }
  uint64_t words[66] = {0};
  bool undef = false;
  if (in->len > 64 || out->len > 64) {
    m2k_stop(run, M2K_REPLAY_UNSUPPORTED, "bitcast of a long vector");
    return;
  }
  pack(a, in, words, &undef);
  unpack(words, out, undef, to);
}
