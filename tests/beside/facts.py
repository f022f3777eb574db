"""What a run produced, as facts: a name and a text each. Two runs are compared fact by fact.

Whatever differs between two runs without ISL says nothing about ISL, so it is left out, and counted.
"""

import hashlib
import os
import re
import zipfile


def of_output(name, text):
    return {f"{name}:{number}": line for number, line in enumerate(text.splitlines(), 1)}


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


def of_files(folder):
    """Every file below a folder: a digest of its content, of a jar's entries one by one, of a link its target."""
    found = {}
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            key = "file:" + os.path.relpath(path, folder)
            if os.path.islink(path):
                found[key] = "link to " + os.readlink(path)
            elif zipfile.is_zipfile(path):
                with zipfile.ZipFile(path) as archive:
                    for entry in archive.namelist():
                        found[f"{key}!{entry}"] = digest(archive.read(entry))
            else:
                with open(path, "rb") as data:
                    found[key] = digest(data.read())
    return found


def of_histogram(text):
    """jcmd GC.class_histogram: instances by class, and bytes where a field of ours cannot be (arrays).

    The VM numbers the classes of lambdas by their address: those of one class are counted together.
    """
    counts = {}
    for line in text.splitlines():
        parts = line.split()
        if len(parts) < 4 or not parts[0].rstrip(":").isdigit():
            continue
        instances, size = counts.get(name := re.sub(r"\$\$Lambda.*", "$$Lambda", parts[3]), (0, 0))
        counts[name] = instances + int(parts[1]), size + int(parts[2])
    return {"heap:" + name: f"{instances} of {size}" if name.startswith("[") else str(instances)
            for name, (instances, size) in counts.items()}


def noise(first, second):
    """Facts that two runs without ISL do not agree about."""
    return {name for name in first.keys() | second.keys() if first.get(name) != second.get(name)}


def differences(expected, got, ignored):
    """What changed, by fact; empty when nothing did."""
    return {name: f"{expected.get(name, '(none)')} | {got.get(name, '(none)')}"
            for name in sorted((expected.keys() | got.keys()) - ignored) if expected.get(name) != got.get(name)}
