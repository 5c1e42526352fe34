#!/usr/bin/env python3
"""Checks records with `engarde verify` and with verifier.py. Their results about the shuffles must
be equal.

usage: cases.py ENGARDE [MATCHES]
       cases.py ENGARDE --write     writes the files of valid/, said.txt and invalid.txt again

records.py makes the records. valid/ contains those that other tests read, too; they must never change.
valid/won.expected is the whole output of `engarde verify` for one record. Much of it stands in every
output, so said.txt has only the other lines, for each record.
invalid.txt has the message of `engarde verify` for each fault that records.py makes in the record
valid/won.record. The test also changes each field of a record: the verifier must refuse the record,
or print the changed field as not proven. Then the test makes MATCHES more honest records, and
tampers with them.
"""

import os
import re
import subprocess
import sys

import records
import verifier

HERE = os.path.dirname(os.path.abspath(__file__))
VALID = {
    "won": records.honest("won"),
    "basic": records.honest("basic", rules="basic", touches=5),
    "standard": records.honest("standard", rules="standard", touches=1),
    "ferti": records.honest("ferti", rules="ferti", touches=15),
    "by_lot": records.honest("by lot", by_lot=True),
    "accepted_by_a_tap": records.honest("tap", tap=True),
    "tag_with_escapes": '[Note "a \\"quoted\\" name \\\\ \x7f"]\n'.replace("\x7f", "é")
    + records.honest("escapes"),
}
RECORDS = {"valid": VALID, "incomplete": records.INCOMPLETE}
KEPT = ("won", "standard")  # in valid/
FAULTS = records.SHUFFLES | records.OTHERS
STATUS = {"valid": 0, "incomplete": 3, "invalid": 1}
NOT_PROVEN = "No record proves what follows."
faults = 0


def fail(text):
    global faults
    faults += 1
    print("FAILED " + text)


def verify(engarde, record):
    run = subprocess.run([engarde, "verify", "-"], input=record.encode(), stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE)
    return run.returncode, (run.stdout + run.stderr).decode()


def check_editors(engarde):
    """What editors do to a file changes nothing."""
    honest = VALID["won"]
    for what, record in {"a byte order mark": "\ufeff" + honest,
                         "a mark and CRLF": "\ufeff" + honest.replace("\n", "\r\n")}.items():
        if verify(engarde, record) != verify(engarde, honest):
            fail(what)


def read(path):
    return open(os.path.join(HERE, path), encoding="utf-8").read()


def write_file(path, text):
    open(os.path.join(HERE, path), "w", encoding="utf-8").write(text)


def other_lines(said):
    """Returns the lines of a verifier's output that don't stand in every output. Those that do must all
    be there, in their order."""
    always = re.search(r"(?ms)^No record proves.*", read("valid/won.expected"))[0].splitlines(keepends=True)
    always = [line for line in always if "terms of the challenge" not in line]
    lines = said.splitlines(keepends=True)
    if [line for line in lines if line in always] != always:
        return "a part is missing: " + said
    return "".join(line for line in lines if line not in always)


def write(engarde):
    for name in KEPT:
        write_file(f"valid/{name}.record", VALID[name])
    write_file("valid/won.expected", verify(engarde, VALID["won"])[1])
    write_file("said.txt", "".join(f"== {kind}/{name}\n{other_lines(verify(engarde, record)[1])}"
                                   for kind, made in RECORDS.items() for name, record in made.items()))
    write_file("invalid.txt", "".join(f"{name}: {verify(engarde, change(VALID['won']))[1]}"
                                      for name, change in sorted(FAULTS.items())))


def cases():
    """Yields the kind of each case, its name, its record, and what `engarde verify` says about it."""
    said = dict(part.split("\n", 1) for part in re.split(r"(?m)^== ", read("said.txt"))[1:])
    for kind, made in RECORDS.items():
        for name, record in made.items():
            yield kind, name, record, said[f"{kind}/{name}"]
    for line in read("invalid.txt").splitlines(keepends=True):
        name, _, message = line.partition(": ")
        yield "invalid", name, FAULTS[name](VALID["won"]), message


