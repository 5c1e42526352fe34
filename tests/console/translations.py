#!/usr/bin/env python3
"""usage: translations.py PROGRAM SCRIPT.out TRANSLATION.in…

Runs translations of an English script in the console. Each transcript must have the same lines as
SCRIPT.out with the same numbers, in words of another language. Hands must be in private messages only.
"""

import re
import subprocess
import sys

import leaks

TAG = re.compile(r"\[[^\]]*\] ")
WORD = re.compile(r"[^\W\d_]{2,}")
KEPT = {"alice", "bob", "rating"}  # words that at least one other language keeps
FIRST = "/moderator carol"  # before this line, nobody has chosen a language


def same(what, shown, wanted):
    if shown != wanted:
        raise SystemExit(f"{what}: {shown}, not {wanted}")


def sentences(text):
    """Returns the sentences that a translation changes."""
    return {part for part in re.split(r"(?<=[.!?]) ", text) if not KEPT.issuperset(WORD.findall(part))}


def is_translation(english, line):
    """Whether a line is the same as an English one, in words of another language. If a person typed the
    line, the words may be the same."""
    tag = TAG.match(english)
    if not tag:
        return not TAG.match(line)
    if tag[0].startswith(("[console]", "[room, file")):
        return line == english
    if not line.startswith(tag[0]) or "{" in line:
        return False
    if sorted(re.findall(r"\d+", line)) != sorted(re.findall(r"\d+", english)):
        return False
    english, line = english[len(tag[0]):], line[len(tag[0]):]
    if not WORD.search(english):  # a board has only the letters of the fencers
        return re.sub("[A-Z]", "X", line) == re.sub("[A-Z]", "X", english)
    return sentences(line).isdisjoint(sentences(english))


def compare(what, english, other):
    for number, (line, translated) in enumerate(zip(english, other), 1):
        if not is_translation(line, translated):
            raise SystemExit(f"{what}: line {number} differs in more than its words:\n{line}\n{translated}")
    same(f"{what}: lines", len(other), len(english))


def check_leaks(transcript):
    found, hands = leaks.scan(transcript)
    same("leaks", found[:1], [])
    assert hands > 10


def from_first(lines):
    return lines[lines.index(FIRST):]


def main():
    program, wanted, *scripts = sys.argv[1:]
    with open(wanted, encoding="utf-8") as file:
        english = from_first(file.read().splitlines())
    for script in scripts:
        with open(script, encoding="utf-8") as file:
            console = subprocess.run([program, "--console", "--seed", "1"], stdin=file, check=True,
                                     stdout=subprocess.PIPE, text=True, encoding="utf-8")
        transcript = console.stdout.splitlines()
        check_leaks(transcript)
        compare(script, english, from_first(transcript))


if __name__ == "__main__":
    main()
