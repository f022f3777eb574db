"""What other tools say of the leaking programs: Flight Recorder's OldObjectSample and LeakCanary's growth detector."""

import glob
import json
import os
import re
import shutil
import subprocess
from collections import Counter

import cases
import harness
import jars

SHARK = ["com.squareup.leakcanary:shark:3.0-alpha-8", "com.squareup.leakcanary:shark-graph:3.0-alpha-8",
         "com.squareup.leakcanary:shark-hprof:3.0-alpha-8", "com.squareup.leakcanary:shark-log:3.0-alpha-8",
         "androidx.collection:collection-jvm:1.4.0", "com.squareup.okio:okio:2.2.2",
         "org.jetbrains.kotlin:kotlin-stdlib:1.8.21"]
FEWER = 20  # the detector's time grows with the square of what is alive: rounds of so many times fewer steps
PATIENCE = 60  # seconds
PRIMITIVES = {"Z": "boolean", "B": "byte", "C": "char", "S": "short", "I": "int", "J": "long", "F": "float", "D": "double"}
HEADER = ["case", "OldObjectSample", "its samples through the holder", "LeakCanary: growing objects", "one is the holder"]


def quiet(command, folder, timeout=300):
    """What a command prints; None when it takes longer."""
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=timeout).stdout
    except subprocess.TimeoutExpired:
        return None


def dotted(name):
    """The name of a class as Java writes it: a/b/C and [La/b/C; become a.b.C and a.b.C[]."""
    deep = len(name) - len(name.lstrip("["))
    inner = name[deep:]
    inner = PRIMITIVES.get(inner, inner[1:-1]) if deep else inner
    return inner.replace("/", ".") + "[]" * deep


def chain(sample):
    """CLASS.FIELD of each referrer of a sampled object, from the object on."""
    held, found = (sample.get("object") or {}), []
    while held:
        by = held.get("referrer") or {}
        inner = by.get("object") or {}
        field = (by.get("field") or {}).get("name")
        kind = dotted((inner.get("type") or {}).get("name", ""))
        if kind == "java.lang.Class":  # a static field: the class is in the description
            kind = (inner.get("description") or "").replace("Class Name: ", "")
        if field and kind:
            found.append(f"{kind}.{field}")
        held = inner
    return found


def type_of(sample):
    return dotted(((sample.get("object") or {}).get("type") or {}).get("name", "?"))


def recorded(case, java, jdk, folder):
    """The samples of old objects, how many are held through the right holder, and their most frequent type."""
    recording = os.path.join(folder, "leak.jfr")
    quiet(java(case, 1, [f"-XX:StartFlightRecording:settings=profile,path-to-gc-roots=true,filename={recording}"]), folder)
    if not os.path.exists(recording):
        return "no recording", "-"
    text = quiet([os.path.join(jdk.home, "bin", "jfr"), "print", "--json", "--stack-depth", "1", "--events",
                  "jdk.OldObjectSample", recording], folder)
    samples = [event["values"] for event in json.loads(text)["recording"]["events"]]
    through = sum(any(cases.glob(edge, case.holder) for edge in chain(sample)) for sample in samples)
    kinds = Counter(type_of(sample) for sample in samples).most_common(1)
    return f"{len(samples)} samples, mostly {kinds[0][0]}" if kinds else "none", f"{through}"


def simple(holder):
    """LeakCanary names classes without their package."""
    return re.sub(r"^(?:[a-z_0-9*]+\.)+(?=[A-Z*])", "", holder)


def grown(case, java, jdk, folder, classes):
    """The objects that LeakCanary's detector calls growing, and whether the path of one goes through the right holder."""
    quiet(java(case, FEWER, [f"-Dleaks.dump={folder}/"]), folder)
    dumps = sorted(glob.glob(os.path.join(folder, "*.hprof")))
    text = quiet([os.path.join(jdk.home, "bin", "java"), "-Xmx2g", "-cp", os.pathsep.join([classes, *jars.fetch(SHARK)]),
                  "Shark", *dumps], folder, PATIENCE)
    for dump in dumps:
        os.remove(dump)
    if text is None:
        return f"none in {PATIENCE} s", "-"
    if "failed: " in text:
        return text.strip(), "-"
    lines = [line for line in text.splitlines() if line.startswith("growing: ")]
    right = any(cases.glob(word, [simple(holder) for holder in case.holder]) for line in lines for word in line.split())
    return str(len(lines)), "yes" if right else "no"


def table(chosen, java, jdk, work):
    """The table for the chosen cases; java(case, fewer, options) is the command of the leaking version, its rounds of
    so many times fewer steps."""
    classes = os.path.join(work, "classes")
    harness.compile_java(jdk, [os.path.join(cases.HERE, "Shark.java")], jars.fetch(SHARK), classes)
    rows = []
    for case in chosen:
        folder = os.path.join(work, case.name)
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        rows.append([case.name, *recorded(case, java, jdk, folder), *grown(case, java, jdk, folder, classes)])
        harness.note("  " + " | ".join(rows[-1]))
    return harness.table(HEADER, rows)
