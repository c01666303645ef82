// Which functions of a module lead to which: by calling them, or by taking
// their address, also through tables and other constants.
#ifndef M2K_PLUGIN_REACH_H
#define M2K_PLUGIN_REACH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace m2k {

class Reach {
public:
  using Set = llvm::DenseSet<const llvm::Function *>;
  using Edges = llvm::SetVector<const llvm::Function *>;

  /// Functions for which LeadsNowhere holds are taken as empty.
  Reach(const llvm::Module &M,
        llvm::function_ref<bool(const llvm::Function &)> LeadsNowhere);

  /// All functions that lead to one for which IsGoal holds, those included.
  Set leadingTo(llvm::function_ref<bool(const llvm::Function &)> IsGoal) const;

  /// Of some functions, those to which none of the others leads; of a circle,
  /// the first. Keeps the order.
  std::vector<llvm::Function *>
  outermost(llvm::ArrayRef<llvm::Function *> Functions) const;

  /// What a function leads to; itself only if it leads back to itself.
  Edges below(const llvm::Function &F) const;

private:
  llvm::DenseMap<const llvm::Function *, Edges> Uses, UsedBy;
};

} // namespace m2k

#endif // M2K_PLUGIN_REACH_H
