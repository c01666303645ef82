// Notes where the parser reported errors, without changing what is reported.
#ifndef M2K_PLUGIN_PARSE_ERRORS_H
#define M2K_PLUGIN_PARSE_ERRORS_H

#include "clang/Basic/SourceLocation.h"
#include <memory>
#include <vector>

namespace clang {
class CompilerInstance;
} // namespace clang

namespace m2k {

/// Wraps the diagnostic client of CI from now on. The list grows while the
/// file is parsed. Errors inside template instantiations are not in it (they
/// leave marks in the instance), nor are warnings made errors (nothing is
/// missing from the AST then).
std::shared_ptr<const std::vector<clang::SourceLocation>>
recordParseErrors(clang::CompilerInstance &CI);

} // namespace m2k

#endif // M2K_PLUGIN_PARSE_ERRORS_H
