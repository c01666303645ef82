/// The few names of cuBLAS that kernel files mention.
#ifndef M2K_STUBS_CUBLAS_H
#define M2K_STUBS_CUBLAS_H

#include <cuda_fp16.h>

typedef struct cublasContext *cublasHandle_t;
typedef enum { CUBLAS_STATUS_SUCCESS = 0 } cublasStatus_t;
typedef enum {
  CUBLAS_OP_N = 0,
  CUBLAS_OP_T = 1,
  CUBLAS_OP_C = 2
} cublasOperation_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32I = 72
} cublasComputeType_t;
typedef enum {
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99
} cublasGemmAlgo_t;

extern "C" {
cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t transa,
                           cublasOperation_t transb, int m, int n, int k,
                           const __half *alpha, const __half *a, int lda,
                           const __half *b, int ldb, const __half *beta,
                           __half *c, int ldc);
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k,
                            const void *alpha, const void *a, cudaDataType ta,
                            int lda, const void *b, cudaDataType tb, int ldb,
                            const void *beta, void *c, cudaDataType tc, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algo);
}
// The older form names the type of the computation by a data type.
static inline cublasStatus_t cublasGemmEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
    int m, int n, int k, const void *alpha, const void *a, cudaDataType ta,
    int lda, const void *b, cudaDataType tb, int ldb, const void *beta, void *c,
    cudaDataType tc, int ldc, cudaDataType compute, cublasGemmAlgo_t algo) {
  return cublasGemmEx(handle, transa, transb, m, n, k, alpha, a, ta, lda, b, tb,
                      ldb, beta, c, tc, ldc,
                      compute == CUDA_R_16F   ? CUBLAS_COMPUTE_16F
                      : compute == CUDA_R_32I ? CUBLAS_COMPUTE_32I
                                              : CUBLAS_COMPUTE_32F,
                      algo);
}

#endif
