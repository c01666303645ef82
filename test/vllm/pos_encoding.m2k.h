/* Interfaces of the kernels in vLLM 0.9.0's csrc/pos_encoding_kernels.cu: head
 * size 128 as rotary dimension, 32 heads (hidden size 4096) or 56 (7168), 8
 * key-value heads, positions below the cache's 131072 rows. */
#ifndef VLLM_POS_ENCODING_M2K_H
#define VLLM_POS_ENCODING_M2K_H
#include <m2k.h>

__m2k_iface_for("vllm::rotary_embedding_kernel", case("rotary"),
    user(tokens in 1..16777216), fixed(heads in {32, 56}),
    tensor(positions, i64, [tokens], values in 0..131071),
    tensor(query, any, [tokens, heads * 128]),
    tensor(key, any, [tokens, 8 * 128]),
    tensor(cos_sin_cache, any, [131072, 128]),
    scalar(rot_dim = 128), scalar(query_stride = heads * 128),
    scalar(key_stride = 8 * 128), scalar(head_stride = 128),
    scalar(num_heads = heads), scalar(num_kv_heads = 8),
    scalar(head_size = 128),
    launch(grid = [tokens], block = [min(heads * 64, 512)]))

__m2k_iface_for("vllm::rotary_embedding_kernel", case("rotary, no key"),
    user(tokens in 1..16777216), fixed(heads in {32, 56}),
    tensor(positions, i64, [tokens], values in 0..131071),
    tensor(query, any, [tokens, heads * 128]),
    tensor(key, absent),
    tensor(cos_sin_cache, any, [131072, 128]),
    scalar(rot_dim = 128), scalar(query_stride = heads * 128),
    scalar(key_stride = 0), scalar(head_stride = 128),
    scalar(num_heads = heads), scalar(num_kv_heads = heads),
    scalar(head_size = 128),
    launch(grid = [tokens], block = [min(heads * 64, 512)]))

__m2k_iface_for("vllm::batched_rotary_embedding_kernel", case("batched rotary"),
    user(tokens in 1..16777216), fixed(heads in {32, 56}),
    tensor(positions, i64, [tokens], values in 0..65535),
    tensor(query, any, [tokens, heads * 128]),
    tensor(key, any, [tokens, 8 * 128]),
    tensor(cos_sin_cache, any, [131072, 128]),
    tensor(cos_sin_cache_offsets, i64, [tokens], values in 0..65536),
    scalar(rot_dim = 128), scalar(query_stride = heads * 128),
    scalar(key_stride = 8 * 128), scalar(head_stride = 128),
    scalar(num_heads = heads), scalar(num_kv_heads = 8),
    scalar(head_size = 128),
    launch(grid = [tokens], block = [min(heads * 64, 512)]))

#endif
