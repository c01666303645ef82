// Interface cases in the source: collected from the AST, taken out of it, read.
//
// Every annotation of ours is erased before code is generated, on the host
// side too; only the device side reads them. Cases and their texts live in the
// session's arena.
#ifndef M2K_PLUGIN_ANNOTATIONS_H
#define M2K_PLUGIN_ANNOTATIONS_H

#include "places.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <string>
#include <vector>

namespace clang {
class AnnotateAttr;
class ASTContext;
class Decl;
class DeclContext;
class FunctionDecl;
} // namespace clang

namespace m2k {

/// Errors of the C layers as clang's errors.
class ErrorSink {
public:
  ErrorSink(clang::CompilerInstance &CI, const Places &Where);
  m2k_errors *operator&() { return &Errors; }
  bool any() const { return Errors.count != 0; }

private:
  static void report(void *Self, m2k_loc Loc, const char *Message);
  clang::CompilerInstance &CI;
  const Places &Where;
  m2k_errors Errors;
};

class Annotations {
public:
  /// Reads texts into Store unless Erase says that they only have to go.
  Annotations(clang::CompilerInstance &CI, const Places &Where, m2k_arena *A,
              m2k_store *Store, bool Erase);

  /// A declaration at the top level, with everything inside.
  void visit(clang::Decl *D);

  /// At the end of the translation unit: reads the headers given as options,
  /// finds each case's function and checks the one against the other.
  void bind(const m2k_options &Options);

  /// The checked cases about a function.
  std::vector<const m2k_case *> casesOf(const clang::FunctionDecl *FD);

private:
  struct Attached {
    const clang::FunctionDecl *FD;
    const m2k_case *Case;
  };

  void context(clang::DeclContext *DC);
  void function(clang::FunctionDecl *FD);
  template <typename T> void instances(T *Template);
  void strip(clang::Decl *D);
  void read(const clang::AnnotateAttr *Attr, const clang::Decl *D);
  bool exactText(clang::SourceLocation Macro, m2k_clause_text &Text);
  bool check(const m2k_case *Case,
             llvm::ArrayRef<const clang::FunctionDecl *> Functions);

  clang::CompilerInstance &CI;
  const Places &Where;
  m2k_arena *A;
  m2k_store *Store;
  bool Erase;
  ErrorSink Errors;
  llvm::DenseSet<const clang::Decl *> Seen;
  llvm::DenseSet<unsigned> Read; // places of annotations, instances share them
  std::vector<Attached> OnDeclarations;
  std::vector<const clang::FunctionDecl *> Functions; // that cases can name
  llvm::DenseSet<const m2k_case *> Wrong;
};

} // namespace m2k

#endif // M2K_PLUGIN_ANNOTATIONS_H
