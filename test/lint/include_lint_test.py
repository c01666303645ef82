#!/usr/bin/env python3
"""Tests of include_lint.py on small trees, each made in a fresh directory."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
LINT = os.path.join(HERE, "include_lint.py")
TABLE = os.path.join(HERE, "..", "..", "cmake", "layers.txt")


class IncludeLint(unittest.TestCase):
    def lint(self, files):
        with tempfile.TemporaryDirectory() as root:
            os.makedirs(os.path.join(root, "cmake"))
            shutil.copy(TABLE, os.path.join(root, "cmake"))
            for path, text in files.items():
                full = os.path.join(root, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "w", encoding="utf-8") as out:
                    out.write(text)
            run = subprocess.run([sys.executable, LINT, root], text=True,
                                 capture_output=True, check=False)
            return run.returncode, run.stdout + run.stderr

    def accept(self, path, line):
        status, output = self.lint({path: line + "\n"})
        self.assertEqual(status, 0, output)

    def refuse(self, path, line, expected):
        status, output = self.lint({path: "\n" + line + "\n"})
        self.assertEqual(status, 1, output)
        self.assertIn(f"{path}:2: error: {expected}", output)

    def test_allowed(self):
        self.accept("passes/sym/a.c", '#include "passes/ir/ir.h"')
        self.accept("passes/sym/a.c", '#include "passes/sym/b.h"')
        self.accept("passes/sym/a.c", "#include <stdint.h>")
        self.accept("passes/run/a.c", '#include "passes/check/check.h"')
        self.accept("passes/smt/a.c", "#include <z3.h>")
        self.accept("passes/ir/a.c", "#include <llvm-c/Core.h>")
        self.accept("plugin/a.cpp", '#include "clang/AST/AST.h"')
        self.accept("plugin/a.cpp", '#include "passes/ir/shim.h"')
        self.accept("plugin/a.cpp", "#include <memory>")

    def test_upwards(self):
        self.refuse("passes/base/a.c", '#include "passes/ir/ir.h"',
                    "'passes/base' may not include 'passes/ir/ir.h'")
        self.refuse("passes/report/a.h", '#  include "passes/smt/term.h"',
                    "'passes/report' may not include 'passes/smt/term.h'")
        self.refuse("passes/replay/a.c", '#include "passes/sym/summary.h"',
                    "'passes/replay' may not include")
        self.refuse("annotations/a.c", '#include "interface/case.h"',
                    "'annotations' may not include")

    def test_one_file_only(self):
        self.refuse("plugin/a.cpp", '#include "passes/ir/ir.h"',
                    "'plugin' may not include 'passes/ir/ir.h'")

    def test_libraries_stay_in_their_layer(self):
        self.refuse("passes/sym/a.c", "#include <z3.h>", "'z3.h' is no header")
        self.refuse("passes/sym/a.c", "#include <llvm-c/Core.h>",
                    "'llvm-c/Core.h' is no header")
        self.refuse("passes/run/a.c", '#include "jansson.h"',
                    "'jansson.h' is no header")

    def test_relative_paths_do_not_hide(self):
        status, output = self.lint({
            "passes/base/a.c": '#include "../smt/term.h"\n',
            "passes/smt/term.h": "\n"})
        self.assertEqual(status, 1, output)
        self.assertIn("'passes/base' may not include 'passes/smt/term.h'",
                      output)

    def test_nothing_checked_is_no_success(self):
        status, output = self.lint({})
        self.assertEqual(status, 1, output)


if __name__ == "__main__":
    unittest.main()
