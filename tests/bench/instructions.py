"""Counts what the bot needs for a line of small talk, for a question and for an action: its instructions, its SQL
statements, and what it asks of the kernel. Fails if these are more than the limits below:
python3 instructions.py --help

64 people ask or act at the same time, and the next 64 do so when all have their answers. So the bot always
gets the same batches, and two counts differ by less than one in a hundred. The time that the instructions
take varies with the machine, but their number hardly does. The store already remembers as many events and
transaction ids as it ever will: in a store of a few pages, rows at random places would cost nothing.

Then one person asks or acts after the other. Only what the bot writes for this is counted: each message is a
transaction of its own, so it shows what a message adds to the log, whatever the machine does beside.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

# A workload of bench_load, the command that it counts, and the limits: what the command took in the optimised
# build on 2026-11-29. Lower a limit when the bot has become quicker. What it writes varies by a fifth: how many answers
# it notes in one transaction depends on the machine. These limits are the highest counts of some runs.
COUNTS = [("talk-count", "a line of small talk", {"instructions": 21_700, "statements": 0.085}),
          ("ask-count", "a question", {
              "instructions": 336_000, "statements": 10.3, "system calls": 7.5, "write calls": 0.8,
              "bytes written": 1_645, "pages of the log": 0.4, "write calls, one at a time": 14.6,
              "bytes written, one at a time": 30_100, "pages of the log, one at a time": 7.3}),
          ("play-count", "an action", {
              "instructions": 1_191_000, "statements": 33.5, "system calls": 23.8, "write calls": 7,
              "bytes written": 14_350, "pages of the log": 3.5, "write calls, one at a time": 60.7,
              "bytes written, one at a time": 136_000, "pages of the log, one at a time": 28.3})]
ALONE = ", one at a time"
ROUNDS = 16
MARGIN = 0.03


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, help="where bench_load and bench_counters.so are")
    parser.add_argument("--bot", required=True, help="the program engarde-bot")
    parser.add_argument("--work", required=True, help="a folder for stores")
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


def count(chosen, workload):
    with tempfile.TemporaryDirectory(dir=chosen.work) as folder:
        profile = os.path.join(folder, "callgrind")
        done = subprocess.run(
            [os.path.join(chosen.bin, "bench_load"), workload, str(ROUNDS), folder,
             os.path.join(chosen.bin, "bench_counters.so"), "bot", chosen.bot],
            stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"instructions: {workload} failed")
        counted = json.loads(done.stdout)
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


def main():
    chosen = options()
    failed = False
    for workload, what, limits in COUNTS:
        counted = count(chosen, workload)
        for unit, limit in limits.items():
            change = counted[unit] / limit - 1
            print(f"{what}: {counted[unit]:,.{2 if limit < 1000 else 0}f} {unit} ({change:+.1%})", flush=True)
            if change < -MARGIN:
                print(f"    The limit of {limit:,} in instructions.py can be lower now.")
            failed = failed or change > MARGIN
    if failed:
        sys.exit(f"instructions: more than {MARGIN:.0%} above the limit in instructions.py")


main()
