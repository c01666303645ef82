/* Interfaces of the kernels in vLLM 0.9.0's csrc/layernorm_kernels.cu, from the
 * shapes that models hand to rms_norm and fused_add_rms_norm and the launches
 * in the same file. */
#ifndef VLLM_LAYERNORM_M2K_H
#define VLLM_LAYERNORM_M2K_H
#include <m2k.h>

__m2k_iface_for("vllm::rms_norm_kernel", case("rms_norm"),
    user(tokens in 1..16777216), fixed(hidden in {4096, 7168}),
    tensor(out, any, [tokens, hidden]), tensor(input, any, [tokens, hidden]),
    tensor(weight, any, [hidden]),
    scalar(num_tokens = tokens), scalar(hidden_size = hidden),
    launch(grid = [tokens], block = [min(hidden, 1024)]))

__m2k_iface_for("vllm::rms_norm_kernel", case("rms_norm, 64 K tokens"),
    user(tokens in 1..65536), fixed(hidden in {4096}),
    tensor(out, any, [tokens, hidden]), tensor(input, any, [tokens, hidden]),
    tensor(weight, any, [hidden]),
    scalar(num_tokens = tokens), scalar(hidden_size = hidden),
    launch(grid = [tokens], block = [min(hidden, 1024)]))

/* The host takes 1024 threads below 256 tokens, else 256. */
__m2k_iface_for("vllm::fused_add_rms_norm_kernel", case("fused_add, few tokens"),
    user(tokens in 1..255), fixed(hidden in {4096, 7168}),
    tensor(input, any, [tokens, hidden], align 16),
    tensor(residual, any, [tokens, hidden], align 16),
    tensor(weight, any, [hidden], align 16),
    scalar(num_tokens = tokens), scalar(hidden_size = hidden),
    launch(grid = [tokens], block = [min(hidden, 1024)]))

__m2k_iface_for("vllm::fused_add_rms_norm_kernel", case("fused_add"),
    user(tokens in 256..16777216), fixed(hidden in {4096, 7168}),
    tensor(input, any, [tokens, hidden], align 16),
    tensor(residual, any, [tokens, hidden], align 16),
    tensor(weight, any, [hidden], align 16),
    scalar(num_tokens = tokens), scalar(hidden_size = hidden),
    launch(grid = [tokens], block = [min(hidden, 256)]))

#endif
