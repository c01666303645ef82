"""Results of earlier traces, by everything that they depend on."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
from pathlib import Path

from . import VERSION

_PACKAGES = ("torch", "transformers", "vllm")


def default_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "m2k-probe"


def versions() -> dict[str, str]:
    """Of the packages that a trace runs, without importing them."""
    found = {"m2k-probe": VERSION, "source": _own_source()}
    for name in _PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def _own_source() -> str:
    """Of this package as it is, so that a change of it is never missed."""
    digest = hashlib.sha256()
    root = Path(__file__).parent
    for path in sorted([*root.rglob("*.py"), *root.rglob("*.toml")]):
        if path.name != "zoo.toml":
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


class Cache:
    """A folder of results; `folder` None keeps nothing. What cannot be read
    or written counts as absent: a cache is never a reason to fail."""

    def __init__(self, folder: Path | None):
        self.folder = folder
        self.versions = versions()

    def key(self, job: dict) -> str:
        text = json.dumps([job, self.versions], sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()

    def get(self, key: str) -> dict | None:
        if self.folder is None:
            return None
        try:
            return json.loads((self.folder / f"{key}.json").read_text())
        except (OSError, ValueError):
            return None

    def put(self, key: str, result: dict) -> None:
        if self.folder is None:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            part = self.folder / f"{key}.{os.getpid()}.part"
            part.write_text(json.dumps(result))
            part.replace(self.folder / f"{key}.json")
        except OSError:
            return
