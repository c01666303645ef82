"""Makes vLLM importable here, as on a machine with a GPU of `CAPABILITY`.

vLLM decides by its platform which kernels a layer calls, and calls them as ops
of extension modules. Both are supplied before its first import: empty modules
under the extensions' names, ops declared from the schemas of the sources, and
a platform that answers as CUDA's does. Nothing of vLLM's files is changed.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import os
import sys
import types

import torch

from .. import schema

CAPABILITY = (9, 0)
_EXTENSION = ("_C", "_moe_C", "_rocm_C", "_qutlass_C", "_flashkda_C",
              "cumem_allocator", "_C_stable_libtorch",
              "_moe_C_stable_libtorch", "_vllm_fa2_C", "_vllm_fa3_C")
# Kept alive: an op lives as long as its library object.
_libraries: dict[str, torch.library.Library] = {}
# Python implementations of the ops that vLLM registers for itself.
python_ops: dict[str, object] = {}


class _Extensions(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds vLLM's compiled modules, empty."""

    def find_spec(self, name, path=None, target=None):
        words = name.split(".")
        if words[0] == "vllm" and words[-1] in _EXTENSION:
            return importlib.machinery.ModuleSpec(name, self)
        return None

    def create_module(self, spec):
        return types.ModuleType(spec.name)

    def exec_module(self, module):
        return None


def declare(ops) -> dict[str, str]:
    """Declares ops from their schemas; returns why, for those that torch does
    not take."""
    failed = {}
    for op in ops:
        library = _libraries.get(op.namespace)
        if library is None:
            library = torch.library.Library(op.namespace, "FRAGMENT")
            _libraries[op.namespace] = library
        try:
            library.define(schema.symbolic(op.schema))
        except RuntimeError as error:
            failed[f"{op.namespace}::{op.name}"] = str(error).split("\n")[0]
            continue
        answer = _answer(op.schema)
        if answer is not None:
            library.impl(op.name, answer, "CompositeExplicitAutograd")
    return failed


def _answer(text: str):
    """What a question without tensors is answered: kernels are there, and
    limits are not near. None for ops that work on tensors."""
    _, _, result = text.rpartition("->")
    if "Tensor" in text:
        return None
    return {"bool": lambda *args: True, "int": lambda *args: 1 << 16,
            "str[]": lambda *args: []}.get(result.strip())


def install(source: str):
    """Imports vLLM from its sources: (ops, op to C++ function, op to that
    function's parameter names). Once per process."""
    os.environ.setdefault("VLLM_TARGET_DEVICE", "empty")
    os.environ.setdefault("VLLM_LOGGING_LEVEL", "CRITICAL")
    os.environ.setdefault("VLLM_NO_USAGE_STATS", "1")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    # Machete's weights are shuffled by code of its own; Marlin is what devices
    # before Hopper take, and its kernels are in the sources.
    os.environ.setdefault("VLLM_DISABLED_KERNELS", "MacheteLinearKernel")
    sys.path.insert(0, source)
    sys.meta_path.insert(0, _Extensions())
    ops, functions = schema.read_ops(os.path.join(source, "csrc"))
    declare(ops)
    names = schema.read_parameters(
        os.path.join(source, "csrc"),
        {functions.get(op.name, op.name) for op in ops})
    by_op = {op.name: names[functions.get(op.name, op.name)] for op in ops
             if functions.get(op.name, op.name) in names}
    _platform()
    _capture_python_ops()
    _silence_triton()
    _no_accelerator()
    import vllm.model_executor.models.llama  # noqa: F401  breaks a cycle
    _stay_in_this_process()
    return ops, functions, by_op


def _platform() -> None:
    import vllm.platforms as platforms
    from vllm.platforms.interface import DeviceCapability

    platforms._current_platform = _Answering()
    from vllm.platforms.cuda import NonNvmlCudaPlatform

    class Platform(NonNvmlCudaPlatform):
        """CUDA's, but for what would ask a driver. Tensors are of the CPU
        type: fake ones hold nothing, and ops are looked up by name."""

        device_type = "cpu"
        dist_backend = "fake"
        dispatch_key = "CPU"

        @classmethod
        def get_device_capability(cls, device_id=0):
            return DeviceCapability(*CAPABILITY)

        @classmethod
        def get_device_name(cls, device_id=0):
            return "NVIDIA H100 80GB HBM3"

        @classmethod
        def get_device_total_memory(cls, device_id=0):
            return 80 << 30

        @classmethod
        def is_fully_connected(cls, physical_device_ids):
            return True

        @classmethod
        def num_compute_units(cls, device_id=0):
            return 132

        @classmethod
        def set_device(cls, device):
            return None

        @classmethod
        def manual_seed_all(cls, seed):
            return None

        @classmethod
        def get_cuda_runtime_major(cls):
            return 13

        @classmethod
        def check_if_supports_dtype(cls, dtype):
            return None

        @classmethod
        def is_pin_memory_available(cls):
            return False

        @classmethod
        def get_device_communicator_cls(cls):
            return ("vllm.distributed.device_communicators."
                    "base_device_communicator.DeviceCommunicatorBase")

        @classmethod
        def device_count(cls):
            return 8

    platforms._current_platform = Platform()


def _Answering():
    """While CUDA's platform itself is being imported."""
    from vllm.platforms.interface import UnspecifiedPlatform
    return UnspecifiedPlatform()


def _capture_python_ops() -> None:
    """Keeps the function behind each op that vLLM registers in Python, so
    that a trace runs it where torch would stop at a fake one."""
    from vllm.utils import torch_utils
    register = torch_utils.direct_register_custom_op

    def capture(op_name, op_func, *args, **kwargs):
        python_ops[op_name] = op_func
        return register(op_name, op_func, *args, **kwargs)

    torch_utils.direct_register_custom_op = capture
    # A second stream for shared experts; what runs on it is the same.
    torch_utils.aux_stream = lambda: None


def _stay_in_this_process() -> None:
    """vLLM looks at a model's class in a process of its own, which would lack
    all of this."""
    from vllm.model_executor.models import registry
    registry._run_in_subprocess = lambda function: function()


class _TritonKernel:
    """A kernel that is launched to no effect: its results are fake anyway,
    and it is none of the sources' CUDA kernels."""

    def __init__(self, function):
        self.function = function
        self.__name__ = getattr(function, "__name__", "kernel")

    def __getitem__(self, grid):
        return lambda *args, **kwargs: None

    def __call__(self, *args, **kwargs):
        return None


def _silence_triton() -> None:
    """Layers choose Triton kernels as on a machine that has Triton."""
    from vllm import triton_utils
    from vllm.triton_utils import importing

    def jit(function=None, **options):
        return _TritonKernel(function) if function else _TritonKernel

    def word(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return None

    if not importing.HAS_TRITON:
        importing.TritonLanguagePlaceholder.__getattr__ = word
        triton_utils.triton.jit = jit
        triton_utils.HAS_TRITON = importing.HAS_TRITON = True


def _no_accelerator() -> None:
    """What vLLM asks of a device between steps."""
    torch.accelerator.current_device_index = lambda: 0
    torch.accelerator.empty_cache = lambda: None
    torch.accelerator.synchronize = lambda *device: None
