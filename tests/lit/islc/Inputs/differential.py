"""Runs random handler bodies as Java on a JVM and as islc's C++, and compares every result.

usage: differential.py ISLC CXX JAVA RUNTIME-INCLUDE WORKDIR [--cases N] [--seed S]

A case is one body run on one set of inputs. Bodies are well-typed and use every operator, type and
conversion, shifts, short-circuit, assignments inside expressions and loops; inputs are the values
at which Java and C++ part ways. Compared are all fields after the body, and whether it faulted.
"""
import argparse
import pathlib
import random
import subprocess
import sys

TYPES = ["boolean", "byte", "short", "char", "int", "long", "float", "double"]
INTEGRAL = ["byte", "short", "char", "int", "long"]
NUMERIC = INTEGRAL + ["float", "double"]
FIELDS = {"z0": "boolean", "b0": "byte", "s0": "short", "c0": "char", "i0": "int", "i1": "int",
          "l0": "long", "l1": "long", "f0": "float", "d0": "double", "d1": "double"}
EVENTS = [("on_alloc", "(Object o)"), ("on_reachedOnce", "(Object o)"),
          ("on_reached", "(Object o, Field fld)")]
EVENTS += [(e, "(Object o, Field fld, Word w1, Word w2)") for e in ("on_read", "on_write", "on_rw")]
EVENTS += [("on_call", "(Object o, Method m, Word w1, Word w2)")]
INPUTS = 64  # sets of inputs per body
SPECIAL = {
    "byte": [-128, -1, 0, 1, 127], "short": [-32768, -1, 0, 1, 32767], "char": [0, 1, 255, 65535],
    "int": [-2**31, 2**31 - 1, -1, 0, 1, 2, 31, 32, 33, 65536, -7],
    "long": [-2**63, 2**63 - 1, -1, 0, 1, 63, 64, 2**31, -2**31, 2**53 + 1, 7],
    "float": ["nan", "inf", "-inf", "0.0", "-0.0", "1.5", "-3.25", "3.4028235e38", "1.4e-45",
              "2.14748365e9", "9.223372e18", "1e-3"],
    "double": ["nan", "inf", "-inf", "0.0", "-0.0", "1.5", "-2.75", "1.7976931348623157e308",
               "4.9e-324", "2147483648.0", "-9.223372036854775808e18", "4294967296.5", "0.1"],
}


def promoted(a, b="int"):
    return next(t for t in ("double", "float", "long", "int") if t in (a, b) or t == "int")


