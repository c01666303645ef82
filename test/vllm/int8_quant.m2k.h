/* Interfaces of the kernels in vLLM's
 * csrc/quantization/compressed_tensors/int8_quant_kernels.cu (0.6.3 to 0.9.0;
 * the scale pointers are named differently over the versions). */
#ifndef VLLM_INT8_QUANT_M2K_H
#define VLLM_INT8_QUANT_M2K_H
#include <m2k.h>

__m2k_iface_for("vllm::static_scaled_int8_quant_kernel", case("static int8"),
    user(tokens in 1..16777216), fixed(hidden in {4096, 7168}),
    tensor(input, any, [tokens, hidden]), tensor(out, i8, [tokens, hidden]),
    tensor(scale_ptr, any, [1]), scalar(hidden_size = hidden),
    launch(grid = [tokens], block = [min(hidden, 1024)]))

__m2k_iface_for("vllm::static_scaled_int8_azp_quant_kernel",
    case("static int8 azp"),
    user(tokens in 1..16777216), fixed(hidden in {4096, 7168}),
    tensor(input, any, [tokens, hidden]), tensor(out, i8, [tokens, hidden]),
    tensor(scale_ptr, any, [1]), tensor(azp_ptr, any, [1]),
    scalar(hidden_size = hidden),
    launch(grid = [tokens], block = [min(hidden, 1024)]))

__m2k_iface_for("vllm::dynamic_scaled_int8_quant_kernel", case("dynamic int8"),
    user(tokens in 1..16777216), fixed(hidden in {4096, 7168}),
    tensor(input, any, [tokens, hidden]), tensor(out, i8, [tokens, hidden]),
    tensor(scale, any, [tokens]), scalar(hidden_size = hidden),
    launch(grid = [tokens], block = [min(hidden, 1024)]))

__m2k_iface_for("vllm::dynamic_scaled_int8_azp_quant_kernel",
    case("dynamic int8 azp"),
    user(tokens in 1..16777216), fixed(hidden in {4096, 7168}),
    tensor(input, any, [tokens, hidden]), tensor(out, i8, [tokens, hidden]),
    tensor(scale, any, [tokens]), tensor(azp, any, [tokens]),
    scalar(hidden_size = hidden),
    launch(grid = [tokens], block = [min(hidden, 1024)]))

#endif
