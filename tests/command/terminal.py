#!/usr/bin/env python3
"""`engarde replay` at a terminal: each Enter shows the next board, and q ends the program.

usage: terminal.py ENGARDE
"""

import os
import pty
import select
import sys

RECORD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../record/valid/won.record")
ASKED = b"q leaves. "
POSITIONS = 26  # two deals and 24 actions
SILENCE = 0.3


class Replay:
    def __init__(self, engarde):
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.execv(engarde, [engarde, "replay", RECORD])
        self.shown = b""

    def read(self, seconds):
        """Reads some output. Returns False at the end of the output, or if the program prints
        nothing for so many seconds."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return False
        try:
            more = os.read(self.terminal, 65536)
        except OSError:  # the other end is closed
            return False
        self.shown += more
        return bool(more)

    def until_asked(self, times):
        while self.shown.count(ASKED) < times and self.read(20):
            pass
        while self.read(SILENCE):
            pass

    def type(self, keys):
        os.write(self.terminal, keys)

    def end(self):
        while self.read(20):
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])


def expect(what, got, wanted):
    if got != wanted:
        sys.exit(f"FAILED {what}: {got}, expected {wanted}")


def main():
    replay = Replay(sys.argv[1])
    for step in (1, 2, 3):
        replay.until_asked(step)
        expect("boards", replay.shown.count(b"White's hand:"), step)
        replay.type(b"\n")
    replay.until_asked(4)
    replay.type(b"q\n")
    expect("status after q", replay.end(), 0)
    expect("boards after q", replay.shown.count(b"White's hand:"), 4)

    replay = Replay(sys.argv[1])
    replay.type(b"\n" * POSITIONS)
    expect("status at the end", replay.end(), 0)
    expect("all boards", replay.shown.count(b"White's hand:"), POSITIONS)
    expect("the winner", replay.shown.count(b"White wins the match."), 1)
    print("as expected")


if __name__ == "__main__":
    main()
