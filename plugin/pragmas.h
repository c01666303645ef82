// `#pragma clang diagnostic` and `_Pragma` for our warning groups.
//
// Clang tells a plugin nothing about a group that it does not know, and warns
// about it. So the pragma's text is read a second time, and that one warning
// is dropped.
#ifndef M2K_PLUGIN_PRAGMAS_H
#define M2K_PLUGIN_PRAGMAS_H

namespace clang {
class CompilerInstance;
class Diagnostic;
} // namespace clang

namespace m2k {

class WarningControl;

/// Follows the pragmas of the file from now on; Control outlives the parser.
void followPragmas(clang::CompilerInstance &CI, WarningControl &Control);

/// Is this clang's warning about one of our groups in a pragma? If so, the
/// severity that followPragmas lowered for it is put back.
bool isUnknownGroupWarning(clang::CompilerInstance &CI,
                           const clang::Diagnostic &Info);

} // namespace m2k

#endif // M2K_PLUGIN_PRAGMAS_H
