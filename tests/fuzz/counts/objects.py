#!/usr/bin/env python3
"""Writes random programs that access and call objects, each with a model that knows how often.

usage: objects.py FOLDER SEED...    FOLDER/OSEED.java

As generate.py does for arrays: class A, its subclasses B and D, whose fields may hide those of A, an inner class
I, a record K and an enum E. Their models (AM, ...) count in the methods that stand for accesses, and around the bodies
of methods.
"""

from generate import Generator, THROWN, main
from pieces import Scope, Text, joined

CHAIN = ("A", "B", "D")
PRIMITIVES = ("int", "int", "long", "double", "float", "boolean", "byte", "short", "char")
RESULTS = {"int": "sum", "long": "sum * 65537L", "double": "sum / 3.0", "boolean": "sum > 0", "float": "sum * 1.5f",
           "byte": "(byte) sum", "char": "(char) sum", "void": None}


class Field:
    def __init__(self, owner, name, kind, index):
        self.owner, self.name, self.kind, self.index = owner, name, kind, index
        self.model = "%s_%s" % (owner, name)
        self.primitive = kind in PRIMITIVES


class Method:
    def __init__(self, name, owner, result, parameter, modifiers):
        self.name, self.owner, self.result, self.parameter = name, owner, result, parameter
        self.modifiers = modifiers
        self.reference = result not in RESULTS


def subclass(one, other):
    return one == other or one in CHAIN and other in CHAIN and CHAIN.index(one) > CHAIN.index(other)


