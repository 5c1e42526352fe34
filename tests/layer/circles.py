#!/usr/bin/env python3
"""usage: circles.py SOURCE

Checks that no files need each other in a circle. circles.txt lists the circles that exist
nevertheless. A circle that is not in this list is a fault, and so is a line of the list whose circle
does not exist any more.

A C source and the header of the same name count as one file. It needs another one if it names a
function or a variable that the other one defines. (That both know the same struct is no circle.)
A file in JavaScript, Python or Rust needs those that it imports.
"""

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

# In a build without encryption, this file defines the functions of other files.
STAND_IN = "adapters/matrix/e2ee/no_encryption"
# Python looks for modules in these folders, too.
MODULES = ("deploy", "tests", "tests/hostile")

NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
C_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
# A definition begins at the start of a line.
C_DEFINITION = re.compile(
    r"^(?!typedef\b|extern\b)([A-Za-z_][^;{}()=#]*?)\b(\w+)\s*"
    r"(?:\([^;{}]*\)\s*\{|(?:\[[^\]]*\])*\s*(?:=|;))", re.MULTILINE)
TAG = re.compile(r"\b(?:struct|union|enum)\s+\w+")  # a tag may have the name of a function
C_NAME = re.compile(r"(?<![\w.>])(?<!->)[A-Za-z_]\w*|(?<=[^-]>)[A-Za-z_]\w*")
JS_IMPORT = re.compile(r'^\s*(?:import|export)\b[^;"]*"(\.[^"]+)"', re.MULTILINE)
PY_IMPORT = re.compile(r"^\s*(?:from\s+([\w.]+)\s+import\s+\(?([\w, ]+)|import\s+([\w., ]+))", re.MULTILINE)
RUST_USE = re.compile(r"\b(?:crate|super)::(?:(\w+)|\{([^;]*)\})")


def files(root):
    """Returns all source files of the repository."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others",
                             "--exclude-standard"], capture_output=True, text=True,
                            check=False).stdout.split("\n")
    # An unpacked archive has no git repository that lists the files.
    paths = [Path(name) for name in listed if name] or [
        path.relative_to(root) for path in root.rglob("*")
        if "build" not in path.relative_to(root).parts]
    return [path for path in paths if (root / path).is_file()]


def c_needs(texts):
    """Returns for each C unit (a path without its suffix) the units that it needs."""
    bare, defined, own = defaultdict(str), defaultdict(set), defaultdict(set)
    includes = defaultdict(set)
    for path, text in texts.items():
        unit = str(path.with_suffix(""))
        includes[unit] |= {str(Path(name).with_suffix("")) for name in C_INCLUDE.findall(text)}
        code = NO_CODE.sub(" ", text)
        bare[unit] += code
        if path.suffix != ".c" or unit == STAND_IN:
            continue
        for storage, name in C_DEFINITION.findall(code):
            own[unit].add(name)
            if not storage.startswith("static"):
                defined[name].add(unit)
    needs = defaultdict(set)
    for unit, code in bare.items():
        for name in set(C_NAME.findall(TAG.sub(" ", code))) - own[unit]:
            # A test may define a function of a library, for which no other file asks the test.
            others = {other for other in defined.get(name, ())
                      if unit.startswith("tests/") or not other.startswith("tests/")}
            # Programs have functions of the same name, such as main.
            needs[unit] |= others if len(others) == 1 else others & includes[unit]
    return needs


def js_needs(texts):
    return {str(path): {str((path.parent / name).as_posix()) for name in JS_IMPORT.findall(text)}
            for path, text in texts.items()}


def py_needs(texts):
    names = {str(path) for path in texts}
    needs = defaultdict(set)
    for path, text in texts.items():
        for module, members, modules in PY_IMPORT.findall(text):
            wanted = [f"{module}.{member.strip()}" for member in members.split(",")] + [module]
            for name in wanted if module else modules.split(","):
                file = "/".join(name.strip().split()[0:1]).replace(".", "/") + ".py"
                for folder in (str(path.parent), *MODULES):
                    if f"{folder}/{file}" in names:
                        needs[str(path)].add(f"{folder}/{file}")
                        break
    return needs


def rust_needs(texts):
    needs = defaultdict(set)
    for path, text in texts.items():
        for one, many in RUST_USE.findall(text):
            for name in [one] if one else re.findall(r"(\w+)(?:::|\s*[,}]|$)", many):
                target = path.with_name(f"{name}.rs")
                if target in texts and target != path:
                    needs[str(path)].add(str(target))
    return needs


def circles(needs):
    """Returns the strongly connected parts with two files or more (Tarjan's algorithm)."""
    order, low, stack, found = {}, {}, [], []

    def visit(file):
        order[file] = low[file] = len(order)
        stack.append(file)
        for other in needs.get(file, ()):
            if other not in order:
                visit(other)
            if other in stack:
                low[file] = min(low[file], low[other])
        if low[file] == order[file]:
            part = stack[stack.index(file):]
            del stack[-len(part):]
            if len(part) > 1:
                found.append(frozenset(part))

    for file in list(needs):
        if file not in order:
            visit(file)
    return found


def read_known(path):
    """Returns the circles of the list."""
    known = []
    for line in path.read_text().splitlines():
        folder, _, names = line.partition("#")[0].strip().partition(":")
        if names:
            known.append(frozenset(str(Path(folder) / name) for name in names.split()))
    return known


def main():
    sys.setrecursionlimit(10000)
    root = Path(sys.argv[1])
    texts = defaultdict(dict)
    for path in files(root):
        if path.suffix in (".c", ".h", ".mjs", ".js", ".py", ".rs"):
            texts[path.suffix][path] = (root / path).read_text(encoding="utf-8")
    headers = {str(path): set(C_INCLUDE.findall(text)) for path, text in texts[".h"].items()}
    found = circles(headers)
    for needs in (c_needs(texts[".c"] | texts[".h"]), js_needs(texts[".mjs"] | texts[".js"]),
                  py_needs(texts[".py"]), rust_needs(texts[".rs"])):
        found += circles(needs)
    known = read_known(root / "tests/layer/circles.txt")
    for circle in found:
        if circle not in known:
            print("FAILED these files need each other in a circle:", *sorted(circle))
    for circle in known:
        if circle not in found:
            print("FAILED circles.txt lists a circle that does not exist:", *sorted(circle))
    count = sum(map(len, texts.values()))
    print(f"{count} files, {len(found)} circles, {len(known)} of them known")
    return set(found) != set(known) or count == 0


sys.exit(main())
