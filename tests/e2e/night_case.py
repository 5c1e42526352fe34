"""Club nights on a real homeserver: scripted fencers sign up, fence all their bouts, and see the podium."""

import asyncio
import base64
import contextlib
import re
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path

from competition.recompute import recompute
from e2e.audit import events_of
from e2e.case import PROGRAM, EndToEnd, is_round_end
from local import bot as daemon
from local.player import SAID, Hand, Player, is_edit, sensible, text_of

FENCERS = ("alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi")
PODIUM = r"^The club night is over\."
PICTURE = r"^Club night, all results in a picture:"
PLACE = re.compile(r"(\d+)\.\s(\w+)")
ENDED = re.compile(r"^You (won|lost) #(\d+) against (\w+), (\d+) to (\d+)\.", re.MULTILINE)
# What the bot may say to the room between the start and the podium, and how often. The pools of eight are two,
# and the final has no line of its own. The sheet is new when the pools and the tableau begin.
LINES = {r"^Club night \(victories": 2, r"^Pool \d, results": 2, r"^(Quarter|Semi)-finals, results": 2, PODIUM: 1,
         PICTURE: 1}


def copy_of(database: Path, folder: Path) -> Path:
    """Copies a store, which no other process can open while the bot runs. The bot must be idle."""
    for path in (database, database.with_name(f"{database.name}-wal")):
        shutil.copy(path, folder)
    return folder / database.name


class Record:
    """What the bot's store says about a night or season that is over."""

    def __init__(self, database: Path, kind: str):
        with tempfile.TemporaryDirectory() as folder:
            with contextlib.closing(sqlite3.connect(copy_of(database, Path(folder)))) as connection:
                self.read(connection, kind)

    def read(self, connection: sqlite3.Connection, kind: str) -> None:
        ident, self.secret = connection.execute(
            "SELECT id, secret FROM competitions WHERE kind = ? AND ended > 0 ORDER BY id DESC", (kind,)).fetchone()
        entrants = connection.execute("SELECT number, user_id, event, rank FROM entrants "
                                      "WHERE competition_id = ? AND pool > 0 ORDER BY number", (ident,)).fetchall()
        self.numbers, self.users, self.events, ranks = zip(*entrants)
        self.rank = [number for number, rank in zip(self.numbers, ranks) if rank > 0]
        self.bouts = connection.execute(
            "SELECT number, round, place, one, other, one_touches, other_touches, CASE winner WHEN 'one' THEN 0 "
            "WHEN 'other' THEN 1 ELSE 2 END, match_id FROM bouts WHERE competition_id = ? AND state = 'ended' "
            "ORDER BY number", (ident,)).fetchall()

    def results(self) -> dict[int, tuple]:
        """Returns the users and the touches of each match."""
        user = dict(zip(self.numbers, self.users))
        return {match: (user[one], user[other], touches, against)
                for _, _, _, one, other, touches, against, _, match in self.bouts}

    def places(self) -> dict[str, int]:
        """Computes the places a second time, as for competition/. All fencers are new, so lots seed them."""
        secret = base64.urlsafe_b64decode(self.secret + "=")
        fenced = [[round, one, other, touches, against, winner, time]
                  for time, (_, round, _, one, other, touches, against, winner, _) in enumerate(self.bouts, 1)]
        found = recompute({
            "secret": secret.hex(),
            "third": False,
            "entrants": [[number, True, 0, event] for number, event in zip(self.numbers, self.events)],
            "withdrawn": [],
            "fenced": fenced,
            "bouts": [[pool, one, other] for _, round, pool, one, other, *_ in self.bouts if round == 0],
            "fencers": [[number, 0, 0, number in self.rank, 0] for number in self.numbers],
        })
        user = dict(zip(self.numbers, self.users))
        return {user[number]: place for number, _, _, _, place in found}


