"""Prints the facts of a JSON report that do not change from run to run.

usage: report.py REPORT                verdict, top site and its first path of each spec
       report.py REPORT EXPRESSION...  values of Python expressions over the report `r`

In expressions `spec` is the first spec, `site` its first site and `path` that site's first path.
"""
import json
import sys


class Record(dict):
    """A JSON object whose fields read as attributes."""

    def __getattr__(self, name):
        return self[name]


def place(site):
    return "%s.%s:%d" % (site["class"], site.method, site.line)


def describe_path(path):
    edges = " <- ".join("%s.%s" % (edge.holderType, edge.field) for edge in path.edges)
    end = "truncated" if path.truncated else "root %s %s" % (path.root.kind, path.root.name)
    return "  path %s <- %s" % (edges, end)


def events(spec):
    """Runs and faults of each handler that runs for every event."""
    return "; ".join("%s %s %d faults" % (h.event, h["count"], h.faults) for h in spec.handlers
                     if h.mode != "deferred" and not h.event.startswith("on_reached"))


def by_type(spec):
    """Suspicious objects by the innermost name of their class; hidden classes as $$Lambda."""
    counts = {}
    for site in spec.sites:
        name = "$$Lambda" if "$$Lambda" in site.type else site.type.split("$")[-1]
        counts[name] = counts.get(name, 0) + site.suspiciousObjects
    return ", ".join("%s %d" % each for each in sorted(counts.items()))


def faults(spec):
    """The first fault of each handler that had some."""
    return "; ".join("%s: %s" % (h.event, h.firstFault) for h in spec.handlers if h.faults > 0)


def describe(spec, checks):
    print("spec %s: %s, %s checks, VSO %s 8" % (
        spec.name, spec.verdict, "40 or more" if checks >= 40 else checks,
        ">=" if spec.maxVso >= 8 else "<"))
    for site in spec.sites[:1]:
        print("  top %s type %s, %s" % (place(site), site.type, site.growth))
        for path in site.paths[:1]:
            print(describe_path(path))


def main(arguments):
    with open(arguments[0], encoding="utf-8") as file:
        r = json.load(file, object_pairs_hook=Record)
    spec = r.specs[0]
    if len(arguments) == 1:
        print("complete %s" % r.run.complete)
        for each in r.specs:
            describe(each, len(r.checks))
        return
    names = {"r": r, "spec": spec, "place": place, "describe_path": describe_path,
             "events": events, "by_type": by_type, "faults": faults}
    if spec.sites:
        names["site"] = spec.sites[0]
        if spec.sites[0].paths:
            names["path"] = spec.sites[0].paths[0]
    for expression in arguments[1:]:
        print("%s = %s" % (expression, eval(expression, names)))


main(sys.argv[1:])
