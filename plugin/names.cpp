#include "names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace m2k {
namespace {

std::string ownName(const FunctionDecl *FD) {
  if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(FD))
    return Ctor->getParent()->getNameAsString();
  if (const auto *Dtor = dyn_cast<CXXDestructorDecl>(FD))
    return "~" + Dtor->getParent()->getNameAsString();
  return FD->getDeclName().getAsString();
}

std::string recordName(const CXXRecordDecl *RD) {
  if (RD->isLambda())
    return "(lambda)";
  return RD->getIdentifier() ? RD->getNameAsString() : "(anonymous)";
}

} // namespace

std::string printedName(const FunctionDecl *FD) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  PrintingPolicy Policy = FD->getASTContext().getPrintingPolicy();
  FD->getNameForDiagnostic(OS, Policy, /*Qualified=*/true);
  return Name;
}

std::string plainName(const FunctionDecl *FD) {
  std::string Name = ownName(FD);
  for (const DeclContext *DC = FD->getDeclContext();
       DC && !DC->isFunctionOrMethod(); DC = DC->getParent()) {
    if (const auto *RD = dyn_cast<CXXRecordDecl>(DC))
      Name = recordName(RD) + "::" + Name;
    else if (const auto *NS = dyn_cast<NamespaceDecl>(DC);
             NS && !NS->isInline())
      Name =
          (NS->isAnonymousNamespace() ? "(anonymous)" : NS->getNameAsString()) +
          "::" + Name;
  }
  return Name;
}

} // namespace m2k