class Body:
    """One random body; the text is Java and ISL alike but for `o.`."""

    def __init__(self, rng):
        self.rng, self.locals, self.count, self.text = rng, {}, 0, []

    def literal(self, t):
        r = self.rng
        if t == "boolean":
            return r.choice(["true", "false"])
        if t in ("float", "double"):
            return r.choice(["0.0", "1.5", "2.0", "1e10", "0.1", "3.0e-40" if t == "double" else
                             "1e-40"]) + ("f" if t == "float" else "")
        if t == "char":
            return r.choice(["'a'", "'\\n'", "'\\u00ff'"])
        value = r.choice([0, 1, 2, 3, 7, 31, 33, 64, 127])
        if t == "int" and r.random() < 0.3:
            value = r.choice([2147483647, 65536, 1000000007])
        if t == "long":
            return "%dL" % r.choice([value, 2**63 - 1, 2**40])
        return str(value) if t == "int" else "(%s) %d" % (t, value)

    def variable(self, t):
        names = [n for n, nt in self.locals.items() if nt == t]
        names += ["o." + n for n, nt in FIELDS.items() if nt == t]
        return self.rng.choice(names)

    def expr(self, t, depth):
        r = self.rng
        if depth <= 0 or r.random() < 0.12:
            return self.variable(t) if r.random() < 0.75 else self.literal(t)
        if r.random() < 0.08:
            return "(%s ? %s : %s)" % (self.expr("boolean", depth - 1), self.expr(t, depth - 1),
                                       self.expr(t, depth - 1))
        if r.random() < 0.08:
            return self.effect(t, depth)
        if t == "boolean":
            return self.boolean(depth)
        if t not in ("int", "long", "float", "double") or r.random() < 0.2:
            return "((%s) %s)" % (t, self.operand(r.choice(NUMERIC), depth))
        if t in ("int", "long") and r.random() < 0.25:
            return "(%s %s %s)" % (self.widen(t, depth), r.choice(["<<", ">>", ">>>"]),
                                   self.operand(r.choice(INTEGRAL), depth))
        if r.random() < 0.12:
            ops = ["-", "+"] + (["~"] if t in ("int", "long") else [])
            return "(%s(%s))" % (r.choice(ops), self.widen(t, depth))
        ops = ["+", "-", "*", "/", "%"] + (["&", "|", "^"] if t in ("int", "long") else [])
        left, right = self.widen(t, depth), self.operand(r.choice(self.narrower(t)), depth)
        if r.random() < 0.3:
            left, right = right, left
        return "(%s %s %s)" % (left, r.choice(ops), right)

    def operand(self, t, depth):
        return "(" + self.expr(t, depth - 1) + ")"

    def narrower(self, t):
        order = {"int": ["byte", "short", "char", "int"], "long": INTEGRAL,
                 "float": INTEGRAL + ["float"], "double": NUMERIC}
        return order[t]

    def widen(self, t, depth):
        """An operand that makes the operation one of type t."""
        return self.operand(t, depth)

    def boolean(self, depth):
        r = self.rng
        kind = r.random()
        if kind < 0.4:
            return "(%s %s %s)" % (self.operand(r.choice(NUMERIC), depth),
                                   r.choice(["<", "<=", ">", ">=", "==", "!="]),
                                   self.operand(r.choice(NUMERIC), depth))
        if kind < 0.55:
            return "(!%s)" % self.operand("boolean", depth)
        return "(%s %s %s)" % (self.operand("boolean", depth),
                               r.choice(["&&", "||", "&", "|", "^", "==", "!="]),
                               self.operand("boolean", depth))

    def effect(self, t, depth):
        """An assignment or ++/-- inside an expression: order of evaluation shows."""
        r, v = self.rng, self.variable(t)
        if t != "boolean" and r.random() < 0.5:
            return "(%s)" % r.choice([v + "++", "++" + v, v + "--", "--" + v])
        return "(%s)" % self.assignment(t, v, depth)

    def assignment(self, t, v, depth):
        r = self.rng
        if t == "boolean":
            return "%s %s %s" % (v, r.choice(["=", "&=", "|=", "^="]), self.expr(t, depth - 1))
        if r.random() < 0.4:
            return "%s = %s" % (v, self.expr(t, depth - 1))
        if t in INTEGRAL and r.random() < 0.4:
            return "%s %s %s" % (v, r.choice(["<<=", ">>=", ">>>=", "&=", "|=", "^="]),
                                 self.expr(r.choice(INTEGRAL), depth - 1))
        return "%s %s %s" % (v, r.choice(["+=", "-=", "*=", "/=", "%="]),
                             self.expr(r.choice(NUMERIC), depth - 1))

    def statement(self, depth, loops):
        r, pad = self.rng, "  " * (4 - depth)
        kind = r.random()
        if depth <= 0 or kind < 0.5:
            t = r.choice(TYPES)
            self.text.append("%s%s;" % (pad, self.assignment(t, self.variable(t), 4)))
        elif kind < 0.6:
            t, name = r.choice(TYPES), "v%d" % self.count
            self.count += 1
            self.text.append("%s%s %s = %s;" % (pad, t, name, self.expr(t, 4)))
            self.locals[name] = t
        elif kind < 0.75:
            self.text.append("%sif (%s) {" % (pad, self.expr("boolean", 3)))
            self.block(depth, loops)
            if r.random() < 0.5:
                self.text.append(pad + "} else {")
                self.block(depth, loops)
            self.text.append(pad + "}")
        elif loops < 2:
            self.loop(pad, depth, loops)

    def loop(self, pad, depth, loops):
        r, i = self.rng, "n%d" % self.count
        self.count += 1
        times, kind = r.randint(1, 5), r.randrange(3)
        if kind == 0:
            self.text.append("%sfor (int %s = 0; %s < %d; ++%s) {" % (pad, i, i, times, i))
        elif kind == 1:
            self.text.append("%sint %s = %d;\n%swhile (%s-- > 0) {" % (pad, i, times, pad, i))
        else:
            self.text.append("%sint %s = 0;\n%sdo {" % (pad, i, pad))
        self.block(depth, loops + 1)
        if r.random() < 0.5:
            self.text.append("%s  if (%s) %s;" % (pad, self.variable("boolean"),
                                                  r.choice(["break", "continue"])))
        self.text.append(pad + ("} while (++%s < %d);" % (i, times) if kind == 2 else "}"))

    def block(self, depth, loops):
        before = dict(self.locals)
        for _ in range(self.rng.randint(1, 2)):
            self.statement(depth - 1, loops)
        self.locals = before

    def make(self):
        for _ in range(self.rng.randint(2, 6)):
            self.statement(3, 0)
        return "\n".join(self.text)


