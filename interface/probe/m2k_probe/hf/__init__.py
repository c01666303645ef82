"""Models of Hugging Face transformers, by their configuration alone."""
