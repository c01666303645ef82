#include "annotations.h"

#include "signatures.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace m2k {

ErrorSink::ErrorSink(CompilerInstance &CI, const Places &Where)
    : CI(CI), Where(Where), Errors{report, this, 0} {}

void ErrorSink::report(void *Self, m2k_loc Loc, const char *Message) {
  auto *Sink = static_cast<ErrorSink *>(Self);
  DiagnosticsEngine &Diags = Sink->CI.getDiagnostics();
  Diags.Report(Sink->Where.find(Loc),
               Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0"))
      << Message;
}

Annotations::Annotations(CompilerInstance &CI, const Places &Where,
                         m2k_arena *A, m2k_store *Store, bool Erase)
    : CI(CI), Where(Where), A(A), Store(Store), Erase(Erase),
      Errors(CI, Where) {}

// ---- collecting -----------------------------------------------------------

void Annotations::context(DeclContext *DC) {
  for (Decl *D : DC->decls())
    visit(D);
}

template <typename T> void Annotations::instances(T *Template) {
  for (auto *Spec : Template->specializations())
    visit(Spec);
}

void Annotations::visit(Decl *D) {
  strip(D);
  if (auto *FD = dyn_cast<FunctionDecl>(D))
    return function(FD);
  if (auto *FTD = dyn_cast<FunctionTemplateDecl>(D)) {
    visit(FTD->getTemplatedDecl());
    return instances(FTD);
  }
  if (auto *CTD = dyn_cast<ClassTemplateDecl>(D)) {
    visit(CTD->getTemplatedDecl());
    return instances(CTD);
  }
  if (auto *Friend = dyn_cast<FriendDecl>(D)) {
    if (Decl *F = Friend->getFriendDecl())
      visit(F);
    return;
  }
  if (auto *RD = dyn_cast<CXXRecordDecl>(D)) {
    if (RD->isThisDeclarationADefinition() && Seen.insert(RD).second)
      context(RD);
    return;
  }
  if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D) &&
      Seen.insert(D).second)
    context(cast<DeclContext>(D));
}

/// What a case can name: kernels, and host functions of the user's own files.
/// Templates count as what is written, not by instance.
void Annotations::function(FunctionDecl *FD) {
  if (Erase || !FD->doesThisDeclarationHaveABody() ||
      FD->isTemplateInstantiation() || isa<CXXDeductionGuideDecl>(FD))
    return;
  bool Kernel = FD->hasAttr<CUDAGlobalAttr>();
  if (!Kernel &&
      (FD->hasAttr<CUDADeviceAttr>() ||
       CI.getSourceManager().isInSystemHeader(
           CI.getSourceManager().getExpansionLoc(FD->getLocation()))))
    return;
  if (Seen.insert(FD).second)
    Functions.push_back(FD);
}

/// Takes our annotations off a declaration; others stay.
void Annotations::strip(Decl *D) {
  if (!D->hasAttrs() || !D->hasAttr<AnnotateAttr>())
    return;
  AttrVec Kept;
  for (Attr *At : D->attrs()) {
    const auto *Ours = dyn_cast<AnnotateAttr>(At);
    if (Ours && Ours->getAnnotation().starts_with("m2k.iface"))
      read(Ours, D);
    else
      Kept.push_back(At);
  }
  if (Kept.size() == D->getAttrs().size())
    return;
  D->dropAttrs();
  if (!Kept.empty())
    D->setAttrs(Kept);
}

// ---- reading --------------------------------------------------------------

/// The macro's own argument in the file, if Macro is where the user wrote
/// `__m2k_iface…(`; what the preprocessor made of it has lost its places.
bool Annotations::exactText(SourceLocation Macro, m2k_clause_text &Text) {
  SourceManager &SM = CI.getSourceManager();
  auto [File, Offset] = SM.getDecomposedLoc(Macro);
  bool Invalid = false;
  llvm::StringRef Buffer = SM.getBufferData(File, &Invalid);
  if (Invalid)
    return false;
  llvm::StringRef Rest = Buffer.drop_front(Offset);
  if (!Rest.consume_front("__m2k_iface_for") &&
      !Rest.consume_front("__m2k_iface"))
    return false;
  Rest = Rest.ltrim(" \t\r\n");
  size_t Length = 0;
  if (!Rest.consume_front("(") ||
      !m2k_macro_argument(Rest.data(), Rest.size(), &Length))
    return false;
  SourceLocation Start = SM.getLocForStartOfFile(File).getLocWithOffset(
      static_cast<int>(Rest.data() - Buffer.data()));
  Text.text = m2k_strndup(A, Rest.data(), Length);
  Text.len = Length;
  Text.line = SM.getSpellingLineNumber(Start);
  Text.col = SM.getSpellingColumnNumber(Start);
  Text.exact = true;
  return true;
}

