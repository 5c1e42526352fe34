"""Seasons on a real homeserver: scripted fencers sign up, fence their bouts side by side, and see the final tables."""

import base64
import re
import sys

import competition
from e2e.night_case import FENCERS, NightCase, Record
from local.player import Hand, Player, sensible, text_of

sys.path.extend(competition.__path__) # the programs of this folder import each other without it
from recompute_seasons import PRESENT, PROMOTED, RELEGATED, recompute

NEWCOMER = [0, 0, 0, 0] # no results of a last season, and everybody has the same rating
OVER = r"^The season is over\."
PICTURE = r"^Season, all results in a picture:"
LEVEL = r"^Season: level for first place: " # said only if the tables need deciding bouts
DIVISION = re.compile(r"^(?:Division \d+|Table): (.*)$", re.MULTILINE)
NAME = re.compile(r"(?:^|·)\s*(\w+)")


class SeasonRecord(Record):
    """A season, whose divisions and tables are computed again."""

    def lines(self) -> dict[str, int]:
        """Returns what the bot says to the room between the start and the end, and how often."""
        decides = any(place == 0 for _, _, place, *_ in self.bouts)
        return {r"^Season until ": 1, LEVEL: int(decides), OVER: 1, PICTURE: 1}

    def final(self) -> list[tuple[str, int, int, int]]:
        """Computes the divisions and tables a second time: each fencer's name, division, rank and fate."""
        found = recompute({
            "secret": base64.urlsafe_b64decode(self.secret + "=").hex(),
            "entrants": [[number, PRESENT, *NEWCOMER, event, 0] for number, event in zip(self.numbers, self.events)],
            "fenced": [[one, other, touches, against, winner, place == 0] # 0: a deciding bout
                       for _, _, place, one, other, touches, against, winner, _ in self.bouts],
            "bouts": [[division, one, other, False] for _, _, division, one, other, *_ in self.bouts],
        })
        name = {number: user[1:].split(":")[0] for number, user in zip(self.numbers, self.users)}
        return [(name[number], division, rank, fate) for number, division, _, rank, fate in found]


class SeasonCase(NightCase):
    kind, end, last, record_class = "season", OVER, (OVER, PICTURE), SeasonRecord

    async def open_season(self, count: int) -> tuple[list[Player], str]:
        """Makes a room of so many fencers, in which the first one opens a season. All sign up."""
        names = (*FENCERS, "ivan", "judy", "kevin", "laura")[:count]
        self.answered: set[str] = set()
        return await self.sign_up(names, "1 week basic to 1", r"^Season of ", "Signed up")

    async def begin(self, fencer: Player, room: str) -> str:
        """Starts the season days early, which the bot asks about."""
        await super().begin(fencer, room)
        await fencer.hears(room, r"^The start is announced for .* Shall it be now")
        return await fencer.say(room, "!engarde yes")

    def turn_of(self, fencer: Player) -> Hand | None:
        """Returns a hand that the fencer has to answer in one of their bouts, or None."""
        newest = {hand.match: hand for hand in fencer.hands()}
        return next((hand for hand in newest.values() if hand.choices and hand.event not in self.answered), None)

    async def act(self, fencer: Player, hand: Hand) -> None:
        self.answered.add(hand.event)
        await fencer.say(fencer.private, f"{sensible(hand.choices, self.chance).notation} #{hand.match}")

    async def check_season(self, fencers: list[Player], room: str) -> None:
        """Checks that the room read each line once, that everybody got each hand once, and that the store, the
        final tables and the fencers' own messages agree. The audit looks for hands that others can read."""
        self.check_lines(room, SeasonRecord(self.bot.store, self.kind).lines())
        record = await self.record_of(fencers[0], room)
        self.check_hands(fencers, record)
        self.check_results(fencers, record)
        final = record.final()
        said = text_of(fencers[0].says_bot(room, OVER))
        tables = [NAME.findall(table) for table in DIVISION.findall(said)]
        wanted = [[name for name, division, *_ in sorted(final, key=lambda entry: entry[2]) if division == number]
                  for number in range(1, len(tables) + 1)]
        self.assertEqual(tables, wanted)
        self.assertEqual(sum(map(len, tables)), len(fencers))
        self.assertIn(f"The champion is {tables[0][0]}.", said)
        for word, wanted_fate in (("Promoted", PROMOTED), ("Relegated", RELEGATED)):
            line = re.search(rf"^{word}: (.*)$", said, re.MULTILINE)
            self.assertEqual(set(line.group(1).split(", ") if line else ()),
                             {name for name, _, _, fate in final if fate == wanted_fate})
