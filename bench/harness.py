"""What the three runners share: JDKs, downloads, compiling drivers and specs, and measuring one
child process."""

import contextlib
import glob
import hashlib
import json
import os
import re
import subprocess
import sys
import threading
import time
import urllib.request
import zipfile
from collections import namedtuple

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CACHE = os.environ.get("ISL_CACHE", os.path.join(ROOT, "build", "cache"))
CENTRAL = os.environ.get("ISL_MAVEN_CENTRAL", "https://repo.maven.apache.org/maven2")
ISLC = os.environ.get("ISL_ISLC", os.path.join(ROOT, "build", "release", "bin", "islc"))
ISL = os.environ.get("ISL_TOOL", os.path.join(os.path.dirname(ISLC), "isl"))
WORK = os.environ.get("ISL_BENCH_WORK", os.path.join(ROOT, "build", "bench"))

BUILD = "build it: cmake --preset release && cmake --build --preset release"

Run = namedtuple("Run", "status cpu wall rss stdout stderr report")
Jdk = namedtuple("Jdk", "feature home")
Timed = namedtuple("Timed", "status cpu wall stderr")


def fail(message):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {message}")


def note(message):
    print(message, file=sys.stderr, flush=True)


def jdks(wanted):
    """The installed JDKs of the wanted feature releases ("17,25" or a home); absent ones are said."""
    found = []
    for want in wanted.split(","):
        homes = [want] if os.path.isdir(want) else sorted(glob.glob("/usr/lib/jvm/*/"))
        for home in homes:
            try:
                with open(os.path.join(home, "release"), encoding="utf-8") as release:
                    version = re.search(r'^JAVA_VERSION="(\d+)', release.read(), re.M)
            except OSError:
                continue
            if version and (home == want or version[1] == want) and os.path.exists(
                    os.path.join(home, "bin", "javac")):
                found.append(Jdk(version[1], home.rstrip("/")))
                break
        else:
            note(f"SKIPPED: no JDK {want} under /usr/lib/jvm")
    if not found:
        fail(f"none of the JDKs {wanted} is installed")
    return found


def fetch(artifact):
    """The artifact's jar in the cache, downloaded when absent and checked by its SHA-256."""
    # A classifier is a part of the file's name but not of the folder's.
    base = re.sub(r"-(sources|complete)$", "", artifact.version)
    jar = f"{artifact.name}-{artifact.version}.jar"
    path = os.path.join(CACHE, jar)
    if not os.path.exists(path):
        os.makedirs(CACHE, exist_ok=True)
        url = f"{CENTRAL}/{artifact.group.replace('.', '/')}/{artifact.name}/{base}/{jar}"
        note(f"fetching {url}")
        try:
            with urllib.request.urlopen(url) as answer, open(path + ".part", "wb") as out:
                out.write(answer.read())
        except OSError as error:
            fail(f"cannot fetch {url}: {error}; put the file at {path} by hand")
        os.replace(path + ".part", path)
    with open(path, "rb") as data:
        if hashlib.sha256(data.read()).hexdigest() != artifact.sha256:
            fail(f"{path} is not the expected file (sha256 differs): delete it and run again")
    return path


def unpack(jar):
    folder = jar[:-len(".jar")]
    if not os.path.isdir(folder):
        with zipfile.ZipFile(jar) as archive:
            archive.extractall(folder + ".part")
        os.replace(folder + ".part", folder)
    return folder


def compile_java(jdk, sources, class_path, out):
    os.makedirs(out, exist_ok=True)
    command = [os.path.join(jdk.home, "bin", "javac"), "-nowarn", "-proc:none", "-g", "-d", out]
    if class_path:
        command += ["-cp", os.pathsep.join(class_path)]
    subprocess.run(command + sources, check=True)


def need(path, hint):
    if not os.path.exists(path):
        fail(f"{path} does not exist ({hint})")


def switches():
    """The -fno-... options of islc: optimisations that an agent can do without."""
    need(ISLC, BUILD)
    return subprocess.run([ISLC, "--print-switches"], check=True, capture_output=True, text=True).stdout.split()


def compile_agent(spec, given, switches=()):
    """The agent of a spec: given as SPEC=PATH, or built by islc. An empty PATH means no agent."""
    if spec in given:
        return given[spec]
    source = os.path.join(ROOT, "examples", spec, spec + ".isl")
    if not os.path.exists(source):  # one that is for tests only
        source = os.path.join(ROOT, "tests", "suites", "specs", spec + ".isl")
    need(ISLC, BUILD)
    need(source, "name a folder of examples/ or a file of tests/suites/specs/")
    os.makedirs(WORK, exist_ok=True)
    agent = os.path.join(WORK, spec + "".join(switches) + ".so")
    subprocess.run([ISLC, "-w", *switches, source, "-o", agent], check=True)
    return agent


