#!/usr/bin/env python3
"""A second implementation of the rules of En Garde, simple and slow, to check the engine.

It was written from the rules alone and shares nothing with the engine: cards are lists, a round is
a dictionary, and it finds the legal actions by trying all actions. It reads scripts and prints
states in the format of `engarde trace`. For a line that is not a script it prints only an error.
"""

import json
import sys

VALUES = (1, 2, 3, 4, 5)
OTHER = {"white": "black", "black": "white"}
START = {"white": 1, "black": 23}
FORWARD = {"white": 1, "black": -1}

ATTACKS = [(card, count) for card in VALUES for count in range(1, 6)]
ALL_ACTIONS = (
    ["=", "pass"]
    + [f"+{n}" for n in VALUES]
    + [f"-{n}" for n in VALUES]
    + ["x" + str(card) * count for card, count in ATTACKS]
    + [f"+{n}x" + str(card) * count for n in VALUES for card, count in ATTACKS]
)


KNOWN = {text: [int(c) for c in text if c.isdigit()] for text in ALL_ACTIONS}


def distance(r):
    return r["space"]["black"] - r["space"]["white"]


def in_hand(r, who, cards):
    hand = r["hand"][who]
    for card in cards:
        if hand.count(card) < cards.count(card):
            return False
    return True


def cards_of(text):
    """Returns the cards that an action of a turn discards, in order."""
    return KNOWN[text]


def legal(r, text):
    who = r["to_act"]
    if r["phase"] == "over" or text not in KNOWN:
        return False
    if text == "pass":
        return r["phase"] == "last_lunge"
    if text == "=":
        attack = r["attack"]
        return r["phase"] == "defend" and in_hand(r, who, [attack["card"]] * attack["count"])
    cards = cards_of(text)
    if not in_hand(r, who, cards):
        return False
    if text[0] == "-":
        if r["phase"] == "last_lunge" or (r["phase"] == "defend" and not r["attack"]["indirect"]):
            return False
        return 1 <= r["space"][who] - FORWARD[who] * cards[0] <= 23
    if r["phase"] == "defend":
        return False
    if text[0] == "x":
        if r["level"] == "basic" and len(cards) > 1:
            return False
        return cards[0] == distance(r)
    if r["phase"] == "last_lunge":
        return False
    if "x" in text:
        return r["level"] == "advanced" and cards[0] + cards[1] == distance(r)
    return cards[0] < distance(r)


def all_legal(r):
    return sorted(text for text in ALL_ACTIONS if legal(r, text))


def over(r, winner, reason):
    r.update(phase="over", to_act=None, attack=None, result={"winner": winner, "reason": reason})


def by_position(r):
    advanced = {who: abs(r["space"][who] - START[who]) for who in START}
    if advanced["white"] == advanced["black"]:
        over(r, None, "draw")
    else:
        over(r, max(advanced, key=advanced.get), "position")


def by_cards(r):
    fitting = {who: r["hand"][who].count(distance(r)) for who in START}
    if fitting["white"] == fitting["black"]:
        by_position(r)
    else:
        over(r, max(fitting, key=fitting.get), "cards")


def end_turn(r):
    """Refills the player's hand. After an attack, the other player defends. Otherwise the other player
    has the next turn, or the pile is empty and the round comes to its end."""
    who = r["to_act"]
    while len(r["hand"][who]) < 5 and r["pile"]:
        r["hand"][who].append(r["pile"].pop(0))
    r["to_act"] = OTHER[who]
    if r["attack"]:
        r["phase"] = "defend"
        if r["level"] == "basic" or not all_legal(r):
            over(r, who, "touch")
    elif r["pile"]:
        start_turn(r)
    elif r["level"] == "basic":
        r["phase"] = "last_lunge"
        if all_legal(r) == ["pass"]:
            by_position(r)
    else:
        by_cards(r)


def start_turn(r):
    r["phase"] = "turn"
    if not all_legal(r):
        over(r, OTHER[r["to_act"]], "no_move")


def play(r, text):
    who = r["to_act"]
    if text == "pass":
        by_position(r)
        return
    attack = r["attack"]
    cards = [attack["card"]] * attack["count"] if text == "=" else cards_of(text)
    for card in cards:
        r["hand"][who].remove(card)
        r["discard"].append(card)
    if text == "=":
        r["attack"] = None
        if r["pile"]:
            start_turn(r)
        else:
            by_cards(r)
        return
    if text[0] == "-":
        r["space"][who] -= FORWARD[who] * cards[0]
        r["attack"] = None
        if attack and not r["pile"]:
            if r["final_retreat"] == "cards":
                by_cards(r)
            else:
                by_position(r)
            return
    if text[0] == "+":
        r["space"][who] += FORWARD[who] * cards[0]
    if "x" in text:
        struck = cards[1:] if text[0] == "+" else cards
        r["attack"] = {"card": struck[0], "count": len(struck), "indirect": text[0] == "+"}
    end_turn(r)


def state(r, ply):
    return {
        "ply": ply,
        "phase": r["phase"],
        "to_act": r["to_act"],
        "white": {"space": r["space"]["white"], "hand": sorted(r["hand"]["white"])},
        "black": {"space": r["space"]["black"], "hand": sorted(r["hand"]["black"])},
        "distance": distance(r),
        "pile": len(r["pile"]),
        "discard": r["discard"],
        "attack": r["attack"],
        "legal": all_legal(r),
        "result": r["result"],
    }


def round_of(script):
    """Returns the round that a script describes. Raises ValueError if the script is not valid."""
    if not isinstance(script, dict):
        raise ValueError
    rules = script.get("rules", {})
    if not isinstance(rules, dict):
        raise ValueError
    level = rules.get("level", "advanced")
    final_retreat = rules.get("final_retreat", "position")
    first = script.get("first", "white")
    deck, actions = script.get("deck"), script.get("actions")
    if level not in ("basic", "standard", "advanced"):
        raise ValueError
    if final_retreat not in ("position", "cards") or first not in ("white", "black"):
        raise ValueError
    if not isinstance(deck, list) or any(type(card) is not int for card in deck):
        raise ValueError
    if sorted(deck) != sorted(VALUES * 5):
        raise ValueError
    if not isinstance(actions, list) or any(type(text) is not str for text in actions):
        raise ValueError
    return {
        "level": level, "final_retreat": final_retreat, "phase": "turn", "to_act": first,
        "space": dict(START), "hand": {"white": deck[:5], "black": deck[5:10]},
        "pile": deck[10:], "discard": [], "attack": None, "result": None,
    }


def once(pairs):
    if len(dict(pairs)) != len(pairs):
        raise ValueError
    return dict(pairs)


def dump(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def trace(line):
    """Returns the output lines for one script."""
    try:
        script = json.loads(line.decode("utf-8"), object_pairs_hook=once)
        dump(script).encode("utf-8")  # fails for half a surrogate pair, which is not a character
        r = round_of(script)
    except (ValueError, TypeError, RecursionError):
        return ['{"error":"invalid"}']
    lines = [dump(state(r, 0))]
    for ply, text in enumerate(script["actions"], 1):
        if not legal(r, text):
            lines.append(dump({"ply": ply, "error": "illegal", "action": text}))
            break
        play(r, text)
        lines.append(dump(state(r, ply)))
    return lines


def main():
    for line in sys.stdin.buffer:
        print("\n".join(trace(line)))


if __name__ == "__main__":
    main()
