// Notes where the parser reported errors, and drops what is not to be reported.
#ifndef M2K_PLUGIN_PARSE_ERRORS_H
#define M2K_PLUGIN_PARSE_ERRORS_H

#include "clang/Basic/SourceLocation.h"
#include <functional>
#include <memory>
#include <vector>

namespace clang {
class CompilerInstance;
class Diagnostic;
} // namespace clang

namespace m2k {

/// Wraps the diagnostic client of CI from now on. The list grows while the
/// file is parsed. Errors inside template instantiations are not in it (they
/// leave marks in the instance), nor are warnings made errors and the errors of
/// plugins (nothing is missing from the AST then). What Drop says true to goes
/// no further.
std::shared_ptr<const std::vector<clang::SourceLocation>>
recordParseErrors(clang::CompilerInstance &CI,
                  std::function<bool(const clang::Diagnostic &)> Drop);

} // namespace m2k

#endif // M2K_PLUGIN_PARSE_ERRORS_H
