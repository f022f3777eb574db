"""Reads "r.coverage.touches = N" and "r.coverage.libraryCalls = N" of five runs, in the order of
switches.test, and fails when a switch did not change what it names."""
import sys

numbers = [int(line.rsplit(" ", 1)[1]) for line in sys.stdin]
touches, calls = numbers[0::2], numbers[1::2]
assert len(touches) == 5, numbers
plain, every_access, fresh, once, no_calls = touches
assert every_access > plain * 1.3, touches
assert fresh > plain, touches
assert once < plain, touches
# Two runs need not load the same classes: 710 to 721 were seen.
assert abs(no_calls - plain) < plain * 0.02, touches
assert calls[0] > 0 and calls[4] == 0, calls
