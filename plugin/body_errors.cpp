#include "body_errors.h"

#include "names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace m2k {
namespace {

bool stmtHasErrors(const Stmt *S);

bool declHasErrors(const Decl *D) {
  if (D->isInvalidDecl())
    return true;
  if (const auto *Record = dyn_cast<CXXRecordDecl>(D))
    for (const CXXMethodDecl *Method : Record->methods())
      if (Method->doesThisDeclarationHaveABody() &&
          (Method->isInvalidDecl() || stmtHasErrors(Method->getBody())))
        return true;
  return false;
}

bool stmtHasErrors(const Stmt *S) {
  if (!S)
    return false;
  if (const auto *E = dyn_cast<Expr>(S))
    if (E->containsErrors())
      return true;
  if (const auto *DS = dyn_cast<DeclStmt>(S))
    for (const Decl *D : DS->decls())
      if (declHasErrors(D))
        return true;
  for (const Stmt *Child : S->children())
    if (stmtHasErrors(Child))
      return true;
  return false;
}

} // namespace

bool isAround(const FunctionDecl *FD, const SourceManager &SM,
              SourceLocation Loc) {
  SourceRange R = FD->getSourceRange();
  auto [BeginFile, Begin] = SM.getDecomposedExpansionLoc(R.getBegin());
  auto [EndFile, End] = SM.getDecomposedExpansionLoc(R.getEnd());
  auto [File, Offset] = SM.getDecomposedExpansionLoc(Loc);
  return File == BeginFile && File == EndFile && Begin <= Offset &&
         Offset <= End;
}

bool bodyHasErrors(const FunctionDecl *FD, const SourceManager &SM,
                   llvm::ArrayRef<SourceLocation> ParseErrors) {
  if (declHasErrors(FD))
    return true;
  for (const ParmVarDecl *P : FD->parameters())
    if (P->isInvalidDecl())
      return true;
  if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(FD))
    for (const CXXCtorInitializer *Init : Ctor->inits())
      if (stmtHasErrors(Init->getInit()))
        return true;
  for (SourceLocation Loc : ParseErrors)
    if (isAround(FD, SM, Loc))
      return true;
  return stmtHasErrors(FD->getBody());
}

bool leaveOut(FunctionDecl *FD, const SourceManager &SM,
              llvm::ArrayRef<SourceLocation> ParseErrors,
              std::vector<LeftOut> &LeftOuts) {
  if (!FD->getASTContext().getDiagnostics().hasUncompilableErrorOccurred() ||
      !bodyHasErrors(FD, SM, ParseErrors))
    return false;
  LeftOuts.push_back(
      {printedName(FD), FD->getLocation(), "it contains errors", FD});
  FD->setBody(nullptr);
  return true;
}

} // namespace m2k
