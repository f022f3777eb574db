# lit over the compiler (islc/) and over agents in real JVMs (agent/).
import os
import shutil
import subprocess
import sys

import lit.formats

config.name = "isl"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".isl", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(config.test_source_root))
from jdks import RELEASES, java_home, quick_javac

config.test_exec_root = os.environ.get("ISL_LIT_EXEC", os.path.join(config.isl_build, "lit"))
for name in ("CXX", "CCACHE_DIR", "HOME", "TMPDIR"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

# `not` lies beside FileCheck in the folder of the LLVM tools.
config.environment["PATH"] = os.environ.get("PATH", "") + ":/usr/lib/llvm-14/bin"

source = config.isl_source
jdk17 = java_home("17")
filecheck = shutil.which("FileCheck-14") or shutil.which("FileCheck") or "FileCheck"

config.substitutions += [
    ("%islc", os.path.join(config.isl_build, "bin", "islc")),
    ("%spec_dir", os.path.join(source, "examples")),
    ("%examples", os.path.join(source, "examples")),
    ("%specs", os.path.join(source, "tests", "suites", "specs")),
    ("%programs", os.path.join(source, "tests", "programs")),
    ("%source", source),
    ("%FileCheck", filecheck),
    ("%cc", os.environ.get("CC", "cc")),
    ("%cxx", os.environ.get("CXX", "c++")),
    ("%javac", quick_javac(jdk17, config.test_exec_root) if jdk17 else "javac"),
    ("%jar", os.path.join(jdk17 or "", "bin", "jar")),
    ("%java17", os.path.join(jdk17 or "", "bin", "java")),
]
for release in RELEASES:
    if java_home(release):
        config.available_features.add("jdk" + release)
    else:
        lit_config.note("SKIPPED: no JDK {0} found (JAVA{0}_HOME, /usr/lib/jvm); tests that need it do not run"
                        .format(release))
if lit_config.params.get("jdks") != "all":
    lit_config.note("a test that names several JDKs runs on one of them a day; --param jdks=all for all")
if shutil.which("node"):
    config.available_features.add("node")
else:
    lit_config.note("SKIPPED: no node found; the test of VS Code's test items does not run")
for editor in ("vim", "emacs"):
    if shutil.which(editor):
        config.available_features.add(editor)
    else:
        lit_config.note("SKIPPED: no {0} found; the test of its files does not run".format(editor))
if shutil.which("clang-format-14"):
    config.available_features.add("clang-format")
else:
    lit_config.note("SKIPPED: no clang-format-14 found; the test of generated code's layout does not run")
if os.path.exists(os.path.join(config.isl_build, "lib", "libisl-runtime.a")):
    config.available_features.add("runtime")
else:
    lit_config.note("SKIPPED: libisl-runtime.a is not built; tests that link agents do not run")
