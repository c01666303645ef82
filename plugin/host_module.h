// The host code of a translation unit as one LLVM module of our own.
//
// Purpose: what launches kernels, executable by an interpreter: every host
// function of the user's own files with all that it calls, kernels as the stubs
// that a launch goes through. It comes from the device-side parse, the only one
// whose AST has kernels too; so types have the host's sizes (clang gives the
// device target the host's), but arguments and results are passed as the device
// target passes them (NVPTX: classes in memory).
//
// Lifetime: HostOp points into the ASTContext; the rest is owned.
//
// Must not grow here: what host code means.
#ifndef M2K_PLUGIN_HOST_MODULE_H
#define M2K_PLUGIN_HOST_MODULE_H

#include "device_module.h"
#include "passing.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace m2k {

class ArchBranches;

/// A function from which execution starts; m2k_run_op says which they are.
struct HostOp {
  const clang::FunctionDecl *Decl = nullptr;
  llvm::Function *Function = nullptr;
  Passing How;
  std::vector<std::string> Kernels; // mangled, that it may launch
};

struct HostModule : OwnModule {
  std::vector<HostOp> Ops; // in the module's order
  std::vector<LeftOut> LeftOuts;
};

struct HostInput {
  clang::CompilerInstance &CI;
  clang::ASTContext &AST;
  const Definitions &Defs;
  llvm::ArrayRef<clang::SourceLocation> ParseErrors;
  const ArchBranches &Branches;
  const DeviceModule &Device;
  /// Whether an interface case is about a function of the user's own files.
  llvm::function_ref<bool(const clang::FunctionDecl *)> IsNamed;
};

/// After buildDeviceModule, and once: switches the AST to the host's side.
/// The functions bear the attributes of passes/run/run.h.
HostModule buildHostModule(const HostInput &In);

} // namespace m2k

#endif // M2K_PLUGIN_HOST_MODULE_H