class Objects(Generator):
    def __init__(self, seed):
        super().__init__(seed)
        self.sites = 0
        self.chain = CHAIN[:self.random.randrange(2, 4)]
        self.fields, index = [], 1
        for owner in self.chain:
            for name in self.random.sample(("x", "y", "z", "u"), self.random.randrange(2, 4)):
                reference = self.chance(0.25)
                kind = self.pick(self.chain + ("I", "K")) if reference else self.pick(PRIMITIVES)
                self.fields.append(Field(owner, name, kind, -1 if reference else index))
                index += not reference
        inner = self.pick(PRIMITIVES)
        self.fields.append(Field("I", "x", inner, 1))
        self.fields.append(Field("E", "r", "A", -1))
        self.methods = []
        for number in range(self.random.randrange(4, 7)):
            result = self.pick(list(RESULTS) + ["A", "A", "A", "A", "B", "B", "I", "K"])
            modifiers = self.pick(("", "", "", "static ", "private ", "synchronized ", "varargs", "final "))
            self.methods.append(Method("m%d" % number, self.pick(("A",) + self.chain), result,
                                       self.pick(self.chain), modifiers))

    # Names of the types of a program and of its model.

    def type(self, kind):
        if kind in PRIMITIVES or kind == "void":
            return Text(kind)
        name = "%s%d" % (kind, self.seed)
        return Text("A%d.%s" % (self.seed, name), "A%dM.%sM" % (self.seed, name)) if kind == "I" else Text(
            name, name + "M")

    def of(self, cls):
        return [f for f in self.fields if subclass(cls, f.owner)]

    # Expressions and statements.

    @staticmethod
    def iterable(scope):
        return []

    def bound(self, scope, inner):
        return str(inner)

    def variable(self, scope, cls):
        """A variable of a class or its subclasses, or null."""
        fitting = [n for n, c in scope.arrays if subclass(c, cls) and (n != "this" or scope.returns)]
        return self.pick(fitting) if fitting and self.chance(0.9) else None

    def given(self, scope, cls):
        name = self.variable(scope, cls)
        return Text(name) if name else Text("((%s) null)") % (self.type(cls),)

    def field(self, scope):
        """Where a field is: of which variable, and the field."""
        chosen = [(n, c) for n, c in scope.arrays if self.of(c)]
        name, cls = self.pick(chosen)
        field = self.pick(self.of(cls))
        real = name if field.owner == cls else "((%s) %s)" % (self.type(field.owner).real, name)
        return Text(real + ".", name + "."), field

    @staticmethod
    def numeric(text, kind):
        if kind == "boolean":
            return Text("(%s ? 1 : 0)") % (text,)
        return Text("(int) %s") % (text,) if kind in ("long", "double", "float") else text

    def element(self, scope, deep=0):
        records = [n for n, c in scope.arrays if c == "K"]
        if records and self.chance(0.15):
            return Text("(int) %s.%s()" % (self.pick(records), self.pick("ab")))
        if self.chance(0.05):
            return Text("%s.%s.ordinal()") % (self.type("E"), self.pick("PQ"))
        where, field = self.field(scope)
        read = joined([where, Text(field.name, field.model + "()")], "")
        if field.primitive and field.kind != "boolean" and self.chance(0.15):
            read = joined([where, Text(field.name + "++", field.model + "i()")], "")
            return self.numeric(Text("(%s)") % (read,), field.kind)
        if field.primitive:
            return self.numeric(read, field.kind)
        inner = [f for f in self.of(field.kind) if f.primitive]
        if inner and self.chance(0.6):
            other = self.pick(inner)
            if other.owner != field.kind:
                read = Text("((%s) %s)" % (self.type(other.owner).real, read.real), read.model)
            return self.numeric(joined([read, Text("." + other.name, "." + other.model + "()")], ""), other.kind)
        return Text("(%s == null ? 1 : 2)") % (read,)

    def store(self, scope):
        if self.chance(0.04):
            return Text("%s.%s%s%s;") % (self.type("E"), self.pick("PQ"), Text(".r = ", ".E_r("), joined(
                [self.given(scope, "A"), Text("", ")")], ""))
        where, field = self.field(scope)
        if not field.primitive:
            value = self.given(scope, field.kind)
        elif field.kind == "boolean":
            value = Text("(%s) > 0") % (self.number(scope),)
        else:
            value = Text("(" + field.kind + ") (%s)") % (self.number(scope),)
            if self.chance(0.2):  # compound: one read, one write
                sign = self.pick("+-")
                v = self.number(scope, 1)
                return Text("%s%s %s= %s;" % (where.real, field.name, sign, v.real),
                            "%s%s((%s) (%s%s() %s %s));" % (where.model, field.model, field.kind, where.model,
                                                          field.model, sign, v.model))
        return joined([where, Text(field.name + " = ", field.model + "("), value, Text(";", ");")], "")

    def read(self, scope):
        return Text("sum = sum * 3 + %s;") % (self.number(scope),)

    def make(self, name, cls, scope):
        """An object for a variable; on a line of its own, so that its site is its own."""
        self.sites += 1
        site, n = self.sites, self.pick(scope.ints)
        q = self.given(scope, "A")
        if cls == "K":
            return Text("\n%s = new %s(%s, %s * 7L, %s); c.keep(%s);" % (name, self.type(cls).real, n, n, q.real, name),
                        "\n%s = new %s(c, %s, %s * 7L, %s); c.keep(%s);" % (
                            name, self.type(cls).model, n, n, q.model, name))
        if cls == "I":
            return Text("\n%s = %s.new I%d(c, %s); c.keep(%s);" % (name, q.real, self.seed, n, name),
                        "\n%s = new %s(c, %d, ModelObject.nonNull(%s), %s); c.keep(%s);" % (
                            name, self.type(cls).model, site, q.model, n, name))
        if self.chance(0.3):  # a constructor that calls another
            n = "%s > 5, %s" % (n, n)
        return Text("\n%s = new %s(c, %s, %s); c.keep(%s);" % (name, self.type(cls).real, n, q.real, name),
                    "\n%s = new %s(c, %d, %s, %s); c.keep(%s);" % (name, self.type(cls).model, site, n, q.model, name))

    def reassign(self, scope):
        """A variable becomes another object, a new one, what a method returns, or null."""
        own = [(n, c) for n, c in scope.arrays if n in scope.assigned]
        if not own:
            return self.store(scope)
        name, cls = self.pick(own)
        choice = self.random.random()
        if choice < 0.05:
            return Text("%s = null;" % name)
        if choice < 0.35 and not scope.quiet:
            kinds = [c for c in self.chain if subclass(c, cls)] or [cls]
            return joined([Text("{"), self.make(name, self.pick(kinds), scope), Text("}")])
        if choice < 0.6:  # what a field refers to
            fields = [(n, f) for n, c in scope.arrays for f in self.of(c) if subclass(f.kind, cls) and f.owner == c]
            if fields:
                other, field = self.pick(fields)
                return Text("if (%s != null) { %s = %s.%s; }" % (other, name, other, field.name),
                            "if (%s != null) { %s = %s.%s(); }" % (other, name, other, field.model))
        if choice < 0.75 and scope.calls > 0:
            methods = [m for m in self.methods if m.reference and subclass(m.result, cls)]
            if methods:
                called = self.invoke(self.pick(methods), scope)
                return joined([Text(name + " = "), called, Text(";")], "") if called else self.store(scope)
        return Text("%s = %%s;" % name) % (self.given(scope, cls),)

    def statement(self, scope):
        if self.chance(0.04):
            return Text("if (%s) { throw new " + self.pick(THROWN) + "(); }") % (self.condition(scope),)
        if scope.calls > 0 and scope.depth < 2 and self.chance(0.3):
            scope.calls -= 1
            return self.call(scope)
        if scope.depth == 0 and scope.budget > 0 and self.chance(0.06):
            row, each = self.name("row"), self.name("w")
            names = ", ".join(n for n, c in scope.arrays if subclass(c, "A")) or "null"
            inner = Scope([(each, "A")], scope.ints)
            inner.assigned, inner.quiet, inner.calls, inner.budget = [], True, 0, 2
            inner.returns = False
            return Text("%s[] " + row + " = {" + names + "}; for (%s " + each + " : " + row + ") {\n%s\n}") % (
                self.type("A"), self.type("A"), self.block(inner, 2))
        return super().statement(scope)

    def guarded(self, scope, most, share):
        """A block, of which most statements go on where others end by an exception."""
        lines = []
        for _ in range(self.random.randrange(2, most + 1)):
            one = self.statement(scope)
            lines.append(Text("try {\n%s\n} catch (RuntimeException %s) { sum += 3; }") % (one, self.name("e"))
                         if self.chance(share) else one)
        return joined(lines)

    # Methods.

    def invoke(self, method, scope):
        """A call, or None where no variable fits."""
        receivers = [n for n, c in scope.arrays if subclass(c, method.owner)]
        if not receivers:
            return None
        q, n = self.given(scope, method.parameter), self.pick(scope.ints)
        if method.modifiers == "static ":
            where = joined([self.type(method.owner), Text(".")], "")
        elif method.modifiers == "private ":  # not inherited
            where = Text("((%s) " + self.pick(receivers) + ").") % (self.type(method.owner),)
        else:
            where = Text(self.pick(receivers) + ".")
        more = ", n, 3" if method.modifiers == "varargs" else ""
        return joined([where, Text("%s(c, %s %% 9, " % (method.name, n)), q, Text(more.replace("n", n) + ")")], "")

    def call(self, scope):
        if self.chance(0.25):
            return self.captured(scope)
        if self.chance(0.2):
            shapes = [n for n, c in scope.arrays if subclass(c, "A")]
            if shapes:  # an interface with a default method, and a generic one that has a bridge
                shape = self.pick(shapes)
                return Text("{ %s<%s> s = " + shape + "; s.pick(" + self.pick(shapes) + "); sum += s.size(" +
                            self.pick(scope.ints) + "); }") % (self.type("S"), self.type("A"))
        method = self.pick(self.methods)
        called = self.invoke(method, scope)
        if not called:
            return self.store(scope)
        if method.result == "void" or method.reference:
            return joined([called, Text(";")], "")
        return joined([Text("sum += "), self.numeric(called, method.result), Text(";")], "")

    def captured(self, scope):
        """A lambda or an anonymous class that captures variables."""
        chosen = [(n, c) for n, c in scope.arrays if n != "this"][:2]
        if not chosen:
            return self.store(scope)
        renamed = [(self.name("w"), n, c) for n, c in chosen]
        finals = [Text("final %s " + w + " = " + n + ";") % (self.type(c),) for w, n, c in renamed]
        f, v, total = self.name("f"), self.name("v"), self.name("sum")
        inner = Scope([(w, c) for w, n, c in renamed], ["n"])
        inner.assigned, inner.calls, inner.budget, inner.quiet, inner.depth = [], 0, 6, True, 2
        body = self.block(inner, 3).renamed({"sum": total, "n": v})
        head = self.pick(("java.util.function.IntUnaryOperator %s = %s -> {",
                          "java.util.function.IntUnaryOperator %s = new java.util.function.IntUnaryOperator() "
                          "{ public int applyAsInt(int %s) {")) % (f, v)
        return joined([Text("{")] + finals + [Text(head + " int %s = 1;" % total), body, Text("return " + total + ";"),
                                              Text("};" if "->" in head else "} };"),
                                              Text("sum += %s.applyAsInt(%s); }" % (f, self.pick(scope.ints)))])

    def definition(self, method, owner):
        """A method, in the model a body and what counts around it; overriding ones may call what they override."""
        static = "static " if method.modifiers == "static " else ""
        varargs = method.modifiers == "varargs"
        scope = Scope([("q", method.parameter)] + ([] if static else [("this", owner)]), ["n"])
        scope.assigned, scope.budget, scope.calls = ["q"], 6, 0
        scope.quiet, scope.depth = self.chance(0.7), 2  # callers have loops
        result = RESULTS.get(method.result)
        if method.reference:
            others = [n for n, c in scope.arrays if subclass(c, method.result)]
            result = self.pick(others) if others else "null"
        scope.result = result or ""
        arguments = "c, n / 2, q" + (", rest" if varargs else "")
        lines = [Text("int sum = n;")] + ([Text("for (int each : rest) { sum += each; }")] if varargs else [])
        if owner != method.owner and self.chance(0.5):
            lines.append(Text("if (n > 1) { super.%s(%s); }" % (method.name, arguments)))
        elif self.chance(0.3):
            lines.append(Text("if (n > 0) { %s(%s); }" % (method.name, arguments)))
        body = joined(lines + [self.guarded(scope, 4, 0.8), Text("return %s;" % scope.result)])
        head = Text("Objects c, int n, %s q" + (", int... rest" if varargs else "")) % (self.type(method.parameter),)
        kind = self.type(method.result)
        modifiers = "" if varargs else method.modifiers
        inner = "%s_%s" % (method.name, owner)
        arguments = arguments.replace("n / 2", "n")
        if method.result == "void":
            around = "%s(%s); called();" % (inner, arguments)
        elif static:
            count = "passedOut(v); " if method.reference else ""
            around = "%s v = %s(%s); %sreturn v;" % (kind.model, inner, arguments, count)
        else:
            around = "%s v = %s(%s); called(v); return v;" % (kind.model, inner, arguments)
        if static and method.result == "void":
            around = "%s(%s);" % (inner, arguments)
        return Text("%s%s %s(%s) {\n%s\n}" % (modifiers, kind.real, method.name, head.real, body.real),
                    "%s%s %s(%s) { %s }\nprivate %s%s %s(%s) {\n%s\n}" % (
                        modifiers, kind.model, method.name, head.model, around, static, kind.model, inner, head.model,
                        body.model))

    # Classes.

    def declared(self, field):
        kind, name, m = self.type(field.kind), field.name, field.model
        lines = ["%s %s;" % (kind.model, m),
                 "final {0} {1}() {{ read({2}{1}); return {1}; }}".format(kind.model, m, "%d, " % field.index),
                 "final {0} {1}({0} v) {{ {1} = v; write({2}, v); return v; }}".format(kind.model, m, field.index)]
        if field.primitive and field.kind != "boolean":
            lines.append("final {0} {1}i() {{ {0} v = {1}(); {1}(({0}) (v + 1)); return v; }}".format(kind.model, m))
        return Text("%s %s;" % (kind.real, name), "\n".join(lines))

    def constructor(self, cls):
        name = self.type(cls)
        scope = Scope([("this", cls), ("q", "A")], ["n"])
        scope.assigned, scope.returns, scope.quiet, scope.calls, scope.budget = ["q"], False, True, 0, 7
        scope.depth = 2
        argument = self.pick(("n", "n + 1", "n > 3 ? n : 0"))
        first = Text("super();", "super(c, site);") if cls == "A" else Text(
            "super(c, %s, q);" % argument, "super(c, site, %s, q);" % argument)
        body = joined([first, Text("int sum = n;"), self.guarded(scope, 4, self.pick((1, 1, 1, 1, 0.8)))])
        heads = Text("Objects c, int n, %s q", "Objects c, int site, int n, %s q") % (self.type("A"),)
        long = Text("Objects c, boolean k, int n, %s q", "Objects c, int site, boolean k, int n, %s q") % (
            self.type("A"),)
        chained = joined([Text("this(c, k ? n : n / 2, q);", "this(c, site, k ? n : n / 2, q);"),
                          Text("int sum = n;"), self.guarded(scope, 2, 1)])
        short = Text(*(text.split(".")[-1] for text in (name.real, name.model)))
        return joined([Text("%s(%s) {\n%s\n}") % (short, heads, body),
                       Text("%s(%s) {\n%s\n}") % (short, long, chained)])

    def cls(self, cls):
        name = self.type(cls)
        above = {"A": Text("Base", "ModelObject")}.get(cls) or self.type(CHAIN[CHAIN.index(cls) - 1])
        lines = [Text("static class %s extends %s%s {") % (name, above, Text(" implements %s<%s>") % (
            self.type("S"), self.type("A")) if cls == "A" else ""),
                 ]
        lines += [self.declared(f) for f in self.fields if f.owner == cls]
        lines.append(self.constructor(cls))
        for method in self.methods:
            fixed = method.modifiers in ("static ", "private ", "final ")
            if method.owner == cls or not fixed and subclass(cls, method.owner) and self.chance(0.6):
                lines.append(self.definition(method, cls))
        if cls == "A" or self.chance(0.5):  # with a bridge
            scope = Scope([("this", cls), ("q", "A")], ["n"])
            scope.assigned, scope.quiet, scope.calls, scope.budget, scope.result, scope.depth = [], True, 0, 3, "q", 2
            body = joined([Text("int sum = 1; int n = 2;"), self.block(scope, 2), Text("return q;")])
            lines.append(Text("public %s pick(%s q) {\n%s\n}" % (self.type("A").real, self.type("A").real, body.real),
                              "public {0} pick({0} q) {{ {0} v = pick_{1}(q); called(v); return v; }}\n"
                              "private {0} pick_{1}({0} q) {{\n{2}\n}}".format(self.type("A").model, cls, body.model)))
        if cls == "A":
            lines.append(self.inner())
        return joined(lines + [Text("}")])

    def inner(self):
        """A class whose objects refer to an outer one."""
        field = next(f for f in self.fields if f.owner == "I")
        outer = self.pick([f for f in self.fields if f.owner == "A"])
        name, around = Text("I%d" % self.seed, "I%dM" % self.seed), self.type("A")
        look = self.numeric(Text("%s.this.%s" % (around.real, outer.name),
                                 "outer().%s()" % outer.model), outer.kind) if outer.primitive else Text(
                                     "(%s.this.%s == null ? 1 : 2)" % (around.real, outer.name),
                                     "(outer().%s() == null ? 1 : 2)" % outer.model)
        value = "n > 2" if field.kind == "boolean" else "(%s) n" % field.kind
        return joined([
            Text("final class %s extends Base {" % name.real,
                 "static final class %s extends ModelObject {" % name.model),
            Text("", "final %s outer; %s outer() { read(-1, outer); return outer; }" % (around.model, around.model)),
            self.declared(field),
            Text("%s(Objects c, int n) { x = %s; }" % (name.real, value),
                 "%s(Objects c, int site, %s outer, int n) { super(c, site); this.outer = outer; I_x(%s); }" % (
                     name.model, around.model, value)),
            Text("int look() { return ", "int look() { int v = "), look, Text("; }", "; called(v); return v; } "),
            Text("}")])

    def others(self):
        """A record, an enum, an interface."""
        s, k, e, a = (self.type(kind) for kind in "SKEA")
        return joined([
            Text("interface %s<T> { T pick(T t); " % s.real +
                 "default int size(int n) { if (n % 5 == 4) { throw new RuntimeException(); } return n; } }",
                 "interface %s<T> { T pick(T t); " % s.model +
                 "default int size(int n) { if (n % 5 == 4) { throw new RuntimeException(); } "
                 "((ModelObject) this).called(n); return n; } }"),
            Text("record %s(int a, long b, %s r) implements Tracked { }" % (k.real, a.real),
                 "static final class %s extends ModelObject { final int a; final long b; final %s r;\n"
                 "%s(Objects c, int a, long b, %s r) { super(c, -1); this.a = a; this.b = b; this.r = r; "
                 "write(0, a); write(1, b); write(-1, r); }\n"
                 "int a() { read(0, a); called(a); return a; }\n"
                 "long b() { read(1, b); called(b); return b; } }" % (k.model, a.model, k.model, a.model)),
            Text("enum %s implements Tracked { P, Q; %s r; }" % (e.real, a.real),
                 "static final class %s extends ModelObject { static final %s P = new %s(0), Q = new %s(1);\n"
                 "final int ordinal;\n"
                 "%s(int ordinal) { super(null, -1); this.ordinal = ordinal; write(-1, this); write(0, ordinal); }\n"
                 "int ordinal() { read(0, ordinal); called(ordinal); return ordinal; }\n%s E_r; "
                 "void E_r(%s v) { E_r = v; write(-1, v); } }" % (
                     e.model, e.model, e.model, e.model, e.model, a.model, a.model))])

    def program(self):
        variables = [(self.name("o"), c) for c in self.chain + self.chain + ("I", "K")]
        run = [Text("int sum = v; int n = v + 1;")]
        first = Scope([], ["n"])
        for name, cls in variables:
            run += [Text("%s " + name + " = null; {") % (self.type(cls),),
                    Text("try {"), self.make(name, cls, first), Text("} catch (RuntimeException e) { sum++; } }")]
            first.arrays.append((name, cls))
        tops = []
        for _ in range(self.random.randrange(3, 6)):
            chosen = self.random.sample(variables, 5)
            scope = Scope([(self.name("p"), c) for _, c in chosen], ["n"])
            if not any(self.of(c) for _, c in scope.arrays):
                continue
            scope.budget, scope.calls, method = 18, 9, self.name("t")
            formal = joined([Text("%s " + p) % (self.type(c),) for p, c in scope.arrays], ", ")
            tops.append(Text("static int " + method + "(Objects c, %s, int n) { int sum = n;\n%s\nreturn sum; }") % (
                formal, self.guarded(scope, 7, 0.8)))
            run.append(Text("try { for (int k = 0; k < 2; k++) { sum = sum * 31 + %s(c, %s, v + k * 5); } } "
                            "catch (RuntimeException e) { sum += e.getClass().getName().length(); }" % (
                                method, ", ".join(n for n, _ in chosen))))
        if self.chance(0.6):
            inner = next(n for n, c in variables if c == "I")
            run.append(Text("if (%s != null) { sum += %s.look(); }" % (inner, inner)))
        name = Text("Q%d" % self.seed, "Q%dM" % self.seed)
        text = joined([Text("final class %s { private static final Object LOCK = new Object();") % (name,),
                       self.others()] + [self.cls(c) for c in self.chain] + tops + [
                Text("static int run(Objects c, int v) {")] + run + [Text("return sum; }\n}")])
        return ("public final class O{0} implements Objects.Program {{\n"
                "public int real(Objects c, int v) {{ return Q{0}.run(c, v); }}\n"
                "public int model(Objects c, int v) {{ return Q{0}M.run(c, v); }}\n"
                "public Tracked[] constants() {{ return new Tracked[] {{Q{0}.E{0}.P, Q{0}.E{0}.Q}}; }}\n"
                "public ModelObject[] modelConstants() {{ "
                "return new ModelObject[] {{Q{0}M.E{0}M.P, Q{0}M.E{0}M.Q}}; }}\n}}\n".format(self.seed) +
                text.real + "\n" + text.model + "\n")


if __name__ == "__main__":
    main(Objects, "O")
