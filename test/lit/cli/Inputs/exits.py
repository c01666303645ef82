"""exits.py CODE COMMAND... [+++ WORD...]...: does the command exit with this
code? Once with each list of words, where there are any, behind it."""
import subprocess
import sys

runs = [[]]
for word in sys.argv[2:]:
    if word == "+++":
        runs.append([])
    else:
        runs[-1].append(word)
for tail in runs[1:] or [[]]:
    code = subprocess.run(runs[0] + tail, check=False).returncode
    if code != int(sys.argv[1]):
        sys.exit(f"exit code {code} of {runs[0] + tail}, expected "
                 f"{sys.argv[1]}")
