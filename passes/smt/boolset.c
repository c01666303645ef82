#include "passes/smt/boolset.h"

enum {
  PAIRWISE = 24, /* rules over pairs only up to this many members */
  LITERALS = 64  /* complements are looked up in sets up to this size */
};

typedef struct boolset {
  m2k_bank *bank;
  m2k_term_kind kind, dual;
  m2k_term neutral, absorbing;
  m2k_vec_u32 set; /* sorted */
} boolset;

static int by_id(const void *a, const void *b) {
  m2k_term x = *(const m2k_term *)a, y = *(const m2k_term *)b;
  return x < y ? -1 : x > y;
}

static void flatten(boolset *s, m2k_term t) {
  if (t == s->neutral)
    return;
  if (m2k_kind_of(s->bank, t) != s->kind) {
    m2k_vec_push(&s->set, t);
    return;
  }
  for (uint32_t i = 0; i < m2k_node_at(s->bank, t)->count; ++i)
    m2k_vec_push(&s->set, m2k_arg_of(s->bank, t, i));
}

static void sort_unique(m2k_vec_u32 *set) {
  if (set->len < 2)
    return;
  if (set->len == 2) {
    m2k_term a = set->at[0], b = set->at[1];
    set->at[0] = a < b ? a : b;
    set->at[1] = a < b ? b : a;
  } else {
    qsort(set->at, set->len, sizeof *set->at, by_id);
  }
  uint32_t kept = 1;
  for (uint32_t i = 1; i < set->len; ++i)
    if (set->at[i] != set->at[kept - 1])
      set->at[kept++] = set->at[i];
  set->len = kept;
}

static bool has(const m2k_vec_u32 *set, m2k_term t) {
  uint32_t lo = 0, hi = set->len;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (set->at[mid] < t)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < set->len && set->at[lo] == t;
}

static bool is_compound(const m2k_bank *bank, m2k_term t) {
  m2k_term_kind kind = m2k_kind_of(bank, t);
  return kind == M2K_TERM_AND || kind == M2K_TERM_OR;
}

/* The negation of t where making it is cheap, else only one already made. */
static m2k_term negation(m2k_bank *bank, m2k_term t) {
  return is_compound(bank, t) ? m2k_known_negation(bank, t) : m2k_not(bank, t);
}

static bool has_complement(boolset *s) {
  for (uint32_t i = 0; i < s->set.len; ++i)
    if (s->set.at[i] == s->absorbing ||
        has(&s->set, negation(s->bank, s->set.at[i])))
      return true;
  return false;
}

/* For two comparisons x + j <= 0 and +-x + k <= 0 of one form: 0 nothing, 1 the
 * first is implied by the second in a conjunction, 2 the other way round, 3
 * they exclude each other, 4 one of them always holds. */
static int compare_bounds(const m2k_bank *bank, m2k_term a, m2k_term b) {
  const m2k_node *x = m2k_node_at(bank, m2k_arg_of(bank, a, 0));
  const m2k_node *y = m2k_node_at(bank, m2k_arg_of(bank, b, 0));
  m2k_term tx = m2k_arg_of(bank, a, 0), ty = m2k_arg_of(bank, b, 0);
  m2k_i128 one = 1;
  bool sx = x->kind == M2K_TERM_SUM, sy = y->kind == M2K_TERM_SUM;
  uint32_t nx = sx ? x->count : 1, ny = sy ? y->count : 1;
  const m2k_term *px = sx ? m2k_node_args(bank, x) : &tx;
  const m2k_term *py = sy ? m2k_node_args(bank, y) : &ty;
  if (nx != ny || memcmp(px, py, nx * sizeof *px))
    return 0;
  const m2k_i128 *cx = sx ? m2k_node_coefs(bank, x) : &one;
  const m2k_i128 *cy = sy ? m2k_node_coefs(bank, y) : &one;
  bool equal = cx[0] == cy[0];
  for (uint32_t i = 0; i < nx; ++i)
    if (equal ? cx[i] != cy[i] : cx[i] != -cy[i])
      return 0;
  m2k_i128 kx = sx ? x->value : 0, ky = sy ? y->value : 0;
  if (equal)
    return kx <= ky ? 1 : 2;
  if (kx + ky > 0) /* ky <= x <= -kx is empty */
    return 3;
  return kx + ky <= -1 ? 4 : 0; /* x <= -kx or x >= ky, overlapping */
}

/* Keeps the stronger (AND) or weaker (OR) of bounds of one form. True when the
 * set is absorbed. */
