"""The demonstration: a homeserver, the bot and two players on this machine.

Two scripted players play a whole match, and the program shows it. With --stay the program shows the
console of one player instead, until the user ends it.
"""

import argparse
import asyncio
import random
import re
import shutil
import signal
import sys
import textwrap
from collections.abc import Coroutine
from pathlib import Path

from local import bot as daemon
from local.console import Console
from local.homeserver import USUAL_PORT, Homeserver, free_port
from local.picture import Picture
from local.player import Player, is_edit, next_to_act, sensible, text_of
from local.process import Failed
from local.terminal import shown

PLAYERS = ("alice", "bob")
GUEST = "carol"
HALL, HALL_NAME = "hall", "Fencing hall"
FOR_EVER = 10.0**9
SEED = 7


def say(text: str) -> None:
    print(textwrap.fill(f"==> {text}", 80, subsequent_indent="    "), flush=True)


class Show:
    """Prints the messages that both players' clients have received since the last `draw`."""

    def __init__(self, left: Player, right: Player, room: str):
        self.players = (left, right)
        self.room = room
        self.picture = Picture(
            f"{left.name}'s private room", f"the room “{HALL_NAME}”", f"{right.name}'s private room"
        )
        self._seen: set[str] = set()

    def _put_new(self, column: int, player: Player, room: str | None) -> None:
        for event in player.events.get(room or "", []):
            if event["type"] != "m.room.message" or event["event_id"] in self._seen:
                continue
            self._seen.add(event["event_id"])
            text = shown(event["content"])
            if is_edit(event):
                text = f"(edited)\n{text}"
            who = None if event["sender"] == player.bot else event["sender"].split(":")[0][1:]
            self.picture.put(column, who, text)

    def draw(self) -> None:
        left, right = self.players
        self._put_new(0, left, left.private)
        self._put_new(1, left, self.room)
        self._put_new(2, right, right.private)
        self.picture.draw()


async def play(left: Player, right: Player, room: str, touches: int) -> None:
    """Plays a whole match. The players answer with letters in their private rooms."""
    chance = random.Random(SEED)
    show = Show(left, right, room)
    await left.say(room, f"!engarde challenge {right.user} to {touches}")
    await right.hears(room, " challenges ")
    show.draw()
    await right.say(room, "!engarde accept")
    actions = 0
    while True:
        player = await next_to_act((left, right), room)
        # The board in the room and the hand arrive one after the other, so wait for both messages.
        await asyncio.sleep(0.15)
        show.draw()
        if player is None:
            break
        choice = sensible(player.turn().choices, chance)
        await player.act(player.private, choice.letter)
        actions += 1
    say(f"the match is over after {actions} actions")


async def answer(player: Player, room: str) -> None:
    """Accepts every challenge and plays, like a patient sparring partner."""
    chance = random.Random(SEED)
    accepted: set[str] = set()

    def challenge() -> str | None:
        pattern = rf"^#\d+: .* challenges (@?{player.name}|anybody)"
        for event in player.from_bot(room):
            if event["event_id"] not in accepted and re.search(pattern, text_of(event)):
                return event["event_id"]
        return None

    while True:
        await player.until(lambda: player.turn() or challenge(), "something to do", FOR_EVER)
        if hand := player.turn():
            await player.act(player.private, sensible(hand.choices, chance).letter)
            continue
        accepted.add(challenge())
        await player.say(room, "!engarde accept")


async def stay(left: Player, right: Player, room: str) -> None:
    partner = asyncio.create_task(answer(right, room))
    try:
        await Console(left, room).run()
    finally:
        partner.cancel()
        await asyncio.gather(partner, return_exceptions=True)


async def make_hall(left: Player, right: Player, guest: Player) -> str:
    """Makes the room of the match. In a room where nobody follows the players, boards would wait."""
    say(f"{left.name} makes a room and invites {right.name}, {GUEST} and the bot")
    room = await left.create_room(HALL_NAME, alias=HALL)
    for user in (right.user, daemon.USER, f"@{GUEST}:{daemon.SERVER_NAME}"):
        await left.invite(room, user)
    await right.join(room)
    await guest.join(room)
    await left.hears(room, "engarde")
    return room


