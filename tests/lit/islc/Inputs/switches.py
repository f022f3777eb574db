"""Do help, man page, completion and documents tell the same of the -fno-... options as islc itself?

usage: switches.py ISLC SOURCE
"""
import pathlib
import re
import subprocess
import sys

islc, source = sys.argv[1], pathlib.Path(sys.argv[2])
failures = []


def check(ok, message):
    if not ok:
        failures.append(message)


def output(option):
    return subprocess.run([islc, option], check=True, capture_output=True, text=True).stdout


names = output("--print-switches").split()
check(len(names) > 10 and len(set(names)) == len(names), "--print-switches lists %s" % names)

# The man page says of each what the help says, as a sentence.
said = dict(re.findall(r"^  (-fno-[a-z-]+) +(.*)$", output("--help"), re.M))
check(list(said) == names, "--help lists %s" % list(said))
man = (source / "man" / "islc.1").read_text().replace("\\-", "-")
told = dict(re.findall(r"^\.TP\n\.B (-fno-[a-z-]+)\n(.*)$", man, re.M))
wanted = {name: text[0].upper() + text[1:] + "." for name, text in said.items()}
for name in sorted(set(wanted) | set(told)):
    check(told.get(name) == wanted.get(name),
          "man/islc.1, %s: %r, expected %r" % (name, told.get(name), wanted.get(name)))

# Completion asks islc; documents name only what there is, and every switch somewhere.
check("--print-switches" in (source / "completions" / "islc").read_text(), "completions/islc asks nobody")
documents = [source / "README.md", *sorted((source / "docs").rglob("*.md"))]
named = set()
for path in documents:
    for name in re.findall(r"-fno-[a-z-]*[a-z]", path.read_text()):
        named.add(name)
        check(name in names, "%s: there is no %s" % (path.relative_to(source), name))
for name in names:
    check(name in named, "no document says what %s is good for" % name)

print("\n".join(failures) or "%d switches told alike" % len(names))
sys.exit(bool(failures))
