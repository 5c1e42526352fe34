"""A player with a Matrix client (matrix-nio), who reads the bot's messages as a person does."""

import asyncio
import logging
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import nio

from local.homeserver import SERVER_NAME, Homeserver

Found = TypeVar("Found")

PATIENCE = 120.0  # seconds to wait for something; after a longer wait something hangs, even on a busy machine
# matrix-nio logs warnings about events of room version 12, but still passes these events on.
logging.getLogger("nio").setLevel(logging.CRITICAL)
FILTER = {"room": {"timeline": {"limit": 1000}}, "presence": {"types": []}}
HAND = re.compile(r"^Your hand: ([1-5](?: [1-5])*)$", re.MULTILINE)
MATCH = re.compile(r"^#(\d+): ", re.MULTILINE)
PLACE = re.compile(
    r"^#\d+: you (\d+), .* (\d+), distance \d+, pile (\d+)\.",
    re.MULTILINE,
)
MATCH_OVER = re.compile(r"wins #\d+ against|resigns #\d+|#\d+.* is void|#\d+ .*was stopped")
POLL, POLL_TEXT = "org.matrix.msc3381.poll.start", "org.matrix.msc1767.text"
SAID = ("m.room.message", POLL)  # the types of the bot's messages
CHOICE = re.compile(r"(?:^|· )([a-z])\. ((?:advance|retreat|attack|parry|pass)[^·\n]*?)(?= ·|$)", re.MULTILINE)
QUESTION = re.compile(r"#(\d+) · hand ([1-5](?: [1-5])*) · distance \d+$", re.MULTILINE)
SIGNS = {"advance": "+", "retreat": "-", "attack": "x", "parry": "="}


class TimedOut(AssertionError):
    pass


def notation_of(words: str) -> str:
    """Returns the notation of an action in words, such as "advance 3, attack 5 5"."""
    return "".join(SIGNS.get(word, word) for word in re.split(r"[, ]+", words))


@dataclass(frozen=True)
class Choice:
    letter: str
    words: str
    notation: str


@dataclass(frozen=True)
class Place:
    """The positions of both fencers and the size of the draw pile, as a hand shows them."""

    white: bool
    own: int
    other: int
    pile: int


@dataclass(frozen=True)
class Hand:
    """A private message of the bot that shows a hand."""

    event: str
    cards: str
    match: int
    choices: tuple[Choice, ...]
    place: Place | None  # None if it is the other player's turn

    @staticmethod
    def read(event: dict) -> "Hand | None":
        body = text_of(event)
        question = QUESTION.search(body)
        if question is not None:
            answers = body[question.end() :].strip().split("\n")
            choices = tuple(Choice(str(i), words, notation_of(words)) for i, words in enumerate(answers, 1))
            return Hand(event["event_id"], question.group(2), int(question.group(1)), choices, None)
        cards, match, place = HAND.search(body), MATCH.search(body), PLACE.search(body)
        if cards is None or match is None:
            return None
        choices = tuple(
            Choice(letter, words, notation_of(words)) for letter, words in CHOICE.findall(body)
        )
        seen = None
        if place is not None:
            own, other, pile = map(int, place.groups())
            seen = Place(own < other, own, other, pile)
        return Hand(event["event_id"], cards.group(1), int(match.group(1)), choices, seen)


def text_of(event: dict) -> str:
    """Returns the text that a client shows: the new text of an edit, the fallback text of a poll."""
    content = event.get("content", {})
    content = content.get("m.new_content", content)
    return content.get("body", content.get(POLL_TEXT, ""))


def is_edit(event: dict) -> bool:
    relation = event.get("content", {}).get("m.relates_to") or {}
    return relation.get("rel_type") == "m.replace"


