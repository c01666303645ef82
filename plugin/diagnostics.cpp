#include "diagnostics.h"

#include "expressions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <tuple>

using namespace clang;

namespace m2k {
namespace {

Wanted wantedFor(const m2k_finding &F) {
  if (F.check == M2K_CHECK_INDEX_OVERFLOW)
    return Wanted::Arithmetic;
  return F.access == M2K_ACCESS_READ ? Wanted::Read : Wanted::Write;
}

class Shower {
public:
  Shower(CompilerInstance &CI, ASTContext &AST, const Places &Where,
         const WarningControl &Control, m2k_report *Report)
      : CI(CI), SM(CI.getSourceManager()), Where(Where), Control(Control),
        Report(Report), Index(AST, Where, wantedPlaces(Report)) {}

  void run() {
    llvm::MutableArrayRef<m2k_finding *> All(Report->findings.at,
                                             Report->findings.len);
    std::vector<Located> Found;
    for (m2k_finding *F : All)
      Found.push_back(locate(*F));
    // Places have moved: the order of the report, and of what is shown, is
    // that of the places.
    llvm::stable_sort(Found, [](const Located &A, const Located &B) {
      const m2k_loc &X = A.F->loc, &Y = B.F->loc;
      int File = strcmp(X.file ? X.file : "", Y.file ? Y.file : "");
      return File ? File < 0
                  : std::tie(X.line, X.col) < std::tie(Y.line, Y.col);
    });
    for (size_t I = 0; I < All.size(); I++) {
      All[I] = Found[I].F;
      showIfOn(Found[I]);
    }
  }

private:
  struct Located {
    m2k_finding *F;
    SourceLocation Loc;
    CharSourceRange Range;
  };

  static std::vector<m2k_loc> wantedPlaces(m2k_report *Report) {
    std::vector<m2k_loc> Out;
    for (uint32_t I = 0; I < Report->findings.len; I++) {
      m2k_finding *F = Report->findings.at[I];
      for (const m2k_loc *L = &F->loc; L; L = L->inlined_at)
        Out.push_back(*L);
      for (const m2k_loc *L = &F->access_loc; L; L = L->inlined_at)
        Out.push_back(*L);
      uint32_t Count = 0;
      const m2k_note *Notes = m2k_finding_notes(Report, F, &Count);
      for (uint32_t N = 0; N < Count; N++)
        Out.push_back(Notes[N].loc);
    }
    return Out;
  }

  SourceLocation place(const m2k_loc &Loc) const {
    SourceLocation Found = Where.find(Loc);
    // With #line the file's own line of that number is another one.
    if (Found.isValid() && SM.getPresumedLineNumber(Found) == Loc.line)
      return Found;
    SourceLocation Other = Index.anyPlace(Loc);
    return Other.isValid() ? Other : Found;
  }

  /// What users cannot change is shown where their code calls it.
  m2k_loc inUserCode(const m2k_loc &Loc) const {
    const m2k_loc *At = &Loc;
    while (Control.suppressesSystem() && At->inlined_at) {
      SourceLocation Here = place(*At);
      if (Here.isInvalid() || !SM.isInSystemHeader(SM.getExpansionLoc(Here)))
        break;
      At = At->inlined_at;
    }
    return *At;
  }

  /// The place where the expression begins that Loc is the debug location of.
  const Expr *toExpression(m2k_loc &Loc, Wanted Kind) {
    const Expr *E = Index.find(Loc, Kind);
    if (!E)
      return nullptr;
    m2k_loc Begin = Where.presumed(Report->arena, E->getBeginLoc());
    Loc.line = Begin.line;
    Loc.col = Begin.col;
    return E;
  }

  /// A note about arithmetic: its expression goes into the text.
  void completeNote(m2k_note &N) {
    if (!N.lead)
      return;
    N.loc = inUserCode(N.loc);
    const Expr *E = toExpression(N.loc, Wanted::Arithmetic);
    std::string Subject = E ? "'" + Index.text(E) + "'" : "this";
    N.text =
        m2k_printf(Report->arena, "%s %s %s", N.lead, Subject.c_str(), N.text);
    N.lead = nullptr;
  }

