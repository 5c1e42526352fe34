"""Counts what the bot needs for a line of small talk, for a question and for an action: its instructions, its SQL
statements, and what it asks of the kernel. Fails if these are more than the limits below:
python3 instructions.py --help

64 people ask or act at the same time, and the next 64 do so when all have their answers. So the bot always
gets the same batches, and two counts differ by less than one in a hundred. The time that the instructions
take varies with the machine, but their number hardly does. The store already remembers as many events and
transaction ids as it ever will: in a store of a few pages, rows at random places would cost nothing.

Then one person asks or acts after the other. Only what the bot writes for this is counted: each message is a
transaction of its own, so it shows what a message adds to the log, whatever the machine does beside.

With --postgresql it counts the statements and the trips to a PostgreSQL server, which it starts, without valgrind:
for a question, for an action, and for the actions of whole matches to 3 touches, with all that begins and ends them.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import items
import stores

# A workload of bench_load, the command that it counts, and the limits: what the command took in the optimised
# build on 2026-11-29. Lower a limit when the bot has become quicker. What it writes varies by a fifth: how many answers
# it notes in one transaction depends on the machine. These limits are the highest counts of some runs.
COUNTS = [("talk-count", "a line of small talk", {"instructions": 19_400, "statements": 0.085}),
          ("ask-count", "a question", {
              "instructions": 299_000, "statements": 9.2, "system calls": 7.4, "write calls": 0.8,
              "bytes written": 1_645, "pages of the log": 0.4, "write calls, one at a time": 12.4,
              "bytes written, one at a time": 25_500, "pages of the log, one at a time": 6.2}),
          ("play-count", "an action", {
              "instructions": 1_070_000, "statements": 23.9, "system calls": 22.1, "write calls": 6.6,
              "bytes written": 13_500, "pages of the log": 3.3, "write calls, one at a time": 57.3,
              "bytes written, one at a time": 118_000, "pages of the log, one at a time": 28.7})]
# The same for a store on a PostgreSQL server; a debug build has the same counts.
TRIPS = [("ask-trips", "a question", {
              "statements, 64 at a time": 9.1, "trips, 64 at a time": 4.1,
              "statements, one at a time": 18, "trips, one at a time": 6}),
         ("play-trips", "an action", {"statements, 64 at a time": 23, "trips, 64 at a time": 12.5}),
         ("match-trips", "an action", {"statements, whole matches": 33, "trips, whole matches": 17.9})]
ALONE = ", one at a time"
ROUNDS = 16
TRIPS_ROUNDS = 4
MARGIN = 0.03


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, help="where bench_load and bench_counters.so are")
    parser.add_argument("--bot", required=True, help="the program engarde-bot")
    parser.add_argument("--work", required=True, help="a folder for stores")
    parser.add_argument("--postgresql", action="store_true", help="count trips to a PostgreSQL server instead")
    parser.add_argument("--items", action="store_true", help="print also which library and folder takes how many")
    parser.add_argument("--bare", help="with --items: the bare prototype, bench_bare, to set a question beside its echo")
    parser.add_argument("--profile", help="a folder to keep valgrind's profiles in, for callgrind_annotate")
    return parser.parse_args()


def count_statements(profile):
    """Returns how often SQLite has run a statement: the bot resets each statement once, at its end."""
    statements, number, is_reset = 0, None, False
    with open(profile, encoding="utf-8") as lines:
        for line in lines:
            # valgrind writes the name of a function once, and later only the name's number.
            name = re.fullmatch(r"(c?)fn=\((\d+)\)(?: (.*))?\n", line)
            if name and name[3] == "sqlite3_reset":
                number = name[2]
            if name and name[1]:
                is_reset = name[2] == number
            if is_reset and line.startswith("calls="):
                statements += int(line[len("calls="):].split()[0])
    return statements


def count_calls(trace, begin, end):
    """Returns the system calls in a part of valgrind's trace, without those for the time, which a program makes
    without the kernel if it does not run under valgrind. SQLite writes a header of 24 bytes before each page of its
    write-ahead log, and nothing else of this size."""
    counted = {"system calls": 0, "write calls": 0, "bytes written": 0, "pages of the log": 0}
    with open(trace, "rb") as lines:
        lines.seek(begin)
        part = lines.read(end - begin).decode(errors="replace")
    # A line with a name begins a call, and its third argument is the size. The end of a slow call has its own line.
    for name, size in re.findall(r"(?m)^SYSCALL\[\d+,\d+\]\( *\d+\) (sys_\w+)(?: \( \w+, \w+, (\d+))?", part):
        if name in ("sys_clock_gettime", "sys_gettimeofday", "sys_time"):
            continue
        counted["system calls"] += 1
        if name in ("sys_write", "sys_pwrite64"):
            counted["write calls"] += 1
            counted["bytes written"] += int(size)
            counted["pages of the log"] += name == "sys_pwrite64" and size == "24"
    return counted


def count(chosen, workload, kind="bot"):
    with tempfile.TemporaryDirectory(dir=chosen.work) as folder:
        profile = os.path.join(folder, "callgrind")
        done = subprocess.run(
            [os.path.join(chosen.bin, "bench_load"), workload, str(ROUNDS), folder,
             os.path.join(chosen.bin, "bench_counters.so"), kind, getattr(chosen, kind)],
            stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"instructions: {workload} failed")
        counted = json.loads(done.stdout)
        counted["items"] = {item: number / counted["messages"] for item, number in items.divide(profile).items()}
        counted["statements"] = count_statements(profile) / counted["messages"]
        trace = os.path.join(folder, "trace")
        calls = count_calls(trace, int(counted["trace_begin"]), int(counted["trace_end"]))
        counted.update((unit, number / counted["messages"]) for unit, number in calls.items())
        if "alone_messages" in counted:
            calls = count_calls(trace, int(counted["alone_begin"]), int(counted["alone_end"]))
            counted.update((unit + ALONE, number / counted["alone_messages"]) for unit, number in calls.items())
        if chosen.profile:
            shutil.copy(profile, os.path.join(chosen.profile, workload))
    return counted


def count_trips(chosen, workload):
    with tempfile.TemporaryDirectory(dir="/tmp") as folder: # the path of a socket must be short
        os.chmod(folder, 0o755) # the server runs as another user
        server = os.path.join(folder, "server")
        os.mkdir(server)
        if subprocess.run([stores.SCRIPT, "start", server], check=False).returncode == 77:
            sys.exit(77)
        try:
            program = stores.write_program(os.path.abspath(chosen.bot), Path(folder, "bot"), server)
            done = subprocess.run(
                [os.path.join(chosen.bin, "bench_load"), workload, str(TRIPS_ROUNDS), folder,
                 os.path.join(chosen.bin, "bench_counters.so"), "bot", program],
                stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, check=True)
        finally:
            subprocess.run([stores.SCRIPT, "stop", server], check=True)
        return json.loads(done.stdout)


def main():
    chosen = options()
    failed = False
    columns = {}
    for workload, what, limits in TRIPS if chosen.postgresql else COUNTS:
        counted = count_trips(chosen, workload) if chosen.postgresql else count(chosen, workload)
        columns[what] = counted.get("items")
        for unit, limit in limits.items():
            change = counted[unit] / limit - 1
            print(f"{what}: {counted[unit]:,.{2 if limit < 1000 else 0}f} {unit} ({change:+.1%})", flush=True)
            if change < -MARGIN:
                print(f"    The limit of {limit:,} in instructions.py can be lower now.")
            failed = failed or change > MARGIN
    if chosen.items:
        if chosen.bare:
            columns["the prototype's echo"] = count(chosen, "ask-count", "bare")["items"]
        items.show(columns)
    if failed:
        sys.exit(f"instructions: more than {MARGIN:.0%} above the limit in instructions.py")


main()
