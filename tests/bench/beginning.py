"""Measures how many seconds pass from the invitation of the bot to the first action, on a real Synapse.

Each run has a new homeserver with Synapse's own rate limits, a new bot, and two new players. The
players are scripted and answer at once, so only the bot and the homeserver take time. With --think,
the challenge waits for so many seconds, as it does among people.

    tests/run.sh beginning      (see README.md)
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from local import bot as daemon
from local.homeserver import Homeserver
from local.player import Player, is_edit

# Seconds in which the bot logs in and sets its profile, and regains what that takes of Synapse's rate
# limit for messages: two of ten, of which one comes back every five seconds.
SETTLED = 15

SPANS = ("invitation to welcome", "acceptance to both hands", "invitation to the first action shown")


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", type=Path, required=True, help="the program engarde-bot")
    parser.add_argument("--work", type=Path, required=True, help="a folder for the files of the runs")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--think", type=float, default=0, help="seconds between the challenge and its answer")
    return parser.parse_args()


def shown(player: Player, room: str, seen: int) -> bool:
    """Returns whether the bot has shown the player their action: by an edit of their list in private or
    of the board in the room, after its first `seen` messages there."""
    return any(map(is_edit, player.from_bot(player.private))) or any(map(is_edit, player.from_bot(room)[seen:]))


async def begin(ann: Player, bob: Player, think: float) -> tuple[float, ...]:
    """Plays from the invitation to the first action. Returns the seconds of each span."""
    room = await ann.create_room("hall")
    await ann.invite(room, bob.user)
    await bob.join(room)

    invited = time.monotonic()
    await ann.invite(room, daemon.USER)
    await ann.hears(room, "I host matches")
    welcomed = time.monotonic()

    await ann.say(room, "!engarde challenge")
    challenge = await bob.hears(room, r"^#\d+: .* challenges")
    await asyncio.sleep(think)
    accepted = time.monotonic()
    await bob.send(room, {"m.relates_to": {"rel_type": "m.annotation", "event_id": challenge["event_id"],
                                           "key": "\u2705"}}, "m.reaction")
    await asyncio.gather(*(player.until(player.hands, "the first hand") for player in (ann, bob)))
    dealt = time.monotonic()

    first = ann if ann.turn() else bob
    hand = first.turn()
    seen = len(first.from_bot(room))
    await first.act(first.private, hand.choices[0].letter)
    await first.until(lambda: shown(first, room, seen), "the action")
    return welcomed - invited, dealt - accepted, time.monotonic() - invited - think


async def meet(homeserver: Homeserver, think: float) -> tuple[float, ...]:
    players = [Player(homeserver, name, daemon.USER) for name in ("ann", "bob")]
    try:
        for player in players:
            await player.start()
        return await begin(*players, think)
    finally:
        for player in players:
            await player.stop()


def run(chosen, folder: Path) -> tuple[float, ...]:
    homeserver = Homeserver(folder / "homeserver")
    bot = daemon.Bot(chosen.bot.resolve(), homeserver, folder / "bot", more=daemon.PLAIN)
    homeserver.start()
    try:
        bot.register()
        bot.start()
        time.sleep(SETTLED)
        return asyncio.run(meet(homeserver, chosen.think))
    finally:
        bot.stop()
        homeserver.stop()


def main():
    chosen = options()
    chosen.work.mkdir(parents=True, exist_ok=True)
    runs = []
    for _ in range(chosen.runs):
        with tempfile.TemporaryDirectory(dir=chosen.work) as folder:
            runs.append(run(chosen, Path(folder)))
    print(f"seconds, {len(runs)} runs, a challenge that waits {chosen.think:g} s"
          f"{'' if chosen.think == 0 else ' (not counted)'}:")
    for name, seconds in zip(SPANS, zip(*runs)):
        print(f"  {name:45} median {statistics.median(seconds):5.2f}"
              f"  least {min(seconds):5.2f}  most {max(seconds):5.2f}")


main()
