// Arguments and the environment variables that set them.
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-version %s | %FileCheck %s --check-prefix=VERSION
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-help %s | %FileCheck %s --check-prefix=HELP
// RUN: %not %m2k -fsyntax-only -fplugin-arg-m2k-dmup=ir %s 2>&1 | %FileCheck %s --check-prefix=UNKNOWN
// RUN: %not %m2k -fsyntax-only -fplugin-arg-m2k-dump=summery %s 2>&1 | %FileCheck %s --check-prefix=WORD
// RUN: %not %m2k -fsyntax-only -fplugin-arg-m2k-stats=1 %s 2>&1 | %FileCheck %s --check-prefix=FLAG
// RUN: env M2K_BUDGET_MS=soon %not %m2k -fsyntax-only %s 2>&1 | %FileCheck %s --check-prefix=VARIABLE
// RUN: env M2K_STATS=1 %m2k -fsyntax-only -DGOOD %s 2>&1 | %FileCheck %s --check-prefix=STATS
// RUN: env M2K_FAULT=crash %m2k -fsyntax-only -DGOOD %s 2>&1 | %FileCheck %s --check-prefix=ENVIRONMENT
// RUN: %m2k -fsyntax-only -DGOOD -fplugin-arg-m2k-only=second -fplugin-arg-m2k-report=%t.json %s
// RUN: %verdict %t.json kernels 1 , verdict second safe
//
// The file is not looked at where no output is wanted; where one is, it is what
// a compile without us gives.
// RUN: %m2k -S -o %t.with -DGOOD -fplugin-arg-m2k-help %s | %FileCheck %s --check-prefix=HELP
// RUN: %m2k -S -o %t.without -DGOOD %s
// RUN: cmp %t.with %t.without
// RUN: %not %m2k -S -o %t.none -fplugin-arg-m2k-help %s
//
// VERSION: m2k {{[0-9]+\.[0-9]+\.[0-9]+}}
// HELP: -fplugin-arg-m2k-help
// HELP: -fplugin-arg-m2k-report=FILE.json
// HELP-NEXT: [M2K_REPORT]
// HELP: -fplugin-arg-m2k-budget-ms=N
// HELP-NEXT: (default 20000)
// UNKNOWN: error: m2k: unknown option 'dmup', did you mean 'dump'?
// WORD: error: m2k: unknown value 'summery' of option 'dump', did you mean 'summary'?
// FLAG: error: m2k: option 'stats' takes no value
// VARIABLE: error: m2k: in M2K_BUDGET_MS: 'soon' is no number
// STATS: m2k: kernels: 2
// ENVIRONMENT: remark: m2k: '{{.*}}options.cu' not analysed: the analysis crashed
#ifdef GOOD
__global__ void first(int *p) { __shared__ int a[4]; a[threadIdx.x & 3] = 1; p[0] = a[0]; }
__global__ void second() { __shared__ int a[4]; a[threadIdx.x & 3] = 1; }
#else
this is no program
#endif
