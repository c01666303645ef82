#include "consumer.h"

#include "device_module.h"
#include "parse_errors.h"
#include "prepare.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace m2k {
namespace {

class Consumer : public ASTConsumer {
public:
  Consumer(CompilerInstance &CI, ConsumerOptions Options)
      : CI(CI), Options(Options), Errors(recordParseErrors(CI)) {}

  void HandleTranslationUnit(ASTContext &AST) override {
    // The host side has no device bodies to look at.
    if (!CI.getLangOpts().CUDA || !CI.getLangOpts().CUDAIsDevice)
      return;
    DeviceModule Device = buildDeviceModule(CI, AST, *Errors);
    reportLeftOuts(Device);
    if (!Device.Mod)
      return;
    prepareModule(*Device.Mod);
    if (Options.DumpIR)
      Device.Mod->print(llvm::errs(), nullptr);
  }

private:
  // Plain remarks for now; the diagnostic sink takes them over.
  void reportLeftOuts(const DeviceModule &Device) {
    DiagnosticsEngine &Diags = CI.getDiagnostics();
    unsigned Remark = Diags.getCustomDiagID(DiagnosticsEngine::Remark, "%0");
    if (!Device.Error.empty())
      Diags.Report(Remark) << "m2k: file not analysed: " + Device.Error;
    for (const LeftOut &L : Device.LeftOuts)
      Diags.Report(L.Loc, Remark)
          << "m2k: '" + L.Name + "' not analysed: it contains errors";
  }

  CompilerInstance &CI;
  ConsumerOptions Options;
  std::shared_ptr<const std::vector<SourceLocation>> Errors;
};

} // namespace

std::unique_ptr<ASTConsumer> createConsumer(CompilerInstance &CI,
                                            ConsumerOptions Options) {
  return std::make_unique<Consumer>(CI, Options);
}

} // namespace m2k