async def demonstrate(homeserver: Homeserver, touches: int, staying: bool) -> None:
    left, right, guest = players = [Player(homeserver, name, daemon.USER) for name in (*PLAYERS, GUEST)]
    try:
        for player in players:
            await player.start()
        room = await left.room_named(HALL) or await make_hall(left, right, guest)
        if staying:
            await stay(left, right, room)
        else:
            await play(left, right, room, touches)
    finally:
        for player in players:
            await player.stop()


async def watch(bot: daemon.Bot) -> None:
    """Fails when the bot ends by itself: nobody need wait for it any more."""
    while bot.process.is_running():
        await asyncio.sleep(0.5)
    raise Failed("the bot has ended by itself", "mend what the end of its log says")


async def first_of(*tasks: Coroutine) -> None:
    """Runs all until the first one ends, and raises what it raised."""
    running = [asyncio.create_task(task) for task in tasks]
    try:
        done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


def explain(homeserver: Homeserver) -> None:
    print(
        f"""
Until this program ends, the homeserver listens at {homeserver.url}, and
any Matrix client on this machine can use it. The accounts (the password of each
player is the name):
    {PLAYERS[0]:8}you, here
    {PLAYERS[1]:8}a program, which accepts every challenge and plays
    {GUEST:8}free: log in with a client, and follow the match in the room
The bot is {daemon.USER}. It has a web page, on which you play by clicking
your cards. The bot sends you the link with your first cards, or when you write
"!engarde link" here. Open it in a browser on this machine.
"""
    )


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--program", type=Path, required=True, help="the bot's program")
    arguments.add_argument("--directory", type=Path, required=True, help="the folder for all files")
    arguments.add_argument("--touches", type=int, default=5, help="touches to win the match")
    arguments.add_argument("--stay", action="store_true", help="show a console instead")
    options = arguments.parse_args()

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if not options.stay:
        # The demonstration starts without the files of the last run. With --stay the program keeps
        # these files, so that the player finds the room again.
        shutil.rmtree(options.directory, ignore_errors=True)
    homeserver = Homeserver(options.directory / "homeserver", port=USUAL_PORT)
    page = daemon.PAGE.format(port=free_port(daemon.PAGE_PORT))
    bot = daemon.Bot(options.program, homeserver, options.directory / "bot", more=daemon.PLAIN + page)
    try:
        say("starting the homeserver Synapse, for this machine only")
        homeserver.start()
        accounts = {daemon.NAME: daemon.PASSWORD} | {name: name for name in (*PLAYERS, GUEST)}
        say(f"it listens at {homeserver.url}; making the accounts {', '.join(accounts)}")
        for name, password in accounts.items():
            homeserver.register(name, password)
        say("lifting their rate limits, with which a match would take an hour")
        for name in accounts:
            homeserver.lift_limits(f"@{name}:{daemon.SERVER_NAME}")
        say("starting the bot")
        bot.start()
        if options.stay:
            explain(homeserver)
        asyncio.run(first_of(demonstrate(homeserver, options.touches, options.stay), watch(bot)))
    except KeyboardInterrupt:
        print()
    except (Failed, AssertionError) as failure:
        print(f"\nFAILED: {failure}", file=sys.stderr)
        print(f"The bot's log, {bot.process.log}, ends with:\n{bot.process.last_lines()}", file=sys.stderr)
        return 1
    finally:
        say("stopping the bot and Synapse")
        bot.stop()
        homeserver.stop()
    if not options.stay:
        say("play yourself: ./deploy/quickstart.sh at a terminal, or with no homeserver:")
        print(f"    {options.program} --console")
    return 0


if __name__ == "__main__":
    sys.exit(main())