def inputs(rng):
    out = {}
    for name, t in FIELDS.items():
        if t == "boolean":
            out[name] = rng.choice([0, 1])
        elif t in ("float", "double"):
            out[name] = rng.choice(SPECIAL[t]) if rng.random() < 0.7 else \
                repr(rng.uniform(-1, 1) * 10 ** rng.randint(-5, 12))
        else:
            bits = {"byte": 8, "short": 16, "char": 16, "int": 32, "long": 64}[t]
            low = 0 if t == "char" else -2 ** (bits - 1)
            out[name] = rng.choice(SPECIAL[t]) if rng.random() < 0.6 else \
                rng.randint(low, low + 2 ** bits - 1)
    return out


def java_value(t, v):
    if t == "boolean":
        return "true" if v else "false"
    if t in ("float", "double"):
        box = "Float" if t == "float" else "Double"
        special = {"nan": "NaN", "inf": "POSITIVE_INFINITY", "-inf": "NEGATIVE_INFINITY"}
        return box + "." + special[v] if v in special else v + ("f" if t == "float" else "")
    return "%dL" % v if t == "long" else "(%s) %d" % (t, v)


def cpp_value(t, v):
    if t in ("float", "double"):
        special = {"nan": "__builtin_nan(\"\")", "inf": "__builtin_inf()",
                   "-inf": "-__builtin_inf()"}
        # As in Java, a float is rounded once, from the decimal text.
        return special.get(v, v + ("f" if t == "float" else ""))
    if t == "long":
        return "INT64_MIN" if v == -2**63 else "%dLL" % v
    return str(v)


JAVA_HEAD = """class Diff {
%s
  interface Body { void run(Diff o); }
  static long hash(long h, long v) { return (h ^ v) * 0x100000001b3L; }
  long digest(boolean fault) {
    long h = fault ? 0x11L : 0xcbf29ce484222325L;
%s
    return h;
  }
  static void run(String name, Body b) {
    for (int k = 0; k < Inputs.COUNT; k++) {
      Diff o = Inputs.make(k);
      boolean fault = false;
      try { b.run(o); } catch (ArithmeticException e) { fault = true; }
      System.out.println(name + " " + k + " " + Long.toHexString(o.digest(fault)));
    }
  }
"""


def digest_term(name, t, java):
    if t == "boolean":
        return "%s ? 1 : 0" % name
    if t == "float":  # NaN has one pattern
        return "Float.floatToIntBits(%s)" % name if java else \
            "(%s != %s ? 0x7fc00000 : isl::bits<int32_t>(%s))" % (name, name, name)
    if t == "double":
        return "Double.doubleToLongBits(%s)" % name if java else \
            "(%s != %s ? 0x7ff8000000000000LL : isl::bits<int64_t>(%s))" % (name, name, name)
    return name


CPP_MAIN = """
#include <setjmp.h>
#include <stdio.h>
static jmp_buf leave;
[[noreturn]] static void onFault(IslEnv*, int, int) { longjmp(leave, 1); }
static uint64_t mix(uint64_t h, int64_t v) { return (h ^ uint64_t(v)) * 0x100000001b3ull; }
template <class Fields, class Handler, class Init>
static void run(const char* name, Init init, Handler handler) {
  static union { IslRecord record; char bytes[sizeof(IslRecord) + 64]; } memory;
  for (int k = 0; k < COUNT; ++k) {
    auto* f = reinterpret_cast<Fields*>(&memory.record + 1);
    init(*f, k);
    IslObject object{};
    object.record = &memory.record;
    static IslEnv env;
    env = IslEnv{1, 6, 1000000, onFault};
    volatile bool fault = false;
    if (setjmp(leave) == 0) handler(&env, &object);
    else fault = true;
    uint64_t h = fault ? 0x11 : 0xcbf29ce484222325ull;
%s
    printf("%%s %%d %%llx\\n", name, k, (unsigned long long)h);
  }
}
"""


