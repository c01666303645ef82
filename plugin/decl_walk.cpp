#include "decl_walk.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace m2k {
namespace {

class Walker {
public:
  explicit Walker(Definitions &Out) : Out(Out) {}

  void context(DeclContext *DC) {
    for (Decl *D : DC->decls())
      decl(D);
  }

private:
  void decl(Decl *D) {
    if (auto *FD = dyn_cast<FunctionDecl>(D))
      return function(FD);
    if (auto *VD = dyn_cast<VarDecl>(D))
      return variable(VD);
    if (auto *FTD = dyn_cast<FunctionTemplateDecl>(D))
      return specializations(FTD);
    if (auto *CTD = dyn_cast<ClassTemplateDecl>(D))
      return specializations(CTD);
    if (auto *VTD = dyn_cast<VarTemplateDecl>(D))
      return specializations(VTD);
    if (auto *RD = dyn_cast<CXXRecordDecl>(D))
      return record(RD);
    if (auto *Friend = dyn_cast<FriendDecl>(D)) {
      if (Decl *F = Friend->getFriendDecl())
        decl(F);
      return;
    }
    if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D))
      context(cast<DeclContext>(D));
  }

  // Redeclarations of a template share one list of instances.
  template <typename T> void specializations(T *Template) {
    if (!Seen.insert(Template->getCanonicalDecl()).second)
      return;
    for (auto *Spec : Template->specializations())
      decl(Spec);
  }

  void record(CXXRecordDecl *RD) {
    if (RD->isDependentContext() || !RD->isThisDeclarationADefinition())
      return;
    if (Seen.insert(RD).second)
      context(RD);
  }

  void function(FunctionDecl *FD) {
    // An instance whose body clang gave up on has none, and is invalid.
    bool Failed = FD->isInvalidDecl() && FD->isTemplateInstantiation();
    if (FD->isDependentContext() ||
        !(FD->doesThisDeclarationHaveABody() || Failed))
      return;
    if (Seen.insert(FD).second)
      Out.Functions.push_back(FD);
  }

  void variable(VarDecl *VD) {
    if (VD->getDeclContext()->isDependentContext() || VD->isTemplated() ||
        !VD->hasGlobalStorage())
      return;
    if (isa<VarTemplatePartialSpecializationDecl>(VD))
      return;
    if (Seen.insert(VD).second)
      Out.Variables.push_back(VD);
  }

  Definitions &Out;
  llvm::DenseSet<const Decl *> Seen;
};

} // namespace

Definitions collectDefinitions(ASTContext &AST) {
  Definitions Out;
  Walker(Out).context(AST.getTranslationUnitDecl());
  return Out;
}

} // namespace m2k
