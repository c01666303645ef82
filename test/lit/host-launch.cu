// What host code launches under an interface of the op, and without one.
// RUN: %m2k -DSTATED -fplugin-arg-m2k-dump=launch %s 2>&1 | FileCheck %s
// RUN: %m2k -fplugin-arg-m2k-dump=launch %s 2>&1 | FileCheck --check-prefix=FREE %s
#include <ATen/ATen.h>
#include <m2k.h>
#include <torch/all.h>

template <typename T> __global__ void scale(T *out, const T *in, int width) {
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    out[blockIdx.x * width + i] = in[blockIdx.x * width + i];
}

template <typename T> static void start(torch::Tensor &out, torch::Tensor &in) {
  int width = in.size(-1);
  dim3 grid(in.numel() / width), block(std::min(width, 256));
  scale<T><<<grid, block>>>(out.data_ptr<T>(), in.data_ptr<T>(), width);
}

// CHECK: m2k: launch, case 'model'
// CHECK-NEXT: host scaled: 1 paths, 0 end in a check, 0 dropped
// CHECK-NEXT: check fails if 4097 <= width
// CHECK-NEXT: launch _Z5scaleIfEvPT_PKS0_i grid (rows, 1, 1) block (min(width, 256), 1, 1) shared 0
// CHECK-NEXT: @0 = out + 0
// CHECK-NEXT: @1 = in + 0
// CHECK-NEXT: @2 = width
// CHECK-NEXT: if width <= 4096
// CHECK-NOT: launch _Z

// Without a case both types that the code takes are followed, and no third.
// FREE: host scaled:
// FREE-DAG: launch _Z5scaleIfEvPT_PKS0_i grid (in.size(0), 1, 1) block (min(in.size(1), 256), 1, 1)
// FREE-DAG: launch _Z5scaleIiEvPT_PKS0_i grid (in.size(0), 1, 1) block (min(in.size(1), 256), 1, 1)
// FREE-NOT: launch _Z
#ifdef STATED
__m2k_iface(case("model"), user(rows in 1..1K), user(width in 1..8K),
            tensor(out, f32, [rows, width]), tensor(in, f32, [rows, width]))
#endif
void scaled(torch::Tensor &out, torch::Tensor &in) {
  TORCH_CHECK(in.size(1) <= 4096, "too wide");
  if (in.scalar_type() == at::ScalarType::Float)
    start<float>(out, in);
  else if (in.scalar_type() == at::ScalarType::Int)
    start<int>(out, in);
  else
    TORCH_CHECK(false, "no such type");
}
