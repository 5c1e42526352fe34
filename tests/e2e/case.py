"""The test case of the end-to-end tests. Each test class has a homeserver and a bot, and each test
makes its own players."""

import asyncio
import os
import random
import re
import shutil
import sys
import unittest
from pathlib import Path

from e2e.audit import Audit, events_of
from local import bot as daemon
from local.homeserver import Homeserver
from local.player import (PATIENCE, SAID, Choice, Hand, Place, Player, is_edit, next_to_act, sensible,
                          text_of)

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("ENGARDE_BOT", ROOT / "build/asan/bin/engarde-bot"))
# The tests need a bot without limits, because they write more often than people do.
WITHOUT_LIMITS = "\nlimits: {sender_per_minute: 0, room_per_minute: 0, newcomers_per_minute: 0, newcomers_waiting: 0}\n"
# How many events the bot sends after a challenge is accepted: the first board, for each player the first hand,
# and a notice that they must accept an invitation to their private room.
START = 5
# The C tests use the same setting: see tests/CMakeLists.txt.
os.environ.setdefault("LSAN_OPTIONS", f"suppressions={ROOT}/tests/support/leaks.txt")
SEED = int(os.environ.get("ENGARDE_SEED", "1"))
LETTERS = str.maketrans("0123456789", "jabcdefghi")


def is_acknowledgement(event: dict) -> bool:
    """Returns whether a message of the bot is an edit of a list that was answered, or the notice in place of a poll."""
    text = text_of(event)
    return re.search(r"(^|\. )You [a-z]+ed\b", text) is not None and (is_edit(event) or " hand " in text)


def is_round_end(event: dict) -> bool:
    """Returns whether a message tells a player, who does not act next, how a round ended."""
    return re.search(r"^Score: you .*\n.*\n.*waiting for", text_of(event), re.MULTILINE) is not None


class Ledger:
    """Follows the fencers' positions to notice if the bot loses an action or plays it twice."""

    WHOLE_PILE = 15  # the size of the draw pile before a round's first refill

    def __init__(self):
        self._spaces = {True: 1, False: 23}

    def acted(self, white: bool, notation: str) -> None:
        if notation[0] not in "+-":
            return
        steps = int(notation[:2])
        self._spaces[white] += steps if white else -steps

    def check(self, place: Place) -> None:
        if place.pile == self.WHOLE_PILE:
            self._spaces = {True: 1, False: 23}
        expected = (self._spaces[place.white], self._spaces[not place.white])
        assert (place.own, place.other) == expected, f"{place} instead of {expected}"


