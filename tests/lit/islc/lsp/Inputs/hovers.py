"""Hover: names, words of the language, and what the codes of messages mean."""
import os
import pathlib
import shutil
import sys

from client import Client, position

islc, install = sys.argv[1:]
# Installed, the page of the codes lies beside the compiler.
shutil.rmtree(install, ignore_errors=True)
os.makedirs(install + "/bin")
os.makedirs(install + "/share/doc/isl")
shutil.copy(islc, install + "/bin/islc")
page = pathlib.Path(install + "/share/doc/isl/messages.md").absolute()
page.touch()
client = Client(install + "/bin/islc", capabilities={
    "textDocument": {"hover": {"contentFormat": ["plaintext", "markdown"]}}})
URI = "file:///hover.isl"
TEXT = """/* 😀 */ const int LIMIT = 3;
History Uses { type = "long"; size = LIMIT * 2; }
Partition P { kind = all; history = Uses; }
Boundary Rows { method = "shop.Import.row"; }
TObject T { partition = P; instance int n = 0; }
Event on_write(Object o, Field f, Word w1, Word w2) {
  if (f.isPrimitive()) getHistory(o).update(combine(w1, w2));
}
Event on_reachedOnce(Object o) {
  double d = LIMIT + UserParameter;
  if (d == 2.0 && o.n > 1) amplify(o); else deamplify(o);
  o.n = (int) ticks();
}
"""


def hover(word, into=0, text=TEXT):
    result = client.ask("textDocument/hover", URI, position=position(text, text.index(word) + into))
    return result and result["contents"]["value"]


def says(word, *wanted, into=0, text=TEXT):
    value = hover(word, into, text)
    for part in wanted:
        assert value and part in value, "%s: %s" % (word, value)


diagnostics = client.open(URI, TEXT)
assert [d["codeDescription"]["href"] for d in diagnostics] == [
    "file://%s#isl-%s" % (page, code) for code in ("w608", "w616")], diagnostics
says("LIMIT", "const int LIMIT = 3", "`tune=LIMIT:VALUE`")
says("UserParameter", "const int UserParameter = 10", "predeclared")
says("Uses {", 'History Uses { type = "long"; size = LIMIT * 2; }')
says("n = 0", "instance int n = 0", "at offset 0")
says("d = LIMIT", "double d", "local")
says("w1, Word", "Word w1", "parameter of the handler")
says("combine", "long combine(Word w1, Word w2)", "The value in the words")
says("update", "void update(long value)", "Appends a value")
says("Boundary", "what `ticks()` counts")
says("Rows", 'Boundary Rows { method = "shop.Import.row"; }')
says("method", "Boundary.method", "whose entries are ticks")
says("ticks", "long ticks()", "entered so far")
says("isPrimitive", "boolean isPrimitive()", "costs nothing")
says("on_write", "on_write(Object o, Field f, Word w1, Word w2)", "was stored")
says("all;", "kind = all", "One history for each object")
says("size", "History.size", "How many updates")
says("Word w1", "```isl\nWord\n```", "Half of an event's value")
says("int LIMIT", "a primitive type of Java")
says("TObject", "The tracked objects")
says("d == 2.0", "**warning**", "`ISL-W616`", "NaN", "wrong, in a handler on_reachedOnce:", "right:", into=3)
assert hover("3;", 1) is None or "3" not in hover("3;", 1)
result = client.ask("textDocument/hover", URI, position=position(TEXT, TEXT.index("LIMIT")))
assert result["range"] == {"start": {"line": 0, "character": 19}, "end": {"line": 0, "character": 24}}

# Broken, and not UTF-8 in the example of the code.
broken = TEXT.replace("o.n > 1)", "o.n > )")
client.change(URI, broken)
says("combine", "long combine(Word w1, Word w2)", text=broken)
says("> )", "`ISL-E107`", "right", into=2, text=broken)
client.change(URI, "//" + " " * (1 << 20))
assert "UTF-8" in client.ask("textDocument/hover", URI, position={"line": 0, "character": 0})["contents"]["value"]
assert client.end() == 0

# Without markdown.
client = Client(islc)
client.open(URI, TEXT)
assert hover("update", 0) == "void update(long value)\nAppends a value; the oldest goes when the history is full.", hover("update", 0)
assert client.end() == 0
