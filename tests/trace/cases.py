#!/usr/bin/env python3
"""Runs the scripts of valid/ and of invalid.py through `engarde trace`, and compares output and
status.

usage: cases.py ENGARDE
"""

import pathlib
import subprocess
import sys

import invalid

VALID = pathlib.Path(__file__).parent / "valid"
MARK = b"\xef\xbb\xbf"  # a byte order mark
faults = 0
count = 0


def check(engarde, name, script, status, expected):
    global count, faults
    count += 1
    run = subprocess.run([engarde, "trace"], input=script, stdout=subprocess.PIPE)
    if (run.returncode, run.stdout) != (status, expected):
        faults += 1
        print(f"FAILED {name} (status {run.returncode}, expected {status}): {run.stdout.decode()}")


def error(text):
    return b'{"error":"%s"}\n' % text.encode()


def valid(name):
    return [(VALID / f"{name}.{part}").read_bytes() for part in ("jsonl", "expected")]


def main():
    engarde = sys.argv[1]
    for path in sorted(VALID.glob("*.jsonl")):
        script, answer = valid(path.stem)
        check(engarde, path.stem, script, 0, answer)
    for name, (line, message) in invalid.INVALID.items():
        check(engarde, name, line.replace(b"DECK", invalid.DECK) + b"\n", 1, error(message))

    script, answer = valid("no_actions")
    other, other_answer = valid("first_black")
    check(engarde, "goes_on_after_it", b"oops\n" + script + b"{}\n" + other, 1,
          error("not JSON, byte 4") + answer + error("deck is missing") + other_answer)
    check(engarde, "a byte order mark before the first line, and CRLF",
          MARK + script.replace(b"\n", b"\r\n"), 0, answer)
    check(engarde, "a line of 2 MiB", b" " * 2097152 + b"\n" + script, 1,
          error("a line is at most 1048576 bytes") + answer)
    print(f"{count} cases, {faults} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
