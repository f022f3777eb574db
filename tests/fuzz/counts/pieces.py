"""Pieces of random programs: each is a text for the program and one for its model."""

import re


class Text:
    """A piece of Java, for the program and for its model."""

    def __init__(self, real, model=None):
        self.real = real
        self.model = real if model is None else model

    def renamed(self, names):
        for old, new in names.items():
            self = Text(*(re.sub(r"\b%s\b" % old, new, text) for text in (self.real, self.model)))
        return self

    def __mod__(self, parts):
        """Puts pieces, or strings, for the %s of both."""
        return Text(self.real % tuple(p.real if isinstance(p, Text) else p for p in parts),
                    self.model % tuple(p.model if isinstance(p, Text) else p for p in parts))


def joined(pieces, separator="\n"):
    pieces = [p if isinstance(p, Text) else Text(p) for p in pieces]
    return Text(separator.join(p.real for p in pieces), separator.join(p.model for p in pieces))


class Scope:
    """What a statement may use."""

    def __init__(self, arrays, ints, owner=None):
        self.arrays = arrays  # (name, kind)
        self.ints = ints
        self.steady = set()   # counters that statements may not assign
        self.assigned = [name for name, _ in arrays]
        self.loops = []       # labels of the loops around, None for those without
        self.depth = 0
        self.owner = owner
        self.returns = True
        self.result = "sum"   # what is returned
        self.budget = 14
        self.quiet = False    # no calls and allocations
        self.calls = 2        # of generated code; none below a call, so that no program takes for ever
