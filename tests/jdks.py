"""Where the JDKs are that tests use."""

import glob
import os
import subprocess
import tempfile

# The releases that tests know.
RELEASES = ("17", "25")


def java_home(release):
    """The home of a JDK of the given feature release: JAVA<release>_HOME, or what Debian installs; else None."""
    homes = [os.environ.get(f"JAVA{release}_HOME")]
    homes += sorted(glob.glob(f"/usr/lib/jvm/*-{release}-*")) + sorted(glob.glob(f"/usr/lib/jvm/*-{release}"))
    return next((h for h in homes if h and os.access(os.path.join(h, "bin", "javac"), os.X_OK)), None)


def quick_javac(home, folder):
    """javac of that JDK as a command for small programs: its classes come from an archive in the folder, made at need.

    That and the quick compiler alone are half of the CPU time of a run. Without an archive javac works as well.
    """
    made = os.stat(os.path.join(home, "lib", "modules"))
    archive = os.path.join(folder, "javac-%d-%d.jsa" % (made.st_mtime, made.st_size))
    javac = [os.path.join(home, "bin", "javac"), "-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1"]
    if not os.path.exists(archive):
        os.makedirs(folder, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as work:
            source, new = os.path.join(work, "Small.java"), os.path.join(work, "new.jsa")
            with open(source, "w") as text:
                text.write("class Small { Runnable r = () -> System.out.println(java.util.List.of(\"a\" + this)); }\n")
            subprocess.run([*javac, "-J-XX:ArchiveClassesAtExit=" + new, "-g", "-d", work, source],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if not os.path.exists(new):  # a JDK that makes none
                return " ".join(javac)
            os.replace(new, archive)
    return " ".join([*javac, "-J-XX:SharedArchiveFile=" + archive])
