"""Runs the test classes of this folder, each class in a process of its own, a few at a time.

If the command line names modules (without test_), or tests as MODULE.CLASS.TEST, only these run. With --service the bot is
an application service instead of an ordinary account, in those tests that allow it. --counts FILE
writes the numbers of passed, failed and skipped tests into FILE. --share K/N runs, of the modules that
need not always run, each Nth from the Kth on.
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
AT_ONCE = 3 # how many processes run at the same time; most of the time they wait for Synapse
# These modules need a special build of the bot, a browser, or another homeserver, or take minutes. They run only if the
# command line names them.
NAMED_ONLY = ("test_dendrite", "test_dendrite_encrypted", "test_encrypted", "test_killed_seasons", "test_newcomers",
              "test_night_limits", "test_nights", "test_page_audit", "test_pages",
              "test_postgresql_encrypted", "test_season_limits", "test_verified")
ALWAYS = ("test_audit", "test_crashes", "test_matches") # also those of which only a share runs


def in_share(modules: list[str], share: str) -> list[str]:
    """Returns the modules that a share such as 1/2 has, in the same order."""
    first, step = map(int, share.split("/"))
    others = sorted(name for name in modules if name not in ALWAYS)
    return [name for name in modules if name in ALWAYS or name in others[first - 1::step]]


def classes(module: str) -> list[str]:
    """Returns the names of a module's test classes for unittest. A name of a single test stays as it is."""
    if "." in module:
        return [f"e2e.{module}"]
    suite = list(unittest.defaultTestLoader.loadTestsFromName(f"e2e.{module}"))
    if any(isinstance(tests, unittest.TestCase) for tests in suite):
        return [f"e2e.{module}"]  # the module can't be imported, and run() reports this
    found = [type(next(iter(tests))) for tests in suite if tests.countTestCases()]
    return [f"{kind.__module__}.{kind.__qualname__}" for kind in found]


def run(name: str) -> tuple[str, float, str, tuple[int, int, int]]:
    output = io.StringIO()
    sys.stderr = output
    began = time.monotonic()
    suite = unittest.defaultTestLoader.loadTestsFromName(name)
    result = unittest.TextTestRunner(output, verbosity=2).run(suite)
    bad = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    skipped = len(result.skipped)
    counts = (max(result.testsRun - bad - skipped, 0), bad, skipped)
    return name, time.monotonic() - began, output.getvalue(), counts


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--counts", type=Path)
    arguments.add_argument("--service", action="store_true")
    arguments.add_argument("--share", default="1/1")
    arguments.add_argument("names", nargs="*")
    options = arguments.parse_args()
    if options.service:
        EndToEnd.bot_class = Service

    modules = [f"test_{name}" for name in options.names]
    if not modules:
        # test_limits takes longest, because it waits for the server's rate limits. So it begins first.
        modules = sorted(
            (path.stem for path in HERE.glob("test_*.py") if path.stem not in NAMED_ONLY),
            key=lambda name: name != "test_limits",
        )
    names = [name for module in in_share(modules, options.share) for name in classes(module)]
    totals = (0, 0, 0)
    with concurrent.futures.ProcessPoolExecutor(
        AT_ONCE, multiprocessing.get_context("fork"), initializer=die_with_parent
    ) as pool:
        for done in concurrent.futures.as_completed([pool.submit(run, name) for name in names]):
            name, seconds, output, counts = done.result()
            totals = tuple(map(sum, zip(totals, counts)))
            print(f"--- {name}, {seconds:.0f} s\n{output}", flush=True)
    if options.counts:
        options.counts.write_text("{} {} {}\n".format(*totals))
    return 1 if totals[1] else 0


if __name__ == "__main__":
    sys.exit(main())
