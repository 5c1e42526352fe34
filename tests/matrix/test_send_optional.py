"""How the bot sends optional rows, which it may drop. Run: test_send_optional.py BOT [unittest options]"""

import threading
import time

from case import ANN, BOB, Case, main
from homeserver import member

PRIVATE = "!made1:here"
LIMIT = {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 100}


class Optional(Case):
    def setUp(self):
        super().setUp()
        self.say("!list turn")
        self.expect(["turn"], PRIVATE)

    def bodies_of_all(self):
        return [content["body"] for _, content in self.hs.sent]

    def test_optional_row_edits_the_list_after_all_other_messages(self):
        self.say("!done played", "!say board", "!say news")
        self.expect(["turn", "* played"], PRIVATE)
        self.assertEqual(self.bodies_of_all(), ["turn", "board", "news", "* played"])
        _, edit = self.hs.sent[-1]
        self.assertEqual(edit["m.relates_to"], {"rel_type": "m.replace", "event_id": "$sent0"})

    def test_poll_is_removed(self):
        self.say("!poll private which")
        self.wait(lambda: self.hs.sent[1:])
        self.say("!done poll")
        self.wait(lambda: self.hs.removed)
        self.say("!say after")
        self.wait(lambda: "after" in self.bodies())
        self.assertEqual(self.hs.removed, ["$sent1"])

    def test_poll_is_removed_once_over_a_restart(self):
        self.hs.fault("/redact/", cut="after")
        self.say("!poll private which")
        self.wait(lambda: self.hs.sent[1:])
        self.say("!done poll")
        self.wait(lambda: self.hs.removed)
        self.kill()
        self.start()
        self.say("!say after")
        self.wait(lambda: "after" in self.bodies())
        self.assertEqual(self.hs.removed, ["$sent1"])

    def test_failed_removal_is_not_repeated(self):
        self.hs.fault("/redact/", 403, {"errcode": "M_FORBIDDEN"})
        self.say("!poll private which")
        self.wait(lambda: self.hs.sent[1:])
        self.say("!done poll")
        self.wait(lambda: self.hs.asked("/redact/"))
        self.say("!say after")
        self.wait(lambda: "after" in self.bodies())
        time.sleep(0.5)
        self.assertEqual(len(self.hs.asked("/redact/")), 1)

    def test_optional_row_waits_for_a_message_in_flight(self):
        self.hs.fault("/send/", wait=1)
        self.say("!say slow", "!done played")
        self.expect(["turn", "* played"], PRIVATE)
        self.assertEqual(self.bodies_of_all(), ["turn", "slow", "* played"])

    def test_next_message_overtakes_an_optional_row(self):
        self.say("!done played", "!list next")
        self.expect(["turn", "next", "* played"], PRIVATE)

    def test_optional_row_edits_a_message_in_the_room(self):
        self.say("!post offer", "!over taken", "!say board", then=["offer", "board", "* taken"])
        _, edit = self.hs.sent[-1]
        self.assertEqual(edit["m.relates_to"], {"rel_type": "m.replace", "event_id": "$sent1"})
        self.assertEqual(edit["m.mentions"], {})
        self.assertEqual(edit["m.new_content"]["m.mentions"], {})

    def test_optional_row_waits_for_a_next_message(self):
        began = time.monotonic()
        self.say("!done played")
        self.expect(["turn", "* played"], PRIVATE)
        self.assertGreaterEqual(self.hs.asked("/send/")[-1][4] - began, 0.24)

    def test_optional_row_waits_for_a_token_under_a_rate_limit(self):
        self.hs.fault("/send/", 429, LIMIT)
        self.say("!say board")
        self.say("!done played")
        self.wait(lambda: self.bodies() == ["board"])
        self.say("!list next")
        self.expect(["turn", "next", "* played"], PRIVATE)

    def test_limited_optional_row_is_repeated_after_the_limit(self):
        self.hs.fault("/send/", 429, LIMIT)
        self.say("!done played")
        self.expect(["turn", "* played"], PRIVATE)
        first, again = self.hs.asked("/send/")[1:]
        self.assertGreaterEqual(again[4] - first[4], 0.1)
        self.assertEqual(again[1], first[1])

    def test_newest_optional_row_comes_first(self):
        self.say("!list another")
        self.expect(["turn", "another"], PRIVATE)
        self.hs.fault("/send/", 429, LIMIT)
        self.say("!say board", "!done played", "!post offer", "!over taken")
        self.wait(lambda: "* taken" in self.bodies())
        self.wait(lambda: "* played" in self.bodies(PRIVATE))
        sent = self.bodies_of_all()
        self.assertLess(sent.index("* taken"), sent.index("* played"))

    def test_many_optional_rows_are_all_sent_once(self):
        rooms = [f"!many{i}:here" for i in range(40)] # more than one look of the sender finds
        held = threading.Event()
        self.hs.fault("/send/", until=held)
        self.say("!say slow")
        self.wait(lambda: len(self.hs.asked("/send/")) == 2)
        for room in rooms:
            self.say("!post offer", "!over taken", room=room)
        self.wait(lambda: all("offer" in self.bodies(room) for room in rooms))
        held.set()
        self.wait(lambda: all("* taken" in self.bodies(room) for room in rooms))
        order = [room for room, content in self.hs.sent if content["body"] == "* taken"]
        self.assertEqual(sorted(order), sorted(rooms))

    def test_failed_optional_row_is_repeated(self):
        self.hs.fault("/send/", 503, {"errcode": "M_UNKNOWN"})
        self.say("!done played")
        self.expect(["turn", "* played"], PRIVATE)

    def test_optional_row_that_fails_again_and_again_is_given_up(self):
        self.hs.fault("/redact/", 503, {"errcode": "M_UNKNOWN"}, times=5)
        self.say("!poll private which")
        self.wait(lambda: self.hs.sent[1:])
        self.say("!done poll")
        self.wait(lambda: self.hs.removed)
        self.assertEqual(len(self.hs.asked("/redact/")), 6)

    def test_optional_row_that_is_always_limited_is_given_up(self):
        self.hs.fault("/redact/", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 20}, times=1000)
        self.say("!poll private which")
        self.wait(lambda: self.hs.sent[1:])
        self.say("!done poll")
        self.wait(lambda: len(self.hs.asked("/redact/")) == 8)
        self.say("!list next")
        self.wait(lambda: len(self.hs.sent) == 3)
        self.assertEqual(len(self.hs.asked("/redact/")), 8)

    def test_edit_leaves_the_reactions_to_the_newest_list(self):
        self.hs.batch(join={PRIVATE: [member(ANN)]})
        self.hs.joined[PRIVATE] = ["@bot:here", ANN]
        self.hs.fault("/send/m.reaction/", wait=1)
        self.say("!offer taps", room=PRIVATE)
        self.wait(lambda: self.hs.asked("/send/m.reaction/"))
        self.say("!done played")
        self.wait(lambda: "* played" in self.bodies(PRIVATE))
        self.wait(lambda: len(self.hs.reactions) == 2)

    def test_refused_optional_row_does_not_delay_the_next_message(self):
        for status, code in ((403, "M_FORBIDDEN"), (400, "M_BAD_JSON")):
            # A busy machine may delay one message, but not ten. A back-off would delay them all.
            waited = [self.wait_after_failure(status, code)]
            while waited[-1] > 0.4 and len(waited) < 10:
                waited.append(self.wait_after_failure(status, code))
            self.assertLess(waited[-1], 0.4, waited)
        lists = len(self.hs.asked("/send/")) // 2
        self.expect(["turn", *["next"] * lists], PRIVATE)
        self.assertEqual(len(self.hs.asked("/createRoom")), 1)

    def wait_after_failure(self, status, code):
        """Lets an optional row fail. Returns how many seconds the next message then takes."""
        before = len(self.hs.asked("/send/"))
        self.hs.fault("/send/", status, {"errcode": code})
        self.say("!done played")
        self.wait(lambda: len(self.hs.asked("/send/")) > before)
        self.settle()
        began = time.monotonic()
        self.say("!list next")
        self.wait(lambda: len(self.hs.asked("/send/")) > before + 1)
        return self.hs.asked("/send/")[-1][4] - began

    def test_optional_row_is_sent_after_its_player_has_joined(self):
        self.hs.batch(join={PRIVATE: [member(ANN)]})
        self.say("!done played")
        self.expect(["turn", "* played"], PRIVATE)

    def test_optional_row_for_a_room_that_is_not_private_is_dropped(self):
        guest = member(BOB, "invite", ANN)
        self.hs.state[PRIVATE].append(guest)
        self.hs.batch(join={PRIVATE: [guest]})
        self.say("!done played")
        time.sleep(1)
        self.assertEqual(self.bodies(PRIVATE), ["turn"])
        self.assertEqual(len(self.hs.asked("/createRoom")), 1)

    def test_optional_row_is_sent_once_over_a_restart(self):
        killed = threading.Event()
        self.hs.fault("/send/", until=killed)
        self.say("!done played", "!say slow")
        self.wait(lambda: len(self.hs.asked("/send/")) == 2)
        self.kill()
        killed.set()
        self.start()
        self.wait(lambda: self.bodies() == ["slow"])
        self.expect(["turn", "* played"], PRIVATE)


if __name__ == "__main__":
    main()
