/// The current device, stream and library handles.
#ifndef M2K_STUBS_ATEN_CUDA_CONTEXT_H
#define M2K_STUBS_ATEN_CUDA_CONTEXT_H

#include <ATen/cuda/Exceptions.h>
#include <c10/cuda/CUDAStream.h>
#include <cublas_v2.h>

namespace at {
namespace cuda {

int getNumGPUs();
bool is_available();
cudaDeviceProp *getCurrentDeviceProperties();
cudaDeviceProp *getDeviceProperties(c10::DeviceIndex device);
int warp_size();
cublasHandle_t getCurrentCUDABlasHandle();

} // namespace cuda
} // namespace at

#endif
