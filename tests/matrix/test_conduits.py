"""The bot on a homeserver that answers like conduwuit, tuwunel and continuwuity, according to their source.

Run: test_conduits.py BOT [unittest options]
"""

import json

from case import ANN, OTHER, ROOM, Case, main
from homeserver import Homeserver, event, member, text

TIMELINE = 10  # conduwuit sends at most this many events of a room, whatever the filter says


class Conduit(Homeserver):
    """Each event has a number. The token at the end of a batch is the number of the batch's last
    event."""

    STEP = 1000  # how much the tokens of two successive batches differ

    def __init__(self):
        self.timelines = {}  # maps a room to its events, each with its number
        super().__init__()

    @classmethod
    def token(cls, number):
        return str(number * cls.STEP)

    @classmethod
    def number(cls, token):
        return int(token) // cls.STEP

    def happen(self, *events, room=ROOM):
        """Adds events to a room. The next answer to /sync has only the last of them."""
        with self.lock:
            first = (len(self.batches) + 1) * self.STEP - len(events) + 1
            self.timelines.setdefault(room, []).extend(
                (first + i, event) for i, event in enumerate(events))
            self.batches.append({"rooms": {"join": {room: {"timeline": {
                "limited": len(events) > TIMELINE, "prev_batch": str(first),
                "events": list(events)[-TIMELINE:]}}}}})
            self.lock.notify_all()

    def messages(self, room, query):
        """Stops before the event whose number is `to`. If no event has this number, does not stop."""
        types, chunk = json.loads(query["filter"])["types"], []
        end = None
        for number, event in self.timelines[room]:
            if number <= int(query["from"]):
                continue
            if str(number) == query.get("to") or len(chunk) == int(query["limit"]):
                break
            if event["type"] in types:  # a * has no meaning
                chunk.append(event)
                end = str(number)
        return 200, {"start": query["from"], "chunk": chunk, **({"end": end} if end else {})}


class Conduits(Case):
    homeserver = Conduit

    def said(self, *numbers):
        return [text(ANN, f"!say {number}") for number in numbers]

    def test_last_message_of_a_gap_is_handled(self):
        self.hs.happen(*self.said(*range(12)))
        self.expect([str(number) for number in range(12)])

    def test_gap_of_several_pages(self):
        self.hs.happen(*(text(ANN, "chatter") for _ in range(250)), *self.said(1, 2))
        self.expect(["1", "2"])

    def test_messages_after_the_gap_are_handled_once(self):
        """The page has the events of the next batches, too."""
        self.hs.fault("/messages", 500, {"errcode": "M_UNKNOWN"})
        self.hs.happen(*self.said(*range(12)))
        self.wait(lambda: self.hs.asked("/messages"))
        self.hs.happen(*self.said(12, 13))
        self.hs.happen(member(ANN, displayname="Ann"), room=OTHER)
        self.hs.happen(*self.said(14))
        self.expect([str(number) for number in range(15)])

    def test_page_that_runs_beyond_the_gap_brings_no_message_twice(self):
        """The homeserver has already written the next message when it answers, but the bot has not
        asked /sync for it."""
        self.hs.happen(*self.said(*range(12)))
        with self.hs.lock:
            self.hs.timelines[ROOM].append((99_000, ahead := text(ANN, "!say ahead")))
        self.wait(lambda: "ahead" in self.bodies())
        self.hs.batch(join={ROOM: [ahead]})
        self.say("!say after", then=[*(str(number) for number in range(12)), "ahead", "after"])

    def test_filters_have_whole_types(self):
        self.hs.happen(*self.said(*range(12)))
        self.wait(lambda: self.hs.asked("/messages"))
        self.wait(lambda: self.hs.filters)
        filters = [*self.hs.filters.values(), json.loads(self.hs.asked("/messages")[0][3]["filter"])]

        def types(part):
            if isinstance(part, dict):
                return [*part.get("types", []), *(t for value in part.values() for t in types(value))]
            return []

        for one in filters:
            self.assertFalse([kind for kind in types(one) if "*" in kind])
            self.assertIn("m.key.verification.start", types(one))

    def test_nothing_else_is_asked_for(self):
        self.wait(lambda: self.hs.filters)
        one, = self.hs.filters.values()
        for part in (one["presence"], one["account_data"], one["room"]["account_data"],
                     one["room"]["ephemeral"]):
            self.assertEqual((part["types"], part["not_types"]), ([], ["*"]))

    def test_typing_and_receipts_are_ignored(self):
        """These servers don't filter them."""
        self.hs.batch(join={ROOM: {"ephemeral": {"events": [
            {"type": "m.typing", "content": {"user_ids": [ANN]}},
            {"type": "m.receipt", "content": {"$e": {"m.read": {ANN: {"ts": 1}}}}}]}}},
            raw=None)
        self.say("!say fine", then=["fine"])

    def test_join_in_a_limited_timeline(self):
        """These servers call the timeline limited whenever the user has just joined."""
        create = event("m.room.create", ANN, {"room_version": "11"}, "")
        self.hs.batch(join={OTHER: {"timeline": {
            "limited": True, "prev_batch": "1", "events": [create, member("@bot:here"),
                                                           text(ANN, "!say in")]}}})
        self.expect(["hello", "in"], OTHER)
        self.assertFalse(self.hs.asked(f"{OTHER}/messages"))


if __name__ == "__main__":
    main()
