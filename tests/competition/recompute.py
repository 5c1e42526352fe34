#!/usr/bin/env python3
"""Computes the lots, pools, rankings, tableaux and places of random competitions a second time.

usage: recompute.py PROGRAM COUNT [SEED], such as recompute.py build/dev/bin/random_competitions 10000
PROGRAM is random_competitions. It says who signed up, how each bout ended, and who withdrew when; this
program makes the results of that, by the rules of the FIE for competitions (book 2) and those of the bot,
which `rules night` explains.
"""

import hashlib
import json
import subprocess
import sys
from collections import Counter
from fractions import Fraction

NOBODY = None
seen = Counter() # in how many competitions or seasons each special case happened
ONE_POOL = 5 # up to so many fencers the pool decides
# o.69: the order of the bouts. The FIE has none for three fencers.
ORDERS = {
    3: "1-2 3-1 2-3",
    4: "1-4 2-3 1-3 2-4 3-4 1-2",
    5: "1-2 3-4 5-1 2-3 5-4 1-3 2-5 4-1 3-5 4-2",
    6: "1-2 4-5 2-3 5-6 3-1 6-4 2-5 1-4 5-3 1-6 4-2 3-6 5-1 3-4 6-2",
    7: "1-4 2-5 3-6 7-1 5-4 2-3 6-7 5-1 4-3 6-2 5-7 3-1 4-6 7-2 3-5 1-6 2-4 7-3 6-5 1-2 4-7",
}


def draw_lots(case):
    """Returns the lot of each entrant: bot/competition/lots.c."""
    secret = bytes.fromhex(case["secret"])
    return {
        number: int.from_bytes(hashlib.blake2b(event.encode(), key=secret, digest_size=32).digest()[:8], "little")
        for number, _, _, event in case["entrants"]
    }


def draw_pools(case, lots):
    """Returns the fencers of each pool, the strongest first. The strongest of all go to different pools,
    to and fro. The pools are even, of four to seven, and as large as that allows up to six."""
    present = [(-rating, lots[number], number) for number, there, rating, _ in case["entrants"] if there]
    seeds = [number for _, _, number in sorted(present)]
    count = next(count for count in range(1, 20) if len(seeds) <= 6 * count)
    if count > 1 and len(seeds) < 4 * count:
        count -= 1
    pools = [[] for _ in range(count)]
    for begin in range(0, len(seeds), count):
        row = pools if begin // count % 2 == 0 else pools[::-1]
        for pool, number in zip(row, seeds[begin : begin + count]):
            pool.append(number)
    assert max(map(len, pools)) <= 7 and max(map(len, pools)) - min(map(len, pools)) <= 1, pools
    return pools


def check_bouts(case, pools):
    """The bouts of each pool come in the order of the FIE. (Pool 0 has the deciding bouts.)"""
    for index, pool in enumerate(pools, 1):
        order = [tuple(map(int, pair.split("-"))) for pair in ORDERS[len(pool)].split()]
        wanted = [[index, pool[one - 1], pool[other - 1]] for one, other in order]
        assert [bout for bout in case["bouts"] if bout[0] == index] == wanted, index


def rank(case, pools, lots, withdrawn, decided):
    """Returns the fencers who have not withdrawn in the pools, the best first (o.19, o.20), and those whom only lots
    separate from the first. `decided` has the victories in deciding bouts."""
    remaining = [number for pool in pools for number in pool if number not in withdrawn]
    done = {number: [0, 0, 0, 0] for number in remaining} # victories, bouts, touches scored and received
    for round, one, other, *touches, winner, _ in case["fenced"]:
        if round != 0 or one in withdrawn or other in withdrawn:
            continue
        for side, number in enumerate((one, other)):
            done[number][0] += side == winner
            done[number][1] += 1
            done[number][2] += touches[side]
            done[number][3] += touches[1 - side]

    def level(number):
        victories, bouts, scored, received = done[number]
        return -(Fraction(victories, bouts) if bouts else -1), received - scored

    results = [(one, other, winner) for round, one, other, _, _, winner, _ in case["fenced"] if round == 0]
    direct = count_direct(remaining, level, results)
    key = lambda number: (*level(number), -direct[number], -done[number][2], -decided[number], lots[number])
    seen["direct victories"] += any(direct.values())
    ranking = sorted(remaining, key=key)
    first = [number for number in ranking if key(number)[:-1] == key(ranking[0])[:-1] and done[number][1]]
    seen["lots"] += len({key(number)[:-1] for number in remaining}) < len(remaining)
    return ranking, first if len(first) > 1 else []


def count_direct(fencers, level, results):
    """Returns the victories of each fencer over those who are level with them, if all of these have met."""
    direct = {number: 0 for number in fencers}
    for same in {level(number) for number in fencers}:
        group = {number for number in fencers if level(number) == same}
        own = [result for result in results if group.issuperset(result[:2])]
        for one, other, winner in own if 2 * len(own) == len(group) * (len(group) - 1) else ():
            direct[one] += winner == 0
            direct[other] += winner == 1
    return direct


