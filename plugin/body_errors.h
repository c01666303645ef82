// Which functions cannot be trusted because clang rejected part of them.
#ifndef M2K_PLUGIN_BODY_ERRORS_H
#define M2K_PLUGIN_BODY_ERRORS_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
class SourceManager;
} // namespace clang

namespace m2k {

/// A function that is not in a module.
struct LeftOut {
  std::string Name; // qualified, with template arguments
  clang::SourceLocation Loc;
  std::string Why; // "it contains errors"
  const clang::FunctionDecl *Decl = nullptr;
};

/// Whether a function has to be left out, which is then noted. ParseErrors are
/// the places of errors reported while parsing: clang drops a statement that it
/// cannot parse without leaving a mark in the AST, so a function around such a
/// place is left out. Takes the body of a left-out function away from the AST,
/// which nobody reads after an error: code generators find member functions by
/// themselves when something calls them.
bool leaveOut(clang::FunctionDecl *FD, const clang::SourceManager &SM,
              llvm::ArrayRef<clang::SourceLocation> ParseErrors,
              std::vector<LeftOut> &LeftOuts);

/// Whether a definition is around a place.
bool isAround(const clang::FunctionDecl *FD, const clang::SourceManager &SM,
              clang::SourceLocation Loc);

/// True if the declaration is invalid, an expression in the body contains an
/// error, a local declaration is invalid, or a place of ParseErrors lies
/// inside the definition (there, statements may be missing without a trace).
bool bodyHasErrors(const clang::FunctionDecl *FD,
                   const clang::SourceManager &SM,
                   llvm::ArrayRef<clang::SourceLocation> ParseErrors);

} // namespace m2k

#endif // M2K_PLUGIN_BODY_ERRORS_H
