#!/usr/bin/env python3
"""Plays a whole match in the console and prints the typed lines, from which transcript.sh makes a transcript.

    play.py PROGRAM RULES [SEED] > tests/console/match_RULES.out

Each player answers with a letter from their private list of actions. The program chooses the letter at
random (with SEED), and prefers attacks, parries and advances, so that rounds end in every way.
"""

import random
import re
import subprocess
import sys


class Console:
    """A console, the lines that were typed, and the transcript."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "--console", "--seed", "1"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.typed = []
        self.transcript = []

    def type(self, line):
        """Types a line, and returns the bot's answers to it."""
        # The console echoes a comment only after it has answered all earlier lines.
        self.typed.append(line)
        mark = f"# {len(self.typed)}"
        self.process.stdin.write(f"{line}\n{mark}\n")
        self.process.stdin.flush()
        answer = []
        for text in self.process.stdout:
            if text.rstrip("\n") == mark:
                self.transcript += answer
                return answer
            answer.append(text.rstrip("\n"))
        raise SystemExit(f"the console ended at: {line}")

    def end(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def choose(draw, items):
    """Chooses one of a player's actions at random and returns its letter. `items` has the letter and the
    words of each action."""
    bold = [item for item in items if "attack" in item[1] or item[1] == "parry"]
    forward = [item for item in items if item[1].startswith("advance")]
    if bold and draw.random() < 0.7:
        items = bold
    elif forward and draw.random() < 0.8:
        items = forward
    return draw.choice(items)[0]


def choices(line):
    """Returns the choices in a line of the transcript: whose they are, their letters and their words.

    A line names only its first action in words: "`a` advance 1, attack 5; `b` 2, 4"."""
    owner = re.match(r"\[to (\w+), rings\] ", line)
    found = re.findall(r"`([a-o])` (.+?)(?=[,;] `|$)", line) if owner else ()
    named = [(letter, in_words(cards, found[0][1])) for letter, cards in found]
    return [(owner[1], letter, words) for letter, words in named]


def in_words(cards, example):
    """Returns an action in the words of another action of the same kind. `cards` may have the words already."""
    numbers = iter(re.findall(r"\d(?: \d)*", cards))
    return re.sub(r"\d(?: \d)*", lambda _: next(numbers), example)


def play(console, rules, draw):
    """Plays a match of alice against bob to its end."""
    console.type(f"alice: !engarde challenge @bob {rules}")
    answer = console.type("bob: !engarde accept")
    while not any(re.match(r"\[room.*\] .*wins the match", line) for line in answer):
        items = {}
        for line in answer:
            for owner, letter, words in choices(line):
                items.setdefault(owner, []).append((letter, words))
        if len(items) != 1:
            raise SystemExit("nobody, or more than one, is to act:\n" + "\n".join(answer))
        (player, listed), = items.items()
        answer = console.type(f"{player}> {choose(draw, listed)}")


def main():
    program, rules = sys.argv[1:3]
    console = Console(program)
    console.type(f"# A whole match under the {rules} rules, made by play.py")
    play(console, rules, random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1))
    print("\n".join(console.typed))


if __name__ == "__main__":
    main()
