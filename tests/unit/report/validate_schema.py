#!/usr/bin/env python3
"""Lets the unit test write its example reports and validates each against the schema.

usage: validate_schema.py SCHEMA UNIT_TEST_BINARY
"""
import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import jsonschema


def write_examples(binary, directory):
    subprocess.run(
        [binary, "--gtest_filter=Json.WritesExamplesForTheSchemaCheck"],
        env={**os.environ, "ISL_REPORT_EXAMPLES": directory},
        check=True, stdout=subprocess.DEVNULL)
    return {path.stem: json.loads(path.read_text(encoding="utf-8"))
            for path in pathlib.Path(directory).glob("*.json")}


def broken(full):
    """Reports that the schema must refuse: a schema that accepts everything would pass unseen."""
    def change(act):
        report = copy.deepcopy(full)
        act(report)
        return report
    yield "an unknown field", change(lambda r: r["run"].update(extra=1))
    yield "a missing field", change(lambda r: r["specs"][0].pop("verdict"))
    yield "an unknown verdict", change(lambda r: r["specs"][0].update(verdict="maybe"))
    yield "a renamed edge", change(lambda r: r["specs"][0]["sites"][0]["paths"][0]["edges"][0].update(site=""))


def main(schema_path, binary):
    schema = json.loads(pathlib.Path(schema_path).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failures = 0
    with tempfile.TemporaryDirectory() as directory:
        reports = write_examples(binary, directory)
    if set(reports) != {"full", "open", "empty", "filled1", "filled2", "filled3"}:
        print("the unit test wrote", sorted(reports))
        return 1
    for name, report in reports.items():
        for error in validator.iter_errors(report):
            print(f"{name}: {error.json_path}: {error.message}")
            failures += 1
    for what, report in broken(reports["full"]):
        if validator.is_valid(report):
            print(f"the schema accepts {what}")
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
