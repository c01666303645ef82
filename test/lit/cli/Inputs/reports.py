"""reports.py MERGED.json ROOT COUNT: are there as many reports in it, each by
its schema, and do the totals add up?"""
import json
import os
import subprocess
import sys
import tempfile

with open(sys.argv[1], encoding="utf-8") as file:
    merged = json.load(file)
files = merged["files"]
assert len(files) == int(sys.argv[3]), len(files)
kernels = sum(len(f["report"]["kernels"]) for f in files)
assert kernels == merged["totals"]["kernels"], kernels
schema = os.path.join(sys.argv[2], "interface/schema/report.schema.json")
lint = os.path.join(sys.argv[2], "test/lint/schema_lint.py")
for one in files:
    with tempfile.NamedTemporaryFile("w", suffix=".json") as out:
        json.dump(one["report"], out)
        out.flush()
        subprocess.run([sys.executable, lint, schema, out.name], check=True)
