// Pin, unpin, widen and mark: which accesses are surely inside a local
// variable, and what becomes of the others.
#include "event_abi.h"
#include "prepare_steps.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace m2k {
namespace {

constexpr uint64_t WidestCopy = 64; // bytes
constexpr unsigned PhiDepth = 8;

/// A constant byte offset into a local variable of known size.
struct LocalPlace {
  AllocaInst *Base = nullptr;
  int64_t Offset = 0;
  uint64_t ObjectSize = 0;

  explicit operator bool() const { return Base; }
  bool holds(uint64_t Size) const {
    return Offset >= 0 && static_cast<uint64_t>(Offset) <= ObjectSize &&
           Size <= ObjectSize - static_cast<uint64_t>(Offset);
  }
};

const DataLayout &layoutOf(const Instruction &I) {
  return I.getModule()->getDataLayout();
}

Value *stripOffsets(const DataLayout &DL, Value *Ptr, int64_t &Offset) {
  APInt Sum(DL.getIndexTypeSizeInBits(Ptr->getType()), 0);
  Value *Base = Ptr->stripAndAccumulateConstantOffsets(
      DL, Sum, /*AllowNonInbounds=*/true);
  Offset += Sum.getSExtValue();
  return Base;
}

LocalPlace placeAt(const DataLayout &DL, Value *Base, int64_t Offset) {
  auto *A = dyn_cast<AllocaInst>(Base);
  if (!A)
    return {};
  std::optional<TypeSize> Size = A->getAllocationSize(DL);
  if (!Size || Size->isScalable())
    return {};
  return {A, Offset, Size->getFixedValue()};
}

LocalPlace localPlace(const DataLayout &DL, Value *Ptr) {
  int64_t Offset = 0;
  Value *Base = stripOffsets(DL, Ptr, Offset);
  return placeAt(DL, Base, Offset);
}

/// A constant of known contents: nothing can go wrong inside, and folding the
/// loads keeps tables and the initial values of local arrays visible.
bool holdsConstant(const DataLayout &DL, Value *Base, int64_t Offset,
                   uint64_t Size) {
  auto *G = dyn_cast<GlobalVariable>(Base);
  if (!G || !G->isConstant() || !G->hasDefinitiveInitializer())
    return false;
  uint64_t Whole = DL.getTypeAllocSize(G->getValueType()).getFixedValue();
  return Offset >= 0 && static_cast<uint64_t>(Offset) <= Whole &&
         Size <= Whole - static_cast<uint64_t>(Offset);
}

/// True if each variable that Ptr can point into holds Size bytes there. Looks
/// through selects and phis, as SROA does.
bool surelyLocal(const DataLayout &DL, Value *Ptr, int64_t Offset,
                 uint64_t Size, unsigned Depth = PhiDepth) {
  Value *Base = stripOffsets(DL, Ptr, Offset);
  if (LocalPlace Place = placeAt(DL, Base, Offset))
    return Place.holds(Size);
  if (holdsConstant(DL, Base, Offset, Size))
    return true;
  if (Depth == 0)
    return false;
  if (auto *Select = dyn_cast<SelectInst>(Base))
    return surelyLocal(DL, Select->getTrueValue(), Offset, Size, Depth - 1) &&
           surelyLocal(DL, Select->getFalseValue(), Offset, Size, Depth - 1);
  auto *Phi = dyn_cast<PHINode>(Base);
  if (!Phi || Phi->getNumIncomingValues() > PhiDepth)
    return false;
  return all_of(Phi->incoming_values(), [&](Value *In) {
    return surelyLocal(DL, In, Offset, Size, Depth / 2);
  });
}

/// One side of an access: what it touches and how.
struct Touch {
  Value *Ptr;
  uint64_t Size;
  unsigned IsWrite; // as in event_abi.h
};

uint64_t storeSize(const DataLayout &DL, Type *Ty) {
  return DL.getTypeStoreSize(Ty).getFixedValue();
}

SmallVector<Touch, 2> touches(Instruction &I) {
  const DataLayout &DL = layoutOf(I);
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return {{Load->getPointerOperand(), storeSize(DL, Load->getType()), 0}};
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return {{Store->getPointerOperand(),
             storeSize(DL, Store->getValueOperand()->getType()), 1}};
  if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    return {{RMW->getPointerOperand(), storeSize(DL, RMW->getType()), 2}};
  if (auto *CX = dyn_cast<AtomicCmpXchgInst>(&I))
    return {{CX->getPointerOperand(),
             storeSize(DL, CX->getNewValOperand()->getType()), 2}};
  auto *Mem = dyn_cast<MemIntrinsic>(&I);
  auto *Length = Mem ? dyn_cast<ConstantInt>(Mem->getLength()) : nullptr;
  if (!Length)
    return {};
  SmallVector<Touch, 2> Out;
  if (auto *Transfer = dyn_cast<MemTransferInst>(Mem))
    Out.push_back({Transfer->getRawSource(), Length->getZExtValue(), 0});
  Out.push_back({Mem->getRawDest(), Length->getZExtValue(), 1});
  return Out;
}

bool isSurelyLocal(Instruction &I) {
  SmallVector<Touch, 2> Sides = touches(I);
  return !Sides.empty() && all_of(Sides, [&](const Touch &T) {
    return surelyLocal(layoutOf(I), T.Ptr, 0, T.Size);
  });
}

bool isVolatile(const Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isVolatile();
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return Store->isVolatile();
  if (auto *Copy = dyn_cast<MemTransferInst>(&I))
    return Copy->isVolatile();
  return false;
}

void setVolatile(Instruction &I, bool On) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    Load->setVolatile(On);
  else if (auto *Store = dyn_cast<StoreInst>(&I))
    Store->setVolatile(On);
  else if (auto *Copy = dyn_cast<MemTransferInst>(&I))
    Copy->setVolatile(ConstantInt::getBool(I.getContext(), On));
}

