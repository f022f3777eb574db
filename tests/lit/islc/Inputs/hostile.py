"""Compiles what nobody writes: deep nesting, long chains, huge files. islc must end with 0 or 1 within
seconds, 512 MB and the usual stack.

usage: hostile.py ISLC WORKDIR
"""
import pathlib
import resource
import subprocess
import sys

islc, folder = sys.argv[1], pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
BODY = "TObject T { instance int n = 0; instance boolean b = false; }\nEvent on_reachedOnce(Object o) {\n%s\n}\n"
BIG = 5 << 20
CASES = {
    "parentheses": BODY % ("o.n = " + "(" * 40000 + "1" + ")" * 40000 + ";"),
    "blocks": BODY % ("{" * 40000 + "}" * 40000),
    "indices": BODY % ("o.n = o" + "[0]" * 30000 + ";"),
    "members": BODY % ("o.n = o" + ".n" * 40000 + ";"),
    "signs": BODY % ("o.n = " + "- " * 80000 + "1;"),
    "increments": BODY % ("o.n" + "++" * 90000 + ";"),
    "casts": BODY % ("o.n = " + "(int) " * 30000 + "1;"),
    "casts-by-name": BODY % ("o.n = " + "(T) " * 30000 + "o;"),
    "sum": BODY % ("o.n = 1" + " + 1" * 40000 + ";"),
    "else-if": BODY % ("if (o.b) o.n = 1;" + " else if (o.b) o.n = 1;" * 8000),
    "assignments": BODY % ("o.n = " * 15000 + "1;"),
    "loops": BODY % ("while (o.b) " * 15000 + ";"),
    "locals": BODY % "".join("int v%d = %d;\n" % (i, i) for i in range(12000)),
    "undeclared": BODY % "".join("int v%d = 1; o.n = w%d;\n" % (i, i) for i in range(6000)),
    "errors": BODY % ("o.n = true;\n" * 15000),
    "missing": BODY % ("o.n = 1\n" * 15000),
    "constants": "".join("const int C%d = C%d + 1;\n" % (i, i + 1) for i in range(9000)) + "const int C9000 = 1;\n",
    "contexts": "".join("Context C%d { path = C%d; }\n" % (i, i + 1) for i in range(10000)),
    "fields": "TObject T {%s}\n" % "".join("instance int f%d;\n" % i for i in range(20000)),
    "parameters": "TObject T {}\nEvent on_rw(%s) { }\n" % ",".join("Object o%d" % i for i in range(25000)),
    "garbage": "} { ) ( ; = + \n" * 10000,
    "characters": "#" * 90000,
    "big-file": BODY % ("o.n = o.n + 1;\n" * (BIG // 15)),
    "big-line": "x" * BIG,
    "big-string": 'Context C { sequence = "re:' + "(" * BIG + '"; }',
    "big-number": BODY % ("o.n = " + "1" * 900000 + ";"),
}
failed = 0
for name, text in CASES.items():
    path = folder / (name + ".isl")
    path.write_text(text)
    try:
        done = subprocess.run([islc, "--check", "-w", str(path)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=30, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (512 << 20,) * 2))
        status = done.returncode
    except subprocess.TimeoutExpired:
        status = "no end"
    if status not in (0, 1) or len(done.stdout) > 200000:
        print("%s: %s, %d bytes of messages" % (name, status, len(done.stdout)))
        failed += 1
print("%d cases, %d failures" % (len(CASES), failed))
sys.exit(failed != 0)
