"""The real programs that bench/run, bench/noise and bench/evaluate measure: a driver of ours, the libraries it
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
COMMONS_LANG = _artifact("org.apache.commons:commons-lang3:3.14.0",
                         "7b96bf3ee68949abb5bc465559ac270e0551596fa34523fddf890ec418dde13c")
SLF4J = _artifact("org.slf4j:slf4j-api:1.7.36",
                  "d3ef575e3e4979678dc01bf1dcce51021493b4d11fb7f1be8ad982877c16a1c0")
SLF4J_NOP = _artifact("org.slf4j:slf4j-nop:1.7.36",
                      "c214958b07816cb4412b30c7bdbd4308ffdc6ba2a83767b8f3a9229cbd9274d6")
VELOCITY = _artifact("org.apache.velocity:velocity-engine-core:2.3",
                     "b086cee8fd8183e240b4afcf54fe38ec33dd8eb0da414636e5bf7aa4d9856629")
JACKSON = [
    _artifact("com.fasterxml.jackson.core:jackson-databind:2.15.3",
              "c3c53333a2172a80678bda1803e39cff45bec6ae3e9c7d4f44a81ec4e2ab18dc"),
    _artifact("com.fasterxml.jackson.core:jackson-core:2.15.3",
              "51fab7aad51ed588482edc507fd542747936c5094d1ab76ed21ddb63b96b610d"),
    _artifact("com.fasterxml.jackson.core:jackson-annotations:2.15.3",
              "aae865c3d88256d61b11523cb1e88bd48d5b9ad5855fa1fc859504fd2204708a"),
]
CHECKSTYLE = [
    _artifact("com.puppycrawl.tools:checkstyle:10.12.5",
              "495f2771ac9ac913ce4612e5ff319552e46a49781e26126636ee5a5b9fe8a849"),
    _artifact("org.antlr:antlr4-runtime:4.13.1",
              "54665d2838cc66458343468efc539e454fc95b46a8a04b13c6ac43fc9be63505"),
    _artifact("commons-beanutils:commons-beanutils:1.9.4",
              "7d938c81789028045c08c065e94be75fc280527620d5bd62b519d5838532368a"),
    _artifact("commons-collections:commons-collections:3.2.2",
              "eeeae917917144a68a741d4c0dff66aa5c5c5fd85593ff217bced3fc8ca783b8"),
    _artifact("commons-logging:commons-logging:1.2",
              "daddea1ea0be0f56978ab3006b8ac92834afeefbd9b7e4e6316fca57df0fa636"),
    _artifact("com.google.guava:guava:32.1.3-jre",
              "6d4e2b5a118aab62e6e5e29d185a0224eed82c85c40ac3d33cf04a270c3b3744"),
    _artifact("com.google.guava:failureaccess:1.0.1",
              "a171ee4c734dd2da837e4b16be9df4661afab72a41adaf31eb84dfdaf936ca26"),
    _artifact("info.picocli:picocli:4.7.5",
              "e83a906fb99b57091d1d68ac11f7c3d2518bd7a81a9c71b259e2c00d1564c8e8"),
    _artifact("net.sf.saxon:Saxon-HE:12.3",
              "6c546dfdf3c0fcb879df7549b53c2286db5cc19fd0f67b30cfc801be589017c8"),
    _artifact("org.xmlresolver:xmlresolver:5.2.2",
              "efc92bd7ed32b3e57095e0b3e872051ccfbbdcc980831ef33e89e38161a85222"),
    _artifact("org.reflections:reflections:0.10.2",
              "938a2d08fe54050d7610b944d8ddc3a09355710d9e6be0aac838dbc04e9a2825"),
]
JETTY = [
    _artifact("org.eclipse.jetty:jetty-server:9.4.53.v20231009",
              "9c4e9c6cb0a7a541031500af0823b678f65d809f481efa9cadd1ff81bda19f78"),
    _artifact("org.eclipse.jetty:jetty-http:9.4.53.v20231009",
              "c0a0cbd25998a13ce68481d6002757e6489ea0253463db761fec0cb30d15d612"),
    _artifact("org.eclipse.jetty:jetty-io:9.4.53.v20231009",
              "779a91750a60957c613ce5013404269717c504c2b21f3a73145e81c3dc41c67f"),
    _artifact("org.eclipse.jetty:jetty-util:9.4.53.v20231009",
              "7e5370022ecd1f682653641169a33e62e26730dd1e786433bed506cb0dcb1abc"),
    _artifact("org.eclipse.jetty:jetty-servlet:9.4.53.v20231009",
              "b0d372f7033b42ff72c3639d0da9c9fc0d84a89f548f0b8888716863424ed4b7"),
    _artifact("org.eclipse.jetty:jetty-security:9.4.53.v20231009",
              "6d958d0065013e0a8d64b3e683d2301cf83de4a25d34552ad60714b6cbe2a7be"),
    _artifact("javax.servlet:javax.servlet-api:4.0.1",
              "83a03dd877d3674576f0da7b90755c8524af099ccf0607fc61aa971535ad7c60"),
]
NETTY = [
    _artifact("io.netty:netty-common:4.1.104.Final",
              "b98b35afc0c704039dc636c5531583e3100c65e1c6bbf1b109761324bbedb06a"),
    _artifact("io.netty:netty-buffer:4.1.104.Final",
              "1e5361d1371ae75836717a22d0b0fba8393ef3ddb345abd7581c97c37aeac568"),
    _artifact("io.netty:netty-transport:4.1.104.Final",
              "28fd78156e8908146e66d247985aa5018a4bce9503c5b3d883481448b23270d3"),
    _artifact("io.netty:netty-codec:4.1.104.Final",
              "36d9840e76de66fbf60da20d740b3974a3545b0a4d68a16a7c19ae998f541098"),
    _artifact("io.netty:netty-resolver:4.1.104.Final",
              "7d1cf459a1094cdefdae457686118d9dcc00d96b0ad1cea798483a43ffca1064"),
    _artifact("io.netty:netty-handler:4.1.104.Final",
              "4c30c26d158fbf6dcebb54f8524e902a0df4fc6157f597af96a27f5459f7d046"),
]
GSON = _artifact("com.google.code.gson:gson:2.10.1",
                 "4241c14a7727c34feea6507ec801318a3d4a90f070e4525681079fb94ee4c593")
FREEMARKER = _artifact("org.freemarker:freemarker:2.3.32",
                       "04d65ec1bde6cea20e3495d5e78ef96ab774d9936434861d3254bd88e7e94f92")
CAFFEINE = _artifact("com.github.ben-manes.caffeine:caffeine:3.1.8",
                     "7dd15f9df1be238ffaa367ce6f556737a88031de4294dad18eef57c474ddf1d3")
POOL = _artifact("org.apache.commons:commons-pool2:2.12.0",
                 "6d3bd18df8410f3e31b031aca582cc109342358a62a2759ebd0c4cdf30d06f8b")
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
    Program("velocity", "VelocityBench", [VELOCITY, COMMONS_LANG, SLF4J, SLF4J_NOP], ["3500"],
            "Velocity 2.3, templates"),
    Program("jackson", "JacksonBench", JACKSON, ["4000"], "Jackson 2.15, JSON and beans"),
    Program("checkstyle", "CheckstyleBench", CHECKSTYLE, ["2", "{commons-lang3/}"],
            "Checkstyle 10.12 on commons-lang3"),
    Program("jetty", "JettyBench", JETTY, ["40000"], "Jetty 9.4, requests and sessions"),
    Program("netty", "NettyBench", NETTY, ["20000"], "Netty 4.1, eight clients on event loops"),
    Program("asm", "AsmBench", [ASM, ASM_TREE, ASM_ANALYSIS], ["16", "{h2}"], "ASM 9.6 on a jar"),
]
# Live heaps by size and threads; bench/run takes them by name or with --scale.
SCALE = [
    # More threads have less each, which fits into their caches, so they go round more often.
    Program(f"live-{name}-{threads}", "LiveHeap", [], [str(objects), str(threads), str(rounds * more)],
            f"{objects} live objects, {threads} thread(s)")
    for name, objects, rounds in (("64k", 64_000, 2000), ("1m", 1_000_000, 600), ("4m", 4_000_000, 400),
                                  ("10m", 10_000_000, 400))
    for threads, more in ((1, 1), (8, 2), (64, 4))
]
# Tight loops over arrays; bench/run takes them by name.
KERNELS = [Program(f"kernel-{name}", "Kernels", [], [name, rounds], f"tight loops over int[]: {name}")
           for name, rounds in (("sum", "4000"), ("sort", "2500"), ("matrix", "500"))]
# What servers are made of: bench/noise and bench/evaluate run these as well.
SERVICES = [
    Program("gson", "GsonBench", [GSON], ["60000"], "Gson 2.10, JSON to objects and back"),
    Program("freemarker", "FreemarkerBench", [FREEMARKER], ["60000"],
            "FreeMarker 2.3, a cache of templates that is asked all the time"),
    Program("caffeine", "CaffeineBench", [CAFFEINE], ["500000"],
            "Caffeine 3.1, a cache that warms up and hits, 20 MB live"),
    Program("pool", "PoolBench", [POOL], ["60000"],
            "Commons Pool 2.12, pooled buffers and a thread pool"),
]
DATA = {"commons-lang3": LANG_SOURCES, "h2": H2}