void Annotations::read(const AnnotateAttr *Attr, const Decl *D) {
  SourceManager &SM = CI.getSourceManager();
  bool WithTarget = false;
  const char *Argument = nullptr;
  std::string Whole = Attr->getAnnotation().str();
  if (Erase || !m2k_annotation_text(Whole.c_str(), &WithTarget, &Argument) ||
      !Read.insert(Attr->getLocation().getRawEncoding()).second)
    return;
  SourceLocation Macro = SM.getExpansionLoc(Attr->getLocation());
  m2k_loc Place = {};
  Place.file = m2k_strdup(A, SM.getBufferName(Macro).str().c_str());
  Place.line = SM.getSpellingLineNumber(Macro);
  Place.col = SM.getSpellingColumnNumber(Macro);
  m2k_clause_text Text = {};
  Text.file = Place.file;
  if (!exactText(Macro, Text)) {
    Text.text = m2k_strdup(A, Argument);
    Text.len = strlen(Argument);
    Text.line = Place.line;
    Text.col = Place.col;
  }
  const m2k_case *Case = m2k_case_parse(A, &Text, WithTarget, Place, &Errors);
  if (!Case)
    return;
  const auto *FD = dyn_cast<FunctionDecl>(D);
  if (WithTarget) {
    m2k_store_add(Store, Case);
  } else if (FD) {
    m2k_store_add_to(Store, Case, FD->getQualifiedNameAsString().c_str());
    OnDeclarations.push_back({FD, Case});
  } else {
    m2k_error(&Errors, Place,
              "'__m2k_iface' stands before no function: expected a kernel or a "
              "host function");
  }
}

// ---- binding --------------------------------------------------------------

/// Checks a case against functions of one name, of which one must agree; if
/// none does, says what is wrong with the first.
bool Annotations::check(const m2k_case *Case,
                        llvm::ArrayRef<const FunctionDecl *> Candidates) {
  for (const FunctionDecl *FD : Candidates) {
    m2k_errors Silent = {};
    if (m2k_case_check(Case, signatureOf(A, FD), &Silent) >= 0)
      return true;
  }
  if (Candidates.empty())
    return true;
  m2k_case_check(Case, signatureOf(A, Candidates.front()), &Errors);
  return false;
}

void Annotations::bind(const m2k_options &Options) {
  for (uint32_t I = 0; I < Options.iface.len; I++)
    m2k_iface_read(A, Options.iface.at[I], Store, &Errors, nullptr);
  std::map<std::string, std::vector<const FunctionDecl *>> ByName;
  std::vector<const char *> Names;
  for (const FunctionDecl *FD : Functions) {
    const char *Name =
        m2k_name_plain(A, FD->getQualifiedNameAsString().c_str());
    Names.push_back(Name);
    ByName[Name].push_back(FD);
  }
  m2k_store_bind(Store, Names.data(), static_cast<uint32_t>(Names.size()),
                 &Errors);
  llvm::DenseSet<const m2k_case *> Checked;
  for (const Attached &At : OnDeclarations)
    if (Checked.insert(At.Case).second && !check(At.Case, At.FD))
      Wrong.insert(At.Case);
  for (const auto &[Name, Overloads] : ByName) {
    uint32_t Count = 0;
    const uint32_t *Found = m2k_store_find(Store, Name.c_str(), &Count);
    for (uint32_t I = 0; I < Count; I++) {
      const m2k_case *Case = m2k_store_case(Store, Found[I]);
      if (Checked.insert(Case).second && !check(Case, Overloads))
        Wrong.insert(Case);
    }
  }
}

std::vector<const m2k_case *> Annotations::casesOf(const FunctionDecl *FD) {
  std::vector<const m2k_case *> Out;
  uint32_t Count = 0;
  const uint32_t *Found = m2k_store_find(
      Store, m2k_name_plain(A, FD->getQualifiedNameAsString().c_str()), &Count);
  const m2k_signature *Signature = signatureOf(A, FD);
  for (uint32_t I = 0; I < Count; I++) {
    const m2k_case *Case = m2k_store_case(Store, Found[I]);
    m2k_errors Silent = {};
    // Of several overloads, those that the case does not fit are not meant.
    if (!Wrong.contains(Case) && m2k_case_check(Case, Signature, &Silent) >= 0)
      Out.push_back(Case);
  }
  return Out;
}

} // namespace m2k
