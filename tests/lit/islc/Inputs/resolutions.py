"""Checks the rows of resolutions.test: all there, once, in order, with tests that exist.

usage: resolutions.py LIST TESTS-DIRECTORY
"""
import pathlib
import re
import sys

rows = re.findall(r"^(Q-\d\d): .* \| (.*)$", pathlib.Path(sys.argv[1]).read_text(), re.M)
wanted = ["Q-%02d" % i for i in range(1, 69)]
bad = [] if [r[0] for r in rows] == wanted else ["rows are not %s to %s" % (wanted[0], wanted[-1])]
for name, tests in rows:
    for test in tests.split():
        if test != "-" and not (pathlib.Path(sys.argv[2]) / test).is_file():
            bad.append("%s: no test %s" % (name, test))
print("%d rows\n%s" % (len(rows), "\n".join(bad)))
sys.exit(bool(bad))
