// From a debug location back to what stands there in the source.
//
// The index is built once, when a report has something to show, and for the
// wanted places only. Locations are compared as a user sees them, so #line and
// preprocessed files work.
#ifndef M2K_PLUGIN_EXPRESSIONS_H
#define M2K_PLUGIN_EXPRESSIONS_H

#include "places.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Expr;
} // namespace clang

namespace m2k {

/// What a place stands for: arithmetic that overflows, or an access.
enum class Wanted { Arithmetic, Read, Write };

class Expressions {
public:
  Expressions(clang::ASTContext &AST, const Places &Where,
              llvm::ArrayRef<m2k_loc> At);

  /// The expression of this kind whose code has the debug location Loc; null
  /// when nothing is known there.
  const clang::Expr *find(const m2k_loc &Loc, Wanted Kind) const;
  /// Its source text on one line, as the user wrote it.
  std::string text(const clang::Expr *E) const;
  /// Any place in the AST with this debug location, if there is one.
  clang::SourceLocation anyPlace(const m2k_loc &Loc) const;
  /// Is a place inside a `[[clang::suppress]]` that names Group, or all?
  bool suppressed(clang::SourceLocation Loc, llvm::StringRef Group) const;

private:
  friend class ExpressionVisitor;
  struct Suppression {
    clang::SourceRange Range;
    std::vector<std::string> Groups; // empty: all
  };
  using Key = std::pair<unsigned, unsigned>; // line, column

  clang::ASTContext &AST;
  const Places &Where;
  std::map<Key, std::vector<const clang::Expr *>> ByPlace; // outermost first
  std::vector<Suppression> Suppressions;
};

} // namespace m2k

#endif // M2K_PLUGIN_EXPRESSIONS_H
