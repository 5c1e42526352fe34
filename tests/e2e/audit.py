"""Searches all events of a homeserver for hands in wrong rooms and for repeated messages."""

import json
import re
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

from local.player import HAND, SAID, is_edit, text_of

# Texts that only a private message to the player may have.
PRIVATE_WORDS = re.compile(
    r"your hand|· hand [1-5]|unseen: *[0-9]|you (?:don't )?hold|in your list|you can't parry"
    r"|^ *[a-o]\. +(?:advance|retreat|attack|parry|pass)",
    re.IGNORECASE | re.MULTILINE,
)
# A homeserver reads the bot's reactions also in encrypted rooms, so what the bot adds to its messages is
# always one of these sets. Under a rate limit, the last ones may come late or not at all.
OFFERS = (["\u2705", "\u274c"], ["\U0001f501"], [f"{card}\ufe0f\u20e3" for card in "12345"])
# When cards have decided a round, everybody may see both hands of this round.
DECIDED = "has more cards equal to the distance"
SHOWN = re.compile(r" held [1-5](?: [1-5])*\.")
OWN_HAND = re.compile(r"(?:Your hand:|· hand)[\s1-5]*")
IDENTIFIER = re.compile(r"[!$@#]\S+")
# Fingerprints, transaction ids, dates, times and the names of erased users may have the digits of a hand
# by chance.
NO_CARDS = re.compile(
    r"\b(?:[0-9a-f]{32}){1,2}\b|\b\d{4}-\d\d-\d\d\b|\b\d\d:\d\d(?::\d\d)? UTC\b"
    r"|\berased-[0-9a-f]{8}\b"
)

OF_SYNAPSE = (
    "SELECT event_id, events.room_id, json FROM events JOIN event_json USING (event_id)"
    " WHERE NOT outlier ORDER BY stream_ordering"
)
OF_DENDRITE = (
    "SELECT event_id, room_id, headered_event_json FROM syncapi_output_room_events ORDER BY id"
)


def events_of(database: Path) -> list[dict]:
    """Returns the events of all rooms, in the order in which the homeserver received them."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
        query = OF_DENDRITE if ("syncapi_output_room_events",) in tables else OF_SYNAPSE
        rows = connection.execute(query).fetchall()
    finally:
        connection.close()
    return [json.loads(event) | {"event_id": name, "room_id": room} for name, room, event in rows]


def strings_of(value) -> list[str]:
    """Returns all strings and keys of an event's content, without ids: ids can look like hands."""
    if isinstance(value, str):
        return [] if IDENTIFIER.fullmatch(value) else [value]
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    if isinstance(value, list):
        return [text for part in value for text in strings_of(part)]
    return []


@dataclass
class Room:
    creator: str
    # The users who are in the room or are invited to it.
    members: set[str] = field(default_factory=set)
    hands: set[str] = field(default_factory=set)


def _is_distinctive(hand: str) -> bool:
    """Returns whether this list of cards can only be a hand. A list of few cards, or of equal
    cards, may also be an attack."""
    cards = hand.split()
    return len(cards) >= 4 and len(set(cards)) > 1


def _in_any_writing(hand: str) -> str:
    """Returns a regular expression for the cards of a hand in this order, with up to three separators
    between two cards."""
    return r"(?<!\d)" + r"[ ,;:/|.\n-]{0,3}".join(hand.split()) + r"(?!\d)"


class Audit:
    def __init__(self, events: list[dict], bot: str):
        self.events = events
        self.bot = bot
        self.faults: list[str] = []
        self.rooms: dict[str, Room] = {}
        for event in events:
            self._follow(event)
        self._find_leaks()
        self._find_doubles()
        self._find_chosen_reactions()

    def _fault(self, what: str, event: dict) -> None:
        self.faults.append(f"{what}: {event['event_id']} in {event['room_id']}: {event['content']}")

    def _follow(self, event: dict) -> None:
        room = self.rooms.setdefault(event["room_id"], Room(event["sender"]))
        if event["type"] == "m.room.member":
            there = event["content"].get("membership") in ("join", "invite")
            (room.members.add if there else room.members.discard)(event["state_key"])
        hand = HAND.search(text_of(event)) if event["sender"] == self.bot else None
        if hand is None:
            return
        room.hands.add(hand.group(1))
        # The bot may acknowledge an action while the player is leaving. Then nobody reads the edit.
        unread = is_edit(event) and room.members == {self.bot}
        shared = len(room.members) != 2 or self.bot not in room.members
        if room.creator != self.bot or (shared and not unread):
            self._fault(f"a hand in a room of {sorted(room.members)}", event)

    def _find_leaks(self) -> None:
        hands = {hand for room in self.rooms.values() for hand in room.hands if _is_distinctive(hand)}
        if not hands:
            return
        any_hand = re.compile("|".join(_in_any_writing(hand) for hand in sorted(hands)))
        for event in self.events:
            private = bool(self.rooms[event["room_id"]].hands)
            for text in strings_of(event["content"]):
                text = NO_CARDS.sub("", re.sub(r"<[^>]*>", " ", text))
                if DECIDED in text:
                    text = SHOWN.sub("", text)
                if private:
                    # A message to a player may show the player's own hand only after "Your hand:", and
                    # the edit of an answered list or a poll only after "· hand".
                    text = OWN_HAND.sub("", text)
                if any_hand.search(text):
                    self._fault("the cards of a hand", event)
                if not private and event["sender"] == self.bot and PRIVATE_WORDS.search(text):
                    self._fault("private words", event)

    def _find_chosen_reactions(self) -> None:
        """Finds reactions of the bot that are not the beginning of a fixed set: they may depend on a hand."""
        offered: dict[str, list[str]] = {}
        for event in self.events:
            relation = event["content"].get("m.relates_to") or {}
            if event["type"] != "m.reaction" or event["sender"] != self.bot or "key" not in relation:
                continue
            keys = offered.setdefault(relation["event_id"], [])
            keys.append(relation["key"])
            if not any(keys == offer[:len(keys)] for offer in OFFERS):
                self._fault("chosen reactions", event)

    def _find_doubles(self) -> None:
        """Finds messages that the bot repeats in a room before anybody else writes in any room."""
        last: dict[str, str] = {}
        for event in self.events:
            if event["type"] not in SAID:
                continue
            if event["sender"] != self.bot:
                last.clear()
                continue
            said = json.dumps(event["content"], sort_keys=True)
            if last.get(event["room_id"]) == said:
                self._fault("said twice", event)
            last[event["room_id"]] = said
