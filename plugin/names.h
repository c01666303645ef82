// What a function is called: for people, and for tables that know functions.
#ifndef M2K_PLUGIN_NAMES_H
#define M2K_PLUGIN_NAMES_H

#include <string>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace m2k {

/// Qualified, with template arguments: "vllm::rms_norm_kernel<float>".
std::string printedName(const clang::FunctionDecl *FD);

/// Qualified, without template arguments, inline namespaces and the function
/// around a local class: "std::basic_string::compare", "at::Tensor::~Tensor",
/// "(lambda)::operator()". Equal for all instances and overloads, and for all
/// versions of a library that differ in their inline namespaces.
std::string plainName(const clang::FunctionDecl *FD);

} // namespace m2k

#endif // M2K_PLUGIN_NAMES_H
