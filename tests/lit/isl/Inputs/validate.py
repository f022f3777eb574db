"""Validates reports against docs/report.schema.json: validate.py SCHEMA REPORT..."""
import json
import sys

import jsonschema

schema = json.load(open(sys.argv[1], encoding="utf-8"))
errors = 0
for path in sys.argv[2:]:
    report = json.load(open(path, encoding="utf-8"))
    for error in jsonschema.Draft202012Validator(schema).iter_errors(report):
        print("%s: %s: %s" % (path, error.json_path, error.message[:300]))
        errors += 1
sys.exit(errors > 0)
