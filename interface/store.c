#include "interface/store.h"

#include "passes/base/bug.h"
#include "passes/base/map.h"
#include "passes/base/str.h"
#include "passes/base/vec.h"

enum { UNBOUND = -1 };

typedef struct entry {
  const m2k_case *c;
  const char *function; /* of a case on a declaration, else null */
  int64_t bound;        /* number of a name, or UNBOUND */
  bool matched;
} entry;

typedef M2K_VEC(const char *) name_list;

struct m2k_store {
  m2k_arena *arena;
  M2K_VEC(entry) entries;
  name_list names;      /* distinct plain names of the bound file */
  m2k_map *name_number; /* plain name → its number */
};

m2k_store *m2k_store_new(m2k_arena *arena) {
  m2k_store *store = calloc(1, sizeof *store);
  if (!store)
    m2k_bug("out of memory");
  store->arena = arena;
  store->name_number = m2k_map_new();
  return store;
}

void m2k_store_free(m2k_store *store) {
  if (!store)
    return;
  m2k_vec_free(&store->entries);
  m2k_vec_free(&store->names);
  m2k_map_free(store->name_number);
  free(store);
}

void m2k_store_add(m2k_store *store, const m2k_case *c) {
  M2K_ASSERT(c->target);
  m2k_vec_push(&store->entries, (entry){.c = c, .bound = UNBOUND});
}

void m2k_store_add_to(m2k_store *store, const m2k_case *c,
                      const char *function) {
  entry e = {.c = c, .bound = UNBOUND};
  e.function = m2k_name_plain(store->arena, function);
  m2k_vec_push(&store->entries, e);
}

uint32_t m2k_store_len(const m2k_store *store) { return store->entries.len; }

const m2k_case *m2k_store_case(const m2k_store *store, uint32_t i) {
  M2K_ASSERT(i < store->entries.len);
  return store->entries.at[i].c;
}

bool m2k_store_matched(const m2k_store *store, uint32_t i) {
  M2K_ASSERT(i < store->entries.len);
  return store->entries.at[i].matched;
}

const char *m2k_name_plain(m2k_arena *arena, const char *function) {
  static const char unnamed[] = "(anonymous namespace)::";
  char *plain = m2k_strdup(arena, function), *out = plain;
  size_t depth = 0;
  if (m2k_starts_with(function, "::"))
    function += 2;
  while (*function) {
    if (m2k_starts_with(function, unnamed)) {
      function += sizeof unnamed - 1;
      continue;
    }
    depth += *function == '<';
    if (depth == 0)
      *out++ = *function;
    else
      depth -= *function == '>';
    function++;
  }
  *out = '\0';
  return plain;
}

bool m2k_name_matches(const char *target, const char *plain) {
  if (m2k_starts_with(target, "::"))
    return strcmp(target + 2, plain) == 0;
  size_t t = strlen(target), n = strlen(plain);
  if (t > n || strcmp(plain + n - t, target) != 0)
    return false;
  return t == n || (n - t >= 2 && plain[n - t - 1] == ':');
}

static void learn_names(m2k_store *store, const char *const *functions,
                        uint32_t nfunctions) {
  m2k_vec_clear(&store->names);
  m2k_map_clear(store->name_number);
  for (uint32_t i = 0; i < nfunctions; i++) {
    const char *plain = m2k_name_plain(store->arena, functions[i]);
    uint64_t number = 0;
    if (m2k_map_get_str(store->name_number, plain, &number))
      continue;
    m2k_map_put_str(store->name_number, plain, store->names.len);
    m2k_vec_push(&store->names, plain);
  }
}

static int64_t exact_name(const m2k_store *store, const char *name) {
  uint64_t number = 0;
  if (m2k_starts_with(name, "::"))
    name += 2;
  return m2k_map_get_str(store->name_number, name, &number) ? (int64_t)number
                                                            : UNBOUND;
}

/* The number of the only name that ends in the target; an error if several
 * do. */
static int64_t find_target(m2k_store *store, const m2k_case *c,
                           m2k_errors *errors) {
  int64_t number = exact_name(store, c->target);
  if (number != UNBOUND)
    return number;
  for (uint32_t i = 0; i < store->names.len; i++) {
    if (!m2k_name_matches(c->target, store->names.at[i]))
      continue;
    if (number != UNBOUND) {
      m2k_error(errors, m2k_case_loc(c, c->target_offset),
                "function name '%s' is ambiguous: expected '%s' or '%s'",
                c->target, store->names.at[number], store->names.at[i]);
      return UNBOUND;
    }
    number = i;
  }
  return number;
}

int m2k_store_bind(m2k_store *store, const char *const *functions,
                   uint32_t nfunctions, m2k_errors *errors) {
  unsigned before = errors->count;
  learn_names(store, functions, nfunctions);
  m2k_map *targets = m2k_map_new(); /* target → bound + 1 */
  for (uint32_t i = 0; i < store->entries.len; i++) {
    entry *e = &store->entries.at[i];
    uint64_t known = 0;
    if (e->function) {
      e->bound = exact_name(store, e->function);
    } else if (m2k_map_get_str(targets, e->c->target, &known)) {
      e->bound = (int64_t)known - 1;
    } else {
      e->bound = find_target(store, e->c, errors);
      m2k_map_put_str(targets, e->c->target, (uint64_t)(e->bound + 1));
    }
    e->matched |= e->bound != UNBOUND;
  }
  m2k_map_free(targets);
  return errors->count > before ? -1 : 0;
}

const uint32_t *m2k_store_find(m2k_store *store, const char *function,
                               uint32_t *count) {
  m2k_vec_u32 found = {0};
  int64_t number = exact_name(store, m2k_name_plain(store->arena, function));
  for (uint32_t i = 0; number != UNBOUND && i < store->entries.len; i++)
    if (store->entries.at[i].bound == number)
      m2k_vec_push(&found, i);
  uint32_t *copy = M2K_NEW_N(store->arena, uint32_t, found.len);
  if (found.len)
    memcpy(copy, found.at, found.len * sizeof *copy);
  *count = found.len;
  m2k_vec_free(&found);
  return copy;
}
