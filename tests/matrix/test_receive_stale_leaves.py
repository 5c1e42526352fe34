"""Old events that say that the bot has left a room, although it is there. Run: test_receive_stale_leaves.py
BOT [unittest options]"""

import time

from case import ANN, ROOM, Case, main
from homeserver import ME, member, text


def leave(seconds=0, sender=None):
    """Makes an event with which the bot leaves, `seconds` from now."""
    return member(ME, "leave", sender) | {"origin_server_ts": int((time.time() + seconds) * 1000)}


def join():
    return member(ME) | {"origin_server_ts": int(time.time() * 1000)}


class StaleLeaves(Case):
    def setUp(self):
        super().setUp()
        self.hs.batch(join={ROOM: [leave(), join()]})
        self.say("!say begin", then=["hello", "begin"])
        self.said = 0

    def check(self, **batch):
        """Gives the bot a batch with a stale leave. Checks that it stays, and obeys the next command
        in ROOM."""
        self.hs.batch(**batch)
        self.said += 1
        self.say(f"!say still {self.said}")
        self.wait(lambda: f"still {self.said}" in self.bodies())
        self.assertEqual([line for line in self.log if "room_left" in line], [])

    def test_leave_in_the_timeline_without_a_join_after_it_is_stale(self):
        self.hs.fault("/send/", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 500})
        self.check(join={ROOM: [text(ANN, "!say before"), leave(-60), text(ANN, "!say after")]})
        self.wait(lambda: {"before", "after"} <= set(self.bodies()))
        self.check(join={ROOM: [leave(60, ANN)]})
        self.check(join={ROOM: [leave(-60), join(), leave(-60), text(ANN, "!say twice")]})
        self.wait(lambda: "twice" in self.bodies())

    def test_leave_in_the_state_without_a_join_after_it_is_stale(self):
        self.check(join={ROOM: {"state": {"events": [leave(-60)]},
                                "timeline": {"events": [text(ANN, "!say after")]}}})
        self.wait(lambda: "after" in self.bodies())

    def test_room_that_is_left_and_joined_in_one_batch_is_joined(self):
        self.check(join={ROOM: [text(ANN, "!say after")]},
                   leave={ROOM: {"timeline": {"events": [leave(60)]}}})
        self.wait(lambda: "after" in self.bodies())

    def test_room_that_is_left_by_an_event_before_the_join_is_kept(self):
        for part in ("timeline", "state"):
            self.check(leave={ROOM: {part: {"events": [leave(-60)]}}})
            self.check(leave={ROOM: {part: {"events": [leave(-60, ANN)]}}})

    def test_room_that_comes_back_without_a_join_is_read_from_its_first_message(self):
        self.hs.batch(leave={ROOM: {"timeline": {"events": []}}})
        self.wait(lambda: [line for line in self.log if "room_left" in line])
        self.say("!say back")
        self.wait(lambda: "back" in self.bodies())

    def test_real_leave_counts(self):
        self.hs.batch(leave={ROOM: {"timeline": {"events": [leave(60, ANN)]}}})
        self.wait(lambda: [line for line in self.log if "room_left" in line])
        # The bot reads no messages from before the next join.
        self.hs.batch(join={ROOM: [text(ANN, "!say unseen"), join(), text(ANN, "!say seen")]})
        self.wait(lambda: "seen" in self.bodies())
        self.assertNotIn("unseen", self.bodies())

    def test_real_leave_between_joins_counts(self):
        self.hs.batch(join={ROOM: [leave(60), text(ANN, "!say unseen"), join(),
                                   text(ANN, "!say seen")]})
        self.wait(lambda: "seen" in self.bodies())
        self.assertNotIn("unseen", self.bodies())


if __name__ == "__main__":
    main()
