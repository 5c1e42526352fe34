"""What the bot tells its host about people who come and go. Run: test_receive_presence.py BOT [unittest
options]"""

from case import ANN, BOB, EVE, ROOM, Case, main
from homeserver import ME, member, text

MADE = "!made1:here"


class Presence(Case):
    def reports(self, *wanted):
        """Checks all reports so far. A command after the events shows that the bot has read
        them. Its answer may come before the thread that reads the reports."""
        def told():
            return self.told("^(came|gone|entered) ")
        self.say("!say end")
        self.wait(lambda: "end" in self.bodies() and len(told()) >= len(wanted))
        self.assertEqual(told(), [f"{line}\n" for line in wanted])

    def make_private_room(self):
        self.say("!reach", sender=BOB)
        self.wait(lambda: self.told(f"reached {BOB}"))
        self.hs.batch(join={MADE: list(self.hs.state[MADE])})

    def test_user_who_enters_and_leaves_a_room_is_reported(self):
        self.hs.batch(join={ROOM: [member(BOB), member(BOB, "leave"), member(BOB)]})
        self.reports(f"entered {ROOM} {BOB}", f"gone {ROOM} {BOB}", f"entered {ROOM} {BOB}")

    def test_user_whom_somebody_else_removes_has_not_gone(self):
        self.hs.batch(join={ROOM: [member(BOB), member(BOB, "leave", ANN), member(EVE),
                                   member(EVE, "ban", ANN)]})
        self.reports(f"entered {ROOM} {BOB}", f"entered {ROOM} {EVE}")

    def test_invitation_and_the_bot_itself_are_not_reported(self):
        self.hs.batch(join={ROOM: [member(BOB, "invite", ANN), member(ME, displayname="Bot")]})
        self.reports()

    def test_user_who_declines_an_invitation_has_gone(self):
        self.make_private_room()
        self.hs.batch(join={MADE: [member(BOB, "leave")]})
        self.reports(f"gone {MADE} {BOB}")

    def test_user_comes_to_their_private_room_once_and_goes(self):
        self.make_private_room()
        self.hs.batch(join={MADE: [member(BOB), member(BOB, displayname="Bob")]})
        self.hs.batch(join={MADE: [member(BOB, "leave")]})
        self.reports(f"came {BOB}", f"gone {MADE} {BOB}")

    def test_old_joins_before_a_timeline_are_not_reported(self):
        self.hs.batch(join={ROOM: {"state": {"events": [member(BOB), member(EVE)]},
                                   "timeline": {"events": [text(BOB, "hello")]}}})
        self.reports()

    def test_people_before_the_first_batch_are_not_reported(self):
        self.kill()
        self.start()
        self.hs.batch(join={"!new:here": [member(ANN), member(ME), member(BOB)]})
        self.reports(f"entered !new:here {BOB}")

    def test_report_is_not_repeated_after_a_restart(self):
        self.hs.batch(join={ROOM: [member(BOB)]})
        self.reports(f"entered {ROOM} {BOB}")
        self.kill()
        self.lines.clear()
        self.hs.sent.clear()
        self.start()
        self.reports()

    def gap(self, room, *events):
        since = f"s{len(self.hs.batches)}"
        self.hs.pages[room] = [{"start": since, "chunk": list(events)}]
        self.hs.batch(join={room: {"timeline": {"limited": True, "prev_batch": "p",
                                                "events": []}}})
        self.wait(lambda: self.hs.asked(f"{room}/messages"))

    def test_users_who_come_and_go_in_a_gap_are_not_reported(self):
        """These events are older than what the bot already knows."""
        self.gap(ROOM, member(BOB), member(BOB, "leave"), text(ANN, "!say in the gap"))
        self.wait(lambda: "in the gap" in self.bodies())
        self.reports()

    def test_user_comes_to_their_private_room_in_a_gap(self):
        self.make_private_room()
        self.gap(MADE, member(BOB), member(BOB, "leave"))
        self.wait(lambda: self.told("came"))
        self.reports(f"came {BOB}")


if __name__ == "__main__":
    main()