def check_kept(engarde):
    for name in KEPT:
        if read(f"valid/{name}.record") != VALID[name]:
            fail(f"valid/{name}.record differs from the record that records.py makes")
    if verify(engarde, VALID["won"])[1] != read("valid/won.expected"):
        fail("valid/won.expected: it says: " + verify(engarde, VALID["won"])[1])


def check_case(engarde, kind, name, record, message):
    status, said = verify(engarde, record)
    if status != STATUS[kind] or ("The proof holds" in said) != (kind == "valid"):
        fail(f"{kind}/{name}: status {status}")
    if kind != "invalid":
        said = other_lines(said)
    if said != message:
        fail(f"{kind}/{name}: it says: {said}")
    fair = kind == "valid" or name in records.SHUFFLES
    fault = verifier.fair(record) if fair else None
    if (fault is not None) != (name in records.SHUFFLES):
        fail(f"{kind}/{name}: the second verifier says: {fault}")


def check_match(engarde, seed):
    rules = sorted(records.RULES)[seed % 4]
    record = records.honest(seed, rules, touches=1 + seed % 15, most=99 if seed % 3 else 20,
                            by_lot=(None, True)[seed % 2])
    status, said = verify(engarde, record)
    if status != (0 if "won" in record else 3) or verifier.fair(record):
        fail(f"honest match {seed}: {said}")
    names = sorted(records.SHUFFLES)
    name = names[seed % len(names)]
    if record.count("Opening") < 2 or "round_2" in name or "another_chain" in name:
        return
    tampered = records.SHUFFLES[name](record)
    status, said = verify(engarde, tampered)
    if status != 1 or not verifier.fair(tampered):
        fail(f"match {seed} with {name}: status {status}: {said}")


# Nothing proves the values of these tags, so nobody notices if they are changed. The verifier must
# print each value as not proven, in the text that follows the tag here.
STATED = {"Rules": "rules {},", "Match": '  Match "{}"', "Room": '  Room "{}"', "White": '  White "{}"',
          "Black": '  Black "{}"'}
# If a match did not end with a last touch, nothing proves the values of these tags either.
UNENDED = {"Touches": "to {},", "Termination": 'The ending is "{}"', "Result": "the winner is {}."}


def tag_changes(record):
    """Changes the tags in many ways. Yields the name of the changed tag, its new value, and the changed
    record. The value is None if the tag is now missing or doubled."""
    for tag in re.finditer(r'\[(\w+) "(.*)"\]\n', record):
        name, value = tag[1], tag[2]
        others = {"Touches": ["1", "3", "14"], "First": ["white", "black"],
                  "Rules": ["basic", "standard", "advanced", "ferti"],
                  "Termination": ["won", "resigned", "forfeited", "stopped", "abandoned",
                                  "undecided", "void", "unknown", "playing", "draw"],
                  "Result": ["white" + value[5:], "black" + value[5:], "nobody" + value[5:],
                             value[:-1] + "7"],
                  "FirstBy": ["agreement"]}.get(name, ["x", "!" + value, value[:-1], value + "0"])
        for other in others:
            if other != value:
                yield name, other, record[:tag.start(2)] + other + record[tag.end(2):]
        yield name, None, record[:tag.start()] + record[tag.end():]
        yield name, None, record[:tag.end()] + record[tag.start():]  # twice


def check_tags(engarde, name, record, stated):
    """Checks that the verifier notices each changed tag, or prints its value as not proven."""
    before = verify(engarde, record)[1].partition(NOT_PROVEN)
    for tag, value, changed in tag_changes(record):
        status, said = verify(engarde, changed)
        if status == 1:
            continue
        form = stated.get(tag)
        shown = (value or "").split(" ")[0] if tag == "Result" else value or ""
        if tag in ("Termination", "FirstBy") and value is None:
            # Without Termination the verifier must call the record incomplete. Without FirstBy it
            # must say that no lot is proven.
            fine = status == 3 if tag == "Termination" else "No lot is proven" in said
        else:
            fine = form and form.format(shown) in said
        if not fine or said == "".join(before):
            fail(f"{name}: {tag} {value!r} was not noticed: {said}")


