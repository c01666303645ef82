"""Watches the layers of a model while it runs on fake tensors."""

from __future__ import annotations

from dataclasses import dataclass, field

import torch

from ..iface import Text
from ..table import Table
from ..trace.describe import dtype_text
from . import facts as fact

ATTENTION = "m2k_probe"
# Models run in this type whatever theirs is: grouped products take no other.
RUN_DTYPE = "bf16"


@dataclass
class LayerCall:
    """One call of a layer: its role, its place in the model, its facts."""

    role: str
    path: str
    facts: dict = field(default_factory=dict)


class Observer:
    """Hooks the modules that the table knows, and is the attention function
    that transformers calls. `calls` grows in the order of execution."""

    def __init__(self, session, table: Table, config, dtype, quants=()):
        self.session, self.table, self.config = session, table, config
        self.dtype = Text(dtype_text(dtype))
        self.base = fact.base(config, quants)
        self.calls: list[LayerCall] = []
        self.contents = None
        self.sizes = (0, 0)
        self.rotary: dict = {}
        self.norms = 0
        self._paths: dict[int, str] = {}
        self._interface = False

    def watch(self, model) -> None:
        """Puts hooks on `model`, before it runs."""
        self.modelling = type(model).__module__
        parents = {id(child): parent for parent in model.modules()
                   for child in parent.children()}
        children = {id(module): [name for name, _ in module.named_children()]
                    for module in model.modules()}
        prenorm = _is_prenorm(children.values())
        for path, module in model.named_modules():
            self._paths[id(module)] = path
            parent = parents.get(id(module))
            row = self.table.layer_for(
                type(module).__name__, path, children[id(module)],
                children.get(id(parent), []))
            if row is not None:
                self._hook(module, row, path, prenorm)

    def _on_rotary(self, row, module, args, kwargs) -> None:
        """What is rotated, and how: the table's word, or the code's."""
        self.rotary = fact.of_rotary(self.session, module, args, kwargs,
                                     self.contents)
        self.rotary["is_neox"] = fact.rotates_halves(self.modelling)
        for name, source in row.facts.items():
            self.rotary[name] = fact.lookup(module, self.config, source)

    def _hook(self, module, row, path, prenorm) -> None:
        def before(module, args, kwargs):
            if row.role == "rotary":
                self._on_rotary(row, module, args, kwargs)
                return
            self._on_layer(row, path, module, args, kwargs, prenorm)

        module.register_forward_pre_hook(before, with_kwargs=True)
        if row.opaque:
            module.forward = _like_input

    def _on_layer(self, row, path, module, args, kwargs, prenorm) -> None:
        tensor = fact.first_tensor(args, kwargs)
        if tensor is None:
            return
        facts = dict(self.base)
        facts.update(fact.of_tensor(self.session, tensor, *self.sizes))
        for name, source in row.facts.items():
            facts[name] = fact.lookup(module, self.config, source)
        if row.role == "rms_norm":
            stream = facts.get("width") == facts.get("hidden_size")
            facts["residual"] = stream and self.norms > 0 and prenorm
            self.norms += stream
        if row.role == "attention":
            facts["guessed"] = True
            facts["is_neox"] = fact.rotates_halves(self.modelling)
            facts.update(self.rotary)
        self._add(row.role, path, facts)

    def _add(self, role, path, facts) -> None:
        """The run's own type gives way to the one that the model has."""
        if facts.get("dtype") == RUN_DTYPE:
            facts["dtype"] = self.dtype
        self.calls.append(LayerCall(role, path, facts))

    def attention(self, module, query, key, value, attention_mask=None,
                  scaling=None, dropout=0.0, **kwargs):
        """What transformers calls in place of its attention."""
        self._interface = True
        facts = dict(self.base)
        b, s = self.sizes
        facts["rows"] = self.session.expr(b * s)
        facts.update(fact.of_attention(self.session, query, key, value,
                                       scaling))
        facts.update(self.rotary)
        path = self._paths.get(id(module), type(module).__name__)
        self._add("attention", path, facts)
        shape = (query.shape[0], query.shape[2], query.shape[1],
                 value.shape[-1])
        return query.new_empty(shape), None

    def finished(self) -> list[LayerCall]:
        """The calls; where transformers called the attention function, the
        table's attention rows, which only guess at it, are left out."""
        if not self._interface:
            return self.calls
        return [call for call in self.calls
                if not (call.role == "attention" and
                        call.facts.get("guessed"))]


def _like_input(*args, **kwargs):
    """The forward of an opaque layer."""
    tensor = fact.first_tensor(args, kwargs)
    return torch.empty_like(tensor)


def _is_prenorm(children_of_all) -> bool:
    """Whether each layer's norms stand before its blocks, so that engines fuse
    them with the residual sum."""
    for names in children_of_all:
        if "post_attention_layernorm" in names and "input_layernorm" in names:
            return ("pre_feedforward_layernorm" not in names and
                    "post_feedforward_layernorm" not in names)
        if "ffn_norm" in names and "attention_norm" in names:
            return True
    return False
