// Host functions from which execution starts, as passes/run sees them.
#ifndef M2K_PLUGIN_HOST_OPS_H
#define M2K_PLUGIN_HOST_OPS_H

#include "annotations.h"
#include "host_module.h"

namespace m2k {

/// Everything lives in A.
m2k_run_op describeOp(m2k_arena *A, const HostOp &Op, const Places &Where,
                      Annotations &Cases);

/// One op with its parameters, for dump=host.
void printOp(const m2k_run_op &Op, llvm::raw_ostream &Out);

} // namespace m2k

#endif // M2K_PLUGIN_HOST_OPS_H
