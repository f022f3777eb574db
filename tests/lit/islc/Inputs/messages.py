"""Writes docs/messages.md, the page of all codes, from what `islc --explain` says.

usage: messages.py ISLC DiagKinds.def > docs/messages.md
"""
import re
import subprocess
import sys

islc, kinds = sys.argv[1:]
HEAD = """# Messages

What each code means, with a wrong and a right example: the words of `islc --explain=CODE`, which this page is
made from (`tests/lit/islc/Inputs/messages.py`). In a message, `...` stands for what the spec says there.
"""
codes = sorted(set(re.findall(r'^DIAG\\(\\w+, "(\\w+)",'.replace("\\\\", "\\"), open(kinds).read(), re.M)))
print(HEAD)
for code in codes:
    done = subprocess.run([islc, "--explain=" + code], stdout=subprocess.PIPE, check=True)
    text = done.stdout.decode("utf-8", "replace")
    head, rest = text.split("\n\n", 1)
    meaning, *examples = re.split(r"\n(wrong[^\n]*|right):\n", rest)
    print("## %s\n" % head.split("\n")[0])
    for line in head.split("\n")[1:]:
        severity, words = line.strip().split(": ", 1)
        print("- %s: %s" % (severity, words))
    print("\n" + meaning.strip())
    for title, example in zip(examples[::2], examples[1::2]):
        print("\n%s:\n\n```\n%s\n```" % (title[0].upper() + title[1:], example.strip("\n")))
    print()
