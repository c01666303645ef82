#include "parse_errors.h"

#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace m2k {
namespace {

class Recorder : public DiagnosticConsumer {
public:
  Recorder(CompilerInstance &CI,
           std::shared_ptr<std::vector<SourceLocation>> Places,
           std::function<bool(const Diagnostic &)> Drop)
      : CI(CI), Places(std::move(Places)), Drop(std::move(Drop)),
        Owned(CI.getDiagnostics().takeClient()),
        Inner(CI.getDiagnostics().getClient()) {
    NumErrors = Inner->getNumErrors();
    NumWarnings = Inner->getNumWarnings();
  }

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    if (Drop(Info))
      return;
    DiagnosticConsumer::HandleDiagnostic(Level, Info); // the counters
    if (Level >= DiagnosticsEngine::Error && isParseError(Info))
      Places->push_back(Info.getLocation());
    Inner->HandleDiagnostic(Level, Info);
  }

  void clear() override {
    DiagnosticConsumer::clear();
    Inner->clear();
  }
  void BeginSourceFile(const LangOptions &LO, const Preprocessor *PP) override {
    Inner->BeginSourceFile(LO, PP);
  }
  void EndSourceFile() override { Inner->EndSourceFile(); }
  void finish() override { Inner->finish(); }
  bool IncludeInDiagnosticCounts() const override {
    return Inner->IncludeInDiagnosticCounts();
  }

private:
  bool isParseError(const Diagnostic &Info) const {
    if (Info.getLocation().isInvalid() ||
        Info.getID() >= diag::DIAG_UPPER_LIMIT || // a plugin's own
        DiagnosticIDs::isBuiltinWarningOrExtension(Info.getID()))
      return false;
    return !CI.hasSema() || CI.getSema().CodeSynthesisContexts.empty();
  }

  CompilerInstance &CI;
  std::shared_ptr<std::vector<SourceLocation>> Places;
  std::function<bool(const Diagnostic &)> Drop;
  std::unique_ptr<DiagnosticConsumer> Owned; // null if CI did not own it
  DiagnosticConsumer *Inner;
};

} // namespace

std::shared_ptr<const std::vector<SourceLocation>>
recordParseErrors(CompilerInstance &CI,
                  std::function<bool(const Diagnostic &)> Drop) {
  auto Places = std::make_shared<std::vector<SourceLocation>>();
  auto Client = std::make_unique<Recorder>(CI, Places, std::move(Drop));
  CI.getDiagnostics().setClient(Client.release(), /*ShouldOwnClient=*/true);
  return Places;
}

} // namespace m2k
