"""Runs random handler bodies over words, histories and arrays as Java, against a plain model of
histories, and as islc's C++, and compares every result.

usage: differential_values.py ISLC CXX JAVA RUNTIME-INCLUDE WORKDIR [--cases N] [--seed S]

A case is one run of a body. Each body runs several times on the same object, so that its history
fills and goes round; after each run all fields, the history's state and whether it faulted are
compared. Element types of histories and arrays are all eight, and Object for arrays.
"""
import argparse
import pathlib
import random
import re
import sys

from differential import (FIELDS, JAVA_HEAD, SPECIAL, TYPES, Body, cpp_value, digest_term,
                          inputs, java_value, run)

INPUTS, ROUNDS = 24, 6


def both(isl, java):
    return "\x01%s\x02%s\x03" % (isl, java)


def side(text, number):
    return re.sub("\x01(.*?)\x02(.*?)\x03", lambda m: m.group(number), text, flags=re.S)


class Values(Body):
    def __init__(self, rng, spec, event):
        super().__init__(rng)
        self.spec, self.words = spec, event != "on_reachedOnce"

    def expr(self, t, depth):
        if depth > 0 and self.rng.random() < 0.3:
            calls = self.calls(t, depth)
            if calls:
                return self.rng.choice(calls)
        return super().expr(t, depth)

    def index(self, depth):
        """Mostly inside, sometimes a fault; never a constant that the compiler can refuse."""
        r = self.rng
        return r.choice(["0", "i * 0 + 1", "h.length() - 1", "v.length() - 1", "0", "i * 0 + %d" % r.randint(0, 4),
                         "i * 0 + " + self.expr("int", depth - 1)])

    def calls(self, t, depth):
        spec, h = self.spec, self.rng.choice(["h", "v"])
        out = []
        if t == "boolean":
            out += [h + ".isFull()", h + ".containsSameValue()",
                    "%s.contains(%s)" % (h, self.expr(spec.element, depth - 1))]
        if t == "int":
            out += [h + ".length()", h + ".capacity()"]
        if t == spec.element:
            out += [h + ".last()", "%s.get(%s)" % (h, self.index(depth))]
        if self.words:
            out += {"boolean": ["(w1 == w2)", "(w1 != w2)"], "int": ["asInt(w1)", "asInt(w2)", "toInt"],
                    "long": ["combine(w1, w2)", "asLong(w2, w1)", "toLong"], "float": ["asFloat(w1)"],
                    "double": ["asDouble(w1, w2)"]}.get(t, [])
            # A Word is an int of the same bits, and a long without a sign.
            out = [{"toInt": "(i = w1)", "toLong": both("(l = w2)", "(l = w2 & 0xffffffffL)")}.get(c, c)
                   for c in out]
        else:
            if t == "int":
                out += ["a.length"]
            if t == spec.array:
                out += ["a[%s]" % self.index(depth)] * 2
            if t == "boolean" and spec.array == "Object":
                out += ["(a[%s] != null)" % self.index(depth)] * 2
        return out

    def statement(self, depth, loops):
        r, pad, kind = self.rng, "  " * (4 - depth), self.rng.random()
        if kind < 0.3:
            self.text.append("%s%s.update(%s);" % (pad, self.target(), self.expr(self.spec.element, 3)))
        elif kind < 0.4:
            at = r.choice(["0", str(self.spec.region * r.randint(0, self.spec.size // self.spec.region - 1)),
                           "((i * 0 + %s) & 3) * %d" % (self.expr("int", 1), self.spec.region),
                           "i * 0 + " + self.expr("int", 1)])
            self.text.append("%sv = h.subHistory(%s, %d);" % (pad, at, self.spec.region))
        elif kind < 0.5 and not self.words and depth > 0 and loops < 2:
            self.each(pad, depth, loops)
        else:
            super().statement(depth, loops)

    def target(self):
        return {"whole": "h", "views": "v"}.get(self.spec.style, self.rng.choice(["h", "v"]))

    def each(self, pad, depth, loops):
        e = "e%d" % self.count
        self.count += 1
        before = dict(self.locals)
        self.text.append("%sfor (%s %s : a) {" % (pad, self.spec.array, e))
        if self.spec.array == "Object":
            self.text.append("%s  if (%s == null) continue;\n%s  o.i0++;" % (pad, e, pad))
        else:
            self.locals[e] = self.spec.array
        self.block(depth, loops + 1)
        self.text.append(pad + "}")
        self.locals = before

    def make(self):
        t = self.spec.array
        self.text.append("  H h = getHistory(o); H v = h.subHistory(0, %d);" % self.spec.region)
        self.text.append("  int i = 0; long l = 0;")
        if not self.words:
            self.text.append("  %s[] a = %s;" % (t, both("(%s[]) o" % t, "(%s[]) o.array" % t)))
        self.locals.update(i="int", l="long")
        return super().make()


class Spec:
    def __init__(self, rng, number):
        self.element = TYPES[number % 8]
        self.array = (TYPES + ["Object"])[rng.randrange(9)]
        self.region, regions = rng.choice([1, 2, 3]), rng.choice([1, 2, 4])
        self.size = self.region * regions
        self.style = rng.choice(["whole", "views", "mixed"])


MODEL = """class H@N@ {
  final int capacity, region;
  final @T@[] slots;
  final boolean[] written;
  int updates;
  final int[] regionUpdates;
  H@N@(int capacity, int region) {
    this.capacity = capacity; this.region = region;
    slots = new @T@[capacity]; written = new boolean[capacity];
    regionUpdates = new int[capacity / region];
  }
  static class Fault extends RuntimeException {}
  H@N@ self() { return this; }
  boolean same(@T@ a, @T@ b) { return @SAME@; }
  void store(int slot, @T@ value) { slots[slot] = value; written[slot] = true; }
  void update(@T@ value) { store(updates % capacity, value); updates++; }
  int length() { int n = 0; for (int i = 0; i < capacity; i++) if (written[i]) n = i + 1; return n; }
  int capacity() { return capacity; }
  @T@ get(int i) {
    if (i < 0 || i >= length()) throw new Fault();
    return slots[updates > capacity ? (updates + i) % capacity : i];
  }
  @T@ last() { return get(length() - 1); }
  boolean isFull() { for (boolean w : written) if (!w) return false; return true; }
  boolean contains(@T@ v) { for (int i = 0; i < length(); i++) if (same(get(i), v)) return true; return false; }
  boolean containsSameValue() { for (int i = 1; i < length(); i++) if (!same(get(i), get(0))) return false; return true; }
  H@N@ subHistory(int offset, int length) {
    if (offset < 0 || offset % region != 0 || offset > capacity - region) throw new Fault();
    return new View(this, offset / region);
  }
  static class View extends H@N@ {
    final H@N@ parent; final int number;
    View(H@N@ parent, int number) { super(parent.region, parent.region); this.parent = parent; this.number = number; }
    void update(@T@ v) {
      parent.store(number * capacity + parent.regionUpdates[number] % capacity, v);
      parent.regionUpdates[number]++;
    }
    int length() { return Math.min(parent.regionUpdates[number], capacity); }
    boolean isFull() { return length() == capacity; }
    @T@ get(int i) {
      if (i < 0 || i >= length()) throw new Fault();
      int n = parent.regionUpdates[number];
      return parent.slots[number * capacity + (n > capacity ? (n + i) % capacity : i)];
    }
  }
}
"""

HELPERS = """
  static long combine(int a, int b) { return (long) a << 32 | b & 0xffffffffL; }
  static long asLong(int a, int b) { return combine(a, b); }
  static int asInt(int w) { return w; }
  static float asFloat(int w) { return Float.intBitsToFloat(w); }
  static double asDouble(int a, int b) { return Double.longBitsToDouble(combine(a, b)); }
  Object array; int w1, w2;
"""


def value_bits(t, text, java):
    return "(" + digest_term(text, t, java) + ")"


def java_spec(number, spec, bodies):
    same = {"float": "Float.floatToIntBits(a) == Float.floatToIntBits(b)",
            "double": "Double.doubleToLongBits(a) == Double.doubleToLongBits(b)"}.get(spec.element, "a == b")
    model = MODEL.replace("@N@", str(number)).replace("@T@", spec.element).replace("@SAME@", same)
    out = [model, "class S%d {" % number]
    for event, body in bodies:
        text = re.sub(r"\bH\b", "H%d" % number, side(body, 2)).replace("getHistory(o)", "hist")
        for name in ("combine", "asLong", "asInt", "asFloat", "asDouble"):
            text = text.replace(name + "(", "Diff." + name + "(")
        out.append("  static void %s(Diff o, H%d hist, int w1, int w2) {\n%s\n  }" % (event, number, text))
        out.append("  static void run_%s() {\n    for (int k = 0; k < Inputs.COUNT; k++) {\n"
                   "      Diff o = Inputs.make(k); o.array = Inputs.array(k, %d);\n"
                   "      H%d h = new H%d(%d, %d);\n      for (int round = 0; round < %d; round++) {\n"
                   "        boolean fault = false;\n"
                   "        try { %s(o, h, o.w1 + round %% 2, o.w2); }\n"
                   "        catch (ArithmeticException | ClassCastException | IndexOutOfBoundsException"
                   " | H%d.Fault e) { fault = true; }\n"
                   "        long d = o.digest(fault);\n"
                   "        d = Diff.hash(d, h.length()); d = Diff.hash(d, h.isFull() ? 1 : 0);\n"
                   "        for (int i = 0; i < h.length(); i++) { %s e = h.get(i); d = Diff.hash(d, %s); }\n"
                   "        System.out.println(\"s%d_%s \" + k + \" \" + round + \" \" + Long.toHexString(d));\n"
                   "      }\n    }\n  }" %
                   (event, number, number, number, spec.size, spec.region, ROUNDS, event, number, spec.element,
                    value_bits(spec.element, "e", True), number, event))
    return "\n".join(out + ["}"])


ARRAY_LETTERS = dict(zip(TYPES + ["Object"], "ZBSCIJFDL"))


def array_value(rng, t):
    if t == "Object":
        return rng.random() < 0.5
    if t == "boolean":
        return rng.randrange(2)
    if t in ("float", "double"):
        return rng.choice([v for v in SPECIAL[t]])
    return rng.choice(SPECIAL[t])


def arrays(rng, specs):
    """Per input and spec: (element type, values), or None for an object that is no array."""
    out = []
    for _ in range(INPUTS):
        row = []
        for spec in specs:
            t = spec.array if rng.random() < 0.9 else rng.choice(TYPES)
            n = rng.choice([0, 1, 2, 3, 5, 70])
            row.append(None if rng.random() < 0.05 else (t, [array_value(rng, t) for _ in range(n)]))
        out.append(row)
    return out


def java_array(entry):
    if entry is None:
        return '"none"'
    t, values = entry
    if t == "Object":
        return "new Object[] {%s}" % ", ".join('"x"' if v else "null" for v in values)
    return "new %s[] {%s}" % (t, ", ".join(java_value(t, v) for v in values))


CPP_TYPES = dict(zip(TYPES, ["bool", "int8_t", "int16_t", "uint16_t", "int32_t", "int64_t", "float", "double"]))


def cpp_array(name, entry):
    """The definition of one array and the expression that points to it."""
    if entry is None:
        return "", "nullptr"
    t, values = entry
    if t == "Object":
        words = [sum(1 << i for i, v in enumerate(values[b:b + 64]) if v) for b in range(0, max(1, len(values)), 64)]
        data = "static const uint64_t %s_v[] = {%s};" % (name, ", ".join("%dull" % w for w in words))
        return data + " static const IslArray %s = {%d, 'L', %s_v, nullptr};" % (name, len(values), name), "&" + name
    data = "static const %s %s_v[] = {%s};" % (CPP_TYPES[t], name,
                                              ", ".join("%s(%s)" % (CPP_TYPES[t], cpp_value(t, v))
                                                        for v in values + [0 if t not in ("float", "double") else "0.0"]))
    return data + " static const IslArray %s = {%d, '%s', nullptr, %s_v};" % (name, len(values), ARRAY_LETTERS[t], name), \
        "&" + name


CPP_RUN = """
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf leave;
[[noreturn]] static void onFault(IslEnv*, int, int) { longjmp(leave, 1); }
static uint64_t mix(uint64_t h, int64_t v) { return (h ^ uint64_t(v)) * 0x100000001b3ull; }
template <class F> static uint64_t digest(F* f, bool fault) {
  uint64_t h = fault ? 0x11 : 0xcbf29ce484222325ull;
@DIGEST@
  return h;
}
"""

CPP_SPEC = """
static void run@N@_@E@() {
  using namespace spec@N@;
  static union { IslRecord record; char bytes[sizeof(IslRecord) + 64]; } memory;
  for (int k = 0; k < COUNT; ++k) {
    auto* f = reinterpret_cast<Fields*>(&memory.record + 1);
    init(*f, k);
    IslObject object{};
    object.record = &memory.record;
    object.array = array(k, @N@);
    object.history = malloc(historyBytes());
    initHistory(object.history);
    for (int round = 0; round < @ROUNDS@; ++round) {
      static IslEnv env;
      env = IslEnv{1, 6, 1000000, onFault};
      volatile bool fault = false;
      if (setjmp(leave) == 0) @E@(&env, &object@ARGS@);
      else fault = true;
      uint64_t h = digest(f, fault);
      History history(&env, isl::ref(&object), 0);
      h = mix(h, history.length());
      h = mix(h, history.isFull());
      for (int i = 0; i < history.length(); ++i) { auto e = history.get(i, 0); h = mix(h, @BITS@); }
      printf("s@N@_@E@ %d %d %llx\\n", k, round, (unsigned long long)h);
    }
    free(object.history);
  }
}
"""


def write_isl(folder, number, spec, bodies):
    isl = ['History H { type = "%s"; size = %d; }' % (spec.element, spec.size),
           "Partition P { kind = all; history = H; }", "TObject T {", "  partition = P;"]
    isl += ["  instance %s %s;" % (t, n) for n, t in FIELDS.items()] + ["}"]
    for event, body in bodies:
        params = "Object o" + (", Field fld, Word w1, Word w2" if event == "on_rw" else "")
        isl.append("Event %s(%s) {\n%s\n}" % (event, params, side(body, 1)))
    path = folder / ("s%d.isl" % number)
    path.write_text("\n".join(isl) + "\n")
    return str(path)


def build(rng, folder, count):
    specs = [Spec(rng, i) for i in range(count)]
    sets, words = [inputs(rng) for _ in range(INPUTS)], [[rng.choice(SPECIAL["int"]) for _ in "12"] for _ in range(INPUTS)]
    table = arrays(rng, specs)
    fields = "\n".join("  %s %s;" % (t, n) for n, t in FIELDS.items())
    terms = "\n".join("    h = hash(h, %s);" % digest_term(n, t, True) for n, t in FIELDS.items())
    head = (JAVA_HEAD % (fields + HELPERS, terms)).rstrip()
    java, cpp, calls, cpp_calls, files = [], [], [], [], []
    for number, spec in enumerate(specs):
        bodies = [(e, Values(rng, spec, e).make()) for e in ("on_rw", "on_reachedOnce")]
        files.append(write_isl(folder, number, spec, bodies))
        java.append(java_spec(number, spec, bodies))
        for event, _ in bodies:
            args = ", nullptr, uint32_t(WORDS[k][0]) + round % 2, uint32_t(WORDS[k][1]), nullptr" if event == "on_rw" else ""
            text = CPP_SPEC
            for key, value in {"N": str(number), "E": event, "ARGS": args, "ROUNDS": str(ROUNDS),
                               "BITS": value_bits(spec.element, "e", False)}.items():
                text = text.replace("@%s@" % key, value)
            cpp.append(text)
            calls.append("    S%d.run_%s();" % (number, event))
            cpp_calls.append("  run%d_%s();" % (number, event))
    java_inputs = ["class Inputs {\n  static final int COUNT = %d;\n  static Diff make(int k) {\n    Diff o = new Diff();\n"
                   "    switch (k) {" % INPUTS]
    init = ["template <class F> static void init(F& f, int k) {\n  switch (k) {"]
    for k, values in enumerate(sets):
        java_inputs.append("      case %d: %s o.w1 = %d; o.w2 = %d; break;" % (k, " ".join(
            "o.%s = %s;" % (n, java_value(FIELDS[n], v)) for n, v in values.items()), *words[k]))
        init.append("    case %d: %s break;" % (k, " ".join(
            "f.%s_f = %s;" % (n, cpp_value(FIELDS[n], v)) for n, v in values.items())))
    java_inputs.append("    }\n    return o;\n  }\n  static Object array(int k, int spec) {\n    switch (k * 100 + spec) {")
    lookup, definitions = [], []
    for k, row in enumerate(table):
        for s, entry in enumerate(row):
            java_inputs.append("      case %d: return %s;" % (k * 100 + s, java_array(entry)))
            text, pointer = cpp_array("a%d_%d" % (k, s), entry)
            definitions.append(text)
            lookup.append("    case %d: return %s;" % (k * 100 + s, pointer))
    java_inputs.append("    }\n    return null;\n  }\n}")
    main_java = head + "\n  public static void main(String[] a) {\n" + "\n".join(calls) + "\n  }\n}\n"
    (folder / "Diff.java").write_text(main_java + "\n".join(java_inputs) + "\n" + "\n".join(java))
    digest = "\n".join("  h = mix(h, %s);" % digest_term("f->%s_f" % n, t, False) for n, t in FIELDS.items())
    (folder / "main.cpp").write_text(
        '#include "bodies.cpp"\nstatic const int COUNT = %d;\nstatic const int32_t WORDS[][2] = {%s};\n' %
        (INPUTS, ", ".join("{int32_t(%dLL), int32_t(%dLL)}" % tuple(w) for w in words)) +
        CPP_RUN.replace("@DIGEST@", digest) + "\n".join(definitions) +
        "\nstatic const IslArray* array(int k, int spec) {\n  switch (k * 100 + spec) {\n" + "\n".join(lookup) +
        "\n  }\n  return nullptr;\n}\n" + "\n".join(init) + "\n  }\n}\n" + "\n".join(cpp) +
        "\nint main() {\n" + "\n".join(cpp_calls) + "\n}\n")
    return files


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
        files = build(rng, folder, 16)
        run([a.islc, "-w", "--emit=cpp", *files, "-o", str(folder / "bodies.cpp")])
        run([*a.cxx.split(), "-std=c++20", "-O1", "-w", "-ffp-contract=off", "-frounding-math", "-I" + a.include,
             str(folder / "main.cpp"), "-o", str(folder / "bodies")])
        run([a.java + "c", "-nowarn", "-d", str(folder), str(folder / "Diff.java")])
        native = run([str(folder / "bodies")]).splitlines()
        jvm = run([a.java, "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", str(folder), "Diff"]).splitlines()
        for x, y in zip(native, jvm):
            if x != y:
                sys.exit("seed %d: C++ says %s, Java %s (files in %s)" % (a.seed, x, y, folder))
        if len(native) != len(jvm):
            sys.exit("seed %d: %d results of C++, %d of Java" % (a.seed, len(native), len(jvm)))
        done += len(native)
        print("%d cases equal" % done, flush=True)


if __name__ == "__main__":
    main()