def check_rounds(engarde, name, record):
    """Checks changed rounds. The verifier must notice each changed deck or number of a round, because
    the secrets prove these. It notices a changed action only if the action breaks the rules."""
    lines = record.splitlines(keepends=True)
    for i, line in enumerate(lines):
        if line.startswith("["):
            continue
        for j, char in enumerate(line):
            for other in "12345+-x= .\n":
                if other == char:
                    continue
                changed = "".join(lines[:i]) + line[:j] + other + line[j + 1:] + "".join(lines[i + 1:])
                if changed.split() == record.split():
                    continue
                status, said = verify(engarde, changed)
                if status != 1 and (line.startswith("round")
                                    or "other legal ones would pass too" not in said):
                    fail(f"{name}: {line!r} with {other!r} at {j} was not noticed: {said}")


def check_collections(engarde):
    """Checks files with several records, as `record all` sends them."""
    won, lot, playing = VALID["won"], VALID["tag_with_escapes"], records.INCOMPLETE["playing"]
    practice = re.sub(r'\[(Commitment|Challenge|Accept|Opening) ".*"\]\n', "", won)
    wrong = FAULTS[sorted(records.SHUFFLES)[0]](won)
    illegal = re.sub(r"(?m)^1\. .*$", "1. +9", practice, count=1)
    status, said = verify(engarde, practice)
    if status != 3 or "Practice matches have none" not in said:
        fail(f"a practice match alone: status {status}: {said}")
    if verify(engarde, illegal)[0] != 1:
        fail("a practice match with an illegal action is not wrong")
    for status, counts, file in (
        (0, (3, 0, 0, 0), (won, lot, VALID["basic"])),
        (3, (2, 1, 0, 0), (won, playing, won)),
        (3, (1, 0, 1, 0), (practice, won)),
        (1, (1, 0, 0, 1), (won, wrong)),
        (1, (1, 0, 0, 1), (wrong, won)),
        (1, (1, 0, 0, 1), (illegal, won)),
        (1, (1, 0, 0, 1), (won, '[Match "2"]')),
    ):
        for between in ("", "\n"):
            got, said = verify(engarde, between.join(file))
            want = ("Records proven: %d. Without the end of the match: %d. "
                    "Without a commitment: %d. Wrong: %d." % counts)
            if got != status or want not in said:
                fail(f"collection: status {got} instead of {status}: {said}")
    line = won.count("\n") + 1
    said = verify(engarde, won + illegal)[1]
    place = re.search(r"-:(\d+): ", said)
    if not place or int(place[1]) < line or illegal.splitlines()[int(place[1]) - line] != "1. +9":
        fail(f"collection: the wrong line: {said}")


def main():
    engarde = sys.argv[1]
    if sys.argv[2:] == ["--write"]:
        return write(engarde)
    matches = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    count = 0
    for case in cases():
        check_case(engarde, *case)
        count += 1
    for seed in range(matches):
        check_match(engarde, seed)
    lot, basic = VALID["by_lot"], records.honest("fields", "basic", touches=1, by_lot=True)
    check_tags(engarde, "by_lot", lot, STATED)
    check_tags(engarde, "resigned", records.resigned(records.cut(lot, records.OPENING, 0)),
               STATED | UNENDED)
    check_tags(engarde, "playing", records.INCOMPLETE["playing"], STATED | UNENDED)
    check_rounds(engarde, "basic", basic)
    check_kept(engarde)
    check_editors(engarde)
    check_collections(engarde)
    if count < sum(map(len, (VALID, records.INCOMPLETE, FAULTS))):
        fail(f"only {count} cases")
    print(f"{count} cases, {matches} matches, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
