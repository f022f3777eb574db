"""The cases: a folder each, with a driver and a case.json that says which versions leak and what must be found.

  issue         address of the report of the leak
  what          the leak in a few words
  leaking       coordinates (GROUP:NAME:VERSION) that only the leaking version needs
  repaired      those that only the repaired version needs
  both          those that both need
  args          arguments of the driver, the first of them the steps of a round
  repairedArgs  those of the repaired version, where they differ
  vm            options of the JVM
  unit          the unit of work to name, where the agent does not know it
  holder        globs of the holders that are right, as the report names them (CLASS.FIELD)
  holds         globs of the types that are right to pile up; any where it is absent
  also          globs of holders that are true besides, consequences of the same leak
"""

import fnmatch
import json
import os
import re
from collections import namedtuple

HERE = os.path.dirname(os.path.abspath(__file__))
COORDINATE = re.compile(r"[\w.-]+:[\w.-]+:[\w.-]+")
VERSIONS = ("leaking", "repaired")

Case = namedtuple("Case", "name folder issue what jars args vm unit holder holds also")

_REQUIRED = {"issue": str, "what": str, "leaking": list, "repaired": list, "args": list, "holder": list}
_OPTIONAL = {"both": list, "repairedArgs": list, "vm": list, "unit": str, "holds": list, "also": list}


class Malformed(Exception):
    """A case file that cannot be used; the text says why."""


def parse(name, text, folder=""):
    """The case of a case.json's text."""
    try:
        given = json.loads(text)
    except ValueError as error:
        raise Malformed(f"{name}: {error}") from error
    known = {**_REQUIRED, **_OPTIONAL}
    for key, value in given.items():
        if key not in known:
            raise Malformed(f"{name}: unknown key {key}")
        if not isinstance(value, known[key]):
            raise Malformed(f"{name}: {key} must be a {known[key].__name__}")
    absent = [key for key in _REQUIRED if key not in given]
    if absent:
        raise Malformed(f"{name}: {', '.join(absent)} is missing")
    jars = {version: given[version] + given.get("both", []) for version in VERSIONS}
    for coordinate in jars["leaking"] + jars["repaired"]:
        if not COORDINATE.fullmatch(coordinate):
            raise Malformed(f"{name}: {coordinate} is not GROUP:NAME:VERSION")
    args = {"leaking": given["args"], "repaired": given.get("repairedArgs", given["args"])}
    if jars["leaking"] == jars["repaired"] and args["leaking"] == args["repaired"]:
        raise Malformed(f"{name}: nothing tells the leaking version from the repaired one")
    if not given["holder"]:
        raise Malformed(f"{name}: no holder is said to be right")
    return Case(name, folder, given["issue"], given["what"], jars, args, given.get("vm", []), given.get("unit"),
                given["holder"], given.get("holds", ["*"]), given.get("also", []))


def names():
    return sorted(entry for entry in os.listdir(HERE) if os.path.exists(os.path.join(HERE, entry, "case.json")))


def load(name):
    folder = os.path.join(HERE, name)
    with open(os.path.join(folder, "case.json"), encoding="utf-8") as text:
        return parse(name, text.read(), folder)


def glob(text, patterns):
    """Whether a whole text is one of the globs. Only * and ? mean something: types hold brackets."""
    return any(fnmatch.fnmatchcase(text, pattern.replace("[", "[[]")) for pattern in patterns)
