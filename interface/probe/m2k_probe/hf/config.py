"""Configurations: from a file, a folder, the zoo, or a class's defaults."""

from __future__ import annotations

import json
from pathlib import Path

from ..table import DATA, tomllib

# Where configurations keep the longest sequence that a model takes.
_LIMITS = ("max_position_embeddings", "n_positions", "max_seq_len",
           "max_sequence_length", "n_ctx", "seq_length", "context_length")
# For models that have no limit of their own.
NO_LIMIT = 131072
_TYPES = ("bfloat16", "float16", "float32")


class ConfigError(Exception):
    """A model that cannot be found or read; the text names it."""


def zoo() -> dict[str, dict]:
    """Published configurations by name."""
    text = (DATA / "zoo.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def find(model: str) -> tuple[str, dict]:
    """(name, settings) of a config.json, a folder with one, a name of the zoo
    or a `model_type` of transformers."""
    path = Path(model)
    if path.is_dir():
        path = path / "config.json"
    if path.is_file():
        try:
            settings = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ConfigError(f"'{path}' cannot be read: {error}") from error
        if "model_type" not in settings:
            raise ConfigError(f"'{path}' has no 'model_type'")
        name = path.parent.name if path.name == "config.json" else path.stem
        return name or settings["model_type"], settings
    known = zoo()
    if model in known:
        return model, known[model]
    if model.isidentifier() or "-" in model:
        return model, {"model_type": model}
    raise ConfigError(f"'{model}' is no file, no folder and no known model")


def build(settings: dict):
    """The transformers configuration object. Raises ConfigError."""
    from transformers import AutoConfig
    settings = dict(settings)
    kind = settings.pop("model_type")
    settings.pop("transformers_version", None)
    try:
        config = AutoConfig.for_model(kind, **settings)
    except Exception as error:
        raise ConfigError(f"no configuration '{kind}': {error}") from error
    return text_config(config)


def text_config(config):
    """The language model's part of a model of several kinds of input."""
    getter = getattr(config, "get_text_config", None)
    return getter() if getter else config


def first(config, names, default=None):
    """The first of several settings that a configuration has."""
    for name in names:
        value = getattr(config, name, None)
        if value is not None:
            return value
    return default


def longest(config) -> int:
    value = first(config, _LIMITS)
    return value if isinstance(value, int) and value > 1 else NO_LIMIT


def dtype_name(config) -> str:
    """As published; engines run float32 checkpoints as float16."""
    found = first(config, ("dtype", "torch_dtype"), "float16")
    name = str(found).removeprefix("torch.")
    return name if name in _TYPES[:2] else "float16"