def sensible(choices: tuple[Choice, ...], chance: random.Random) -> Choice:
    """Prefers an attack, then a parry, then an advance. Among these prefers the longest notation."""
    for wanted in ("x", "=", "+"):
        fitting = [choice for choice in choices if wanted in choice.notation]
        if fitting:
            return max(fitting, key=lambda choice: (len(choice.notation), chance.random()))
    return chance.choice(choices)


class Player:
    def __init__(self, homeserver: Homeserver, name: str, bot: str):
        self.name = name
        self.user = f"@{name}:{SERVER_NAME}"
        self.bot = bot
        self.password = homeserver.password_of(name)
        self.events: dict[str, list[dict]] = {}
        self._kept: set[str] = set()  # the ids of all events in `events`
        self.private: str | None = None  # the latest private room with the bot
        self.takes_private_rooms = True
        self._acted_on: str | None = None
        self._news = asyncio.Condition()
        self._client = nio.AsyncClient(homeserver.url, self.user)
        self.token = homeserver.register(name, self.password)
        self._client.access_token = self.token
        self._client.user_id = self.user
        self._client.add_event_callback(self._keep, (nio.Event, nio.UnknownBadEvent))
        self._client.add_event_callback(self._invited, nio.InviteMemberEvent)
        self._syncing: asyncio.Task | None = None

    async def start(self) -> None:
        # The first sync gets all earlier events, so that the player does not answer these old events.
        await self._client.sync(timeout=0, full_state=True, sync_filter=FILTER)
        self.events.clear()
        for room in self._client.rooms.values():
            if set(room.users) == {self.user, self.bot}:
                self.private = room.room_id
        self._syncing = asyncio.create_task(self._sync_on())

    async def stop(self) -> None:
        if self._syncing is not None:
            self._syncing.cancel()
            await asyncio.gather(self._syncing, return_exceptions=True)
        await self._client.close()

    async def _sync_on(self) -> None:
        while True:
            answer = await self._client.sync(timeout=10000, sync_filter=FILTER)
            if isinstance(answer, nio.SyncError):
                await asyncio.sleep(0.5)
            async with self._news:
                self._news.notify_all()

    async def _keep(self, room: nio.MatrixRoom, event: nio.Event) -> None:
        """Keeps an event. Dendrite sometimes sends an event again in a later /sync."""
        if event.event_id not in self._kept:
            self.events.setdefault(room.room_id, []).append(event.source)
        self._kept.add(event.event_id)

    async def _invited(self, room: nio.MatrixRoom, event: nio.InviteMemberEvent) -> None:
        if event.state_key != self.user or event.membership != "invite":
            return
        if event.sender != self.bot or not self.takes_private_rooms:
            return
        if not isinstance(await self._client.join(room.room_id), nio.JoinError):
            self.private = room.room_id

    async def until(
        self, found: Callable[[], Found | None], what: str, patience: float = PATIENCE
    ) -> Found:
        """Calls `found` now and after each sync, until it returns something. Returns this result."""
        try:
            async with asyncio.timeout(patience), self._news:
                while True:
                    result = found()
                    if result:
                        return result
                    await self._news.wait()
        except TimeoutError:
            raise TimedOut(f"{self.name} waited {patience:.0f} s for {what}") from None

    # what the player sees

    def from_bot(self, room: str) -> list[dict]:
        """Returns the bot's messages in a room, oldest first."""
        return [
            event
            for event in self.events.get(room, [])
            if event["sender"] == self.bot and event["type"] in SAID
        ]

    def says_bot(self, room: str, pattern: str, after: int = 0) -> dict | None:
        """Skips the bot's first `after` messages. Returns the next message that matches `pattern`,
        or None."""
        for event in self.from_bot(room)[after:]:
            if re.search(pattern, text_of(event), re.MULTILINE):
                return event
        return None

    async def hears(self, room: str, pattern: str, after: int = 0, patience: float = PATIENCE) -> dict:
        return await self.until(
            lambda: self.says_bot(room, pattern, after), f"{pattern!r} in {room}", patience
        )

    def membership(self, room: str, user: str) -> str | None:
        """Returns the membership of a user in a room, from the latest event that the player has seen."""
        for event in reversed(self.events.get(room, [])):
            if event["type"] == "m.room.member" and event["state_key"] == user:
                return event["content"]["membership"]
        return None

    def hands(self) -> list[Hand]:
        """Returns the hands that the bot has sent, without its acknowledgements of actions, which are
        edits of these hands."""
        if self.private is None:
            return []
        sent = (event for event in self.from_bot(self.private) if not is_edit(event))
        return [hand for event in sent if (hand := Hand.read(event))]

    def turn(self) -> Hand | None:
        """Returns the latest hand if it has choices and the player has not answered it, or None."""
        hands = self.hands()
        if not hands or not hands[-1].choices or hands[-1].event == self._acted_on:
            return None
        return hands[-1]

    def matches_over(self, room: str) -> int:
        """Counts the bot's messages in the room that say that a match is over."""
        return sum(
            1 for event in self.from_bot(room) if not is_edit(event) and MATCH_OVER.search(text_of(event))
        )

    # what the player does

    async def send(self, room: str, content: dict, kind: str = "m.room.message") -> str:
        answer = await self._client.room_send(room, kind, content)
        if not isinstance(answer, nio.RoomSendResponse):
            raise AssertionError(f"{self.name} could not send to {room}: {answer}")
        return answer.event_id

    async def say(self, room: str, text: str) -> str:
        return await self.send(room, {"msgtype": "m.text", "body": text})

    async def act(self, room: str, text: str) -> str:
        """Sends `text` as the answer to the latest hand."""
        hand = self.turn()
        assert hand is not None
        self.acted_on(hand)
        return await self.say(room, text)

    def acted_on(self, hand: Hand) -> None:
        """Marks the hand as answered."""
        self._acted_on = hand.event

    async def download(self, event: dict) -> str:
        """Returns the text of a message's file."""
        answer = await self._client.download(mxc=event["content"]["url"])
        if not isinstance(answer, nio.DownloadResponse):
            raise AssertionError(f"{self.name} could not download the file of {event}: {answer}")
        return answer.body.decode("utf-8")

    async def create_room(self, name: str, **more) -> str:
        answer = await self._client.room_create(name=name, **more)
        if not isinstance(answer, nio.RoomCreateResponse):
            raise AssertionError(f"{self.name} could not make a room: {answer}")
        return answer.room_id

    async def room_named(self, alias: str) -> str | None:
        """Returns the room with this local alias, or None."""
        answer = await self._client.room_resolve_alias(f"#{alias}:{SERVER_NAME}")
        return answer.room_id if isinstance(answer, nio.RoomResolveAliasResponse) else None

    async def invite(self, room: str, user: str) -> None:
        answer = await self._client.room_invite(room, user)
        if not isinstance(answer, nio.RoomInviteResponse):
            raise AssertionError(f"{self.name} could not invite {user}: {answer}")

    async def join(self, room: str) -> None:
        answer = await self._client.join(room)
        if not isinstance(answer, nio.JoinResponse):
            raise AssertionError(f"{self.name} could not join {room}: {answer}")

    async def leave(self, room: str) -> None:
        answer = await self._client.room_leave(room)
        if not isinstance(answer, nio.RoomLeaveResponse):
            raise AssertionError(f"{self.name} could not leave {room}: {answer}")


async def next_to_act(
    players: tuple[Player, ...], room: str, over: int = 0, patience: float = PATIENCE
) -> Player | None:
    """Returns the player whose turn it is, or None as soon as more than `over` matches of the room
    have ended."""

    async def turn(player: Player) -> Player | None:
        await player.until(
            lambda: player.turn() or player.matches_over(room) > over, "a turn or the end", patience
        )
        return player if player.turn() else None

    waits = [asyncio.create_task(turn(player)) for player in players]
    done, pending = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    return next(iter(done)).result()
