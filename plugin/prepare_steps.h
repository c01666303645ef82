// The steps of ours in the preparation, one family per file.
#ifndef M2K_PLUGIN_PREPARE_STEPS_H
#define M2K_PLUGIN_PREPARE_STEPS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Function;
class IRBuilderBase;
class Module;
class Value;
} // namespace llvm

namespace m2k {

// strip.cpp

/// Drops every promise that would let a pass fold an overflow, a null access
/// or an out-of-range read away, turns read-only-cache loads into plain loads,
/// and `unreachable` into events. Once, before anything else.
void strip(llvm::Module &M);

/// Reads each special register once, in the entry block.
void hoistSpecialRegisters(llvm::Function &F);

// pin.cpp

/// Makes every load and store that is not surely inside a local variable
/// volatile, after noting which were so in the source.
void pin(llvm::Function &F);

/// Turns small copies from or to other memory into one integer access.
void widenCopies(llvm::Function &F);

/// Takes the pin off accesses that turned out to be inside a local variable.
void unpin(llvm::Function &F);

/// Replaces accesses at constant offsets outside their local variable by
/// events.
void markOutOfRange(llvm::Function &F);

/// Inserts a call of m2k.event; returns it.
llvm::Value *createEvent(llvm::IRBuilderBase &B, unsigned Kind,
                         unsigned IsWrite = 0, int64_t Offset = 0,
                         uint64_t Size = 0, uint64_t ObjectSize = 0);

// unroll.cpp

/// Fully unrolls loops with a constant trip count of at most 64. Loops must be
/// simplified and in LCSSA form. True if any was unrolled.
bool unrollConstantTrips(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace m2k

#endif // M2K_PLUGIN_PREPARE_STEPS_H
