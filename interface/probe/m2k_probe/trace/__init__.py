"""Symbolic sizes, fake tensors and the interception of op calls.

Needs torch. Knows nothing of Hugging Face or vLLM.
"""
