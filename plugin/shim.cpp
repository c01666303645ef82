// passes/ir/shim.h on LLVM's C++ interface. No Clang symbol may be used here:
// the unit tests link this file with libLLVM alone.
#include "passes/ir/shim.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Support/MemAlloc.h"

#include <cstdlib>

using namespace llvm;

namespace {

constexpr int32_t None = -1;

template <typename T> T *allocate(size_t Count) {
  return static_cast<T *>(safe_malloc(Count * sizeof(T)));
}

class Cfg {
public:
  explicit Cfg(Function &F) : F(F), DT(F), PDT(F), LI(DT) {
    for (BasicBlock &BB : F)
      Blocks.try_emplace(&BB, static_cast<int32_t>(Blocks.size()));
    for (Loop *L : LI.getLoopsInPreorder())
      Loops.try_emplace(L, static_cast<int32_t>(Loops.size()));
  }

  void fill(m2k_shim_cfg &Out) {
    Out.block_count = static_cast<uint32_t>(Blocks.size());
    Out.blocks = allocate<m2k_shim_block>(Blocks.size());
    for (BasicBlock &BB : F)
      Out.blocks[index(&BB)] = {None, idomOf(DT.getNode(&BB)),
                                idomOf(PDT.getNode(&BB)),
                                index(LI.getLoopFor(&BB))};
    int32_t Position = 0;
    for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
      Out.blocks[index(BB)].rpo = Position++;
    Out.loop_count = static_cast<uint32_t>(Loops.size());
    Out.loops = allocate<m2k_shim_loop>(Loops.size());
    for (auto [L, Id] : Loops)
      Out.loops[Id] = {index(L->getHeader()), index(L->getParentLoop()),
                       static_cast<int32_t>(L->getLoopDepth()),
                       index(L->getLoopLatch()), index(L->getLoopPreheader())};
  }

private:
  int32_t index(const BasicBlock *BB) const {
    return BB ? Blocks.lookup(BB) : None;
  }
  int32_t index(const Loop *L) const { return L ? Loops.lookup(L) : None; }

  // The block is null for the virtual exit, the node for what is unreachable.
  int32_t idomOf(const DomTreeNode *Node) const {
    const DomTreeNode *Up = Node ? Node->getIDom() : nullptr;
    return Up ? index(Up->getBlock()) : None;
  }

  Function &F;
  DominatorTree DT;
  PostDominatorTree PDT;
  LoopInfo LI;
  DenseMap<const BasicBlock *, int32_t> Blocks;
  DenseMap<const Loop *, int32_t> Loops;
};

LLVMAtomicOrdering toC(AtomicOrdering Ordering) {
  switch (Ordering) {
  case AtomicOrdering::NotAtomic:
    return LLVMAtomicOrderingNotAtomic;
  case AtomicOrdering::Unordered:
    return LLVMAtomicOrderingUnordered;
  case AtomicOrdering::Monotonic:
    return LLVMAtomicOrderingMonotonic;
  case AtomicOrdering::Acquire:
    return LLVMAtomicOrderingAcquire;
  case AtomicOrdering::Release:
    return LLVMAtomicOrderingRelease;
  case AtomicOrdering::AcquireRelease:
    return LLVMAtomicOrderingAcquireRelease;
  case AtomicOrdering::SequentiallyConsistent:
    return LLVMAtomicOrderingSequentiallyConsistent;
  }
  return LLVMAtomicOrderingNotAtomic;
}

AtomicOrdering orderingOf(const Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return Load->getOrdering();
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return Store->getOrdering();
  if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    return RMW->getOrdering();
  if (auto *CX = dyn_cast<AtomicCmpXchgInst>(&I))
    return CX->getSuccessOrdering();
  if (auto *Fence = dyn_cast<FenceInst>(&I))
    return Fence->getOrdering();
  return AtomicOrdering::NotAtomic;
}

} // namespace

void m2k_shim_cfg_of(LLVMValueRef Fn, m2k_shim_cfg *Out) {
  Cfg(*unwrap<Function>(Fn)).fill(*Out);
}

void m2k_shim_cfg_free(m2k_shim_cfg *Out) {
  std::free(Out->blocks);
  std::free(Out->loops);
  *Out = {};
}

LLVMAtomicOrdering m2k_shim_ordering(LLVMValueRef Inst) {
  auto *I = dyn_cast<Instruction>(unwrap(Inst));
  return I ? toC(orderingOf(*I)) : LLVMAtomicOrderingNotAtomic;
}

const char *m2k_shim_scope(LLVMValueRef Inst, size_t *Length) {
  *Length = 0;
  auto *I = dyn_cast<Instruction>(unwrap(Inst));
  std::optional<SyncScope::ID> Scope;
  if (I && I->isAtomic())
    Scope = getAtomicSyncScopeID(I);
  if (!Scope)
    return nullptr;
  SmallVector<StringRef> Names;
  I->getContext().getSyncScopeNames(Names);
  *Length = Names[*Scope].size();
  return *Length ? Names[*Scope].data() : "";
}

int m2k_shim_constant_words(LLVMValueRef Value, uint64_t *Words, size_t Count) {
  APInt Bits;
  if (auto *Int = dyn_cast<ConstantInt>(unwrap(Value)))
    Bits = Int->getValue();
  else if (auto *FP = dyn_cast<ConstantFP>(unwrap(Value)))
    Bits = FP->getValueAPF().bitcastToAPInt();
  else
    return 0;
  if (Bits.getNumWords() > Count)
    return 0;
  for (unsigned I = 0; I != Count; ++I)
    Words[I] = I < Bits.getNumWords() ? Bits.getRawData()[I] : 0;
  return 1;
}

const char *m2k_shim_metadata_string(LLVMValueRef Inst, const char *Kind,
                                     size_t *Length) {
  *Length = 0;
  auto *I = dyn_cast<Instruction>(unwrap(Inst));
  MDNode *Node = I ? I->getMetadata(Kind) : nullptr;
  auto *Text = Node && Node->getNumOperands() > 0
                   ? dyn_cast<MDString>(Node->getOperand(0))
                   : nullptr;
  if (!Text)
    return nullptr;
  *Length = Text->getLength();
  return *Length ? Text->getString().data() : "";
}
