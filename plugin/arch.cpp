#include "arch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <algorithm>
#include <unistd.h>

namespace m2k {
namespace {

using Words = llvm::SmallVector<const char *, 64>;

/// The words of a process's command line; Buffer holds them.
Words commandLine(const std::string &Process,
                  std::unique_ptr<llvm::MemoryBuffer> &Buffer) {
  Words Out;
  auto File =
      llvm::MemoryBuffer::getFileAsStream("/proc/" + Process + "/cmdline");
  if (!File)
    return Out;
  Buffer = std::move(*File);
  const char *End = Buffer->getBufferEnd();
  for (const char *At = Buffer->getBufferStart(); At < End;
       At += strlen(At) + 1)
    Out.push_back(At);
  return Out;
}

bool isCC1(const Words &W) {
  return W.size() > 1 && llvm::StringRef(W[1]).starts_with("-cc1");
}

/// Configuration files and response files, as the driver reads them.
void expand(Words &W, llvm::BumpPtrAllocator &Alloc) {
  llvm::cl::ExpansionContext Context(Alloc, llvm::cl::TokenizeGNUCommandLine);
  Context.setVFS(llvm::vfs::getRealFileSystem().get());
  llvm::consumeError(Context.expandResponseFiles(W));
  Words FromFiles;
  for (size_t I = 0; I < W.size(); I++) {
    llvm::StringRef Word = W[I];
    if (Word == "--config" && I + 1 < W.size())
      Word = W[++I];
    else if (!Word.consume_front("--config="))
      continue;
    Words Here;
    llvm::consumeError(Context.readConfigFile(Word, Here));
    FromFiles.append(Here.begin(), Here.end());
  }
  W.insert(W.begin(), FromFiles.begin(), FromFiles.end());
}

void addFrom(llvm::StringRef Word, std::vector<std::string> &Out) {
  bool Add = Word.consume_front("--cuda-gpu-arch=") ||
             Word.consume_front("--offload-arch=");
  if (!Add && !Word.consume_front("--no-cuda-gpu-arch=") &&
      !Word.consume_front("--no-offload-arch="))
    return;
  llvm::SmallVector<llvm::StringRef, 4> Names;
  Word.split(Names, ',');
  for (llvm::StringRef Name : Names) {
    if (Name == "all")
      Out.clear();
    else
      llvm::erase(Out, Name.str());
    if (Add)
      Out.push_back(Name.str());
  }
}

} // namespace

std::vector<std::string> architecturesOfCommand() {
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  Words W = commandLine("self", Buffer);
  if (isCC1(W))
    W = commandLine(std::to_string(getppid()), Buffer);
  llvm::BumpPtrAllocator Alloc;
  expand(W, Alloc);
  std::vector<std::string> Out;
  for (const char *Word : W)
    addFrom(Word, Out);
  // The driver's order is that of the numbers.
  std::sort(Out.begin(), Out.end(),
            [](const std::string &A, const std::string &B) {
              return llvm::StringRef(A).compare_numeric(B) < 0;
            });
  return Out;
}

bool reportsFor(const std::string &Own, const char *Asked, std::string &Why) {
  std::vector<std::string> All = architecturesOfCommand();
  if (!llvm::is_contained(All, Own)) // nothing is known about the others
    All = {Own};
  if (!Asked)
    return Own == All.front();
  if (!llvm::is_contained(All, Asked)) {
    Why = std::string("architecture '") + Asked +
          "' is not compiled for: expected " + llvm::join(All, " or ");
    return Own == All.front();
  }
  return Own == Asked;
}

} // namespace m2k
