"""Parts of m2k-probe that need the standard library only."""

import json
import sys
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "interface" / "probe"))

from m2k_probe import cache, check, cli, fit, iface, pool  # noqa: E402
from m2k_probe import progress, schema, table  # noqa: E402
from m2k_probe.hf import config  # noqa: E402


class Emission(unittest.TestCase):
    symbols = [iface.Symbol("b", "1..1024"), iface.Symbol("s", "1..4096"),
               iface.Symbol("blocks", "1..s"),
               iface.Symbol("m", "{16, 32}", "fixed")]

    def test_tensor_with_everything(self):
        self.assertEqual(
            iface.tensor("@2", "i64", ["s*b", 8], strides=[16, 1], offset=8,
                         values="0..s - 1", unique=True, align=16,
                         alias="key"),
            "tensor(@2, i64, [s*b, 8], strides [16, 1], offset 8, "
            "values in 0..s - 1, unique, align 16, alias key)")

    def test_rank_zero_and_absent(self):
        self.assertEqual(iface.tensor("x", "f32", []), "tensor(x, f32, [])")
        self.assertEqual(iface.absent("bias"), "tensor(bias, absent)")

    def test_literals(self):
        for value, text in ((True, "true"), (7, "7"), (1.0, "1.0"),
                            (1e-5, "1e-05"), ('a"b\\', '"a\\"b\\\\"'),
                            (iface.Text("s + 1"), "s + 1")):
            self.assertEqual(iface.literal(value), text)
        with self.assertRaises(ValueError):
            iface.literal(float("nan"))
        with self.assertRaises(TypeError):
            iface.literal(None)

    def test_only_used_symbols_and_relations(self):
        case = iface.make_case(
            "f", "l", [iface.tensor("x", "f32", ["blocks"])], self.symbols,
            ["s % 4 == 0", "b < 8"])
        self.assertEqual([symbol.name for symbol in case.symbols],
                         ["s", "blocks"])
        self.assertEqual(case.assumes, ("s % 4 == 0",))

    def test_strings_name_no_symbols(self):
        case = iface.make_case("f", "l", [iface.scalar("kind", "s b")],
                               self.symbols)
        self.assertEqual(case.symbols, ())

    def test_equal_cases_merge_and_say_so(self):
        one = [iface.make_case("f", f"l{i}",
                               [iface.tensor("x", "f32", ["s"])],
                               self.symbols) for i in range(3)]
        other = iface.make_case("f", "l9", [iface.tensor("x", "f32", ["b"])],
                                self.symbols)
        merged = iface.merge([*one, other])
        self.assertEqual([case.label for case in merged], ["l0", "l9"])
        self.assertEqual(merged[0].notes, ("3 calls like this one",))
        self.assertEqual(merged[1].notes, ())

    def test_header(self):
        case = iface.make_case(
            "rms_norm", "tiny/norm",
            [iface.tensor("out", "f16", ["s*b", 64]),
             iface.tensor("rows", "i32", ["m"])], self.symbols)
        text = iface.header_text("3-tiny.v1", [case], ["tiny, traced"])
        self.assertEqual(text, """\
// tiny, traced
#ifndef M2K_3_TINY_V1_M2K_H
#define M2K_3_TINY_V1_M2K_H
#include <m2k.h>

__m2k_iface_for("rms_norm", case("tiny/norm"),
    user(b in 1..1024, s in 1..4096), fixed(m in {16, 32}),
    tensor(out, f16, [s*b, 64]), tensor(rows, i32, [m]))

#endif
""")


