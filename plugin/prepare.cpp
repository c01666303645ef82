#include "prepare.h"

#include "event_abi.h"
#include "llvm_version.h"
#include "prepare_steps.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

using namespace llvm;

namespace m2k {
namespace {

class Preparation {
public:
  explicit Preparation(Module &M) : M(M) {
    PassBuilder Builder;
    Builder.registerModuleAnalyses(MAM);
    Builder.registerCGSCCAnalyses(CGAM);
    Builder.registerFunctionAnalyses(FAM);
    Builder.registerLoopAnalyses(LAM);
    Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  }

  void inlineAll(ArrayRef<StringRef> KeepCalls) {
    for (Function &F : M)
      if (!F.isDeclaration() && !F.hasFnAttribute(M2K_KERNEL_ATTR))
        makeInlinable(F, is_contained(KeepCalls, F.getName()));
    // Most of what headers define is called by no kernel.
    dropUnused();
    // Callees are copied often: make them small first.
    for (Function &F : M)
      if (!F.isDeclaration())
        run(F, PromotePass());
    run(AlwaysInlinerPass(/*InsertLifetime=*/false));
    dropUnused();
  }

  void dropUnused() { run(GlobalDCEPass()); }

  void promote(Function &F) {
    removeUnreachableBlocks(F);
    run(F, PromotePass());
  }

  void function(Function &F) {
    hoistSpecialRegisters(F);
    changed(F);
    run(F, PromotePass());
    widenCopies(F);
    scalarise(F);
    loops(F);
    if (unrollConstantTrips(F, FAM)) {
      scalarise(F);
      loops(F);
    }
    // Some arrays were held only by blocks that are gone now.
    if (countAllocas(F) > 0) {
      scalarise(F);
      loops(F);
    }
    run(F, InstSimplifyPass());
  }

private:
  static void makeInlinable(Function &F, bool Keep) {
    F.setLinkage(GlobalValue::InternalLinkage);
    F.setVisibility(GlobalValue::DefaultVisibility);
    F.setComdat(nullptr);
    F.removeFnAttr(Attribute::AlwaysInline);
    F.addFnAttr(Keep ? Attribute::NoInline : Attribute::AlwaysInline);
  }

  static size_t countAllocas(const Function &F) {
    return static_cast<size_t>(
        count_if(instructions(F),
                 [](const Instruction &I) { return isa<AllocaInst>(I); }));
  }

  /// SROA clears the way for more accesses to be seen as local, and EarlyCSE
  /// folds the offsets that SROA needs. An offset that became constant is
  /// marked before SROA sees it, which would drop what lies outside. (SROA's
  /// own word on whether it changed anything does not settle.)
  void scalarise(Function &F) {
    size_t Before, After = countAllocas(F);
    do {
      Before = After;
      run(F, EarlyCSEPass());
      unpin(F);
      markOutOfRange(F);
      changed(F);
      run(F, SROAPass(SROAOptions::PreserveCFG));
      After = countAllocas(F);
    } while (After != Before);
  }

  /// Hoisting and sinking stay off: they would merge accesses of different
  /// source places.
  void loops(Function &F) {
    run(F, SimplifyCFGPass());
    run(F, LoopSimplifyPass());
    run(F, LCSSAPass());
  }

  template <typename P> void run(Function &F, P Pass) {
    FAM.invalidate(F, Pass.run(F, FAM));
  }
  template <typename P> void run(P Pass) {
    MAM.invalidate(M, Pass.run(M, MAM));
  }
  void changed(Function &F) { FAM.invalidate(F, PreservedAnalyses::none()); }

  Module &M;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
};

/// Makes every other definition one that goes when nothing uses it.
void keepOnly(Module &M, ArrayRef<Function *> Roots) {
  for (const char *List : {"llvm.used", "llvm.compiler.used",
                           "llvm.global_ctors", "llvm.global_dtors"})
    if (GlobalVariable *V = M.getGlobalVariable(List))
      V->eraseFromParent();
  for (GlobalValue &V : M.global_values()) {
    if (auto *Object = dyn_cast<GlobalObject>(&V))
      Object->setComdat(nullptr);
    if (!V.isDeclaration() && !is_contained(Roots, &V)) {
      V.setVisibility(GlobalValue::DefaultVisibility);
      V.setLinkage(GlobalValue::InternalLinkage);
    }
  }
}

} // namespace

void prepareHostModule(Module &M, ArrayRef<Function *> Roots) {
  keepOnly(M, Roots);
  Preparation P(M);
  P.dropUnused();
  strip(M);
  for (Function &F : M)
    if (!F.isDeclaration())
      P.promote(F);
  toClassicDebugIntrinsics(M);
}

void prepareModule(Module &M, ArrayRef<StringRef> KeepCalls) {
  strip(M);
  for (Function &F : M)
    if (!F.isDeclaration())
      pin(F);
  Preparation P(M);
  P.inlineAll(KeepCalls);
  for (Function &F : M)
    if (!F.isDeclaration())
      P.function(F);
  toClassicDebugIntrinsics(M);
}

} // namespace m2k
