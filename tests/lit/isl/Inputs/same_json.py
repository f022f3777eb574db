"""Fails when two JSON files do not hold the same values, but for what isl adds: the outlook, and the work of each site."""
import json
import sys


def without_additions(path):
    with open(path, encoding="utf-8") as text:
        report = json.load(text)
    report.pop("outlook", None)
    for spec in report["specs"]:
        for site in spec["sites"]:
            site.pop("work", None)
    return report


first, second = map(without_additions, sys.argv[1:])
sys.exit(first != second)
