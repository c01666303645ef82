// What a decoder of 4096 columns hands to the kernels of engine.cu. Up to 16 Mi
// tokens of any number of requests are processed at once.
#ifndef ENGINE_M2K_H
#define ENGINE_M2K_H
#include <m2k.h>

__m2k_iface_for("add_bias", case("decoder/bias"),
    user(num_tokens in 1..16M), fixed(hidden in {4096}),
    tensor(out, f16, [num_tokens, hidden]), tensor(bias, f16, [hidden]),
    scalar(width = hidden),
    launch(grid = [num_tokens], block = [1024]))

__m2k_iface_for("add_bias_wide", case("decoder/bias"),
    user(num_tokens in 1..16M), fixed(hidden in {4096}),
    tensor(out, f16, [num_tokens, hidden]), tensor(bias, f16, [hidden]),
    scalar(width = hidden),
    launch(grid = [num_tokens], block = [1024]))

__m2k_iface_for("row_scale", case("decoder/quantise"),
    user(num_tokens in 1..16M), fixed(hidden in {4096}),
    tensor(scale, f32, [num_tokens]), tensor(in, f16, [num_tokens, hidden]),
    scalar(width = hidden),
    launch(grid = [num_tokens], block = [min(hidden, 1024)]))

#endif
