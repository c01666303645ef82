/*
 * Inside of the term bank, for the files of this layer only.
 *
 * Nodes lie in one array, operands and coefficients in two pools; a node's
 * place in the pools is the pools' length when it was made, so cutting the
 * node array also cuts the pools. The index from structure to id is a table of
 * our own and not uthash: a bank holds millions of nodes, its entries are four
 * bytes wide, and rewinding it takes the newest ids out in reverse order, which
 * with linear probing is clearing one slot each.
 */
#ifndef M2K_SMT_BANK_H
#define M2K_SMT_BANK_H

#include "passes/base/bug.h"
#include "passes/base/vec.h"
#include "passes/smt/term.h"

enum {
  M2K_TERM_FALSE_ID = 0,
  M2K_TERM_TRUE_ID = 1,
  /* flags */
  M2K_NODE_DIV = 1 /* a DIV or MOD, or a product with one as a factor */
};

typedef struct m2k_node {
  m2k_i128 value;       /* CONST; constant of SUM; param of APP; SYM's index */
  uint32_t args, coefs; /* where operands and coefficients begin */
  uint32_t count;
  uint32_t hash;
  uint32_t stamp; /* the bank's generation at creation */
  uint32_t facts; /* newest fact, or M2K_NO_TERM */
  uint32_t neg;   /* negation if made; valid when it points back here */
  uint8_t kind, sort, fn, flags;
} m2k_node;

typedef struct m2k_sym_info {
  const char *name;
  uint32_t owner;
} m2k_sym_info;

typedef struct m2k_fact {
  m2k_term about, guard, fact;
  uint32_t next;
} m2k_fact;

typedef M2K_VEC(m2k_i128) m2k_vec_i128;

struct m2k_bank {
  M2K_VEC(m2k_node) nodes;
  M2K_VEC(m2k_range) ranges;
  m2k_vec_u32 args;
  m2k_vec_i128 coefs;
  M2K_VEC(m2k_sym_info) syms;
  M2K_VEC(m2k_fact) facts;
  M2K_VEC(char *) chunks; /* names; never moved */
  uint32_t names;         /* chunk index * chunk size + bytes used in it */
  uint32_t *slots;        /* id + 1, or 0 */
  uint32_t slot_mask, slot_used;
  uint32_t generation; /* grows with each rewind */
};

static inline const m2k_node *m2k_node_at(const m2k_bank *bank, m2k_term t) {
  return &bank->nodes.at[t];
}
static inline const m2k_term *m2k_node_args(const m2k_bank *bank,
                                            const m2k_node *node) {
  return bank->args.at + node->args;
}
static inline const m2k_i128 *m2k_node_coefs(const m2k_bank *bank,
                                             const m2k_node *node) {
  return bank->coefs.at + node->coefs;
}
static inline m2k_term_kind m2k_kind_of(const m2k_bank *bank, m2k_term t) {
  return (m2k_term_kind)bank->nodes.at[t].kind;
}
static inline m2k_term m2k_arg_of(const m2k_bank *bank, m2k_term t,
                                  uint32_t i) {
  return bank->args.at[bank->nodes.at[t].args + i];
}
/* The range by reference; dies with the next term. */
static inline const m2k_range *m2k_range_at(const m2k_bank *bank, m2k_term t) {
  return &bank->ranges.at[t];
}

/* What distinguishes a node. `args` and `coefs` may point anywhere but into
 * the pools. */
typedef struct m2k_node_key {
  m2k_term_kind kind;
  m2k_sort sort;
  m2k_app fn;
  uint8_t flags; /* follows from the rest */
  m2k_i128 value;
  const m2k_term *args;
  const m2k_i128 *coefs; /* null but for SUM */
  uint32_t count;
} m2k_node_key;

/* The node of this structure. *fresh says that it is new: the caller then
 * sets its range by m2k_bank_set_range, which until then is everything. */
m2k_term m2k_bank_intern(m2k_bank *bank, const m2k_node_key *key, bool *fresh);
/* Intersects the range of t with what is known besides. */
void m2k_bank_refine(m2k_bank *bank, m2k_term t, m2k_range range);
/* A term of one or two operands. */
m2k_term m2k_bank_op(m2k_bank *bank, m2k_term_kind kind, m2k_sort sort,
                     const m2k_term *args, uint32_t count, bool *fresh);

/* An integer of which nothing is known: what is left of a term whose numbers
 * outgrow 128 bits. */
m2k_term m2k_overflown(m2k_bank *bank);
/* The negation of t if it exists already, else M2K_NO_TERM. */
m2k_term m2k_known_negation(const m2k_bank *bank, m2k_term t);

#endif
