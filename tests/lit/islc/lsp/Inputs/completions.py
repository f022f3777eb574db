"""Completion by context: in each text, `|` is the cursor."""
import os
import shutil
import sys
import zipfile

from client import Client, position

islc, folder = sys.argv[1:]
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder + "/classes/shop")
for name in ("Cart", "Cart$Line", "Cart$1", "Till"):
    open("%s/classes/shop/%s.class" % (folder, name), "w").close()
with zipfile.ZipFile(folder + "/store.jar", "w") as jar:
    jar.writestr("shop/store/Shelf.class", b"")
    jar.writestr("META-INF/MANIFEST.MF", b"")
client = Client(islc, "--classpath=" + folder + "/classes", capabilities={
    "textDocument": {"completion": {"completionItem": {"snippetSupport": True}}}},
    settings={"classpath": [folder + "/classes", folder + "/store.jar"]})
plain = Client(islc)
client.open("file:///c.isl", "")
plain.open("file:///c.isl", "")

FRAME = """History Uses { type = "int"; size = 4; }
Partition P { kind = all; history = Uses; }
Context Tables { type = "A"; }
TObject T { include = Tables; partition = P; instance boolean used; instance long last; }
const int LIMIT = 3;
"""


def complete(text, by=client):
    at = text.index("|")
    text = text.replace("|", "", 1)
    by.change("file:///c.isl", text)
    result = by.ask("textDocument/completion", "file:///c.isl", position=position(text, at))
    return {item["label"]: item for item in result["items"]}


def labels(text, *wanted, exactly=True, without=()):
    got = complete(text)
    missing = set(wanted) - set(got)
    extra = set(got) - set(wanted) if exactly else set(without) & set(got)
    assert not missing and not extra, "%s\nmissing %s, extra %s" % (text, missing, extra)
    return got


EVENTS = ["on_read", "on_write", "on_rw", "on_call", "on_alloc", "on_reached", "on_reachedOnce", "on_died"]
top = labels("|", "Context", "History", "Partition", "Boundary", "TObject", "const",
             *("Event " + e for e in EVENTS))
assert top["Event on_call"]["textEdit"]["newText"] == \
    "Event on_call(Object o, Method m, Word w1, Word w2) {\n  $0\n}"
labels("TObject T { }\nCon|", "Context", exactly=False, without=["TObject"])
handled = labels("Event on_alloc(Object o) { }\nEvent on_|", *set(EVENTS) - {"on_alloc"})
assert handled["on_read"]["textEdit"] == {
    "range": {"start": {"line": 1, "character": 6}, "end": {"line": 1, "character": 9}},
    "newText": "on_read(Object o, Field f, Word w1, Word w2) {\n  $0\n}"}
assert "Heap" not in handled["on_read"]["documentation"]["value"]
assert complete("Event on_re|(Object o) { }")["on_reached"]["textEdit"]["newText"] == "on_reached"
labels("Context |")
labels("Context C { | }", "type", "path", "sequence")
labels('Context C { type = "A"; | }', "path", "sequence")
named = labels("Boundary B { | }", "method")
assert named["method"]["textEdit"]["newText"] == 'method = "$1";'
labels('Boundary B { method = "|"; }')
labels('Boundary B { method = "a.B.c"; }\n|', "TObject", exactly=False, without=["Boundary"])
labels("TObject T { instance int n; inc| }", "include", "partition", "defect", "instance")
labels("TObject T { instance | }", "boolean", "byte", "short", "char", "int", "long", "float", "double")
labels(FRAME + "Context C { path = | }", "Tables", "C")
labels(FRAME + "Partition Q { history = | }", "Uses")
labels(FRAME + "TObject U { partition = | }", "P")
labels(FRAME + "TObject U { defect = | }", "growth", "presence")
kinds = labels("Partition P { kind = | }", "all", "alloc", "context", "single", "type")
assert kinds["context"]["textEdit"]["newText"] == "context[${1:16}]"
assert complete("Partition P { kind = | }", plain)["context"]["textEdit"]["newText"] == "context[16]"
labels(FRAME + "History H { size = | }", "LIMIT", "UserParameter", "MAX_NUM_FIELDS")
types = labels('History H { type = "|" }', exactly=False, *["boolean", "double"])
assert types["int"]["textEdit"]["newText"] == "int"
assert complete("History H { type = | }")["int"]["textEdit"]["newText"] == '"int"'
labels("Event on_alloc(|", "Object", "Word", "Field", "Method", "Type", "History")

