#include "expressions.h"

#include "decl_walk.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace m2k {

class ExpressionVisitor : public RecursiveASTVisitor<ExpressionVisitor> {
public:
  explicit ExpressionVisitor(Expressions &Out)
      : Out(Out), SM(Out.AST.getSourceManager()) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  // Both children of an array subscript and the like come before data is
  // visited twice: only what is written counts.
  bool VisitExpr(Expr *E) {
    PresumedLoc P = SM.getPresumedLoc(SM.getExpansionLoc(E->getExprLoc()));
    if (P.isInvalid())
      return true;
    auto Found = Out.ByPlace.find({P.getLine(), P.getColumn()});
    if (Found != Out.ByPlace.end())
      Found->second.push_back(E);
    return true;
  }

  bool VisitAttributedStmt(AttributedStmt *S) {
    for (const Attr *A : S->getAttrs())
      note(A, S->getSourceRange());
    return true;
  }

  bool VisitDecl(Decl *D) {
    if (D->hasAttrs())
      for (const Attr *A : D->attrs())
        note(A, D->getSourceRange());
    return true;
  }

  void note(const Attr *A, SourceRange Range) {
    const auto *S = dyn_cast<SuppressAttr>(A);
    if (!S)
      return;
    Expressions::Suppression New{Range, {}};
    for (llvm::StringRef Group : S->diagnosticIdentifiers()) {
      Group.consume_front("-W");
      New.Groups.push_back(Group.str());
    }
    Out.Suppressions.push_back(New);
  }

private:
  Expressions &Out;
  const SourceManager &SM;
};

namespace {

/// Does the function's text reach over one of the lines?
bool covers(const FunctionDecl *FD, const SourceManager &SM,
            llvm::ArrayRef<m2k_loc> At) {
  PresumedLoc Begin = SM.getPresumedLoc(SM.getExpansionLoc(FD->getBeginLoc()));
  PresumedLoc End = SM.getPresumedLoc(SM.getExpansionLoc(FD->getEndLoc()));
  if (Begin.isInvalid() || End.isInvalid())
    return false;
  for (const m2k_loc &L : At)
    if (Begin.getLine() <= L.line && L.line <= End.getLine())
      return true;
  return false;
}

bool isArithmetic(const Expr *E) {
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return B->isMultiplicativeOp() || B->isAdditiveOp() || B->isShiftOp() ||
           B->isBitwiseOp() || B->isCompoundAssignmentOp();
  const auto *U = dyn_cast<UnaryOperator>(E);
  return U && (U->isIncrementDecrementOp() || U->getOpcode() == UO_Minus);
}

bool isAccess(const Expr *E) {
  const auto *U = dyn_cast<UnaryOperator>(E);
  return isa<ArraySubscriptExpr, MemberExpr, CallExpr, AtomicExpr>(E) ||
         (U && U->getOpcode() == UO_Deref);
}

/// What an assignment reads or writes; its debug location is the operator's.
const Expr *sideOf(const Expr *E, Wanted Kind) {
  // a struct is copied by an operator function, written or not
  if (const auto *C = dyn_cast<CXXOperatorCallExpr>(E))
    if (C->getOperator() == OO_Equal && C->getNumArgs() == 2)
      return C->getArg(Kind == Wanted::Write ? 0 : 1)->IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !B->isAssignmentOp())
    return nullptr;
  bool Left = Kind == Wanted::Write || B->isCompoundAssignmentOp();
  return (Left ? B->getLHS() : B->getRHS())->IgnoreParenImpCasts();
}

const Expr *pick(llvm::ArrayRef<const Expr *> Here, Wanted Kind) {
  if (Kind == Wanted::Arithmetic) {
    for (const Expr *E : Here)
      if (isArithmetic(E))
        return E;
    for (const Expr *E : Here)
      if (isa<CastExpr>(E) && E->getType()->isIntegerType())
        return E->IgnoreParenImpCasts();
  }
  for (const Expr *E : Here)
    if (const Expr *Side = sideOf(E, Kind))
      return Side;
  for (const Expr *E : Here)
    if (isAccess(E))
      return E;
  return Here.empty() ? nullptr : Here.front()->IgnoreImplicit();
}

} // namespace

Expressions::Expressions(ASTContext &AST, const Places &Where,
                         llvm::ArrayRef<m2k_loc> At)
    : AST(AST), Where(Where) {
  const SourceManager &SM = AST.getSourceManager();
  for (const m2k_loc &L : At)
    ByPlace[{L.line, L.col}];
  if (ByPlace.empty())
    return;
  ExpressionVisitor Visitor(*this);
  for (FunctionDecl *FD : collectDefinitions(AST).Functions) {
    if (!covers(FD, SM, At))
      continue;
    Visitor.TraverseDecl(FD);
    for (const DeclContext *DC = FD->getParent(); DC; DC = DC->getParent())
      if (const auto *D = dyn_cast<Decl>(DC); D->hasAttrs())
        for (const Attr *A : D->attrs())
          Visitor.note(A, D->getSourceRange());
  }
}

const Expr *Expressions::find(const m2k_loc &Loc, Wanted Kind) const {
  auto Found = ByPlace.find({Loc.line, Loc.col});
  if (Found == ByPlace.end() || !Loc.file)
    return nullptr;
  const SourceManager &SM = AST.getSourceManager();
  std::vector<const Expr *> Here; // the same line of another file is none
  for (const Expr *E : Found->second) {
    PresumedLoc P = SM.getPresumedLoc(SM.getExpansionLoc(E->getExprLoc()));
    if (Where.sameFile(P.getFilename(), Loc.file))
      Here.push_back(E);
  }
  return pick(Here, Kind);
}

SourceLocation Expressions::anyPlace(const m2k_loc &Loc) const {
  const Expr *E = find(Loc, Wanted::Read);
  return E ? E->getBeginLoc() : SourceLocation();
}

std::string Expressions::text(const Expr *E) const {
  constexpr size_t Longest = 100;
  const SourceManager &SM = AST.getSourceManager();
  CharSourceRange Range = SM.getExpansionRange(E->getSourceRange());
  llvm::StringRef Source = Lexer::getSourceText(Range, SM, AST.getLangOpts());
  std::string Out;
  for (char C : Source) {
    bool Space = isWhitespace(C);
    if (!Space)
      Out += C;
    else if (!Out.empty() && Out.back() != ' ')
      Out += ' ';
  }
  if (Out.size() > Longest)
    Out = Out.substr(0, Longest) + "...";
  return Out;
}

bool Expressions::suppressed(SourceLocation Loc, llvm::StringRef Group) const {
  const SourceManager &SM = AST.getSourceManager();
  Loc = SM.getExpansionLoc(Loc);
  for (const Suppression &S : Suppressions) {
    SourceLocation Begin = SM.getExpansionLoc(S.Range.getBegin());
    SourceLocation End = SM.getExpansionRange(S.Range.getEnd()).getEnd();
    if (!SM.isPointWithin(Loc, Begin, End))
      continue;
    if (S.Groups.empty())
      return true;
    for (const std::string &G : S.Groups)
      if (G == "m2k" || G == Group)
        return true;
  }
  return false;
}

} // namespace m2k
