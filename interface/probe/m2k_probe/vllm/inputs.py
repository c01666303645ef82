"""What the V1 engine hands a model beside its weights: tokens, positions, the
key-value cache, slot mappings."""

from __future__ import annotations

import torch

from ..trace.values import Values

# The largest cache that is considered; the device's memory bounds it, too.
MAX_BLOCKS = 1 << 24


def tokens(phase: str, b, s):
    """Rows of a step: whole prompts, or one token of each sequence."""
    return b * s if phase == "prefill" else b


def token_ids(rows, config, contents) -> torch.Tensor:
    made = torch.empty(rows, dtype=torch.int64)
    contents.set(made, Values(0, config.model_config.get_vocab_size() - 1))
    return made


def positions(phase, b, s, contents) -> torch.Tensor:
    """Of prompts 0..s-1, each; of a decoded token any place before s."""
    if phase == "prefill":
        return torch.arange(s).unsqueeze(0).expand(b, -1).reshape(-1)
    made = torch.empty(b, dtype=torch.int64)
    contents.set(made, Values(0, s - 1))
    return made


def slot_mapping(phase, rows, blocks, block_size, contents) -> torch.Tensor:
    """Slots of the cache, one per token and no two alike; steps of decoding
    are padded with -1 where they run as a captured graph."""
    made = torch.empty(rows, dtype=torch.int64)
    low = 0 if phase == "prefill" else -1
    contents.set(made, Values(low, blocks * block_size - 1,
                              unique=phase == "prefill"))
    return made


def cache_of(layer, config, blocks) -> torch.Tensor | None:
    """One attention layer's cache, as the allocator lays it out; None for
    layers whose state is of another kind."""
    from vllm.v1.kv_cache_interface import compute_layer_kv_cache_shape_bytes
    from vllm.v1.kv_cache_layout import KVCacheLayout
    spec = layer.get_kv_cache_spec(config)
    if spec is None or not hasattr(spec, "dtype"):
        return None
    count, heads, states, content = compute_layer_kv_cache_shape_bytes(
        spec, blocks)
    shape = (count, heads, states, content // spec.dtype.itemsize)
    supported = layer.attn_backend.supported_kv_cache_layouts()
    layout = KVCacheLayout.LBNHC
    if supported and layout not in supported:
        layout = supported[0]
    order = layout.layer_view_order
    dense = torch.empty([shape[i] for i in order], dtype=spec.dtype)
    return dense.permute([order.index(i) for i in range(4)])


def bind_caches(config, blocks, rows, phase, contents):
    """Gives every attention layer its cache; the slot mapping by layer."""
    slots = {}
    made = {}
    for name, layer in config.compilation_config.static_forward_context.items():
        if not hasattr(layer, "get_kv_cache_spec") or not hasattr(
                layer, "attn_backend"):
            continue
        cache = cache_of(layer, config, blocks)
        if cache is None:
            continue
        layer.kv_cache = cache
        size = cache.shape[2]
        if size not in made:
            made[size] = slot_mapping(phase, rows, blocks, size, contents)
        slots[name] = made[size]
    return slots


def _expert_ids(named):
    """Routers write the numbers of experts, one row of scores per token."""
    experts = named["gating_output"].shape[-1]
    return [("topk_indices", Values(0, experts - 1))]


# What ops of the extension write into integer tensors.
WRITES = {"topk_softmax": _expert_ids, "topk_sigmoid": _expert_ids}
