#include "own_codegen.h"

#include "fall_offs.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclGroup.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

namespace m2k {
namespace {

/// Mutes the generator, and keeps what it died of.
class FirstError : public DiagnosticConsumer {
public:
  explicit FirstError(std::string &Text) : Text(Text) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    if (Level < DiagnosticsEngine::Error || !Text.empty())
      return;
    llvm::SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    Text = std::string(Message);
  }

private:
  std::string &Text;
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
    : AST(AST), Errors(std::make_unique<FirstError>(Out.Error)),
      Diags(CI.getDiagnostics().getDiagnosticIDs(), new DiagnosticOptions,
            Errors.get(), /*ShouldOwnClient=*/false),
      Options(ourOptions(CI.getCodeGenOpts())) {
  Out.Ctx = std::make_unique<llvm::LLVMContext>();
  Diags.setSourceManager(&AST.getSourceManager());
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
  if (Out.Error.empty())
    Out.Error = "no module was generated";
  return false;
}

llvm::Module &OwnCodeGen::module() { return *Gen->GetModule(); }

OwnModule OwnCodeGen::release() {
  Out.Mod.reset(Gen->ReleaseModule());
  return std::move(Out);
}

} // namespace m2k
