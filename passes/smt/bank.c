#include "passes/smt/bank.h"
#include "passes/smt/range.h"

enum { CHUNK = 1 << 16, LONGEST_NAME = 4096, FIRST_SLOTS = 1 << 12 };

static uint32_t mix(uint64_t *state, uint64_t word) {
  *state = (*state ^ word) * 0x9E3779B97F4A7C15u;
  *state ^= *state >> 29;
  return (uint32_t)*state;
}

static uint32_t hash_key(const m2k_node_key *key) {
  uint64_t state = (uint64_t)key->kind | (uint64_t)key->fn << 8 |
                   (uint64_t)key->sort << 16 | (uint64_t)key->count << 24;
  mix(&state, (uint64_t)key->value);
  uint64_t high = (uint64_t)(key->value >> 64);
  if (high)
    mix(&state, high);
  for (uint32_t i = 0; i < key->count; ++i)
    mix(&state, key->args[i]);
  if (key->coefs)
    for (uint32_t i = 0; i < key->count; ++i)
      mix(&state, (uint64_t)key->coefs[i] ^
                      (uint64_t)(key->coefs[i] >> 64) * 0xD6E8FEB86659FD93u);
  mix(&state, 0);
  return (uint32_t)(state >> 32);
}

static bool same(const m2k_bank *bank, m2k_term t, uint32_t hash,
                 const m2k_node_key *key) {
  const m2k_node *node = m2k_node_at(bank, t);
  if (node->hash != hash || node->kind != key->kind ||
      node->count != key->count || node->fn != key->fn ||
      node->sort != key->sort || node->value != key->value)
    return false;
  if (key->count && memcmp(m2k_node_args(bank, node), key->args,
                           key->count * sizeof *key->args))
    return false;
  return !key->coefs || !key->count ||
         !memcmp(m2k_node_coefs(bank, node), key->coefs,
                 key->count * sizeof *key->coefs);
}

static void slot_put(m2k_bank *bank, m2k_term t) {
  uint32_t i = bank->nodes.at[t].hash & bank->slot_mask;
  while (bank->slots[i])
    i = (i + 1) & bank->slot_mask;
  bank->slots[i] = t + 1;
}

static bool is_indexed(const m2k_node *node) {
  return node->kind != M2K_TERM_SYM && node->kind != M2K_TERM_BSYM;
}

static void grow_slots(m2k_bank *bank) {
  uint32_t size = bank->slots ? (bank->slot_mask + 1) * 2 : FIRST_SLOTS;
  free(bank->slots);
  bank->slots = calloc(size, sizeof *bank->slots);
  if (!bank->slots)
    m2k_bug("out of memory");
  bank->slot_mask = size - 1;
  /* In order of creation, so that the newest can be cleared first. */
  for (uint32_t t = 0; t < bank->nodes.len; ++t)
    if (is_indexed(&bank->nodes.at[t]))
      slot_put(bank, t);
}

static m2k_term append(m2k_bank *bank, const m2k_node_key *key, uint32_t hash) {
  m2k_term t = bank->nodes.len;
  if (t >= M2K_NO_TERM - 1)
    m2k_bug("too many terms");
  m2k_node node = {.value = key->value,
                   .args = bank->args.len,
                   .coefs = bank->coefs.len,
                   .count = key->count,
                   .hash = hash,
                   .stamp = bank->generation,
                   .facts = M2K_NO_TERM,
                   .neg = M2K_NO_TERM,
                   .kind = (uint8_t)key->kind,
                   .sort = (uint8_t)key->sort,
                   .fn = (uint8_t)key->fn,
                   .flags = key->flags};
  m2k_vec_push(&bank->nodes, node);
  m2k_vec_push(&bank->ranges, m2k_range_all());
  for (uint32_t i = 0; i < key->count; ++i)
    m2k_vec_push(&bank->args, key->args[i]);
  if (key->coefs)
    for (uint32_t i = 0; i < key->count; ++i)
      m2k_vec_push(&bank->coefs, key->coefs[i]);
  return t;
}

m2k_term m2k_bank_intern(m2k_bank *bank, const m2k_node_key *key, bool *fresh) {
  uint32_t hash = hash_key(key);
  uint32_t i = hash & bank->slot_mask;
  for (; bank->slots[i]; i = (i + 1) & bank->slot_mask)
    if (same(bank, bank->slots[i] - 1, hash, key)) {
      *fresh = false;
      return bank->slots[i] - 1;
    }
  *fresh = true;
  m2k_term t = append(bank, key, hash);
  bank->slots[i] = t + 1;
  if (++bank->slot_used * 3 > bank->slot_mask * 2)
    grow_slots(bank);
  return t;
}

void m2k_bank_refine(m2k_bank *bank, m2k_term t, m2k_range range) {
  bank->ranges.at[t] = m2k_range_meet(&bank->ranges.at[t], &range);
}

m2k_term m2k_bank_op(m2k_bank *bank, m2k_term_kind kind, m2k_sort sort,
                     const m2k_term *args, uint32_t count, bool *fresh) {
  m2k_node_key key = {.kind = kind, .sort = sort, .args = args, .count = count};
  return m2k_bank_intern(bank, &key, fresh);
}

m2k_bank *m2k_bank_new(void) {
  m2k_bank *bank = calloc(1, sizeof *bank);
  if (!bank)
    m2k_bug("out of memory");
  grow_slots(bank);
  bool fresh;
  m2k_bank_op(bank, M2K_TERM_FALSE, M2K_SORT_BOOL, NULL, 0, &fresh);
  m2k_bank_op(bank, M2K_TERM_TRUE, M2K_SORT_BOOL, NULL, 0, &fresh);
  bank->nodes.at[M2K_TERM_FALSE_ID].neg = M2K_TERM_TRUE_ID;
  bank->nodes.at[M2K_TERM_TRUE_ID].neg = M2K_TERM_FALSE_ID;
  return bank;
}

