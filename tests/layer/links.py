"""Checks that the links of all guides lead to existing files, and to headings that these files have.

Run: links.py ROOT
"""

import re
import subprocess
import sys
from pathlib import Path

LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)")


def anchors(guide: Path) -> set[str]:
    """Returns the headings as links name them: in lower case, words joined by hyphens."""
    headings = re.findall(r"^#+ (.*)$", guide.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def faults(guide: Path) -> list[str]:
    found = []
    for path, heading in LINK.findall(guide.read_text(encoding="utf-8")):
        target = guide.parent / path if path else guide
        if not target.exists():
            found.append(f"{guide}: there is no {path}")
        elif heading and heading not in anchors(target):
            found.append(f"{guide}: {path or guide.name} has no heading #{heading}")
    return found


def main() -> None:
    root = Path(sys.argv[1])
    names = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard",
                            "*.md"], capture_output=True, text=True, check=False).stdout.split()
    # An unpacked archive has no git repository that lists the guides.
    guides = [root / name for name in names] or [
        guide for guide in root.rglob("*.md") if "build" not in guide.relative_to(root).parts]
    assert len(guides) > 5, guides
    found = [fault for guide in guides if guide.exists() for fault in faults(guide)]
    print(*found, sep="\n")
    sys.exit(bool(found))


main()
