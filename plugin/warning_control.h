// Which of our warnings are on, and as what, at which place.
//
// Clang knows no warning groups but its own, so the rules are repeated here:
// words in order, -Werror and -w over all, pragmas from their place on.
#ifndef M2K_PLUGIN_WARNING_CONTROL_H
#define M2K_PLUGIN_WARNING_CONTROL_H

#include "plugin/core.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class SourceManager;
} // namespace clang

namespace m2k {

enum class Severity { Ignored, Warning, Error };

/// "m2k" or "m2k-index-overflow"?
bool isGroup(llvm::StringRef Name);
/// The bits of the checks in a group; 0 when it is none.
uint32_t checksOf(llvm::StringRef Group);
/// The group that is spelled most like this one.
std::string nearestGroup(llvm::StringRef Name);

class WarningControl {
public:
  WarningControl();

  /// A -W word without the W, as "no-m2k-unknown" or "error"; also "w" for -w.
  /// False if it begins as one of our groups but is none.
  bool apply(llvm::StringRef Word);

  // A pragma's effect from Loc on.
  void push() { Stack.push_back(Now); }
  void pop(clang::SourceLocation Loc);
  void set(clang::SourceLocation Loc, llvm::StringRef Group, Severity S);

  Severity at(m2k_check_kind Check, clang::SourceLocation Loc,
              const clang::SourceManager &SM) const;
  bool suppressesSystem() const { return SuppressSystem; }

private:
  struct Mapping {
    Severity S = Severity::Warning;
    bool User = false;       // asked for by name
    bool NeverError = false; // -Werror does not reach it
  };
  using State = std::array<Mapping, M2K_CHECKS>;

  void setAll(uint32_t Checks, Mapping M);
  void setNoError(uint32_t Checks);

  State Now;
  std::vector<State> Stack;
  State Start; // what the command line says, before the first pragma
  std::vector<std::pair<clang::SourceLocation, State>> Changes;
  bool AsErrors = false, EnableAll = false, IgnoreAll = false;
  bool SuppressSystem = true;
};

} // namespace m2k

#endif // M2K_PLUGIN_WARNING_CONTROL_H
