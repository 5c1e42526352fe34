#!/usr/bin/env python3
"""Computes the divisions, tables, promotions and relegations of random seasons a second time.

usage: recompute_seasons.py PROGRAM COUNT [SEED], such as recompute_seasons.py build/dev/bin/random_seasons 10000
PROGRAM is random_seasons. It says who signed up, how each bout ended, and who withdrew; this program makes the
results of that, by the rules that `rules season` explains.
"""

from collections import Counter
from fractions import Fraction

from recompute import ORDERS, check, count_direct, draw_lots, seen

PRESENT, WITHDRAWN = 1, 3 # enum bot_entrant_state
FORFEITS = 2 # who loses so many bouts by the clock is out, and their bouts count
STAYS, PROMOTED, RELEGATED = range(3)


def draw_divisions(case, lots):
    """Returns the fencers of each division: by the last season, then newcomers by their rating."""
    fencers = [entrant for entrant in case["entrants"] if entrant[1] in (PRESENT, WITHDRAWN)]
    key = lambda entrant: (entrant[2] == 0, *entrant[2:5], -entrant[5], lots[entrant[0]])
    numbers = [entrant[0] for entrant in sorted(fencers, key=key)]
    count = -(-len(numbers) // 8)
    sizes = [len(numbers) // count + (at < len(numbers) % count) for at in range(count)]
    return [[numbers.pop(0) for _ in range(size)] for size in sizes]


def check_bouts(case, divisions):
    """Everybody meets everybody once, up to seven fencers in the order of the FIE, and eight in rounds."""
    for index, division in enumerate(divisions, 1):
        bouts = [bout[1:3] for bout in case["bouts"] if bout[0] == index]
        if len(division) < 8:
            order = [tuple(map(int, pair.split("-"))) for pair in ORDERS[len(division)].split()]
            assert bouts == [[division[one - 1], division[other - 1]] for one, other in order], index
            continue
        assert len({frozenset(bout) for bout in bouts}) == 28 == len(bouts)
        for begin in range(0, 28, 4):
            assert sorted(sum(bouts[begin : begin + 4], [])) == sorted(division), index
    pairs = sum(len(division) * (len(division) - 1) // 2 for division in divisions)
    assert sum(bout[0] > 0 for bout in case["bouts"]) == pairs


def rank(case, division, lots, withdrawn, silent, is_first):
    """Returns those who have not withdrawn, the best first, or nobody if no bout counts."""
    own = [bout[:5] for bout in case["fenced"] if bout[0] in division and not bout[5]]
    fenced = Counter(number for one, other, *_ in own for number in (one, other))
    gone = {number for number in withdrawn - silent if 2 * fenced[number] < len(division) - 1}
    stayed = [number for number in division if number not in withdrawn]
    done = {number: [0, 0, 0, 0] for number in division} # victories, bouts, touches scored and received
    for one, other, *touches, winner in own:
        if one in gone or other in gone:
            continue
        for side, number in enumerate((one, other)):
            done[number][0] += side == winner # 2: the time ended with equal touches, so nobody has won
            done[number][1] += 1
            done[number][2] += touches[side]
            done[number][3] += touches[1 - side]
    met = {frozenset(bout[:2]) for bout in own}
    # Bouts that an exclusion hindered need not be fenced.
    excused = {frozenset(bout[1:3]) for bout in case["bouts"] if bout[0] and bout[3]} - met

    def opponents(number):
        return {other for other in stayed if other != number and frozenset((number, other)) not in excused}

    few = {number for number in stayed if not done[number][1] or 2 * done[number][1] < len(opponents(number))}

    def level(number):
        victories, bouts, scored, received = done[number]
        if bouts: # a bout with somebody who was there for it counts, too, though nobody has won it
            bouts += sum(frozenset((number, other)) not in met for other in opponents(number) - few)
        return -(Fraction(victories, bouts) if bouts else -1), received - scored

    direct = count_direct(stayed, level, [(one, other, winner) for one, other, _, _, winner in own])
    key = lambda number: (number in few, *level(number), -direct[number], -done[number][2])
    best = min(map(key, stayed), default=None)
    first = [number for number in stayed if key(number) == best and done[number][1]] # only lots separate them
    decided = Counter((one, other)[winner] for one, other, _, _, winner, decides in case["fenced"]
        if decides and winner < 2)
    if is_first:
        pairs = [frozenset(bout[1:3]) for bout in case["bouts"] if bout[0] == 0]
        wanted = {frozenset((one, other)) for one in first for other in first if one != other}
        assert set(pairs) == wanted and len(pairs) == len(wanted), first
        seen["deciding bouts"] += bool(pairs)
    place = lambda number: (*key(number), -decided[number], lots[number])

    seen["early withdrawals"] += bool(gone & set(division))
    seen["silent fencers"] += bool(silent & set(division))
    seen["late withdrawals"] += bool((withdrawn - gone) & set(division))
    seen["excused bouts"] += any(pair <= set(division) for pair in excused)
    seen["few bouts"] += bool(few)
    seen["draws"] += any(bout[4] == 2 for bout in own)
    seen["direct victories"] += any(direct.values())
    seen["lots"] += len({place(number)[:-1] for number in stayed}) < len(stayed)
    order = sorted(stayed, key=place)
    # Without any bout that counts for somebody who stayed, the table says nothing.
    return order if any(done[number][1] for number in stayed) else []


def recompute(case):
    """Returns what the program should say of each fencer: the number, division, place in its sheet, rank, fate."""
    lots = {number: lot for number, lot in draw_lots({**case, "entrants": [
        [entrant[0], True, 0, entrant[6]] for entrant in case["entrants"]]}).items()}
    divisions = draw_divisions(case, lots)
    withdrawn = {entrant[0] for entrant in case["entrants"] if entrant[1] == WITHDRAWN}
    silent = {entrant[0] for entrant in case["entrants"] if entrant[0] in withdrawn and entrant[7] >= FORFEITS}
    check_bouts(case, divisions)
    tables = [rank(case, division, lots, withdrawn, silent, at == 0) for at, division in enumerate(divisions)]
    found = {entrant[0]: [entrant[0], 0, 0, 0, STAYS] for entrant in case["entrants"]}
    for index, (division, table) in enumerate(zip(divisions, tables)):
        up = min(len(division), len(divisions[index - 1])) // 4 if index > 0 else 0
        down = min(len(division), len(divisions[index + 1])) // 4 if index + 1 < len(divisions) else 0
        for number in division:
            at = table.index(number) + 1 if number in table else 0
            fate = STAYS
            if at and at <= up:
                fate = PROMOTED
            elif at and at > len(division) - down:
                fate = RELEGATED
            found[number] = [number, index + 1, division.index(number) + 1, at, fate]
            seen["changes"] += fate != STAYS
    seen["several divisions"] += len(divisions) > 1
    seen["unfenced bouts"] += len(case["fenced"]) < len(case["bouts"])
    return [found[entrant[0]] for entrant in case["entrants"]]


if __name__ == "__main__":
    check("season", recompute)
