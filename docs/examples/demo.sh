#!/usr/bin/env bash
# Checks engine.cu and shows what was found and what was proven.
set -euo pipefail

cd "$(dirname "$0")/../.."
build=${M2K_BUILD:-build}
llvm=$(sed -n 's/^set(M2K_LLVM_MAJOR \([0-9]*\))$/\1/p' cmake/llvm.cmake)
report=$(mktemp)
trap 'rm -f "$report"' EXIT

cat <<TEXT
clang++-$llvm --config $build/m2k-stubs.cfg -fsyntax-only \\
  -fplugin-arg-m2k-iface=docs/examples/engine.m2k.h \\
  -fplugin-arg-m2k-report=report.json docs/examples/engine.cu

TEXT
"clang++-$llvm" --config "$build/m2k-stubs.cfg" -fsyntax-only \
  -fplugin-arg-m2k-iface=docs/examples/engine.m2k.h \
  -fplugin-arg-m2k-report="$report" docs/examples/engine.cu 2>&1

echo
echo "docs/examples/verdicts.py report.json"
echo
python3 docs/examples/verdicts.py "$report"
