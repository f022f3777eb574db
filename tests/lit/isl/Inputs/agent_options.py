"""Do the tables of agent options in the documents, the man page and the completion tell what the agent takes?

usage: agent_options.py ISL SOURCE
"""
import pathlib
import re
import subprocess
import sys

isl, source = sys.argv[1], pathlib.Path(sys.argv[2])
failures = []
text = subprocess.run([isl, "run", "--agent", "help"], check=True, capture_output=True, text=True).stdout
forms = {form.partition("=")[0]: form for form in re.findall(r"^  ([a-z]\S+)", text, re.M)}
if len(forms) < 10:
    failures.append("isl run --agent help lists %s" % list(forms))

# A table with this head describes every option, with the value in its form; a policy has several forms.
tables = 0
for path in [source / "README.md", *sorted((source / "docs").rglob("*.md"))]:
    for table in re.findall(r"^\| option \| meaning \| default \|\n\|[-|]+\|\n((?:\|.*\n)+)", path.read_text(), re.M):
        tables += 1
        told = {}
        for row in table.splitlines():
            for form in re.findall(r"`([^`]+)`", row.split(" | ")[0]):
                told.setdefault(form.partition("=")[0], form)
        for key, form in forms.items():
            shown = told.get(key)
            if shown is None or key != "check" and shown != form:
                failures.append("%s: %s, expected %s" % (path.relative_to(source), shown or "no " + key, form))
        # The forms of a policy stand alone: auto:64k, gc.
        policies = re.findall(r"[a-z]+", re.search(r"check the heap: (.*), joined", text).group(1))
        for key in told:
            if key not in forms and key.partition(":")[0] not in policies:
                failures.append("%s: the agent has no option %s" % (path.relative_to(source), key))
if tables == 0:
    failures.append("no document has a table of the agent's options")

# Policies as completion offers them: those with a value up to the colon.
policies = re.search(r"check the heap: (.*), joined", text).group(1).split(", ")
words = " ".join(re.sub(r":.*", ":", policy) for policy in policies)
if '--check) COMPREPLY=($(compgen -W "%s"' % words not in (source / "completions" / "isl").read_text():
    failures.append("completions/isl: --check is to offer %s" % words)

print("\n".join(failures) or "%d options told alike in %d tables" % (len(forms), tables))
sys.exit(bool(failures))
