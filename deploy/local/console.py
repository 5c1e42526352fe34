"""The console of one player: reads what they type, and shows the room and their private room."""

import asyncio
import os
import sys

from local.player import Player, is_edit
from local.terminal import columns, put, shown, wrapped

QUIT = "/quit"
INDENT = "    "
NARROWEST, WIDEST = 40, 100
HELP = """\
You are {name}. This program sends each line that you type to the room. It sends
a line that begins with / to your private room with the bot. Try
    !engarde challenge @bob:localhost to 1
and then, when your cards have come,  /a  for the first of your choices.
^D or /quit ends the program.
"""


class Console:
    def __init__(self, player: Player, room: str):
        self.player = player
        self.room = room
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()  # None at the end of the input

    async def run(self) -> None:
        """Runs until /quit or the end of the input."""
        print(HELP.format(name=self.player.name), flush=True)
        loop = asyncio.get_running_loop()
        showing = asyncio.create_task(self._show())
        # The loop reads only input that has arrived, because a thread that waits in read() could
        # not be stopped.
        loop.add_reader(sys.stdin.fileno(), self._read)
        try:
            while (line := await self._lines.get()) is not None and line != QUIT:
                if line:
                    await self._answer(line)
        finally:
            loop.remove_reader(sys.stdin.fileno())
            showing.cancel()
            await asyncio.gather(showing, return_exceptions=True)

    def _read(self) -> None:
        got = os.read(sys.stdin.fileno(), 65536)
        for line in got.decode(errors="replace").splitlines():
            self._lines.put_nowait(line.strip())
        if not got:
            self._lines.put_nowait(None)

    async def _answer(self, line: str) -> None:
        if not line.startswith("/"):
            await self.player.say(self.room, line)
            return
        if self.player.private is None:
            print(
                "The bot has no private room with you yet. It makes one for your first match,\n"
                'or when you write "!engarde link" here.'
            )
            return
        await self.player.say(self.player.private, line[1:])

    async def _show(self) -> None:
        seen: set[str] = set()
        while True:
            new = await self.player.until(lambda: self._new(seen), "news", patience=86400)
            for where, event in new:
                seen.add(event["event_id"])
                self._print(where, event)

    def _new(self, seen: set[str]) -> list[tuple[str, dict]]:
        rooms = {"the room": self.room, "private": self.player.private or ""}
        return [
            (where, event)
            for where, room in rooms.items()
            for event in self.player.events.get(room, [])
            if event["type"] == "m.room.message" and event["event_id"] not in seen
        ]

    def _print(self, where: str, event: dict) -> None:
        who = event["sender"].split(":")[0]
        edited = ", edited" if is_edit(event) else ""
        put(f"[{where}] {who}{edited}")
        width = columns(NARROWEST, WIDEST) - len(INDENT)
        for line in wrapped(shown(event["content"]), width, whole_words=True):
            put(INDENT + line)
