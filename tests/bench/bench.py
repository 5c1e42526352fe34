"""Measures the bot, and two others for comparison, the peer and the bare prototype: python3 bench.py --help

Each round runs every workload with the bot and then with the others, so that other load on the machine
affects all. A figure is the median of the rounds.
"""

import argparse
import datetime
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile

# The workloads, and which programs run them. The others only answer questions.
BOT, ALL, PEER = ("bot",), ("bot", "peer", "bare"), ("peer",)
WORKLOADS = {"ask-one": ALL, "ask-many": ALL, "ask-open": ALL, "backlog": ALL, "ask-delay": BOT,
             "play-one": BOT, "play-many": BOT, "ask-more": PEER, "play-open": BOT, "play-delay": BOT, "play-calm": BOT,
             "limits": BOT, "rest": BOT}

# These workloads run only once: it takes minutes to begin so many matches, and the figures vary
# little.
ONCE = {"rest"}

# In this workload the peer answers each question with as many messages, on average, as the bot has sent for an action
# in the same round.
MORE = "ask-more"

# Each goal has a text, the bot's workload and its figure, a comparison, a number, and another program
# with its workload. If a program is given, the number is compared with the ratio of the bot's figure
# to its figure. All of them answer a question with one event. The bot answers an action with more, and the goals for
# actions still compare it with the peer's questions, unless they name MORE.
GOALS = [
    ("64 outstanding: questions a second", "ask-many", "per_second", ">=", 3, "peer ask-many"),
    ("64 outstanding: questions a second, beside the bare prototype", "ask-many", "per_second", ">=", 0.9,
     "bare ask-many"),
    ("64 outstanding: actions a second, beside as many messages", "play-many", "per_second", ">=", 1.5, "peer " + MORE),
    ("one at a time: questions a second", "ask-one", "per_second", ">=", 1.3, "peer ask-one"),
    ("one at a time: actions a second", "play-one", "per_second", ">=", 1.3, "peer ask-one"),
    ("1,000 questions a second: p99 in ms", "ask-open", "p99_ms", "<=", 0.2, "peer ask-open"),
    ("1,000 actions a second: p99 in ms", "play-open", "p99_ms", "<=", 0.2, "peer ask-open"),
    ("processor time a question, in us", "ask-many", "cpu_us", "<=", 0.3, "peer ask-many"),
    ("processor time an action, in us", "play-many", "cpu_us", "<=", 0.6, "peer ask-many"),
    ("1,000 live matches: memory in KiB", "rest", "memory_1000_kib", "<=", 20480, None),
    ("each further match, to 10,000: memory in bytes", "rest", "further_match_bytes", "<=", 1024, None),
    ("start to first sync, 10,000 matches, in ms", "rest", "start_10000_ms", "<=", 0.1, "peer ask-one"),
    ("backlog of 100,000: events a second", "backlog", "events_per_second", ">=", 2, "peer backlog"),
    ("20 ms delay: questions, times one after the other", "ask-delay", "side_by_side", ">=", 30, None),
    ("20 ms delay: actions, times one after the other", "play-delay", "side_by_side", ">=", 30, None),
    ("events an action", "play-many", "events", "<=", 2.0, None),
    ("players who think: acknowledgements an action", "play-calm", "acknowledgements", "<=", 1.0, None),
    ("events an action under Synapse's limits", "limits", "all_events", "<=", 1.1, None),
    ("boards that never show the newest state", "limits", "boards_behind", "<=", 0, None),
    ("fsyncs a question, one at a time", "ask-one", "fsyncs", "<=", 1, None),
    ("fsyncs an action, one at a time", "play-one", "fsyncs", "<=", 1, None),
    ("fsyncs an action, 64 outstanding", "play-many", "fsyncs", "<=", 0.05, None),
]

# Maps a figure of the bot to the figure of another that it is compared with, if their names differ.
OTHERS = {"start_10000_ms": "start_ms"}


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, help="where bench_load and bench_counters.so are")
    parser.add_argument("--bot", required=True, help="the program engarde-bot")
    parser.add_argument("--peer", help="the peer's script, beside its node_modules; none: only the bot")
    parser.add_argument("--bare", help="the bare prototype, bench_bare; none: without it")
    parser.add_argument("--work", required=True, help="a folder for stores, on a real disk")
    parser.add_argument("--out", help="a file for all figures, as JSON")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3, help="that a workload lasts, about")
    parser.add_argument("--only", nargs="+", choices=WORKLOADS, default=list(WORKLOADS))
    return parser.parse_args()


