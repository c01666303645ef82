// Interface headers: as files, as a directory, and through the preprocessor.
// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json -fplugin-arg-m2k-iface=%S/Inputs/dir/a.m2k.h -fplugin-arg-m2k-iface=%S/Inputs/dir/b.m2k.h 2>&1 | %FileCheck %s
// RUN: %verdict %t.json kernels 1 , case model/a bug , case model/b safe
// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json -fplugin-arg-m2k-iface=%S/Inputs/dir 2>&1 | %FileCheck %s
// RUN: %verdict %t.json kernels 1 , case model/a bug , case model/b safe
// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json -include %S/Inputs/dir/a.m2k.h -include %S/Inputs/dir/b.m2k.h 2>&1 | %FileCheck %s
// RUN: %verdict %t.json kernels 1 , case model/a bug , case model/b safe
// RUN: env M2K_IFACE=%S/Inputs/dir/a.m2k.h:%S/Inputs/dir/b.m2k.h %m2k -fsyntax-only %s 2>&1 | %FileCheck %s
//
// RUN: %not %m2k -fsyntax-only -fplugin-arg-m2k-iface=%S/Inputs/no.m2k.h %s 2>&1 | %FileCheck %s --check-prefix=NO-FILE
// RUN: %not %m2k -fsyntax-only -fplugin-arg-m2k-iface=%S/Inputs/mistake.m2k.h %s 2>&1 | %FileCheck %s --check-prefix=MISTAKE --strict-whitespace
//
// The generated code is the same with the interfaces included.
// RUN: %m2k -S -Wno-m2k -o %t.a %s
// RUN: %m2k -S -Wno-m2k -o %t.b -include %S/Inputs/dir/a.m2k.h -include %S/Inputs/dir/b.m2k.h %s
// RUN: cmp %t.a %t.b

// CHECK: headers.cu:[[#@LINE+9]]:34: warning: 'p[blockIdx.x + 1]' writes
// CHECK: Inputs/dir/a.m2k.h:5:1: note: launched with
// CHECK: Inputs/dir/a.m2k.h:5:1: note: for n = 1 (user); {{.*}}case 'model/a'
// CHECK: note: for 1 of 2 cases
// NO-FILE: error: cannot read '{{.*}}no.m2k.h': No such file or directory
// MISTAKE: mistake.m2k.h:3:44: error: unknown dtype 'i33'
// MISTAKE-NEXT: {{^}}    3 |                 user(n in 1..4), tensor(p, i33, [n]))
// MISTAKE-NEXT: {{^}}      |                                            ^
namespace ops {
__global__ void bounds(int *p) { p[blockIdx.x + 1] = 1; }
} // namespace ops
