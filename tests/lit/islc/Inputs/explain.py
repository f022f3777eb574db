"""Compiles the examples of islc --explain: a right one says nothing, a wrong one exactly its code.

usage: explain.py ISLC DiagKinds.def WORKDIR
"""
import json
import pathlib
import re
import subprocess
import sys

islc, kinds, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
OPTIONS = {"E442": ["--strict"], "E703": ["--paper"], "W617": ["--classpath=/nonexistent"],
           "W618": ["-WW618"],
           "N901": ["-WN901"]}
# Told in words: an option of the command line, and programs of many lines.
WITHOUT = {"E316", "E705", "E319", "E320", "E505"}


def codes(path, code, right):
    options = OPTIONS.get(code, [])
    if code.startswith("P"):
        options = ["-Wperf"]
    stage = ["--check"]
    done = subprocess.run([islc, *stage, *(options or []), "--diagnostics-format=json", str(path)],
                          stderr=subprocess.PIPE, text=True,
                          errors="replace")
    return {m["code"].replace("ISL-", "") for m in json.loads(done.stderr)}


subprocess.run([islc, "--write-examples=" + str(folder)], check=True)
failed = 0
for code in sorted(set(re.findall(r'^DIAG\(\w+, "(\w+)"', kinds.read_text(), re.M))):
    said = subprocess.run([islc, "--explain=" + code], stdout=subprocess.PIPE, text=True,
                          errors="replace")
    wrong, right = folder / (code + "-wrong.isl"), folder / (code + "-right.isl")
    if said.returncode or not wrong.exists():
        if said.returncode or code not in WITHOUT:
            print("%s: not explained by an example" % code)
            failed += 1
        continue
    got = codes(wrong, code, False)
    if code.startswith("P"):
        got = {c for c in got if c == code or not c.startswith("P")}
    if got != {code}:
        print("%s: the wrong example gives %s" % (code, sorted(got)))
        failed += 1
    got = codes(right, code, True)
    if code.startswith("P"):
        got -= {c for c in got if c.startswith("P") and c != code}
    if got:
        print("%s: the right example gives %s" % (code, sorted(got)))
        failed += 1
print("%d failures" % failed)
sys.exit(failed != 0)