  /// The access, where it is not at the finding's own place, and the notes.
  void moveAccess(m2k_finding &F) {
    m2k_loc Debug = F.access_loc;
    if (!Debug.line)
      return;
    F.access_loc = inUserCode(Debug);
    toExpression(F.access_loc,
                 F.access == M2K_ACCESS_READ ? Wanted::Read : Wanted::Write);
    auto *Notes = M2K_NEW_N(Report->arena, m2k_note, F.note_count);
    for (uint32_t I = 0; I < F.note_count; I++) {
      Notes[I] = F.notes[I];
      if (Notes[I].loc.line == Debug.line && Notes[I].loc.col == Debug.col)
        Notes[I].loc = F.access_loc;
      completeNote(Notes[I]);
    }
    F.notes = Notes;
  }

  bool suppressed(const m2k_finding &F, SourceLocation Loc) const {
    std::string Group = std::string("m2k-") + m2k_check_flag(F.check);
    if (Loc.isValid() && Index.suppressed(Loc, Group))
      return true;
    for (const m2k_loc *L = F.loc.inlined_at; L; L = L->inlined_at)
      if (SourceLocation Call = place(*L);
          Call.isValid() && Index.suppressed(Call, Group))
        return true;
    return false;
  }

  Located locate(m2k_finding &F) {
    moveAccess(F);
    F.loc = inUserCode(F.loc);
    Located L = {&F, place(F.loc), {}};
    if (const Expr *E = toExpression(F.loc, wantedFor(F))) {
      if (!F.expression)
        F.expression = m2k_strdup(Report->arena, Index.text(E).c_str());
      L.Loc = E->getBeginLoc();
      L.Range = CharSourceRange::getTokenRange(E->getSourceRange());
    }
    return L;
  }

  void showIfOn(const Located &L) {
    Severity S = Control.at(L.F->check, L.Loc, SM);
    if (S != Severity::Ignored && !suppressed(*L.F, L.Loc))
      show(*L.F, S, L.Loc, L.Range);
  }

  void show(const m2k_finding &F, Severity S, SourceLocation Loc,
            CharSourceRange Range) {
    std::string Message = m2k_finding_message(Report, &F);
    if (CI.getDiagnosticOpts().ShowOptionNames)
      Message += std::string(S == Severity::Error ? " [-Werror," : " [") +
                 "-Wm2k-" + m2k_check_flag(F.check) + "]";
    if (!Shown.insert({Loc.getRawEncoding(), Message}).second)
      return;
    DiagnosticsEngine &Diags = CI.getDiagnostics();
    {
      DiagnosticBuilder Builder = Diags.Report(
          Loc, S == Severity::Error
                   ? Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0")
                   : Diags.getCustomDiagID(DiagnosticsEngine::Warning, "%0"));
      Builder << Message;
      if (Range.isValid())
        Builder << Range;
    }
    uint32_t Count = 0;
    const m2k_note *Notes = m2k_finding_notes(Report, &F, &Count);
    unsigned Note = Diags.getCustomDiagID(DiagnosticsEngine::Note, "%0");
    for (uint32_t I = 0; I < Count; I++) {
      SourceLocation At = place(Notes[I].loc);
      Diags.Report(At.isValid() ? At : Loc, Note) << Notes[I].text;
    }
  }

  CompilerInstance &CI;
  const SourceManager &SM;
  const Places &Where;
  const WarningControl &Control;
  m2k_report *Report;
  Expressions Index;
  std::set<std::pair<unsigned, std::string>> Shown;
};

} // namespace

void showFindings(CompilerInstance &CI, ASTContext &AST, const Places &Where,
                  const WarningControl &Control, m2k_report *Report) {
  if (Report->findings.len)
    Shower(CI, AST, Where, Control, Report).run();
}

void showRemarks(CompilerInstance &CI, const Places &Where,
                 const std::string &Headline, const m2k_report *Report) {
  uint32_t Count = Report ? Report->remarks.len : 0;
  if (Headline.empty() && !Count)
    return;
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  SourceManager &SM = CI.getSourceManager();
  SourceLocation Main = SM.getLocForStartOfFile(SM.getMainFileID());
  SourceLocation First = Count ? Where.find(Report->remarks.at[0].loc) : Main;
  std::string Text = Headline;
  if (Text.empty())
    Text = "m2k: " + std::to_string(Count) +
           (Count == 1 ? " function" : " functions") +
           " not analysed because of errors";
  Diags.Report(First, Diags.getCustomDiagID(DiagnosticsEngine::Remark, "%0"))
      << Text;
  unsigned Note = Diags.getCustomDiagID(DiagnosticsEngine::Note, "%0");
  for (uint32_t I = 0; I < Count; I++) {
    SourceLocation At = Where.find(Report->remarks.at[I].loc);
    Diags.Report(At.isValid() ? At : First, Note) << Report->remarks.at[I].text;
  }
}

} // namespace m2k
