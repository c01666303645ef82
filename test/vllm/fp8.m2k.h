/* Interfaces of the kernels in vLLM 0.9.0's csrc/quantization/fp8/common.cu. */
#ifndef VLLM_FP8_M2K_H
#define VLLM_FP8_M2K_H
#include <m2k.h>

__m2k_iface_for("vllm::scaled_fp8_quant_kernel", case("static fp8"),
    user(tokens in 1..16777216), fixed(hidden in {4096, 7168}),
    tensor(out, any, [tokens, hidden]), tensor(input, any, [tokens, hidden]),
    tensor(scale, f32, [1]), scalar(num_elems = tokens * hidden),
    launch(grid = [tokens], block = [1024]))

__m2k_iface_for("vllm::segmented_max_reduction", case("segmented max"),
    user(tokens in 1..16777216), fixed(hidden in {4096, 7168}),
    tensor(scale, f32, [1]), tensor(input, any, [tokens, hidden]),
    scalar(num_elems = tokens * hidden),
    launch(grid = [tokens], block = [1024]))

__m2k_iface_for("vllm::dynamic_per_token_scaled_fp8_quant_kernel",
    case("per-token fp8"),
    user(tokens in 1..16777216), fixed(hidden in {4096, 7168}),
    tensor(out, any, [tokens, hidden]), tensor(scale, f32, [tokens]),
    tensor(input, any, [tokens, hidden]), tensor(scale_ub, absent),
    scalar(hidden_size = hidden),
    launch(grid = [tokens], block = [min(hidden, 1024)]))

__m2k_iface_for("vllm::dynamic_per_token_scaled_fp8_quant_kernel",
    case("per-token fp8, upper bound"),
    user(tokens in 1..16777216), fixed(hidden in {4096, 7168}),
    tensor(out, any, [tokens, hidden]), tensor(scale, f32, [tokens]),
    tensor(input, any, [tokens, hidden]), tensor(scale_ub, f32, [1]),
    scalar(hidden_size = hidden),
    launch(grid = [tokens], block = [min(hidden, 1024)]))

#endif
