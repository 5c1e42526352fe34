#!/usr/bin/env python3
"""usage: folders.py SOURCE

folders.txt lists for each folder of engine/, config/, bot/ and adapters/ its doors, which are the
headers that other folders may include, and the folders whose doors it may include itself. All other
headers are private to the folder and to its subfolders. Folders must not include each other in a
circle. (circles.py checks the same for files.) Tests may include all headers.

Each include names a path from the root of the source or of the build. Each source implements the
header of the same name, and includes this header first. Only the headers in INTERFACES have several
sources. The include guard of each header is its path in capitals.

The rules (engine/*.c) include only four headers of the C language, and no header of a library or of
the system.
"""

import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
SYSTEM = re.compile(r"^\s*#\s*include\s*<([^>]+)>", re.MULTILINE)
TOPS = ("engine", "config", "bot", "adapters")
# All folders of bot/ and adapters/ may include the doors of these folders.
OPEN = ("engine", "config")
# Headers that several sources of their folder implement, such as a table of commands.
INTERFACES = ("engine/engarde.h", "engine/command/command.h", "engine/lab/lab.h",
              "bot/commands/command.h", "bot/competition/kind_parts.h", "bot/picture/module.h")
# A program needs no header. In a build without encryption, no_encryption.c implements the headers
# instead of the other sources of its folder.
NO_OWN_HEADER = ("engine/command/main.c", "engine/lab/main.c",
                 "bot/daemon/main.c", "adapters/matrix/e2ee/no_encryption.c")
# The build makes these files.
GENERATED = re.compile(r"bot/text/lang/(names|tables)\.inc|bot/store/(sql/)?[a-z_]+\.inc")
RULES_MAY_INCLUDE = {"stdbool.h", "stddef.h", "stdint.h", "string.h"}
faults = []


def fail(text):
    faults.append(text)
    print(f"FAILED {text}")


def read_folders(path):
    """Returns for each folder the folders that it may include, and its doors."""
    folders = {}
    for line in path.read_text().splitlines():
        line = line.partition("#")[0].strip()
        if not line:
            continue
        name, doors, below = (part.strip() for part in line.split("|"))
        folders[name] = below.split(), doors.split()
    return folders


def check_order(folders):
    """Checks that each folder comes after all folders that it may include. So there is no circle."""
    seen = set()
    for name, (below, _) in folders.items():
        for other in below:
            if other not in seen:
                fail(f"folders.txt: {name} comes before {other}, which it may include")
        seen.add(name)


def check_include(folders, source, target, used):
    here, there = str(source.parent), str(Path(target).parent)
    if here == there:
        return
    if there not in folders:
        fail(f"{source}: {target} is in no folder")
        return
    below, _ = folders[here]
    _, doors = folders[there]
    if there not in below and (there not in OPEN or here.startswith(OPEN)):
        fail(f"{source}: {here} may not include {there} ({target})")
    elif Path(target).name not in doors and not here.startswith(f"{there}/"):
        fail(f"{source}: {target} is private to its folder")
    used.add((here, there))
    used.add(target)


def check_own_header(source, includes):
    first = includes[0] if includes else ""
    if (source.suffix == ".c" and str(source) not in NO_OWN_HEADER
            and Path(first).stem != source.stem
            and (first not in INTERFACES or Path(first).parent != source.parent)):
        fail(f"{source}: the first include is not the header of this name")


def check_guard(source, text):
    guard = re.sub("[./]", "_", str(source)).upper()
    if source.suffix == ".h" and f"#ifndef {guard}\n#define {guard}\n" not in text:
        fail(f"{source}: its include guard is not {guard}")


def check_rules(source, text):
    for header in SYSTEM.findall(text):
        if str(source.parent) == "engine" and header not in RULES_MAY_INCLUDE:
            fail(f"{source}: the rules may not include <{header}>")


def main():
    root = Path(sys.argv[1])
    folders = read_folders(Path(__file__).with_name("folders.txt"))
    used = set()
    count = 0

    check_order(folders)
    for top in (*TOPS, "tests"):
        for path in sorted((root / top).rglob("*.[ch]")):
            source = path.relative_to(root)
            text = path.read_text(encoding="utf-8")
            includes = INCLUDE.findall(text)
            count += len(includes)
            check_guard(source, text)
            for target in includes:
                if not GENERATED.fullmatch(target) and not (root / target).is_file():
                    fail(f"{source}: {target} is not a path from the root")
            if top == "tests":
                continue
            if str(source.parent) not in folders:
                fail(f"{source.parent} is not in folders.txt")
                continue
            check_own_header(source, includes)
            check_rules(source, text)
            for target in includes:
                check_include(folders, source, target, used)
    for name, (below, doors) in folders.items():
        for other in below:
            if (name, other) not in used:
                fail(f"folders.txt: {name} does not include {other}")
        for door in doors:
            if f"{name}/{door}" not in used:
                fail(f"folders.txt: nobody includes {name}/{door} from outside")
    print(f"{len(folders)} folders, {count} includes, {len(faults)} faults")
    return bool(faults) or count == 0


sys.exit(main())
