#include "reach.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace m2k {

Reach::Reach(const Module &M,
             function_ref<bool(const Function &)> LeadsNowhere) {
  for (const Function &F : M) {
    if (LeadsNowhere(F))
      continue;
    SmallVector<const Constant *> Left;
    SmallPtrSet<const Constant *, 16> Seen;
    auto see = [&](const Value *V) {
      const auto *C = dyn_cast<Constant>(V);
      if (C && Seen.insert(C).second)
        Left.push_back(C);
    };
    for (const Instruction &I : instructions(F))
      for (const Value *Operand : I.operands())
        see(Operand);
    while (!Left.empty()) {
      const Constant *C = Left.pop_back_val();
      if (const auto *Callee = dyn_cast<Function>(C)) {
        Uses[&F].insert(Callee);
        UsedBy[Callee].insert(&F);
        continue;
      }
      for (const Value *Operand : C->operands()) // of a variable: its value
        see(Operand);
    }
  }
}

Reach::Set Reach::leadingTo(function_ref<bool(const Function &)> IsGoal) const {
  Set Out;
  SmallVector<const Function *> Left;
  for (const auto &[F, Users] : UsedBy)
    if (IsGoal(*F) && Out.insert(F).second)
      Left.push_back(F);
  while (!Left.empty()) {
    auto Users = UsedBy.find(Left.pop_back_val());
    if (Users == UsedBy.end())
      continue;
    for (const Function *User : Users->second)
      if (Out.insert(User).second)
        Left.push_back(User);
  }
  return Out;
}

Reach::Edges Reach::below(const Function &F) const {
  Edges Out;
  SmallVector<const Function *> Left = {&F};
  while (!Left.empty()) {
    auto Used = Uses.find(Left.pop_back_val());
    if (Used == Uses.end())
      continue;
    for (const Function *Next : Used->second)
      if (Out.insert(Next))
        Left.push_back(Next);
  }
  return Out;
}

std::vector<Function *> Reach::outermost(ArrayRef<Function *> Functions) const {
  std::vector<Function *> Kept;
  Set Inner; // what one that is kept leads to
  for (Function *F : Functions) {
    if (Inner.contains(F))
      continue;
    Edges Below = below(*F);
    erase_if(Kept, [&](Function *K) { return K != F && Below.contains(K); });
    Inner.insert(Below.begin(), Below.end());
    Kept.push_back(F);
  }
  return Kept;
}

} // namespace m2k
