// `#pragma clang diagnostic` and `_Pragma` for our warning groups.
//
// Clang tells a plugin nothing about a group that it does not know, and warns
// about it. So the pragma's text is read a second time, and that one warning
// is dropped.
#ifndef M2K_PLUGIN_PRAGMAS_H
#define M2K_PLUGIN_PRAGMAS_H

#include <functional>

namespace clang {
class CompilerInstance;
class Diagnostic;
} // namespace clang

namespace m2k {

class WarningControl;

/// Follows the pragmas of the file from now on; Control outlives the parser.
/// The result says whether a diagnostic is clang's warning about one of our
/// groups, which is to be dropped; it has to be asked about every diagnostic.
std::function<bool(const clang::Diagnostic &)>
followPragmas(clang::CompilerInstance &CI, WarningControl &Control);

} // namespace m2k

#endif // M2K_PLUGIN_PRAGMAS_H
