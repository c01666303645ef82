#!/usr/bin/env python3
"""Takes what the tests need out of the CUDA and PyTorch wheels.

usage: unpack_real.py WHEELS_DIR OUT_DIR

OUT_DIR/cuda becomes a toolkit as clang expects it (include/, bin/, nvvm/),
OUT_DIR/torch/include PyTorch's headers. Libraries are left out.
"""

import os
import sys
import zipfile

# Where a wheel's files go: (prefix in the wheel, directory under OUT_DIR).
PLACES = (
    ("nvidia/cuda_runtime/include/", "cuda/include"),
    ("nvidia/cuda_nvcc/include/", "cuda/include"),
    ("nvidia/cuda_cccl/include/", "cuda/include"),
    ("nvidia/cuda_nvcc/nvvm/libdevice/", "cuda/nvvm/libdevice"),
    ("nvidia/cuda_nvcc/bin/ptxas", "cuda/bin"),
    ("torch/include/", "torch/include"),
)
# PyTorch's CPU wheels lack this one, which its own build writes.
CMAKE_MACROS = "torch/include/c10/cuda/impl/cuda_cmake_macros.h"
# Headers of large libraries that PyTorch includes and no kernel here calls.
STAND_INS = {
    "cublas_v2.h": "typedef void *cublasHandle_t;\ntypedef int cublasStatus_t;",
    "cublasLt.h": "typedef void *cublasLtHandle_t;",
    "cusparse.h": "typedef void *cusparseHandle_t;\n"
                  "typedef int cusparseStatus_t;",
    "cusolverDn.h": "typedef void *cusolverDnHandle_t;\n"
                    "typedef int cusolverStatus_t;",
    "cusolver_common.h": "",
    "curand.h": "",
    "curand_kernel.h": "",
    "curand_mtgp32_kernel.h": "",  # clang's own CUDA wrapper includes it
}


def target_of(name):
    for prefix, place in PLACES:
        if not name.startswith(prefix) or name.endswith("/"):
            continue
        rest = name[len(prefix):] or os.path.basename(prefix)
        return os.path.join(place, *rest.split("/"))
    return None


def unpack(wheel, out):
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            target = target_of(name)
            if target is None:
                continue
            path = os.path.join(out, target)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(archive.read(name))
            if target.startswith("cuda/bin/"):
                os.chmod(path, 0o755)


def write_if_absent(path, text):
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    wheels, out = arguments
    for name in sorted(os.listdir(wheels)):
        if name.endswith(".whl"):
            unpack(os.path.join(wheels, name), out)
    write_if_absent(os.path.join(out, CMAKE_MACROS), "#pragma once\n")
    for name, text in STAND_INS.items():
        write_if_absent(os.path.join(out, "cuda/include", name),
                        f"#pragma once\n{text}\n")
    write_if_absent(os.path.join(out, "cuda/version.txt"),
                    "CUDA Version 12.4.127\n")


if __name__ == "__main__":
    main(sys.argv[1:])
