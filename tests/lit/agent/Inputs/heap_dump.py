"""Looks a report's paths up in a heap dump of the same process: heap_dump.py REPORT DUMP.

For the first site of the first spec, and each of its paths: are there objects of the site's type, held by
objects of the first edge's type in its field, these held by the next, and so on up to a root of the
kind that the path ends with? Prints each path with the number of objects at each edge; ends with 1 when an
edge or a root is not in the dump.
"""
import json
import struct
import sys

SIZES = {4: 1, 5: 2, 6: 4, 7: 8, 8: 1, 9: 2, 10: 4, 11: 8}  # primitive types; 2 is an object
ROOTS = {0xff: ("unknown", 0), 0x01: ("jni-global", 8), 0x02: ("jni-local", 8), 0x03: ("stack", 8),
         0x04: ("stack", 4), 0x05: ("system-class", 0), 0x06: ("thread", 4), 0x07: ("monitor", 0),
         0x08: ("thread", 8)}
PRIMITIVES = {"Z": "boolean", "B": "byte", "C": "char", "S": "short", "I": "int", "J": "long",
              "F": "float", "D": "double"}


def display(name):
    """Name of a class as reports write it."""
    name = name.replace("/", ".")
    dims = len(name) - len(name.lstrip("["))
    if dims == 0:
        return name
    element = name[dims:]
    return (element[1:-1] if element[0] == "L" else PRIMITIVES[element]) + "[]" * dims


class Dump:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        self.strings, self.names = {}, {}
        self.classes = {}    # id -> (super, [(field, type)], {static: object})
        self.instances = {}  # id -> (class, offset of its fields)
        self.arrays = {}     # id -> (class, [objects])
        self.roots = {}      # kind -> {id}
        at = self.data.index(b"\0") + 1
        if struct.unpack_from(">I", self.data, at)[0] != 8:
            sys.exit("heap_dump.py: identifiers of 8 bytes are expected")
        at += 12
        while at < len(self.data):
            tag, _, length = struct.unpack_from(">BII", self.data, at)
            self.record(tag, at + 9, length)
            at += 9 + length

    def id(self, at):
        return struct.unpack_from(">Q", self.data, at)[0]

    def record(self, tag, at, length):
        if tag == 0x01:
            self.strings[self.id(at)] = self.data[at + 8:at + length].decode("utf-8", "replace")
        elif tag == 0x02:
            self.names[self.id(at + 4)] = self.id(at + 16)
        elif tag in (0x0c, 0x1c):
            end = at + length
            while at < end:
                at = self.part(at)

    def part(self, at):
        tag = self.data[at]
        if tag in ROOTS:
            kind, more = ROOTS[tag]
            self.roots.setdefault(kind, set()).add(self.id(at + 1))
            return at + 9 + (8 if tag == 0x01 else more)
        if tag == 0x20:
            return self.class_part(at)
        if tag == 0x21:
            length = struct.unpack_from(">I", self.data, at + 21)[0]
            self.instances[self.id(at + 1)] = (self.id(at + 13), at + 25)
            return at + 25 + length
        if tag == 0x22:
            count = struct.unpack_from(">I", self.data, at + 13)[0]
            self.arrays[self.id(at + 1)] = (self.id(at + 17),
                                            struct.unpack_from(f">{count}Q", self.data, at + 25))
            return at + 25 + 8 * count
        if tag == 0x23:
            count = struct.unpack_from(">I", self.data, at + 13)[0]
            return at + 18 + count * SIZES[self.data[at + 17]]
        sys.exit(f"heap_dump.py: a part of kind {tag:#x} at {at} is not known")

    def class_part(self, at):
        own, parent = self.id(at + 1), self.id(at + 13)
        at += 1 + 8 + 4 + 6 * 8 + 4
        count, at = struct.unpack_from(">H", self.data, at)[0], at + 2
        for _ in range(count):
            at += 3 + self.size(self.data[at + 2])
        count, at = struct.unpack_from(">H", self.data, at)[0], at + 2
        statics = {}
        for _ in range(count):
            kind = self.data[at + 8]
            if kind == 2:
                statics[self.strings.get(self.id(at), "?")] = self.id(at + 9)
            at += 9 + self.size(kind)
        count, at = struct.unpack_from(">H", self.data, at)[0], at + 2
        fields = []
        for _ in range(count):
            fields.append((self.strings.get(self.id(at), "?"), self.data[at + 8]))
            at += 9
        self.classes[own] = (parent, fields, statics)
        return at

    @staticmethod
    def size(kind):
        return 8 if kind == 2 else SIZES[kind]

    def name(self, class_id):
        return display(self.strings[self.names[class_id]])

    def fields(self, instance):
        """(field, object) of all reference fields, superclasses last as in the dump."""
        class_id, at = self.instances[instance]
        while class_id:
            parent, fields, _ = self.classes[class_id]
            for name, kind in fields:
                if kind == 2:
                    yield name, self.id(at)
                at += self.size(kind)
            class_id = parent

    def of_type(self, wanted):
        ids = {c for c in self.classes if c in self.names and self.name(c) == wanted}
        found = {i for i, (c, _) in self.instances.items() if c in ids}
        return found | {i for i, (c, _) in self.arrays.items() if c in ids}

    def holders(self, edge, held):
        candidates = self.of_type(edge["holderType"])
        if edge["field"] == "[*]":
            return {i for i in candidates if i in self.arrays and not held.isdisjoint(self.arrays[i][1])}
        names = edge["field"].split("|")
        return {i for i in candidates if i in self.instances
                and any(n in names and o in held for n, o in self.fields(i))}

    def climb(self, edge, held):
        if edge["repeats"] == 1:
            return self.holders(edge, held)
        reached, fresh = set(), held
        while fresh:  # a run: any number of edges, the last holder is among them
            fresh = self.holders(edge, fresh) - reached
            reached |= fresh
        return reached

    def is_root(self, root, held):
        if root["kind"] in ("static", "thread-local"):
            owner, field = root["name"].rsplit(".", 1)
            static = {self.classes[c][2].get(field) for c in self.classes
                      if c in self.names and self.name(c) == owner}
            if root["kind"] == "static":
                return not static.isdisjoint(held)
            # The last holder is an entry that refers to the thread local.
            return any(name == "referent" and o in static for i in held for name, o in self.fields(i))
        return not held.isdisjoint(self.roots.get(root["kind"], set()))


def main(report, dump):
    with open(report, encoding="utf-8") as file:
        site = json.load(file)["specs"][0]["sites"][0]
    dump = Dump(dump)
    good = bool(site["paths"])
    for path in site["paths"]:
        held = dump.of_type(site["type"])
        text = f"{site['type']} ({len(held)})"
        for edge in path["edges"]:
            held = dump.climb(edge, held)
            text += f" <- {edge['holderType']}.{edge['field']} ({len(held)})"
        rooted = path["truncated"] or dump.is_root(path["root"], held)
        good = good and bool(held) and rooted
        root = "truncated" if path["truncated"] else f"{path['root']['kind']} {path['root']['name']}"
        print(f"{text} <- {root}: {'in the dump' if held and rooted else 'NOT IN THE DUMP'}")
    return 0 if good else 1


sys.exit(main(*sys.argv[1:]))
