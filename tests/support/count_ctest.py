"""Counts the tests in a ctest report (JUnit). Each test in a cmocka program counts.

Any other program counts as one test.

Run: count_ctest.py REPORT FAILURES
Prints: passed failed skipped. Appends the end of the output of each failed program to FAILURES.
"""

import re
import sys
import xml.etree.ElementTree

LINES = 40 # how many of the last lines of a failed program's output FAILURES gets
PASSED = re.compile(r"\[  PASSED  \] (\d+) test\(s\)")
FAILED = re.compile(r"\[  FAILED  \] (\d+) test\(s\)")
SKIPPED = re.compile(r"\[  SKIPPED \] (\d+) test\(s\)")


def total(pattern: re.Pattern, text: str) -> int:
    return sum(int(number) for number in pattern.findall(text))


def count(case: xml.etree.ElementTree.Element) -> tuple[int, int, int]:
    output = case.findtext("system-out") or ""
    passed, failed, skipped = (total(kind, output) for kind in (PASSED, FAILED, SKIPPED))
    status = case.get("status")
    if status == "run":
        return (passed or 1, failed, skipped) if passed + skipped else (1, 0, 0)
    if status in ("notrun", "disabled"):
        # ctest also reports "notrun" for a program that it could not start. This is a failure.
        missing = case.find("skipped") is None
        return (0, 1, 0) if missing else (0, 0, 1)
    # A program that crashed has no summary. Count at least one failure.
    return passed, max(failed, 1), skipped


def end_of(case: xml.etree.ElementTree.Element) -> str:
    lines = (case.findtext("system-out") or "").splitlines()[-LINES:]
    return "\n".join([f"--- {case.get('name')}, {case.get('time')} s", *lines, ""])


def main() -> None:
    cases = list(xml.etree.ElementTree.parse(sys.argv[1]).iter("testcase"))
    counts = [count(case) for case in cases]
    with open(sys.argv[2], "a", encoding="utf-8") as failures:
        failures.writelines(end_of(case) for case, (_, failed, _) in zip(cases, counts) if failed)
    print(*(sum(column) for column in zip((0, 0, 0), *counts)))


main()
