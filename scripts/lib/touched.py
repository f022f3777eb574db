"""What was worked on lately: a check that takes several days for all has that each day."""

import os
import subprocess


def touched(root):
    """The files that commits of two days touched; None where there is no history."""
    done = subprocess.run(["git", "-C", root, "log", "--since=2.days", "--name-only", "--format="],
                          capture_output=True, text=True, check=False)
    return None if done.returncode != 0 else {os.path.join(root, line) for line in done.stdout.split("\n") if line}
