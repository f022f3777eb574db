"""The programs with a known defect and their repairs: what the head of each says that a report must
name, and what is wrong with a report that does not."""

import glob
import json
import os
import re

import harness


def expectation(path):
    """The `expect:` line of a program's head as a dictionary; a bare word becomes a key."""
    with open(path, encoding="utf-8") as source:
        head = re.search(r"expect:(.*?)\*/", source.read(), re.S)
    if not head:
        return None
    # The stars that begin the comment's lines are no words, those of array elements ([*]) belong to one.
    words = re.sub(r"^ *\*", " ", head[1], flags=re.M).split()
    return {key: value for key, _, value in (word.partition("=") for word in words)}


def programs(folders=("tests/programs", "examples/*")):
    """(class, folder, expectation, arguments, leaks?) of every program with an expectation."""
    for pattern in folders:
        for path in sorted(glob.glob(os.path.join(harness.ROOT, pattern, "*.java"))):
            expect = expectation(path)
            if not expect:
                continue
            name, folder = os.path.basename(path)[:-len(".java")], os.path.dirname(path)
            if "verdict" in expect:
                args = expect["args"].split(",") if "args" in expect else []
                yield name, folder, expect, args, expect["verdict"] == "fail"
            elif "clean" in expect:
                yield name, folder, expect, [], False
            else:
                yield name, folder, expect, ["leak"], True
                yield name, folder, expect, ["clean"], False


def names_holder(sites, holder):
    """True when an edge ("Type.field" or its type alone) or a root of the sites' paths is it."""
    for site in sites:
        for path in site["paths"]:
            edges = [f"{edge['holderType']}.{edge['field']}" for edge in path["edges"]]
            edges += [edge["holderType"] for edge in path["edges"]]
            if holder in edges or holder in json.dumps(path["root"]):
                return True
    return False


def misplaced(expect, sites):
    """What the report of a leak does not name as expected, in words; empty when it does."""
    if not sites:
        return ["no site"]
    wrong = []
    top = sites[0]
    method = f"{top['class']}.{top['method']}"
    # What a library allocates without a line of the program has no method that a head could name.
    wanted = expect.get("method", method)
    if method != wanted:
        wrong.append(f"method {method}, not {wanted}")
    same_method = [s for s in sites if f"{s['class']}.{s['method']}" == wanted]
    if "first" in expect:
        # A program that names the first edge is strict: the very first site must be of the type.
        if top["type"] != expect["type"]:
            wrong.append(f"type {top['type']}, not {expect['type']}")
        edges = top["paths"][0]["edges"] if top["paths"] else []
        first = f"{edges[0]['holderType']}.{edges[0]['field']}" if edges else "none"
        if first != expect["first"]:
            wrong.append(f"first edge {first}, not {expect['first']}")
    elif expect["type"] not in [site["type"] for site in same_method]:
        wrong.append(f"type {top['type']}, not {expect['type']}")
    if not names_holder(same_method, expect["holder"]):
        wrong.append(f"no {expect['holder']} on a path")
    return wrong
