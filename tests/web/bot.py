"""Runs the bot with two players on a homeserver of the tests, for match.test.mjs.

Run: bot.py
Prints the port and the links. After each line of its standard input, it prints the link to the replay of
the match that has ended. Ends when its standard input ends.
"""

import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "service"))

from web_case import ANN, BOB, ROOM, WebCase  # noqa: E402


class Bot(WebCase):
    def runTest(self):
        self.enter()
        tables = [self.link(user) for user in (ANN, BOB)]
        board = self.board_link()
        self.write(ANN, f"!eg challenge {BOB} to 1 clock 5m", ROOM)
        self.until(lambda: any("challenges" in body for body in self.bodies(ROOM)))
        print(json.dumps({"port": self.port, "tables": tables, "board": board}), flush=True)
        for _ in sys.stdin:
            self.write(ANN, "!eg replay", ROOM)
            links = self.until(lambda: self.tokens(ROOM, "r"))
            print(json.dumps(links[0]), flush=True)
        self.assertNotIn(tables[0], "".join(self.log))


if __name__ == "__main__":
    unittest.main()
