// The plugin's preparation, on a module that clang wrote to a file.
#include "plugin/prepare.h"

#include "passes/ir/shim.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

extern "C" void diff_prepare(LLVMModuleRef module);

void diff_prepare(LLVMModuleRef module) {
  llvm::Module &M = *llvm::unwrap(module);
  for (llvm::Function &F : M)
    if (!F.isDeclaration() &&
        F.getCallingConv() != llvm::CallingConv::PTX_Device &&
        F.getName().starts_with("k"))
      F.addFnAttr(M2K_KERNEL_ATTR);
  m2k::prepareModule(M);
}