void keepSourceVolatile(Instruction &To, bool Was) {
  if (Was)
    To.setMetadata(M2K_SOURCE_VOLATILE_MD, MDNode::get(To.getContext(), {}));
}

/// The name of a local variable in the source, empty if it has none.
StringRef nameOf(AllocaInst *A) {
  for (DbgVariableRecord *Record : findDVRDeclares(A))
    return Record->getVariable()->getName();
  for (DbgDeclareInst *Declare : findDbgDeclares(A))
    return Declare->getVariable()->getName();
  return A->getName();
}

void replaceByEvent(Instruction &I, const Touch &T, const LocalPlace &Place) {
  IRBuilder<> B(&I);
  auto *Event =
      cast<CallInst>(createEvent(B, M2K_EVENT_LOCAL_OUT_OF_RANGE, T.IsWrite,
                                 Place.Offset, T.Size, Place.ObjectSize));
  LLVMContext &Ctx = I.getContext();
  Event->setMetadata(
      M2K_EVENT_OBJECT_MD,
      MDNode::get(Ctx, {MDString::get(Ctx, nameOf(Place.Base))}));
  if (!I.getType()->isVoidTy())
    I.replaceAllUsesWith(B.CreateFreeze(PoisonValue::get(I.getType())));
  I.eraseFromParent();
}

void widenCopy(MemTransferInst &Copy, uint64_t Size) {
  IRBuilder<> B(&Copy);
  Type *Wide = B.getIntNTy(static_cast<unsigned>(Size * 8));
  bool Was = Copy.hasMetadata(M2K_SOURCE_VOLATILE_MD);
  LoadInst *Load = B.CreateAlignedLoad(
      Wide, Copy.getRawSource(), Copy.getSourceAlign().valueOrOne(), "copy");
  StoreInst *Store = B.CreateAlignedStore(Load, Copy.getRawDest(),
                                          Copy.getDestAlign().valueOrOne());
  Load->setVolatile(Was || !isSurelyLocal(*Load));
  Store->setVolatile(Was || !isSurelyLocal(*Store));
  keepSourceVolatile(*Load, Was);
  keepSourceVolatile(*Store, Was);
  Copy.eraseFromParent();
}

} // namespace

Value *createEvent(IRBuilderBase &B, unsigned Kind, unsigned IsWrite,
                   int64_t Offset, uint64_t Size, uint64_t ObjectSize) {
  Module &M = *B.GetInsertBlock()->getModule();
  FunctionCallee Callee = M.getOrInsertFunction(
      M2K_EVENT_FUNCTION, B.getVoidTy(), B.getInt32Ty(), B.getInt32Ty(),
      B.getInt64Ty(), B.getInt64Ty(), B.getInt64Ty());
  // Not willreturn: what follows, an `unreachable` included, cannot be used to
  // remove the call.
  cast<Function>(Callee.getCallee())->setDoesNotThrow();
  return B.CreateCall(Callee, {B.getInt32(Kind), B.getInt32(IsWrite),
                               B.getInt64(static_cast<uint64_t>(Offset)),
                               B.getInt64(Size), B.getInt64(ObjectSize)});
}

void pin(Function &F) {
  for (Instruction &I : instructions(F)) {
    if (!isa<LoadInst, StoreInst, MemTransferInst>(I))
      continue;
    if (isVolatile(I))
      keepSourceVolatile(I, true);
    else if (!isSurelyLocal(I))
      setVolatile(I, true);
  }
}

void widenCopies(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Copy = dyn_cast<MemTransferInst>(&I);
    auto *Length = Copy ? dyn_cast<ConstantInt>(Copy->getLength()) : nullptr;
    if (!Length || Length->getZExtValue() > WidestCopy || isSurelyLocal(I))
      continue;
    if (Length->isZero())
      Copy->eraseFromParent();
    else
      widenCopy(*Copy, Length->getZExtValue());
  }
}

void unpin(Function &F) {
  for (Instruction &I : instructions(F))
    if (isVolatile(I) && !I.hasMetadata(M2K_SOURCE_VOLATILE_MD) &&
        isSurelyLocal(I))
      setVolatile(I, false);
}

void markOutOfRange(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    for (const Touch &T : touches(I)) {
      LocalPlace Place = localPlace(layoutOf(I), T.Ptr);
      if (!Place || T.Size == 0 || Place.holds(T.Size))
        continue;
      replaceByEvent(I, T, Place);
      break;
    }
}

} // namespace m2k
