"""A small LSP client: starts `islc --lsp`, keeps its texts and speaks the protocol by the book.

As a script it plays messages from a file of JSON values, one after the other, and prints each answer as
indented JSON: client.py ISLC [-OPTION...] MESSAGES.json. A string is sent as it is, header and all. The exit
status is the server's.
"""
import json
import pathlib
import re
import subprocess
import sys


class Client:
    def __init__(self, islc, *options, capabilities=None, settings=None, start=True):
        self.process = subprocess.Popen([islc, "--lsp", *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.number = 0
        self.notes = []  # what the server has said unasked
        if start:
            self.initialized = self.request("initialize", {
                "processId": None, "rootUri": None, "capabilities": capabilities or {},
                "initializationOptions": settings})["result"]
            self.notify("initialized", {})

    def send(self, message):
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        """The next message of the server, None at the end."""
        length = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                return None
            if line == b"\r\n":
                break
            match = re.fullmatch(rb"Content-Length: (\d+)\r\n", line)
            if match:
                length = int(match.group(1))
        return json.loads(self.process.stdout.read(length))

    def request(self, method, params):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        while True:
            answer = self.receive()
            if answer is None:
                raise EOFError("no answer to %s" % method)
            if "id" in answer:
                assert answer["id"] == self.number, answer
                return answer
            self.notes.append(answer)

    def notify(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method, uri, **params):
        """The result of a request about a document."""
        answer = self.request(method, {"textDocument": {"uri": uri}, **params})
        if "error" in answer:
            raise RuntimeError(answer["error"]["message"])
        return answer["result"]

    def open(self, uri, text, version=1):
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "isl", "version": version, "text": text}})
        return self.diagnostics()

    def change(self, uri, text, version=2):
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version},
                                               "contentChanges": [{"text": text}]})
        return self.diagnostics()

    def diagnostics(self):
        while True:
            message = self.receive()
            if message is None:
                raise EOFError("no diagnostics")
            if message.get("method") == "textDocument/publishDiagnostics":
                return message["params"]["diagnostics"]

    def end(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(10)


def position(text, offset):
    """Of an offset in characters: the line, and the column in UTF-16 units."""
    lines = re.split("\r\n|\n|\r", text[:offset])
    return {"line": len(lines) - 1, "character": len(lines[-1].encode("utf-16-le")) // 2}


def offset(text, at):
    starts = [0] + [m.end() for m in re.finditer("\r\n|\n|\r", text)]
    begin = starts[at["line"]]
    units = text[begin:].encode("utf-16-le")[: 2 * at["character"]]
    return begin + len(units.decode("utf-16-le"))


def apply(text, edits):
    for edit in sorted(edits, key=lambda e: offset(text, e["range"]["start"]), reverse=True):
        begin, end = (offset(text, edit["range"][side]) for side in ("start", "end"))
        text = text[:begin] + edit["newText"] + text[end:]
    return text


def play(islc, options, path):
    text, at, messages = pathlib.Path(path).read_text(), 0, []
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        value, at = json.JSONDecoder().raw_decode(text, at)
        messages.append(value)
    client = Client(islc, *options, start=False)
    for message in messages:
        if isinstance(message, str):
            client.process.stdin.write(message.encode())
        else:
            client.send(message)
    client.process.stdin.close()
    while True:
        answer = client.receive()
        if answer is None:
            return client.process.wait(10)
        print(json.dumps(answer, indent=1, sort_keys=True, ensure_ascii=False))


if __name__ == "__main__":
    sys.exit(play(sys.argv[1], sys.argv[2:-1], sys.argv[-1]))
