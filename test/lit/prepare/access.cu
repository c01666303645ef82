// Every access survives, in its own width and with its place.
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-dump=ir %s 2>&1 | %FileCheck %s
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-dump=ir %s 2>&1 \
// RUN:   | %FileCheck --check-prefix=GONE %s

// GONE-NOT: {{ nsw | nuw |!range|!nonnull|!noundef|!tbaa|!llvm.loop}}
// GONE-NOT: define{{.*(noundef|nonnull|dereferenceable)}}

// CHECK-LABEL: define{{.*}} @_Z5quadsP6float4PKS_i(
// CHECK: load volatile i128, ptr {{.*}}, align 16, !dbg
// CHECK-NOT: load
// CHECK: store volatile i128 {{.*}}, align 16, !dbg
// CHECK-NOT: store
// CHECK: ret void
__global__ void quads(float4 *out, const float4 *in, int i) {
  float4 x = in[i];
  x.y += 1.f;
  out[i] = x;
}

// CHECK-LABEL: define{{.*}} @_Z4deadPii(
// CHECK: load volatile i32
// CHECK: load volatile i32
// CHECK: ret void
__global__ void dead(int *p, int i) {
  int unused = p[i];
  (void)__ldg(p + i + 1);
}

// CHECK-LABEL: define{{.*}} @_Z6sourcePVii(
// CHECK: load volatile i32, {{.*}}!m2k.volatile
__global__ void source(volatile int *p, int i) { int unused = p[i]; }

struct View {
  float *data;
  int stride;
  __device__ __noinline__ float &at(int i) const { return data[i * stride]; }
};

// References and noinline functions are looked through, locals dissolve.
// CHECK-LABEL: define{{.*}} @_Z6viewed4View(
// CHECK-NOT: alloca
// CHECK-NOT: call{{.*}}@_ZNK4View2at
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
// CHECK-NOT: sreg.tid.x()
// CHECK: store volatile float
// CHECK: store volatile float
// CHECK: ret void
__global__ void viewed(View v) {
  float sums[2] = {0, 1};
  auto add = [&](float &s) { s += v.at(threadIdx.x); };
  add(sums[0]);
  add(sums[1]);
  v.at(threadIdx.x) = sums[0];
  v.at(threadIdx.x + 1) = sums[1];
}

// A loop of unknown length stays, one of 64 goes, one of 65 stays.
// CHECK-LABEL: define{{.*}} @_Z5loopsPii(
// CHECK: phi
// CHECK-COUNT-64: store volatile i32 2,
// CHECK: phi
// CHECK: store volatile i32 3,
// CHECK-NOT: store
// CHECK: ret void
__global__ void loops(int *p, int n) {
  for (int i = 0; i < n; i++)
    p[i] = 1;
  for (int i = 0; i < 64; i++)
    p[i] = 2;
  for (int i = 0; i < 65; i++)
    p[i] = 3;
}

__device__ int recursive(int n) { return n < 2 ? 1 : n * recursive(n - 1); }

// CHECK-LABEL: define{{.*}} @_Z5callsPi(
// CHECK: call i32 @_Z9recursivei
__global__ void calls(int *p) { p[0] = recursive(p[1]); }

template <typename T> __global__ void instance(T *p) { p[0] = 0; }

// CHECK: define{{.*}} @_Z8instanceIdEvPT_(
template __global__ void instance<double>(double *);
