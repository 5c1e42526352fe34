"""Measures the bot with its store in a file of SQLite and on a PostgreSQL server: python3 stores.py --help

Each round measures all stores, so that other load on the machine affects all of them. A figure is the median
of the rounds. The server runs on the same machine, with its settings as Debian's package has them, so each
commit waits for the disk, as SQLite's does. The network is tests/bench/delay.c, which holds up each message
for half a millisecond in each direction.
"""

import argparse
import datetime
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import bench

SCRIPT = Path(__file__).parents[1] / "support/postgresql.sh"
HALF_TRIP = 500 # microseconds
FIGURES = [ # the text, the workload, the figure, and its format
    ("actions a second, one at a time", "play-one", "per_second", "{:,.0f}"),
    ("actions a second, 64 outstanding", "play-many", "per_second", "{:,.0f}"),
    ("ms an action, one at a time (median)", "play-one", "p50_ms", "{:.2f}"),
    ("ms an action, one at a time (99th of 100)", "play-one", "p99_ms", "{:.2f}"),
    ("statements an action, one at a time", "play-one", "statements", "{:.0f}"),
    ("statements an action, 64 outstanding", "play-many", "statements", "{:.0f}"),
    ("trips to the server an action, one at a time", "play-one", "trips", "{:.0f}"),
    ("trips to the server an action, 64 outstanding", "play-many", "trips", "{:.0f}"),
    ("the bot's processor time an action, 64 outstanding, in µs", "play-many", "cpu_us", "{:,.0f}"),
]


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, help="where bench_load, bench_delay and bench_counters.so are")
    parser.add_argument("--bot", required=True, help="the program engarde-bot, optimised")
    parser.add_argument("--work", default="/tmp", help="a folder for stores, on a real disk (/tmp)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3, help="that a workload lasts, about")
    return parser.parse_args()


def ask(folder, sql):
    return subprocess.run(
        [f"{folder}/bin/psql", "-h", folder, "-U", "engarde", "-d", "engarde", "-qAtc", sql],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout.strip()


def start_server(folder):
    """Starts a server, and starts it again without the options of the tests: it waits for the disk then."""
    subprocess.run([SCRIPT, "start", folder], check=True)
    owner = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.getuid() == 0 else []
    subprocess.run([*owner, f"{folder}/bin/pg_ctl", "-D", f"{folder}/data", "-w", "-l", f"{folder}/server.log",
                    "-o", f"-k '{folder}' -h ''", "restart"], cwd=folder, stdout=subprocess.DEVNULL, check=True)
    if ask(folder, "SHOW fsync") != "on":
        sys.exit("stores: the server does not wait for the disk")


def start_network(chosen, server, folder):
    network = subprocess.Popen([os.path.join(chosen.bin, "bench_delay"), server, folder, str(HALF_TRIP)])
    while not os.path.exists(f"{folder}/.s.PGSQL.5432"):
        time.sleep(0.01)
    return network


def write_program(bot, path, host):
    """Writes a program that starts the bot with a store on the server."""
    path.write_text(f"""#!/bin/sh
sed -i "s|^store:.*|store: postgresql:///engarde?host={host}\\&user=engarde\\nfolder: $(dirname "$2")|" "$2"
exec {bot} "$@"
""", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def measure(chosen, programs, server):
    """Returns the figures of one round: for each store, those of each workload."""
    figures = {}
    for store, program in programs.items():
        for workload in ("play-one", "play-many"):
            for sql in ("DROP SCHEMA public CASCADE", "CREATE SCHEMA public", "CHECKPOINT"):
                ask(server, sql)
            chosen.bot = program
            figures[store, workload] = bench.measure(chosen, workload, "bot")
    return figures


def table(programs, rounds):
    lines = ["| | " + " | ".join(programs) + " |", "|---|" + "---:|" * len(programs)]
    for text, workload, figure, form in FIGURES:
        row = [form.format(statistics.median(one[store, workload][figure] for one in rounds))
               for store in programs]
        lines.append(f"| {text} | " + " | ".join(row) + " |")
    return "\n".join(lines)


def main():
    chosen = options()
    bot = os.path.abspath(chosen.bot)
    with tempfile.TemporaryDirectory(dir=chosen.work, prefix="engarde-stores-") as work:
        server, network = f"{work}/server", f"{work}/network"
        os.chmod(work, 0o755) # the server runs as another user
        os.mkdir(network)
        os.mkdir(server)
        start_server(server)
        delay = start_network(chosen, server, network)
        try:
            programs = {
                "SQLite": bot,
                "PostgreSQL, by a socket": write_program(bot, Path(work, "near"), server),
                "PostgreSQL, 1 ms away": write_program(bot, Path(work, "far"), network)}
            rounds = []
            for number in range(chosen.rounds):
                rounds.append(measure(chosen, programs, server))
                print(f"round {number + 1} of {chosen.rounds}, load {os.getloadavg()[0]:.1f}", file=sys.stderr)
        finally:
            delay.kill()
            delay.wait()
            subprocess.run([SCRIPT, "stop", server], check=True)
    print(f"{datetime.date.today()}, {platform.machine()}, {os.cpu_count()} processors, {chosen.rounds} rounds\n")
    print(table(programs, rounds))


if __name__ == "__main__":
    main()
