// Preparation: from clang's unoptimised modules to what passes/ir reads.
//
// LLVM's passes remove what they may take as impossible, and that is what we
// look for. prepareModule runs them in an order, and between steps of ours,
// in which no access, overflow or end of a function without return gets lost;
// event_abi.h says what the result looks like.
//
// Must not grow here: decisions about what is a bug.
#ifndef M2K_PLUGIN_PREPARE_H
#define M2K_PLUGIN_PREPARE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace m2k {

/// Metadata on an `unreachable` that stands for the end of a non-void function
/// (set by whoever knows the source, consumed by prepareModule).
inline constexpr char FallsOffMD[] = "m2k.falls-off";

/// Prepares in place. Roots are the functions with the attribute "m2k-kernel";
/// all other definitions are inlined and dropped, except recursive ones and
/// those whose (mangled) names are in KeepCalls.
void prepareModule(llvm::Module &M,
                   llvm::ArrayRef<llvm::StringRef> KeepCalls = {});

/// Prepares host code in place: promises dropped, locals promoted, what none of
/// the Roots leads to removed. Nothing is inlined.
void prepareHostModule(llvm::Module &M, llvm::ArrayRef<llvm::Function *> Roots);

} // namespace m2k

#endif // M2K_PLUGIN_PREPARE_H
