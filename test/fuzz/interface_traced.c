/*
 * Any bytes to the reader of the traced form: it must not crash, and what it
 * accepts, where the form can be written, must be read again as equal cases.
 */
#include "interface/compare.h"
#include "interface/traced.h"
#include "passes/base/bug.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  m2k_arena *arena = m2k_arena_new();
  m2k_store *store = m2k_store_new(arena), *again = m2k_store_new(arena);
  m2k_errors errors = {0}, refused = {0}, none = {0}, notes = {0};
  m2k_str text = {0}, differences = {0};
  int status = m2k_traced_parse(arena, "f", (const char *)data, size, store,
                                &errors, &notes);
  M2K_ASSERT((status < 0) == (errors.count > 0));
  if (m2k_traced_print(store, &text, &refused) >= 0) {
    status =
        m2k_traced_parse(arena, "g", text.at, text.len, again, &none, NULL);
    if (status < 0 || m2k_store_diff(arena, store, again, &differences))
      m2k_bug("'%s' is not read as it was:\n%s", text.at,
              m2k_str_text(&differences));
  }
  m2k_str_free(&text);
  m2k_str_free(&differences);
  m2k_store_free(store);
  m2k_store_free(again);
  m2k_arena_free(arena);
  return 0;
}
