"""The real programs that bench/run and bench/noise measure: a driver of ours, the libraries it
drives, and arguments that give some seconds of CPU time."""

from collections import namedtuple

Artifact = namedtuple("Artifact", "group name version sha256")
Program = namedtuple("Program", "name main artifacts args what")


def _artifact(coordinates, sha256):
    """GROUP:NAME:VERSION; a classifier is a part of the version (1.0-sources)."""
    group, name, version = coordinates.split(":")
    return Artifact(group, name, version, sha256)


HSQLDB = _artifact("hsqldb:hsqldb:1.8.0.10",
                   "b04b3b3ac295d497c87230eeb4f888327a5a15b9c3c1567db202a51d83ac9e41")
H2 = _artifact("com.h2database:h2:2.2.224",
               "b9d8f19358ada82a4f6eb5b174c6cfe320a375b5a9cb5a4fe456d623e6e55497")
LUCENE = _artifact("org.apache.lucene:lucene-core:9.9.2",
                   "ee9edc77fd8089210b8da2f244028ee1cf815077e2eab084f0a625fe9f9cdbbe")
RHINO = _artifact("org.mozilla:rhino:1.7.14",
                  "c9290b0d801bf0dbbbc44338e0f769b7650a0c5d04e6bb1aeb85775c0211b003")
XALAN = _artifact("xalan:xalan:2.7.1",
                  "55a2e95144acf1abe44fea91c2948525c9b1f00fcaa1d10e753e92872ffbdd1e")
SERIALIZER = _artifact("xalan:serializer:2.7.1",
                       "a15078d243d4a20b6b4e8ae2f61ed4655e352054e121aada6f7441f1ed445a3c")
ANTLR = _artifact("org.antlr:antlr4:4.13.1-complete",
                  "bc13a9c57a8dd7d5196888211e5ede657cb64a3ce968608697e4f668251a8487")
ECJ = _artifact("org.eclipse.jdt:ecj:3.33.0",
                "f7686c4960cf70c2ebc5c500a73a8cfc04541b730c18f1c5c21329889b137f45")
ASM = _artifact("org.ow2.asm:asm:9.6",
                "3c6fac2424db3d4a853b669f4e3d1d9c3c552235e19a319673f887083c2303a1")
ASM_TREE = _artifact("org.ow2.asm:asm-tree:9.6",
                     "c43ecf17b539c777e15da7b5b86553b377e2d39a683de6285567d5283888e7ef")
ASM_ANALYSIS = _artifact("org.ow2.asm:asm-analysis:9.6",
                         "d92832d7c37edc07c60e2559ac6118b31d642e337a6671edcb7ba9fae68edbbb")
# Not on the class path: what the compilers compile.
LANG_SOURCES = _artifact("org.apache.commons:commons-lang3:3.14.0-sources",
                         "ab3b86afb898f1026dbe43aaf71e9c1d719ec52d6e41887b362d86777c299b6f")

# In args, {NAME} of an artifact is its jar and {NAME/} the folder it is unpacked to.
PROGRAMS = [
    Program("hsqldb", "HsqldbBench", [HSQLDB], ["7000"], "HSQLDB 1.8, SQL in memory"),
    Program("h2", "H2Bench", [H2], ["5000"], "H2 2.2, SQL in memory"),
    Program("javac", "JavacBench", [], ["2", "{commons-lang3/}"], "javac on commons-lang3"),
    Program("ecj", "EcjBench", [ECJ], ["2", "{commons-lang3/}"], "Eclipse compiler on commons-lang3"),
    Program("lucene", "LuceneBench", [LUCENE], ["10"], "Lucene 9.9, index and search"),
    Program("rhino", "RhinoBench", [RHINO], ["180"], "Rhino 1.7, scripts"),
    Program("xalan", "XalanBench", [XALAN, SERIALIZER], ["1600"], "Xalan 2.7, XSLT"),
    Program("antlr", "AntlrBench", [ANTLR], ["100"], "ANTLR 4.13, grammar analysis and parsing"),
    Program("asm", "AsmBench", [ASM, ASM_TREE, ASM_ANALYSIS], ["16", "{h2}"], "ASM 9.6 on a jar"),
]
DATA = {"commons-lang3": LANG_SOURCES, "h2": H2}