class NightCase(EndToEnd):
    patience = 900.0 # seconds that a fencer waits for a turn
    kind = "night"
    end = PODIUM
    last = PODIUM, PICTURE # what the room hears last
    record_class = Record

    async def between(self, actions: int) -> None:
        """Called after each sign-up, with 0, and after each action, with the number of actions so far."""

    async def open_night(self, terms: str) -> tuple[list[Player], str]:
        """Makes a room of all fencers, in which the first one opens a night. All sign up."""
        return await self.sign_up(FENCERS, f"5m {terms}", r"^Club night from ", "Here")

    async def sign_up(self, names: tuple[str, ...], terms: str, opens: str, here: str) -> tuple[list[Player], str]:
        """Lets all of these fencers sign up, the first by the command and the others by a reaction."""
        fencers = [await self.player(name) for name in names]
        room = await self.room_of(*fencers)
        await fencers[0].say(room, f"!engarde {self.kind} {terms}")
        sheet = await fencers[0].hears(room, opens)
        await fencers[0].say(room, f"!engarde {self.kind} join")
        for fencer in fencers[1:]:
            await fencer.hears(room, opens)
            relation = {"rel_type": "m.annotation", "event_id": sheet["event_id"], "key": "\u2705"}
            await fencer.send(room, {"m.relates_to": relation}, "m.reaction")
            await self.between(0)
        await fencers[0].hears(room, rf"^{here} \({len(fencers)}\): ")
        return fencers, room

    def turn_of(self, fencer: Player) -> Hand | None:
        """Returns a hand that the fencer has to answer, or None. At a night they have one bout at a time."""
        return fencer.turn()

    async def act(self, fencer: Player, hand: Hand) -> None:
        await fencer.act(fencer.private, sensible(hand.choices, self.chance).letter)

    async def fence(self, fencer: Player, room: str) -> None:
        """Takes each turn of the fencer until all is over."""
        while True:
            await fencer.until(lambda: self.turn_of(fencer) or fencer.says_bot(room, self.end),
                               "a turn or the end", self.patience)
            hand = self.turn_of(fencer)
            if hand is None:
                return
            self.actions[hand.match] += 1
            await self.act(fencer, hand)
            await self.between(self.actions.total())

    async def begin(self, fencer: Player, room: str) -> str:
        """Starts the night. Returns the event that did it."""
        return await fencer.say(room, f"!engarde {self.kind} start")

    async def fence_all(self, fencers: list[Player], room: str) -> float:
        """Starts the night and fences it. Returns the seconds from the start to the end."""
        self.actions: Counter[int] = Counter()
        began = time.monotonic()
        self.start = await self.begin(fencers[0], room)
        await asyncio.gather(*(self.fence(fencer, room) for fencer in fencers))
        seconds = time.monotonic() - began
        for fencer in fencers:
            for pattern in self.last:
                await fencer.hears(room, pattern)
        return seconds

    def said_since_start(self, room: str | None = None) -> list[dict]:
        """Returns the bot's messages and edits since the start of the night, in all rooms or in one."""
        events = events_of(self.homeserver.database)
        start = [event["event_id"] for event in events].index(self.start)
        return [event for event in events[start:] if event["sender"] == daemon.USER and event["type"] in SAID
                and room in (None, event["room_id"])]

    def tell(self, seconds: float, room: str) -> None:
        """Prints how long the night took, and how many events it needed."""
        count = Counter()
        for event in self.said_since_start():
            where = "room" if event["room_id"] == room else "private"
            count[f"{where} {'edits' if is_edit(event) else 'messages'}"] += 1
        print(f"{self.kind}: {seconds:.0f} s, {len(self.actions)} bouts, {self.actions.total()} actions, "
              f"{count.total()} events: {dict(count)}", flush=True)

    async def check_night(self, fencers: list[Player], room: str) -> None:
        """Checks that the room read each line once, that everybody got each hand once, and that the store, the
        podium and the fencers' own messages agree. The audit looks for hands that others can read."""
        self.check_lines(room, LINES)
        record = await self.record_of(fencers[0], room)
        self.check_hands(fencers, record)
        self.check_results(fencers, record)
        podium = text_of(fencers[0].says_bot(room, PODIUM))
        said = {name: int(place) for place, name in PLACE.findall(podium.replace("🥇 ", "1.\N{NO-BREAK SPACE}"))}
        self.assertEqual(said, {user[1:].split(":")[0]: place for user, place in record.places().items()})

    def check_lines(self, room: str, wanted: dict[str, int]) -> None:
        """Checks that the room read these lines since the start, so many times each, and no others."""
        lines = [text_of(event) for event in self.said_since_start(room) if not is_edit(event)]
        lines = [line for line in lines if "accept my invitation" not in line]
        for pattern, times in wanted.items():
            self.assertEqual(sum(bool(re.search(pattern, line)) for line in lines), times, f"{pattern} in {lines}")
        self.assertEqual(len(lines), sum(wanted.values()), lines)

    async def record_of(self, fencer: Player, room: str) -> Record:
        """Reads the night from the store. `engarde verify` must accept the record of its last bout."""
        record = self.record_class(self.bot.store, self.kind)
        said = len(fencer.from_bot(room))
        match = record.bouts[-1][-1]
        await fencer.say(room, f"!engarde record #{match}")
        text = await fencer.download(await fencer.hears(room, f"record of #{match}", said))
        run = subprocess.run([PROGRAM.parent / "engarde", "verify", "-"], input=text, text=True, capture_output=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        return record

    def check_hands(self, fencers: list[Player], record: Record) -> None:
        """There are two first hands in each bout, one hand after each action but the last, and two at the end of
        each round but the last."""
        hands: Counter[int] = Counter()
        for fencer in fencers:
            for event in fencer.from_bot(fencer.private):
                hand = Hand.read(event)
                if hand is not None and not is_edit(event):
                    hands[hand.match] += 1 - is_round_end(event)
        self.assertEqual(hands, {match: actions + 1 for match, actions in self.actions.items()})
        self.assertEqual(set(self.actions), set(record.results()))

    def check_results(self, fencers: list[Player], record: Record) -> None:
        """Both fencers of each match were told its result once, and it is that of the store."""
        told = Counter()
        for fencer in fencers:
            for event in fencer.from_bot(fencer.private):
                found = None if is_edit(event) else ENDED.search(text_of(event))
                if found:
                    won, match, other, own, against = found.groups()
                    told[int(match), fencer.user, int(own), int(against)] += 1
        wanted = Counter()
        for match, (one, other, touches, against) in record.results().items():
            wanted[match, one, touches, against] += 1
            wanted[match, other, against, touches] += 1
        self.assertEqual(told, wanted)


class Killed:
    """The bot is killed during the sign-up and at every fifth action, until it has died twenty times."""

    KILLS, EVERY = 20, 5
    kills = 0
    next_kill = EVERY # the number of actions; others may act before a fencer comes to this line

    async def between(self, actions: int) -> None:
        due = actions >= self.next_kill if actions else self.chance.random() >= 0.5
        if self.kills == self.KILLS or not due:
            return
        if actions:
            self.next_kill += self.EVERY
        self.kills += 1
        await asyncio.sleep(self.chance.uniform(0, 0.4))
        self.bot.restart_after_crash()

    def check_kills(self) -> None:
        print(f"the bot was killed {self.kills} times", flush=True)
        self.assertEqual(self.kills, self.KILLS)
