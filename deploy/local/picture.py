"""A picture of a match for the terminal: the room between the two private rooms."""

from local.terminal import columns, put, wrapped

ROOM_WIDTH = 34  # columns of the terminal; the bot's board needs 30 of them
NARROWEST, WIDEST = 80, 120
RULE = " │ "


class Picture:
    """Three columns. Each `draw` prints the new texts of all columns side by side."""

    def __init__(self, left: str, middle: str, right: str):
        private = (columns(NARROWEST, WIDEST) - ROOM_WIDTH - 2 * len(RULE)) // 2
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
            put(RULE.join(cells).rstrip())
        for lines in self._waiting:
            lines.clear()
        if height:
            self._rule(joint)

    def _rule(self, joint: str) -> None:
        put(f"─{joint}─".join("─" * width for width in self._widths))
