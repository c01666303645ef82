// Full unrolling of short constant loops. LLVM's own pass decides by cost and
// by command-line options that belong to the user; UnrollLoop is what it calls.
#include "prepare_steps.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace m2k {
namespace {

constexpr unsigned MostTrips = 64;
constexpr size_t MostInstructions = 1 << 15; // of one unrolled loop
constexpr size_t LargestFunction = 1 << 18;

struct Analyses {
  LoopInfo &LI;
  ScalarEvolution &SE;
  DominatorTree &DT;
  AssumptionCache &AC;
  TargetTransformInfo &TTI;
  OptimizationRemarkEmitter &ORE;
};

size_t sizeOf(const Loop &L) {
  size_t Size = 0;
  for (const BasicBlock *BB : L.blocks())
    Size += BB->size();
  return Size;
}

/// How often the header runs at most, if some exit says so exactly; 0 if not.
unsigned constantCount(Loop &L, ScalarEvolution &SE) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  unsigned Best = 0;
  for (BasicBlock *BB : Exiting)
    if (unsigned Count = SE.getSmallConstantTripCount(&L, BB))
      Best = Best ? std::min(Best, Count) : Count;
  return Best;
}

/// Returns roughly how many instructions were added, 0 if nothing was done.
size_t unroll(Loop &L, const Analyses &A) {
  if (!L.isLoopSimplifyForm() || !L.isSafeToClone())
    return 0;
  unsigned Count = constantCount(L, A.SE);
  // A loop that tests at its top runs the header once more than the body.
  size_t Unrolled = sizeOf(L) * Count;
  if (Count == 0 || Count > MostTrips + 1 || Unrolled > MostInstructions)
    return 0;
  UnrollLoopOptions Options{};
  Options.Count = Count;
  Options.Force = true;
  Options.ForgetAllSCEV = true; // cheaper than finding what is affected
  LoopUnrollResult Result =
      UnrollLoop(&L, Options, &A.LI, &A.SE, &A.DT, &A.AC, &A.TTI, &A.ORE,
                 /*PreserveLCSSA=*/true);
  return Result == LoopUnrollResult::FullyUnrolled ? Unrolled : 0;
}

} // namespace

bool unrollConstantTrips(Function &F, FunctionAnalysisManager &FAM) {
  Analyses A{FAM.getResult<LoopAnalysis>(F),
             FAM.getResult<ScalarEvolutionAnalysis>(F),
             FAM.getResult<DominatorTreeAnalysis>(F),
             FAM.getResult<AssumptionAnalysis>(F),
             FAM.getResult<TargetIRAnalysis>(F),
             FAM.getResult<OptimizationRemarkEmitterAnalysis>(F)};
  bool Any = false;
  size_t Size = F.getInstructionCount();
  // Unrolling an outer loop can make the trips of its inner ones constant.
  for (bool Again = true; Again;) {
    Again = false;
    auto Loops = A.LI.getLoopsInPreorder();
    for (Loop *L : reverse(Loops)) // inner before outer
      if (size_t Grown = Size < LargestFunction ? unroll(*L, A) : 0) {
        Size += Grown;
        Again = Any = true;
      }
  }
  return Any;
}

} // namespace m2k
