/* Interfaces of the kernels in vLLM 0.9.0's csrc/activation_kernels.cu. */
#ifndef VLLM_ACTIVATION_M2K_H
#define VLLM_ACTIVATION_M2K_H
#include <m2k.h>

__m2k_iface_for("vllm::act_and_mul_kernel", case("act_and_mul"),
    user(tokens in 1..16777216), fixed(width in {4096, 7168}),
    tensor(out, any, [tokens, width]), tensor(input, any, [tokens, 2 * width]),
    scalar(d = width),
    launch(grid = [tokens], block = [min(width, 1024)]))

__m2k_iface_for("vllm::act_and_mul_kernel_with_param", case("fatrelu_and_mul"),
    user(tokens in 1..16777216), fixed(width in {4096, 7168}),
    tensor(out, any, [tokens, width]), tensor(input, any, [tokens, 2 * width]),
    scalar(d = width),
    launch(grid = [tokens], block = [min(width, 1024)]))

__m2k_iface_for("vllm::activation_kernel", case("activation"),
    user(tokens in 1..16777216), fixed(width in {4096, 7168}),
    tensor(out, any, [tokens, width]), tensor(input, any, [tokens, width]),
    scalar(d = width),
    launch(grid = [tokens], block = [min(width, 1024)]))

#endif
