#include "fall_offs.h"

#include "prepare.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

using namespace clang;

namespace m2k {
namespace {

using Places = llvm::DenseSet<std::pair<unsigned, unsigned>>; // line, column

void promisedPlaces(const Stmt *S, const SourceManager &SM, Places &Out) {
  if (!S)
    return;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (Call->getBuiltinCallee() == Builtin::BI__builtin_unreachable) {
      PresumedLoc Loc =
          SM.getPresumedLoc(SM.getExpansionLoc(Call->getExprLoc()));
      Out.insert({Loc.getLine(), Loc.getColumn()});
    }
  for (const Stmt *Child : S->children())
    promisedPlaces(Child, SM, Out);
}

} // namespace

void noteFallOffs(llvm::Function &F, CodeGenerator &Gen,
                  const SourceManager &SM) {
  llvm::SmallVector<llvm::Instruction *> Ends;
  for (llvm::BasicBlock &BB : F)
    if (isa<llvm::UnreachableInst>(BB.getTerminator()))
      Ends.push_back(BB.getTerminator());
  const auto *FD = Ends.empty() ? nullptr
                                : dyn_cast_or_null<FunctionDecl>(
                                      Gen.GetDeclForMangledName(F.getName()));
  if (!FD || FD->getReturnType()->isVoidType() || !FD->hasBody())
    return;
  Places Promised;
  promisedPlaces(FD->getBody(), SM, Promised);
  for (llvm::Instruction *End : Ends) {
    const llvm::DebugLoc &Loc = End->getDebugLoc();
    auto *Before =
        dyn_cast_or_null<llvm::CallBase>(End->getPrevNonDebugInstruction());
    if ((!Loc || !Promised.contains({Loc.getLine(), Loc.getCol()})) &&
        !(Before && Before->doesNotReturn()))
      End->setMetadata(FallsOffMD, llvm::MDNode::get(F.getContext(), {}));
  }
}

} // namespace m2k
