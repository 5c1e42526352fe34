#!/usr/bin/env python3
"""Changes scripts at random. `engarde trace` must answer each line with JSON and must not crash.

usage: mutations.py ENGARDE [LINES [SEED]]
"""

import json
import random
import subprocess
import sys

import differential
import reference

SPICES = [b"\x00", b"\xff", b'"', b"\\", b"[", b"]", b"{", b"}", b"1e999", b"-", b"\\u0000",
          b"null", b"true", b"0.5", b"\xc3\x28", b"\xe2\x80\xae", b"[[[[", b"99999999999999999999"]


def damage(rng, line):
    line = bytearray(line)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(line) + 1)
        how = rng.randrange(4)
        if how == 0:
            line[at:at] = rng.choice(SPICES)
        elif how == 1:
            del line[at:at + rng.randint(1, 8)]
        elif how == 2:
            line[at:at + 1] = bytes([rng.randrange(256)])
        else:
            piece = line[at:at + rng.randint(1, 30)]
            line[at:at] = piece
    return bytes(line).replace(b"\n", b" ")


def main():
    engarde = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 3000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    rng = random.Random(seed)
    whole = [json.dumps(differential.script(rng)).encode() for _ in range(100)]
    lines = [damage(rng, rng.choice(whole)) for _ in range(count)]
    # A valid line follows each damaged line. The answer to the valid line shows that `engarde
    # trace` has gone on.
    probe = json.dumps({"deck": list(reference.VALUES * 5), "actions": []}).encode()
    sent = b"".join(line + b"\n" + probe + b"\n" for line in lines)
    run = subprocess.run([engarde, "trace"], input=sent, stdout=subprocess.PIPE)
    if run.returncode != 1:
        sys.exit(f"seed {seed}: status {run.returncode}")
    answers = run.stdout.decode().splitlines()
    for answer in answers:
        json.loads(answer)
    refused = sum(answer.startswith('{"error":') for answer in answers)
    answered = sum(answer == reference.trace(probe)[0] for answer in answers)
    if answered < count:
        sys.exit(f"seed {seed}: {count} whole lines, {answered} answered")
    if not 0 < refused < count:
        sys.exit(f"seed {seed}: {refused} of {count} lines refused")
    print(f"{count} damaged lines answered, {refused} refused, seed {seed}")


if __name__ == "__main__":
    main()
