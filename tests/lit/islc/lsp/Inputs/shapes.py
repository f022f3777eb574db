"""Symbols, folding, semantic tokens and formatting of the shipping specs and of broken texts."""
import pathlib
import subprocess
import sys

from client import Client, apply, offset

islc, examples = sys.argv[1:]
client = Client(islc)
legend = client.initialized["capabilities"]["semanticTokensProvider"]["legend"]
URI = "file:///shapes.isl"


def tokens(text, **params):
    method = "range" if params else "full"
    data = client.ask("textDocument/semanticTokens/" + method, URI, **params)["data"]
    line = character = 0
    out = []
    for i in range(0, len(data), 5):
        down, right, length, kind, modifiers = data[i:i + 5]
        line, character = line + down, right if down else character + right
        begin = offset(text, {"line": line, "character": character})
        end = offset(text, {"line": line, "character": character + length})
        names = [m for n, m in enumerate(legend["tokenModifiers"]) if modifiers >> n & 1]
        out.append((text[begin:end], legend["tokenTypes"][kind], *names))
    return out


def symbols():
    return [(s["detail"], s["name"], [c["name"] for c in s.get("children", [])])
            for s in client.ask("textDocument/documentSymbol", URI)]


def folds():
    return [(f["startLine"], f["endLine"], f.get("kind")) for f in
            client.ask("textDocument/foldingRange", URI)]


def edits(text, **params):
    method = "rangeFormatting" if params else "formatting"
    return client.ask("textDocument/" + method, URI, options={"tabSize": 8}, **params)


client.open(URI, "")
assert symbols() == [] and tokens("") == [] and folds() == [] and edits("") == []
for path in sorted(pathlib.Path(examples).glob("*/*.isl")):
    text = path.read_text()
    assert client.change(URI, text) == [], path
    assert edits(text) == []
    assert "".join(t[0] for t in tokens(text) if t[1] == "comment").startswith("// ")
    spoilt = text.replace("  ", " \t ").replace(";\n", " ; \n").replace("(", "( ") + "\n \n"
    client.change(URI, spoilt)
    fmt = subprocess.run([islc, "fmt", "-"], input=spoilt.encode(), stdout=subprocess.PIPE, check=True)
    assert apply(spoilt, edits(spoilt)) == fmt.stdout.decode()

text = """// one
// two
const int N = 3; /* 😀
x */ Context C { type = "A"; }
TObject T {
  include = C;
  instance int n;
}
Event on_alloc(Object o) {
  o.n = N;
  deamplify(o);
}"""
client.change(URI, text)
assert symbols() == [("const", "N", []), ("Context", "C", ["type"]), ("TObject", "T", ["include", "n"]),
                     ("Event", "on_alloc", [])], symbols()
assert folds() == [(0, 1, "comment"), (2, 3, "comment"), (4, 6, None), (8, 10, None)], folds()
got = tokens(text)
for wanted in [("// two", "comment"), ("/* 😀", "comment"), ("x */", "comment"), ("const", "keyword"),
               ("int", "type", "defaultLibrary"), ("N", "variable", "declaration", "readonly"),
               ("N", "variable", "readonly"), ("C", "class", "declaration"), ('"A"', "string"),
               ("n", "property", "declaration"), ("on_alloc", "event", "defaultLibrary"),
               ("o", "parameter", "declaration"), ("o", "parameter"), ("=", "operator"),
               ("deamplify", "function", "defaultLibrary"), ("3", "number")]:
    assert wanted in got, (wanted, got)
part = {"start": {"line": 8, "character": 0}, "end": {"line": 8, "character": 25}}
assert [t[0] for t in tokens(text, range=part)] == ["Event", "on_alloc", "Object", "o"]

# The end of the file, and a range alone.
assert apply(text, edits(text)) == text + "\n"
client.change(URI, "TObject T {\ninstance int n;\ninstance int m;\n}\n")
line = {"start": {"line": 2, "character": 3}, "end": {"line": 2, "character": 3}}
only = edits("", range=line)
assert len(only) == 1 and only[0]["range"]["start"]["line"] == 2 and "  instance int m;" == only[0]["newText"]

# Broken: no edits, and the shape from what can be read.
client.change(URI, "Context C { type = \nTObject T { instance int n; p = \nEvent on_alloc(Object o) { if (")
assert edits("") is None
assert symbols() == [("Context", "C", ["type"]), ("TObject", "T", ["n", "p"]), ("Event", "on_alloc", [])], symbols()
assert ("Event", "keyword") in tokens("Context C { type = \nTObject T { instance int n; p = \nEvent on_alloc(Object o) { if (")
assert client.end() == 0
