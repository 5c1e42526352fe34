#!/usr/bin/env python3
"""Plays a whole match in the console and prints the typed lines as a script.

    play.py PROGRAM RULES [SEED] > tests/console/match_RULES.in

Each player answers with a letter from their private list of actions. The program chooses the letter at
random (with SEED), and prefers attacks, parries and advances, so that rounds end in every way.
"""

import random
import re
import subprocess
import sys


class Console:
    """A console: types a line, and reads all answers to it."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "--console", "--seed", "1"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.count = 0

    def type(self, line):
        # The console echoes a comment only after it has answered all earlier lines.
        self.count += 1
        mark = f"# {self.count}"
        self.process.stdin.write(f"{line}\n{mark}\n")
        self.process.stdin.flush()
        answer = []
        for text in self.process.stdout:
            if text.rstrip("\n") == mark:
                return answer
            answer.append(text.rstrip("\n"))
        raise SystemExit(f"the console ended at: {line}")


def choose(draw, items):
    """Chooses one of a player's actions at random and returns its letter. `items` has the letter and the
    notation of each action."""
    bold = [item for item in items if "x" in item[1] or item[1] == "="]
    forward = [item for item in items if item[1].startswith("+")]
    if bold and draw.random() < 0.7:
        items = bold
    elif forward and draw.random() < 0.8:
        items = forward
    return draw.choice(items)[0]


def main():
    program, rules = sys.argv[1:3]
    draw = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    console = Console(program)
    typed = []

    def type_line(line):
        typed.append(line)
        return console.type(line)

    type_line(f"# A whole match under the {rules} rules, made by play.py")
    type_line(f"alice: !engarde challenge @bob {rules}")
    answer = type_line("bob: !engarde accept")
    while not any(re.match(r"\[room.*\] .*wins the match", line) for line in answer):
        choices = {}
        for line in answer:
            item = re.match(r"\[to (\w+), rings\] `([a-o])` .*\((.+)\)$", line)
            if item:
                choices.setdefault(item[1], []).append((item[2], item[3]))
        if len(choices) != 1:
            raise SystemExit("nobody, or more than one, is to act:\n" + "\n".join(answer))
        (player, items), = choices.items()
        answer = type_line(f"{player}> {choose(draw, items)}")
    print("\n".join(typed))


if __name__ == "__main__":
    main()
