// A report as compiler diagnostics.
#ifndef M2K_PLUGIN_DIAGNOSTICS_H
#define M2K_PLUGIN_DIAGNOSTICS_H

#include "places.h"
#include "warning_control.h"

namespace clang {
class ASTContext;
class CompilerInstance;
} // namespace clang

namespace m2k {

/// Gives each finding its expression and the place where that begins (in the
/// report, too), and shows those whose warnings are on.
void showFindings(clang::CompilerInstance &CI, clang::ASTContext &AST,
                  const Places &Where, const WarningControl &Control,
                  m2k_report *Report);

/// Shows the report's remarks, what Headline says first, as one remark with
/// notes. Nothing without a headline and remarks.
void showRemarks(clang::CompilerInstance &CI, const Places &Where,
                 const std::string &Headline, const m2k_report *Report);

} // namespace m2k

#endif // M2K_PLUGIN_DIAGNOSTICS_H
