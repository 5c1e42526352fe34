"""Runs the test modules of this folder, each in a process of its own, a few at a time.

With names (of modules, without test_) only those; with --service the bot is an application service
in them, where it is an account otherwise. The last line of --counts FILE: passed failed skipped.
"""

import argparse
import concurrent.futures
import io
import multiprocessing
import sys
import time
import unittest
from pathlib import Path

from e2e.case import EndToEnd
from local.bot import Service
from local.process import die_with_parent

HERE = Path(__file__).resolve().parent
AT_ONCE = 2
# They need a build of the bot of their own, and run where they are named.
NAMED_ONLY = ("test_encrypted", "test_verified")


def run(module: str) -> tuple[str, float, str, tuple[int, int, int]]:
    output = io.StringIO()
    sys.stderr = output
    began = time.monotonic()
    suite = unittest.defaultTestLoader.loadTestsFromName(f"e2e.{module}")
    result = unittest.TextTestRunner(output, verbosity=2).run(suite)
    bad = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    skipped = len(result.skipped)
    counts = (max(result.testsRun - bad - skipped, 0), bad, skipped)
    return module, time.monotonic() - began, output.getvalue(), counts


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--counts", type=Path)
    arguments.add_argument("--service", action="store_true")
    arguments.add_argument("names", nargs="*")
    options = arguments.parse_args()
    if options.service:
        EndToEnd.bot_class = Service

    modules = [f"test_{name}" for name in options.names]
    if not modules:
        # The slowest waits for the server's rate limits and costs nothing: it goes first.
        modules = sorted(
            (path.stem for path in HERE.glob("test_*.py") if path.stem not in NAMED_ONLY),
            key=lambda name: name != "test_limits",
        )
    totals = (0, 0, 0)
    with concurrent.futures.ProcessPoolExecutor(
        AT_ONCE, multiprocessing.get_context("fork"), initializer=die_with_parent
    ) as pool:
        for done in concurrent.futures.as_completed([pool.submit(run, name) for name in modules]):
            module, seconds, output, counts = done.result()
            totals = tuple(map(sum, zip(totals, counts)))
            print(f"--- {module}, {seconds:.0f} s\n{output}", flush=True)
    if options.counts:
        options.counts.write_text("{} {} {}\n".format(*totals))
    return 1 if totals[1] else 0


if __name__ == "__main__":
    sys.exit(main())
