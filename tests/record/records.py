"""Match records for tests. reference.py plays honest records at random, and verifier.py deals their
cards. A tampered record has one change."""

import base64
import os
import random
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "trace"))
import reference  # noqa: E402
import verifier  # noqa: E402

RULES = {"basic": ("basic", "position"), "standard": ("standard", "position"),
         "advanced": ("advanced", "position"), "ferti": ("advanced", "cards")}
OTHER = reference.OTHER


def text(key):
    return base64.urlsafe_b64encode(key).decode().rstrip("=")


def chain(last):
    """Returns secret[0] to secret[1024]. `last` is secret[1024]."""
    secrets = [last]
    for _ in range(1024):
        secrets.append(verifier.blake2b(secrets[-1], b"engarde chain"))
    return secrets[::-1]


def play_round(rng, rules, first, deck, most):
    """Plays at most `most` actions at random. Returns the actions as lines, and the result. The result
    is None if the round is not finished."""
    level, final_retreat = RULES[rules]
    r = reference.round_of({"rules": {"level": level, "final_retreat": final_retreat},
                            "first": first, "deck": [int(card) for card in deck], "actions": []})
    actions = []
    while r["phase"] != "over" and len(actions) < most:
        action = rng.choice(reference.all_legal(r))
        reference.play(r, action)
        actions.append(f"{len(actions) + 1}. {action}")
    lines = [" ".join(actions[i:i + 8]) for i in range(0, len(actions), 8)]
    return lines, r["result"]


def honest(seed, rules="advanced", touches=2, rounds=99, most=99, by_lot=None, tap=False):
    """Returns the record of a match. The match has at most `rounds` rounds, and a round has at most
    `most` actions. by_lot is None if no lot decides who begins, True if a fair lot decides, and False
    if the host ignored the lot. `tap`: the acceptance was a tap on the bot's page."""
    rng = random.Random(seed)
    secrets = chain(rng.randbytes(32))
    challenge, accept = (f"${text(rng.randbytes(32))}" for _ in range(2))
    if tap:
        accept = "tap:" + accept[1:]
    body, score, first = [], {"white": 0, "black": 0}, rng.choice(("white", "black"))
    if by_lot is not None:
        first = verifier.lot(secrets[1], challenge.encode(), accept.encode())
        first = first if by_lot else OTHER[first]
    seat, number, result = first, 0, {"winner": None}
    while max(score.values()) < touches and number < rounds and result:
        number += 1
        deck = verifier.deal(secrets[number], number, challenge.encode(), accept.encode())
        lines, result = play_round(rng, rules, seat, deck, most)
        body += ["", f"round {number} {deck}", *lines]
        if result:
            winner, reason = result["winner"], result["reason"]
            body.append(f"{winner} {reason}" if winner else "draw")
            score[winner] = score.get(winner, 0) + 1
        body.append(f'[Opening "{text(secrets[number])}"]')
        seat = OTHER[seat]
    won = [who for who in OTHER if score[who] == touches]
    winner, how = (won[0], "won") if won else ("nobody", "playing" if result else "stopped")
    tags = {"Match": "1", "White": "@ada:example.org", "Black": "@bert:example.org",
            "Commitment": text(secrets[0]), "Challenge": challenge, "Accept": accept,
            **({} if by_lot is None else {"FirstBy": "lot"}),
            "Rules": rules, "Touches": touches, "First": first}
    end = {"Result": f'{winner} {score["white"]}-{score["black"]}', "Termination": how}
    lines = [f'[{name} "{value}"]' for name, value in tags.items()] + body
    return "\n".join(lines + [""] + [f'[{name} "{value}"]' for name, value in end.items()]) + "\n"


def swap(record, pattern, which=0):
    """Exchanges two neighbouring characters: the first two in the pattern's group that differ."""
    found = list(re.finditer(pattern, record))[which]
    old = found[1]
    at = next(i for i in range(1, len(old)) if old[i] != old[i - 1])
    new = old[:at - 1] + old[at] + old[at - 1] + old[at + 1:]
    return record[:found.start(1)] + new + record[found.end(1):]


