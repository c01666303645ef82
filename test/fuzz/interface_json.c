/*
 * Any bytes to the reader of the JSON form: it must not crash, and what it
 * accepts must, printed in each form, be read again as equal cases.
 */
#include "interface/compare.h"
#include "interface/header.h"
#include "interface/json_form.h"
#include "passes/base/bug.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_again(m2k_arena *arena, const m2k_store *store,
                        const m2k_str *text, bool header) {
  m2k_store *again = m2k_store_new(arena);
  m2k_errors none = {0};
  m2k_str differences = {0};
  int status =
      header
          ? m2k_header_parse(arena, "g", text->at, text->len, again, &none)
          : m2k_json_form_parse(arena, "g", text->at, text->len, again, &none);
  if (status < 0 || m2k_store_diff(arena, store, again, &differences))
    m2k_bug("'%s' is not read as it was:\n%s", text->at,
            m2k_str_text(&differences));
  m2k_str_free(&differences);
  m2k_store_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  m2k_arena *arena = m2k_arena_new();
  m2k_store *store = m2k_store_new(arena);
  m2k_errors errors = {0};
  m2k_str json = {0}, header = {0};
  int status =
      m2k_json_form_parse(arena, "f", (const char *)data, size, store, &errors);
  M2K_ASSERT((status < 0) == (errors.count > 0));
  m2k_json_form_print(store, &json);
  check_again(arena, store, &json, false);
  m2k_header_print(store, &header);
  check_again(arena, store, &header, true);
  m2k_str_free(&json);
  m2k_str_free(&header);
  m2k_store_free(store);
  m2k_arena_free(arena);
  return 0;
}
