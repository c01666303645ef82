#include "interface/traced_call.h"

static bool name_is(const char *name, size_t len, const char *word) {
  return strlen(word) == len && memcmp(name, word, len) == 0;
}

/* The range that an argument, or an element of one that is a list, gives the
 * symbol. */
static const json_t *find_range(traced_call *call, const json_t *args,
                                const m2k_json_path *path, const char *name,
                                const m2k_json_path **place) {
  for (size_t i = 0; i < json_array_size(args); i++) {
    json_t *arg = json_array_get(args, i);
    json_t *ranges = json_object_get(arg, "symRanges");
    const json_t *range = json_object_get(ranges, name);
    const json_t *elements = json_object_get(arg, "value");
    const m2k_json_path *at = m2k_json_index(call->doc, path, i);
    if (range) {
      *place = m2k_json_key(call->doc, m2k_json_key(call->doc, at, "symRanges"),
                            name);
      return range;
    }
    if (json_is_array(elements) &&
        (range = find_range(call, elements,
                            m2k_json_key(call->doc, at, "value"), name, place)))
      return range;
  }
  return NULL;
}

static bool find_symbol(void *data, const char *name, size_t len,
                        uint32_t *symbol) {
  traced_call *call = data;
  for (uint32_t i = 0; i < call->symbols.len; i++)
    if (name_is(name, len, call->symbols.at[i].name)) {
      *symbol = i;
      return true;
    }
  traced_symbol new = {.name = m2k_strndup(call->doc->arena, name, len)};
  new.range =
      find_range(call, call->args, call->args_place, new.name, &new.place);
  *symbol = call->symbols.len;
  if (!new.range)
    return false;
  m2k_vec_push(&call->symbols, new);
  return true;
}

static bool fail_at(traced_call *call, const m2k_json_path *path, size_t inside,
                    const char *what) {
  m2k_error(call->doc->errors, m2k_json_loc(call->doc, path, inside), "%s",
            what);
  return false;
}

static bool read_poly(traced_call *call, const m2k_json_path *path,
                      const json_t *value, m2k_poly *poly) {
  const char *what = NULL;
  size_t inside = 0;
  if (json_is_integer(value)) {
    m2k_poly_int(poly, json_integer_value(value));
    return true;
  }
  if (json_is_real(value) && m2k_poly_double(poly, json_real_value(value)))
    return true;
  if (json_is_real(value))
    return fail_at(call, path, 0, "number near no small fraction");
  if (!json_is_string(value))
    return m2k_json_fail(call->doc, path,
                         "%s: expected a number, or an expression in a string",
                         m2k_json_kind(value));
  return m2k_poly_parse(json_string_value(value), find_symbol, call, poly,
                        &what, &inside) ||
         fail_at(call, path, inside, what);
}

static const char **symbol_names(const traced_call *call) {
  const char **names =
      M2K_NEW_N(call->doc->arena, const char *, call->symbols.len);
  for (uint32_t i = 0; i < call->symbols.len; i++)
    names[i] = call->symbols.at[i].name;
  return names;
}

/* Only what is left of a number counts: a symbol that cancels out is none of
 * the case's. */
static void mention(traced_call *call, const m2k_poly *poly) {
  for (uint32_t i = 0; i < poly->nterms; i++)
    for (uint32_t k = 0; k < poly->terms[i].degree; k++)
      call->symbols.at[poly->terms[i].symbols[k]].mentioned = true;
}

static void add_condition(traced_call *call, const m2k_json_path *path,
                          const char *text) {
  for (uint32_t i = 0; i < call->conditions.len; i++)
    if (strcmp(call->conditions.at[i].text, text) == 0)
      return;
  m2k_vec_push(&call->conditions, (traced_condition){text, path});
}

static void note(traced_call *call, const m2k_json_path *path,
                 const json_t *value, const char *exact) {
  const char *text = json_string_value(value);
  uint64_t seen = 0;
  if (!call->notes || !text || m2k_map_get_str(call->noted, text, &seen))
    return;
  m2k_map_put_str(call->noted, text, 1);
  m2k_error(call->notes, m2k_json_loc(call->doc, path, 0),
            "'%s' is read as '%s', which is exact", text, exact);
}

