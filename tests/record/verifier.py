#!/usr/bin/env python3
"""A second verifier for the shuffles of a match record, written from the text in engine/deal/deal.h.

usage: verifier.py RECORD
An opening is the secret of a round, which the host publishes after the round. The program checks that
each deck follows from its opening, that the openings lead back to the commitment, and that the lot
decided who begins. It does not check the actions.
"""

import base64
import hashlib
import re
import struct
import sys


def blake2b(data, person):
    return hashlib.blake2b(data, digest_size=32, person=person).digest()


def chacha20(key, nonce):
    """Yields the bytes of the ChaCha20 key stream of RFC 8439."""
    counter = 0
    while True:
        start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), counter,
                 *struct.unpack("<3I", nonce)]
        x = start[:]
        for a, b, c, d in 10 * ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                                (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
            for to, by, turned, left in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[to] = x[to] + x[by] & 0xFFFFFFFF
                x[turned] ^= x[to]
                x[turned] = (x[turned] << left | x[turned] >> 32 - left) & 0xFFFFFFFF
        yield from struct.pack("<16I", *(x[i] + start[i] & 0xFFFFFFFF for i in range(16)))
        counter += 1


def events(challenge, accept):
    return b"".join(struct.pack("<I", len(event)) + event for event in (challenge, accept))


def lot(secret, challenge, accept):
    """Returns the player whom the lot chooses to begin. `secret` is the secret of round 1."""
    return ("white", "black")[blake2b(secret + events(challenge, accept), b"engarde first")[0] & 1]


def deal(secret, number, challenge, accept):
    data = secret + struct.pack("<I", number) + events(challenge, accept)
    stream = chacha20(blake2b(data, b"engarde round"), b"LibsodiumDRG")
    deck = [1 + i // 5 for i in range(25)]
    for i in range(24, 0, -1):
        byte = next(b for b in stream if b < 256 - 256 % (i + 1))
        j = byte % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return "".join(map(str, deck))


def fair(record):
    """Returns None if the record's shuffles are fair, otherwise the reason why they are not."""
    tags, rounds, openings = {}, [], []
    for line in record.splitlines():
        if tag := re.fullmatch(r'\[(\w+) "(.*)"\]', line):
            value = re.sub(r"\\(.)", r"\1", tag[2])
            openings.append(value) if tag[1] == "Opening" else tags.update({tag[1]: value})
        elif dealt := re.fullmatch(r"round (\d+) ([1-5]{25})", line):
            rounds.append((int(dealt[1]), dealt[2]))
    if not {"Commitment", "Challenge", "Accept"} <= tags.keys() or len(rounds) != len(openings):
        return "a tag or an opening is missing"
    before = tags["Commitment"]
    for (number, deck), opening in zip(rounds, openings):
        secret = base64.urlsafe_b64decode(opening + "=")
        previous = blake2b(secret, b"engarde chain")
        if base64.urlsafe_b64encode(previous).decode().rstrip("=") != before:
            return f"round {number}: the opening does not lead back"
        if deal(secret, number, tags["Challenge"].encode(), tags["Accept"].encode()) != deck:
            return f"round {number}: another deck"
        if number == 1 and "FirstBy" in tags and tags.get("First") != lot(
                secret, tags["Challenge"].encode(), tags["Accept"].encode()):
            return "the lot chooses the other player to begin"
        before = opening
    return None


if __name__ == "__main__":
    fault = fair(open(sys.argv[1], encoding="utf-8").read())
    print(fault or "The shuffles are fair.")
    sys.exit(1 if fault else 0)
