"""Tools that start JVMs: each case returns the facts of one run, by itself or under `isl run`."""

import os
import re
import shutil

import facts
from tools import HERE, ROOT, Skipped, run


def started(tools, way, command, options=(), **more):
    """Status and output of a command; what it writes goes into a fresh folder `out` of the case."""
    if way != "without":
        command = [os.path.join(tools.build, "bin", "isl"), "run", "--quiet", "--spec", tools.spec,
                   "--report-dir", tools.path("isl-report"), *options, "--", *command]
    status, out, err = run(command, **more)
    if status != 0:
        raise RuntimeError(f"status {status}: {(out + err)[-1500:]}")
    # Times, and folders that a tool names afresh each time.
    return {"status": str(status), **facts.of_output("stdout", re.sub(r"\d+[.:]\d+( s|ms)?|\S*T\d\d:\S*", "TIME", out))}


def fresh(tools, name):
    folder = tools.path(name)
    shutil.rmtree(folder, ignore_errors=True)
    return folder


def javac(tools, way):
    """javac: class files and messages, byte by byte, with lint and an error free program."""
    out = fresh(tools, "javac")
    sources = [os.path.join(ROOT, "tests", "suites", "programs", "Orders.java"),
               os.path.join(HERE, "programs", "Wait.java")]
    found = started(tools, way, [tools.tool("javac"), "-g", "-Xlint:all", "-verbose", "-d", out, *sources],
                    options=["--all-jvms"])
    found.update(facts.of_files(out))
    return found


def jlink(tools, way):
    """jlink, with an archive of classes: every file of the image."""
    out = fresh(tools, "image")
    found = started(tools, way, [tools.tool("jlink"), "--add-modules", "java.logging", "--generate-cds-archive",
                                 "--output", out])
    found.update(facts.of_files(out))
    return found


def jpackage(tools, way):
    """jpackage: every file of an application's image, and what its program prints."""
    source, out = fresh(tools, "package-in"), fresh(tools, "package")
    os.makedirs(source)
    jar = os.path.join(source, "orders.jar")
    shutil.copy(tools.jar("h2"), source)
    status, _, err = run([tools.tool("jar"), "--create", "--file", jar, "--date", "2020-01-01T00:00:00Z",
                          "-C", tools.compiled("Wait", [tools.jar("h2")]), "."])
    if status != 0:
        raise RuntimeError(err)
    found = started(tools, way, [tools.tool("jpackage"), "--type", "app-image", "--name", "orders", "--input", source,
                                 "--main-jar", "orders.jar", "--main-class", "Orders", "--add-modules",
                                 "java.base,java.sql,java.management", "--dest", out], cwd=tools.work)
    found.update(facts.of_files(out))
    found.update({"program " + name: text for name, text in started(
        tools, way, [os.path.join(out, "orders", "bin", "orders")], cwd=tools.work).items()})
    return found


def maven(tools, way):
    """Maven: class files, jar, JaCoCo's counters, Surefire's reports without times, CycloneDX's SBOM."""
    if not shutil.which("mvn"):
        raise Skipped("Maven is not installed")
    out = fresh(tools, "maven")
    command = ["mvn", "-B", "-ntp", "-q", "-f", os.path.join(ROOT, "tests", "projects", "coverage", "pom.xml"),
               "-PargLine", f"-DbuildDirectory={out}", "package",
               "org.cyclonedx:cyclonedx-maven-plugin:2.9.1:makeAggregateBom", "-DoutputName=sbom"]
    try:
        found = started(tools, way, command, env={**os.environ, "JAVA_HOME": tools.jdk.home})
    except RuntimeError as failed:
        if "Could not transfer" in str(failed):
            raise Skipped("Maven Central is not reachable") from failed
        raise
    for name, text in facts.of_files(out).items():
        if re.search(r"\.(class|csv)(!|$)|\.jar!.*\.(class|properties|xml)$", name):
            found[name] = text
    for folder, _, names in os.walk(out):
        for name in names:
            if name in ("sbom.json", "jacoco.csv") or re.match(r"TEST-.*\.xml", name):
                with open(os.path.join(folder, name), encoding="utf-8") as lines:
                    text = re.sub(r'"(serialNumber|timestamp)" : "[^"]*"|time="[^"]*"|<property .*', "", lines.read())
                found.update(facts.of_output(os.path.join(os.path.basename(folder), name), text))
    return found


def gradle(tools, way):
    """Gradle: class files, and test reports' outcome."""
    if not shutil.which("gradle"):
        raise Skipped("Gradle is not installed (package gradle)")
    if tools.jdk.feature != "17":
        raise Skipped("Debian's Gradle does not start on JDK 25")
    out = fresh(tools, "gradle")
    found = started(tools, way, ["gradle", "--no-daemon", "-q", "--gradle-user-home", tools.path("gradle-home"),
                                 "--project-cache-dir", tools.path("gradle-cache"), "-p",
                                 os.path.join(ROOT, "tests", "projects", "gradle"), f"-Poutput={out}",
                                 f"-PislJunit={tools.build}/lib/isl-junit.jar", "-Pvariant=repaired", "test"])
    found.update({k: v for k, v in facts.of_files(out).items() if k.endswith(".class")})
    return found


def native_image(tools, way):
    """native-image's tracing agent: the reflection configuration that it writes."""
    if not os.path.exists(os.path.join(tools.jdk.home, "lib", "libnative-image-agent.so")):
        raise Skipped("this JDK has no native-image agent (GraalVM has; no package registry does)")
    out = fresh(tools, "native-image")
    found = started(tools, way, [tools.tool("java"), f"-agentlib:native-image-agent=config-output-dir={out}", "-cp",
                                 tools.orders(), "Orders"])
    found.update(facts.of_files(out))
    return found
