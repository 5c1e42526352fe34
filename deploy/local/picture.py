"""A picture of a match for the terminal: the room between the two private rooms."""

import shutil
import textwrap
from html.parser import HTMLParser

ROOM_WIDTH = 42  # columns of the terminal; the bot's board needs 30 of them
NARROWEST, WIDEST = 80, 120
RULE = " │ "
FILES = {"m.image": "picture", "m.file": "file"}


class _Text(HTMLParser):
    """Makes plain text of a formatted message. The lines of <pre> stay as they are. Other code is
    between `…`. The address of a link follows its text, except for users and rooms."""

    BREAKS = {"p", "br", "pre", "h3", "h4", "table", "tr", "hr"}

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._pre = False
        self._address = None

    def handle_starttag(self, tag, attrs):
        if tag in self.BREAKS and self.text and not self.text.endswith("\n"):
            self.text += "\n"
        if tag == "code" and not self._pre:
            self.text += "`"
        if tag == "a":
            self._address = dict(attrs).get("href")
        self._pre = self._pre or tag == "pre"

    def handle_endtag(self, tag):
        if tag == "pre":
            self._pre = False
        if tag == "code" and not self._pre:
            self.text += "`"
        if tag == "a" and self._address and "://matrix.to/" not in self._address:
            self.text += f" ({self._address})"
        if tag in self.BREAKS and not self.text.endswith("\n"):
            self.text += "\n"

    def handle_data(self, data):
        self.text += data if self._pre else data.replace("\n", " ")


def shown(content: dict) -> str:
    """Returns the text of a message as a client shows it. A file is its name above its caption."""
    content = content.get("m.new_content", content)
    markup = content.get("formatted_body")
    text = content.get("body", "")
    if markup is not None:
        reader = _Text()
        reader.feed(markup)
        reader.close()
        text = reader.text.strip("\n")
    kind = FILES.get(content.get("msgtype"))
    return f"[{kind} {content.get('filename', '')}]\n{text}" if kind else text


def wrapped(text: str, width: int) -> list[str]:
    lines: list[str] = []
    for line in text.splitlines():
        indent = " " * min(len(line) - len(line.lstrip()) + 2, width // 2)
        lines += textwrap.wrap(line, width, subsequent_indent=indent) if len(line) > width else [line]
    return lines


class Picture:
    """Three columns. Each `draw` prints the new texts of all columns side by side."""

    def __init__(self, left: str, middle: str, right: str):
        columns = min(max(shutil.get_terminal_size((100, 24)).columns, NARROWEST), WIDEST)
        private = (columns - ROOM_WIDTH - 2 * len(RULE)) // 2
        self._widths = (private, ROOM_WIDTH, private)
        self._waiting: tuple[list[str], ...] = ([], [], [])
        self._rule("┬")
        for column, title in enumerate((left, middle, right)):
            self._waiting[column].extend(wrapped(title, self._widths[column]))
        self.draw()

    def put(self, column: int, who: str | None, text: str) -> None:
        """Adds a text to a column. `who` is the sender of the text, or None for the bot."""
        said = f"‹{who}› {text}" if who else text
        self._waiting[column].extend(wrapped(said, self._widths[column]))

    def draw(self, joint: str = "┼") -> None:
        height = max(len(lines) for lines in self._waiting)
        for row in range(height):
            cells = [
                (lines[row] if row < len(lines) else "").ljust(width)
                for lines, width in zip(self._waiting, self._widths)
            ]
            print(RULE.join(cells).rstrip())
        for lines in self._waiting:
            lines.clear()
        if height:
            self._rule(joint)

    def _rule(self, joint: str) -> None:
        print(f"─{joint}─".join("─" * width for width in self._widths), flush=True)
