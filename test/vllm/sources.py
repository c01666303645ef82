"""Which kernel files of a vLLM release M2K has to read, and with which flags."""

import os
import re

# Named in a file's own text or in that of a header that comes with the release.
FOREIGN = re.compile(r"(?:^|/)(?:cutlass|cute)/|^mpi\.h$|^nccl\.h$")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^">]+)[">]', re.M)

# What the release's own build defines for its kernel files; all others are
# built as 0.9.0 is. Parts of 0.32.0 are written for CUDA 12.9 only.
FLAGS = {
    "0.32.0": ["-DUSE_CUDA", "-DTORCH_TARGET_VERSION=0x020B000000000000",
               "-UCUDA_VERSION", "-DCUDA_VERSION=12090", "-DENABLE_FP8"],
}


def flags(version, csrc):
    return ["-I", csrc, *FLAGS.get(version, ["-DENABLE_FP8"])]


def includes(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return INCLUDE.findall(file.read())


def is_foreign(path, csrc, known):
    """Whether a file needs CUTLASS, MPI or NCCL, itself or through headers."""
    path = os.path.normpath(path)
    if path in known:
        return known[path]
    known[path] = False  # a header that includes itself in a circle
    for name in includes(path):
        if FOREIGN.search(name):
            known[path] = True
            break
        for place in (os.path.dirname(path), csrc):
            header = os.path.join(place, name)
            if os.path.isfile(header) and is_foreign(header, csrc, known):
                known[path] = True
    return known[path]


def is_amd(name):
    return name == "rocm" or name.endswith("_rocm.cu")


def kernel_files(csrc):
    """The .cu files below csrc, without those that are for AMD or foreign."""
    known = {}
    found = []
    for folder, folders, names in os.walk(csrc):
        folders[:] = sorted(name for name in folders if not is_amd(name))
        found += [os.path.join(folder, name) for name in sorted(names)
                  if name.endswith(".cu") and not is_amd(name)]
    return [path for path in found if not is_foreign(path, csrc, known)]
