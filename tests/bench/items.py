"""Divides what valgrind has counted among the libraries and the folders of the program's own source."""

import collections
import os
import re


def name_of(path, library):
    """The item of a function: the folder of its source, or its library if that has no source here."""
    if "/bin/" not in library:
        return re.sub(r"\.so.*", "", os.path.basename(library))
    source = re.search(r"/\.\./\.\./(.*)/[^/]*$", path)
    return source[1] if source else "other"


def divide(profile):
    """Returns how many instructions each item has executed itself, without those that it calls."""
    items, names = collections.Counter(), {}
    library, path, is_call = "", "", False

    def resolve(kind, text):
        # valgrind writes a name once, and later only its number.
        number, _, name = text.partition(" ")
        if name:
            names[kind, number] = name
        return names.get((kind, number), "")

    with open(profile, encoding="utf-8") as lines:
        for line in lines:
            kind, _, rest = line.rstrip("\n").partition("=")
            if kind == "ob":
                library = resolve("ob", rest)
            elif kind in ("fl", "fi", "fe"):
                path = resolve("fl", rest)
            elif kind == "cob":
                resolve("ob", rest)
            elif kind in ("cfi", "cfl"):
                resolve("fl", rest)
            elif kind == "calls":
                is_call = True
            elif cost := re.fullmatch(r"[+\-*]?\d* (\d+)\n", line):
                if not is_call:
                    items[name_of(path, library)] += int(cost[1])
                is_call = False
    return items


def show(columns):
    """Prints a table of all items that take at least 1,000 instructions somewhere, the largest first."""
    names = {name for items in columns.values() for name, number in items.items() if number >= 1000}
    most = {name: max(items.get(name, 0) for items in columns.values()) for name in names}
    print("| instructions | " + " | ".join(columns) + " |")
    print("|---|" + "---:|" * len(columns))
    for name in sorted(names, key=most.get, reverse=True):
        print(f"| {name} | " + " | ".join(f"{items.get(name, 0):,.0f}" for items in columns.values()) + " |")
    print("| all | " + " | ".join(f"{sum(items.values()):,.0f}" for items in columns.values()) + " |")
