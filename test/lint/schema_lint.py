#!/usr/bin/env python3
"""Checks JSON documents against a schema, with what Python brings along.

usage: schema_lint.py SCHEMA DOCUMENT...
       schema_lint.py SCHEMA --words VERDICT.def CHECK.def

Understands the keywords that our schemas use and refuses any other, so that
none is silently ignored. `--words` compares the words of the tables with the
enumerations of the schema instead.
"""

import json
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "integer": int,
         "number": (int, float), "boolean": bool}
KNOWN = {"$schema", "$id", "$ref", "$defs", "title", "description", "type",
         "required", "additionalProperties", "properties", "items", "const",
         "enum", "pattern", "minimum", "maximum", "minItems", "maxItems"}


def is_a(value, name):
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


def validate(root, schema, value, path, errors):
    for keyword in set(schema) - KNOWN:
        errors.append(f"{path}: the schema uses '{keyword}'")
    if "$ref" in schema:
        target = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        validate(root, target, value, path, errors)
    if "type" in schema:
        names = schema["type"]
        names = [names] if isinstance(names, str) else names
        if not any(is_a(value, name) for name in names):
            errors.append(f"{path}: expected {' or '.join(names)}")
            return
    if "const" in schema and value != schema["const"]:
        errors.append(f"{path}: expected {schema['const']}")
    if "enum" in schema and value not in schema["enum"]:
        errors.append(f"{path}: '{value}' is no known word")
    if isinstance(value, str) and not re.search(schema.get("pattern", ""),
                                                value):
        errors.append(f"{path}: '{value}' does not match")
    if isinstance(value, int) and not isinstance(value, bool):
        if not schema.get("minimum", value) <= value <= schema.get("maximum",
                                                                   value):
            errors.append(f"{path}: {value} is out of range")
    if isinstance(value, dict):
        validate_object(root, schema, value, path, errors)
    if isinstance(value, list):
        count = len(value)
        if not schema.get("minItems", count) <= count <= schema.get(
                "maxItems", count):
            errors.append(f"{path}: {count} items")
        for i, item in enumerate(value):
            validate(root, schema.get("items", {}), item, f"{path}[{i}]",
                     errors)


def validate_object(root, schema, value, path, errors):
    properties = schema.get("properties", {})
    for key in schema.get("required", []):
        if key not in value:
            errors.append(f"{path}: '{key}' is missing")
    for key, member in value.items():
        if key in properties:
            validate(root, properties[key], member, f"{path}.{key}", errors)
        elif schema.get("additionalProperties") is False:
            errors.append(f"{path}: unknown member '{key}'")


def table_words(path, macro):
    with open(path, encoding="utf-8") as table:
        return re.findall(rf'^{macro}\(\w+, "([^"]+)"', table.read(), re.M)


def compare_words(schema, verdicts, checks, errors):
    defs = schema["$defs"]
    pairs = [
        (defs["verdict"]["enum"], table_words(verdicts, "M2K_VERDICT")),
        (defs["finding"]["properties"]["check"]["enum"],
         table_words(checks, "M2K_CHECK")),
        (defs["case"]["properties"]["accesses"]["required"],
         table_words(verdicts, "M2K_VERDICT")),
    ]
    for ours, table in pairs:
        if ours != table:
            errors.append(f"the schema has {ours}, the table {table}")


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    with open(arguments[0], encoding="utf-8") as file:
        schema = json.load(file)
    errors = []
    if arguments[1] == "--words":
        compare_words(schema, arguments[2], arguments[3], errors)
    else:
        for path in arguments[1:]:
            with open(path, encoding="utf-8") as file:
                validate(schema, schema, json.load(file), path, errors)
    print("\n".join(errors) or "ok")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
