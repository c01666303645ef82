// PyTorch's stable interface, on our headers alone: what kernel files do with
// it parses, sizes are the real ones, and dispatch makes one kernel per type.
// RUN: %m2k -fsyntax-only -Werror %s -fplugin-arg-m2k-report=%t.json
// RUN: %verdict %t.json kernels 2 , \
// RUN:   verdict 'scale_kernel<float>' conditional , \
// RUN:   verdict 'scale_kernel<c10::Half>' conditional
#include <torch/csrc/inductor/aoti_torch/c/shim.h>
#include <torch/csrc/stable/accelerator.h>
#include <torch/csrc/stable/device.h>
#include <torch/csrc/stable/library.h>
#include <torch/csrc/stable/macros.h>
#include <torch/csrc/stable/ops.h>
#include <torch/csrc/stable/tensor.h>
#include <torch/headeronly/core/DeviceType.h>
#include <torch/headeronly/core/Dispatch.h>
#include <torch/headeronly/core/Layout.h>
#include <torch/headeronly/core/MemoryFormat.h>
#include <torch/headeronly/core/ScalarType.h>
#include <torch/headeronly/util/BFloat16.h>
#include <torch/headeronly/util/Exception.h>
#include <torch/headeronly/util/Float8_e4m3fn.h>
#include <torch/headeronly/util/Float8_e4m3fnuz.h>
#include <torch/headeronly/util/Float8_e5m2.h>
#include <torch/headeronly/util/Float8_e5m2fnuz.h>
#include <torch/headeronly/util/Half.h>
#include <torch/headeronly/util/HeaderOnlyArrayRef.h>
#include <torch/headeronly/util/shim_utils.h>
#include <torch/headeronly/version.h>

using torch::stable::Tensor;
static_assert(sizeof(Tensor) == 16 && !std::is_trivially_copyable_v<Tensor> &&
              !std::is_trivially_destructible_v<Tensor>);
static_assert(sizeof(torch::stable::Device) == 8);
static_assert(sizeof(torch::headeronly::IntHeaderOnlyArrayRef) == 16);
static_assert(std::is_same_v<torch::headeronly::Half, c10::Half>);
static_assert(std::is_same_v<torch::headeronly::ScalarType, c10::ScalarType>);

template <class T>
__global__ void scale_kernel(T *out, const T *in, int64_t n) {
  int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * (T)2.0f;
}

void scale(Tensor &out, const Tensor &in, const std::optional<Tensor> &bias) {
  STD_TORCH_CHECK(in.is_cuda() && in.is_contiguous(), "on the ", "device");
  STD_TORCH_CHECK(in.dim() == 2 && in.sizes()[0] == in.size(0));
  torch::stable::accelerator::DeviceGuard guard(in.get_device_index());
  void *stream = nullptr;
  TORCH_ERROR_CODE_CHECK(
      aoti_torch_get_current_cuda_stream(in.get_device_index(), &stream));
  Tensor scratch = torch::stable::empty({in.size(0), 4}, in.scalar_type(),
                                        std::nullopt, in.device());
  Tensor flat = torch::stable::view(in, {-1});
  Tensor half = torch::stable::narrow(scratch, 0, 0, in.size(0) / 2);
  Tensor same = torch::stable::from_blob(in.data_ptr(), in.sizes(),
                                         in.strides(), in.device(),
                                         in.scalar_type(), [flat](void *) {});
  if (bias.has_value())
    torch::stable::copy_(out, *bias);
  THO_DISPATCH_SWITCH(
      in.scalar_type(), "scale",
      THO_DISPATCH_CASE(torch::headeronly::ScalarType::Float, [&] {
        scale_kernel<scalar_t>
            <<<(in.numel() + 255) / 256, 256, 0, (cudaStream_t)stream>>>(
                out.mutable_data_ptr<scalar_t>(), in.const_data_ptr<scalar_t>(),
                in.numel());
      }) THO_DISPATCH_CASE(torch::headeronly::ScalarType::Half, [&] {
        scale_kernel<scalar_t><<<1, 256>>>((scalar_t *)out.data_ptr(),
                                           in.const_data_ptr<scalar_t>(),
                                           in.numel());
      }));
  STD_CUDA_KERNEL_LAUNCH_CHECK();
  STD_CUDA_CHECK(cudaGetLastError());
}

STABLE_TORCH_LIBRARY_FRAGMENT(_C, m) {
  m.def("scale(Tensor! out, Tensor input, Tensor? bias) -> ()");
}
STABLE_TORCH_LIBRARY_IMPL(_C, CUDA, m) { m.impl("scale", TORCH_BOX(&scale)); }
