/// The C interface of PyTorch's stable one, as far as kernel files call it
/// themselves. Declarations; what a call does is the checker's model.
#ifndef M2K_STUBS_TORCH_STABLE_SHIM_H
#define M2K_STUBS_TORCH_STABLE_SHIM_H

#include <torch/csrc/inductor/aoti_torch/c/shim.h>
#include <torch/headeronly/version.h>

extern "C" {
AOTITorchError torch_call_dispatcher(const char *name, const char *overload,
                                     StableIValue *stack, uint64_t version);
AOTITorchError torch_get_mutable_data_ptr(AtenTensorHandle tensor, void **data);
AOTITorchError torch_get_const_data_ptr(AtenTensorHandle tensor,
                                        const void **data);
AOTITorchError torch_get_current_cuda_blas_handle(void **handle);
AOTITorchError torch_set_current_cuda_stream(void *stream,
                                             int32_t device_index);
AOTITorchError torch_get_cuda_stream_from_pool(bool high_priority,
                                               int32_t device_index,
                                               void **stream);
AOTITorchError torch_cuda_stream_synchronize(void *stream,
                                             int32_t device_index);
}

#endif
