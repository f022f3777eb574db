"""Where the JDKs are that tests use."""

import glob
import os

# The releases that tests know.
RELEASES = ("17", "25")


def java_home(release):
    """The home of a JDK of the given feature release: JAVA<release>_HOME, or what Debian installs; else None."""
    homes = [os.environ.get(f"JAVA{release}_HOME")]
    homes += sorted(glob.glob(f"/usr/lib/jvm/*-{release}-*")) + sorted(glob.glob(f"/usr/lib/jvm/*-{release}"))
    return next((h for h in homes if h and os.access(os.path.join(h, "bin", "javac"), os.X_OK)), None)
