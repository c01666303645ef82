#include "own_codegen.h"

#include "fall_offs.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ASTDiagnostic.h"
#include "clang/AST/DeclGroup.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

namespace m2k {
namespace {

/// Mutes the generator, and keeps what it died of.
class ErrorRecorder : public DiagnosticConsumer {
public:
  explicit ErrorRecorder(std::vector<CodeGenError> &Errors) : Errors(Errors) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    if (Level < DiagnosticsEngine::Error)
      return;
    llvm::SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    Errors.push_back({Info.getLocation(), std::string(Message)});
  }

private:
  std::vector<CodeGenError> &Errors;
};

/// -O1 without passes: clang then neither adds optnone and noinline nor leaves
/// out what the preparation needs. Lifetime markers and TBAA would only have
/// to be removed again.
CodeGenOptions ourOptions(const CodeGenOptions &Users) {
  CodeGenOptions O = Users;
  O.OptimizationLevel = 1;
  O.OptimizeSize = 0;
  O.DisableLLVMPasses = true;
  O.DisableLifetimeMarkers = true;
  O.RelaxedAliasing = true;
  O.DiscardValueNames = false;
  O.StrictReturn = true;
  O.setInlining(CodeGenOptions::NormalInlining);
  O.setDebugInfo(llvm::codegenoptions::FullDebugInfo);
  O.DebugColumnInfo = true;
  O.setProfileInstr(CodeGenOptions::ProfileNone);
  O.CoverageMapping = false;
  O.LinkBitcodeFiles.clear();
  O.DebugPrefixMap.clear();
  return O;
}

} // namespace

OwnCodeGen::OwnCodeGen(CompilerInstance &CI, ASTContext &AST,
                       llvm::StringRef Name)
    : AST(AST), Recorder(std::make_unique<ErrorRecorder>(Out.Errors)),
      Diags(CI.getDiagnostics().getDiagnosticIDs(), new DiagnosticOptions,
            Recorder.get(), /*ShouldOwnClient=*/false),
      Options(ourOptions(CI.getCodeGenOpts())) {
  Out.Ctx = std::make_unique<llvm::LLVMContext>();
  Diags.setSourceManager(&AST.getSourceManager());
  Diags.SetArgToStringFn(&FormatASTNodeDiagnosticArgument, &AST);
  Gen.reset(CreateLLVMCodeGen(Diags, Name, &CI.getVirtualFileSystem(),
                              CI.getHeaderSearchOpts(),
                              CI.getPreprocessorOpts(), Options, *Out.Ctx));
  Gen->Initialize(AST);
}

OwnCodeGen::~OwnCodeGen() = default;

void OwnCodeGen::add(Decl *D) { Gen->HandleTopLevelDecl(DeclGroupRef(D)); }

bool OwnCodeGen::generate() {
  Gen->HandleTranslationUnit(AST);
  if (llvm::Module *M = Gen->GetModule()) {
    for (llvm::Function &F : *M)
      noteFallOffs(F, *Gen, AST.getSourceManager());
    return true;
  }
  if (Out.Errors.empty())
    Out.Errors.push_back({SourceLocation(), "no module was generated"});
  return false;
}

llvm::Module &OwnCodeGen::module() { return *Gen->GetModule(); }

OwnModule OwnCodeGen::release() {
  Out.Mod.reset(Gen->ReleaseModule());
  return std::move(Out);
}

} // namespace m2k
