"""Counts how many instructions the bot needs for a question and for an action, and fails if these are more
than the limits below: python3 instructions.py --help

64 people ask or act at the same time, and the next 64 do so when all have their answers. So the bot always
gets the same batches, and two counts differ by less than one in a hundred. The time that the instructions
take varies with the machine, but their number hardly does.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

# A workload of bench_load, the command that it counts, and the limit: how many instructions the command took
# in the optimised build on 2026-11-26. Lower a limit when the bot has become quicker. A question pays 30,000
# for the look whether it answers something that the bot has asked. An action pays 220,000 for the clock of
# its turn, and 340,000 for the edit that shortens the answered list.
COUNTS = [("ask-count", "a question", 466_000),
          ("play-count", "an action", 1_868_000)]
ROUNDS = 16
MARGIN = 0.03


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, help="where bench_load and bench_fsyncs.so are")
    parser.add_argument("--bot", required=True, help="the program engarde-bot")
    parser.add_argument("--work", required=True, help="a folder for stores")
    parser.add_argument("--profile", help="a folder to keep valgrind's profiles in, for callgrind_annotate")
    return parser.parse_args()


def count(chosen, workload):
    with tempfile.TemporaryDirectory(dir=chosen.work) as folder:
        done = subprocess.run(
            [os.path.join(chosen.bin, "bench_load"), workload, str(ROUNDS), folder,
             os.path.join(chosen.bin, "bench_fsyncs.so"), "counted", chosen.bot],
            stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, check=False)
        if chosen.profile:
            shutil.copy(os.path.join(folder, "callgrind"), os.path.join(chosen.profile, workload))
    if done.returncode != 0:
        sys.exit(f"instructions: {workload} failed")
    return json.loads(done.stdout)["instructions"]


def main():
    chosen = options()
    failed = False
    for workload, what, limit in COUNTS:
        needed = count(chosen, workload)
        change = needed / limit - 1
        print(f"{what}: {needed:,.0f} instructions ({change:+.1%})", flush=True)
        if change < -MARGIN:
            print(f"    The limit of {limit:,} in instructions.py can be lower now.")
        failed = failed or change > MARGIN
    if failed:
        sys.exit(f"instructions: more than {MARGIN:.0%} above the limit in instructions.py")


main()