def drop(record, pattern, which=0):
    found = list(re.finditer(pattern, record))[which]
    return record[:found.start()] + record[found.end():]


def other_chain(record):
    """Deals round 2 from another secret. The deck follows from this secret, so only the chain of
    secrets shows the fault."""
    secret = verifier.blake2b(b"a better one", b"")
    tags = dict(re.findall(r'\[(\w+) "(.*)"\]', record))
    deck = verifier.deal(secret, 2, tags["Challenge"].encode(), tags["Accept"].encode())
    record = re.sub(r"round 2 \d+", f"round 2 {deck}", record)
    start = record.index("round 2")
    lines, result = play_round(random.Random(3), tags["Rules"], OTHER[tags["First"]], deck, 99)
    end = f'{result["winner"]} {result["reason"]}' if result["winner"] else "draw"
    return (record[:start] + "\n".join([f"round 2 {deck}", *lines, end, f'[Opening "{text(secret)}"]'])
            + '\n\n[Result "nobody 0-0"]\n[Termination "stopped"]\n')


def swap_rounds(record):
    openings = re.findall(r'\[Opening ".*"\]', record)
    return (record.replace(openings[0], "first").replace(openings[1], openings[0])
            .replace("first", openings[1]))


def other_winner(record):
    return re.sub(r'Result "(\w+) (\d+)-(\d+)"',
                  lambda r: f'Result "{OTHER[r[1]]} {r[2]}-{r[3]}"', record)


OPENING = r'\[Opening "(.*)"\]\n'

# The name of each fault, and the function that makes it in an honest record. The faults in SHUFFLES
# make the shuffle unfair.
SHUFFLES = {
    "commitment_changed": lambda r: swap(r, r'Commitment "(.*)"'),
    "commitment_missing": lambda r: drop(r, r"\[Commitment .*\n"),
    "challenge_changed": lambda r: swap(r, r'Challenge "\$(.*)"'),
    "challenge_missing": lambda r: drop(r, r"\[Challenge .*\n"),
    "accept_changed": lambda r: swap(r, r'Accept "\$(.*)"'),
    "accept_missing": lambda r: drop(r, r"\[Accept .*\n"),
    "accept_missing_and_no_round": lambda r: drop(honest("none", rounds=0), r"\[Accept .*\n"),
    "events_exchanged": lambda r: r.replace("Accept", "?").replace("Challenge", "Accept")
    .replace("?", "Challenge"),
    "events_cut_elsewhere": lambda r: re.sub(r'(Challenge ".*)(.)"\]\n\[Accept "',
                                             r'\1"]\n[Accept "\2', r),
    "opening_changed": lambda r: swap(r, OPENING),
    "opening_of_round_2_changed": lambda r: swap(r, OPENING, 1),
    "opening_missing": lambda r: drop(r, OPENING),
    "opening_of_last_round_missing": lambda r: drop(r, OPENING, -1),
    "openings_exchanged": swap_rounds,
    "opening_of_another_chain": other_chain,
    "deck_changed": lambda r: swap(r, r"round 1 (\d+)"),
    # Nobody drew the changed cards, which are at the bottom of the pile. So all actions stay legal.
    "deck_changed_where_nobody_drew": lambda r: swap(r, r"round 1 \d{22}(\d+)"),
    # The host ignored the lot and let the other player begin. The record has no other fault.
    "lot_ignored": lambda r: honest("lot ignored", by_lot=False),
}
OTHERS = {
    "opening_short": lambda r: re.sub(r'(Opening ".*).("\])', r"\1\2", r, count=1),
    "opening_other_form": lambda r: re.sub(r'(Opening ".*)("\])', r"\1=\2", r, count=1),
    "opening_before_its_round": lambda r: re.sub(r"(?s)(\nround 1.*?)(\[Opening.*?\n)", r"\2\1", r,
                                                 count=1),
    "opening_twice": lambda r: re.sub(r"(\[Opening.*?\n)", r"\1\1", r, count=1),
    "commitment_twice": lambda r: re.sub(r"(\[Commitment.*\n)", r"\1\1", r),
    "commitment_after_the_rounds": lambda r: drop(r, r"\[Commitment.*\n")
    + re.search(r"\[Commitment.*\n", r)[0],
    "challenge_empty": lambda r: re.sub(r'Challenge ".*"', 'Challenge ""', r),
    "accept_long": lambda r: re.sub(r'Accept ".*"', f'Accept "${"x" * 255}"', r),
    "action_changed": lambda r: re.sub(r"\n1\. \S+", "\n1. x5", r, count=1),
    "action_missing": lambda r: re.sub(r"1\. \S+ 2\. \S+", "1. +1", r, count=1),
    "round_result_changed": lambda r: re.sub(r"\n(white|black) (\w+)\n\[",
                                             lambda m: f"\n{OTHER[m[1]]} {m[2]}\n[", r, count=1),
    "round_result_missing": lambda r: re.sub(r"\n(draw|(white|black) \w+)\n\[", "\n[", r, count=1),
    "round_missing": lambda r: re.sub(r"(?s)\nround 1 .*?(?=\nround 2)", "", r),
    "rules_changed": lambda r: r.replace('Rules "advanced"', 'Rules "basic"'),
    "first_changed": lambda r: re.sub(r'First "(\w+)"', lambda m: f'First "{OTHER[m[1]]}"', r),
    "first_by_unheard_of": lambda r: r.replace("[First ", '[FirstBy "mood"]\n[First '),
    "first_by_after_the_rounds": lambda r: r + '[FirstBy "lot"]\n',
    "white_twice": lambda r: re.sub(r"(\[White.*\n)", r"\1\1", r),
    "result_missing": lambda r: drop(r, r"\[Result.*\n"),
    "result_of_another_winner": other_winner,
    "result_of_another_score": lambda r: re.sub(r'(Result "\w+) .*"', r'\1 15-14"', r),
    "result_of_another_score_in_a_cut_record": lambda r: drop(
        re.sub(r'(Result "\w+) .*"', r'\1 15-14"', r), r"\[Termination.*\n"),
    "result_no_score": lambda r: re.sub(r'(Result "\w+) .*"', r'\1"', r),
    "result_with_zeros": lambda r: re.sub(r'(Result "\w+) ', r"\1 0", r),
    "termination_resigned": lambda r: r.replace('Termination "won"', 'Termination "resigned"'),
    "termination_unheard_of": lambda r: r.replace('Termination "won"', 'Termination "eaten"'),
    "winner_of_a_stopped_match": lambda r: re.sub(r'Result "nobody', 'Result "white', STOPPED),
    "won_without_the_last_touch": lambda r: STOPPED.replace("stopped", "won"),
    "resigned_by_nobody": lambda r: STOPPED.replace("stopped", "resigned"),
}
STOPPED = honest("stopped", most=5)


