// Places of the C layers as places of clang, and back.
#ifndef M2K_PLUGIN_PLACES_H
#define M2K_PLUGIN_PLACES_H

#include "plugin/core.h"
#include "clang/Basic/SourceLocation.h"

namespace clang {
class CompilerInstance;
class FileManager;
class SourceManager;
} // namespace clang

namespace m2k {

class Places {
public:
  explicit Places(clang::CompilerInstance &CI);

  /// The place as clang's. A file that clang has not read, as an interface
  /// header, is loaded. Invalid when there is no such file or line.
  clang::SourceLocation find(const m2k_loc &Loc) const;

  /// The place that a user sees (#line counts, macros are where they are
  /// used); texts are copied into A. Line 0 when there is none.
  m2k_loc presumed(m2k_arena *A, clang::SourceLocation Loc) const;

  /// Do two names name the same file?
  bool sameFile(llvm::StringRef A, llvm::StringRef B) const;

private:
  clang::SourceManager &SM;
  clang::FileManager &FM;
};

} // namespace m2k

#endif // M2K_PLUGIN_PLACES_H
