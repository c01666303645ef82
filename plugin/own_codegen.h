// A code generator of our own beside the compiler's.
//
// Options are ours and diagnostics are mute, so that neither the user's -O and
// -g nor -fsyntax-only matter, and what the user's own generator sees does not
// change. One such generator makes one module.
//
// Must not grow here: what is handed over, which differs between modules.
#ifndef M2K_PLUGIN_OWN_CODEGEN_H
#define M2K_PLUGIN_OWN_CODEGEN_H

#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CodeGenerator;
class CompilerInstance;
class Decl;
} // namespace clang

namespace m2k {

/// What clang's code generator cannot do.
struct CodeGenError {
  clang::SourceLocation Loc;
  std::string Text;
};

/// A module with the context that it lives in.
struct OwnModule {
  std::unique_ptr<llvm::LLVMContext> Ctx; // outlives Mod
  std::unique_ptr<llvm::Module> Mod;      // null exactly when there are Errors
  std::vector<CodeGenError> Errors;
};

class OwnCodeGen {
public:
  /// Everything that the generator needs of CI and AST must outlive it.
  OwnCodeGen(clang::CompilerInstance &CI, clang::ASTContext &AST,
             llvm::StringRef Name);
  ~OwnCodeGen();

  void add(clang::Decl *D);
  /// Generates what was added and what that needs. False: nothing was, and
  /// release() says why. Names and declarations can be asked for until then.
  bool generate();
  clang::CodeGenerator &generator() { return *Gen; }
  llvm::Module &module();
  OwnModule release();

private:
  clang::ASTContext &AST;
  OwnModule Out;
  std::unique_ptr<clang::DiagnosticConsumer> Recorder;
  clang::DiagnosticsEngine Diags;
  clang::CodeGenOptions Options;
  std::unique_ptr<clang::CodeGenerator> Gen;
};

} // namespace m2k

#endif // M2K_PLUGIN_OWN_CODEGEN_H
