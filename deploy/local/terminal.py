"""The texts of messages, for a terminal."""

import re
import shutil
import sys
import textwrap
import unicodedata
from html.parser import HTMLParser

FILES = {"m.image": "picture", "m.file": "file"}
CODE, CODE_END = "\033[36m", "\033[39m"  # cyan, as in the bot's own console

# While a text is divided into lines, its code is shifted into a private plane of Unicode. So a character
# of code stays one column wide, and each line knows its own code.
SHIFT = 0x100000
SHIFTED = re.compile("[\U00100000-\U0010ffff]([\U00100000-\U0010ffff ]*[\U00100000-\U0010ffff])?")
# Such a filler follows each character that is two columns wide, such as most emoji.
FILLER = "\ue000"


def _filled(text: str) -> str:
    return "".join(char + FILLER * (unicodedata.east_asian_width(char) in "WF") for char in text)


def _shift(code: str) -> str:
    return "".join(char if char.isspace() or ord(char) > 0xFFFF else chr(ord(char) + SHIFT) for char in code)


class _Text(HTMLParser):
    """Makes the text of a formatted message of the bot. Its code is shifted. The address of a link follows
    its text, except for users and rooms."""

    BREAKS = {"p", "br"}

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._code = False
        self._address = None

    def handle_starttag(self, tag, attrs):
        if tag in self.BREAKS and self.text and not self.text.endswith("\n"):
            self.text += "\n"
        if tag == "a":
            self._address = dict(attrs).get("href")
        self._code = self._code or tag == "code"

    def handle_endtag(self, tag):
        if tag == "code":
            self._code = False
        if tag == "a" and self._address and "://matrix.to/" not in self._address:
            self.text += f" ({self._address})"
        if tag in self.BREAKS and not self.text.endswith("\n"):
            self.text += "\n"

    def handle_data(self, data):
        data = data.replace("\n", " ")
        self.text += _shift(data) if self._code else data


def shown(content: dict) -> str:
    """Returns the text of a message as a client shows it. A file is its name above its caption. The text
    has a character for each column of the terminal. `put` prints its lines."""
    content = content.get("m.new_content", content)
    markup = content.get("formatted_body")
    text = _filled(content.get("body", ""))
    if markup is not None:
        reader = _Text()
        reader.feed(_filled(markup))
        reader.close()
        text = reader.text.strip("\n")
    kind = FILES.get(content.get("msgtype"))
    return f"[{kind} {content.get('filename', '')}]\n{text}" if kind else text


def columns(least: int, most: int) -> int:
    """Returns the width of the terminal within these limits."""
    return min(max(shutil.get_terminal_size().columns, least), most)


def wrapped(text: str, width: int, whole_words: bool = False) -> list[str]:
    """Divides a text into lines. With `whole_words` a longer word, such as a link, is a line of its own."""
    lines: list[str] = []
    for line in text.splitlines():
        if len(line) <= width:
            lines.append(line)
            continue
        indent = " " * min(len(line) - len(line.lstrip()) + 2, width // 2)
        lines += textwrap.wrap(
            line,
            width,
            subsequent_indent=indent,
            break_long_words=not whole_words,
            break_on_hyphens=False,
        )
    return lines


def put(line: str) -> None:
    """Prints a line. On a terminal, code has a colour."""

    def unshifted(found: re.Match) -> str:
        code = "".join(chr(ord(char) % SHIFT) for char in found.group())
        return f"{CODE}{code}{CODE_END}" if sys.stdout.isatty() else code

    print(SHIFTED.sub(unshifted, line).replace(FILLER, ""), flush=True)
