/// Kernel files include this for the instructions, which they then write
/// themselves; its class templates are not here.
#ifndef M2K_STUBS_MMA_H
#define M2K_STUBS_MMA_H
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#endif