static bool merge_bounds(boolset *s) {
  bool conj = s->kind == M2K_TERM_AND;
  if (s->set.len > PAIRWISE)
    return false;
  for (uint32_t i = 0; i < s->set.len; ++i) {
    if (m2k_kind_of(s->bank, s->set.at[i]) != M2K_TERM_LE)
      continue;
    for (uint32_t j = i + 1; j < s->set.len; ++j) {
      if (m2k_kind_of(s->bank, s->set.at[j]) != M2K_TERM_LE)
        continue;
      int how = compare_bounds(s->bank, s->set.at[i], s->set.at[j]);
      if (how == 3 && conj)
        return true;
      if (how == 4 && !conj)
        return true;
      if (how != 1 && how != 2)
        continue;
      uint32_t drop = (how == 1) == conj ? i : j;
      memmove(s->set.at + drop, s->set.at + drop + 1,
              (s->set.len - drop - 1) * sizeof *s->set.at);
      --s->set.len;
      if (drop == i) {
        --i;
        break;
      }
      --j;
    }
  }
  return false;
}

/* A member of the dual kind, seen from the rest of the set: absorbed by a
 * member that it contains, or without the parts that a member excludes.
 * Returns what is left of it, s->neutral when nothing has to stay. */
static m2k_term resolve(boolset *s, m2k_term member) {
  m2k_vec_u32 left = {0};
  uint32_t count = m2k_node_at(s->bank, member)->count;
  m2k_term result = member;
  for (uint32_t i = 0; i < count && result == member; ++i) {
    m2k_term part = m2k_arg_of(s->bank, member, i);
    if (has(&s->set, part))
      result = s->neutral;
    else if (!has(&s->set, negation(s->bank, part)))
      m2k_vec_push(&left, part);
  }
  if (result == member && left.len < count)
    result = m2k_boolset_term(s->bank, s->dual, left.at, left.len);
  m2k_vec_free(&left);
  return result;
}

/* One step of resolution; true when the set has changed (and is unsorted). */
static bool resolve_one(boolset *s) {
  for (uint32_t i = 0; i < s->set.len; ++i) {
    m2k_term member = s->set.at[i];
    if (m2k_kind_of(s->bank, member) != s->dual ||
        m2k_node_at(s->bank, member)->count > LITERALS)
      continue;
    m2k_term left = resolve(s, member);
    if (left == member)
      continue;
    s->set.at[i] = s->set.at[--s->set.len];
    flatten(s, left);
    return true;
  }
  return false;
}

/* Parts of a member with respect to the dual kind; itself when it is none. */
static uint32_t parts_of(const boolset *s, m2k_term *member,
                         const m2k_term **parts) {
  const m2k_node *node = m2k_node_at(s->bank, *member);
  bool dual = node->kind == s->dual;
  *parts = dual ? m2k_node_args(s->bank, node) : member;
  return dual ? node->count : 1;
}

/* Splits two members into what they share and what each has besides. */
static void split_common(const boolset *s, m2k_term a, m2k_term b,
                         m2k_vec_u32 *both, m2k_vec_u32 *only_a,
                         m2k_vec_u32 *only_b) {
  const m2k_term *x, *y;
  uint32_t n = parts_of(s, &a, &x), m = parts_of(s, &b, &y), i = 0, j = 0;
  while (i < n || j < m) {
    if (j == m || (i < n && x[i] < y[j])) {
      m2k_vec_push(only_a, x[i++]);
    } else if (i == n || y[j] < x[i]) {
      m2k_vec_push(only_b, y[j++]);
    } else {
      m2k_vec_push(both, x[i]);
      ++i;
      ++j;
    }
  }
}

/* (p and c) or (p and not c) is p, for any conjunction c. */
static m2k_term merge_two(boolset *s, m2k_term a, m2k_term b) {
  m2k_vec_u32 both = {0}, x = {0}, y = {0};
  m2k_term merged = M2K_NO_TERM;
  split_common(s, a, b, &both, &x, &y);
  if (both.len && x.len == 0) { /* absorption */
    merged = a;
  } else if (both.len && y.len == 0) {
    merged = b;
  } else if (both.len && (x.len == 1 || y.len == 1)) {
    m2k_vec_u32 *one = y.len == 1 ? &y : &x, *many = y.len == 1 ? &x : &y;
    m2k_term neg = many->len == 1 || is_compound(s->bank, one->at[0])
                       ? m2k_not(s->bank, one->at[0])
                       : M2K_NO_TERM;
    if (neg != M2K_NO_TERM &&
        neg == m2k_boolset_term(s->bank, s->dual, many->at, many->len))
      merged = m2k_boolset_term(s->bank, s->dual, both.at, both.len);
  }
  m2k_vec_free(&both);
  m2k_vec_free(&x);
  m2k_vec_free(&y);
  return merged;
}

