#include "arch_branches.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace m2k {
namespace {

constexpr llvm::StringLiteral Macro = "__CUDA_ARCH__";

class Recorder : public PPCallbacks {
public:
  Recorder(const Preprocessor &PP, std::shared_ptr<ArchBranches> Branches)
      : PP(PP), Branches(std::move(Branches)) {}

  void If(SourceLocation Loc, SourceRange Range, ConditionValueKind) override {
    condition(Loc, Range);
  }
  void Elif(SourceLocation Loc, SourceRange Range, ConditionValueKind,
            SourceLocation) override {
    condition(Loc, Range);
  }
  void Ifdef(SourceLocation Loc, const Token &Name,
             const MacroDefinition &) override {
    name(Loc, Name);
  }
  void Ifndef(SourceLocation Loc, const Token &Name,
              const MacroDefinition &) override {
    name(Loc, Name);
  }

private:
  void condition(SourceLocation Loc, SourceRange Range) {
    const SourceManager &SM = PP.getSourceManager();
    if (Lexer::getSourceText(CharSourceRange::getTokenRange(Range), SM,
                             PP.getLangOpts())
            .contains(Macro))
      Branches->add(SM, Loc);
  }

  void name(SourceLocation Loc, const Token &Name) {
    if (Name.is(tok::identifier) && Name.getIdentifierInfo()->isStr(Macro))
      Branches->add(PP.getSourceManager(), Loc);
  }

  const Preprocessor &PP;
  std::shared_ptr<ArchBranches> Branches;
};

} // namespace

void ArchBranches::add(const SourceManager &SM, SourceLocation Directive) {
  auto [File, Offset] = SM.getDecomposedExpansionLoc(Directive);
  Offsets[File].insert(Offset);
}

bool ArchBranches::inside(const SourceManager &SM, SourceRange Range) const {
  auto [File, Begin] = SM.getDecomposedExpansionLoc(Range.getBegin());
  auto [EndFile, End] = SM.getDecomposedExpansionLoc(Range.getEnd());
  auto Found = Offsets.find(File);
  if (Found == Offsets.end() || EndFile != File)
    return false;
  auto Next = Found->second.lower_bound(Begin);
  return Next != Found->second.end() && *Next < End;
}

std::shared_ptr<const ArchBranches> recordArchBranches(CompilerInstance &CI) {
  auto Branches = std::make_shared<ArchBranches>();
  Preprocessor &PP = CI.getPreprocessor();
  PP.addPPCallbacks(std::make_unique<Recorder>(PP, Branches));
  return Branches;
}

} // namespace m2k
