/* Models: values of symbols and of applications without meaning. Inside this
 * layer; query.h has the public part. */
#ifndef M2K_SMT_MODEL_H
#define M2K_SMT_MODEL_H

#include "passes/smt/eval.h"
#include "passes/smt/propagate.h"
#include "passes/smt/query.h"

struct m2k_model {
  const m2k_bank *bank;
  m2k_idmap place; /* leaf -> index into values */
  M2K_VEC(m2k_i128) values;
};

m2k_model *m2k_model_new(const m2k_bank *bank);
void m2k_model_set(m2k_model *model, m2k_term leaf, m2k_i128 value);
/* Whether the term takes its value from a model: SYM, BSYM and applications
 * that are not evaluable, of sort INT or BOOL. */
bool m2k_is_leaf(const m2k_bank *bank, m2k_term t);
/* Value of a leaf; one in its range when the model does not have it. For
 * m2k_eval's callback, data is the model. */
bool m2k_model_leaf(void *model, m2k_term leaf, m2k_i128 *out);

/* Two leaves that are one function of equal arguments, with other values. */
typedef struct m2k_clash {
  m2k_term a, b;
} m2k_clash;

/* Whether the model satisfies every conjunct of the question, keeps every
 * leaf in its range and is functional. */
bool m2k_model_satisfies(m2k_model *model, const m2k_question *q,
                         m2k_clash *clash);

/* A model guessed from bounds: each leaf at its lower (or upper) bound. */
m2k_model *m2k_model_guess(const m2k_bounds *bounds, bool upper);

#endif
