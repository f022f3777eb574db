"""The suites: a file each that makes two Maven projects, one whose tests leave something behind and one that was repaired.

  what      the suite in a few words
  holder    globs of the holders that are right, as the report names them (CLASS.FIELD)
  jars      names of JARS
  surefire  configuration of the Surefire plugin, if any
  === PATH  begins a file of the project. A line that ends with `// leaking` or `// repaired` is of that version alone.
"""

import os
import re
import shutil
from collections import namedtuple

HERE = os.path.dirname(os.path.abspath(__file__))
VERSIONS = ("leaking", "repaired")
MARK = re.compile(r"\s*// (leaking|repaired)$")
BOOT = "3.2.5"
JARS = {
    "assertj": "org.assertj:assertj-core:3.25.3",
    "bytebuddy": "net.bytebuddy:byte-buddy:1.14.13",
    "caffeine": "com.github.ben-manes.caffeine:caffeine:3.1.8",
    "commonslang": "org.apache.commons:commons-lang3:3.14.0",
    "guava": "com.google.guava:guava:33.1.0-jre",
    "h2": "com.h2database:h2:2.2.224",
    "hibernate": "org.hibernate.orm:hibernate-core:6.4.4.Final",
    "jackson": "com.fasterxml.jackson.core:jackson-databind:2.15.4",
    "jerseyhk2": "org.glassfish.jersey.inject:jersey-hk2:3.1.6",
    "jerseytest": "org.glassfish.jersey.test-framework.providers:jersey-test-framework-provider-grizzly2:3.1.6",
    "jetty": "org.eclipse.jetty:jetty-servlet:11.0.20",
    "junit4": "junit:junit:4.13.2",
    "junit5": "org.junit.jupiter:junit-jupiter:5.10.2",
    "logback": "ch.qos.logback:logback-classic:1.4.14",
    "micrometer": "io.micrometer:micrometer-core:1.12.5",
    "mockito": "org.mockito:mockito-junit-jupiter:5.11.0",
    "pool2": "org.apache.commons:commons-pool2:2.12.0",
    "reactor": "io.projectreactor:reactor-core:3.6.5",
    "rxjava": "io.reactivex.rxjava3:rxjava:3.1.8",
    "sbtest": f"org.springframework.boot:spring-boot-starter-test:{BOOT}",
    "sbweb": f"org.springframework.boot:spring-boot-starter-web:{BOOT}",
    "spctx": "org.springframework:spring-context:6.1.6",
    "testng": "org.testng:testng:7.10.2",
    "undertow": "io.undertow:undertow-servlet:2.3.12.Final",
}
POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>suites</groupId><artifactId>{name}</artifactId><version>1</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
{managed}  <dependencies>
{jars}
  </dependencies>
  <build><plugins>
    <plugin>
      <artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version>
      <configuration><parameters>true</parameters></configuration>
    </plugin>
    <plugin>
      <artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version>
      <configuration>{surefire}</configuration>
    </plugin>
  </plugins></build>
</project>
"""
COORDINATES = "<groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version>"
MANAGED = f"""  <dependencyManagement><dependencies><dependency>
    {COORDINATES.format("org.springframework.boot", "spring-boot-dependencies", BOOT)}<type>pom</type><scope>import</scope>
  </dependency></dependencies></dependencyManagement>
"""

# files: the text of each, by its path, with both versions in it. What judge.py asks of a case: holder, holds, also.
Suite = namedtuple("Suite", "name what holder jars surefire files holds also")


class Malformed(Exception):
    """A suite that cannot be used; the text says why."""


def parse(name, text):
    """The suite of a file's text."""
    head, *parts = re.split(r"^=== (?=\S+$)", text, flags=re.M)
    given = {}
    for line in head.strip().splitlines():
        key, colon, value = line.partition(": ")
        if not colon or key not in ("what", "holder", "jars", "surefire"):
            raise Malformed(f"{name}: {line!r} is no `what`, `holder`, `jars` or `surefire`")
        given[key] = value
    for key in ("what", "holder", "jars"):
        if not given.get(key):
            raise Malformed(f"{name}: {key} is missing")
    unknown = set(given["jars"].split()) - set(JARS)
    if unknown:
        raise Malformed(f"{name}: JARS has no {', '.join(sorted(unknown))}")
    files = dict(part.split("\n", 1) for part in parts)
    if not any(MARK.search(line) for part in files.values() for line in part.splitlines()):
        raise Malformed(f"{name}: nothing tells the repaired version from the leaking one")
    return Suite(name, given["what"], given["holder"].split(), given["jars"].split(), given.get("surefire", ""), files,
                 ["*"], [])


def names():
    return sorted(name[:-len(".suite")] for name in os.listdir(HERE) if name.endswith(".suite"))


def load(name):
    with open(os.path.join(HERE, name + ".suite"), encoding="utf-8") as text:
        return parse(name, text.read())


def of_version(text, version):
    """A file as that version has it. Lines of the other one are left empty, so that both have the same numbers."""
    lines = []
    for line in text.splitlines():
        mark = MARK.search(line)
        lines.append(line if not mark else line[:mark.start()] if mark[1] == version else "")
    return "\n".join(lines) + "\n"


def pom(suite):
    jars = "\n".join(f"    <dependency>{COORDINATES.format(*JARS[jar].split(':'))}</dependency>" for jar in suite.jars)
    managed = MANAGED if any(jar.startswith("sb") for jar in suite.jars) else ""
    return POM.format(name=suite.name, managed=managed, jars=jars, surefire=suite.surefire)


def write(suite, version, folder):
    """Makes the project of that version, anew."""
    shutil.rmtree(folder, ignore_errors=True)
    files = {"pom.xml": pom(suite), **{path: of_version(text, version) for path, text in suite.files.items()}}
    for path, text in files.items():
        path = os.path.join(folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