static bool merge_one_pair(boolset *s) {
  if (s->set.len > PAIRWISE)
    return false;
  for (uint32_t i = 0; i < s->set.len; ++i)
    for (uint32_t j = i + 1; j < s->set.len; ++j) {
      m2k_term a = s->set.at[i], b = s->set.at[j];
      if (m2k_kind_of(s->bank, a) != s->dual ||
          m2k_kind_of(s->bank, b) != s->dual)
        continue;
      m2k_term merged = merge_two(s, a, b);
      if (merged == M2K_NO_TERM)
        continue;
      s->set.at[j] = s->set.at[--s->set.len];
      s->set.at[i] = s->set.at[--s->set.len];
      flatten(s, merged);
      return true;
    }
  return false;
}

/* What all members of a disjunction share. */
static void common_parts(const boolset *s, m2k_vec_u32 *common) {
  m2k_vec_u32 x = {0}, y = {0};
  split_common(s, s->set.at[0], s->set.at[0], common, &x, &y);
  for (uint32_t i = 1; i < s->set.len && common->len; ++i) {
    const m2k_term *parts;
    m2k_term member = s->set.at[i];
    uint32_t n = parts_of(s, &member, &parts), kept = 0;
    for (uint32_t j = 0, k = 0; j < common->len; ++j) {
      while (k < n && parts[k] < common->at[j])
        ++k;
      if (k < n && parts[k] == common->at[j])
        common->at[kept++] = common->at[j];
    }
    common->len = kept;
  }
  m2k_vec_free(&x);
  m2k_vec_free(&y);
}

/* (p and a) or (p and b) is p and (a or b). M2K_NO_TERM when nothing is
 * shared by all. Only this way round: conjunctions stay conjunctions. */
static m2k_term factor_out(boolset *s) {
  m2k_vec_u32 common = {0}, rests = {0};
  m2k_term result = M2K_NO_TERM;
  if (s->kind != M2K_TERM_OR || s->set.len < 2)
    return result;
  common_parts(s, &common);
  for (uint32_t i = 0; common.len && i < s->set.len; ++i) {
    m2k_vec_u32 rest = {0};
    const m2k_term *parts;
    m2k_term member = s->set.at[i];
    uint32_t n = parts_of(s, &member, &parts);
    for (uint32_t j = 0; j < n; ++j)
      if (!has(&common, parts[j]))
        m2k_vec_push(&rest, parts[j]);
    m2k_vec_push(&rests,
                 m2k_boolset_term(s->bank, M2K_TERM_AND, rest.at, rest.len));
    m2k_vec_free(&rest);
  }
  if (common.len) {
    m2k_term any = m2k_boolset_term(s->bank, s->kind, rests.at, rests.len);
    m2k_vec_push(&common, any);
    result = m2k_boolset_term(s->bank, s->dual, common.at, common.len);
  }
  m2k_vec_free(&common);
  m2k_vec_free(&rests);
  return result;
}

static m2k_term finish(boolset *s) {
  if (s->set.len == 0)
    return s->neutral;
  if (s->set.len == 1)
    return s->set.at[0];
  m2k_term factored = factor_out(s);
  if (factored != M2K_NO_TERM)
    return factored;
  bool fresh;
  return m2k_bank_op(s->bank, s->kind, M2K_SORT_BOOL, s->set.at, s->set.len,
                     &fresh);
}

m2k_term m2k_boolset_term(m2k_bank *bank, m2k_term_kind kind,
                          const m2k_term *terms, uint32_t count) {
  bool conj = kind == M2K_TERM_AND;
  boolset s = {.bank = bank,
               .kind = kind,
               .dual = conj ? M2K_TERM_OR : M2K_TERM_AND,
               .neutral = conj ? M2K_TERM_TRUE_ID : M2K_TERM_FALSE_ID,
               .absorbing = conj ? M2K_TERM_FALSE_ID : M2K_TERM_TRUE_ID};
  for (uint32_t i = 0; i < count; ++i)
    flatten(&s, terms[i]);
  bool absorbed = false, changed = true;
  while (changed && !absorbed) {
    sort_unique(&s.set);
    absorbed = s.set.len > 0 && (has_complement(&s) || merge_bounds(&s));
    changed = !absorbed && (resolve_one(&s) || merge_one_pair(&s));
  }
  m2k_term t = absorbed ? s.absorbing : finish(&s);
  m2k_vec_free(&s.set);
  return t;
}
