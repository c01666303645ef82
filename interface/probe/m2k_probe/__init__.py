"""Traces models on fake tensors into interface headers of M2K.

Nothing here needs a GPU, weights or a network. The modules at the top level
use the standard library only; `trace`, `hf` and `vllm` need torch, and say so
when it is missing.
"""

VERSION = "0.1.0"
