// Registration: the only file that Clang's plugin registry knows. Reads the
// environment and the arguments.
#include "consumer.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace {

class M2KAction : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    return m2k::createConsumer(CI, std::move(S));
  }

  bool ParseArgs(const CompilerInstance &CI,
                 const std::vector<std::string> &Args) override {
    S.Arena.reset(m2k_arena_new());
    m2k_options_init(&S.Options, S.Arena.get());
    m2k::Text Why;
    bool Good = m2k_options_read_environment(&S.Options, &Why) >= 0;
    for (const std::string &Arg : Args) {
      if (!Good)
        break;
      if (Arg.front() == 'W')
        S.WarningWords.push_back(Arg.substr(1));
      else if (Arg == "w")
        S.WarningWords.push_back(Arg);
      else
        Good = m2k_options_parse(&S.Options, Arg.c_str(), &Why) >= 0;
    }
    if (!Good) {
      DiagnosticsEngine &Diags = CI.getDiagnostics();
      Diags.Report(Diags.getCustomDiagID(DiagnosticsEngine::Error, "m2k: %0"))
          << Why.c_str();
    } else if (S.Options.help || S.Options.version) {
      answer(CI);
    }
    return Good;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  /// Prints what was asked for, once where a file is compiled for several
  /// sides. The compile then goes on without us: its output is what the next
  /// tool of the build waits for. Where no output is wanted, neither is a look
  /// at the file.
  void answer(const CompilerInstance &CI) {
    m2k::Text Out;
    m2k_str_addf(&Out, "%s\n", m2k_version_text());
    if (S.Options.help) {
      m2k_str_add(&Out, "\nPlugin arguments, and the environment variables "
                        "that set them:\n");
      m2k_options_help(&Out, "-fplugin-arg-m2k-");
      m2k_str_add(&Out, "  -fplugin-arg-m2k-W[no-][error=]m2k[-CHECK]\n"
                        "      the same as -W…, which clang warns about "
                        "without -Wno-unknown-warning-option\n");
    }
    const LangOptions &LO = CI.getLangOpts();
    if (!LO.CUDA || LO.CUDAIsDevice || !CI.getAuxTarget())
      llvm::outs() << Out.c_str();
    llvm::outs().flush();
    if (CI.getFrontendOpts().ProgramAction != frontend::ParseSyntaxOnly)
      return;
    SourceManager &SM = CI.getSourceManager();
    if (OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID()))
      SM.overrideFileContents(*Main, llvm::MemoryBuffer::getMemBuffer(""));
  }

  m2k::Setup S;
};

FrontendPluginRegistry::Add<M2KAction> Registration("m2k",
                                                    "memory safety of kernels");

} // namespace
