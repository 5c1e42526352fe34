#!/usr/bin/env python3
"""Plays random scripts through `engarde trace` and reference.py. Their output must be equal.

usage: differential.py ENGARDE [SCRIPTS [SEED]]
"""

import json
import random
import subprocess
import sys

import reference

RULES = [
    {"level": "basic"},
    {"level": "standard"},
    {"level": "advanced", "final_retreat": "position"},
    {"level": "advanced", "final_retreat": "cards"},
]

NOT_ACTIONS = ["", "+", "x", "+0", "+6", "-9", "x12", "+3x", "pas", "PASS", "==", "+1x555555", "é",
               "\"", "\\", "\x7f", "+1 "]


def pick(rng, r, temper):
    """Returns an action. One action in forty may be illegal. `temper` prefers some actions, so that
    rare endings happen more often."""
    if rng.random() < 1 / 40:
        return rng.choice(reference.ALL_ACTIONS + NOT_ACTIONS)
    choices = reference.all_legal(r)
    if temper == "timid":
        choices = [text for text in choices if "x" not in text] or choices
    elif temper == "bold":
        choices = [text for text in choices if "x" in text or text == "="] or choices
    elif temper == "elusive":
        choices = [text for text in choices if text[0] == "-"] or choices
    elif temper == "pressing":
        choices = [text for text in choices if text[0] != "-"] or choices
    return rng.choice(choices)


def script(rng):
    deck = list(reference.VALUES * 5)
    rng.shuffle(deck)
    made = {"rules": rng.choice(RULES), "first": rng.choice(["white", "black"]), "deck": deck,
            "actions": []}
    tempers = {who: rng.choice(["any", "timid", "bold", "elusive", "pressing"])
               for who in reference.START}
    r = reference.round_of(made)
    stop_after = rng.choice([0, 5, 1000, 1000, 1000, 1000])
    while len(made["actions"]) < stop_after:
        if r["phase"] == "over":
            if rng.random() < 1 / 10:
                made["actions"].append(rng.choice(reference.ALL_ACTIONS))
            break
        text = pick(rng, r, tempers[r["to_act"]])
        made["actions"].append(text)
        if not reference.legal(r, text):
            break
        reference.play(r, text)
    return made


def kind(lines):
    """Returns how the round of a script ended. The last two lines of the script's output show this."""
    before, last = ([{}] + [json.loads(line) for line in lines])[-2:]
    if "error" in last:
        return last["error"]
    if not last["result"]:
        return "unfinished"
    if before.get("phase") == "defend" and before["pile"] == 0:
        how = "final parry" if last["discard"][-1] == before["attack"]["card"] and (
            last["distance"] == before["distance"]) else "final retreat"
        return how + ", " + last["result"]["reason"]
    if before.get("phase") == "last_lunge":
        return "last lunge, " + last["result"]["reason"]
    return last["result"]["reason"]


# The kinds of endings that must all have happened at least once.
WANTED = {"touch", "no_move", "cards", "position", "draw", "illegal", "unfinished",
          "final parry, cards", "final parry, position", "final retreat, cards",
          "final retreat, position", "last lunge, touch", "last lunge, position"}


def main():
    engarde = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 4000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    rng = random.Random(seed)
    scripts = [json.dumps(script(rng), ensure_ascii=rng.random() < 0.5).encode()
               for _ in range(count)]
    run = subprocess.run([engarde, "trace"], input=b"\n".join(scripts) + b"\n",
                         stdout=subprocess.PIPE, check=True)
    found = iter(run.stdout.decode().split("\n"))
    seen = {}
    for line in scripts:
        answer = reference.trace(line)
        for expected in answer:
            actual = next(found)
            if actual != expected:
                sys.exit(f"seed {seed}\nscript   {line.decode()}\nexpected {expected}\n"
                         f"engarde  {actual}")
        seen[kind(answer)] = seen.get(kind(answer), 0) + 1
    if list(found) != [""]:
        sys.exit(f"seed {seed}: engarde printed more lines than expected")
    if not WANTED <= set(seen):
        sys.exit(f"seed {seed}: no script ended by {sorted(WANTED - set(seen))}")
    print(f"{count} scripts agree, seed {seed}:",
          "; ".join(f"{n} {what}" for what, n in sorted(seen.items())))


if __name__ == "__main__":
    main()
