// Which functions cannot be trusted because clang rejected part of them.
#ifndef M2K_PLUGIN_BODY_ERRORS_H
#define M2K_PLUGIN_BODY_ERRORS_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"

namespace clang {
class FunctionDecl;
class SourceManager;
} // namespace clang

namespace m2k {

/// True if the declaration is invalid, an expression in the body contains an
/// error, a local declaration is invalid, or a place of ParseErrors lies
/// inside the definition (there, statements may be missing without a trace).
bool bodyHasErrors(const clang::FunctionDecl *FD,
                   const clang::SourceManager &SM,
                   llvm::ArrayRef<clang::SourceLocation> ParseErrors);

} // namespace m2k

#endif // M2K_PLUGIN_BODY_ERRORS_H
