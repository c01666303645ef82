// dump=summary: what one kernel does, as terms, behind the whole preparation.
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-dump=summary %s 2>&1 | %FileCheck %s

// Both offsets; the guard is the machine's.
// CHECK: summary of guarded
// CHECK-NEXT: region global out: out bytes, align 1, written
// CHECK-NEXT: region global in: in bytes, align 1{{$}}
// CHECK-NEXT: read in at [[#@LINE+6]]:14 [4*({{.*}})%4294967296 - 8589934592 ; exact 4*threadIdx.x + 4*blockDim.x*blockIdx.x] size 4 if ({{.*}} <= n + 2147483647
// CHECK-NEXT: write out at [[#@LINE+5]]:12 [
// CHECK-NOT: ledger
__global__ void guarded(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}

// A loop is one iteration: one access, and an event should the counter wrap.
// CHECK: summary of rows<double>
// CHECK: write x at [[#@LINE+6]]:27 [8*({{.*}})%4294967296 ; exact 8*{{.*}} + 8*blockIdx.x*d] size 8 if
// CHECK-NEXT: wrap at
// CHECK-NOT: write
// CHECK-NOT: ledger
template <typename T> __global__ void rows(T *x, int d) {
  for (int i = threadIdx.x; i < d; i += blockDim.x)
    x[blockIdx.x * d + i] = T(0);
}
template __global__ void rows<double>(double *, int);

// Constant trips are unrolled, so each round has numbers of its own; what other
// threads stored is on the ledger.
// CHECK: summary of reduce
// CHECK: region shared s: 512 bytes
// CHECK: barrier
// CHECK: read s {{.*}} [4*threadIdx.x + 256] size 4 if threadIdx.x <= 63
// CHECK: read s {{.*}} [4*threadIdx.x + 4] size 4 if threadIdx.x <= 0
// CHECK: ledger: value that another thread stored to shared memory
__global__ void reduce(int *out) {
  __shared__ int s[128];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int k = 64; k > 0; k >>= 1) {
    if (threadIdx.x < k)
      s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  *out = s[0];
}