/* A polynomial with fractions: a division, which a condition makes exact. */
static void add_fraction(traced_call *call, const m2k_json_path *path,
                         const json_t *value, const m2k_poly *poly,
                         m2k_i128 den) {
  char buf[48];
  m2k_str text = {0};
  m2k_arena *arena = call->doc->arena;
  m2k_poly_print(poly, den, symbol_names(call), &text);
  const char *by = m2k_i128_text(den, buf), *num = m2k_str_text(&text);
  bool one = poly->nterms == 1 && poly->terms[0].factor.num == 1 &&
             poly->terms[0].degree == 1;
  const char *open = one ? "" : "(", *close = one ? "" : ")";
  const char *quotient = m2k_printf(arena, "%s%s%s / %s", open, num, close, by);
  add_condition(call, path,
                m2k_printf(arena, "%s%s%s %% %s == 0", open, num, close, by));
  m2k_compose_at(call->out, path, quotient);
  note(call, path, value, quotient);
  m2k_str_free(&text);
}

void traced_number(traced_call *call, const m2k_json_path *path,
                   const json_t *value) {
  m2k_poly poly;
  m2k_i128 den = 1;
  if (!read_poly(call, path, value, &poly)) {
    call->out->failed = true;
    return;
  }
  mention(call, &poly);
  if (!m2k_poly_denominator(&poly, &den)) {
    call->out->failed = !fail_at(call, path, 0, "fraction too large");
  } else if (den != 1) {
    add_fraction(call, path, value, &poly, den);
  } else {
    m2k_str text = {0};
    m2k_poly_print(&poly, 1, symbol_names(call), &text);
    m2k_compose_at(call->out, path, m2k_str_text(&text));
    m2k_str_free(&text);
  }
}

bool traced_is_zero(const json_t *value) {
  return json_is_number(value) && !(json_number_value(value) > 0) &&
         !(json_number_value(value) < 0);
}

/* [LO, HI] */
static void add_range(traced_call *call, const traced_symbol *symbol) {
  const json_t *lo = json_array_get(symbol->range, 0);
  const json_t *hi = json_array_get(symbol->range, 1);
  if (json_array_size(symbol->range) != 2 || !json_is_integer(lo) ||
      !json_is_integer(hi) || json_integer_value(lo) > json_integer_value(hi)) {
    call->out->failed =
        !m2k_json_fail(call->doc, symbol->place,
                       "malformed range of '%s': expected [LO, HI], two "
                       "integers in order",
                       symbol->name);
    return;
  }
  m2k_compose_at(call->out, symbol->place, ", user(");
  m2k_compose_add(call->out, symbol->name);
  m2k_compose_add(call->out,
                  m2k_printf(call->doc->arena,
                             " in %" JSON_INTEGER_FORMAT
                             "..%" JSON_INTEGER_FORMAT ")",
                             json_integer_value(lo), json_integer_value(hi)));
}

void traced_symbols(traced_call *call) {
  static const uint32_t first[] = {TRACED_B, TRACED_S};
  static const char *const usual[] = {", user(s in 1..131072)",
                                      ", user(b in 1..1024)"};
  for (uint32_t i = 0; i < call->symbols.len; i++) {
    uint32_t number = i < 2 ? first[i] : i;
    traced_symbol *symbol = &call->symbols.at[number];
    if (!symbol->mentioned)
      continue;
    if (number < 2)
      symbol->range = find_range(call, call->args, call->args_place,
                                 symbol->name, &symbol->place);
    if (symbol->range)
      add_range(call, symbol);
    else
      m2k_compose_at(call->out, call->place, usual[number]);
  }
}

void traced_conditions(traced_call *call) {
  for (uint32_t i = 0; i < call->conditions.len; i++) {
    const traced_condition *condition = &call->conditions.at[i];
    m2k_compose_at(call->out, condition->place, ", assume(");
    m2k_compose_add(call->out, condition->text);
    m2k_compose_add(call->out, ")");
  }
}
