/*
 * Any bytes to the header reader: it must not crash, an error leaves a count,
 * and the cases that it accepts, printed as a header of their own, are read
 * again without an error and print the same.
 */
#include "annotations/print.h"
#include "interface/header.h"
#include "passes/base/bug.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void print_store(const m2k_store *store, m2k_str *out) {
  for (uint32_t i = 0; i < m2k_store_len(store); i++)
    m2k_case_print_macro(m2k_store_case(store, i), out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const functions[] = {"f", "a::f", "a::b<int>::f<1>", "g"};
  m2k_arena *arena = m2k_arena_new();
  m2k_store *store = m2k_store_new(arena), *again = m2k_store_new(arena);
  m2k_errors errors = {0}, none = {0};
  int status =
      m2k_header_parse(arena, "f", (const char *)data, size, store, &errors);
  M2K_ASSERT((status < 0) == (errors.count > 0));

  m2k_str a = {0}, b = {0};
  print_store(store, &a);
  status = m2k_header_parse(arena, "g", m2k_str_text(&a), a.len, again, &none);
  print_store(again, &b);
  if (status < 0 || strcmp(m2k_str_text(&a), m2k_str_text(&b)) != 0)
    m2k_bug("'%s' is printed as '%s' when read again", m2k_str_text(&a),
            m2k_str_text(&b));
  (void)m2k_store_bind(store, functions, 4, &none);

  m2k_str_free(&a);
  m2k_str_free(&b);
  m2k_store_free(store);
  m2k_store_free(again);
  m2k_arena_free(arena);
  return 0;
}