def cut(record, pattern, which=-1):
    """Returns the record up to the end of a place that fits the pattern, by default the last one."""
    return record[:list(re.finditer(pattern, record))[which].end()]


def resigned(record):
    """Returns the record with a false end, which says that White has resigned. Anybody can add such
    an end to a cut record."""
    score = "-".join(str(len(re.findall(rf"^{who} ", record, re.M))) for who in OTHER)
    return record + f'\n[Result "black {score}"]\n[Termination "resigned"]\n'


LONG = honest("long", touches=5)

# Records whose rounds are correct but don't show how the match ended.
INCOMPLETE = {
    "stopped": STOPPED,
    "resigned": STOPPED.replace('Result "nobody', 'Result "black').replace("stopped", "resigned"),
    "playing": honest("playing", touches=9, rounds=3),
    "no_round_yet": honest("none", rounds=0),
    "no_round_yet_by_lot": honest("none", rounds=0, by_lot=True),
    "cut_after_a_round": cut(LONG, OPENING, 1),
    "cut_after_a_round_and_resigned": resigned(cut(LONG, OPENING, 1)),
    "cut_after_the_last_round": cut(LONG, OPENING),
    "cut_before_an_opening": cut(LONG, r"\n(draw|(white|black) \w+)\n"),
    "cut_in_a_round": cut(LONG, r"1\. \S+"),
    "cut_before_the_rounds": cut(LONG, r"\[First .*\n"),
    "cut_before_termination": drop(LONG, r"\[Termination.*\n"),
}
