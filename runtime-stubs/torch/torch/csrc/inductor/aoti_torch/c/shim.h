/// The C interface below PyTorch's stable one, as far as kernel files call it
/// themselves. Declarations; what a call does is the checker's model.
#ifndef M2K_STUBS_TORCH_AOTI_SHIM_H
#define M2K_STUBS_TORCH_AOTI_SHIM_H

#include <torch/headeronly/macros/Macros.h>

struct AtenTensorOpaque;
using AtenTensorHandle = AtenTensorOpaque *;
using AOTITorchError = int32_t;
/// A value of any type that an operator takes, in one word.
using StableIValue = uint64_t;

extern "C" {
AOTITorchError aoti_torch_get_current_cuda_stream(int32_t device_index,
                                                  void **stream);
AOTITorchError aoti_torch_get_current_device_index(int32_t *device_index);
AOTITorchError aoti_torch_get_data_ptr(AtenTensorHandle tensor, void **data);
AOTITorchError aoti_torch_get_dim(AtenTensorHandle tensor, int64_t *dim);
AOTITorchError aoti_torch_get_numel(AtenTensorHandle tensor, int64_t *numel);
AOTITorchError aoti_torch_get_size(AtenTensorHandle tensor, int64_t dim,
                                   int64_t *size);
AOTITorchError aoti_torch_get_stride(AtenTensorHandle tensor, int64_t dim,
                                     int64_t *stride);
AOTITorchError aoti_torch_get_storage_offset(AtenTensorHandle tensor,
                                             int64_t *offset);
AOTITorchError aoti_torch_get_storage_size(AtenTensorHandle tensor,
                                           int64_t *bytes);
}

#endif
