"""Definition, references, highlights and rename, in a whole and in a broken text."""
import sys

from client import Client, apply, offset, position

client = Client(sys.argv[1])
URI = "file:///names.isl"
TEXT = """/* 😀 ü */ const int LIMIT = 3;
History Uses { type = "int"; size = LIMIT; }
Partition P { kind = all; history = Uses; }
TObject T { partition = P; instance int n = 0; }
Event on_alloc(Object o) { o.n = 1; }
Event on_reachedOnce(Object o) {
  Uses uses = getHistory(o);
  for (int i = 0; i < LIMIT; ++i) uses.update(o.n + i);
  if (uses.isFull()) amplify(o); else deamplify(o);
}
"""


def nth(word, n=0, text=TEXT):
    """The offset behind the first character of an occurrence of the word."""
    at = -1
    for _ in range(n + 1):
        at = text.index(word, at + 1)
    return at + 1


def words(result, text=TEXT):
    out = []
    for item in result:
        begin, end = (offset(text, item["range"][side]) for side in ("start", "end"))
        out.append((text[begin:end], begin))
    return out


def definition(at, text=TEXT):
    result = client.ask("textDocument/definition", URI, position=position(text, at))
    return result and words([result], text)[0]


def references(at, declaration=True, text=TEXT):
    return words(client.ask("textDocument/references", URI, position=position(text, at),
                            context={"includeDeclaration": declaration}), text)


def renamed(at, name, text=TEXT):
    changes = client.ask("textDocument/rename", URI, position=position(text, at), newName=name)
    return apply(text, changes["changes"][URI])


def refused(at, name, why):
    for method, more in (("textDocument/rename", {"newName": name}),):
        try:
            client.ask(method, URI, position=position(TEXT, at), **more)
        except RuntimeError as error:
            assert why in str(error), error
        else:
            raise AssertionError("%s was not refused" % name)


assert client.open(URI, TEXT) == []
assert definition(nth("LIMIT", 2)) == ("LIMIT", nth("LIMIT") - 1)
assert definition(nth("Uses;")) == ("Uses", nth("Uses") - 1)
assert definition(nth("Uses uses")) == ("Uses", nth("Uses") - 1)
assert definition(nth("uses.update")) == ("uses", nth("uses =") - 1)
assert definition(nth("n + i")) == ("n", nth("n = 0") - 1)
assert definition(nth("amplify")) is None
assert definition(nth("all")) is None
assert [w for w, _ in references(nth("LIMIT"))] == ["LIMIT"] * 3
assert len(references(nth("LIMIT"), declaration=False)) == 2
assert len(references(nth("n = 0"))) == 3
assert len(references(nth("Uses"))) == 3
assert len(references(nth("o)", 1))) == 5  # the parameter of one handler only
assert len(client.ask("textDocument/documentHighlight", URI,
                      position=position(TEXT, nth("uses ")))) == 3

place = client.ask("textDocument/prepareRename", URI, position=position(TEXT, nth("LIMIT")))
assert place == {"start": {"line": 0, "character": 21}, "end": {"line": 0, "character": 26}}, place
out = renamed(nth("LIMIT", 1), "WINDOW")
assert "LIMIT" not in out and out.count("WINDOW") == 3
out = renamed(nth("n = 0"), "count")
assert "instance int count = 0" in out and "o.count = 1" in out and "o.count + i" in out
assert "instance" in out
out = renamed(nth("Uses"), "Window")
assert "Window uses = getHistory(o)" in out and "history = Window;" in out
refused(nth("amplify"), "raise", "belongs to the language")
refused(nth("on_alloc"), "on_read", "belongs to the language")
refused(nth("type"), "kind", "belongs to the language")
refused(nth("= 3"), "x", "there is no name")
refused(nth("LIMIT"), "1x", "is no name")
refused(nth("LIMIT"), "for", "is no name")
refused(nth("LIMIT"), "a b", "is no name")
refused(nth("LIMIT"), "", "is no name")
refused(nth("Uses"), "P", "is taken")
refused(nth("Uses"), "Object", "is taken")
refused(nth("i = 0"), "uses", "is taken")
refused(nth("i = 0"), "LIMIT", "is taken")
try:
    client.ask("textDocument/prepareRename", URI, position=position(TEXT, nth("getHistory")))
    raise AssertionError("a built-in can be renamed")
except RuntimeError:
    pass

# The last good text serves while this one is broken; places move with what is typed.
broken = TEXT.replace("o.n = 1;", "o.n = (;\n  getHis")
assert client.change(URI, broken) != []
broken = broken.replace("/* 😀", "\n\n/* 😀")
assert client.change(URI, broken) != []
assert definition(nth("LIMIT", 2, broken), broken) == ("LIMIT", nth("LIMIT", 0, broken) - 1)
assert len(references(nth("uses.isFull", 0, broken), text=broken)) == 3
try:
    renamed(nth("LIMIT", 0, broken), "WINDOW", broken)
    raise AssertionError("a broken text was changed")
except RuntimeError as error:
    assert "syntax errors" in str(error)
assert client.change(URI, TEXT) == []
assert client.end() == 0
