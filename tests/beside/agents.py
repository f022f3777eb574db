"""Other agents and tools of the JVM: each case returns the facts of one run, ISL's agent in front of the other's
options, behind them, or absent. `ways(tools, other, way)` is the order."""

import os
import re
import shutil
import subprocess
import threading

import facts
from tools import HERE, run


def ordered(tools, other, way):
    ours = tools.ours()
    return {"without": other, "in front": [ours] + other, "behind": other + [ours]}[way]


def ended(tools, options, program, text=True):
    """Status and output of a program under `options`."""
    status, out, err = run([tools.tool("java"), "-Xmx512m", "-Xshare:auto", *options, *program], cwd=tools.work)
    if status != 0:
        raise RuntimeError(f"status {status}: {err[-1500:]}")
    found = {"status": str(status)}
    if text:
        found.update(facts.of_output("stdout", out))
    return found


def plain(tools, way):
    """Output, status and what is written."""
    return ended(tools, ordered(tools, [], way), ["-cp", tools.orders(), "Orders"])


def jacoco(tools, way):
    """JaCoCo's counters of each class of H2."""
    data, table = tools.path("jacoco.exec"), tools.path("jacoco.csv")
    for path in (data, table):
        if os.path.exists(path):
            os.remove(path)
    other = [f"-javaagent:{tools.jar('org.jacoco.agent')}=destfile={data},append=false,includes=org.h2.*:Orders"]
    found = ended(tools, ordered(tools, other, way), ["-cp", tools.orders(), "Orders"])
    status, _, err = run([tools.tool("java"), "-jar", tools.jar("org.jacoco.cli"), "report", data, "--classfiles",
                          os.path.join(tools.opened("h2"), "org"), "--classfiles", tools.compiled("Wait", [tools.jar("h2")]), "--csv", table])
    if status != 0:
        raise RuntimeError(err)
    if "does not match" in err:
        found["warning"] = err
    with open(table, encoding="utf-8") as rows:
        for row in rows:
            parts = row.strip().split(",")
            found[f"counters:{parts[1]}.{parts[2]}"] = ",".join(parts[3:])
    return found


def telemetry(tools, way):
    other = [f"-javaagent:{tools.jar('opentelemetry-javaagent')}", "-Dotel.traces.exporter=none",
             "-Dotel.metrics.exporter=none", "-Dotel.logs.exporter=none"]
    return ended(tools, ordered(tools, other, way), ["-cp", tools.orders(), "Orders"])


def byte_buddy(tools, way):
    """Fields in premain, the bytes that a transformer reads, redefined classes of the JDK, advice."""
    jars = [tools.jar("byte-buddy"), tools.jar("byte-buddy-agent"), tools.jar("h2")]
    classes, agent = tools.compiled("Redefine", jars), tools.path("redefine.jar")
    if not os.path.exists(agent):
        manifest = tools.path("manifest")
        with open(manifest, "w", encoding="utf-8") as text:
            text.write("Premain-Class: Redefine\nCan-Retransform-Classes: true\nCan-Redefine-Classes: true\n")
        subprocess.run([tools.tool("jar"), "cfm", agent, manifest, "-C", classes, "."], check=True)
    other = [f"-javaagent:{agent}", "-Djdk.attach.allowAttachSelf=true"]
    return ended(tools, ordered(tools, other, way), ["-cp", os.pathsep.join([agent, *jars]), "Redefine"])


def btrace(tools, way):
    """What a compiled BTrace script prints."""
    names = ("boot", "agent", "client")
    for name in names:  # its agent looks for its neighbours by these names, next to the file that a link means
        shutil.copy(tools.jar("btrace-" + name), tools.path(f"btrace-{name}.jar"))
    opened = ["--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-exports=java.base/jdk.internal.reflect=ALL-UNNAMED",
              "--add-exports=java.base/jdk.internal.perf=ALL-UNNAMED"]  # as its own scripts do
    script, printed = tools.path("Trace.class"), tools.path("btrace.txt")
    if not os.path.exists(script):
        jars = os.pathsep.join(tools.path(f"btrace-{name}.jar") for name in names)
        subprocess.run([tools.tool("java"), *opened, "-cp", jars, "org.openjdk.btrace.compiler.Compiler", "-d", tools.work,
                        os.path.join(HERE, "programs", "Trace.java")], check=True)
    if os.path.exists(printed):
        os.remove(printed)
    other = [*opened, f"-javaagent:{tools.path('btrace-agent.jar')}=script={script},noServer=true,scriptOutputFile={printed}"]
    found = ended(tools, ordered(tools, other, way), ["-cp", tools.orders(), "Orders"])
    with open(printed, encoding="utf-8") as text:
        found["printed"] = text.read()
    if "main ended" not in found["printed"]:
        raise RuntimeError("BTrace inserted nothing")
    return found


def profiler(tools, way):
    """async-profiler's allocation profile has the program's frames."""
    library = tools.unpacked("async-profiler", "linux-x64/libasyncProfiler.so")
    output = tools.path("profile.txt")
    if os.path.exists(output):
        os.remove(output)
    other = [f"-agentpath:{library}=start,event=alloc,alloc=64k,collapsed,file={output}"]
    found = ended(tools, ordered(tools, other, way), ["-cp", tools.orders(), "Orders"])
    with open(output, encoding="utf-8") as lines:
        frames = {re.sub(r"_\[.\]$", "", frame) for line in lines for frame in line.rsplit(" ", 1)[0].split(";")}
    # Which frames a sample meets is chance: the program's own must be there.
    for frame in ("Orders.main", "org/h2/jdbc/JdbcPreparedStatement.executeUpdate"):
        found["frame:" + frame] = str(frame in frames)
    return found


