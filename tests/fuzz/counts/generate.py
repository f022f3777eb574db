#!/usr/bin/env python3
"""Writes random programs that access arrays, each with a model that knows how often.

usage: generate.py FOLDER SEED...    FOLDER/RSEED.java

A piece of program is a pair of texts: the program, and its model, in which class Model stands for arrays and
counts. Both take the same way, exceptions included. Bookkeeping in the program itself would spoil the loops
that are to be tried: those that call nothing.
"""

import os
import random
import sys

from pieces import Scope, Text, joined

SWITCHES = ("old", "arrow", "value")
THROWN = ("ArrayIndexOutOfBoundsException", "NullPointerException", "ArithmeticException",
          "ArrayStoreException", "RuntimeException")
TYPES = {"Z": "boolean[]", "B": "byte[]", "S": "short[]", "C": "char[]", "I": "int[]", "J": "long[]",
         "F": "float[]", "D": "double[]", "R": "Ref[]", "A": "int[][]"}
TAIL = {"Z": 96, "R": 96, "A": 96, "B": 16, "S": 8, "C": 8}


def array_type(kind):
    return Text(TYPES[kind], "Model")


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seed = seed
        self.names = 0
        self.helpers = []  # texts of further methods and classes
        self.kinds = self.random.sample(list(TYPES), 3)
        if self.random.random() < 0.6 and "I" not in self.kinds:
            self.kinds[0] = "I"

    def chance(self, share):
        return self.random.random() < share

    def pick(self, things):
        return self.random.choice(list(things))

    def name(self, prefix):
        self.names += 1
        return "%s%d" % (prefix, self.names)

    # Expressions.

    def array(self, scope, kind=None):
        fitting = [a for a in scope.arrays if kind is None or a[1] == kind]
        return self.pick(fitting) if fitting else None

    def index(self, scope, name, deep=0):
        i = self.pick(scope.ints)
        choice = self.random.random()
        if choice < 0.3:
            return Text("%s & 15" % i)
        if choice < 0.55:
            return Text(i)
        if choice < 0.65:
            return Text("(%s * 7 + 3) %% 20" % i)
        if choice < 0.72:
            return Text("%s - 1" % i)
        if choice < 0.80:
            return Text("%s.length - 1 - (%s & 7)" % (name, i))
        if choice < 0.84:
            return Text("%d" % self.random.randrange(-1, 70))
        if choice < 0.92 and not deep:
            return Text("(%s) & 15") % (self.number(scope, 1),)
        return Text("(%s + %s) & 7" % (i, self.pick(scope.ints)))

    def element(self, scope, deep=0):
        """A read of an element, as an int."""
        name, kind = self.array(scope)
        i = self.index(scope, name, deep)
        if kind == "Z":
            return Text("(" + name + "[%s] ? 1 : 0)", name + ".i(%s)") % (i,)
        if kind in "BSCI":
            if self.chance(0.12):
                return Text(name + "[%s]++", name + ".inc(%s)") % (i,)
            return Text(name + "[%s]", name + ".i(%s)") % (i,)
        if kind == "J":
            if self.chance(0.1):
                return Text("(int) (" + name + "[%s]++)", "(int) " + name + ".incj(%s)") % (i,)
            return Text("(int) " + name + "[%s]", "(int) " + name + ".j(%s)") % (i,)
        if kind in "FD":
            return Text("(int) " + name + "[%s]", "(int) " + name + ".%s(%%s)" % kind.lower()) % (i,)
        if kind == "R":
            return Text("(" + name + "[%s] == null ? 1 : 2)", "(" + name + ".r(%s) == null ? 1 : 2)") % (i,)
        if self.chance(0.3):
            return Text("(" + name + "[%s] == null ? 1 : 2)", "(" + name + ".m(%s) == null ? 1 : 2)") % (i,)
        k = self.index(scope, name, 1)
        if self.chance(0.3):
            return Text(name + "[%s][%s]++", name + ".m(%s).inc(%s)") % (i, k)
        return Text(name + "[%s][%s]", name + ".m(%s).i(%s)") % (i, k)

    def number(self, scope, deep=0):
        choice = self.random.random()
        if choice < 0.5 and deep < 2:
            return self.element(scope, deep + 1)
        if choice < 0.6 and deep < 2:
            return Text("(%s " + self.pick("+-^&") + " %s)") % (self.number(scope, deep + 1),
                                                               self.number(scope, deep + 1))
        if choice < 0.64:
            return Text("60 / (%s)" % self.pick(scope.ints))
        if choice < 0.9:
            return Text(self.pick(scope.ints))
        return Text("%d" % self.random.randrange(-3, 40))

    def condition(self, scope, deep=0):
        i = self.pick(scope.ints)
        choice = self.random.random()
        if choice < 0.35:
            return Text("%s %s 0") % (self.number(scope), self.pick(("<", ">", "==", "!=")))
        if choice < 0.6:
            return Text("%s %% %d == %d" % (i, self.random.randrange(2, 9), self.random.randrange(0, 3)))
        if choice < 0.75:
            return Text("%s > %d" % (i, self.random.randrange(0, 60)))
        if deep < 1:
            return Text("%s " + self.pick(("&&", "||")) + " %s") % (self.condition(scope, 1),
                                                                   self.condition(scope, 1))
        return Text("(%s & 3) != 0" % i)

    # Statements.

    def store(self, scope):
        name, kind = self.array(scope)
        i = self.index(scope, name)
        if kind == "A":
            if self.chance(0.5):
                other = self.array(scope, "I")
                value = other[0] if other and self.chance(0.8) else "null"
                return Text(name + "[%s] = %s;", name + ".m(%s, %s);") % (i, value)
            k = self.index(scope, name)
            v = self.number(scope, 1)
            return Text(name + "[%s][%s] = %s;", name + ".m(%s).i(%s, %s);") % (i, k, v)
        if kind == "R":
            other = self.index(scope, name)
            v = self.pick((Text("null"), Text("Sub.ONE"), Text("Ref.BASE"),
                           Text(name + "[%s]", name + ".r(%s)") % (other,)))
            return Text(name + "[%s] = %s;", name + ".r(%s, %s);") % (i, v)
        v = self.number(scope)
        cast = {"B": "(byte) ", "S": "(short) ", "C": "(char) ", "F": "(float) "}.get(kind, "")
        if kind == "Z":
            return Text(name + "[%s] = (%s) > 0;", name + ".i(%s, (%s) > 0 ? 1 : 0);") % (i, v)
        get = kind.lower() if kind in "JFD" else "i"
        if self.chance(0.3) and i.real == i.model:  # compound: one read, one write
            sign = self.pick("+-^") if kind not in "FD" else self.pick("+-")
            return Text("%s[%s] %s= (%s);" % (name, i.real, sign, v.real),
                        "%s.%s(%s, %s(%s.%s(%s) %s (%s)));" % (name, get, i.model, cast, name, get, i.model,
                                                             sign, v.model))
        return Text(name + "[%s] = " + cast + "(%s);", name + "." + get + "(%s, " + cast + "(%s));") % (i, v)

    def read(self, scope):
        if scope.owner and self.chance(0.3):
            field, kind = self.pick(scope.owner)
            return self.store(self.with_arrays(scope, [(field, kind)]))
        return Text("sum = sum * 3 + %s;") % (self.number(scope),)

    @staticmethod
    def with_arrays(scope, arrays):
        inner = Scope(arrays, scope.ints)
        inner.quiet = True
        return inner

    def reassign(self, scope):
        """An array local, or a field, becomes another array or null."""
        name, kind = self.array(scope)
        others = [a[0] for a in scope.arrays if a[1] == kind]
        if name not in scope.assigned or self.chance(0.3) and len(others) < 2:
            return self.store(scope)
        if self.chance(0.06):
            return Text("%s = null;" % name)
        if self.chance(0.4):
            return Text("%s = %%s ? %s : %s;" % (name, self.pick(others), self.pick(others))) % (
                self.condition(scope),)
        if not scope.quiet and self.chance(0.15):
            return Text("%s = %%s;" % name) % (self.fresh(kind, scope, name),)
        return Text("%s = %s;" % (name, self.pick(others)))

    def fresh(self, kind, scope=None, source=None):
        if source and self.chance(0.5):
            return Text("(%s == null ? null : c.keep(%s.clone()))", "(%s == null ? null : c.keep(%s.copy()))") % (
                source, source)
        data = self.pick((0, 1, 16, 20, 33, 60))
        if kind in "BCSIJ" and self.chance(0.2):
            values = ", ".join(str(self.random.randrange(0, 100)) for _ in range(data + TAIL.get(kind, 4)))
            base = TYPES[kind][:-2]
            return Text("c.keep(new %s[] {%s})" % (base, values), "c.keep(Model.of('%s', %s))" % (kind, values))
        length = data + TAIL.get(kind, 4)
        if kind == "A":
            return Text("c.keep(new int[%d][])" % length, "c.keep(new Model('A', %d))" % length)
        if kind == "R" and self.chance(0.4):
            return Text("c.<Ref[]>keep(new Sub[%d])" % length, "c.keep(new Model('U', %d))" % length)
        return Text("c.keep(new %s%d])" % (TYPES[kind][:-1], length),
                    "c.keep(new Model('%s', %d))" % (kind, length))

    def jump(self, scope):
        ways = []
        if scope.loops:
            ways += ["break;", "continue;"]
            ways += ["%s %s;" % (how, label) for label in scope.loops if label
                     for how in ("break", "continue")]
        if scope.returns:
            ways.append("return %s;" % scope.result)
        if not ways:
            return self.read(scope)
        return Text("if (%s) { " + self.pick(ways) + " }") % (self.condition(scope),)

    def attempt(self, scope):
        caught = self.pick(THROWN)
        lines = [Text("try {"), self.block(scope, 2)]
        handler = self.chance(0.7)
        if handler:
            lines += [Text("} catch (%s %s) { sum += 7;" % (caught, self.name("e"))), self.block(scope, 1)]
        if not handler or self.chance(0.4):
            quiet, scope.quiet = scope.quiet, True  # compiled twice: what is made there has two sites
            lines += [Text("} finally {"), self.block(scope, 1)]
            scope.quiet = quiet
        return joined(lines + [Text("}")])

    def choose(self, scope):
        i = self.pick(scope.ints)
        how = self.pick(SWITCHES)
        if how == "value":
            return Text("sum += switch (" + i + " & 3) { case 0 -> %s; case 1, 2 -> { " +
                        "int y" + str(self.names) + " = %s; yield y" + str(self.names) + "; } default -> %s; };") % (
                            self.number(scope), self.number(scope), self.number(scope))
        loops, scope.loops = scope.loops, []  # a break would leave the switch
        lines = [Text("switch (%s %% 5) {" % i)]
        for value in self.random.sample(range(5), 3) if how == "old" else range(3):
            if how == "old":
                lines += [Text("case %d:" % value), self.block(scope, 1)]
                lines += [Text("break;")] if self.chance(0.6) else []
            else:
                lines += [Text("case %d -> {" % value), self.block(scope, 1), Text("}")]
        lines += [Text("default:" if how == "old" else "default -> {"), self.block(scope, 1)]
        scope.loops = loops
        return joined(lines + [Text("}" if how == "old" else "} }")])

    def loop(self, scope):
        i = self.name("i")
        label = self.name("loop") if self.chance(0.35) else None
        inner = self.pick(((12, 40, 150), (6, 20, 45), (3, 8, 12))[min(scope.depth, 2)])
        kind = self.pick(("for", "for", "for", "while", "do", "long", "down", "each", "sum"))
        begin = self.pick((0, 0, 0, 1, -1))
        arrays = self.iterable(scope)
        head = "%s: " % label if label else ""
        before = "int %s = %d; " % (i, begin)
        if kind == "each" and not arrays:
            kind = "for"
        quiet, scope.quiet = scope.quiet, scope.quiet or self.chance(0.7)
        scope.depth += 1
        scope.loops.append(label)
        scope.ints.append(i)
        body = self.block(scope, 3)
        scope.ints.pop()
        scope.loops.pop()
        scope.depth -= 1
        scope.quiet = quiet
        if kind == "for":
            bound = self.bound(scope, inner)
            form = head + "for (" + before + i + " < " + bound + "; " + i + " += %d) {" % self.pick((1, 1, 1, 2, 3))
        elif kind == "down":
            form = head + "for (int %s = %d; %s >= 0; %s--) {" % (i, inner, i, i)
        elif kind == "while":  # no instruction steps an int in place
            return Text("{ " + before + head + "while (" + i + " < %d) { " % inner + i + " = " + i + " + 1;\n%s\n} }") % (body,)
        elif kind == "do":
            return Text("{ " + before + head + "do {\n%s\n} while (" + i + "++ < %d); }" % inner) % (body,)
        elif kind == "sum":
            limit = self.name("w")
            return Text("{ int " + limit + " = 0; " + before + head + "while ((%s) && " + limit + " < %d) { " % inner +
                        limit + " = " + limit + " + 1; " + i + " = " + i + " + 1;\n%s\n} }") % (
                            self.condition(self.with_ints(scope, limit)), body)
        elif kind == "long":
            counter = self.name("l")
            return Text(head + "for (long " + counter + " = 0; " + counter + " < %d; " % inner + counter + "++) { int " +
                        i + " = (int) " + counter + ";\n%s\n}") % (body,)
        else:  # over the elements themselves: the array of the head is read once
            over = self.pick(arrays)[0]
            copy, at = self.name("x"), self.name("k")
            return Text(head + "for (int " + i + " : " + over + ") {\n%s\n}",
                        "{ final Model " + copy + " = " + over + "; int " + copy + "n = " + copy + ".length; " + head +
                        "for (int " + at + " = 0; " + at + " < " + copy + "n; " + at + "++) { int " + i + " = " + copy +
                        ".i(" + at + ");\n%s\n} }") % (body,)
        return Text(form + "\n%s\n}") % (body,)

    @staticmethod
    def iterable(scope):
        return [a for a in scope.arrays if a[1] in "BSCI"]

    def bound(self, scope, inner):
        return self.array(scope)[0] + ".length" if self.chance(0.25) else str(inner)

    def with_ints(self, scope, name):
        inner = Scope(scope.arrays, scope.ints + [name])
        return inner

    def statement(self, scope):
        scope.budget -= 1
        choice = self.random.random()
        if scope.budget > 0:
            if choice < (0.3 if scope.depth == 0 else 0.14) and scope.depth < 3:
                return self.loop(scope)
            if 0.28 < choice < 0.36:
                return self.attempt(scope)
            if 0.36 <= choice < 0.42:
                return self.choose(scope)
            if 0.42 <= choice < 0.48:
                return joined([Text("if (%s) {") % (self.condition(scope),), self.block(scope, 2), Text("}")])
            if 0.48 <= choice < 0.51 and not scope.quiet:
                return joined([Text("synchronized (LOCK) {"), self.block(scope, 2), Text("}")])
            if 0.51 <= choice < 0.56 and not scope.quiet and scope.depth < 2 and scope.calls > 0:
                scope.calls -= 1
                return self.call(scope)
        if choice < 0.62:
            return self.reassign(scope)
        if choice < 0.7:
            return self.jump(scope)
        return self.store(scope) if choice < 0.86 else self.read(scope)

    def block(self, scope, most):
        return joined([self.statement(scope) for _ in range(self.random.randrange(1, most + 1))])

    # Methods.

    def call(self, scope):
        """A call of a lambda, of an anonymous class, or of a new method, possibly a recursive one."""
        chosen = {kind: name for name, kind in self.random.sample(scope.arrays, min(2, len(scope.arrays)))}
        arrays = [(name, kind) for kind, name in chosen.items()]
        names = {kind: self.name("q") for kind in chosen}
        how = self.pick(("lambda", "anonymous", "method", "recursion"))
        if how in ("lambda", "anonymous") and scope.depth < 2:
            finals = [Text("final %s " + names[kind] + " = " + name + ";") % (array_type(kind),)
                      for name, kind in arrays]
            f, v, total = self.name("f"), self.name("v"), self.name("sum")
            body = self.block(self.inner_scope(names), 3).renamed({"sum": total, "n": v})
            heads = {"lambda": "java.util.function.IntUnaryOperator %s = %s -> {" % (f, v),
                     "anonymous": "java.util.function.IntUnaryOperator %s = new java.util.function.IntUnaryOperator() "
                                  "{ public int applyAsInt(int %s) {" % (f, v)}
            tail = "};" if how == "lambda" else "} };"
            return joined([Text("{")] + finals + [Text(heads[how] + " int %s = 1;" % total), body,
                           Text("return " + total + "; " + tail),
                           Text("sum += %s.applyAsInt(%s); }" % (f, self.pick(scope.ints)))])
        method = self.method(names, recursive=how == "recursion")
        parameters = {kind: name for name, kind in arrays}
        actual = ", ".join(parameters[kind] for kind in names)
        return Text("sum += %s(c, 2, (long) %s, %s, %s);" % (method, self.pick(scope.ints), actual,
                                                          self.pick(scope.ints)))

    def inner_scope(self, names):
        scope = Scope([(name, kind) for kind, name in names.items()], ["n"])
        scope.assigned = []
        scope.budget = 8
        scope.calls = 0
        return scope

    def method(self, names, recursive=False):
        """A static method over the arrays `names`; its name."""
        method = self.name("m")
        scope = Scope([(name, kind) for kind, name in names.items()], ["n"])
        scope.budget = 9
        scope.calls = 0
        parameters = joined([Text("%s " + name) % (array_type(kind),) for kind, name in names.items()], ", ")
        body = []
        if recursive:
            body = [Text("if (depth > 0 && n > 0) { sum += %s(c, depth - 1, l, %s, n / 2); }" % (
                method, ", ".join(names.values())))]
        self.helpers.append(joined(
            [Text(("private static " if self.chance(0.7) else "private static synchronized ") +
                  "int " + method + "(Counts c, int depth, long l, %s, int n) { int sum = (int) l;") % (parameters,)] +
            self.locals() + [self.block(scope, 5)] + body + [Text("return sum; }")]))
        return method

    def locals(self):
        """Many locals, so that instructions of the counters need their wide forms."""
        if not self.chance(0.06):
            return []
        prefix = self.name("z")
        return [Text(" ".join("long %s%d = n + %d; sum += (int) %s%d;" % (prefix, i, i, prefix, i)
                              for i in range(130)))]

    def holder(self, number, kinds):
        """A class with arrays in fields, whose constructor and method access them."""
        fields = [("f%d" % i, kind) for i, kind in enumerate(kinds)]
        owner = "H%d_%d" % (self.seed, number)
        name = Text(owner, owner + "M")
        lines = [Text("final class %s {") % (name,), Text("private static final Object LOCK = new Object();")]
        lines += [Text("%s " + field + ";") % (array_type(kind),) for field, kind in fields]
        lines += [Text("%s(Counts c, int n) { int sum = 0;") % (name,)]
        lines += [Text("%s = %%s;" % field) % (self.fresh(kind),) for field, kind in fields]
        scope = Scope(fields, ["n"])
        scope.returns = False
        scope.budget = 8
        scope.quiet = True
        lines += [self.loop(scope), Text("}"), Text("int run(Counts c, int n) { int sum = 0;")]
        scope = Scope(fields, ["n"])
        scope.quiet = True
        return owner, joined(lines + [self.block(scope, 4), Text("return sum; } }")])

    def initialiser(self):
        """A nested class that accesses a shared array once, when it is initialised."""
        kind = self.kinds[0]
        scope = Scope([("shared", kind)], ["n"])
        scope.assigned = []
        scope.returns = False
        scope.quiet = True
        scope.budget = 8
        inner = joined([Text("private static %s shared;") % (array_type(kind),),
                        Text("private static final class Init { static int value; static {"),
                        Text("int sum = 0; int n = 9; try {"), self.block(scope, 4),
                        Text("} catch (RuntimeException e) { sum++; } value = sum; } }")])
        return kind, inner

    def program(self):
        name = Text("P%d" % self.seed, "P%dM" % self.seed)
        run, classes = [], []
        kept = []
        for kind in self.kinds * 2:
            local = self.name("a")
            kept.append((local, kind))
            run.append(Text("%s " + local + " = %s;") % (array_type(kind), self.fresh(kind)))
            if kind == "A":
                row = self.name("a")
                run.append(Text("%s " + row + " = c.keep(new %s);") % (array_type("I"), Text("int[24]", "Model('I', 24)")))
                run.append(Text("for (int k = 0; k < " + local + ".length - 96; k += 2) { " + local + "%s; }") % (
                    Text("[k] = " + row, ".m(k, " + row + ")"),))
                kept.append((row, "I"))
        if self.chance(0.3):
            kind, inner = self.initialiser()
            classes.append(inner)
            run.append(Text("shared = %s; sum += Init.value;") % (self.fresh(kind),))
        for number in range(2 if self.chance(0.5) else 0):
            owner, text = self.holder(number, [self.pick(self.kinds) for _ in range(2)])
            self.helpers.append(None)
            h = self.name("h")
            classes.append((owner, text))
            run.append(Text("try { %s " + h + " = new %s(c, v + 3); for (int k = 0; k < 3; k++) { sum += " + h +
                            ".run(c, k); } } catch (RuntimeException e) { sum += thrown(e); }") % (
                                (Text(owner, owner + "M"),) * 2))
        for _ in range(self.random.randrange(4, 8)):
            local = self.random.sample(kept, min(len(kept), 4))
            formal = {}
            for array, kind in local:
                formal.setdefault(kind, []).append(array)
            run.append(self.top(formal))
        nested = [c for c in classes if isinstance(c, Text)]
        outer = [c[1] for c in classes if not isinstance(c, Text)]
        body = joined([Text("final class %s {") % (name,), Text("private static final Object LOCK = new Object();")] +
                      nested + [Text("static long run(Counts c, int v) { int sum = v;")] + run +
                      [Text("return sum; }"),
                       Text("private static int thrown(RuntimeException e) { return e.getClass().getName().length(); }")] +
                      [h for h in self.helpers if h is not None] + [Text("}")])
        both = joined(outer + [body])
        program = ("public final class R%d implements Counts.Program {\n"
                   "public long real(Counts c, int v) { return P%d.run(c, v); }\n"
                   "public long model(Counts c, int v) { return P%dM.run(c, v); }\n}\n" % ((self.seed,) * 3))
        return program + both.real + "\n" + both.model + "\n"

    def top(self, formal):
        """A method over several arrays of a kind, some of them perhaps the same, and its call."""
        method = self.name("t")
        parameters, actual = [], []
        for kind, arrays in formal.items():
            for array in arrays:
                parameters.append((self.name("p"), kind))
                actual.append(self.pick(arrays) if self.chance(0.25) else array)
        scope = Scope(parameters, ["n"])
        scope.budget = 22
        text = joined([Text("%s " + p) % (array_type(k),) for p, k in parameters], ", ")
        self.helpers.append(joined(
            [Text("private static int " + method + "(Counts c, long l, %s, double d, int n) { int sum = n;") % (text,)] +
            self.locals() + [self.block(scope, 7), Text("return sum + (int) l; }")]))
        return Text("try { for (int k = 0; k < 2; k++) { sum = sum * 31 + %s(c, 5L, %s, 1.5, v + k * 5); } } "
                    "catch (RuntimeException e) { sum += thrown(e); }" % (method, ", ".join(actual)))


def main(generator, prefix):
    folder = sys.argv[1]
    for seed in map(int, sys.argv[2:]):
        with open(os.path.join(folder, "%s%d.java" % (prefix, seed)), "w", encoding="utf-8") as out:
            out.write(generator(seed).program())


if __name__ == "__main__":
    main(Generator, "R")
