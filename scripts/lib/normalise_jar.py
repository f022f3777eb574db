"""Rewrites a jar so that it depends on its content alone: entries sorted, times of SOURCE_DATE_EPOCH.

usage: normalise_jar.py JAR
"""

import os
import sys
import time
import zipfile


def main(path):
    stamp = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
    with zipfile.ZipFile(path) as jar:
        entries = {name: jar.read(name) for name in jar.namelist() if not name.endswith("/")}
    # The manifest is first in a jar; readers of streams count on it.
    order = sorted(entries, key=lambda name: (name != "META-INF/MANIFEST.MF", name))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as jar:
        for name in order:
            info = zipfile.ZipInfo(name, stamp)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            jar.writestr(info, entries[name])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
