// The device code of a translation unit as one LLVM module of our own.
//
// Purpose: after the translation unit has ended, every device function, kernel
// instance and device variable of the AST is given to a second code generator
// with options of ours, so that neither the user's -O and -g nor -fsyntax-only
// matter, and the user's own object does not change.
//
// Lifetime: KernelInfo points into the ASTContext; the rest is owned.
//
// Must not grow here: analysis, or anything that changes what the user's own
// code generation sees.
#ifndef M2K_PLUGIN_DEVICE_MODULE_H
#define M2K_PLUGIN_DEVICE_MODULE_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CompilerInstance;
class FunctionDecl;
} // namespace clang

namespace m2k {

struct KernelParam {
  std::string Name; // empty for an unnamed parameter
  std::string Type; // as written after template substitution
};

struct KernelInfo {
  const clang::FunctionDecl *Decl = nullptr;
  std::string Mangled; // the function's name in the module
  std::string Printed; // qualified, with template arguments
  std::vector<KernelParam> Params;
  unsigned MaxThreads = 0; // __launch_bounds__; 0 where not stated
  unsigned MinBlocks = 0;
};

/// A function that is not in the module because its body holds errors.
struct LeftOut {
  std::string Name; // qualified, with template arguments
  clang::SourceLocation Loc;
  bool IsKernel = false;
  const clang::FunctionDecl *Decl = nullptr;
};

struct DeviceModule {
  std::unique_ptr<llvm::LLVMContext> Ctx; // outlives Mod
  std::unique_ptr<llvm::Module> Mod;      // null exactly when Error is set
  std::vector<KernelInfo> Kernels;        // in source order; all defined in Mod
  std::vector<LeftOut> LeftOuts;
  std::string Error; // why there is no module
};

/// Builds the module of a device-side compilation whose AST is complete.
/// ParseErrors are the places of errors reported while parsing: clang drops a
/// statement that it cannot parse without leaving a mark in the AST, so a
/// function around such a place is left out. Takes the bodies of left-out
/// functions away from the AST, which nobody reads after an error.
DeviceModule
buildDeviceModule(clang::CompilerInstance &CI, clang::ASTContext &AST,
                  llvm::ArrayRef<clang::SourceLocation> ParseErrors);

} // namespace m2k

#endif // M2K_PLUGIN_DEVICE_MODULE_H
