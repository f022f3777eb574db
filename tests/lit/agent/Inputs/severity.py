"""Compares the severity of reports with that of the first: severity.py FIRST OTHER... CLEAN"""
import json
import os
import sys


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def about(count):
    return next((n for n in (40, 160) if 0.8 * n <= count <= 1.2 * n), "not 40 or 160 but %d" % count)


paths = sys.argv[1:]
first = load(paths[0])["specs"][0]["severity"]
for path in paths[:-1]:
    report = load(path)
    severity = report["specs"][0]["severity"]
    line = "%s: about %s checks" % (os.path.basename(path), about(len(report["checks"])))
    if path != paths[0]:
        same = 0.5 < first <= 1 and abs(severity / first - 1) <= 0.1
        line += ", severity %s %s" % ("as" if same else "%.3f, not %.3f as in" % (severity, first),
                                      os.path.basename(paths[0]))
    print(line)
clean = load(paths[-1])["specs"][0]["severity"]
print("%s: severity %.2f" % (os.path.basename(paths[-1]), clean))
