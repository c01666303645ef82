#include "pragmas.h"

#include "warning_control.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/LiteralSupport.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace m2k {
namespace {

constexpr unsigned UnknownGroup = diag::warn_pragma_diagnostic_unknown_warning;

/// The words of the pragma whose line is about to be read: identifiers as they
/// are, string literals joined and behind a quote.
std::vector<std::string> wordsOfPragma(Preprocessor &PP) {
  std::vector<std::string> Words;
  const auto *Current = static_cast<const Lexer *>(PP.getCurrentLexer());
  if (!Current)
    return Words;
  llvm::StringRef Buffer = Current->getBuffer();
  Lexer Raw(SourceLocation(), PP.getLangOpts(), Buffer.begin(),
            Current->getBufferLocation(), Buffer.end());
  Token Tok;
  for (unsigned I = 0; I < 16; I++) { // none of ours is longer
    Raw.LexFromRawLexer(Tok);
    if (Tok.is(tok::eof) || (Tok.isAtStartOfLine() && I))
      break;
    if (Tok.is(tok::raw_identifier))
      Words.push_back(Tok.getRawIdentifier().str());
    else if (Tok.is(tok::string_literal)) {
      llvm::StringRef Text(Tok.getLiteralData(), Tok.getLength());
      Text = Text.drop_front().drop_back();
      if (!Words.empty() && Words.back().front() == '"')
        Words.back() += Text;
      else
        Words.push_back('"' + Text.str());
    } else {
      break;
    }
  }
  return Words;
}

class Pragmas : public PPCallbacks {
public:
  Pragmas(CompilerInstance &CI, WarningControl &Control,
          std::shared_ptr<bool> Lowered)
      : CI(CI), Control(Control), Lowered(std::move(Lowered)) {}

  void PragmaDirective(SourceLocation Loc, PragmaIntroducerKind) override {
    std::vector<std::string> W = wordsOfPragma(CI.getPreprocessor());
    if (W.size() < 3 || (W[0] != "clang" && W[0] != "GCC") ||
        W[1] != "diagnostic")
      return;
    Loc = CI.getSourceManager().getExpansionLoc(Loc);
    if (W[2] == "push")
      Control.push();
    else if (W[2] == "pop")
      Control.pop(Loc);
    else if (W.size() > 3)
      change(Loc, W[2], W[3]);
  }

private:
  void change(SourceLocation Loc, llvm::StringRef How, llvm::StringRef Group) {
    Severity S = Severity::Error; // "error" and "fatal"
    if (How == "ignored")
      S = Severity::Ignored;
    else if (How == "warning")
      S = Severity::Warning;
    else if (How != "error" && How != "fatal")
      return;
    if (!Group.consume_front("\"-W"))
      return;
    if (Group == "everything" || checksOf(Group))
      Control.set(Loc, Group, S);
    if (checksOf(Group))
      keepQuiet(Loc);
  }

  // An error would have been counted before anybody can drop it, so the
  // warning about the group's name must not become one.
  void keepQuiet(SourceLocation Loc) {
    DiagnosticsEngine &Diags = CI.getDiagnostics();
    if (Diags.getDiagnosticLevel(UnknownGroup, Loc) < DiagnosticsEngine::Error)
      return;
    Diags.setSeverity(UnknownGroup, diag::Severity::Warning, Loc);
    *Lowered = true;
  }

  CompilerInstance &CI;
  WarningControl &Control;
  std::shared_ptr<bool> Lowered; // until the warning has come
};

} // namespace

std::function<bool(const Diagnostic &)> followPragmas(CompilerInstance &CI,
                                                      WarningControl &Control) {
  auto Lowered = std::make_shared<bool>(false);
  CI.getPreprocessor().addPPCallbacks(
      std::make_unique<Pragmas>(CI, Control, Lowered));
  return [&CI, Lowered](const Diagnostic &Info) {
    if (Info.getID() != UnknownGroup || Info.getNumArgs() < 1 ||
        Info.getArgKind(0) != DiagnosticsEngine::ak_std_string)
      return false;
    llvm::StringRef Name = Info.getArgStdStr(0);
    if (!Name.consume_front("-W") || !checksOf(Name))
      return false;
    if (*Lowered)
      CI.getDiagnostics().setSeverity(UnknownGroup, diag::Severity::Error,
                                      Info.getLocation());
    *Lowered = false;
    return true;
  };
}

} // namespace m2k