void m2k_bank_free(m2k_bank *bank) {
  if (!bank)
    return;
  for (uint32_t i = 0; i < bank->chunks.len; ++i)
    free(bank->chunks.at[i]);
  m2k_vec_free(&bank->chunks);
  m2k_vec_free(&bank->nodes);
  m2k_vec_free(&bank->ranges);
  m2k_vec_free(&bank->args);
  m2k_vec_free(&bank->coefs);
  m2k_vec_free(&bank->syms);
  m2k_vec_free(&bank->facts);
  free(bank->slots);
  free(bank);
}

m2k_bank_mark m2k_bank_get_mark(const m2k_bank *bank) {
  return (m2k_bank_mark){.terms = bank->nodes.len,
                         .syms = bank->syms.len,
                         .facts = bank->facts.len,
                         .misc = bank->names};
}

static void forget_slot(m2k_bank *bank, m2k_term t) {
  uint32_t i = bank->nodes.at[t].hash & bank->slot_mask;
  while (bank->slots[i] != t + 1)
    i = (i + 1) & bank->slot_mask;
  bank->slots[i] = 0;
  --bank->slot_used;
}

void m2k_bank_rewind(m2k_bank *bank, m2k_bank_mark mark) {
  M2K_ASSERT(mark.terms >= 2 && mark.terms <= bank->nodes.len &&
             mark.facts <= bank->facts.len);
  while (bank->facts.len > mark.facts) {
    m2k_fact fact = m2k_vec_pop(&bank->facts);
    bank->nodes.at[fact.about].facts = fact.next;
  }
  /* Newest first: see the head of bank.h. */
  for (m2k_term t = bank->nodes.len; t-- > mark.terms;)
    if (is_indexed(&bank->nodes.at[t]))
      forget_slot(bank, t);
  if (mark.terms < bank->nodes.len) {
    bank->args.len = bank->nodes.at[mark.terms].args;
    bank->coefs.len = bank->nodes.at[mark.terms].coefs;
  }
  bank->nodes.len = bank->ranges.len = mark.terms;
  bank->syms.len = mark.syms;
  bank->names = mark.misc;
  ++bank->generation;
}

static const char *copy_name(m2k_bank *bank, const char *name) {
  size_t len = strnlen(name, LONGEST_NAME - 1);
  uint32_t used = bank->names % CHUNK;
  if (used + len + 1 >= CHUNK) {
    bank->names += CHUNK - used;
    used = 0;
  }
  uint32_t chunk = bank->names / CHUNK;
  while (bank->chunks.len <= chunk) {
    char *block = malloc(CHUNK);
    if (!block)
      m2k_bug("out of memory");
    m2k_vec_push(&bank->chunks, block);
  }
  char *copy = bank->chunks.at[chunk] + used;
  memcpy(copy, name, len);
  copy[len] = 0;
  bank->names += (uint32_t)len + 1;
  return copy;
}

static m2k_term new_symbol(m2k_bank *bank, const char *name, uint32_t owner,
                           m2k_term_kind kind, m2k_sort sort) {
  m2k_node_key key = {.kind = kind, .sort = sort, .value = bank->syms.len};
  m2k_sym_info info = {copy_name(bank, name ? name : ""), owner};
  m2k_vec_push(&bank->syms, info);
  return append(bank, &key, 0);
}

m2k_term m2k_sym_range(m2k_bank *bank, const char *name, m2k_range range,
                       uint32_t owner) {
  m2k_term t = new_symbol(bank, name, owner, M2K_TERM_SYM, M2K_SORT_INT);
  bank->ranges.at[t] = m2k_range_make(range.lo, range.hi, range.mod, range.rem);
  return t;
}

m2k_term m2k_sym(m2k_bank *bank, const char *name, m2k_i128 lo, m2k_i128 hi,
                 uint32_t owner) {
  return m2k_sym_range(bank, name, (m2k_range){lo, hi, 1, 0}, owner);
}

m2k_term m2k_bool_sym(m2k_bank *bank, const char *name, uint32_t owner) {
  return new_symbol(bank, name, owner, M2K_TERM_BSYM, M2K_SORT_BOOL);
}

m2k_term m2k_const(m2k_bank *bank, m2k_i128 value) {
  m2k_node_key key = {
      .kind = M2K_TERM_CONST, .sort = M2K_SORT_INT, .value = value};
  bool fresh;
  m2k_term t = m2k_bank_intern(bank, &key, &fresh);
  if (fresh)
    bank->ranges.at[t] = m2k_range_const(value);
  return t;
}

m2k_term m2k_true(m2k_bank *bank) {
  (void)bank;
  return M2K_TERM_TRUE_ID;
}

m2k_term m2k_false(m2k_bank *bank) {
  (void)bank;
  return M2K_TERM_FALSE_ID;
}

m2k_term m2k_overflown(m2k_bank *bank) {
  return m2k_sym(bank, "overflown", -M2K_INF, M2K_INF, 0);
}

m2k_term m2k_known_negation(const m2k_bank *bank, m2k_term t) {
  uint32_t neg = bank->nodes.at[t].neg;
  /* A rewind may have cut the negation off and its id been given anew. */
  if (neg < bank->nodes.len && bank->nodes.at[neg].neg == t)
    return neg;
  return M2K_NO_TERM;
}
