// Every function and variable definition of a translation unit.
//
// The walk follows declarations and template instances but no statements: what
// local classes and lambdas define is emitted by clang's code generator when
// something calls it. Order is source order, instances in the order in which
// clang made them, so two runs agree.
#ifndef M2K_PLUGIN_DECL_WALK_H
#define M2K_PLUGIN_DECL_WALK_H

#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace m2k {

struct Definitions {
  std::vector<clang::FunctionDecl *> Functions; // non-dependent, defined
  std::vector<clang::VarDecl *> Variables;      // non-dependent, static storage
};

Definitions collectDefinitions(clang::ASTContext &AST);

} // namespace m2k

#endif // M2K_PLUGIN_DECL_WALK_H
