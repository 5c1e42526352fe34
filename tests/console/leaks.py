#!/usr/bin/env python3
"""usage: leaks.py TRANSCRIPT…

Checks that transcripts of the console show hands, and texts about a hand, only in private messages to
the hand's owner.
"""

import re
import sys

TAGGED = re.compile(r"\[(to )?(\w+)(?:, [^\]]*)?\] (.*)")
FULL = len("1 2 3 4 5")
HANDS = "Your hand|Deine Hand|Ta main\u202f|La tua mano|Je hand|Tu mano"
HAND = re.compile(rf"(?:{HANDS}): ([1-5](?: [1-5])*)|· (?:hand|Hand|main|mano) ([1-5](?: [1-5])*)(?:\s·|$)")
# Texts that only a message about a hand has. They must not appear in the room.
PRIVATE = re.compile(
    rf"{HANDS}|· (?:hand|main|mano) [1-5]|you hold|you have no [1-5]|hast du nicht|non hai nessun|je hebt geen"
    r"|no tienes ningún [1-5]|tu n’as pas (?:de )?[1-5]"
    r"|(?:unseen|ungesehen|non viste|ongezien|ocultas|non vues\u202f):|^ *(?:`[a-o]`|[a-o]\.) ", re.IGNORECASE)
# When cards have decided a round, everybody may see both hands of this round.
DECIDED = re.compile("has more cards equal to the distance|hat mehr Karten, die dem Abstand"
                     "|ha più carte uguali alla distanza|heeft meer kaarten die gelijk zijn aan de afstand|tiene más cartas iguales a la distancia"
                     "|a plus de cartes égales à la distance")
SHOWN = re.compile(r" (?:held|hatte|avait en main|aveva in mano|had|tenía) [1-5](?: [1-5])*(?: auf der Hand| in de hand)?\.")
CARDS = re.compile(r"\b[1-5](?: [1-5]){2,}\b")


def speaks_of_a_hand(text):
    # Several equal cards are an attack, not a hand.
    cards = any(len(set(found[0].split())) > 1 for found in CARDS.finditer(text))
    return cards or PRIVATE.search(text)


def scan(lines):
    """Returns the lines that leak a hand, and how many hands were shown in private."""
    hands, leaks, count = {}, [], 0
    for number, line in enumerate(lines, 1):
        tagged = TAGGED.match(line)
        if not tagged or tagged[2] == "console":
            continue
        private, where, text = tagged.groups()
        if DECIDED.search(text):
            text = SHOWN.sub("", text)
        if not private and speaks_of_a_hand(text):
            leaks.append((number, line))
        shown = HAND.search(text)
        if not private:
            continue
        others = {cards for owner, seen in hands.items() if owner != where for cards in seen}
        own = hands.setdefault(where, set())
        if shown:
            count += 1
            cards = shown[1] or shown[2]
            if len(cards) == FULL:
                own.add(cards)
        # A player may later hold the same cards as another player held before, so these cards are
        # no leak.
        for cards in others - own:
            if cards in text:
                leaks.append((number, line))
    return leaks, count


def self_test():
    dealt = ["[to alice, rings] Your hand: 1 2 3 4 5", "[room, edited] alice advances 3."]
    assert scan(dealt) == ([], 1)
    for decided, shown in (
        ("alice has more cards equal to the distance (3):", "alice held 1 2 3 4 5. bob held 3 3 4 4 5."),
        ("bob hat mehr Karten, die dem Abstand (3) entsprechen:", "bob hatte 1 2 3 4 5 auf der Hand.")):
        assert scan(dealt + [f"[room] {decided} {shown}"]) == ([], 1)
        assert scan(dealt + [f"[room] {shown}"])[0] == [(3, f"[room] {shown}")]
    for leak in ("[room] alice: 1 2 3 4 5", "[room] You hold no 3.", "[room] Deine Hand: 5", "[salle] `a` advance 1 (+1)",
                 "[to bob] alice has 1 2 3 4 5"):
        assert scan(dealt + [leak])[0] == [(3, leak)], leak


def main():
    self_test()
    count, failed = 0, False
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            leaks, hands = scan(file.read().splitlines())
        count += hands
        for number, line in leaks:
            failed = True
            print(f"{name}:{number}: {line}")
    print(f"{count} hands in {len(sys.argv) - 1} transcripts")
    sys.exit(failed or count < 100)


if __name__ == "__main__":
    main()
