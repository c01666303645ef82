// The one place that knows which Clang and LLVM this plugin is built for.
//
// The C++ interfaces of Clang change with every major version, so a plugin is
// good for exactly one of them. What is known to differ is listed here; a port
// starts by changing the number and reading the list.
//
//  - debug records: 19 keeps variables in records beside instructions and can
//    turn them back into intrinsics (toClassicDebugIntrinsics below), which is
//    what LLVM-C 19 can read. From 20 on LLVM-C reads the records.
//  - NVPTX kernels: 19 marks them in !nvvm.annotations, later versions by
//    calling convention. We use neither, see DeviceModule.
//  - llvm.nvvm.ldg.global.*: plain loads from 20 on (strip.cpp).
//  - UnrollLoop and its options (unroll.cpp).
#ifndef M2K_PLUGIN_LLVM_VERSION_H
#define M2K_PLUGIN_LLVM_VERSION_H

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Module.h"

#define M2K_LLVM_MAJOR 19

#if LLVM_VERSION_MAJOR != M2K_LLVM_MAJOR
#error "this plugin is written for LLVM 19; see plugin/llvm_version.h"
#endif

namespace m2k {

/// Debug variables as llvm.dbg.* calls, which LLVM-C 19 can walk.
inline void toClassicDebugIntrinsics(llvm::Module &M) {
  M.setIsNewDbgInfoFormat(false);
}

} // namespace m2k

#endif // M2K_PLUGIN_LLVM_VERSION_H