def pairs(values):
    return dict(value.split("=", 1) for value in values)


def run(jdk, vm_options, class_path, main, args, agent=None, agent_options="", timeout=600):
    """One child JVM: its CPU time (user and system), wall time, peak resident set and output."""
    os.makedirs(WORK, exist_ok=True)
    prefix = os.path.join(WORK, f"run-{os.getpid()}-{threading.get_ident()}")
    report = prefix + ".json"
    command = [os.path.join(jdk.home, "bin", "java"), *vm_options]
    if agent:
        options = f"report={report}" + ("," + agent_options if agent_options else "")
        command.append(f"-agentpath:{agent}={options}")
    command += ["-cp", os.pathsep.join(class_path), main, *args]
    if os.path.exists(report):
        os.remove(report)
    with open(prefix + ".out", "w+b") as out, open(prefix + ".err", "w+b") as err:
        begin = time.monotonic()
        child = subprocess.Popen(command, stdout=out, stderr=err, stdin=subprocess.DEVNULL)
        killer = threading.Timer(timeout, child.kill)
        killer.start()
        _, status, usage = os.wait4(child.pid, 0)
        killer.cancel()
        wall = time.monotonic() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        result = Run(child.returncode, usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss,
                     out.read(), err.read().decode(errors="replace"), read_report(report))
    for suffix in (".out", ".err", ".json"):
        if os.path.exists(prefix + suffix):
            os.remove(prefix + suffix)
    return result


def read_report(path):
    try:
        with open(path, encoding="utf-8") as report:
            return json.load(report)
    except FileNotFoundError:
        return None
    except ValueError as error:
        note(f"the report is not JSON: {error}")
        return None


def spec_of(report, name):
    """The record of a spec in a report; the only one when it has one."""
    specs = report["specs"] if report else []
    if len(specs) == 1:
        return specs[0]
    return next((spec for spec in specs if spec["name"] == name), None)


def top_site(spec):
    if not spec or not spec["sites"]:
        return "none"
    site = spec["sites"][0]
    return f"{site['class']}.{site['method']} ({site['file']}:{site['line']}) {site['type']}"


def machine(found):
    """One line on where the figures come from."""
    model = "unknown CPU"
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        match = re.search(r"^model name\s*:\s*(.*)$", info.read(), re.M)
        model = match[1] if match else model
    versions = []
    for jdk in found:
        text = subprocess.run([os.path.join(jdk.home, "bin", "java"), "-version"],
                              capture_output=True, text=True, check=True).stderr
        versions.append(re.search(r'version "([^"]+)"', text)[1])
    return f"{os.cpu_count()} cores, {model}; JDK {', '.join(versions)}"


def program_jdk_path(program, jdk):
    """Class path and arguments of a catalogue program, its driver compiled for this JDK."""
    import catalogue

    jars = [fetch(artifact) for artifact in program.artifacts]
    out = os.path.join(WORK, f"classes-{jdk.feature}", program.name)
    sources = [os.path.join(ROOT, "bench", "programs", name + ".java")
               for name in (program.main, "Progress")]
    compile_java(jdk, sources, jars, out)
    args = []
    for arg in program.args:
        match = re.fullmatch(r"\{([\w-]+)(/?)\}", arg)
        if match:
            jar = fetch(catalogue.DATA[match[1]])
            arg = unpack(jar) if match[2] else jar
        args.append(arg)
    return jars + [out], args


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def read(path):
    with open(path, encoding="utf-8", errors="replace") as text:
        return text.read()


def write(text, path):
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)


def emit(text, path):
    print(text)
    if path:
        write(text + "\n", path)


@contextlib.contextmanager
def busy(loops):
    """So many processes that do nothing but run."""
    # A loop ends by itself when this process is gone.
    code = "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n  for i in range(1000000): pass\n"
    others = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(loops)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def timed(command, folder, timeout):
    """A command, its output left out, and its CPU time with that of its children; killed after so many seconds."""
    with open(os.path.join(folder, "stderr"), "w+b") as err:
        begin = time.monotonic()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=err, stdin=subprocess.DEVNULL, cwd=folder)
        killer = threading.Timer(timeout, child.kill)
        killer.start()
        _, status, usage = os.wait4(child.pid, 0)
        killer.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        err.seek(0)
        return Timed(child.returncode, usage.ru_utime + usage.ru_stime, time.monotonic() - begin,
                     err.read().decode(errors="replace"))
