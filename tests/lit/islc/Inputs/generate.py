"""Writes random specs that the compiler must accept, and compiles all of them to C++ and further.

usage: generate.py ISLC CXX RUNTIME-INCLUDE WORKDIR [--specs N] [--seed S] [--per-agent K]

Specs are derived from the grammar with the types in mind: every construct, event, statement, type,
operator and built-in function. All specs of a run share their construct names, so that specs in one
agent would get into each other's way. Each must pass --check --strict, print a plan, and the C++ of
K of them together must compile without a warning.
"""
import argparse
import pathlib
import random
import subprocess
import sys

PRIMITIVES = ["boolean", "byte", "short", "char", "int", "long", "float", "double"]
INTEGRAL = ["byte", "short", "char", "int", "long"]
NUMERIC = INTEGRAL + ["float", "double"]
# Names that C++ or the generated code would choke on, property words and ordinary ones.
NAMES = ["auto", "register", "namespace", "template", "int32_t", "env", "object", "edge", "word1", "value",
         "isl", "std", "NULL", "History_0", "get_n", "set_n", "$", "_", "a$", "a_", "a$_", "kind", "size",
         "history", "type", "path", "all", "context", "delete", "operator", "union", "signed", "typeof",
         "on_read", "Fields", "main", "x", "y", "n", "count", "Spec", "inline", "bool", "handlers",
         "contexts", "consts", "step", "get_", "INT32_MIN", "uint32_t", "x0", "x_0", "n_0", "n_f", "spec0"]
EVENTS = {"on_read": "fww", "on_write": "fww", "on_rw": "fww", "on_call": "mww", "on_alloc": "",
          "on_reached": "f", "on_reachedOnce": ""}


