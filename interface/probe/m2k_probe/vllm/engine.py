"""Builds a model as vLLM's worker does, on fake tensors."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import torch

def _w8a8(kind: str, name: str) -> dict:
    """Weights by channel, activations by token, both of 8 bits."""
    common = {"num_bits": 8, "type": kind, "symmetric": True}
    return {
        "quant_method": "compressed-tensors", "format": name,
        "ignore": ["lm_head"], "config_groups": {"group_0": {
            "targets": ["Linear"],
            "weights": {**common, "strategy": "channel", "dynamic": False},
            "input_activations": {**common, "strategy": "token",
                                  "dynamic": True}}}}


# What checkpoints of each variant say about themselves.
QUANTIZATION = {
    "fp8": _w8a8("float", "float-quantized"),
    "int8": _w8a8("int", "int-quantized"),
    "awq": {"quant_method": "awq", "bits": 4, "group_size": 128,
            "zero_point": True, "version": "gemm"},
    "gptq": {"quant_method": "gptq", "bits": 4, "group_size": 128,
             "desc_act": False, "sym": True, "lm_head": False},
}
# Marlin is what both kinds of checkpoints run as where nothing else is asked.
QUANTIZATION["marlin"] = QUANTIZATION["gptq"]
_FORCED = {"awq": "awq", "gptq": "gptq"}


def write_config(folder: Path, settings: dict, quant: str | None,
                 layers: int | None) -> None:
    """A checkpoint's folder without its weights."""
    from transformers import AutoConfig
    from transformers.models.auto.modeling_auto import (
        MODEL_FOR_CAUSAL_LM_MAPPING_NAMES)
    settings = dict(settings)
    kind = settings.pop("model_type")
    settings.pop("transformers_version", None)
    if layers is not None:
        settings["num_hidden_layers"] = layers
    config = AutoConfig.for_model(kind, **settings).to_dict()
    if not config.get("architectures"):
        config["architectures"] = [MODEL_FOR_CAUSAL_LM_MAPPING_NAMES[kind]]
    published = settings.get("dtype", settings.get("torch_dtype", "bfloat16"))
    config["torch_dtype"] = config["dtype"] = "float16" if quant in (
        "awq", "gptq", "marlin") else published
    if quant:
        config["quantization_config"] = QUANTIZATION[quant]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config, default=str))


def engine_config(folder: Path, tp: int, quant: str | None):
    """The configuration that `vllm serve` would make of the folder."""
    from vllm.engine.arg_utils import EngineArgs
    arguments = EngineArgs(
        model=str(folder), load_format="dummy", skip_tokenizer_init=True,
        enforce_eager=True, tensor_parallel_size=tp,
        quantization=_FORCED.get(quant), disable_custom_all_reduce=True)
    return arguments.create_engine_config()


def start_distributed(tp: int) -> None:
    """A group of `tp` ranks that are not there: collectives give results of
    the right shape, which is all that fake tensors have."""
    from torch.testing._internal.distributed.fake_pg import FakeStore
    from vllm.distributed import parallel_state
    from vllm.distributed.device_communicators import shm_broadcast
    if torch.distributed.is_initialized():
        parallel_state.destroy_model_parallel()
        parallel_state.destroy_distributed_environment()
    torch.distributed.init_process_group(
        "fake", store=FakeStore(), rank=0, world_size=tp)
    torch.distributed.new_group = _fake_group
    # A queue in shared memory, which would wait for the other ranks.
    shm_broadcast.MessageQueue.create_from_process_group = staticmethod(
        lambda *args, **kwargs: None)
    parallel_state.init_distributed_environment(
        world_size=tp, rank=0, local_rank=0, backend="fake",
        distributed_init_method="env://")
    parallel_state.initialize_model_parallel(tensor_model_parallel_size=tp)


_new_group = torch.distributed.new_group


def _fake_group(*args, **kwargs):
    return _new_group(*args, **{**kwargs, "backend": "fake"})


@contextlib.contextmanager
def default_dtype(dtype):
    previous = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(previous)


@contextlib.contextmanager
def _scales_of_one():
    """Weights hold nothing, so that a scale that vLLM reads as a number is 1,
    which is its own default for checkpoints without one."""
    item = torch.Tensor.item

    def read(tensor):
        return 1.0 if tensor.is_floating_point() else item(tensor)

    torch.Tensor.item = read
    try:
        yield
    finally:
        torch.Tensor.item = item


def build_model(config):
    """The model, its weights prepared as after loading. Inside a fake mode."""
    from vllm.model_executor.model_loader.utils import (
        initialize_model, process_weights_after_loading)
    from vllm.v1.worker.workspace import init_workspace_manager
    init_workspace_manager(torch.device("cpu"))
    with default_dtype(config.model_config.dtype), _scales_of_one():
        model = initialize_model(config)
        process_weights_after_loading(model, config.model_config,
                                      torch.device("cpu"))
    return model.eval()
