// What the plugin does in one cc1: from the parsed file to the diagnostics.
//
// Steps, in the order in which they happen: follow pragmas and note the places
// of parse errors (as they come), collect and erase annotations
// (HandleTopLevelDecl), and at the end of a device-side translation unit bind
// the cases, analyse in a child, show what it found, write the report.
#ifndef M2K_PLUGIN_CONSUMER_H
#define M2K_PLUGIN_CONSUMER_H

#include "plugin/core.h"
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace m2k {

/// What the arguments say; everything else in the session hangs in Arena.
struct Setup {
  ArenaPtr Arena;
  m2k_options Options;
  std::vector<std::string> WarningWords; // in order, without the W
};

std::unique_ptr<clang::ASTConsumer> createConsumer(clang::CompilerInstance &CI,
                                                   Setup S);

} // namespace m2k

#endif // M2K_PLUGIN_CONSUMER_H
