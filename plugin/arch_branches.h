// Where the source says `#if` about __CUDA_ARCH__.
//
// Host code is read from the device-side parse, which takes the device's branch
// of such a conditional. Code around one is not what the host executes.
#ifndef M2K_PLUGIN_ARCH_BRANCHES_H
#define M2K_PLUGIN_ARCH_BRANCHES_H

#include "clang/Basic/SourceLocation.h"
#include <map>
#include <memory>
#include <set>

namespace clang {
class CompilerInstance;
class SourceManager;
} // namespace clang

namespace m2k {

class ArchBranches {
public:
  void add(const clang::SourceManager &SM, clang::SourceLocation Directive);
  /// Whether such a conditional begins or goes on inside a range of one file.
  bool inside(const clang::SourceManager &SM, clang::SourceRange Range) const;

private:
  std::map<clang::FileID, std::set<unsigned>> Offsets;
};

/// Collects from now on, as long as the preprocessor runs.
std::shared_ptr<const ArchBranches>
recordArchBranches(clang::CompilerInstance &CI);

} // namespace m2k

#endif // M2K_PLUGIN_ARCH_BRANCHES_H
