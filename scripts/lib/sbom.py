"""Prints the list of parts (CycloneDX 1.5) of an archive: what third-party code is linked into it, with versions.

usage: sbom.py VERSION SOURCES PORTABLE_TREE
"""

import hashlib
import json
import pathlib
import re
import subprocess
import sys
import uuid

# Linked into isl and islc, by the Debian package that the library comes from.
LINKED = {
    "llvm-14-dev": ("Apache-2.0 WITH LLVM-exception", "Support library"),
    "libantlr4-runtime-dev": ("BSD-3-Clause", "runtime of the parser"),
    "libfmt-dev": ("MIT", "formatting"),
    "libeigen3-dev": ("MPL-2.0", "fitting of curves"),
    "zlib1g-dev": ("Zlib", "compression"),
    "libtinfo-dev|libncurses-dev": ("X11", "terminal database"),
    "libc6-dev": ("LGPL-2.1-or-later", "static C library"),
    "libstdc++-12-dev|libstdc++-13-dev|libstdc++-14-dev": ("GPL-3.0-with-GCC-exception", "C++ library of isl and islc"),
}


def debian_version(names):
    for name in names.split("|"):
        query = subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", name],
                               capture_output=True, text=True)
        status, _, version = query.stdout.partition(" ")
        if query.returncode == 0 and status == "installed":
            return name, version
    return None


def component(kind, name, version, licence, what, **more):
    return {"type": kind, "name": name, "version": version, "description": what,
            "licenses": [{"expression": licence}], **more}


def main(version, sources, portable):
    parts = []
    for names, (licence, what) in LINKED.items():
        found = debian_version(names)
        if found is None:
            continue
        name, its_version = found
        parts.append(component("library", name, its_version, licence, what, purl=f"pkg:deb/debian/{name}@{its_version}"))
    zig = re.search(r"^ziglang==(\S+)", (sources / "scripts/lib/ziglang.txt").read_text(), re.M).group(1)
    parts.append(component("library", "ziglang", zig, "MIT AND Apache-2.0 WITH LLVM-exception",
                           "brings libc++, libc++abi and libunwind of the agents", purl=f"pkg:pypi/ziglang@{zig}"))
    for agent in sorted((portable / "agents").glob("*.so")):
        digest = hashlib.sha256(agent.read_bytes()).hexdigest()
        parts.append(component("file", f"agents/{agent.name}", version, "Apache-2.0", "prebuilt agent",
                               hashes=[{"alg": "SHA-256", "content": digest}]))
    body = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": component("application", "isl", version, "Apache-2.0",
                                            "finds memory problems of Java programs")},
        "components": parts,
    }
    # Of the content, not of chance: two builds print the same.
    serial = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(body, sort_keys=True))
    body["serialNumber"] = f"urn:uuid:{serial}"
    print(json.dumps(body, indent=2, sort_keys=True))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