def draw(size):
    """Returns the ranks of a tableau from the top, from 0: each best meets the worst that is left."""
    if size == 1:
        return [0]
    lines = []
    for place, rank in enumerate(draw(size // 2)):
        pair = [rank, size - 1 - rank]
        lines += pair if place % 2 == 0 else pair[::-1]
    return lines


def decide(one, other, fenced, withdrawn):
    """Returns who goes on, and when. Each of the two is a fencer or NOBODY, and the time when they came."""
    (first, since), (second, then) = one, other
    due = max(since, then)
    if NOBODY in (first, second):
        return (second if first is NOBODY else first), due
    if (first, second) in fenced:
        return fenced.pop((first, second))
    gone = sorted((withdrawn[number], number) for number in (first, second) if number in withdrawn)
    assert gone, f"{first} and {second} have not fenced"
    if len(gone) == 2 and gone[1][0] <= due:
        return NOBODY, due # both had withdrawn before they could meet
    return (second if gone[0][1] == first else first), max(due, gone[0][0])


def fence_for_third(semi_finals, winners, fenced, withdrawn):
    """Returns who loses between the losers of the semi-finals, or NOBODY if they don't meet."""
    losers = []
    for pair, (winner, time) in zip(semi_finals, winners):
        others = [(number, time) for number, _ in pair if number not in (winner, NOBODY)]
        if winner is NOBODY or not others:
            return NOBODY
        losers += others
    third, _ = decide(*losers, fenced, withdrawn)
    return NOBODY if third is NOBODY else next(number for number, _ in losers if number != third)


def eliminate(ranking, case, withdrawn):
    """Returns the places of the fencers, by their number, after the direct elimination (o.21 to o.28)."""
    size = 1
    while size < len(ranking):
        size *= 2
    fenced = {}
    for round, one, other, _, _, winner, time in case["fenced"]:
        if round > 0:
            fenced[one, other] = ((one, other)[winner], time)
    loser = NOBODY # of the bout for the third place
    lines = [(ranking[rank] if rank < len(ranking) else NOBODY, 0) for rank in draw(size)]
    won = dict.fromkeys(ranking, 0)
    while len(lines) > 1:
        pairs = list(zip(lines[::2], lines[1::2]))
        lines = [decide(*pair, fenced, withdrawn) for pair in pairs]
        if len(pairs) == 2 and case["third"]:
            loser = fence_for_third(pairs, lines, fenced, withdrawn)
        for number, _ in lines:
            if number is not NOBODY:
                won[number] += 1
    assert not fenced, fenced # nobody has fenced who did not have to
    rounds = size.bit_length() - 1
    places = {}
    for at, number in enumerate(ranking):
        is_third = won[number] == rounds - 2 # the losers of the semi-finals share their place
        places[number] = 1 + sum(
            won[other] > won[number] or (won[other] == won[number] and before < at and not is_third)
            for before, other in enumerate(ranking)
        )
    if loser is not NOBODY:
        places[loser] = 4
    return places


def recompute(case):
    """Returns what the program should say of each fencer: the number, pool, place in its sheet, rank, place."""
    lots = draw_lots(case)
    pools = draw_pools(case, lots)
    check_bouts(case, pools)
    # The pools were over when the last bout of them ended or was annulled. Who withdrew later is ranked.
    withdrawn = dict(map(tuple, case["withdrawn"]))
    ranked = {number for number, _, _, rank, _ in case["fencers"] if rank}
    end = last_end(case, 0, pools, withdrawn)
    one_pool = sum(map(len, pools)) <= ONE_POOL
    early = {number for number, time in withdrawn.items() if time <= end}
    ranking, first = rank(case, pools, lots, early, Counter())
    assert [{one, other} for pool, one, other in case["bouts"] if pool == 0] == [
        {one, other} for at, one in enumerate(first) for other in first[at + 1:] if one_pool], first
    if one_pool and first:
        seen["deciding bouts"] += 1
        end = last_end(case, -1, [first], withdrawn)
        early = {number for number, time in withdrawn.items() if time <= end}
        decided = Counter((one, other)[winner] for round, one, other, _, _, winner, _ in case["fenced"] if round < 0)
        ranking, _ = rank(case, pools, lots, early, decided)
    assert set(ranking) == ranked, (ranking, ranked)
    if one_pool or len(ranking) < 2:
        places = {number: at for at, number in enumerate(ranking, 1)}
    else:
        places = eliminate(ranking, case, withdrawn)
    return [
        [number, *next(([index, pool.index(number) + 1] for index, pool in enumerate(pools, 1) if number in pool), [0, 0]),
         ranking.index(number) + 1 if number in ranking else 0, places.get(number, 0)]
        for number, _, _, _ in case["entrants"]
    ]


def last_end(case, round, pools, withdrawn):
    """Returns when the last pair of the pools had fenced or, if they never did, one of the two had withdrawn."""
    fenced = {frozenset(bout[1:3]): bout[-1] for bout in case["fenced"] if bout[0] == round}
    ends = []
    for pool in pools:
        for at, one in enumerate(pool):
            for other in pool[:at]:
                gone = [withdrawn[number] for number in (one, other) if number in withdrawn]
                pair = frozenset((one, other))
                ends.append(fenced[pair] if pair in fenced else min(gone))
    return max(ends)


def check(what, again, note=lambda case, wanted: None):
    """Runs the program of the command line, and computes each of its lines again."""
    program, count, *seed = sys.argv[1:]
    output = subprocess.run([program, count, *(seed or ["1"])], check=True, stdout=subprocess.PIPE).stdout
    lines = output.splitlines()
    assert len(lines) == int(count)
    for at, line in enumerate(lines):
        case = json.loads(line)
        wanted = again(case)
        assert wanted == case["fencers"], f"{what} {at}: {wanted}\nnot {case['fencers']}"
        note(case, wanted)
    print(f"{count} {what}s, no difference; with " + ", ".join(f"{name}: {number}" for name, number in seen.items()))


def note_kind(case, wanted):
    fencers = sum(rank > 0 for _, _, _, rank, _ in wanted)
    one_pool = sum(pool > 0 for _, pool, *_ in wanted) <= ONE_POOL
    seen["one pool"] += one_pool
    seen["byes"] += not one_pool and fencers & (fencers - 1) != 0
    seen["withdrawals"] += bool(case["withdrawn"])


if __name__ == "__main__":
    check("competition", recompute, note_kind)
