"""Compiles the examples of a document: ```isl is accepted without a word, ```isl-error CODE gives
exactly that code.

usage: documented.py ISLC DOCUMENT.md WORKDIR
"""
import json
import pathlib
import re
import subprocess
import sys

islc, document, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
folder.mkdir(parents=True, exist_ok=True)
text, failed, count = document.read_text(), 0, 0
for m in re.finditer(r"^```isl(?:-error (\w+))?\n(.*?)^```$", text, re.M | re.S):
    line = text.count("\n", 0, m.start()) + 1
    path = folder / ("line%d.isl" % line)
    path.write_text(m.group(2))
    done = subprocess.run([islc, "--check", "--diagnostics-format=json", str(path)],
                          stderr=subprocess.PIPE, text=True)
    got = {d["code"] for d in json.loads(done.stderr)}
    wanted = {"ISL-" + m.group(1)} if m.group(1) else set()
    count += 1
    if got != wanted:
        print("line %d: %s, expected %s\n%s" % (line, got or "accepted", wanted or "nothing",
                                                done.stderr))
        failed += 1
print("%d examples, %d failures" % (count, failed))
sys.exit(failed != 0 or count == 0)
