"""Writes the completions for zsh and fish into an unpacked tree, from what its programs say of themselves.

usage: completions.py TREE

The options and commands are read from --help, so that they are never behind the programs. bash has files of its own,
which also complete values.
"""

import pathlib
import re
import subprocess
import sys

COMMAND = re.compile(r"^  isl ([a-z]+)[ ,].*?  +(\S.*)$", re.M)
OPTION = re.compile(r"^ +(-{1,2}[A-Za-z][\w-]*)([ =]\S+)?(?:  +(\S.*))?$", re.M)


def said(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def options(text):
    """(option, takes a value, help) for each line of a help text that begins with an option."""
    found = {}
    for name, value, help_text in OPTION.findall(text):
        found.setdefault(name, (name, bool(value), re.sub(r"[\[\]'\"`$:\\]", "", help_text)))
    return list(found.values())


def fish_line(program, option, condition=""):
    name, value, help_text = option
    kind = "-l " + name[2:] if name.startswith("--") else ("-o " if len(name) > 2 else "-s ") + name[1:]
    return f"complete -c {program} {condition}{kind}{' -r' if value else ''} -d '{help_text}'\n"


def zsh_arguments(found):
    return "".join(f" \\\n    '{n}[{h}]{':value:_files' if v else ''}'" for n, v, h in found)


def main(tree):
    isl, islc = str(tree / "bin/isl"), str(tree / "bin/islc")
    commands = COMMAND.findall(said(isl, "--help"))
    assert len(commands) > 4, "isl --help lists no commands"
    of = {name: options(said(isl, name, "--help")) for name, _ in commands}
    of_islc = options(said(islc, "--help"))
    assert len(of_islc) > 10, "islc --help lists no options"

    fish = tree / "share/fish/vendor_completions.d"
    zsh = tree / "share/zsh/site-functions"
    for folder in (fish, zsh):
        folder.mkdir(parents=True, exist_ok=True)

    text = ""
    for name, what in commands:
        text += f"complete -c isl -n __fish_use_subcommand -a {name} -d '{what}'\n".replace("`", "")
        condition = f"-n '__fish_seen_subcommand_from {name}' "
        text += "".join(fish_line("isl", each, condition) for each in of[name])
    (fish / "isl.fish").write_text(text)
    (fish / "islc.fish").write_text("".join(fish_line("islc", each) for each in of_islc))

    cases = "".join(f"  {name}) _arguments{zsh_arguments(of[name])} \\\n    '*:file:_files' ;;\n" for name, _ in commands)
    names = " ".join(f"'{name}:{what}'" for name, what in commands).replace("`", "")
    (zsh / "_isl").write_text(
        f"#compdef isl\nlocal -a commands\ncommands=({names})\n"
        "if ((CURRENT == 2)); then\n  _describe command commands\n  return\nfi\n"
        f"local command=$words[2]\nshift words\n((CURRENT--))\ncase $command in\n{cases}esac\n")
    (zsh / "_islc").write_text(f"#compdef islc\n_arguments{zsh_arguments(of_islc)} \\\n    '*:spec:_files -g \"*.isl\"'\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
