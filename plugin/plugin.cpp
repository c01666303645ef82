// Registration: the only file that Clang's plugin registry knows.
#include "consumer.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

using namespace clang;

namespace {

class M2KAction : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    return m2k::createConsumer(CI, Options);
  }

  // Replaced by the shared option table; until then an unknown word is ignored.
  bool ParseArgs(const CompilerInstance &,
                 const std::vector<std::string> &Args) override {
    for (const std::string &Arg : Args)
      Options.DumpIR |= Arg == "dump=ir";
    return true;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  m2k::ConsumerOptions Options;
};

FrontendPluginRegistry::Add<M2KAction> Registration("m2k",
                                                    "memory safety of kernels");

} // namespace