class Spec:
    def __init__(self, rng):
        self.r = rng
        self.consts, self.fields, self.history, self.size, self.region = {}, {}, None, 0, None
        self.scope = {}  # names of locals and their types

    def pick(self, *options):
        return self.r.choice(options)

    # Constants.
    def constant(self, t, depth):
        r = self.r
        names = [n for n, ct in self.consts.items() if ct == t and n not in self.scope]
        if names and r.random() < 0.3:
            return r.choice(names)
        if t == "boolean":
            if depth > 0 and r.random() < 0.5:
                return "(%s %s %s)" % (self.constant("int", depth - 1), self.pick("<", ">=", "==", "!="),
                                       self.constant("int", depth - 1))
            return self.pick("true", "false", "!false")
        if t == "char":
            return self.pick("'a'", "'\\n'", "'\\u00e9'", "'\\''", "'$'")
        if t in ("byte", "short"):
            return self.pick("1", "-7", "127", "0x7F", "0b11")
        if t in ("float", "double"):
            return self.pick("1.5", "1e3", ".25", "7.", "3") + self.pick("", "f" if t == "float" else "d") \
                if t == "double" else self.pick("1.5f", "2f", "1e3f", "3", "0.25F")
        base = self.pick("1", "2", "3", "10", "0x10", "0b101", "1_000", "UserParameter")
        if t == "long":
            base = self.pick(base, "5L", "0xFFL", "1L << 40")
            base = "(%s)" % base if "<<" in base else base
        if depth > 0 and r.random() < 0.5:
            return "(%s %s %s)" % (self.constant(t, depth - 1), self.pick("+", "-", "*", "&", "|", "^", ">>"),
                                   self.pick("1", "2", "3"))
        return base

    # Expressions of a handler.
    def literal(self, t):
        if t in ("byte", "short"):
            return "(%s) %s" % (t, self.pick("1", "300", "-1"))
        return self.constant(t, 0) if t != "float" else self.pick("1.5f", "0f")

    def variable(self, t, assignable=False):
        names = [n for n, vt in self.scope.items() if vt == t and not (assignable and n in self.fixed)]
        names += ["%s.%s" % (self.o, n) for n, ft in self.fields.items() if ft == t]
        return self.r.choice(names) if names else None

    def expr(self, t, depth):
        r = self.r
        if depth <= 0 or r.random() < 0.15:
            return self.variable(t) or self.literal(t)
        kind = r.random()
        if kind < 0.08:
            return "(%s ? %s : %s)" % (self.expr("boolean", depth - 1), self.expr(t, depth - 1),
                                       self.expr(t, depth - 1))
        if kind < 0.18:
            call = self.call(t, depth)
            if call:
                return call
        if kind < 0.26:
            v = self.variable(t, True)
            if v and t != "boolean" and r.random() < 0.5:
                return "(%s)" % self.pick("++" + v, v + "--")
            if v:
                return "(%s = %s)" % (v, self.expr(t, depth - 1))
        if t == "boolean":
            return self.boolean(depth)
        if t not in ("int", "long", "float", "double") or kind < 0.36:
            return "((%s) %s)" % (t, self.atom(r.choice(NUMERIC), depth - 1))
        if t in ("int", "long") and kind < 0.5:
            return "(%s %s %s)" % (self.atom(t, depth - 1), self.pick("<<", ">>", ">>>"),
                                   self.atom(r.choice(INTEGRAL), depth - 1))
        if kind < 0.6:
            return "(%s%s)" % (self.pick("-", "+", *(["~"] if t in ("int", "long") else [])),
                               self.atom(t, depth - 1))
        ops = ["+", "-", "*", "/", "%"] + (["&", "|", "^"] if t in ("int", "long") else [])
        return "(%s %s %s)" % (self.atom(t, depth - 1), r.choice(ops), self.atom(t, depth - 1))

    def atom(self, t, depth):
        return "(%s)" % self.expr(t, depth)

    def boolean(self, depth):
        r, kind = self.r, self.r.random()
        if kind < 0.35:
            return "(%s %s %s)" % (self.atom(r.choice(NUMERIC), depth - 1),
                                   self.pick("<", "<=", ">", ">=", "==", "!="),
                                   self.atom(r.choice(NUMERIC), depth - 1))
        if kind < 0.5:
            return "!%s" % self.atom("boolean", depth - 1)
        if kind < 0.6:
            return "(%s %s %s)" % (self.object(), self.pick("==", "!="), self.pick("null", self.object()))
        if kind < 0.65 and "w" in self.kinds:
            return "(%s == %s)" % (self.words[0], self.words[1])
        if kind < 0.7 and self.event == "on_reached":
            return "(%s != null)" % self.member
        return "(%s %s %s)" % (self.atom("boolean", depth - 1),
                               self.pick("&&", "||", "&", "|", "^", "==", "!="), self.atom("boolean", depth - 1))

    def object(self):
        names = [n for n, t in self.scope.items() if t == "Object"]
        if "w" in self.kinds and self.r.random() < 0.2:
            return "addressToObject(%s, %s)" % tuple(self.words)
        return self.r.choice(names)

    def call(self, t, depth):
        """A call of a built-in that gives t, or None."""
        o, h, out = self.object(), self.any_history(), []
        if t == "long":
            out += ["sizeOf(%s)" % o, "age(%s)" % o, "gcCount()"]
        if "w" in self.kinds:
            two = "(%s, %s)" % tuple(self.words)
            out += {"long": ["combine" + two, "asLong" + two], "int": ["asInt(%s)" % self.words[0]],
                    "float": ["asFloat(%s)" % self.words[0]], "double": ["asDouble" + two]}.get(t, [])
        if "f" in self.kinds and t == "int":
            out += [self.member + ".index()", self.member + ".offset()"]
        if "f" in self.kinds and t == "boolean":
            out += [self.member + m for m in (".isPrimitive()", ".isArrayElement()", ".isRoot()")]
        if "m" in self.kinds and t == "int":
            out += [self.member + ".id()"]
        if "m" in self.kinds and t == "boolean":
            out += [self.member + ".isStatic()", self.member + ".isNamed(\"get\")"] + [self.member + ".getReturnType()." + m for m in
                                                    ("isReference()", "isPrimitive()", "isVoid()", "isArray()")]
        if h and t == "boolean":
            out += [h + ".isFull()", h + ".containsSameValue()",
                    "%s.contains(%s)" % (h, self.expr(self.history, depth - 1))]
        if h and t == "int":
            out += [h + ".length()", h + ".capacity()"]
        if h and t == self.history:
            out += [h + ".last()", "%s.get((int) gcCount() + %s)" % (h, self.expr("int", depth - 1))]
        return self.r.choice(out) if out else None

    def any_history(self):
        if not self.history:
            return None
        names = [n for n, t in self.scope.items() if t in ("H", "View")]
        if names and self.r.random() < 0.6:
            return self.r.choice(names)
        return "getHistory(%s)" % self.object()

    # Statements.
    def fresh(self):
        free = [n for n in NAMES if n not in self.scope]
        return self.r.choice(free) if free and self.r.random() < 0.5 else self.unused()

    def unused(self):
        self.count += 1
        return "v%d" % self.count

    def assignment(self):
        t = self.r.choice(PRIMITIVES)
        v = self.variable(t, True)
        if not v:
            return "deamplify(%s)" % self.object()
        if t == "boolean":
            return "%s %s %s" % (v, self.pick("=", "&=", "|=", "^="), self.expr(t, 2))
        if t in INTEGRAL and self.r.random() < 0.3:
            return "%s %s %s" % (v, self.pick("<<=", ">>=", ">>>=", "&=", "|=", "^="),
                                 self.expr(self.r.choice(INTEGRAL), 2))
        if self.r.random() < 0.3:
            return self.pick(v + "++", "--" + v)
        if self.r.random() < 0.5:
            return "%s = %s" % (v, self.expr(t, 3))
        return "%s %s %s" % (v, self.pick("+=", "-=", "*=", "/=", "%="), self.expr(self.r.choice(NUMERIC), 2))

    def declaration(self, out, pad):
        r, kind = self.r, self.r.random()
        name = self.fresh()
        objects = self.object()
        self.scope[name] = "-"  # the scope of a local begins with its own initialiser
        if kind < 0.5:
            t = r.choice(PRIMITIVES)
            final = r.random() < 0.2
            text = "%s%s %s = %s" % ("final " if final else "", t, name, self.expr(t, 3))
            self.scope[name] = t
            if final:
                self.fixed.add(name)
            if r.random() < 0.3:
                other = self.fresh()
                self.scope[other] = "-"
                text += ", %s = %s" % (other, self.expr(t, 1))
                self.scope[other] = t
                if final:
                    self.fixed.add(other)
            out.append(pad + text + ";")
        elif kind < 0.6:
            out.append("%s%s %s = %s;" % (pad, self.pick("Object", "MyObj"), name, objects))
            self.scope[name] = "Object"
        elif kind < 0.8 and self.history:
            if r.random() < 0.5:
                out.append("%s%s %s = getHistory(%s);" % (pad, self.pick("H", "History"), name, self.object()))
                self.scope[name] = "H"
            else:
                if not self.region:
                    self.region = r.choice([d for d in range(1, self.size + 1) if self.size % d == 0])
                out.append("%sH %s = getHistory(%s).subHistory(%s, %d);" %
                           (pad, name, self.object(), self.pick("0", "(int) gcCount() * %d" % self.region),
                            self.region))
                self.scope[name] = "View"
        elif kind < 0.9 and self.gc:
            t = self.pick("Object", *PRIMITIVES)
            out.append("%s%s[] %s = (%s[]) %s;" % (pad, t, name, t, self.object()))
            self.scope[name] = t + "[]"
        else:
            t = r.choice(PRIMITIVES)
            out.append("%s%s %s;" % (pad, t, name))
            out.append("%sif (%s) %s = %s; else %s = %s;" % (pad, self.expr("boolean", 2), name,
                                                            self.expr(t, 1), name, self.expr(t, 2)))
            self.scope[name] = t

    def statement(self, out, depth, loops):
        r, kind, pad = self.r, self.r.random(), "  " * (6 - depth)
        if depth <= 0 or kind < 0.3:
            out.append(pad + self.assignment() + ";")
        elif kind < 0.5:
            self.declaration(out, pad)
        elif kind < 0.62:
            call = ["deamplify(%s)" % self.object(), "age(%s)" % self.object()]
            if self.history:
                call += ["%s.update(%s)" % (self.any_history(), self.expr(self.history, 2))] * 3
            if self.gc:
                call += ["amplify(%s)" % self.object()]
            out.append(pad + r.choice(call) + ";")
        elif kind < 0.75:
            out.append("%sif (%s) {" % (pad, self.expr("boolean", 3)))
            self.block(out, depth, loops)
            if r.random() < 0.5:
                out.append(pad + "} else {")
                self.block(out, depth, loops)
            out.append(pad + "}")
        elif kind < 0.8:
            out.append(self.pick(pad + ";", pad + "{ ; }", "%sif (%s) return;" % (pad, self.expr("boolean", 2))))
        elif loops < 3:
            self.loop(out, pad, depth, loops)

    def loop(self, out, pad, depth, loops):
        r, i = self.r, self.unused()
        arrays = [(n, t) for n, t in self.scope.items() if t.endswith("[]")]
        before = dict(self.scope)
        kind = r.randrange(5 if arrays else 3)
        if kind == 0:
            self.scope[i] = "int"
            out.append("%sfor (int %s = 0; %s < %s; %s) {" % (pad, i, i, self.expr("int", 1),
                                                             self.pick(i + "++", "%s += 2" % i)))
        elif kind == 1:
            out.append("%swhile (%s) {" % (pad, self.nonconstant(depth)))
        elif kind == 2:
            out.append("%sdo {" % pad)
        else:
            name, t = r.choice(arrays)
            element = t[:-2]
            out.append("%sfor (%s%s %s : %s) {" % (pad, self.pick("", "final "), element, i, name))
            if element == "Object":
                out.append("%s  if (%s == null) continue;" % (pad, i))
            else:
                self.scope[i] = element
                self.fixed.add(i)
        if r.random() < 0.4:  # before the locals of the block, which may have the name of a constant
            out.append("%s  if (%s) %s;" % (pad, self.nonconstant(1), self.pick("break", "continue", "return")))
        self.block(out, depth, loops + 1)
        self.scope = before
        out.append(pad + ("} while (%s);" % self.nonconstant(2) if kind == 2 else "}"))

    def nonconstant(self, depth):
        """Never a constant expression: loops on constants are endless or unreachable."""
        return "age(%s) > %s" % (self.o, self.atom("int", depth))

    def block(self, out, depth, loops):
        scope, fixed = dict(self.scope), set(self.fixed)
        for _ in range(self.r.randint(1, 3)):
            self.statement(out, depth - 1, loops)
        self.scope, self.fixed = scope, fixed

    def handler(self, event):
        self.event, self.kinds, self.count = event, EVENTS[event], 0
        self.gc = event.startswith("on_reached")
        names = self.r.sample([n for n in NAMES if n not in self.consts], 4)
        self.o, self.member, self.words = names[0], names[1], names[2:]
        self.scope, self.fixed = {self.o: "Object"}, {self.o}
        params = [self.pick("Object ", "MyObj ", "final Object ") + self.o]
        params += [{"f": "Field ", "m": "Method "}[k] + self.member for k in self.kinds if k in "fm"]
        params += ["Word " + w for w in self.words if "w" in self.kinds]
        # Names of parameters are taken even where the generator has no use for them.
        self.taken = set(names)
        self.scope.update({n: "-" for n in names if n != self.o})
        out = ["Event %s(%s) {" % (event, ", ".join(params))]
        for _ in range(self.r.randint(1, 6)):
            self.statement(out, 5, 0)
        out.append("}")
        return "\n".join(out)

    # The whole spec.
    def make(self):
        r, parts = self.r, []
        pool = list(NAMES)
        r.shuffle(pool)
        for _ in range(r.randint(0, 4)):
            t, name = r.choice(PRIMITIVES), pool.pop()
            parts.append("const %s %s = %s;" % (t, name, self.constant(t, 2)))
            self.consts[name] = t
        contexts = r.randint(0, 3)
        types = ["java.lang.Object[]", "java.util.HashMap", "java.util.Map.Entry[]", "a.B$C", "int[]", "double[][]"]
        for i in range(contexts):
            # A constant of one of these names would clash; construct names have one namespace.
            rows = ['type = "%s";' % r.choice(types)] if r.random() < 0.8 else []
            if r.random() < 0.4:
                rows.append('sequence = "%s";' % self.pick("*.main,*", "*, a.B.<init> ,?,*", "re:.*x(a|b)+"))
            if i and r.random() < 0.6:
                rows.append("path = C%d;" % (i - 1))
            r.shuffle(rows)
            parts.append("Context C%d { %s }" % (i, " ".join(rows)))
        if r.random() < 0.8:
            self.history, self.size = r.choice(PRIMITIVES), r.choice([1, 2, 6, 10, 12])
            rows = ['type = "%s";' % self.history, "size = %s;" % self.pick(str(self.size), "%d * 1" % self.size)]
            r.shuffle(rows)
            parts.append("History H { %s }" % " ".join(rows))
        partition = self.history or r.random() < 0.5
        if partition:
            rows = ["kind = %s;" % self.pick("all", "alloc", "type", "single", "context[%d]" % r.randint(1, 99))]
            if self.history:
                rows.append("history = H;")
            parts.append("Partition P { %s }" % " ".join(rows))
        for _ in range(r.randint(0, 7)):
            self.fields[r.choice(NAMES)] = r.choice(PRIMITIVES)
        rows = ["instance %s %s%s;" % (t, n, self.pick("", " = " + self.constant(t, 1)))
                for n, t in self.fields.items()]
        rows += ["partition = P;"] if partition else []
        rows += ["include = C%d;" % (contexts - 1)] if contexts and r.random() < 0.8 else []
        r.shuffle(rows)
        parts.append("TObject MyObj {\n  %s\n}" % "\n  ".join(rows))
        for event in EVENTS:
            if r.random() < 0.5:
                parts.append(self.handler(event))
        r.shuffle(parts)
        return "\n".join(parts) + "\n"


