"""On which of its JDKs a test runs today, where all of them each day take too long."""

import os
import sys
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "scripts", "lib"))
from touched import touched  # noqa: E402  pylint: disable=wrong-import-position


def touched_lately():
    """The project's files that commits of two days touched; None: not known."""
    return touched(ROOT)


def of_the_day(path, releases, day, new):
    """Of a test's releases those of that day, an ordinal. `new`: files that were touched lately, or None for not known."""
    if new is None or path in new:
        return releases
    with open(path, encoding="utf-8", errors="replace") as text:
        lines = text.read()
    if any(os.path.basename(file) in lines for file in new if os.sep + "Inputs" + os.sep in file):
        return releases
    key = zlib.crc32(os.path.relpath(path, ROOT).encode())
    return [releases[(key + day) % len(releases)]] if releases else []
