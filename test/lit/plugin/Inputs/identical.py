"""usage: identical.py CLANG BUILD ROOT SOURCE SCRATCH"""
import filecmp
import itertools
import subprocess
import sys

clang, build, root, source, scratch = sys.argv[1:]
common = [clang, "-x", "cuda", "-std=c++17", "-nocudainc", "-nocudalib",
          "--cuda-path=/nonexistent", "--cuda-gpu-arch=sm_90",
          "-Xclang", "-target-sdk-version=12.4", "-DCUDA_VERSION=12040",
          "-isystem", f"{root}/include", "-isystem",
          f"{root}/runtime-stubs/cuda", "-include",
          f"{root}/runtime-stubs/nvcc_compat.h"]
plugin = [f"-fplugin={build}/libm2k.so"]
sides = {"device": ["--cuda-device-only", "--cuda-feature=+ptx80"],
         "host": ["--cuda-host-only"]}
levels = [["-O0"], ["-O2"], ["-O3"], ["-O0", "-g"], ["-O2", "-g"]]
kinds = [["-c"], ["-S"], ["-S", "-emit-llvm"], ["-c", "-emit-llvm"]]
# Device objects need ptxas.
wanted = [(side, level, kind)
          for side, level, kind in itertools.product(sides, levels, kinds)
          if (side, kind) != ("device", ["-c"])]
failed = []


def compile_to(output, words):
    return subprocess.run(common + words + [source, "-o", output],
                          capture_output=True, text=True, check=False)


for side, level, kind in wanted:
    words = sides[side] + level + kind
    plain = compile_to(f"{scratch}.plain", words)
    checked = compile_to(f"{scratch}.checked", words + plugin)
    if plain.returncode or checked.returncode:
        failed.append(f"{words}: does not compile\n{plain.stderr}"
                      f"{checked.stderr}")
    elif not filecmp.cmp(f"{scratch}.plain", f"{scratch}.checked", False):
        failed.append(f"{words}: the outputs differ")
    elif side == "device" and "-Wm2k-out-of-bounds" not in checked.stderr:
        failed.append(f"{words}: no finding, so nothing was tested")
    elif side == "host" and checked.stderr:
        failed.append(f"{words}: the host side said\n{checked.stderr}")
print("\n".join(failed))
sys.exit(1 if failed else 0)