def recording(tools, way):
    """JFR: how often the program threw, started threads and collected, as `jfr summary` says it."""
    output = tools.path("recording.jfr")
    if os.path.exists(output):
        os.remove(output)
    other = [f"-XX:StartFlightRecording:filename={output},settings=profile,dumponexit=true", "-Xlog:jfr*=off"]
    found = ended(tools, ordered(tools, other, way), ["-cp", tools.orders(), "Orders"], text=False)
    _, out, _ = run([tools.tool("jfr"), "summary", output])
    for name in ("jdk.JVMInformation", "jdk.JavaExceptionThrow", "jdk.JavaErrorThrow", "jdk.SystemGC",
                 "jdk.ThreadStart", "jdk.Shutdown"):
        match = re.search(rf"^ {re.escape(name)} +(\d+)", out, re.M)
        found["events:" + name] = match[1] if match else "(none)"
    return found


class Held:
    """A program that has ended its work and stays: for what asks a JVM from outside."""

    def __init__(self, tools, options):
        self.child = subprocess.Popen(
            [tools.tool("java"), "-Xmx512m", *options, "-cp", tools.orders(), "Wait", "Orders"], cwd=tools.work,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def __enter__(self):
        return self

    def lines_until(self, last):
        lines = []
        for line in self.child.stdout:
            lines.append(line.rstrip("\n"))
            if re.match(last, line):
                return lines
        raise RuntimeError("the program ended: " + " ".join(lines))

    def __exit__(self, *error):
        self.child.stdin.close()
        self.child.stdout.close()
        try:
            self.child.wait(timeout=120)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()


def histogram(tools, way):
    """Instances of each class of the program, its libraries and the collections, after a full collection."""
    with Held(tools, ordered(tools, [], way)) as held:
        held.lines_until("ended")
        status, out, err = run([tools.tool("jcmd"), str(held.child.pid), "GC.class_histogram"])
        if status != 0:
            raise RuntimeError(err)
    return {name: text for name, text in facts.of_histogram(out).items()
            if re.match(r"heap:(\[+L)?(org\.h2\.|Orders|Wait)", name)}


def debugger(tools, way):
    """jdb attaches: a breakpoint by line and by method, the stack, the locals, fields of an object, the end."""
    other = ["-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0"]
    with Held(tools, ordered(tools, other, way)) as held:
        port = re.search(r"address: (\d+)", held.lines_until("Listening")[-1])[1]
        talk = subprocess.Popen([tools.tool("jdb"), "-attach", f"127.0.0.1:{port}"], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said = []
        watchdog = threading.Timer(300, talk.kill)  # as `run` does it
        watchdog.daemon = True
        watchdog.start()

        def until(pattern):
            text = ""
            while not re.search(pattern, text):
                letter = talk.stdout.read(1)
                if not letter:
                    raise RuntimeError("jdb ended: " + text)
                text += letter
            said.append(text)

        def ask(command, pattern):
            talk.stdin.write(command + "\n")
            talk.stdin.flush()
            until(pattern)
        until(r"main\[1\] ")
        ask("stop at Orders:22", r"main\[1\] ")
        ask("stop in org.h2.jdbc.JdbcPreparedStatement.setLong", r"main\[1\] ")
        ask("cont", r"Breakpoint hit(.|\n)*main\[1\] ")
        for command in ("where", "locals", "dump db", "fields java.lang.Object", "methods java.lang.Object"):
            ask(command, r"main\[1\] $")
        ask("cont", r"Breakpoint hit(.|\n)*main\[1\] ")
        for command in ("where", "locals", "step", "clear Orders:22",
                        "clear org.h2.jdbc.JdbcPreparedStatement.setLong"):
            ask(command, r"main\[1\] $")
        talk.stdin.write("cont\n")
        talk.stdin.flush()
        last = held.lines_until("ended")
        watchdog.cancel()
        talk.stdin.close()
        talk.kill()
        talk.wait()
        talk.stdout.close()
    # Two threads of jdb write prompts and news in any order. JDWP lists our field as it reads the VM's own tables;
    # everything else is compared.
    said = re.sub(r"(> |main\[1\] )+|/0x[0-9a-f]+", "\n", "".join(said))
    found = facts.of_output("jdb", "\n".join(line for line in said.splitlines() if line and "$isl" not in line))
    found.update(facts.of_output("stdout", "\n".join(last)))
    return found


def jdk_archive(tools, way):
    """-Xshare:auto and -Xlog:class+load: the program's classes come in the same order from the same place."""
    log = tools.path("loaded.txt")
    ended(tools, ordered(tools, [f"-Xlog:class+load:file={log}"], way), ["-cp", tools.orders(), "Orders"])
    with open(log, encoding="utf-8") as lines:
        names = re.findall(r"\] (org\.h2\.\S+|Orders\S*) source: (\S+)", lines.read())
    return {f"loaded:{name}": source for name, source in names if "Lambda" not in name}
