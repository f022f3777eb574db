"""on_terminal.py FILE COMMAND...: runs it with stderr on a terminal of 60 columns. FILE gets what the
terminal got, with \\r and escapes made visible; ends with the status of the command."""
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios

master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
child = subprocess.Popen(sys.argv[2:], stderr=slave)
os.close(slave)
seen = b""
while True:
    try:
        part = os.read(master, 4096)
    except OSError:  # the last writer is gone
        break
    if not part:
        break
    seen += part
text = seen.decode().replace("\r\n", "\n").replace("\r\x1b[K", "\n<CR><EL>").replace("\r", "<CR>\n")
with open(sys.argv[1], "w") as out:
    out.write(text)
sys.exit(child.wait())
