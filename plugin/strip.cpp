// Strip and hoist: what is said about values, not what is done with memory.
#include "event_abi.h"
#include "prepare.h"
#include "prepare_steps.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace m2k {
namespace {

/// Promises about values passed and returned. Alignment stays: it belongs to
/// by-value parameters, and no pass that we run acts on it.
AttributeMask valuePromises() {
  AttributeMask Mask;
  for (Attribute::AttrKind Kind :
       {Attribute::NonNull, Attribute::NoUndef, Attribute::Dereferenceable,
        Attribute::DereferenceableOrNull, Attribute::Range,
        Attribute::NoFPClass, Attribute::NoAlias, Attribute::Returned,
        Attribute::ReadNone, Attribute::ReadOnly, Attribute::WriteOnly,
        Attribute::NoCapture, Attribute::NoFree})
    Mask.addAttribute(Kind);
  return Mask;
}

/// What a definition promises as a whole. mustprogress lets loops be taken as
/// finite, memory and willreturn let unused calls go.
AttributeMask functionPromises() {
  AttributeMask Mask;
  for (Attribute::AttrKind Kind :
       {Attribute::NoInline, Attribute::OptimizeNone,
        Attribute::OptimizeForSize, Attribute::MinSize, Attribute::MustProgress,
        Attribute::WillReturn, Attribute::Memory, Attribute::NoSync,
        Attribute::NoFree, Attribute::Speculatable})
    Mask.addAttribute(Kind);
  return Mask;
}

AttributeList without(LLVMContext &Ctx, AttributeList List, unsigned Args,
                      const AttributeMask &Values) {
  List = List.removeRetAttributes(Ctx, Values);
  for (unsigned I = 0; I != Args; ++I)
    List = List.removeParamAttributes(Ctx, I, Values);
  return List;
}

void stripFunction(Function &F, const AttributeMask &Values,
                   const AttributeMask &Functions) {
  F.setAttributes(without(F.getContext(), F.getAttributes(),
                          static_cast<unsigned>(F.arg_size()), Values));
  F.removeFnAttrs(Functions);
  // A null access is a bug to be found, not one to build on.
  F.addFnAttr(Attribute::NullPointerIsValid);
}

void stripCall(CallBase &Call, const AttributeMask &Values,
               const AttributeMask &Functions) {
  if (isa<IntrinsicInst>(Call))
    return;
  LLVMContext &Ctx = Call.getContext();
  AttributeList List =
      without(Ctx, Call.getAttributes(), Call.arg_size(), Values);
  Call.setAttributes(List.removeFnAttributes(Ctx, Functions));
  // PTX that names memory must not be dropped because its result is unused.
  auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  if (Asm && StringRef(Asm->getAsmString()).contains('['))
    Call.setCalledOperand(InlineAsm::get(
        Asm->getFunctionType(), Asm->getAsmString(), Asm->getConstraintString(),
        /*hasSideEffects=*/true, Asm->isAlignStack(), Asm->getDialect(),
        Asm->canThrow()));
}

/// __ldg and its kin read memory like any other load; as intrinsics they would
/// be removed when their result is unused.
bool replaceCachedLoad(Instruction &I) {
  auto *II = dyn_cast<IntrinsicInst>(&I);
  if (!II)
    return false;
  switch (II->getIntrinsicID()) {
  case Intrinsic::nvvm_ldg_global_f:
  case Intrinsic::nvvm_ldg_global_i:
  case Intrinsic::nvvm_ldg_global_p:
  case Intrinsic::nvvm_ldu_global_f:
  case Intrinsic::nvvm_ldu_global_i:
  case Intrinsic::nvvm_ldu_global_p:
    break;
  default:
    return false;
  }
  auto *Alignment = dyn_cast<ConstantInt>(II->getArgOperand(1));
  IRBuilder<> B(II);
  LoadInst *Load = B.CreateAlignedLoad(
      II->getType(), II->getArgOperand(0),
      MaybeAlign(Alignment ? Alignment->getZExtValue() : 0).valueOrOne());
  Load->takeName(II);
  II->replaceAllUsesWith(Load);
  II->eraseFromParent();
  return true;
}

/// An event in front keeps passes from removing what leads to here. A call
/// that does not return (a trap, a failed assertion) does that by itself.
void announceUnreachable(Instruction &I) {
  auto *U = dyn_cast<UnreachableInst>(&I);
  if (!U)
    return;
  bool FallsOff = U->hasMetadata(FallsOffMD);
  auto *Before = dyn_cast_or_null<CallBase>(U->getPrevNonDebugInstruction());
  if (!FallsOff && Before && Before->doesNotReturn())
    return;
  IRBuilder<> B(U);
  createEvent(B,
              FallsOff ? M2K_EVENT_FALLS_OFF : M2K_EVENT_PROMISED_UNREACHABLE);
}

/// Scalars of the entry block whose first use there is not a store.
SmallVector<AllocaInst *> uninitialisedScalars(Function &F) {
  SmallSetVector<AllocaInst *, 16> Left;
  for (Instruction &I : F.getEntryBlock()) {
    auto *A = dyn_cast<AllocaInst>(&I);
    if (A && A->getAllocatedType()->isSingleValueType() &&
        !A->isArrayAllocation())
      Left.insert(A);
    if (auto *Store = dyn_cast<StoreInst>(&I))
      if (auto *To = dyn_cast<AllocaInst>(Store->getPointerOperand()))
        Left.remove(To);
  }
  return SmallVector<AllocaInst *>(Left.begin(), Left.end());
}

/// A scalar that is read before it is written would become undef, and a phi of
/// undef and x becomes x: the path that forgot the initialisation would vanish.
/// A store too many does no harm, mem2reg drops it.
void initialiseScalars(Function &F) {
  for (AllocaInst *A : uninitialisedScalars(F)) {
    IRBuilder<> B(A->getNextNode());
    for (DbgVariableRecord *Declare : findDVRDeclares(A))
      B.SetCurrentDebugLocation(Declare->getDebugLoc());
    Value *Unknown = B.CreateFreeze(PoisonValue::get(A->getAllocatedType()));
    B.CreateAlignedStore(Unknown, A, A->getAlign());
  }
}

bool isInvariantRegister(const Function &F) {
  StringRef Name = F.getName();
  if (!Name.consume_front("llvm.nvvm.read.ptx.sreg."))
    return false;
  for (StringRef Prefix : {"tid.", "ntid.", "ctaid.", "nctaid.", "cluster",
                           "ncluster", "laneid", "lanemask.", "warpsize"})
    if (Name.starts_with(Prefix))
      return true;
  return false; // clocks, timers, and where the hardware put the block
}

} // namespace

void strip(Module &M) {
  const AttributeMask Values = valuePromises();
  const AttributeMask Functions = functionPromises();
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    stripFunction(F, Values, Functions);
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      announceUnreachable(I);
      I.dropUnknownNonDebugMetadata();
      if (replaceCachedLoad(I))
        continue;
      if (isa<PossiblyDisjointInst>(I) || I.hasPoisonGeneratingFlags())
        I.dropPoisonGeneratingFlags();
      if (auto *Call = dyn_cast<CallBase>(&I))
        stripCall(*Call, Values, Functions);
    }
    initialiseScalars(F);
  }
}

void hoistSpecialRegisters(Function &F) {
  MapVector<Function *, SmallVector<CallInst *>> Reads;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Function *Callee = Call->getCalledFunction())
        if (isInvariantRegister(*Callee))
          Reads[Callee].push_back(Call);
  Instruction *Entry = &*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  for (auto &[Callee, Calls] : Reads) {
    Calls[0]->moveBefore(Entry);
    for (CallInst *Other : drop_begin(Calls)) {
      Other->replaceAllUsesWith(Calls[0]);
      Other->eraseFromParent();
    }
  }
}

} // namespace m2k
