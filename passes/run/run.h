/*
 * The whole analysis of one translation unit: prepared module and interface
 * cases in, report out. The plugin calls this in a forked child and passes the
 * report on as JSON; tests and tools call it directly.
 */
#ifndef M2K_RUN_RUN_H
#define M2K_RUN_RUN_H

#include "interface/signature.h"
#include "passes/base/arena.h"
#include "passes/base/options.h"
#include "passes/base/stats.h"
#include "passes/launch/passing.h"
#include "passes/report/report.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One kernel instance of the module. */
typedef struct m2k_run_kernel {
  const char *mangled; /* its definition in the module */
  const char *display; /* "vllm::rms_norm_kernel<c10::Half>" */
  m2k_loc loc;
  m2k_signature sig; /* parameters and template arguments */
  /* The cases about this kernel, checked (m2k_case_check); those that do not
   * fit this instance (m2k_case_fits) are sorted out by the run. */
  const m2k_case *const *cases;
  uint32_t ncases;
  /* Non-null: the kernel calls a function that was left out, so it is
   * unknown; names it. */
  const char *incomplete;
} m2k_run_kernel;

/* A host function from which execution starts: one that leads to a launch and
 * that no other such function calls, or one that a case names. */
typedef struct m2k_run_op {
  const char *mangled; /* its definition in the host module */
  const char *display; /* "vllm::rms_norm" */
  m2k_loc loc;
  m2k_signature sig;
  const m2k_run_param *params;  /* sig.nparams of them */
  uint32_t result;              /* LLVM argument that is the address of the
                                   result, or M2K_NONE */
  const m2k_case *const *cases; /* about this function, checked */
  uint32_t ncases;
} m2k_run_op;

/* String attributes of functions in a host module. NAME: qualified, without
 * template arguments and inline namespaces; a CUDA function for a stream of the
 * thread's own (`_ptsz`, `_ptds`) has the plain function's. STUB: on what a
 * launch calls, the kernel's mangled name in the device module. ARCH: the
 * source has an #if about __CUDA_ARCH__ inside, of which the device's branch
 * was parsed. */
#define M2K_HOST_NAME_ATTR "m2k-name"
#define M2K_HOST_STUB_ATTR "m2k-stub"
#define M2K_HOST_ARCH_ATTR "m2k-arch-branch"

typedef struct m2k_run_input {
  void *module; /* LLVMModuleRef, prepared */
  /* Host code, null for none: locals promoted, calls instead of invokes (what
   * catches exceptions is gone), nothing else changed; its functions bear the
   * attributes above. */
  void *host_module;
  const m2k_run_op *ops;
  uint32_t nops;
  const m2k_run_kernel *kernels;
  uint32_t nkernels;
  const m2k_options *options;
  const char *source; /* main file */
  const char *arch;   /* "sm_90" */
  /* Called before each kernel with its number and the unfinished report so
   * far, so that a caller with a budget has what was done; may be null. */
  void (*progress)(void *data, uint32_t kernel, m2k_report *so_far);
  void *data;
} m2k_run_input;

/* Analyses every kernel under every case. The report is finished and lives in
 * `arena`. Dumps asked for by the options go to stderr or dump-dir. */
m2k_report *m2k_run(m2k_arena *arena, const m2k_run_input *input,
                    m2k_stats *stats);

#ifdef __cplusplus
}
#endif
#endif