def run(args, seed, number):
    done = subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode or (args[0] != "islc" and "warning:" in done.stdout):
        sys.exit("seed %d, spec %d: %s\nended with %d:\n%s" % (seed, number, " ".join(args), done.returncode,
                                                             done.stdout[-4000:]))
    return done.stdout


def main():
    p = argparse.ArgumentParser()
    for name in ("islc", "cxx", "include", "workdir"):
        p.add_argument(name)
    p.add_argument("--specs", type=int, default=40)
    p.add_argument("--per-agent", type=int, default=5)
    p.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    a = p.parse_args()
    print("seed %d" % a.seed, flush=True)
    folder = pathlib.Path(a.workdir)
    folder.mkdir(parents=True, exist_ok=True)
    for start in range(0, a.specs, a.per_agent):
        files = []
        for number in range(start, min(start + a.per_agent, a.specs)):
            # A spec depends on the seed and its number alone.
            text = Spec(random.Random(a.seed * 1000003 + number)).make()
            path = folder / ("spec%d.isl" % (number % a.per_agent))
            path.write_text(text)
            run([a.islc, "--check", "-w", str(path)], a.seed, number)
            run([a.islc, "--emit=plan", "-w", str(path)], a.seed, number)
            files.append(str(path))
        out = str(folder / "agent.cpp")
        run([a.islc, "-w", "--emit=cpp", *files, "-o", out], a.seed, start)
        run([*a.cxx.split(), "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-fno-exceptions",
             "-fno-rtti", "-I" + a.include, out], a.seed, start)
    print("%d specs accepted and compiled" % a.specs)


main()
