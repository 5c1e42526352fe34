"""Gaps (limited timelines) and how the bot fills them. Run: test_receive_gaps.py BOT [unittest options]"""

import time

from case import ANN, BOB, OTHER, ROOM, Case, invitation, main
from homeserver import ME, event, member, text


class Gaps(Case):
    def gap(self, *chunks, section="join", room=ROOM, state=()):
        """Splits a room's timeline into pages of /messages. The answer to /sync has only the last
        page."""
        number = len(self.hs.batches)
        names = [f"s{number}"] + [f"p{number}.{i}" for i in range(1, len(chunks))]
        self.hs.pages.setdefault(room, []).extend(
            {"start": name, "chunk": chunk, **({"end": end} if end else {})}
            for name, end, chunk in zip(names, names[1:] + [None], chunks))
        self.hs.batch(**{section: {room: {"state": {"events": list(state)}, "timeline": {
            "limited": True, "prev_batch": names[-1], "events": chunks[-1]}}}})

    def other_room(self):
        self.hs.batch(join={OTHER: [member(ME)]})
        self.expect(["hello"], OTHER)

    def asked(self, key, room=ROOM):
        return [request[3][key] for request in self.hs.asked(f"{room}/messages")]

    def test_gap_is_filled_in_order(self):
        self.say("!say 0", then=["0"])
        since, to = f"s{len(self.hs.batches)}", f"s{len(self.hs.batches) + 1}"
        self.gap([member(ANN, displayname="Ann"), text(ANN, "!say 1"), text(ANN, "chatter")], [],
                 [text(ANN, "!say 2")], [text(ANN, "!say 3")])
        self.expect(["0", "1", "2", "3"])
        self.assertEqual(self.asked("from"), [since, "p2.1", "p2.2", "p2.3"])
        self.assertEqual(set(zip(self.asked("to"), self.asked("dir"))), {(to, "f")})
        self.assertTrue(self.told(r"\(Ann\): !say 1"))

    def test_gap_is_filled_after_faults(self):
        self.hs.fault("/messages", 500, {"errcode": "M_UNKNOWN"})
        self.hs.fault("/messages", 200, b'{"chunk":[{"type":"m.room.mess')
        self.hs.fault("/messages", 200, {})
        self.gap([text(ANN, "!say 1")], [text(ANN, "!say 2")])
        self.expect(["1", "2"])
        self.assertEqual(self.asked("limit"), ["100", "10", "1", "1", "2"])

    def test_page_with_an_event_nested_too_deep_is_read(self):
        self.hs.fault("/messages", 200, b'{"chunk":[{"content":' + b"[" * 5000 + b"]" * 5000 +
                      b"}],\"end\":\"s1\"}")
        self.gap([text(ANN, "!say 1")], [text(ANN, "!say 2")])
        self.wait(lambda: len(self.asked("from")) == 1)

    def others_go_on(self):
        self.say("!say here", room=OTHER)
        self.wait(lambda: "here" in self.bodies(OTHER))
        self.kill()
        self.start()
        self.say("!say still", room=OTHER)
        self.wait(lambda: "still" in self.bodies(OTHER))

    def test_gap_that_fails_does_not_delay_other_rooms(self):
        self.other_room()
        faults = [(500, {"errcode": "M_UNKNOWN"}), (200, b"[" * 3000), (200, b" " * (24 << 20)),
                  (200, b"{}"), (502, b"<html>"), (401, {"errcode": "M_UNKNOWN_TOKEN"})]
        for status, body in faults:
            with self.subTest(status=status, body=body[:20] if isinstance(body, bytes) else body):
                self.hs.fault("/messages", status, body, times=1000)
                self.gap([text(ANN, "!say 1")], [text(ANN, "!say 2")])
                self.others_go_on()
                self.hs.faults.clear()
                self.wait(lambda: self.bodies()[-2:] == ["1", "2"])
                self.hs.sent.clear()

    def test_gap_that_hangs_does_not_delay_other_rooms(self):
        begun, ended = [], []

        def answer_without_end():
            begun.append(1)
            try:
                while True:
                    yield b" "
                    time.sleep(0.2)
            finally:
                ended.append(1)

        def is_answered_during_one_request():
            body, before = f"during {len(begun)} and {len(ended)}", len(ended)
            if len(begun) == before:
                return False
            self.say(f"!say {body}", room=OTHER)
            self.wait(lambda: body in self.bodies(OTHER))
            return len(ended) == before

        self.other_room()
        self.hs.fault("/messages", 200, raw=answer_without_end, times=1000)
        self.gap([text(ANN, "!say 1")], [text(ANN, "!say 2")])
        self.wait(is_answered_during_one_request)
        self.others_go_on()
        self.hs.faults.clear()
        self.wait(lambda: self.bodies() == ["1", "2"])

    def test_newer_events_wait_for_the_gap(self):
        self.other_room()
        self.hs.fault("/messages", 500, {"errcode": "M_UNKNOWN"}, times=2)
        self.gap([text(ANN, "!say 1")], [text(ANN, "!say 2")])
        self.wait(lambda: self.asked("from"))
        newer = text(ANN, "!say 3")
        self.hs.pages[ROOM][-1]["chunk"].append(newer)
        self.hs.batch(join={ROOM: [newer], OTHER: [text(ANN, "!say now")]})
        self.expect(["hello", "now"], OTHER)
        self.expect(["1", "2", "3"])
        self.assertEqual(self.asked("to")[-1], f"s{len(self.hs.batches)}")

    def test_gap_that_grows_during_a_request_is_filled_to_its_new_end(self):
        self.hs.fault("/messages", cut="after")
        self.gap([text(ANN, "!say 1")], [text(ANN, "!say 2")])
        self.wait(lambda: self.asked("from"))
        newer = text(ANN, "!say 3")
        # The new message is in a page of the gap and in the next batch. The bot must handle the
        # message only once.
        self.hs.pages[ROOM].append({"start": f"s{len(self.hs.batches)}", "chunk": [newer]})
        self.hs.pages[ROOM][1]["chunk"].append(newer)
        self.hs.batch(join={ROOM: [newer]})
        self.expect(["1", "2", "3"])

    def test_gap_survives_a_restart(self):
        self.hs.fault("/messages", 500, {"errcode": "M_UNKNOWN"}, times=1000)
        self.gap([text(ANN, "!say 1")], [text(ANN, "!say 2")])
        self.wait(lambda: self.asked("from"))
        self.kill()
        self.hs.faults.clear()
        self.start()
        self.expect(["1", "2"])

    def test_state_is_taken_from_the_newest_batch(self):
        def levels(level):
            return event("m.room.power_levels", BOB, {"users": {ANN: level}}, "")
        self.hs.fault("/messages", 500, {"errcode": "M_UNKNOWN"})
        self.gap([levels(0), levels(100)], [text(ANN, "!mod")], state=[levels(100)])
        self.expect(["moderator"])
        self.gap([levels(100), levels(0)], [text(ANN, "!mod")], state=[levels(0)])
        self.expect(["moderator", "no moderator"])

    def test_open_gap_stops_the_clock(self):
        self.other_room()
        self.hs.fault("/messages", 500, {"errcode": "M_UNKNOWN"}, times=1000)
        self.gap([text(ANN, "!say 1")], [text(ANN, "!say 2")])
        self.wait(lambda: self.asked("from"))
        self.say(f"!unread {ROOM}", f"!unread {OTHER}", room=OTHER, then=["hello", "unread", "read"])
        self.hs.faults.clear()
        self.expect(["1", "2"])
        self.say(f"!unread {ROOM}", room=OTHER, then=["hello", "unread", "read", "read"])

    def test_gap_refused_by_the_homeserver_is_given_up_and_announced(self):
        self.hs.fault("/messages", 403, {"errcode": "M_FORBIDDEN"}, times=4)
        self.gap([text(ANN, "!say 1")], [text(ANN, "!say 2")])
        self.expect(["missed"])
        self.say("!say 3", then=["missed", "3"])

    def test_gap_without_end_is_given_up(self):
        self.other_room()
        self.gap([text(ANN, "!say 1")], [])
        self.hs.pages[ROOM][0].update(end="s2", start="s2")
        self.hs.pages[ROOM] = Endless(self.hs.pages[ROOM][0]["chunk"])
        self.wait(lambda: "missed" in self.bodies())
        self.assertEqual(self.bodies(), ["1", "missed"])

    def test_gap_of_a_room_that_was_left_is_filled(self):
        self.gap([text(ANN, "!tell 1")], [member(ME, "leave", ANN)], section="leave")
        self.wait(lambda: self.told("message !room:here .* !tell 1"))

    def test_invitation_ends_the_gap_of_a_room_that_was_left(self):
        self.hs.fault("/messages", 500, {"errcode": "M_UNKNOWN"}, times=1000)
        self.gap([text(ANN, "!tell 1")], [member(ME, "leave", ANN)], section="leave")
        self.wait(lambda: self.asked("from"))
        self.hs.batch(invite={ROOM: invitation(ANN)})
        self.wait(lambda: self.hs.asked("POST .*/join"))
        self.hs.faults.clear()
        self.hs.batch(join={ROOM: [member(ME), text(ANN, "!say back")]})
        self.expect(["hello", "back"])
        self.assertFalse(self.told("!tell 1"))

    def test_message_in_a_gap_from_before_the_join_is_not_handled(self):
        self.gap([text(ANN, "!say early"), member(ME), text(ANN, "!say late")],
                 [text(ANN, "!say later")], room=OTHER, state=[member(ME)])
        self.expect(["hello", "late", "later"], OTHER)

    def test_room_that_the_bot_joins_in_the_batch_has_no_gap(self):
        self.gap([text(ANN, "!say early")], [member(ME), text(ANN, "!say late")], room=OTHER)
        self.expect(["hello", "late"], OTHER)
        self.assertEqual(self.asked("from", OTHER), [])

    def test_room_joined_again_in_a_gap_is_handled_from_the_join(self):
        self.gap([text(ANN, "!say 1"), member(ME, "leave", ANN), text(ANN, "!say unheard")],
                 [text(ANN, "!say unheard"), member(ME, "invite", ANN)],
                 [member(ME), text(ANN, "!say 2")])
        self.expect(["1", "hello", "2"])


class Endless:
    """Endless pages of /messages. Each page names a further page."""

    def __init__(self, chunk):
        self.chunk = chunk

    def page(self, start):
        return {"start": start, "end": start + "x" if len(start) < 2000 else "s2", "chunk": self.chunk}


if __name__ == "__main__":
    main()
