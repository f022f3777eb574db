"""What a class file declares: its superclass, fields, and methods that have code."""

import struct

SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}
ABSTRACT, STATIC = 0x0400, 0x0008


class Reader:
    """A class file, from its beginning."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, size):
        self.at += size
        return self.data[self.at - size:self.at]

    def number(self, size=2):
        return int.from_bytes(self.take(size), "big")


class ClassFile:
    """`superclass`: internal name or None; `fields`: the descriptor by name of those that are not static; `methods`: names of
    those with code."""

    def __init__(self, data):
        file, texts, classes, index = Reader(data), {}, {}, 1
        file.take(8)
        count = file.number()
        while index < count:
            tag = file.number(1)
            if tag == 1:
                texts[index] = file.take(file.number()).decode("utf-8", "replace")
            elif tag == 7:
                classes[index] = file.number()
            else:
                file.take(SIZES[tag])
            index += 2 if tag in (5, 6) else 1
        file.take(4)
        self.superclass = texts.get(classes.get(file.number()))
        file.take(2 * file.number())
        self.fields, self.methods = {}, set()
        for part in ("fields", "methods"):
            for _ in range(file.number()):
                access, name, descriptor = struct.unpack(">HHH", file.take(6))
                if part == "fields" and not access & STATIC:
                    self.fields[texts[name]] = texts[descriptor]
                if part == "methods" and not access & ABSTRACT:
                    self.methods.add(texts[name])
                for _ in range(file.number()):
                    file.take(2)
                    file.take(file.number(4))
