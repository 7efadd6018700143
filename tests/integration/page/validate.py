#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Hostline Authors
# SPDX-License-Identifier: Apache-2.0
"""validate.py OPENAPI FILE: each line of FILE is {"schema": NAME, "body": ...}; says which do not fit."""
import json
import sys

import yaml
from jsonschema import Draft202012Validator, RefResolver

with open(sys.argv[1], encoding="utf-8") as source:
    document = yaml.safe_load(source)
resolver = RefResolver.from_schema(document)
validators = {
    name: Draft202012Validator({"$ref": f"#/components/schemas/{name}"}, resolver=resolver)
    for name in document["components"]["schemas"]
}
wrong = set()
count = 0
with open(sys.argv[2], encoding="utf-8") as lines:
    for line in filter(str.strip, lines):
        said = json.loads(line)
        count += 1
        for error in validators[said["schema"]].iter_errors(said["body"]):
            wrong.add(f"{said['schema']} at /{'/'.join(map(str, error.absolute_path))}: {error.message}")
print(f"{count} bodies and events, {len(wrong)} kinds of misfit")
print("\n".join(sorted(wrong)))
sys.exit(1 if wrong or count == 0 else 0)