# Java types of the class path, also by their last word; classes without a name are none.
labels('Context C { type = "shop.|"; }', "shop.Cart", "shop.Cart.Line", "shop.Till", "shop.store.Shelf")
labels('Context C { type = "Sh|"; }', "shop.Cart", "shop.Cart.Line", "shop.Till", "shop.store.Shelf", exactly=False)
# Those of the JDK as well, in any case of letters.
labels('Context C { type = "java.util.concurrent.concurrenth|"; }', "java.util.concurrent.ConcurrentHashMap",
       exactly=False, without=["java.util.HashMap"])
labels('Context C { type = "LinkedHashM|"; }', "java.util.LinkedHashMap", exactly=False)
everything = complete('Context C { type = "java.|"; }')
assert len(everything) == 200, len(everything)
labels('Context C { type = "Li|"; }', "shop.Cart.Line", exactly=False)
labels('Context C { sequence = "|"; }')
labels('Context C { type = "A" | }')

# Members by the type of what stands before the dot.
FIELD = ["isPrimitive", "index", "offset", "isArrayElement", "isRoot"]
TYPE = ["isReference", "isPrimitive", "isVoid", "isArray"]
HISTORY = ["update", "get", "last", "contains", "length", "capacity", "isFull",
           "containsSameValue", "subHistory"]
ACCESS = FRAME + "Event on_rw(Object o, Field f, Word w1, Word w2) { "
CHECK = FRAME + "Event on_reachedOnce(Object o) { "
labels(ACCESS + "o.|", "used", "last")
labels(ACCESS + "if (o.us| ) return; }", "used", "last")
labels(ACCESS + "f.|; }", *FIELD)
labels(ACCESS + "addressToObject(w1, w2).|", "used", "last")
labels(FRAME + "Event on_call(Object o, Method m, Word a, Word b) { m.|",
       "getReturnType", "isStatic", "isNamed", "id")
labels(FRAME + "Event on_call(Object o, Method m, Word a, Word b) { m.getReturnType().|", *TYPE)
labels(CHECK + "Uses h = getHistory(o); h.|", *HISTORY)
labels(CHECK + "getHistory(o).subHistory(0, 2).|", *HISTORY)
labels(CHECK + "Object[] a = (Object[]) o; int x = a.|", "length")
labels(CHECK + "((int[]) o).|", "length")
labels(CHECK + "Object[] a = (Object[]) o; a[0].|", "used", "last")
labels(CHECK + "int n = 1; n.|")
labels(CHECK + "1.|")

# Names in scope, words and built-in functions that the event has.
inside = labels(CHECK + "int n = 1, m = 2; { int gone = 0; } for (Object e : x) { |",
                "o", "n", "m", "e", "LIMIT", "if", "Uses", "break", "getHistory", "amplify",
                exactly=False, without=["gone", "addressToObject"])
assert inside["amplify"]["textEdit"]["newText"] == "amplify(${1:o})"
assert inside["ticks"]["textEdit"]["newText"] == "ticks()" and inside["ticks"]["detail"] == "long ticks()"
assert inside["amplify"]["detail"] == "void amplify(Object o)"
labels(ACCESS + "long v = |", "combine", "addressToObject", "w1", exactly=False, without=["if"])
assert complete(ACCESS + "comb|(w1, w2)")["combine"]["textEdit"]["newText"] == "combine"
labels(CHECK + "int |")
labels(CHECK + "|", "if", exactly=False, without=["break"])
labels(CHECK + "// o.|")
labels(CHECK + "/* o.| */ }")

# The class path is looked at for messages too, and may change.
codes = [d["code"] for d in client.change(
    "file:///c.isl", 'Context C { type = "shop.Cart.Line"; }\nContext D { type = "shop.Lost"; }\nTObject T { }\n')]
assert codes.count("ISL-W617") == 1, codes
client.notify("workspace/didChangeConfiguration", {"settings": {"isl": {"classpath": []}}})
assert "ISL-W617" not in [d["code"] for d in client.diagnostics()]
labels('Context C { type = "shop.|"; }')
assert client.end() == 0 and plain.end() == 0
