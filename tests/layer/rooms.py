#!/usr/bin/env python3
"""usage: rooms.py SOURCE

Each folder of bot/, adapters/ and config/ is called a room. rooms.txt lists for each room its
doors, which are the headers that other rooms may include, and the rooms whose doors it may include
itself. All other headers are private to the room and to its subfolders. Rooms must not include each
other in a circle.

Each source implements the header of the same name, and includes this header first. No header has a
second source.
"""

import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
# Every room may include this folder. Tests may include all headers.
BELOW = ("engine",)
OPEN = "config"  # the room whose doors every other room may include
# A program needs no header. In a build without encryption, no_encryption.c implements the headers
# instead of the other sources of its folder.
NO_OWN_HEADER = ("bot/daemon/main.c", "adapters/matrix/e2ee/no_encryption.c")
faults = []


def fail(text):
    faults.append(text)
    print(f"FAILED {text}")


def read_rooms(path):
    """Returns for each room the rooms that it may include, and its doors."""
    rooms = {}
    for line in path.read_text().splitlines():
        line = line.partition("#")[0].strip()
        if not line:
            continue
        name, doors, below = (part.strip() for part in line.split("|"))
        rooms[name] = below.split(), doors.split()
    return rooms


def check_order(rooms):
    """Checks that each room comes after all rooms that it may include. So there is no circle."""
    seen = set()
    for name, (below, _) in rooms.items():
        for other in below:
            if other not in seen:
                fail(f"rooms.txt: {name} comes before {other}, which it may include")
        seen.add(name)


def check_include(rooms, source, target, used):
    here, there = str(source.parent), str(Path(target).parent)
    if here == there or there.startswith(BELOW):
        return
    if there not in rooms:
        fail(f"{source}: {target} is in no room")
        return
    below, _ = rooms[here]
    _, doors = rooms[there]
    if there not in below and there != OPEN:
        fail(f"{source}: {here} may not include {there} ({target})")
    elif Path(target).name not in doors and not here.startswith(f"{there}/"):
        fail(f"{source}: {target} is private to its room")
    used.add((here, there))
    used.add(target)


def check_own_header(source, includes):
    if source.suffix == ".c" and str(source) not in NO_OWN_HEADER:
        if not includes or Path(includes[0]).stem != source.stem:
            fail(f"{source}: the first include is not the header of this name")


def main():
    root = Path(sys.argv[1])
    rooms = read_rooms(Path(__file__).with_name("rooms.txt"))
    used = set()
    count = 0

    check_order(rooms)
    for top in ("config", "bot", "adapters"):
        for path in sorted((root / top).rglob("*.[ch]")):
            source = path.relative_to(root)
            if str(source.parent) not in rooms:
                fail(f"{source.parent} is not in rooms.txt")
                continue
            includes = INCLUDE.findall(path.read_text())
            check_own_header(source, includes)
            for target in includes:
                check_include(rooms, source, target, used)
                count += 1
    for name, (below, doors) in rooms.items():
        for other in below:
            if (name, other) not in used:
                fail(f"rooms.txt: {name} does not include {other}")
        for door in doors:
            if f"{name}/{door}" not in used :
                fail(f"rooms.txt: nobody includes {name}/{door} from outside")
    print(f"{len(rooms)} rooms, {count} includes, {len(faults)} faults")
    return bool(faults) or count == 0


sys.exit(main())
