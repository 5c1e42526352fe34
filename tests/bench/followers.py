"""Measures what people cost who follow a match on the web page: memory, and the time from an action to
the last of them.

Two players act on the page. All followers have the link to the board of the room. Bot, homeserver and
followers are on this machine; one thread reads all streams, and its time counts too.

    tests/run.sh followers      (see README.md)
"""

import argparse
import json
import os
import re
import resource
import secrets
import selectors
import socket
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "service"))

TURN = re.compile(rb'"turn":(\d+)')


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", type=Path, required=True, help="the program engarde-bot")
    parser.add_argument("--followers", type=int, default=1000)
    parser.add_argument("--actions", type=int, default=200)
    parser.add_argument("--out", type=Path, help="a file for the figures, as JSON")
    return parser.parse_args()


def memory(process) -> int:
    """Returns the bytes of memory that the process uses and shares with no other process."""
    rollup = Path(f"/proc/{process.pid}/smaps_rollup").read_text()
    return 1024 * sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Private_"))


class Followers:
    """Live streams, which one thread reads."""

    def __init__(self, port: int, token: str, count: int):
        self.selector = selectors.DefaultSelector()
        self.turns = [0] * count
        self.tails = [b""] * count
        request = f"GET /api/live HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
        for number in range(count):
            stream = socket.create_connection(("127.0.0.1", port))
            stream.sendall(request)
            stream.setblocking(False)
            self.selector.register(stream, selectors.EVENT_READ, number)

    def read(self, timeout: float) -> None:
        for key, _ in self.selector.select(timeout):
            data = key.fileobj.recv(1 << 16)
            assert data, "the bot has closed a stream"
            text = self.tails[key.data] + data
            for found in TURN.finditer(text):
                self.turns[key.data] = max(self.turns[key.data], int(found[1]))
            self.tails[key.data] = text[-40:]

    def until(self, turn: int, patience: float = 60) -> list[float]:
        """Reads until all followers have seen this turn. Returns when each of them saw it."""
        end, seen, waiting = time.monotonic() + patience, [], len(self.turns)
        while waiting:
            assert time.monotonic() < end, f"{waiting} followers have not seen turn {turn}"
            self.read(1)
            now, left = time.monotonic(), sum(saw < turn for saw in self.turns)
            seen += [now] * (waiting - left)
            waiting = left
        return seen

    def close(self) -> None:
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()


def percentile(values, share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def measure(case, chosen) -> dict:
    case.enter()
    tokens = {user: case.link(user) for user in case.rooms}
    board = case.board_link()
    case.write(case.ANN, f"!eg challenge {case.BOB} to 15", case.ROOM)
    case.until(lambda: any("challenges" in body for body in case.bodies(case.ROOM)))
    case.write(case.BOB, "!eg accept", case.ROOM)
    streams = {user: case.stream(token) for user, token in tokens.items()}
    matches = {user: case.await_state(stream, case.playing) for user, stream in streams.items()}
    before = memory(case.program)
    followers = Followers(case.port, board, chosen.followers)
    followers.until(1)
    after = memory(case.program)
    last, each = [], []
    for _ in range(chosen.actions):
        user = next(user for user, match in matches.items() if match["choices"])
        match = matches[user]
        tap = json.dumps({"key": secrets.token_urlsafe(18), "do": "play", "match": match["id"],
                          "turn": match["turn"], "action": match["choices"][-1]["action"]})
        began = time.monotonic()
        player = socket.create_connection(("127.0.0.1", case.port))
        player.sendall(f"POST /api/act HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer {tokens[user]}\r\n"
                       f"Content-Length: {len(tap)}\r\n\r\n{tap}".encode())
        seen = followers.until(match["turn"] + 1)
        player.close()
        each += [when - began for when in seen]
        last.append(max(seen) - began)
        matches = {user: case.await_state(stream, lambda state: (now := case.playing(state))
                                          and now["turn"] > match["turn"] and now)
                   for user, stream in streams.items()}
    followers.close()
    return {
        "followers": chosen.followers, "actions": chosen.actions,
        "memory a follower, in KiB": round((after - before) / chosen.followers / 1024, 2),
        "memory of the bot without them, in MiB": round(before / 2**20, 1),
        "action to a follower, median in ms": round(1000 * statistics.median(each), 1),
        "action to the last follower, median in ms": round(1000 * statistics.median(last), 1),
        "action to the last follower, p99 in ms": round(1000 * percentile(last, 0.99), 1),
    }


def main() -> int:
    chosen = options()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4 * chosen.followers + 1000), hard))
    os.environ["ENGARDE_BOT"] = str(chosen.bot.absolute())
    import web_case

    case = web_case.WebCase("enter")
    case.ANN, case.BOB, case.ROOM = web_case.ANN, web_case.BOB, web_case.ROOM
    case.setUp()
    try:
        figures = measure(case, chosen)
    finally:
        case.doCleanups()
    for name, figure in figures.items():
        print(f"{name:45}{figure:>10}")
    if chosen.out:
        chosen.out.write_text(json.dumps(figures, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
