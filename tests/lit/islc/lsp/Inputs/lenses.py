"""Code lenses and the plan, also of the last good text."""
import pathlib
import subprocess
import sys

from client import Client

islc, examples = sys.argv[1:]
client = Client(islc)
WANTED = {
    "leak": {"Tracked": "no record", "on_rw": "deferred: an access leaves a mark",
             "on_reachedOnce": "at the check: replaced by a comparison of epochs"},
    "invariant-objects": {"on_write": "native: the latest values of each field are kept in place of a log"},
    "over-populated-containers": {"on_read": "native: every event is logged with the object, loops log how many",
                                  "on_reachedOnce": "at the check: runs once for each tracked object, the contents of arrays are read"},
    "never-used-returns": {"on_rw": "in bytecode: a step in a table of flags", "on_call": "in bytecode"},
}
for name, wanted in WANTED.items():
    path = pathlib.Path(examples) / name / (name + ".isl")
    text, uri = path.read_text(), "file://%s" % path
    client.open(uri, text)
    lenses = client.ask("textDocument/codeLens", uri)
    got = {}
    for lens in lenses:
        at = lens["range"]
        line = text.split("\n")[at["start"]["line"]]
        got[line[at["start"]["character"]:at["end"]["character"]]] = lens["command"]
    for symbol, words in wanted.items():
        assert words in got[symbol]["title"], (name, symbol, got[symbol]["title"])
        assert got[symbol]["arguments"] == [uri]
    plan = client.ask("isl/plan", uri)
    printed = subprocess.run([islc, "--emit=plan", str(path)], stdout=subprocess.PIPE, text=True, check=True)
    assert plan == {"plan": printed.stdout, "current": True}, plan

    # A new line above, and a mistake below: the lenses move, the plan is known to be old.
    broken = "\n" + text[:-3] + "("
    client.change(uri, broken)
    moved = client.ask("textDocument/codeLens", uri)
    assert moved[0]["range"]["start"]["line"] == lenses[0]["range"]["start"]["line"] + 1
    assert client.ask("isl/plan", uri) == {"plan": printed.stdout, "current": False}

# The command of the lenses, for clients that do not have it.
client.notes.clear()
command = {"command": "isl.showPlan", "arguments": [uri]}
answer = client.request("workspace/executeCommand", command)
assert answer["result"]["plan"] == printed.stdout
assert client.notes[0]["method"] == "window/logMessage" and printed.stdout in client.notes[0]["params"]["message"]
assert client.request("workspace/executeCommand", {"command": "rm"})["error"]["code"] == -32602
client.open("file:///never.isl", "(")
assert client.ask("textDocument/codeLens", "file:///never.isl") == []
assert client.ask("isl/plan", "file:///never.isl") is None
assert client.end() == 0
