"""Compiles specs that hold one mistake each and compares code, range and replacement.

usage: mistakes.py ISLC CASES WORKDIR

A case begins with `--- CODE [option...]` and is the text up to the next one. `@<` and `@>` stand
around the range that the message must have (an empty one is a place), `@here` before the line
that a note must point at. Options: `in=NAME` puts the text into the handler NAME of a complete
spec; `fix=TEXT` is the replacement that must be offered (`~` for a blank); `says=TEXT` must be part
of the message; every other word is an argument of islc. No other error, and for a warning no other
warning, may be reported.
"""
import json
import pathlib
import re
import subprocess
import sys

PARAMETERS = {"on_read": "Object o, Field f, Word w1, Word w2",
              "on_write": "Object o, Field f, Word w1, Word w2",
              "on_rw": "Object o, Field f, Word w1, Word w2",
              "on_call": "Object o, Method m, Word w1, Word w2", "on_alloc": "Object o",
              "on_reached": "Object o, Field f", "on_reachedOnce": "Object o"}
PRELUDE = """Context C { type = "java.lang.String"; }
History H { type = "int"; size = UserParameter; }
Partition P { kind = all; history = H; }
TObject T {
  include = C; partition = P;
  instance boolean flag = false; instance int count = 0; instance double rate = 0;
}
"""


def spec(text, options):
    handler = options.get("in")
    if not handler:
        return text
    rest = ""
    if handler != "on_reachedOnce":
        rest = ("Event on_reachedOnce(Object o) {\n  if (o.flag & o.count > 1 | o.rate < 1) amplify(o);"
                " else deamplify(o);\n  H h = getHistory(o); h.update(o.count);"
                " if (h.isFull()) { o.flag = true; o.rate = 1; o.count = 1; }\n}\n")
    return "%s%sEvent %s(%s) {\n%s}\n" % (PRELUDE, rest, handler, PARAMETERS[handler], text)


def place(text, offset):
    before = text[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


def compile_case(islc, path, code, options, args):
    quiet = [] if code[0] in "WPN" else ["-w"]
    done = subprocess.run([islc, "--check", "--diagnostics-format=json", *quiet, *args, str(path)],
                          stderr=subprocess.PIPE, text=True, errors="replace")
    return json.loads(done.stderr)


def problems(found, code, options, where, note):
    if code == "OK":
        return ["unexpected " + m["code"] for m in found]
    wanted = "ISL-" + code
    out = ["also %s at %s:%s" % (m.get("code"), m.get("line"), m.get("column"))
           for m in found if m.get("code") != wanted]
    hits = [m for m in found if m.get("code") == wanted]
    if len(hits) != 1:
        return out + ["%d times" % len(hits)]
    m = hits[0]
    got = (m.get("line"), m.get("column"), m.get("endLine"), m.get("endColumn"))
    if where and got != where:
        out.append("at %s:%s-%s:%s, expected %s:%s-%s:%s" % (got + where))
    fixes = [f["text"] for f in m.get("fixes", [])]
    if "fix" in options and options["fix"].replace("~", " ") not in fixes:
        out.append("replacements %s" % fixes)
    if "says" in options and options["says"].replace("~", " ") not in m["message"]:
        out.append("says: " + m["message"])
    if note and note not in [n.get("line") for n in m.get("notes", [])]:
        out.append("notes at %s, expected %d" % ([n.get("line") for n in m.get("notes", [])], note))
    return out


def main():
    islc, cases, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    parts = re.split(r"^--- (.*)\n", cases.read_text(), flags=re.M)[1:]
    failed = 0
    for number, (head, text) in enumerate(zip(parts[::2], parts[1::2])):
        code, *words = head.split()
        options = dict(w.split("=", 1) for w in words if re.match(r"(in|fix|says)=", w))
        args = [w for w in words if not re.match(r"(in|fix|says)=", w)]
        text = spec(text, options)
        note = None
        at = text.find("@here")
        if at >= 0:
            note = text[:at].count("\n") + 1
            text = text.replace("@here", "", 1)
        where = None
        start = text.find("@<")
        if start >= 0:
            text = text.replace("@<", "", 1)
            end = text.index("@>")
            text = text.replace("@>", "", 1)
            where = place(text, start) + place(text, end)
        path = folder / ("case%03d.isl" % number)
        path.write_text(text)
        wrong = problems(compile_case(islc, path, code, options, args), code, options, where, note)
        if wrong:
            failed += 1
            print("%s: %s: %s" % (path, head, "; ".join(wrong)))
    print("%d cases, %d failures" % (len(parts) // 2, failed))
    sys.exit(failed != 0 or not parts)


main()
