#include "consumer.h"

#include "analysis.h"
#include "annotations.h"
#include "arch.h"
#include "arch_branches.h"
#include "diagnostics.h"
#include "parse_errors.h"
#include "pragmas.h"
#include "warning_control.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>

using namespace clang;

namespace m2k {
namespace {

class Consumer : public ASTConsumer {
public:
  Consumer(CompilerInstance &CI, Setup S)
      : CI(CI), S(std::move(S)), A(this->S.Arena.get()),
        Store(m2k_store_new(A)), Where(CI),
        Cases(CI, Where, A, Store.get(), !analysed()) {
    Preprocessor &PP = CI.getPreprocessor();
    // In front: what follows holds the files of -include.
    PP.setPredefines("#define __M2K__ 1\n" + PP.getPredefines());
    Branches = recordArchBranches(CI);
    Errors = recordParseErrors(CI, followPragmas(CI, Control));
    for (const std::string &Word : CI.getDiagnosticOpts().Warnings)
      warningWord(Word);
    if (CI.getDiagnosticOpts().IgnoreWarnings)
      Control.apply("w");
    for (const std::string &Word : this->S.WarningWords)
      warningWord(Word);
  }

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      Cases.visit(D);
    return true;
  }

  void HandleTranslationUnit(ASTContext &AST) override {
    if (!analysed() || CI.getDiagnostics().hasFatalErrorOccurred())
      return;
    Cases.bind(S.Options);
    if (S.Options.dump & M2K_DUMP_ANNOT)
      dumpCases();
    std::string Why;
    bool Mine = reportsFor(CI.getTargetOpts().CPU, S.Options.arch, Why);
    if (!Why.empty())
      error(Why);
    if (Mine)
      check(AST);
  }

private:
  /// The device side has all bodies of kernels; the host side has none.
  bool analysed() const {
    return CI.getLangOpts().CUDA && CI.getLangOpts().CUDAIsDevice &&
           !S.Options.help && !S.Options.version;
  }

  void error(const std::string &Text) {
    DiagnosticsEngine &Diags = CI.getDiagnostics();
    Diags.Report(Diags.getCustomDiagID(DiagnosticsEngine::Error, "m2k: %0"))
        << Text;
  }

  /// Clang does not complain about our groups (-Wno-unknown-warning-option),
  /// so a misspelt one is ours to report, once for both sides of a compile.
  void warningWord(const std::string &Word) {
    if (Control.apply(Word) || !analysed())
      return;
    llvm::StringRef Group = Word;
    Group.consume_front("no-");
    Group.consume_front("error=");
    DiagnosticsEngine &Diags = CI.getDiagnostics();
    Diags.Report(Diags.getCustomDiagID(
        DiagnosticsEngine::Warning, "unknown warning option '-W%0'; did you "
                                    "mean '-W%1'? [-Wunknown-warning-option]"))
        << Word
        << (Word.substr(0, Word.size() - Group.size()) + nearestGroup(Group));
  }

  void dumpCases() {
    Text Out;
    for (uint32_t I = 0; I < m2k_store_len(Store.get()); I++)
      m2k_case_print_macro(m2k_store_case(Store.get(), I), &Out);
    llvm::errs() << Out.c_str();
  }

  void check(ASTContext &AST) {
    AnalysisInput In = {CI,        AST,   *Errors, *Branches,
                        S.Options, Cases, Where,   A};
    std::string Headline, Log;
    m2k_report *Report = analyse(In, Headline, Log);
    showRemarks(CI, Where, Headline, Report);
    llvm::errs() << Log;
    showFindings(CI, AST, Where, Control, Report);
    if (S.Options.dump & M2K_DUMP_REPORT) {
      Text Out;
      m2k_report_print(Report, &Out);
      llvm::errs() << Out.c_str();
    }
    if (S.Options.report)
      write(Report);
  }

  void write(const m2k_report *Report) {
    Text Json;
    m2k_report_to_json(Report, &Json);
    FILE *File = fopen(S.Options.report, "w");
    bool Good =
        File && fwrite(Json.c_str(), 1, Json.size(), File) == Json.size();
    int Reason = errno;
    if (File && fclose(File) != 0 && Good) {
      Good = false;
      Reason = errno;
    }
    if (!Good)
      error(std::string("cannot write '") + S.Options.report +
            "': " + strerror(Reason));
  }

  CompilerInstance &CI;
  Setup S;
  m2k_arena *A;
  StorePtr Store;
  Places Where;
  Annotations Cases;
  WarningControl Control;
  std::shared_ptr<const ArchBranches> Branches;
  std::shared_ptr<const std::vector<SourceLocation>> Errors;
};

} // namespace

std::unique_ptr<ASTConsumer> createConsumer(CompilerInstance &CI, Setup S) {
  return std::make_unique<Consumer>(CI, std::move(S));
}

} // namespace m2k
