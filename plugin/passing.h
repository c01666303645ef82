// How clang passes the parameters of a host function to its LLVM function.
#ifndef M2K_PLUGIN_PASSING_H
#define M2K_PLUGIN_PASSING_H

#include "core.h"
#include <vector>

namespace clang {
class CodeGenerator;
class FunctionDecl;
} // namespace clang

namespace m2k {

constexpr uint32_t NoArgument = UINT32_MAX;

struct Passing {
  struct Param {
    m2k_pass How;
    uint32_t First;                // LLVM argument
    std::vector<uint64_t> Offsets; // DIRECT: of each piece
  };
  std::vector<Param> Params;    // as declared, without `this`
  uint32_t Result = NoArgument; // LLVM argument with the result's address
};

/// How many LLVM arguments a parameter takes.
uint32_t argumentsOf(const Passing::Param &P);

/// Of a function that the generator has emitted and still holds.
Passing passingOf(clang::CodeGenerator &Gen, const clang::FunctionDecl *FD);

} // namespace m2k

#endif // M2K_PLUGIN_PASSING_H
