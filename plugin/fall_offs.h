// Where a non-void function can be left without a return.
#ifndef M2K_PLUGIN_FALL_OFFS_H
#define M2K_PLUGIN_FALL_OFFS_H

namespace clang {
class CodeGenerator;
class SourceManager;
} // namespace clang
namespace llvm {
class Function;
} // namespace llvm

namespace m2k {

/// Marks (FallsOffMD, prepare.h) the `unreachable`s of a function that stand
/// for such a place. Clang puts the same one as for __builtin_unreachable(), at
/// the place of whatever came last; only the AST can tell the two apart.
void noteFallOffs(llvm::Function &F, clang::CodeGenerator &Gen,
                  const clang::SourceManager &SM);

} // namespace m2k

#endif // M2K_PLUGIN_FALL_OFFS_H