class Fitting(unittest.TestCase):
    def of(self, function):
        return fit.fit([function(b, s) for b, s in fit.RUNS])

    def test_exact(self):
        self.assertEqual(self.of(lambda b, s: s * b), "s*b")
        self.assertEqual(self.of(lambda b, s: 4 * s * b + 240),
                         "4*s*b + 240")
        self.assertEqual(self.of(lambda b, s: 2 * s - 3), "2*s - 3")
        self.assertEqual(self.of(lambda b, s: -(-s // 16) * b),
                         "ceildiv(s, 16)*b")
        self.assertEqual(self.of(lambda b, s: 7), "7")

    def test_quotients_come_with_their_relation(self):
        text = fit.combination([Fraction(1, 48), Fraction(1, 8)], ["s", ""])
        self.assertEqual(text, "(s + 6)/48")
        self.assertEqual(fit.divisibility(text), "(s + 6) % 48 == 0")
        self.assertIsNone(fit.divisibility("ceildiv(s, 16)"))

    def test_what_does_not_fit_is_not_claimed(self):
        self.assertIsNone(self.of(lambda b, s: s * s))
        self.assertIsNone(self.of(lambda b, s: s * b + (s == 83)))

    def test_more_runs_than_coefficients(self):
        self.assertIsNone(fit.fit([1, 2, 3, 5], fit.RUNS[:4]))


BINDINGS = r"""
#include <torch/library.h>
TORCH_LIBRARY_EXPAND(TORCH_EXTENSION_NAME, ops) {
  // ops.def("gone(Tensor x) -> ()");
  ops.def(
      "rms_norm(Tensor! out, Tensor input, "  // two literals
      "float epsilon) -> ()");
  ops.impl("rms_norm", torch::kCUDA, &vllm::norm_entry);
#ifndef USE_ROCM
  ops.def("quote(str a=\"x\") -> ()");
#endif
  other("outside(Tensor x)");
}
TORCH_LIBRARY_EXPAND(CONCAT(TORCH_EXTENSION_NAME, _cache_ops), cache_ops) {
  cache_ops.def("swap(Tensor! dst) -> ()", {stride_tag});
}
STABLE_TORCH_LIBRARY_FRAGMENT(_flash_C, m) { m.def("fwd(Tensor q) -> Tensor"); }
void helper() { ops.def("stray(Tensor x) -> ()"); }
"""

KERNELS = r"""
void norm_entry(torch::Tensor& out, torch::Tensor& input, double epsilon);
int use() { return norm_entry(a, b, 1.0); }
void norm_entry(torch::Tensor& out,    // [..., hidden, "x"]
                const std::optional<at::Tensor>& input,
                std::pair<int, int> sizes, int64_t const* table[],
                double epsilon = 1e-5) {
  norm_entry(x, y, z, t, 2.0);
}
"""


class Schemas(unittest.TestCase):
    def read(self, files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            ops, functions = schema.read_ops(folder)
            return ops, functions, schema.read_parameters(
                folder, functions.values())

    def test_registrations(self):
        ops, functions, names = self.read(
            {"bindings.cpp": BINDINGS, "norm.cu": KERNELS})
        self.assertEqual(
            [(op.namespace, op.schema) for op in ops],
            [("_C", "rms_norm(Tensor! out, Tensor input, float epsilon) "
              "-> ()"),
             ("_C", 'quote(str a="x") -> ()'),
             ("_C_cache_ops", "swap(Tensor! dst) -> ()"),
             ("_flash_C", "fwd(Tensor q) -> Tensor")])
        self.assertEqual(functions, {"rms_norm": "norm_entry"})
        self.assertEqual(names, {"norm_entry": [
            "out", "input", "sizes", "table", "epsilon"]})

    def test_folders_name_extensions_and_other_hardware(self):
        ops, _, _ = self.read({"moe/b.cpp": BINDINGS, "cpu/b.cpp": BINDINGS})
        self.assertEqual({op.namespace for op in ops},
                         {"_moe_C", "_moe_C_cache_ops", "_flash_C"})

    def test_integers_may_be_sizes(self):
        self.assertEqual(
            schema.symbolic("f(Tensor! print, int n, int? k, int[] m, "
                            "int[2] o=0) -> int"),
            "f(Tensor! print, SymInt n, SymInt? k, SymInt[] m, "
            "SymInt[2] o=0) -> int")

    def test_first_schema_stays(self):
        ops, _, _ = self.read({
            "a.cpp": 'TORCH_LIBRARY(_C, m) { m.def("f(int a) -> ()"); }',
            "b.cpp": 'TORCH_LIBRARY(_C, m) { m.def("f(int b) -> ()"); }'})
        self.assertEqual([op.schema for op in ops], ["f(int a) -> ()"])


class Tables(unittest.TestCase):
    ROWS = """
[[symbol]]
name = "blocks"
values = "1..64"
[[layer]]
role = "norm"
class = ".*Norm"
children = [["a", "b"], ["c"]]
facts = { eps = "attr:eps" }
[[op]]
role = "norm"
name = "f"
when = ["eps"]
unless = ["odd"]
clauses = ["tensor(x, f32, [2*$rows])", "scalar(e = $eps)"]
"""

    def test_match(self):
        rows = table.parse(self.ROWS, "here")
        self.assertEqual(rows.layer_for("ANorm", "p", ["b", "a"], []).role,
                         "norm")
        self.assertIsNone(rows.layer_for("ANorm", "p", ["a"], []))
        self.assertIsNone(rows.layer_for("NormX", "p", ["c"], []))
        self.assertEqual(len(rows.ops_for("norm", {"eps": 1e-5})), 1)
        self.assertEqual(rows.ops_for("norm", {"eps": 1e-5, "odd": True}), [])
        self.assertEqual(rows.ops_for("norm", {}), [])

    def test_sums_stay_whole(self):
        self.assertEqual(table.fill("2*$rows", {"rows": "s + 1"}),
                         "2*(s + 1)")
        self.assertEqual(table.fill("2*$rows", {"rows": "s*b"}), "2*s*b")
        self.assertEqual(table.fill("$flag", {"flag": True}), "true")
        with self.assertRaises(KeyError):
            table.fill("$rows", {"rows": None})

    def test_mistakes_name_their_row(self):
        for text, what in (
                ("[[layer]]\nclass = 'x'", "'role' is missing"),
                ("[[op]]\nrole = 'a'\nname = 'b'\nclauses = []\nwen = []",
                 "unknown 'wen'"),
                ("[[opp]]\nname = 1", "unknown '[[opp]]'"),
                ("[[op]", "Expected")):
            with self.assertRaises(table.TableError) as caught:
                table.parse(text, "mine.toml")
            self.assertIn("mine.toml", str(caught.exception))
            self.assertIn(what, str(caught.exception))

    def test_own_rows_come_first(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "mine.toml"
            path.write_text('[[layer]]\nrole = "mine"\n'
                            'class = "LlamaRMSNorm"\n')
            rows = table.load(["vllm-0.9.0"], [path])
        self.assertEqual(rows.layer_for("LlamaRMSNorm", "", [], []).role,
                         "mine")
        self.assertEqual(rows.layer_for("Qwen2RMSNorm", "", [], []).role,
                         "rms_norm")

    def test_shipped_table_has_ops_for_its_roles(self):
        rows = table.load(["vllm-0.9.0"])
        with_ops = {row.role for row in rows.ops}
        for row in rows.layers:
            self.assertIn(row.role, with_ops | {"none", "gated_norm",
                                                "rotary"})


class Zoo(unittest.TestCase):
    def test_enough_architectures(self):
        kinds = {settings["model_type"] for settings in config.zoo().values()}
        self.assertGreaterEqual(len(kinds), 60)

    def test_find(self):
        self.assertEqual(config.find("llama-3.1-8b")[1]["hidden_size"], 4096)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "config.json"
            path.write_text(json.dumps({"model_type": "llama"}))
            self.assertEqual(config.find(folder)[1]["model_type"], "llama")
            path.write_text("{")
            with self.assertRaises(config.ConfigError):
                config.find(folder)
            path.write_text("{}")
            with self.assertRaises(config.ConfigError):
                config.find(str(path))


class Running(unittest.TestCase):
    def test_lost_worker_is_a_failed_job(self):
        worker = pool.Worker({})
        lost = worker.run({"engine": None, "no": "name"}, 60)
        self.assertEqual(lost["how"], "failed")
        bad = worker.run({"engine": "hf", "name": "x", "settings": {},
                          "tables": ["absent"], "extra": [], "quants": [],
                          "layers": None, "max_batch": 1, "dtype": None,
                          "ops": []}, 60)
        worker.stop()
        self.assertEqual(bad["how"], "failed")
        self.assertIsNone(bad["header"])

    def test_timeout(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "json.py").write_text(
                "import time\ntime.sleep(60)\n")
            worker = pool.Worker({"PYTHONPATH": folder})
            lost = worker.run({}, 1)
        self.assertIn("no result after 1 s", lost["why"])

    def test_cache_keeps_what_is_equal(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = cache.Cache(Path(folder))
            key = kept.key({"name": "a", "tp": 1})
            self.assertIsNone(kept.get(key))
            kept.put(key, {"how": "symbolic"})
            self.assertEqual(kept.get(key), {"how": "symbolic"})
            self.assertIsNone(kept.get(kept.key({"name": "a", "tp": 2})))
            kept.versions = {**kept.versions, "torch": "0"}
            self.assertIsNone(kept.get(kept.key({"name": "a", "tp": 1})))

    def test_table_of_results(self):
        text = progress.table([["a", 10], ["bcd", 2]], ("model", "ops"))
        self.assertEqual(text, "model  ops\na       10\nbcd      2\n")

    def test_check_commands(self):
        headers = ["x.m2k.h", "y.m2k.h"]
        self.assertEqual(
            check.Checker(("m2k",)).lines(["a.cu", "b.cu"], headers),
            [["m2k", "check", "--iface", "x.m2k.h", "--iface", "y.m2k.h",
              "a.cu", "b.cu"]])
        self.assertEqual(
            check.Checker(("cc",), plugin=True).lines(["a.cu", "b.cu"],
                                                      headers[:1]),
            [["cc", "-fsyntax-only", "-fplugin-arg-m2k-iface=x.m2k.h", file]
             for file in ("a.cu", "b.cu")])
        with self.assertRaises(check.CheckError):
            check.run(check.Checker(("/nonexistent/m2k",)), ["a.cu"], [])

    def test_check_says_what_it_found(self):
        echo = "import sys; sys.stderr.write('a: warning: x [-Wm2k-null]')"
        for code, plugin, status in ((echo, True, 1), ("pass", True, 0),
                                     ("raise SystemExit(3)", False, 1)):
            checker = check.Checker((sys.executable, "-c", code), plugin)
            self.assertEqual(check.run(checker, ["a.cu"], []), status)

    def test_usage(self):
        self.assertEqual(cli.main([]), 2)
        self.assertEqual(cli.main(["no/such/model"]), 2)
        self.assertEqual(cli.main(["llama", "--table", "/nonexistent"]), 2)
        self.assertEqual(cli.main(["--engine", "vllm", "llama"]), 2)


if __name__ == "__main__":
    unittest.main()
