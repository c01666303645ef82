// The C layers as C++ sees them. Their headers are C17; those without linkage
// blocks of their own get one here, in one place.
#ifndef M2K_PLUGIN_CORE_H
#define M2K_PLUGIN_CORE_H

// Before the block: C++ headers may not be read inside it.
#include <algorithm>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

extern "C" {
#include "annotations/parse.h"
#include "annotations/print.h"
#include "interface/read.h"
#include "interface/signature.h"
#include "interface/store.h"
#include "passes/base/arena.h"
#include "passes/base/error.h"
#include "passes/base/options.h"
#include "passes/base/stats.h"
#include "passes/base/str.h"
#include "passes/base/trace.h"
#include "passes/report/report.h"
#include "passes/run/run.h"
#include "plugin/child.h"
}

namespace m2k {

struct FreeArena {
  void operator()(m2k_arena *A) const { m2k_arena_free(A); }
};
struct FreeStore {
  void operator()(m2k_store *S) const { m2k_store_free(S); }
};
using ArenaPtr = std::unique_ptr<m2k_arena, FreeArena>;
using StorePtr = std::unique_ptr<m2k_store, FreeStore>;

/// A copy of a list in the arena.
template <typename T> T *arrayIn(m2k_arena *A, const std::vector<T> &List) {
  T *Out = M2K_NEW_N(A, T, List.size());
  std::copy(List.begin(), List.end(), Out);
  return Out;
}

/// A text buffer that releases itself.
class Text {
public:
  Text() = default;
  Text(const Text &) = delete;
  Text &operator=(const Text &) = delete;
  ~Text() { m2k_str_free(&Str); }
  m2k_str *operator&() { return &Str; }
  const char *c_str() const { return m2k_str_text(&Str); }
  size_t size() const { return Str.len; }

private:
  m2k_str Str{};
};

} // namespace m2k

#endif // M2K_PLUGIN_CORE_H
