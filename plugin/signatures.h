// A function's declaration as interface/ sees it.
#ifndef M2K_PLUGIN_SIGNATURES_H
#define M2K_PLUGIN_SIGNATURES_H

#include "plugin/core.h"

namespace clang {
class FunctionDecl;
} // namespace clang

namespace m2k {

/// Parameters and template arguments of a function, of an instance, or of a
/// template as it is written, where whatever depends on its parameters is left
/// open. Lives in A.
const m2k_signature *signatureOf(m2k_arena *A, const clang::FunctionDecl *FD);

} // namespace m2k

#endif // M2K_PLUGIN_SIGNATURES_H
