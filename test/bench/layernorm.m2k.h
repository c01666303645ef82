/* One case for each kernel of vLLM 0.9.0's csrc/layernorm_kernels.cu. */
#ifndef BENCH_LAYERNORM_M2K_H
#define BENCH_LAYERNORM_M2K_H
#include <m2k.h>

__m2k_iface_for("vllm::rms_norm_kernel",
    user(tokens in 1..16777216), fixed(hidden in {4096}),
    tensor(out, any, [tokens, hidden]), tensor(input, any, [tokens, hidden]),
    tensor(weight, any, [hidden]),
    scalar(num_tokens = tokens), scalar(hidden_size = hidden),
    launch(grid = [tokens], block = [min(hidden, 1024)]))

__m2k_iface_for("vllm::fused_add_rms_norm_kernel",
    user(tokens in 256..16777216), fixed(hidden in {4096}),
    tensor(input, any, [tokens, hidden], align 16),
    tensor(residual, any, [tokens, hidden], align 16),
    tensor(weight, any, [hidden], align 16),
    scalar(num_tokens = tokens), scalar(hidden_size = hidden),
    launch(grid = [tokens], block = [min(hidden, 256)]))

#endif