def build(rng, folder, specs):
    """Writes the ISL specs, the Java program and the C++ driver of one batch."""
    sets = [inputs(rng) for _ in range(INPUTS)]
    fields = "\n".join("  %s %s;" % (t, n) for n, t in FIELDS.items())
    terms = "\n".join("    h = hash(h, %s);" % digest_term(n, t, True) for n, t in FIELDS.items())
    java, calls, cpp_calls, files = [JAVA_HEAD % (fields, terms)], [], [], []
    for s in range(specs):
        isl = ["TObject T {"] + ["  instance %s %s;" % (t, n) for n, t in FIELDS.items()] + ["}"]
        for event, params in EVENTS:
            body = Body(rng).make()
            name = "s%d_%s" % (s, event)
            isl.append("Event %s%s {\n%s\n}" % (event, params, body))
            java.append("  static void %s(Diff o) {\n%s\n  }" % (name, body))
            calls.append('    run("%s", Diff::%s);' % (name, name))
            rest = {"(Object o)": "", "(Object o, Field fld)": ", nullptr"}.get(
                params, ", nullptr, 0, 0, nullptr")
            cpp_calls.append('  run<spec%d::Fields>("%s", init<spec%d::Fields>, [](IslEnv* e, '
                             "IslObject* o) { spec%d::%s(e, o%s); });" %
                             (s, name, s, s, event, rest))
        path = folder / ("s%d.isl" % s)
        path.write_text("\n".join(isl) + "\n")
        files.append(str(path))
    java.append("  public static void main(String[] a) {\n" + "\n".join(calls) + "\n  }\n}")
    java.append("class Inputs {\n  static final int COUNT = %d;\n  static Diff make(int k) {\n"
                "    Diff o = new Diff();\n    switch (k) {" % INPUTS)
    init = ["template <class F> static void init(F& f, int k) {\n  switch (k) {"]
    for k, values in enumerate(sets):
        java.append("      case %d: %s break;" % (k, " ".join(
            "o.%s = %s;" % (n, java_value(FIELDS[n], v)) for n, v in values.items())))
        init.append("    case %d: %s break;" % (k, " ".join(
            "f.%s_f = %s;" % (n, cpp_value(FIELDS[n], v)) for n, v in values.items())))
    java.append("    }\n    return o;\n  }\n}")
    (folder / "Diff.java").write_text("\n".join(java))
    terms = "\n".join("    h = mix(h, %s);" % digest_term("f->%s_f" % n, t, False)
                      for n, t in FIELDS.items())
    (folder / "main.cpp").write_text(
        '#include "bodies.cpp"\nstatic const int COUNT = %d;\n' % INPUTS +
        CPP_MAIN % terms + "\n".join(init) + "\n  }\n}\nint main() {\n" + "\n".join(cpp_calls) +
        "\n}\n")
    return files


def run(args, **more):
    done = subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if done.returncode:
        sys.exit("%s\nfailed (%d):\n%s" % (" ".join(map(str, args)), done.returncode,
                                           done.stdout[-3000:]))
    return done.stdout


def main():
    p = argparse.ArgumentParser()
    for name in ("islc", "cxx", "java", "include", "workdir"):
        p.add_argument(name)
    p.add_argument("--cases", type=int, default=4000)
    p.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    a = p.parse_args()
    print("seed %d" % a.seed, flush=True)
    rng, folder, done = random.Random(a.seed), pathlib.Path(a.workdir), 0
    folder.mkdir(parents=True, exist_ok=True)
    while done < a.cases:
        left = a.cases - done
        specs = max(1, min(12, -(-left // (INPUTS * len(EVENTS)))))
        files = build(rng, folder, specs)
        run([a.islc, "-w", "--emit=cpp", *files, "-o", str(folder / "bodies.cpp")])
        run([*a.cxx.split(), "-std=c++20", "-O2", "-w", "-ffp-contract=off", "-frounding-math", "-I" + a.include,
             str(folder / "main.cpp"), "-o", str(folder / "bodies")])
        run([a.java + "c", "-nowarn", "-d", str(folder), str(folder / "Diff.java")])
        native = run([str(folder / "bodies")]).splitlines()
        jvm = run([a.java, "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", str(folder),
                   "Diff"]).splitlines()
        for x, y in zip(native, jvm):
            if x != y:
                sys.exit("seed %d: C++ says %s, Java %s (files in %s)" % (a.seed, x, y, folder))
        if len(native) != len(jvm):
            sys.exit("seed %d: %d results of C++, %d of Java" % (a.seed, len(native), len(jvm)))
        done += len(native)
        print("%d cases equal" % done, flush=True)


if __name__ == "__main__":
    main()
