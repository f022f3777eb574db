"""Reads a JUnit XML file as its consumers do and prints suites and cases; fails when counts are wrong."""
import sys
import xml.etree.ElementTree as tree

root = tree.parse(sys.argv[1]).getroot()
assert root.tag == "testsuites", root.tag
for suite in root.findall("testsuite"):
    cases = suite.findall("testcase")
    found = {name: sum(case.find(tag) is not None for case in cases)
             for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped"))}
    found["tests"] = len(cases)
    for name, count in found.items():
        assert int(suite.get(name)) == count, (name, suite.get(name), count)
    print("suite", suite.get("name"), *("%s %s" % (name, found[name]) for name in ("tests", "failures", "skipped")))
    for case in cases:
        kind = next((child.tag for child in case if child.tag in ("failure", "skipped")), "passed")
        print(kind, case.get("classname"), case.get("name"))
