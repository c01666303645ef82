# lit finds this file above any test.
#
# The compiler's behaviour: every .cu, .test, .c and .ll below test/.
#
# Substitutions
#   %m2k        clang++ that checks on our own headers (m2k-stubs.cfg)
#   %m2k_real   clang++ that loads the plugin only (m2k.cfg)
#   %real_flags CUDA 12.4's and PyTorch's own headers, for either
#   %clang      clang++ without us
#   %m2k_cli    the command-line tool
#   %build      build directory   %cache  downloads   %root  repository
#   %FileCheck  %not
#   %torch_python  Python that has torch and transformers
#   %verdict    verdict.py: checks a JSON report
# Features: vllm-VERSION, for each release that ./dev fetch fetches;
#   real-headers; torch (and transformers, for the tracer); vllm-python (what
#   vLLM's own Python code imports); plugin (libm2k.so is built).
import os
import re
import sys

import lit.formats

config.test_source_root = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(config.test_source_root)
build = os.path.join(root, os.environ.get("M2K_BUILD", "build"))
cache = os.path.join(root, ".cache")
with open(os.path.join(root, "cmake", "llvm.cmake"), encoding="utf-8") as file:
    llvm = re.search(r"^set\(M2K_LLVM_MAJOR (\d+)\)$", file.read(), re.M)[1]
bin_dir = f"/usr/lib/llvm-{llvm}/bin"

config.name = "m2k"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".test", ".c", ".ll"]
config.excludes = ["unit", "fuzz", "bench", "differential", "Inputs"]
config.test_exec_root = os.path.join(build, "test-output")

# What a developer has set for own runs must not change a test.
for name in list(config.environment):
    if name.startswith("M2K_"):
        del config.environment[name]
config.environment["LC_ALL"] = "C"
config.environment["PATH"] = os.pathsep.join([bin_dir, os.environ["PATH"]])

clang = os.path.join(bin_dir, "clang++")
verdict = os.path.join(config.test_source_root, "lit", "verdict.py")
# Longer names first: each is replaced wherever it stands as a word.
real = os.path.join(cache, "real")
config.substitutions += [
    (r"%real_flags\b",
     f"--cuda-path={real}/cuda -isystem {real}/torch/include "
     f"-isystem {real}/torch/include/torch/csrc/api/include"),
    (r"%m2k_cli\b", os.path.join(build, "m2k")),
    (r"%m2k_real\b", f"{clang} --config {build}/m2k.cfg"),
    (r"%m2k\b", f"{clang} --config {build}/m2k-stubs.cfg"),
    (r"%clang\b", clang),
    (r"%FileCheck\b", os.path.join(bin_dir, "FileCheck")),
    (r"%not\b", os.path.join(bin_dir, "not")),
    (r"%opt\b", os.path.join(bin_dir, "opt")),
    (r"%verdict\b", f"{sys.executable} {verdict}"),
    (r"%python\b", sys.executable),
    (r"%torch_python\b", os.path.join(cache, "torch-venv", "bin", "python")),
    (r"%build\b", build),
    (r"%cache\b", cache),
    (r"%root\b", root),
]


def offer(feature, path, how):
    """Makes a feature of something that may be absent, and says so."""
    if os.path.exists(path):
        config.available_features.add(feature)
        return True
    absent = os.path.join(cache, f"{feature}.absent")
    if os.path.exists(absent):
        with open(absent, encoding="utf-8") as reason:
            how = reason.read().strip()
    lit_config.note(f"tests that need {feature} are skipped: {how}")
    return False


for version in ("0.9.0", "0.32.0", "0.6.3", "0.6.4", "0.4.2", "0.3.3", "0.2.7",
                "0.2.0"):
    offer(f"vllm-{version}", os.path.join(cache, f"vllm-{version}", "csrc"),
          "run ./dev fetch")
offer("real-headers", os.path.join(cache, "real", "complete"),
      "run ./dev fetch real")
offer("torch", os.path.join(cache, "torch-venv", "complete"),
      "run ./dev fetch torch")
offer("vllm-python", os.path.join(cache, "torch-venv", "vllm-0.32.0"),
      "run ./dev fetch torch")
offer("plugin", os.path.join(build, "libm2k.so"), "run ./dev build")
