#include "interface/compare.h"

#include "annotations/print.h"
#include "passes/base/map.h"
#include "passes/base/vec.h"

typedef M2K_VEC(const char *) text_list;

static int compare_texts(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add(m2k_arena *arena, text_list *list, m2k_str *text) {
  m2k_vec_push(list, m2k_strdup(arena, m2k_str_text(text)));
  m2k_str_clear(text);
}

/* Sorts what was added since `from`. */
static void sort_from(text_list *list, uint32_t from) {
  if (list->len > from)
    qsort(list->at + from, list->len - from, sizeof *list->at, compare_texts);
}

static void add_symbols(m2k_arena *arena, text_list *list, const m2k_case *c,
                        m2k_str *text) {
  uint32_t from = list->len;
  for (uint32_t i = 0; i < c->nsymbols; i++) {
    const m2k_symbol *symbol = &c->symbols[i];
    m2k_str_addf(text, "%s(%s in ", symbol->fixed ? "fixed" : "user",
                 symbol->name);
    m2k_set_print(&symbol->set, text);
    m2k_str_add(text, ")");
    add(arena, list, text);
  }
  sort_from(list, from);
}

static void add_params(m2k_arena *arena, text_list *list, const m2k_case *c,
                       m2k_str *text) {
  uint32_t from = list->len;
  for (uint32_t i = 0; i < c->ntensors; i++) {
    m2k_tensor_print(&c->tensors[i], text);
    add(arena, list, text);
  }
  sort_from(list, from);
  from = list->len;
  for (uint32_t i = 0; i < c->nscalars; i++) {
    m2k_scalar_print(&c->scalars[i], text);
    add(arena, list, text);
  }
  sort_from(list, from);
}

static void add_rest(m2k_arena *arena, text_list *list, const m2k_case *c,
                     m2k_str *text) {
  uint32_t from = list->len;
  for (uint32_t i = 0; i < c->nassumes; i++) {
    m2k_str_add(text, "assume(");
    m2k_expr_print(c->assumes[i], text);
    m2k_str_add(text, ")");
    add(arena, list, text);
  }
  sort_from(list, from);
  if (c->launch) {
    m2k_launch_print(c->launch, text);
    add(arena, list, text);
  }
  from = list->len;
  for (uint32_t i = 0; i < c->ntemplate_args; i++) {
    m2k_str_addf(text, "template(%s = ", c->template_args[i].name);
    m2k_value_print(&c->template_args[i].value, text);
    m2k_str_add(text, ")");
    add(arena, list, text);
  }
  sort_from(list, from);
}

const char **m2k_case_clauses(m2k_arena *arena, const m2k_case *c,
                              uint32_t *count) {
  text_list list = {0};
  m2k_str text = {0};
  m2k_string_print(c->target ? c->target : "", &text);
  add(arena, &list, &text);
  if (c->label) {
    m2k_str_add(&text, "case(");
    m2k_string_print(c->label, &text);
    m2k_str_add(&text, ")");
    add(arena, &list, &text);
  }
  add_symbols(arena, &list, c, &text);
  add_params(arena, &list, c, &text);
  add_rest(arena, &list, c, &text);
  const char **copy = M2K_NEW_N(arena, const char *, list.len);
  memcpy(copy, list.at, list.len * sizeof *copy);
  *count = list.len;
  m2k_vec_free(&list);
  m2k_str_free(&text);
  return copy;
}

static const char *whole(m2k_arena *arena, const m2k_case *c) {
  uint32_t count = 0;
  const char **clauses = m2k_case_clauses(arena, c, &count);
  m2k_str text = {0};
  for (uint32_t i = 0; i < count; i++)
    m2k_str_addf(&text, "%s%s", i ? ", " : "", clauses[i]);
  const char *copy = m2k_strdup(arena, m2k_str_text(&text));
  m2k_str_free(&text);
  return copy;
}

bool m2k_case_equal(m2k_arena *arena, const m2k_case *a, const m2k_case *b) {
  return strcmp(whole(arena, a), whole(arena, b)) == 0;
}

/* ---- difference ---- */

/* The cases of one side: what each says, and whether the other has it, too. */
typedef struct side {
  const m2k_store *store;
  const char **texts;
  bool *matched;
  uint32_t len;
} side;

static side side_of(m2k_arena *arena, const m2k_store *store) {
  side s = {.store = store, .len = m2k_store_len(store)};
  s.texts = M2K_NEW_N(arena, const char *, s.len);
  s.matched = M2K_NEW_N(arena, bool, s.len);
  for (uint32_t i = 0; i < s.len; i++)
    s.texts[i] = whole(arena, m2k_store_case(store, i));
  return s;
}

/* Matches equal cases one to one. */
static void match_equal(side *a, side *b) {
  m2k_map *waiting = m2k_map_new(); /* text → number of the last one + 1 */
  uint32_t *before =
      calloc(a->len + 1u, sizeof *before); /* the one before it */
  for (uint32_t i = 0; i < a->len; i++) {
    uint64_t last = 0;
    (void)m2k_map_get_str(waiting, a->texts[i], &last);
    before[i] = (uint32_t)last;
    m2k_map_put_str(waiting, a->texts[i], i + 1u);
  }
  for (uint32_t i = 0; i < b->len; i++) {
    uint64_t last = 0;
    if (!m2k_map_get_str(waiting, b->texts[i], &last) || !last)
      continue;
    a->matched[last - 1] = b->matched[i] = true;
    m2k_map_put_str(waiting, b->texts[i], before[last - 1]);
  }
  free(before);
  m2k_map_free(waiting);
}

static bool same_label(const m2k_case *a, const m2k_case *b) {
  return strcmp(a->target, b->target) == 0 && a->label && b->label &&
         strcmp(a->label, b->label) == 0;
}

static bool has_clause(const char **clauses, uint32_t count,
                       const char *clause) {
  for (uint32_t i = 0; i < count; i++)
    if (strcmp(clauses[i], clause) == 0)
      return true;
  return false;
}

static void print_missing(const char **these, uint32_t nthese,
                          const char **those, uint32_t nthose, char sign,
                          m2k_str *out) {
  for (uint32_t i = 0; i < nthese; i++)
    if (!has_clause(those, nthose, these[i]))
      m2k_str_addf(out, "  %c %s\n", sign, these[i]);
}

static void print_changed(m2k_arena *arena, const m2k_case *a,
                          const m2k_case *b, m2k_str *out) {
  uint32_t na = 0, nb = 0;
  const char **clauses_a = m2k_case_clauses(arena, a, &na);
  const char **clauses_b = m2k_case_clauses(arena, b, &nb);
  m2k_str_addf(out, "%s, case '%s':\n", a->target, a->label);
  print_missing(clauses_a, na, clauses_b, nb, '-', out);
  print_missing(clauses_b, nb, clauses_a, na, '+', out);
}

static uint32_t print_changes(m2k_arena *arena, side *a, side *b,
                              m2k_str *out) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < a->len; i++)
    for (uint32_t k = 0; k < b->len && !a->matched[i]; k++) {
      const m2k_case *x = m2k_store_case(a->store, i);
      const m2k_case *y = m2k_store_case(b->store, k);
      if (b->matched[k] || !same_label(x, y))
        continue;
      a->matched[i] = b->matched[k] = true;
      print_changed(arena, x, y, out);
      count++;
    }
  return count;
}

static uint32_t print_alone(const side *s, char sign, m2k_str *out) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->len; i++)
    if (!s->matched[i]) {
      m2k_str_addf(out, "%c %s\n", sign, s->texts[i]);
      count++;
    }
  return count;
}

uint32_t m2k_store_diff(m2k_arena *arena, const m2k_store *a,
                        const m2k_store *b, m2k_str *out) {
  side left = side_of(arena, a), right = side_of(arena, b);
  match_equal(&left, &right);
  uint32_t count = print_changes(arena, &left, &right, out);
  count += print_alone(&left, '-', out);
  return count + print_alone(&right, '+', out);
}
