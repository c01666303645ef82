"""vLLM's own model code, without its compiled extension and without a GPU."""
