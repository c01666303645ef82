// The device code of a translation unit as one LLVM module of our own.
//
// Purpose: after the translation unit has ended, every device function, kernel
// instance and device variable of the AST is given to a code generator of our
// own.
//
// Lifetime: KernelInfo points into the ASTContext; the rest is owned.
//
// Must not grow here: analysis, or anything that changes what the user's own
// code generation sees.
#ifndef M2K_PLUGIN_DEVICE_MODULE_H
#define M2K_PLUGIN_DEVICE_MODULE_H

#include "body_errors.h"
#include "decl_walk.h"
#include "own_codegen.h"
#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace m2k {

struct KernelInfo {
  const clang::FunctionDecl *Decl = nullptr;
  std::string Mangled; // the function's name in the module
  std::string Printed; // qualified, with template arguments
};

struct DeviceModule : OwnModule {
  std::vector<KernelInfo> Kernels; // in source order; all defined in Mod
  std::vector<LeftOut> LeftOuts;
};

/// Builds the module of a device-side compilation whose AST is complete.
/// Functions that contain errors are left out (leaveOut).
DeviceModule
buildDeviceModule(clang::CompilerInstance &CI, clang::ASTContext &AST,
                  const Definitions &Defs,
                  llvm::ArrayRef<clang::SourceLocation> ParseErrors);

} // namespace m2k

#endif // M2K_PLUGIN_DEVICE_MODULE_H
