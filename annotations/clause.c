#include "annotations/clause.h"

#include <string.h>

m2k_loc m2k_clause_text_loc(const m2k_clause_text *text, size_t offset) {
  m2k_loc loc = {.file = text->file, .line = text->line, .col = text->col};
  if (!text->exact)
    return loc;
  for (size_t i = 0; i < offset && i < text->len; i++) {
    loc.col++;
    if (text->text[i] == '\n') {
      loc.line++;
      loc.col = 1;
    }
  }
  return loc;
}

m2k_loc m2k_case_loc(const m2k_case *c, uint32_t offset) {
  return c->text.exact ? m2k_clause_text_loc(&c->text, offset) : c->place;
}

const char *m2k_case_name(const m2k_case *c, m2k_arena *arena) {
  if (c->label)
    return c->label;
  const char *file = c->place.file ? c->place.file : "?";
  return m2k_printf(arena, "%s:%u", file, c->place.line);
}

static bool is_const(const m2k_expr *e) { return e->kind == M2K_EXPR_INT; }

/* The last step of a path as an interval of elements, as far as it is known. */
static bool known_elements(const m2k_path_step *step, m2k_i128 *lo,
                           m2k_i128 *hi) {
  if (step->kind == M2K_PATH_INDEX) {
    *lo = *hi = step->index;
    return true;
  }
  if (!is_const(step->lo) || !is_const(step->hi))
    return false;
  *lo = step->lo->value;
  *hi = step->hi->value;
  return true;
}

static bool step_same(const m2k_path_step *a, const m2k_path_step *b) {
  bool field = a->kind == M2K_PATH_FIELD;
  if (field != (b->kind == M2K_PATH_FIELD))
    return false;
  if (field)
    return strcmp(a->name, b->name) == 0;
  m2k_i128 alo = 0, ahi = 0, blo = 0, bhi = 0;
  if (known_elements(a, &alo, &ahi) && known_elements(b, &blo, &bhi))
    return alo <= bhi && blo <= ahi && alo <= ahi && blo <= bhi;
  return a->kind == b->kind && m2k_expr_equal(a->lo, b->lo) &&
         m2k_expr_equal(a->hi, b->hi);
}

bool m2k_param_ref_same(const m2k_param_ref *a, const m2k_param_ref *b) {
  if (!a->name != !b->name || a->nsteps != b->nsteps)
    return false;
  if (a->name ? strcmp(a->name, b->name) != 0 : a->position != b->position)
    return false;
  for (uint32_t i = 0; i < a->nsteps; i++)
    if (!step_same(&a->steps[i], &b->steps[i]))
      return false;
  return true;
}
