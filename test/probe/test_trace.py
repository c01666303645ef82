"""Traces of small models; needs torch and transformers."""

import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "interface" / "probe"))

import torch  # noqa: E402

from m2k_probe import schema, table  # noqa: E402
from m2k_probe.hf import trace  # noqa: E402
from m2k_probe.trace.calls import cases_of  # noqa: E402
from m2k_probe.trace.describe import tensor_clause  # noqa: E402
from m2k_probe.trace.intercept import Interceptor  # noqa: E402
from m2k_probe.trace.session import Session  # noqa: E402
from m2k_probe.trace.symbols import Untranslatable  # noqa: E402
from m2k_probe.trace.values import Values  # noqa: E402

LLAMA = {
    "model_type": "llama", "hidden_size": 256, "intermediate_size": 640,
    "num_hidden_layers": 2, "num_attention_heads": 8,
    "num_key_value_heads": 2, "vocab_size": 1000, "rms_norm_eps": 1e-5,
    "max_position_embeddings": 2048, "dtype": "float16"}


class Symbols(unittest.TestCase):
    def setUp(self):
        self.session = Session()
        self.b = self.session.size("b", 1, 64)
        self.s = self.session.size("s", 1, 4096)

    def test_expressions(self):
        b, s, text = self.b, self.s, self.session.expr
        self.assertEqual(text(b * s), "s*b")
        self.assertEqual(text(2 * b * s + s - 3), "2*s*b + s - 3")
        self.assertEqual(text((s + 15) // 16), "(s + 15)/16")
        self.assertEqual(text(b * (s % 8)), "b*(s%8)")
        self.assertEqual(text(torch.sym_max(b, s)), "max(b, s)")
        self.assertEqual(text(-((b * s + 60) // -8)),
                         "ceildiv(s*b + 60, 8)")
        self.assertEqual(text(7), 7)
        with self.assertRaises(Untranslatable):
            text(torch.sym_float(s) * 0.3)

    def test_guards_become_relations(self):
        if self.s < 100:
            pass
        if self.s <= 4096:
            pass
        self.assertEqual(self.session.assumes(), ["s < 100"])

    def test_forced_sizes_are_seen(self):
        self.assertEqual(self.session.specialised(), [])
        for _ in range(self.s):
            pass
        self.assertEqual(self.session.specialised(), ["s became 53"])


class Contents(unittest.TestCase):
    def setUp(self):
        self.session = Session()
        self.s = self.session.size("s", 1, 4096)
        self.b = self.session.size("b", 1, 64)

    def clause(self, make):
        with self.session.mode, Interceptor() as interceptor:
            made = make()
        return tensor_clause(self.session, "x", made,
                             interceptor.contents.get(made))

    def test_positions(self):
        self.assertEqual(
            self.clause(lambda: torch.arange(self.s)),
            "tensor(x, i64, [s], values in 0..s - 1, unique)")
        self.assertEqual(
            self.clause(lambda: torch.arange(self.s)[None].expand(
                self.b, -1).reshape(-1) + 2),
            "tensor(x, i64, [s*b], values in 2..s + 1)")

    def test_arithmetic(self):
        self.assertEqual(
            self.clause(lambda: torch.arange(self.s) * 16 % 5),
            "tensor(x, i64, [s], values in 0..4)")
        self.assertEqual(
            self.clause(lambda: torch.rand(self.s, 8).argmax(-1)),
            "tensor(x, i64, [s], values in 0..7)")

    def test_writes_take_knowledge_away(self):
        def make():
            made = torch.arange(self.s)
            other = made.view(-1)
            other.mul_(3)
            return made
        self.assertEqual(self.clause(make), "tensor(x, i64, [s])")

    def test_nothing_is_claimed_of_other_ops(self):
        self.assertEqual(
            self.clause(lambda: torch.arange(self.s).cumsum(0)),
            "tensor(x, i64, [s])")

    def test_strides_and_offset(self):
        self.assertEqual(
            self.clause(lambda: torch.empty(
                self.s, 48, dtype=torch.float16)[:, 16:32]),
            "tensor(x, f16, [s, 16], strides [48, 1], offset 16)")


class Ops(unittest.TestCase):
    """Ops declared from schema strings, as vLLM's extension registers them."""

    library = torch.library.Library("m2k_test", "FRAGMENT")
    library.define(schema.symbolic(
        "scatter(Tensor! out, Tensor x, Tensor? bias, int n, "
        "float eps=1e-6, int? k=None, *, str kind=\"auto\") -> ()"))

    def record(self, call):
        session = Session()
        s = session.size("s", 1, 4096)
        interceptor = Interceptor(["m2k_test"], {}, {
            "scatter": lambda named: [("out", Values(0, named["n"] - 1))]})
        with session.mode, interceptor:
            call(s)
        return session, interceptor

    def test_call_becomes_a_case(self):
        def call(s):
            both = torch.empty(s, 64)
            out = torch.empty(s, dtype=torch.int64)
            torch.ops.m2k_test.scatter(out, both[:, 32:], None, s + 1)
            torch.ops.m2k_test.scatter(out, both, both[0], 8, kind="x")
        session, interceptor = self.record(call)
        cases, unsaid = cases_of(
            session, interceptor.calls, "m", {"scatter": "scatter_entry"},
            {"scatter": ["o", "x", "bias", "n", "eps", "k", "kind"]},
            {"scatter": ["bias"]}, session.symbols, [], str)
        self.assertEqual(unsaid, [])
        self.assertEqual(cases[0].function, "scatter_entry")
        self.assertEqual(cases[0].clauses, (
            "tensor(o, i64, [s])",
            "tensor(x, f32, [s, 32], strides [64, 1], offset 32)",
            "tensor(bias, absent)", "scalar(n = s + 1)",
            "scalar(eps = 1e-06)", 'scalar(kind = "auto")'))
        self.assertEqual(cases[1].clauses[:3], (
            "tensor(o, i64, [s], values in 0..s)",
            "tensor(x, f32, [s, 64])",
            "tensor(bias, f32, [64], alias x)"))

    def test_parameters_of_another_number_are_positions(self):
        session, interceptor = self.record(
            lambda s: torch.ops.m2k_test.scatter(
                torch.empty(s, dtype=torch.int64), torch.empty(s), None, 1))
        cases, _ = cases_of(session, interceptor.calls, "m", {},
                            {"scatter": ["o"]}, {}, session.symbols, [], str)
        self.assertEqual(cases[0].clauses[:2], (
            "tensor(@0, i64, [s])", "tensor(@1, f32, [s])"))


class Models(unittest.TestCase):
    def trace(self, settings, **options):
        return trace.trace("m", settings, table.load(["vllm-0.9.0"]),
                           **options)

    def clauses(self, traced, op):
        return [case.clauses for case in traced.cases if case.function == op]

    def test_llama(self):
        traced = self.trace(LLAMA)
        self.assertEqual((traced.how, traced.why), ("symbolic", ""))
        self.assertEqual(self.clauses(traced, "rms_norm"), [(
            "tensor(out, f16, [s*b, 256])", "tensor(input, f16, [s*b, 256])",
            "tensor(weight, f16, [256])", "scalar(epsilon = 1e-05)")])
        self.assertEqual(self.clauses(traced, "silu_and_mul"), [(
            "tensor(out, f16, [s*b, 640])",
            "tensor(input, f16, [s*b, 1280])")])
        self.assertEqual(self.clauses(traced, "rotary_embedding"), [(
            "tensor(positions, i64, [s*b], values in 0..s - 1)",
            "tensor(query, f16, [s*b, 256], strides [384, 1])",
            "tensor(key, f16, [s*b, 64], strides [384, 1], offset 256)",
            "scalar(head_size = 32)",
            "tensor(cos_sin_cache, f16, [2048, 32])",
            "scalar(is_neox = true)")])
        fused = [case for case in traced.cases
                 if case.function == "fused_add_rms_norm"]
        self.assertEqual(fused[0].notes, ("4 calls like this one",))
        symbols = {symbol.name: symbol.values for symbol in fused[0].symbols}
        self.assertEqual(symbols, {"b": "1..1024", "s": "1..2048"})

    def test_pairs_are_told_from_halves(self):
        settings = {**LLAMA, "model_type": "cohere"}
        traced = self.trace(settings, layers=1)
        self.assertIn("scalar(is_neox = false)",
                      self.clauses(traced, "rotary_embedding")[0])

    def test_experts(self):
        traced = self.trace({**LLAMA, "model_type": "mixtral",
                             "num_local_experts": 4,
                             "num_experts_per_tok": 2}, layers=1)
        self.assertEqual(self.clauses(traced, "moe_sum"), [(
            "tensor(input, f16, [s*b, 2, 256])",
            "tensor(output, f16, [s*b, 256])")])
        self.assertIn(
            "tensor(topk_ids, i32, [s*b, 2], values in 0..4 - 1)",
            self.clauses(traced, "moe_align_block_size")[0])

    def test_opaque_layers(self):
        traced = self.trace({
            "model_type": "mamba", "hidden_size": 128, "num_hidden_layers": 1,
            "vocab_size": 500, "state_size": 16})
        self.assertEqual(traced.how, "symbolic")
        self.assertEqual(
            self.clauses(traced, "selective_scan_fwd")[0][0],
            "tensor(u, f16, [256, s*b])")

    def test_quantised(self):
        traced = self.trace(LLAMA, layers=1, quants=["gptq"])
        self.assertIn("tensor(b_q_weight, i32, [640/8, 256])",
                      [clause for case in self.clauses(traced, "gptq_gemm")
                       for clause in case])
        self.assertEqual(self.clauses(traced, "awq_gemm"), [])

    def test_fitted_where_sizes_do_not_last(self):
        traced = self.trace({**LLAMA, "model_type": "llama4_text",
                             "head_dim": 32, "num_local_experts": 2,
                             "intermediate_size_mlp": 512}, layers=1)
        self.assertEqual(traced.how, "fitted")
        self.assertIn("s became 53", traced.why)
        norms = [case for case in traced.cases
                 if case.function == "rms_norm"]
        self.assertIn("tensor(input, f16, [s*b, 256])", norms[0].clauses)
        self.assertIn("fitted from 9 runs: rows = s*b", norms[0].notes)

    def test_failures_say_why(self):
        with self.assertRaises(trace.configs.ConfigError):
            self.trace({"model_type": "no_such_model"})
        with self.assertRaises(trace.TraceError) as caught:
            self.trace({**LLAMA, "pad_token_id": 5000})
        self.assertIn("Error", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
