"""The format of lit tests that run in JVMs: a file stands once and is a test for each JDK that it names.

    JDK: 17, 25

in a file `leak.test` makes the tests `leak.test [17]` and `leak.test [25]`. In their lines mean

    %jdk     the release, for FileCheck prefixes (JDK%jdk) and for lines of the shell that only one JDK needs
    %java    its java            %run   the same, with the flags of the folder
    %javac   its javac           %jni   the compiler flags that find its jni.h

A file without such a line runs no JVM of its own, and is one test.

One that names several runs on the JDK of the day, so that as many days have all; on all of them each day where a commit
of the last two days touched the file or one of its Inputs, where there is no history, and with `--param jdks=all`.
"""

import datetime
import os
import re

import lit.formats
import lit.Test
import lit.TestRunner
from jdk_of_day import of_the_day, touched_lately
from jdks import RELEASES, java_home

# The directive may stand behind the signs of a comment.
DIRECTIVE = re.compile(r"^\W*JDK: *(.*?) *$", re.M)


def releases_of(path):
    """The releases that a test names, in its order; none if it has no such line."""
    with open(path, encoding="utf-8", errors="replace") as text:
        lines = DIRECTIVE.findall(text.read())
    if not lines:
        return []
    releases = [release.strip() for release in lines[0].split(",")]
    wrong = [release for release in releases if release not in RELEASES]
    if len(lines) > 1 or wrong or len(set(releases)) < len(releases):
        raise ValueError(f"{path}: found `JDK: {'`, `JDK: '.join(lines)}`; one line with some of "
                         f"{', '.join(RELEASES)} is needed")
    return releases


class JdkTest(lit.Test.Test):
    """A test file on one JDK. Its name shows the JDK; its temporary files have a name that shells take."""

    def __init__(self, suite, file_in_suite, config, release):
        super().__init__(suite, file_in_suite[:-1] + (f"{file_in_suite[-1]} [{release}]",), config)
        self.file_in_suite = file_in_suite
        self.release = release
        self.requires.append("jdk" + release)

    def getSourcePath(self):
        return self.suite.getSourcePath(self.file_in_suite)

    def getExecPath(self):
        base, extension = os.path.splitext(self.suite.getExecPath(self.file_in_suite))
        return f"{base}-{self.release}{extension}"


class JdkFormat(lit.formats.ShTest):
    """Runs scripts in the shell as ShTest does. `flags` are those of the JVMs of %run."""

    def __init__(self, flags):
        super().__init__(execute_external=True)
        self.flags = flags
        self.day = datetime.datetime.now(datetime.timezone.utc).date().toordinal()
        self.touched = touched_lately()

    def getTestsInDirectory(self, testSuite, path_in_suite, litConfig, localConfig):
        for test in super().getTestsInDirectory(testSuite, path_in_suite, litConfig, localConfig):
            try:
                path = test.getSourcePath()
                releases = releases_of(path)
                if litConfig.params.get("jdks") != "all":
                    releases = of_the_day(path, releases, self.day, self.touched)
            except ValueError as wrong:
                litConfig.error(str(wrong))
                continue
            if not releases:
                yield test
            for release in releases:
                yield JdkTest(testSuite, test.path_in_suite, localConfig, release)

    def execute(self, test, litConfig):
        return lit.TestRunner.executeShTest(test, litConfig, self.execute_external,
                                            self.substitutions(getattr(test, "release", None)))

    def substitutions(self, release):
        # One whose JDK is missing is told as unsupported before its lines are looked at.
        home = java_home(release) if release else None
        if not home:
            return []
        java = os.path.join(home, "bin", "java")
        return [
            (r"%jdk\b", release),
            (r"%run\b", f"{java} {self.flags}"),
            (r"%java\b", java),
            (r"%javac\b", os.path.join(home, "bin", "javac")),
            (r"%jni\b", f"-I{home}/include -I{home}/include/linux"),
        ]
