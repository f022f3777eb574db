"""Fetches jars that a catalogue names, with Maven and once: into build/jars/fetched, or $ISL_JARS.

A line of a catalogue is "SHA256  GROUP:ARTIFACT:VERSION[:CLASSIFIER]"; # starts a comment.
"""

import hashlib
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CACHE = os.environ.get("ISL_JARS", os.path.join(ROOT, "build", "jars", "fetched"))

POM = """<project><modelVersion>4.0.0</modelVersion>
<groupId>isl</groupId><artifactId>jars</artifactId><version>1</version><packaging>pom</packaging>
<build><plugins><plugin><groupId>org.apache.maven.plugins</groupId>
<artifactId>maven-dependency-plugin</artifactId><version>3.6.1</version><configuration>
<outputDirectory>%s</outputDirectory><prependGroupId>true</prependGroupId>
<artifactItems>%s</artifactItems></configuration></plugin></plugins></build></project>
"""


def fail(message):
    print(f"{os.path.basename(sys.argv[0])}: {message}", file=sys.stderr)
    sys.exit(2)


def read_catalogue(path):
    """The catalogue's (coordinates, sha256), in its order."""
    with open(path, encoding="utf-8") as lines:
        rows = [line.split("#")[0].split() for line in lines]
    return [(row[1], row[0]) for row in rows if row]


def jar_of(coordinates):
    group, *rest = coordinates.split(":")
    return os.path.join(CACHE, f"{group}.{'-'.join(rest)}.jar")


def item(coordinates):
    tags = ("groupId", "artifactId", "version", "classifier")
    parts = zip(tags, coordinates.split(":"))
    return "<artifactItem>" + "".join(f"<{t}>{v}</{t}>" for t, v in parts) + "</artifactItem>"


def download(coordinates):
    if not shutil.which("mvn"):
        fail("the jars are fetched with Maven, which is not installed (apt-get install maven)")
    print(f"fetching {len(coordinates)} jars with Maven", file=sys.stderr, flush=True)
    folder = os.path.join(ROOT, "build", "jars")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "pom.xml"), "w", encoding="utf-8") as pom:
        pom.write(POM % (CACHE, "".join(map(item, coordinates))))
    if subprocess.run(["mvn", "-B", "-q", "-f", pom.name, "dependency:copy"], stdout=sys.stderr,
                      check=False).returncode != 0:
        fail(f"Maven could not fetch all jars; put the missing ones into {CACHE} by hand")


def fetch(rows):
    """The paths of the jars of a catalogue's rows, each checked by its SHA-256."""
    missing = [coordinates for coordinates, _ in rows if not os.path.exists(jar_of(coordinates))]
    if missing:
        download(missing)
    for coordinates, expected in rows:
        with open(jar_of(coordinates), "rb") as data:
            if hashlib.sha256(data.read()).hexdigest() != expected:
                fail(f"{data.name} is not the expected file (sha256 differs): delete it, run again")
    return [jar_of(coordinates) for coordinates, _ in rows]
