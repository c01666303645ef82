"""bad.py DIR: writes interface files with one mistake each to DIR."""
import os
import sys


def write(name, text):
    with open(os.path.join(sys.argv[1], name), "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())


call = '[{"py_function": "f", "cuda_function": "f", "args": %s}]'
integer = '[{"type": "int", "value": "%s"}]'
write("type.json", call % '"none"')
write("key.json", '[{"args": []}]')
write("dtype.json", '{"format": "m2k-iface/1", "cases": [{"function": "f",\n'
      '"tensors": [{"param": "x", "dtype": "f17", "shape": []}]}]}')
write("expression.json", call % integer % "1.0*s 2")
write("deep.json", call % integer % ("(" * 100 + "s" + ")" * 100))
write("nested.json", "[" * 100 + "]" * 100)
write("large.json", "[" + " " * 100_000_000 + "]")
write("bytes.json", call.encode() % b'[{"type": "str", "value": "\xff"}]')
