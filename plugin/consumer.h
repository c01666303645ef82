// What the plugin does in one cc1: from the parsed file to the analysis.
//
// Steps, in the order in which they happen: note the places of parse errors
// (as they are reported), collect annotations (HandleTopLevelDecl), and at the
// end of the translation unit build the device module, prepare it, analyse it.
#ifndef M2K_PLUGIN_CONSUMER_H
#define M2K_PLUGIN_CONSUMER_H

#include <memory>

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace m2k {

struct ConsumerOptions {
  bool DumpIR = false; // print the prepared module to stderr
};

std::unique_ptr<clang::ASTConsumer> createConsumer(clang::CompilerInstance &CI,
                                                   ConsumerOptions Options);

} // namespace m2k

#endif // M2K_PLUGIN_CONSUMER_H
