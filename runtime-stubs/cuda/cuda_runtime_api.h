/// The runtime API, as declarations; what a call does is the checker's model.
/// Only the typed C++ forms have bodies: they call the C functions.
#ifndef M2K_STUBS_CUDA_RUNTIME_API_H
#define M2K_STUBS_CUDA_RUNTIME_API_H

#include <cuda.h>
#include <driver_types.h>

// Callable from device code too in CUDA (dynamic parallelism); kernel files use
// these from both sides.
#define M2K_API extern "C" __host__ cudaError_t
#define M2K_API_HD extern "C" __host__ __device__ cudaError_t

// A launch is one of these two, followed by a call of the kernel's stub. Which
// one depends on clang's idea of the CUDA version.
M2K_API cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                          cudaStream_t stream = nullptr);
extern "C" __host__ unsigned
__cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                            void *stream = nullptr);
M2K_API cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                         size_t shared, cudaStream_t stream);
M2K_API cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block,
                                    void **args, size_t shared,
                                    cudaStream_t stream);
M2K_API cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                            const void *kernel, void **args);

M2K_API_HD cudaGetLastError(void);
M2K_API_HD cudaPeekAtLastError(void);
extern "C" __host__ __device__ const char *cudaGetErrorString(cudaError_t);
extern "C" __host__ __device__ const char *cudaGetErrorName(cudaError_t);

M2K_API_HD cudaGetDevice(int *device);
M2K_API_HD cudaGetDeviceCount(int *count);
M2K_API cudaSetDevice(int device);
M2K_API_HD cudaDeviceSynchronize(void);
M2K_API cudaDeviceReset(void);
M2K_API_HD cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute,
                                  int device);
M2K_API cudaGetDeviceProperties(cudaDeviceProp *properties, int device);
M2K_API cudaRuntimeGetVersion(int *version);
M2K_API cudaDriverGetVersion(int *version);
M2K_API cudaDeviceCanAccessPeer(int *can, int device, int peer);
M2K_API cudaDeviceEnablePeerAccess(int peer, unsigned int flags);

M2K_API_HD cudaMalloc(void **p, size_t size);
M2K_API cudaMallocAsync(void **p, size_t size, cudaStream_t stream);
M2K_API cudaMallocHost(void **p, size_t size);
M2K_API cudaMallocManaged(void **p, size_t size, unsigned int flags = 1);
M2K_API cudaHostAlloc(void **p, size_t size, unsigned int flags);
M2K_API cudaHostRegister(void *p, size_t size, unsigned int flags);
M2K_API cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
M2K_API_HD cudaFree(void *p);
M2K_API cudaFreeAsync(void *p, cudaStream_t stream);
M2K_API cudaFreeHost(void *p);
M2K_API cudaMemGetInfo(size_t *free, size_t *total);
M2K_API cudaPointerGetAttributes(cudaPointerAttributes *attributes,
                                 const void *p);

M2K_API cudaMemcpy(void *to, const void *from, size_t size,
                   cudaMemcpyKind kind);
M2K_API_HD cudaMemcpyAsync(void *to, const void *from, size_t size,
                           cudaMemcpyKind kind, cudaStream_t stream = nullptr);
M2K_API cudaMemcpy2D(void *to, size_t to_pitch, const void *from,
                     size_t from_pitch, size_t width, size_t height,
                     cudaMemcpyKind kind);
M2K_API cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                          size_t from_pitch, size_t width, size_t height,
                          cudaMemcpyKind kind, cudaStream_t stream = nullptr);
M2K_API cudaMemcpyPeer(void *to, int to_device, const void *from,
                       int from_device, size_t size);
M2K_API cudaMemcpyPeerAsync(void *to, int to_device, const void *from,
                            int from_device, size_t size,
                            cudaStream_t stream = nullptr);
M2K_API cudaMemcpyToSymbol(const void *symbol, const void *from, size_t size,
                           size_t offset = 0,
                           cudaMemcpyKind kind = cudaMemcpyHostToDevice);