class EndToEnd(unittest.IsolatedAsyncioTestCase):
    """One Synapse and one bot for all tests of a class. Their files stay in build/e2e/CLASS."""

    homeserver_class = Homeserver
    bot_class = daemon.Bot
    limits_lifted = True
    invites = "anyone"
    more_settings = ""
    patience = PATIENCE
    other_device = False # whether the tests let another device use the bot's account
    restart_delay = 0.0  # after a kill of the bot, the least seconds until its next start

    @classmethod
    def setUpClass(cls):
        directory = ROOT / "build/e2e" / cls.__name__
        shutil.rmtree(directory, ignore_errors=True)
        cls.homeserver = cls.homeserver_class(directory / "homeserver", cls.limits_lifted)
        more = cls.more_settings + (WITHOUT_LIMITS if cls.limits_lifted else "")
        cls.bot = cls.bot_class(PROGRAM, cls.homeserver, directory / "bot", cls.invites, more)
        cls.bot.restart_delay = cls.restart_delay
        cls.addClassCleanup(cls.homeserver.stop)
        cls.addClassCleanup(cls.bot.stop)
        cls.bot.prepare_homeserver()
        cls.homeserver.start()
        cls.bot.register()
        cls.bot.start()
        cls.names = 0
        cls.found: list[str] = []

    async def asyncSetUp(self):
        # The debug mode of asyncio would warn of slow steps, which are intended here.
        asyncio.get_running_loop().set_debug(False)
        self.bot.check()
        self.chance = random.Random(SEED)
        self.players: list[Player] = []
        self.ledgers: dict[int, Ledger] = {}
        # maps the number of a match to the event that accepted it
        self.accepted: dict[int, str] = {}

    async def asyncTearDown(self):
        for player in self.players:
            await player.stop()
        # Report each fault once. Later tests read the same events again.
        found = Audit(events_of(self.homeserver.database), daemon.USER).faults
        faults = [fault for fault in found if fault not in self.found]
        self.found.extend(faults)
        if not self.bot.process.is_running():
            faults.append("the bot has ended by itself")
        if not self.other_device and self.warned_of_other_device():
            faults.append("the bot takes its own messages for those of another device")
        if faults or self._failed():
            print(f"--- {self.id()}: the bot's log ({self.bot.process.log}) ends with", file=sys.stderr)
            print(self.bot.process.last_lines(60), file=sys.stderr)
        self.assertEqual(faults, [])

    def warned_of_other_device(self) -> bool:
        return "account_used_elsewhere" in self.bot.process.log.read_text()

    def _failed(self) -> bool:
        result = self._outcome.result
        return any(test is self for test, _ in result.failures + result.errors)

    # players and rooms

    @classmethod
    def new_name(cls, name: str) -> str:
        """Returns a name that no account has yet. Its number is written with letters, because digits
        beside a position can look like a hand: "bob12 23"."""
        cls.names += 1
        return name + str(cls.names).translate(LETTERS)

    async def player(self, name: str) -> Player:
        """Makes a new account whose name begins with `name`. The bot has no private room for a new
        account yet."""
        player = Player(self.homeserver, self.new_name(name), daemon.USER)
        self.players.append(player)
        await player.start()
        return player

    async def room_of(self, owner: Player, *others: Player, **more) -> str:
        """Makes a room of these players and the bot, and waits for the bot's welcome message."""
        room = await owner.create_room(self.id().rsplit(".", 1)[-1], **more)
        for other in others:
            await owner.invite(room, other.user)
            await other.join(room)
        await owner.invite(room, daemon.USER)
        await owner.hears(room, "I host matches")
        return room

    def remove_the_bot(self, room: str, moderator: Player) -> None:
        kick = f"/_matrix/client/v3/rooms/{room}/kick"
        self.homeserver.call("POST", kick, {"user_id": daemon.USER}, moderator.token)

    async def challenged(self, white: Player, black: Player, room: str, how: str = "") -> int:
        """Begins a match and waits for its board and first hands. Returns the number of the match."""
        before = {player: len(player.hands()) for player in (white, black)}
        said = len(white.from_bot(room))
        await white.say(room, f"!engarde challenge {black.user} {how}")
        answer = await black.hears(room, r"^#(\d+): .* challenges", after=said)
        number = int(answer["content"]["body"].split(":")[0][1:])
        self.accepted[number] = await black.say(room, f"!engarde accept #{number}")
        for player in (white, black):
            await player.until(
                lambda p=player: len(p.hands()) > before[p], "the first hand", self.patience
            )
            await player.hears(room, rf"^#{number}, round 1: ", patience=self.patience)
        return number

    async def two_in_a_room(self) -> tuple[Player, Player, str]:
        alice, bob = await self.player("alice"), await self.player("bob")
        return alice, bob, await self.room_of(alice, bob)

    async def match_of_two(self, how: str = "") -> tuple[Player, Player, str, int]:
        """Returns the players, their room, and the number of the match that has begun there."""
        alice, bob, room = await self.two_in_a_room()
        return alice, bob, room, await self.challenged(alice, bob, room, how)

    async def joined_by_the_bot(self, player: Player, room: str) -> None:
        """Waits until the bot has joined the room. The bot handles messages from then on."""
        await player.until(lambda: player.membership(room, daemon.USER) == "join", "the bot's joining")

    def count_devices(self) -> int:
        """Returns how many devices the bot's account has. A new login would add a device."""
        return len(self.homeserver.devices(daemon.USER))

    # playing

    async def act(self, player: Player, room: str) -> Choice:
        """Lets the player send a sensible action as a letter, in notation or in words. The player
        sends it in their private room or in the match's room."""
        hand = player.turn()
        ledger = self.ledgers.setdefault(hand.match, Ledger())
        ledger.check(hand.place)
        choice = sensible(hand.choices, self.chance)
        assert player.private is not None
        text, where = self.chance.choice(
            [
                (choice.letter, player.private),
                (choice.notation, player.private),
                (choice.words, player.private),
                (f"!engarde {choice.notation} #{hand.match}", room),
                (f"!eg {choice.words} #{hand.match}", room),
            ]
        )
        ledger.acted(hand.place.white, choice.notation)
        await player.act(where, text)
        return choice

    async def play_out(self, white: Player, black: Player, room: str) -> int:
        """Plays the only match of the room to its end. Returns the number of actions."""
        over, actions = white.matches_over(room), 0
        while player := await next_to_act((white, black), room, over, self.patience):
            await self.act(player, room)
            actions += 1
        for player in (white, black):  # one client may see the end later than the other
            await player.until(lambda: player.matches_over(room) > over, "the end of the match", self.patience)
        return actions

    # the bot's messages

    def messages_since_accepted(self, match: int) -> list[dict]:
        """Returns the bot's messages and edits since the acceptance of the match, in all rooms of this
        test's players. Elsewhere the bot may still edit lists of an earlier test's match."""
        events = events_of(self.homeserver.database)
        start = [event["event_id"] for event in events].index(self.accepted[match])
        users = {player.user for player in self.players}
        rooms = {event["room_id"] for event in events if event.get("state_key") in users}
        return [
            event
            for event in events[start:]
            if event["sender"] == daemon.USER and event["type"] in SAID and event["room_id"] in rooms
        ]

    def assert_economy(self, match: int, actions: int) -> None:
        """Checks that the bot sent at most two events an action, after the first board and hands, and
        at most one acknowledgement an action. The end of a round has one more event, and the end of
        the match two."""
        messages = self.messages_since_accepted(match)
        acknowledgements = sum(map(is_acknowledgement, messages))
        # How soon a player joins their private room decides whether the bot must ask them to do so, and says that
        # they have.
        requests = sum("my invitation" in str(event["content"].get("body")) for event in messages)
        sent = len(messages) - acknowledgements - requests
        self.assertLessEqual(acknowledgements, actions, "acknowledgements")
        most = START + 2 * actions + sum(map(is_round_end, messages)) + 2
        told = "\n".join(str(event["content"].get("body")) for event in messages)
        self.assertLessEqual(sent, most, f"events of {actions} actions:\n{told}")

    def assert_each_hand_once(self, match: int, actions: int, *players: Player) -> None:
        """Checks that the bot sent two first hands, and one hand after each action except the last.
        At the end of a round it sends both new hands."""
        hands = [event for player in players for event in player.from_bot(player.private)
                 if (hand := Hand.read(event)) and hand.match == match and not is_edit(event)]
        round_ends = sum(map(is_round_end, hands))
        self.assertEqual(len(hands), actions + 1 + round_ends, f"hands of {actions} actions")

    async def silence(self, seconds: float = 0.7) -> None:
        """
        Gives the bot time to send a message that it should not send. The test then checks that
        there is no such message. To wait for a message that the bot should send, use `until` or
        `hears`.
        """
        await asyncio.sleep(seconds)
