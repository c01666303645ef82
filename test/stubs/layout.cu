// Sizes and alignments as in CUDA 12.4's headers: the same list, compiled with
// them where they are at hand, gives the same table.
//
// RUN: %clang --cuda-device-only --cuda-gpu-arch=sm_90 -nocudainc -nocudalib \
// RUN:   --cuda-path=/nonexistent -std=c++17 -S -emit-llvm \
// RUN:   -isystem %root/runtime-stubs/cuda \
// RUN:   -include %root/runtime-stubs/nvcc_compat.h %s -o - | %FileCheck %s
#include <cub/cub.cuh>
#include <cuda_bf16.h>
#include <cuda_fp8.h>

using reduce_float = cub::BlockReduce<float, 1024>::TempStorage;
using reduce_double = cub::BlockReduce<double, 64>::TempStorage;
using scan = cub::BlockScan<float, 128, cub::BLOCK_SCAN_WARP_SCANS>;
using load = cub::BlockLoad<float, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;

#define LAYOUT(NAME, TYPE)                                                     \
  extern "C" __device__ const int NAME[] = {sizeof(TYPE), alignof(TYPE)};

// CHECK: @c_char3 = {{.*}}[i32 3, i32 1]
LAYOUT(c_char3, char3)
// CHECK: @c_uchar4 = {{.*}}[i32 4, i32 4]
LAYOUT(c_uchar4, uchar4)
// CHECK: @c_short4 = {{.*}}[i32 8, i32 8]
LAYOUT(c_short4, short4)
// CHECK: @c_int3 = {{.*}}[i32 12, i32 4]
LAYOUT(c_int3, int3)
// CHECK: @c_int4 = {{.*}}[i32 16, i32 16]
LAYOUT(c_int4, int4)
// CHECK: @c_long4 = {{.*}}[i32 32, i32 16]
LAYOUT(c_long4, long4)
// CHECK: @c_float2 = {{.*}}[i32 8, i32 8]
LAYOUT(c_float2, float2)
// CHECK: @c_double4 = {{.*}}[i32 32, i32 16]
LAYOUT(c_double4, double4)
// CHECK: @c_dim3 = {{.*}}[i32 12, i32 4]
LAYOUT(c_dim3, dim3)
// CHECK: @c_half = {{.*}}[i32 2, i32 2]
LAYOUT(c_half, half)
// CHECK: @c_half2 = {{.*}}[i32 4, i32 4]
LAYOUT(c_half2, half2)
// CHECK: @c_bfloat162 = {{.*}}[i32 4, i32 4]
LAYOUT(c_bfloat162, __nv_bfloat162)
// CHECK: @c_fp8x4 = {{.*}}[i32 4, i32 4]
LAYOUT(c_fp8x4, __nv_fp8x4_e4m3)
// CHECK: @c_reduce_float = {{.*}}[i32 164, i32 4]
LAYOUT(c_reduce_float, reduce_float)
// CHECK: @c_reduce_double = {{.*}}[i32 32, i32 8]
LAYOUT(c_reduce_double, reduce_double)
// CHECK: @c_scan = {{.*}}[i32 32, i32 16]
LAYOUT(c_scan, scan::TempStorage)
// CHECK: @c_load = {{.*}}[i32 2048, i32 16]
LAYOUT(c_load, load::TempStorage)
