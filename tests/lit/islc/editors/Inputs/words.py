"""Compares the words that the editors' files colour with those of the language: words.py ROOT."""
import json
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
grammar = (root / "grammar/Isl.g4").read_text()
keywords = set(re.findall(r"^[A-Z_]+ : '(\w+)' ;", grammar, re.M))
builtins = (root / "islc/sema/Builtins.def").read_text()
functions = set(re.findall(r'^FUNCTION\(\w+, "(\w+)"', builtins, re.M))
events = set(re.findall(r'^EVENT\(\w+, "(\w+)"', builtins, re.M))
types = {"Object", "Word", "Field", "Method", "Type"}
lists = (root / "islc/lsp/Words.cpp").read_text()
lists = re.search(r"propertiesOf\(StringRef construct\) {(.*?);\n  if", lists, re.S).group(1)
properties = set(re.findall(r'"(\w+)"', lists))
assert len(keywords) > 25 and len(functions) > 10 and len(events) == 8, (keywords, functions, events)
wanted = keywords | functions | events | types


def textmate():
    data = json.loads((root / "editors/vscode/syntaxes/isl.tmLanguage.json").read_text())
    repository = data["repository"]
    used = {entry["include"][1:] for entry in data["patterns"]}
    assert used == set(repository), used ^ set(repository)
    found = set()
    for pattern in repository["words"]["patterns"]:
        found |= set(re.match(r"\\b\(([\w|]+)\)\\b", pattern["match"]).group(1).split("|"))
    got = set(re.match(r"\\b\(([\w|]+)\)", repository["properties"]["match"]).group(1).split("|"))
    return found, got


def vim():
    text = (root / "editors/vim/syntax/isl.vim").read_text()
    groups = set(re.findall(r"^syntax \w+ (\w+)", text, re.M))
    linked = set(re.findall(r"^highlight default link (\w+)", text, re.M))
    assert groups == linked, groups ^ linked
    found = set()
    for line in re.findall(r"^syntax keyword \w+ (.*)$", text, re.M):
        found |= set(line.split())
    got = set(re.search(r"islProperty /\\<\\%\((.*?)\\\)", text).group(1).split("\\|"))
    return found, got


def emacs():
    text = (root / "editors/emacs/isl-mode.el").read_text()
    found = set()
    for words in re.findall(r"\(defconst isl-\w+\s+'\(([^)]*)\)\)", text):
        found |= set(re.findall(r'"(\w+)"', words))
    return found, properties


failed = 0
for name, read in (("textmate", textmate), ("vim", vim), ("emacs", emacs)):
    found, got = read()
    for what, a, b in (("words", found, wanted), ("properties", got, properties)):
        if a != b:
            print("%s: %s missing %s, too many %s" % (name, what, sorted(b - a), sorted(a - b)))
            failed = 1

# What the files are made of must be JSON, and what they name must be there.
package = json.loads((root / "editors/vscode/package.json").read_text())
named = [package["main"], package["contributes"]["languages"][0]["configuration"],
         package["contributes"]["grammars"][0]["path"], package["contributes"]["snippets"][0]["path"]]
for path in named:
    text = (root / "editors/vscode" / path).read_text()
    if path.endswith(".json"):
        json.loads(text)
sys.exit(failed)
