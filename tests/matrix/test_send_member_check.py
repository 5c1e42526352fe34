"""How the bot asks whether a challenged user is in the room. Run: test_send_member_check.py BOT [unittest
options]"""

import time

from case import ANN, BOB, EVE, OTHER, ROOM, Case, main
from homeserver import ME

CHECK = "GET .*/state/m.room.member/"


class Challenges(Case):
    def setUp(self):
        super().setUp()
        self.hs.joined[ROOM] = [ME, ANN, BOB]

    def test_challenge_to_a_member_is_sent_after_one_question(self):
        self.say(f"!challenge {BOB}", then=[BOB])
        self.assertEqual([r[0] for r in self.hs.asked(CHECK)],
                         [f"GET /_matrix/client/v3/rooms/{ROOM}/state/m.room.member/{BOB}"])

    def test_open_challenge_needs_no_question(self):
        self.say("!challenge", then=["!challenge"])
        self.assertEqual(self.hs.asked(CHECK), [])

    def test_challenge_to_somebody_who_was_never_there_is_given_to_the_host(self):
        self.say(f"!challenge {EVE}", "!say next", then=["next"])
        self.assertEqual(self.told("outside"), ["outside 1\n"])

    def test_challenge_to_somebody_who_is_not_joined_is_given_to_the_host(self):
        for i, membership in enumerate(("invite", "leave", "ban", "knock")):
            self.hs.fault(CHECK, 200, {"membership": membership})
            self.say(f"!challenge {BOB}")
            self.wait(lambda i=i: self.told(f"outside {i + 1}"))
        self.assertEqual(self.bodies(), [])

    def test_unclear_answer_lets_the_challenge_pass(self):
        answers = [(403, {"errcode": "M_FORBIDDEN"}), (404, {"errcode": "M_UNRECOGNIZED"}),
                   (404, {}), (200, []), (200, {}), (200, {"membership": 1}),
                   (429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 3600000}),
                   (500, {"errcode": "M_UNKNOWN"}), (502, {})]
        for answer in answers:
            self.hs.fault(CHECK, *answer)
            self.say(f"!challenge {BOB}")
        self.expect([BOB] * len(answers))
        self.assertEqual(len(self.hs.asked(CHECK)), len(answers))
        self.assertEqual(self.told("outside"), [])

    def test_hanging_answer_holds_up_no_other_room_and_its_own_only_briefly(self):
        self.hs.fault(CHECK, wait=20)
        began = time.monotonic()
        self.say(f"!challenge {BOB}", "!say behind")
        self.wait(lambda: self.hs.asked(CHECK))
        self.say("hello", room=OTHER) # the bot has joined this room, and greets it
        self.wait(lambda: self.bodies(OTHER) == ["hello"])
        self.assertEqual(self.bodies(), [])
        self.expect([BOB, "behind"])
        self.assertLess(time.monotonic() - began, 15)

    def test_question_is_asked_again_after_a_crash(self):
        self.hs.fault(CHECK, wait=20)
        self.say(f"!challenge {EVE}")
        self.wait(lambda: self.hs.asked(CHECK))
        self.kill()
        self.start()
        self.wait(lambda: self.told("outside 1"))
        self.assertEqual(self.bodies(), [])


if __name__ == "__main__":
    main()
