"""What the bot does when somebody removes its messages. Run: test_receive_redactions.py BOT [options]"""

import application_service
from case import ANN, BOB, EVE, OTHER, ROOM, Case, main
from homeserver import ME, event, member, text

MADE = "!made1:here"


def redaction(removed, sender=ANN, **more):
    return event("m.room.redaction", sender, {"reason": "tidy"}) | {"redacts": removed, **more}


def redaction_v11(removed, sender=ANN):
    return event("m.room.redaction", sender, {"redacts": removed})


class Redactions(Case):
    def post(self):
        """Makes the bot post a message that it edits later, and returns the message's event."""
        self.say("!post board", then=["board"])
        return "$sent0"

    def edit(self, body):
        self.say(f"!edit {body}")
        self.wait(lambda: any(body in sent for sent in self.bodies()))
        return next(content for room, content in self.hs.sent if body in content["body"])

    def check_removed(self, removal):
        board = self.post()
        self.hs.batch(join={ROOM: [removal(board)]})
        self.assertNotIn("m.relates_to", self.edit("new"))
        self.assertEqual(self.edit("newer")["m.relates_to"]["event_id"], "$sent1")

    def check_stays(self, room, *events):
        board = self.post()
        self.hs.batch(join={room: [made(board) if callable(made) else made for made in events]})
        self.assertEqual(self.edit("new")["m.relates_to"]["event_id"], board)

    def test_edit_of_a_removed_message_becomes_a_message(self):
        self.check_removed(redaction)

    def test_redaction_of_room_version_11_counts(self):
        self.check_removed(redaction_v11)

    def test_redaction_by_the_bots_own_account_counts(self):
        self.check_removed(lambda board: redaction(board, ME) | {"unsigned": {"transaction_id": "x"}})

    def test_redaction_in_another_room_does_not_count(self):
        self.check_stays(OTHER, member(ME), lambda board: redaction(board, EVE))

    def test_malformed_redactions_do_not_count(self):
        self.check_stays(ROOM, redaction(5), redaction({}), redaction("$none"), redaction(""),
                         event("m.room.redaction", ANN, {}), event("m.room.redaction", ANN, []),
                         lambda board: redaction(board, "nobody"),
                         lambda board: redaction(board, state_key=""))

    def test_redaction_counts_after_a_restart(self):
        board = self.post()
        self.stop()
        self.hs.batch(join={ROOM: [redaction(board)]})
        self.start()
        self.wait(lambda: self.told(f"removed {ROOM} \\{board} by {ANN}\n"))

    def test_edit_in_flight_is_sent_as_a_message(self):
        board = self.post()
        self.hs.fault(".*/send/", 502, b"bad", times=2)
        self.say("!edit new")
        self.wait(lambda: len(self.hs.asked("/send/")) >= 2)
        self.hs.batch(join={ROOM: [redaction(board)]})
        self.wait(lambda: [content for _, content in self.hs.sent if content["body"] == "new"])

    def check_removed_in_gap(self, make):
        board = self.post()
        since, chunk = f"s{len(self.hs.batches)}", [text(ANN, "hello")]
        self.hs.pages[ROOM] = [{"start": since, "chunk": [make(board)], "end": "p"},
                               {"start": "p", "chunk": chunk}]
        self.hs.batch(join={ROOM: {"timeline": {"limited": True, "prev_batch": "p",
                                                "events": chunk}}})
        self.wait(lambda: len(self.hs.asked("/messages")) == 2)
        self.settle()
        self.assertNotIn("m.relates_to", self.edit("new"))

    def test_redaction_in_a_gap_counts(self):
        self.check_removed_in_gap(redaction)

    def test_removed_message_in_a_gap_counts(self):
        self.check_removed_in_gap(lambda board: event("m.room.message", ME, {}) | {
            "event_id": board, "unsigned": {"redacted_because": redaction(board)}})

    def test_removed_private_message_is_reported_with_its_user(self):
        self.say("!poll private", sender=BOB)
        self.wait(lambda: self.hs.sent)
        self.settle()
        self.hs.batch(join={MADE: list(self.hs.state[MADE]) + [redaction("$sent0", BOB)]})
        self.wait(lambda: self.told(f"removed {MADE} private \\$sent0 by {BOB}\n"))

    def test_filter_lets_redactions_through(self):
        for query in [r[3] for r in self.hs.asked("GET .*/sync")]:
            made = self.hs.filters.get(query["filter"]) or query["filter"]
            self.assertIn("m.room.redaction", str(made))


class PushedRedactions(application_service.Case):
    def test_pushed_redaction_counts(self):
        self.start_inside()
        self.push(text(ANN, "!post board"))
        # The bot sends the second message when it has read the answer to the first.
        self.push(text(ANN, "!say posted"))
        self.wait(lambda: "posted" in self.bodies())
        board = f"$sent{self.bodies().index('board')}"
        self.push(redaction(board))
        self.push(text(ANN, "!edit new"))
        self.wait(lambda: "new" in self.bodies())
        self.push(redaction(board)) # a second redaction of the same message changes nothing
        self.push(text(ANN, "!edit newer"))
        self.wait(lambda: "* newer" in self.bodies())


if __name__ == "__main__":
    main()
