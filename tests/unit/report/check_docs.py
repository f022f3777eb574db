#!/usr/bin/env python3
"""Holds the tables of docs/report.md against the schema, which is made from the description of the fields:
every field is named, none is named that is not there, and types are what they are.

usage: check_docs.py REPORT.md SCHEMA
"""
import json
import pathlib
import re
import sys

NAME = re.compile(r"`([^`]+)`")


def fields(schema, path=""):
    """(path, schema) of every field; "specs[].sites[]" is an element, "specs[].sites" the list."""
    for name, field in schema.get("properties", {}).items():
        own = path + name
        yield own, field
        yield from fields(field, own + ".")
        if "items" in field:
            yield from fields(field["items"], own + "[].")


def type_of(field):
    if "enum" in field:
        return "string"
    if "const" in field:
        return "integer"
    kind = field["type"]
    return " or ".join(kind) if isinstance(kind, list) else kind


def rows(text):
    """(section, first cell, type cell) of each row of a table of fields."""
    sections, columns = [""], []
    for line in text.splitlines():
        if line.startswith("## "):
            sections, columns = [name + "." for name in NAME.findall(line)] or [""], []
        elif not line.startswith("|"):
            columns = []
        elif not columns:
            columns = [cell.strip() for cell in line.strip("|").split("|")]
        elif columns[0] == "field" and not line.startswith("|---"):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            for section in sections:
                yield section, cells[0], cells[1] if columns[1] == "type" else ""


def named(section, cell, kind, known):
    """Paths that a row names; what is wrong with it goes to the second list."""
    found, wrong, parent = [], [], ""
    names = NAME.findall(cell)
    for place, name in enumerate(names):
        if place == 0:
            parent = name.rpartition(".")[0]
        path = section + (parent + "." if place > 0 and parent else "") + name
        found.append(path)
        if path not in known:
            wrong.append("there is no field `%s`" % path)
        elif len(names) == 1 and kind and not kind.startswith(type_of(known[path])):
            wrong.append("`%s` is of the type %s, not %s" % (path, type_of(known[path]), kind))
    listed = re.search(r"\{(.*)\}", kind)
    if listed and len(found) == 1 and found[0] in known:
        inner = NAME.findall(listed.group(1))
        there = list(known[found[0]].get("items", {}).get("properties", {}))
        if sorted(inner) != sorted(there):
            wrong.append("`%s` is an array of {%s}" % (found[0], ", ".join("`%s`" % n for n in there)))
        found += [found[0] + "[]." + name for name in inner]
    return found, wrong


def main(document, schema):
    known = dict(fields(json.loads(pathlib.Path(schema).read_text(encoding="utf-8"))))
    told, problems = set(), []
    for section, cell, kind in rows(pathlib.Path(document).read_text(encoding="utf-8")):
        found, wrong = named(section, cell, kind, known)
        told.update(found)
        problems += wrong
    for path in known:
        # A struct is told by its fields.
        if path not in told and not any(other.startswith(path + ".") for other in told):
            problems.append("`%s` is in no table" % path)
    if len(told) < 100:
        problems.append("only %d fields were found in the tables" % len(told))
    for problem in problems:
        print("%s: %s" % (document, problem))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
