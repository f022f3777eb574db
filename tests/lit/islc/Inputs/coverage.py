"""Fails when a kind of DiagKinds.def has no test that expects its text.

usage: coverage.py DiagKinds.def TEST-DIRECTORY
"""
import pathlib
import re
import sys

kinds = re.findall(r'^DIAG\((\w+), "(\w*)", (\w+), "((?:[^"\\]|\\.)*)"\)$',
                   pathlib.Path(sys.argv[1]).read_text(), re.M)
expected = []
for path in pathlib.Path(sys.argv[2]).rglob("*"):
    if path.suffix in (".isl", ".test"):
        text = path.read_text(errors="replace")
        expected += re.findall(r"expected-\w+ (?:@[+-]\d+ )?\{\{(.*)\}\}", text)
        expected += re.findall(r"^(?:\w+): (?:.*(?:error|warning|remark): )?(.*)$", text, re.M)

missing = []
for name, code, severity, text in kinds:
    if severity == "Note":
        continue
    text = re.sub(r"\\(.)", r"\1", text)
    pattern = ".*".join(re.escape(part) for part in re.split(r"%\d", text))
    pattern += re.escape(" [ISL-%s]" % code)
    if not any(re.fullmatch(pattern, e) for e in expected):
        missing.append("%s (%s)" % (name, code))
print("%d kinds, without a test: %s" % (len(kinds), ", ".join(missing) or "none"))
sys.exit(1 if missing else 0)
