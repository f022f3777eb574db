"""Validates the report of a real run: validate.py SCHEMA REPORT..."""
import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    validator = jsonschema.Draft202012Validator(json.load(file))
failures = 0
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        for error in validator.iter_errors(json.load(file)):
            print("%s: %s: %s" % (path, error.json_path, error.message))
            failures += 1
sys.exit(1 if failures else 0)
