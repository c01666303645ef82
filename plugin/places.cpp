#include "places.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

namespace m2k {

Places::Places(CompilerInstance &CI)
    : SM(CI.getSourceManager()), FM(CI.getFileManager()) {}

SourceLocation Places::find(const m2k_loc &Loc) const {
  if (!Loc.file || !Loc.line)
    return {};
  unsigned Col = Loc.col ? Loc.col : 1;
  FileID Main = SM.getMainFileID();
  PresumedLoc Start = SM.getPresumedLoc(SM.getLocForStartOfFile(Main));
  if (Start.isValid() && llvm::StringRef(Start.getFilename()) == Loc.file &&
      !SM.getFileEntryForID(Main)) // standard input
    return SM.translateLineCol(Main, Loc.line, Col);
  OptionalFileEntryRef File = FM.getOptionalFileRef(Loc.file);
  if (!File)
    return {};
  FileID ID = SM.translateFile(*File);
  if (ID.isInvalid())
    ID = SM.createFileID(*File, SourceLocation(), SrcMgr::C_User);
  SourceLocation Found = SM.translateLineCol(ID, Loc.line, Col);
  // Behind the last line there is only the end of the file.
  return SM.getSpellingLineNumber(Found) == Loc.line ? Found : SourceLocation();
}

m2k_loc Places::presumed(m2k_arena *A, SourceLocation Loc) const {
  m2k_loc Out = {};
  PresumedLoc P = SM.getPresumedLoc(SM.getExpansionLoc(Loc));
  if (P.isInvalid())
    return Out;
  Out.file = m2k_strdup(A, P.getFilename());
  Out.line = P.getLine();
  Out.col = P.getColumn();
  return Out;
}

bool Places::sameFile(llvm::StringRef A, llvm::StringRef B) const {
  if (A == B)
    return true;
  OptionalFileEntryRef FA = FM.getOptionalFileRef(A);
  OptionalFileEntryRef FB = FM.getOptionalFileRef(B);
  return FA && FB && &FA->getFileEntry() == &FB->getFileEntry();
}

} // namespace m2k
