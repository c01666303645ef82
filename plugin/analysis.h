// One translation unit through the whole analysis, in a forked child.
//
// Everything from our own code generation on happens in the child: the
// compiler's AST, memory and output streams stay as they are, and a crash, a
// hang or a lack of memory of ours ends the child only.
#ifndef M2K_PLUGIN_ANALYSIS_H
#define M2K_PLUGIN_ANALYSIS_H

#include "annotations.h"
#include "places.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CompilerInstance;
} // namespace clang

namespace m2k {

class ArchBranches;

struct AnalysisInput {
  clang::CompilerInstance &CI;
  clang::ASTContext &AST;
  llvm::ArrayRef<clang::SourceLocation> ParseErrors;
  const ArchBranches &Branches;
  const m2k_options &Options;
  Annotations &Cases; // bound
  const Places &Where;
  m2k_arena *A;
};

/// Analyses and waits for it. The report lives in the arena and is never null;
/// where the analysis did not come to its end, it holds what was finished, all
/// other kernels are unknown, and Headline says what happened. Log is what the
/// user asked to see (dump, stats, time, trace).
m2k_report *analyse(AnalysisInput &In, std::string &Headline, std::string &Log);

} // namespace m2k

#endif // M2K_PLUGIN_ANALYSIS_H
