"""Programs, jars and agents for the cases of tests/beside/run."""

import os
import subprocess
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
for folder in ("tests/jars", "bench"):
    sys.path.insert(0, os.path.join(ROOT, folder))
import harness  # noqa: E402  pylint: disable=wrong-import-position
import maven  # noqa: E402  pylint: disable=wrong-import-position


class Skipped(Exception):
    """A case cannot run here; the text says why."""


class Tools:
    """What the cases use: a JDK, the build, a folder to work in."""

    def __init__(self, jdk, build, work, spec):
        self.jdk, self.build, self.spec = jdk, build, spec
        self.work = os.path.join(work, f"{jdk.feature}-{spec}")
        os.makedirs(self.work, exist_ok=True)
        rows = maven.read_catalogue(os.path.join(HERE, "catalogue"))
        self._jars = {coordinates.split(":")[1]: (coordinates, sha) for coordinates, sha in rows}
        self.agent = os.path.join(self.work, "agent.so")
        subprocess.run([os.path.join(build, "bin", "islc"), "-w", os.path.join(ROOT, "examples", spec, spec + ".isl"),
                        "-o", self.agent], check=True)
        self.report = os.path.join(self.work, "report.json")

    def jar(self, name):
        try:
            return maven.fetch([self._jars[name]])[0]
        except SystemExit as failed:
            raise Skipped(f"{self._jars[name][0]} cannot be fetched") from failed

    def tool(self, name):
        path = os.path.join(self.jdk.home, "bin", name)
        if not os.path.exists(path):
            raise Skipped(f"JDK {self.jdk.feature} has no {name}")
        return path

    def path(self, name):
        return os.path.join(self.work, name)

    def ours(self):
        return f"-agentpath:{self.agent}=report={self.report},check=alloc:1m,exit-code=0"

    def compiled(self, name, jars=()):
        """The folder of the classes of a program of this suite or of tests/suites."""
        folder = self.path("classes-" + name)
        if not os.path.isdir(folder):
            sources = [os.path.join(HERE, "programs", name + ".java"),
                       os.path.join(ROOT, "tests", "suites", "programs", "Orders.java")]
            harness.compile_java(self.jdk, sources, jars, folder)
        return folder

    def orders(self):
        """Class path of the program that most cases run: statements on H2."""
        h2 = self.jar("h2")
        return os.pathsep.join([self.compiled("Wait", [h2]), h2])

    def opened(self, jar):
        """The folder of a jar's entries."""
        folder = self.path("jar-" + jar)
        if not os.path.isdir(folder):
            with zipfile.ZipFile(self.jar(jar)) as archive:
                archive.extractall(folder)
        return folder

    def unpacked(self, jar, entry):
        """A file of a jar, by itself."""
        path = self.path(os.path.basename(entry))
        if not os.path.exists(path):
            with zipfile.ZipFile(self.jar(jar)) as archive, open(path, "wb") as out:
                out.write(archive.read(entry))
        return path


def run(command, env=None, **more):
    """Status, standard output and standard error of a command that ends within ten minutes."""
    environment = {k: v for k, v in (env or os.environ).items() if k not in ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")}
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600,
                          check=False, env=environment, **more)
    return done.returncode, done.stdout, done.stderr
