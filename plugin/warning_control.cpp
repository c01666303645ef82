#include "warning_control.h"

#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace m2k {
namespace {

constexpr uint32_t AllChecks = (uint32_t(1) << M2K_CHECKS) - 1;

bool has(uint32_t Checks, size_t Check) { return Checks >> Check & 1; }

} // namespace

uint32_t checksOf(llvm::StringRef Group) {
  if (Group == "m2k")
    return AllChecks;
  m2k_check_kind Check;
  if (!Group.consume_front("m2k-") ||
      !m2k_check_from_flag(Group.str().c_str(), &Check))
    return 0;
  return uint32_t(1) << Check;
}

bool isGroup(llvm::StringRef Name) {
  return Name == "m2k" || Name.starts_with("m2k-");
}

std::string nearestGroup(llvm::StringRef Name) {
  std::string Nearest = "m2k";
  unsigned Best = Name.edit_distance(Nearest);
  for (int I = 0; I < M2K_CHECKS; I++) {
    std::string Group =
        std::string("m2k-") + m2k_check_flag(static_cast<m2k_check_kind>(I));
    unsigned Distance = Name.edit_distance(Group);
    if (Distance < Best) {
      Best = Distance;
      Nearest = Group;
    }
  }
  return Nearest;
}

WarningControl::WarningControl() {
  for (size_t I = 0; I < Now.size(); I++)
    if (!m2k_check_default_on(static_cast<m2k_check_kind>(I)))
      Now[I].S = Severity::Ignored;
  Start = Now;
}

void WarningControl::setAll(uint32_t Checks, Mapping M) {
  for (size_t I = 0; I < Now.size(); I++)
    if (has(Checks, I))
      Now[I] = M;
}

void WarningControl::setNoError(uint32_t Checks) {
  for (size_t I = 0; I < Now.size(); I++) {
    if (!has(Checks, I))
      continue;
    if (Now[I].S == Severity::Error)
      Now[I].S = Severity::Warning;
    Now[I].NeverError = true;
  }
}

bool WarningControl::apply(llvm::StringRef Word) {
  if (Word == "w") {
    IgnoreAll = true;
    return true;
  }
  bool Positive = !Word.consume_front("no-");
  if (Word == "everything") {
    EnableAll = Positive;
    if (!Positive)
      setAll(AllChecks, {Severity::Ignored, true, false});
    Start = Now;
    return true;
  }
  if (Word == "error")
    AsErrors = Positive;
  if (Word == "system-headers")
    SuppressSystem = !Positive;
  bool Error = Word.consume_front("error=");
  if (!isGroup(Word))
    return true; // clang's own
  uint32_t Checks = checksOf(Word);
  if (Error && Positive)
    setAll(Checks, {Severity::Error, true, false});
  else if (Error)
    setNoError(Checks);
  else
    for (size_t I = 0; I < Now.size(); I++)
      // A plain -Wx leaves an earlier -Werror=x alone.
      if (has(Checks, I) && !(Positive && Now[I].S == Severity::Error))
        Now[I] = {Positive ? Severity::Warning : Severity::Ignored, true,
                  false};
  Start = Now;
  return Checks != 0;
}

void WarningControl::pop(SourceLocation Loc) {
  if (Stack.empty())
    return;
  Now = Stack.back();
  Stack.pop_back();
  Changes.push_back({Loc, Now});
}

void WarningControl::set(SourceLocation Loc, llvm::StringRef Group,
                         Severity S) {
  setAll(Group == "everything" ? AllChecks : checksOf(Group),
         {S, /*User=*/true, /*NeverError=*/true});
  Changes.push_back({Loc, Now});
}

Severity WarningControl::at(m2k_check_kind Check, SourceLocation Loc,
                            const SourceManager &SM) const {
  const State *Here = &Start;
  if (Loc.isValid()) {
    Loc = SM.getExpansionLoc(Loc);
    for (const auto &[From, S] : Changes)
      if (!SM.isBeforeInTranslationUnit(Loc, From))
        Here = &S;
  }
  Mapping M = (*Here)[Check];
  if (EnableAll && M.S == Severity::Ignored && !M.User)
    M.S = Severity::Warning;
  if (IgnoreAll ||
      (SuppressSystem && Loc.isValid() && SM.isInSystemHeader(Loc)))
    return Severity::Ignored;
  if (M.S == Severity::Warning && AsErrors && !M.NeverError)
    return Severity::Error;
  return M.S;
}

} // namespace m2k
