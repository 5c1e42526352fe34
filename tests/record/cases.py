#!/usr/bin/env python3
"""Records through `engarde verify` and the second verifier, which must agree on the shuffles.

usage: cases.py ENGARDE [MATCHES]
       cases.py ENGARDE --write     makes the files of valid/ and invalid/ anew

valid/ and invalid/ hold records and what `engarde verify` says of them; those of invalid/ are
named after the fault they hold. MATCHES more honest records are made and tampered with on the way.
"""

import os
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
    "stopped": records.STOPPED,
    "resigned": records.STOPPED.replace('Result "nobody', 'Result "black')
    .replace("stopped", "resigned"),
    "playing": records.honest("playing", touches=9, rounds=3),
    "no_round_yet": records.honest("none", rounds=0),
    "tag_with_escapes": '[Note "a \\"quoted\\" name \\\\ \x7f"]\n'.replace("\x7f", "é")
    + records.honest("escapes"),
}
faults = 0


def fail(text):
    global faults
    faults += 1
    print("FAILED " + text)


def verify(engarde, record):
    run = subprocess.run([engarde, "verify", "-"], input=record.encode(), stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE)
    return run.returncode, (run.stdout + run.stderr).decode()


def write(engarde):
    honest = VALID["won"]
    tampered = {name: change(honest)
                for name, change in (records.SHUFFLES | records.OTHERS).items()}
    for folder, made in (("valid", VALID), ("invalid", tampered)):
        os.makedirs(os.path.join(HERE, folder), exist_ok=True)
        for name, record in made.items():
            path = os.path.join(HERE, folder, name)
            open(path + ".record", "w", encoding="utf-8").write(record)
            open(path + ".expected", "w", encoding="utf-8").write(verify(engarde, record)[1])


def check_file(engarde, folder, name):
    path = os.path.join(HERE, folder, name)
    record = open(path + ".record", encoding="utf-8").read()
    status, said = verify(engarde, record)
    if status != (folder == "invalid"):
        fail(f"{folder}/{name}: status {status}")
    if said != open(path + ".expected", encoding="utf-8").read():
        fail(f"{folder}/{name}: it says: {said}")
    fault = verifier.fair(record) if folder == "valid" or name in records.SHUFFLES else None
    if (fault is not None) != (name in records.SHUFFLES):
        fail(f"{folder}/{name}: the second verifier says: {fault}")


def check_match(engarde, seed):
    rules = sorted(records.RULES)[seed % 4]
    record = records.honest(seed, rules, touches=1 + seed % 15, most=99 if seed % 3 else 20)
    status, said = verify(engarde, record)
    if status != 0 or verifier.fair(record):
        fail(f"honest match {seed}: {said}")
    names = sorted(records.SHUFFLES)
    name = names[seed % len(names)]
    if record.count("Opening") < 2 or "round_2" in name or "another_chain" in name:
        return
    tampered = records.SHUFFLES[name](record)
    status, said = verify(engarde, tampered)
    if status != 1 or not verifier.fair(tampered):
        fail(f"match {seed} with {name}: status {status}: {said}")


def main():
    engarde = sys.argv[1]
    if sys.argv[2:] == ["--write"]:
        return write(engarde)
    matches = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    count = 0
    for folder in ("valid", "invalid"):
        names = sorted(n[:-7] for n in os.listdir(os.path.join(HERE, folder)) if n.endswith(".record"))
        for name in names:
            check_file(engarde, folder, name)
        count += len(names)
    for seed in range(matches):
        check_match(engarde, seed)
    if count < len(VALID) + len(records.SHUFFLES) + len(records.OTHERS):
        fail(f"{count} files only")
    print(f"{count} files, {matches} matches, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
