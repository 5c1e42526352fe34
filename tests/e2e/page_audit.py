"""Reads every byte that the web page's server has sent to one client during a match, and finds what tells
the client more than it may know: the cards of somebody else's hand, cards that are not dealt, secrets."""

import json
import re
from collections import Counter
from dataclasses import dataclass

from e2e.audit import DECIDED, SHOWN, _in_any_writing, _is_distinctive
from e2e.recorder import Answer

SEATS = ("white", "black")
# Every field that a client may get. Who adds one to a state says here that it tells nothing of hidden cards.
# hands: where the player gets theirs; night: names and results of a club night, and whether it is on
# season: the same of a season; auto: whether the player's own forced actions play themselves
STATE = {"type", "language", "name", "now", "matches", "hands", "auto", "night", "season"}
MATCH = {"id", "status", "seat", "players", "challenger", "practice", "level", "touches", "start", "casual", "score", "round", "turn",
         "position", "choices", "clock", "proposal", "news", "may", "ending", "winner", "verdict"}
# What only the player of the seat gets. plan: what they have planned; plans: what they may plan with their hand
OWN = {"hand", "coach", "plan", "plans"}
POSITION = {"to_act", "space", "distance", "hand_size", "pile", "last_card", "attack", "reason", "shown"}
CHOICE = {"action", "kind", "letter", "move", "attack", "cards", "to", "text"}
RANDOM = re.compile(r"(?<![\w-])(?=\S*\d)[A-Za-z0-9_-]{22,}(?![\w-])")
DATE = re.compile(r"\b\d\d:\d\d:\d\d GMT\b")  # the time in an answer's header Date, which can look like a hand
WINDOW = 6  # this many cards in the order of the deck can only come from the deck


@dataclass
class Truth:
    """What really was in the hands, from the replay and the record of the match after its end."""

    match: int
    hands: dict[int, dict[str, list[int]]]  # by the number of the turn
    decks: list[str]
    secrets: list[str]

    @staticmethod
    def of(replay: dict, record: str) -> "Truth":
        hands = {part["round"] << 8 | ply: step["hands"] for part in replay["rounds"]
                 for ply, step in enumerate(part["steps"])}
        return Truth(replay["id"], hands, re.findall(r"^round \d+ ([1-5]{25})$", record, re.MULTILINE),
                     re.findall(r'^\[Opening "(.*)"\]$', record, re.MULTILINE))


class PageAudit:
    """`seat` is the client's seat, or None for a follower. `linked` is whether the client has a link."""

    def __init__(self, answers: list[Answer], truth: Truth, seat: str | None, linked: bool = True):
        self.truth, self.seat, self.linked = truth, seat, linked
        self.faults: list[str] = []
        self.states = 0
        hidden = {" ".join(map(str, hands[other])) for hands in truth.hands.values() for other in SEATS if other != seat}
        runs = {" ".join(deck[i:i + WINDOW]) for deck in truth.decks for i in range(len(deck) - WINDOW + 1)}
        hidden = {hand for hand in hidden if _is_distinctive(hand)} | {run for run in runs if _is_distinctive(run)}
        hidden |= {hand[::-1] for hand in hidden}
        self._hidden = re.compile("|".join(map(_in_any_writing, sorted(hidden))))
        for answer in answers:
            self._read(answer)

    def _fault(self, what: str, where: object) -> None:
        self.faults.append(f"{what}: {str(where)[:600]}")

    def _read(self, answer: Answer) -> None:
        everything = answer.head + answer.body.decode("utf-8", "replace")
        for secret in self.truth.secrets:
            if secret in everything:
                self._fault("a secret", everything)
        path = answer.path.partition("?")[0]
        if not path.startswith("/api/") or path.startswith("/api/words/"):
            return
        if answer.status != 200:
            if answer.body.strip(b"\n"):
                self._search(everything)
        elif not self.linked:
            self._fault("an answer to somebody without a link", everything)
        elif path in ("/api/live", "/api/night", "/api/season"):
            for state in answer.lines():
                self._read_state(state)
        elif path == "/api/act":
            self._search(answer.body.decode())
        else:
            self._fault("a replay before the end", everything)

    def _only(self, found: dict, allowed: set, where: object) -> None:
        if unknown := found.keys() - allowed:
            self._fault(f"unknown fields {sorted(unknown)}", where)

    def _read_state(self, state: dict) -> None:
        self.states += 1
        self._only(state, STATE, state)
        if state.get("hands") not in (None, "chat", "page"):
            self._fault("hands of a table", state)
        for match in state.get("matches", []):
            self._read_match(match)

    def _read_match(self, match: dict) -> None:
        self._only(match, MATCH | OWN if self.seat else MATCH, match)
        if match["seat"] != self.seat:
            self._fault("the seat of somebody else", match)
        if match["id"] != self.truth.match:
            return self._fault("another match", match)
        hand = match.get("hand", [])
        truth = self.truth.hands.get(match["turn"], {}).get(self.seat, [])
        if match["position"] and hand != truth:
            self._fault(f"a hand that is not {truth}", match)
        for choice in match["choices"] + match.get("plans", []):
            self._only(choice, CHOICE, choice)
            if Counter(choice["cards"]) - Counter(hand):
                self._fault("a choice with other cards than the hand's", choice)
        if match["may"] and not self.seat:
            self._fault("something to do for a follower", match)
        position = match["position"] or {}
        self._only(position, POSITION, match)
        if position.get("shown") and position["reason"] != "cards" and match["status"] != "ended":
            self._fault("hands that no rule shows", match)
        # The own hand and what it can do have been checked; the rest is for everybody.
        rest = {key: value for key, value in match.items() if key not in ("hand", "choices", "plans", "clock")}
        rest["position"] = {key: value for key, value in position.items() if key != "shown"}
        self._search(json.dumps(rest, ensure_ascii=False))

    def _search(self, text: str) -> None:
        if DECIDED in text:
            text = SHOWN.sub("", text)
        text = DATE.sub("", text)
        plain = re.sub(r'[\[\]"\\]', "", text.replace("\\n", " "))
        if found := self._hidden.search(plain):
            self._fault(f"hidden cards {found[0]}", text)
        if found := RANDOM.search(text):
            self._fault(f"what may be a secret, {found[0]}", text)
