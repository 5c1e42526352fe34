"""Tests that what strangers send costs no more than in proportion to its size: python3 inputs.py --help

Each input is a unit, such as "<a href='", repeated until the input has a given size. A small and a big input of
each unit go to a fuzz target (tests/fuzz/), and callgrind counts the target's instructions. This number does not
depend on the machine's load. The target's own work, and what the bot does for the shortest input, is subtracted.
Then the big input may cost as many times more as it is bigger, and a quarter, since hash tables and buffers grow
in steps. A quadratic reader costs eight times that.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

import grammar

MARGIN = 1.25
FREE = 10  # instructions for each byte that are never too many
# What the cost of the same input varies by, in instructions, where a target has a store, caches, or the memory of
# adapters/matrix/client/json_memory.h, which is wiped now and then. The shortest input may also do what longer ones
# don't, because it fits somewhere.
NOISE = 600_000
NOISY = {"fuzz_config", "fuzz_json", "fuzz_policy", "fuzz_sync", "fuzz_beside", "fuzz_page", "fuzz_transaction",
         "fuzz_host", "fuzz_web"}

Result = collections.namedtuple("Result", "name small big ratio")


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, help="where the fuzz targets are")
    parser.add_argument("--all", action="store_true", help="pairs of units, too, each place alone, and bigger inputs")
    parser.add_argument("--only", default="", help="a regular expression: only inputs such as 'fuzz_plain: a'")
    parser.add_argument("--planted", action="store_true",
                        help="only a target with a planted fault (planted.c), each of whose inputs must cost too much")
    return parser.parse_args()


def count(target, inputs, folder):
    """Returns how many instructions the fuzz target has run for each of the inputs."""
    log, paths = os.path.join(folder, "log"), []
    for number, data in enumerate(inputs):
        paths.append(os.path.join(folder, str(number)))
        with open(paths[-1], "wb") as file:
            file.write(data)
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--log-file={log}", "--callgrind-out-file=/dev/null", target, *paths],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    with open(log, encoding="utf-8", errors="replace") as file:
        text = file.read()
    sums = [int(sum) for sum in re.findall(r"^events-1: (\d+)$", text, re.M)]
    if done.returncode != 0 or len(sums) != len(inputs):
        sys.exit(f"growth: {target} failed: {done.stdout}{text}")
    return [after - before for before, after in zip([0] + sums, sums)]


def measure(target, units, sizes):
    """
    Returns a result for each unit. An input may leave rows in the store, which the target deletes before the next
    input. So inputs of one size follow each other. What a process does only once for such inputs, it does first.
    """
    noise = NOISE if os.path.basename(target) in NOISY else 0
    first = [make(1) for _, make in (units[:1] * 2 + units if noise else units[:1])]
    with tempfile.TemporaryDirectory() as folder:
        counts = count(target, first + [make(size) for size in (1, *sizes) for _, make in units], folder)
    results = []
    least, small, big = (counts[len(first) + len(units) * step:][:len(units)] for step in range(3))
    for (name, _), start, few, many in zip(units, least, small, big):
        allowed = max(few - start, noise, FREE * sizes[0]) * sizes[1] / sizes[0]
        results.append(Result(name, few - start, many - start, (many - start) / allowed))
    return results


def main():
    chosen = options()
    sizes = (8192, 65536) if chosen.all else (2048, 16384)
    failed, tried = [], 0
    for target, units in (grammar.PLANTED if chosen.planted else grammar.targets(chosen.all)).items():
        units = [(name, make) for name, make in units if re.search(chosen.only, f"{target}: {name}")]
        if not units:
            continue
        results = measure(os.path.join(chosen.bin, target), units, sizes)
        worst = max(results, key=lambda result: result.ratio)
        tried += len(results)
        print(f"{target}: {len(results)} kinds of input; the worst, {worst.name}: {worst.ratio:.2f} of what is in "
              "proportion", flush=True)
        for result in results:
            grows = result.ratio > MARGIN
            if grows:
                print(f"    {result.name}: {result.small:,} instructions for {sizes[0]} bytes, {result.big:,} for "
                      f"{sizes[1]}: {result.ratio:.2f}", flush=True)
            if grows != chosen.planted:
                failed.append(result.name)
    if failed or tried == 0:
        sys.exit(f"growth: {len(failed)} of {tried} inputs: {', '.join(failed)}")


main()
