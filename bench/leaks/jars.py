"""The jars of the cases: from Maven Central into the cache, checked by jars.sha256."""

import functools
import hashlib
import os
import sys
import urllib.request

import harness
from cases import HERE
from catalogue import Artifact

PINS = os.path.join(HERE, "jars.sha256")
pinning = False  # --pin


@functools.lru_cache(None)
def pins():
    with open(PINS, encoding="utf-8") as lines:
        return dict(reversed(line.split()) for line in lines)


def pin(coordinate):
    """Downloads a jar that has no checksum yet, and writes down the one it has."""
    group, name, version = coordinate.split(":")
    url = f"{harness.CENTRAL}/{group.replace('.', '/')}/{name}/{version}/{name}-{version}.jar"
    with urllib.request.urlopen(url) as answer:
        pins()[coordinate] = hashlib.sha256(answer.read()).hexdigest()
    with open(PINS, "w", encoding="utf-8") as out:
        out.writelines(f"{pins()[key]}  {key}\n" for key in sorted(pins()))


def fetch(coordinates):
    """The paths of the jars."""
    paths = []
    for coordinate in coordinates:
        if coordinate not in pins():
            if not pinning:
                sys.exit(f"{coordinate} has no checksum in {PINS}: --pin takes it up")
            pin(coordinate)
        paths.append(harness.fetch(Artifact(*coordinate.split(":"), pins()[coordinate])))
    return paths
