#include "device_module.h"

#include "event_abi.h"
#include "names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

namespace m2k {
namespace {

bool isDeviceFunction(const FunctionDecl *FD) {
  return FD->hasAttr<CUDADeviceAttr>() || FD->hasAttr<CUDAGlobalAttr>();
}

bool isDeviceVariable(const VarDecl *VD) {
  return VD->hasAttr<CUDADeviceAttr>() || VD->hasAttr<CUDAConstantAttr>() ||
         VD->hasAttr<CUDASharedAttr>() || VD->hasAttr<HIPManagedAttr>();
}

KernelInfo describe(const FunctionDecl *FD, llvm::StringRef Mangled) {
  return {FD, Mangled.str(), printedName(FD)};
}

void collectKernels(DeviceModule &Out, OwnCodeGen &Gen,
                    llvm::ArrayRef<FunctionDecl *> Functions) {
  for (FunctionDecl *FD : Functions) {
    if (!FD->hasAttr<CUDAGlobalAttr>())
      continue;
    llvm::StringRef Mangled = Gen.generator().GetMangledName(GlobalDecl(FD));
    llvm::Function *F = Gen.module().getFunction(Mangled);
    if (!F || F->isDeclaration())
      continue;
    F->addFnAttr(M2K_KERNEL_ATTR);
    Out.Kernels.push_back(describe(FD, Mangled));
  }
}

} // namespace

DeviceModule buildDeviceModule(CompilerInstance &CI, ASTContext &AST,
                               const Definitions &Defs,
                               llvm::ArrayRef<SourceLocation> ParseErrors) {
  DeviceModule Out;
  std::vector<FunctionDecl *> Functions;
  for (FunctionDecl *FD : Defs.Functions)
    if (isDeviceFunction(FD) &&
        !leaveOut(FD, AST.getSourceManager(), ParseErrors, Out.LeftOuts))
      Functions.push_back(FD);

  OwnCodeGen Gen(CI, AST, "m2k.device");
  for (VarDecl *VD : Defs.Variables)
    if (isDeviceVariable(VD) && !VD->isInvalidDecl())
      Gen.add(VD);
  for (FunctionDecl *FD : Functions)
    Gen.add(FD);
  // Names and kernels are asked for while the generator still holds the module.
  if (Gen.generate())
    collectKernels(Out, Gen, Functions);
  static_cast<OwnModule &>(Out) = Gen.release();
  return Out;
}

} // namespace m2k