M2K_API cudaMemcpyFromSymbol(void *to, const void *symbol, size_t size,
                             size_t offset = 0,
                             cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
M2K_API cudaGetSymbolAddress(void **p, const void *symbol);
M2K_API cudaMemset(void *p, int value, size_t size);
M2K_API_HD cudaMemsetAsync(void *p, int value, size_t size,
                           cudaStream_t stream = nullptr);
M2K_API cudaMemset2D(void *p, size_t pitch, int value, size_t width,
                     size_t height);

M2K_API cudaStreamCreate(cudaStream_t *stream);
M2K_API cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
M2K_API cudaStreamDestroy(cudaStream_t stream);
M2K_API cudaStreamSynchronize(cudaStream_t stream);
M2K_API cudaStreamQuery(cudaStream_t stream);
M2K_API cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                            unsigned int flags = 0);
M2K_API cudaStreamIsCapturing(cudaStream_t stream,
                              cudaStreamCaptureStatus *status);
M2K_API cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *mode);
M2K_API cudaEventCreate(cudaEvent_t *event);
M2K_API cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
M2K_API cudaEventDestroy(cudaEvent_t event);
M2K_API cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr);
M2K_API cudaEventSynchronize(cudaEvent_t event);
M2K_API cudaEventQuery(cudaEvent_t event);
M2K_API cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to);

M2K_API cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *p);
M2K_API cudaIpcOpenMemHandle(void **p, cudaIpcMemHandle_t handle,
                             unsigned int flags);
M2K_API cudaIpcCloseMemHandle(void *p);
M2K_API cudaProfilerStart(void);
M2K_API cudaProfilerStop(void);

M2K_API cudaFuncSetAttribute(const void *kernel, cudaFuncAttribute attribute,
                             int value);
M2K_API cudaFuncGetAttributes(cudaFuncAttributes *attributes,
                              const void *kernel);
M2K_API cudaFuncSetCacheConfig(const void *kernel, cudaFuncCache config);
M2K_API cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                      const void *kernel,
                                                      int threads,
                                                      size_t shared);
#undef M2K_API
#undef M2K_API_HD

// The C++ forms that take a typed pointer or a kernel by name.
template <class T> static inline cudaError_t cudaMalloc(T **p, size_t size) {
  return ::cudaMalloc((void **)(void *)p, size);
}
template <class T>
static inline cudaError_t cudaMallocHost(T **p, size_t size, unsigned int = 0) {
  return ::cudaMallocHost((void **)(void *)p, size);
}
template <class T>
static inline cudaError_t cudaMallocManaged(T **p, size_t size,
                                            unsigned int flags = 1) {
  return ::cudaMallocManaged((void **)(void *)p, size, flags);
}
template <class T>
static inline cudaError_t cudaMallocAsync(T **p, size_t size,
                                          cudaStream_t stream) {
  return ::cudaMallocAsync((void **)(void *)p, size, stream);
}
template <class T>
static inline cudaError_t
cudaMemcpyToSymbol(const T &symbol, const void *from, size_t size,
                   size_t offset = 0,
                   cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol((const void *)&symbol, from, size, offset, kind);
}
template <class T>
static inline cudaError_t
cudaFuncSetAttribute(T *kernel, cudaFuncAttribute attribute, int value) {
  return ::cudaFuncSetAttribute((const void *)kernel, attribute, value);
}
template <class T>
static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes,
                                                T *kernel) {
  return ::cudaFuncGetAttributes(attributes, (const void *)kernel);
}
template <class T>
static inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T *kernel,
                                              int threads, size_t shared) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      blocks, (const void *)kernel, threads, shared);
}
template <class T>
static inline cudaError_t cudaLaunchKernel(T *kernel, dim3 grid, dim3 block,
                                           void **args, size_t shared = 0,
                                           cudaStream_t stream = nullptr) {
  return ::cudaLaunchKernel((const void *)kernel, grid, block, args, shared,
                            stream);
}
template <class T>
static inline cudaError_t
cudaLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **args,
                            size_t shared = 0, cudaStream_t stream = nullptr) {
  return ::cudaLaunchCooperativeKernel((const void *)kernel, grid, block, args,
                                       shared, stream);
}
template <class... Parameters, class... Arguments>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
                                             void (*kernel)(Parameters...),
                                             Arguments &&...arguments) {
  return [&](Parameters... converted) {
    void *args[sizeof...(Parameters) + 1] = {(void *)&converted...};
    return ::cudaLaunchKernelExC(config, (const void *)kernel, args);
  }(static_cast<Arguments &&>(arguments)...);
}

#endif