def measure(chosen, workload, kind, messages):
    """Returns the figures of one run, in which the peer answers each question with so many messages."""
    program = getattr(chosen, kind)
    # Writes other programs' data to the disk now, so that the bot's fsyncs don't wait for them.
    os.sync()
    with tempfile.TemporaryDirectory(dir=chosen.work) as folder:
        done = subprocess.run(
            [os.path.join(chosen.bin, "bench_load"), workload, str(chosen.seconds), folder,
             os.path.join(chosen.bin, "bench_counters.so"), kind, program],
            stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, check=False,
            env=os.environ | {"ENGARDE_PEER_MESSAGES": str(messages)})
        if done.returncode != 0:
            with open(os.path.join(folder, "log"), encoding="utf-8", errors="replace") as log:
                sys.stderr.write("".join(log.readlines()[-20:]))
            sys.exit(f"bench: {workload} of the {kind} failed")
    figures = json.loads(done.stdout)
    for name, value in figures.items():
        if not math.isfinite(value) or value < 0 and name != "further_match_bytes":
            sys.exit(f"bench: {workload} of the {kind}: {name} is {value}")
    if figures.get("boards_behind", 0) != 0:
        sys.exit(f"bench: {workload}: {figures['boards_behind']} boards stay behind their matches")
    return figures


def medians(runs):
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


def measure_all(chosen):
    runs = {workload: {kind: [] for kind in WORKLOADS[workload] if getattr(chosen, kind)}
            for workload in WORKLOADS if workload in chosen.only}
    for turn in range(chosen.rounds):
        for workload, kinds in runs.items():
            if turn > 0 and workload in ONCE:
                continue
            messages = runs["play-many"]["bot"][turn]["all_events"] if workload == MORE else 1
            for kind, list_of in kinds.items():
                list_of.append(measure(chosen, workload, kind, messages))
                print(f"round {turn + 1}: {workload} of the {kind}", file=sys.stderr, flush=True)
    return {workload: {kind: medians(list_of) for kind, list_of in kinds.items() if list_of}
            for workload, kinds in runs.items()}


def rows(figures):
    """Yields the rows of the table: text, the bot's and the other's figure, their ratio, the goal,
    and whether the bot meets the goal."""
    for text, workload, name, relation, goal, other in GOALS:
        if workload not in figures:
            continue
        ours = figures[workload]["bot"][name]
        kind, theirs_at = other.split() if other else (None, None)
        theirs = figures.get(theirs_at, {}).get(kind, {}).get(OTHERS.get(name, name))
        compared = ours / theirs if other and theirs else None
        measured = compared if other else ours
        met = None if measured is None else measured >= goal if relation == ">=" else measured <= goal
        yield {"what": text, "bot": ours, "other": theirs, "ratio": compared,
               "goal": f"{relation} {goal:g}" + (" x" if other else ""), "met": met}


def server_share(figures):
    """Divides, for each run, the homeserver's processor time by the measured program's processor time.

    Returns the largest quotient.

    If this ratio were above 1, the benchmark would measure the homeserver.
    """
    shares = [run["homeserver_cpu_us"] / run["cpu_us"]
              for kinds in figures.values() for run in kinds.values() if "homeserver_cpu_us" in run]
    return max(shares, default=0)


def show(number):
    if number is None:
        return "-"
    return f"{number:.0f}" if number >= 100 else f"{number:.3g}"


def table(shown):
    print(f"| {'':62} | {'bot':>9} | {'other':>9} | {'ratio':>6} | {'goal':>8} |  |")
    print(f"|{'-' * 64}|{'-' * 10}:|{'-' * 10}:|{'-' * 7}:|{'-' * 9}:|--|")
    for row in shown:
        verdict = {None: "", True: "yes", False: "no"}[row["met"]]
        print(f"| {row['what']:62} | {show(row['bot']):>9} | {show(row['other']):>9} "
              f"| {show(row['ratio']):>6} | {row['goal']:>8} | {verdict} |")


def main():
    chosen = options()
    if MORE in chosen.only and "play-many" not in chosen.only:
        sys.exit(f"bench: {MORE} needs play-many")
    before = os.getloadavg()[0]
    figures = measure_all(chosen)
    shown = list(rows(figures))
    if chosen.out:
        with open(chosen.out, "w", encoding="utf-8") as out:
            json.dump({"date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
                       "machine": platform.platform(), "processors": os.cpu_count(),
                       "load_before": before, "rounds": chosen.rounds, "seconds": chosen.seconds,
                       "goals": shown, "figures": figures}, out, indent=1)
    table(shown)
    print(f"\nProcessor time of the homeserver beside what it measures: at most {server_share(figures):.2f}.")
    if not shown:
        sys.exit("bench: there are no figures")


if __name__ == "__main__":
    main()
