"""Checks that the audit finds each kind of fault. Each test puts one fault into the events."""

import unittest

from e2e.audit import Audit

BOT, ALICE, BOB = "@engarde:localhost", "@alice:localhost", "@bob:localhost"


def event(number: int, room: str, sender: str, kind: str, content: dict, key: str | None = None):
    made = {"event_id": f"${number}", "room_id": room, "sender": sender, "type": kind}
    return made | {"content": content} | ({} if key is None else {"state_key": key})


class Planted(unittest.TestCase):
    def setUp(self):
        self.events = []
        for room, creator, members in (
            ("!hall", ALICE, (ALICE, BOB, BOT)),
            ("!alice", BOT, (BOT, ALICE)),
            ("!bob", BOT, (BOT, BOB)),
        ):
            self.add(room, creator, "m.room.create", {}, "")
            for member in members:
                self.add(room, member, "m.room.member", {"membership": "join"}, member)
        self.say("!alice", BOT, "Your hand: 1 2 2 4 5\na. advance 3 (+3)")
        self.say("!bob", BOT, "Your hand: 1 1 3 3 5\n#1: waiting for alice.")
        self.say("!hall", BOT, "alice is on 1, bob on 23: distance 22")

    def add(self, room, sender, kind, content, key=None):
        self.events.append(event(len(self.events), room, sender, kind, content, key))

    def say(self, room, sender, text, **more):
        self.add(room, sender, "m.room.message", {"body": text} | more)

    def faults(self):
        return Audit(self.events, BOT).faults

    def assert_one(self, what):
        faults = self.faults()
        self.assertEqual(len(faults), 1, faults)
        self.assertTrue(faults[0].startswith(what), faults)

    def test_without_faults_nothing_is_found(self):
        self.assertEqual(self.faults(), [])

    def test_text_that_looks_like_a_hand_is_allowed(self):
        self.say("!bob", BOT, "Your hand: 1 1 1 1\na. attack 1 1 1 1 (x1111)")
        self.say("!alice", BOT, "bob attacks with 1 1 1.\na. retreat 2 (-2)")
        self.say("!hall", BOT, "alice challenges bob", **{"engarde_bot.commitment": "c12245a9" * 8})
        self.say("!hall", BOT, "alice challenges bob again", **{"engarde_bot.id": "c12245a9" * 4})
        self.say("!hall", BOT, "2012-12-24 5 erased-12245abc – bob")
        self.say("!alice", BOT, "Your hand: 1 3 4 5")
        self.say("!hall", BOT, "2 min for this turn, until 13:45 UTC.")
        self.assertEqual(self.faults(), [])

    def test_cards_in_the_room(self):
        self.say("!hall", BOT, "alice has 1, 2, 2, 4, 5")
        self.assert_one("the cards of a hand")

    def test_cards_in_the_form_of_a_time(self):
        self.say("!alice", BOT, "Your hand: 1 3 4 5")
        self.say("!hall", BOT, "alice: 13:45")
        self.assert_one("the cards of a hand")

    def test_cards_in_an_edit(self):
        self.say("!hall", BOT, "*", **{"m.new_content": {"body": "see", "formatted_body": "<b>12245</b>"}})
        self.assert_one("the cards of a hand")

    def test_cards_in_the_topic(self):
        self.add("!hall", BOT, "m.room.topic", {"topic": "1 1 3 3 5"}, "")
        self.assert_one("the cards of a hand")

    def test_cards_in_the_other_private_room(self):
        self.say("!bob", BOT, "alice: 1 2 2 4 5")
        self.assert_one("the cards of a hand")

    def test_a_refusal_that_shows_cards(self):
        self.say("!hall", BOT, "You hold no 5.")
        self.assert_one("private words")

    def test_hands_may_be_shown_when_cards_decide_a_round(self):
        held = "alice held 1 2 2 4 5. bob held 1 1 3 3 5."
        self.say("!hall", BOT, f"bob has more cards equal to the distance (1): bob wins round 2. {held}")
        self.assertEqual(self.faults(), [])

    def test_hands_must_not_be_shown_after_a_touch(self):
        self.say("!hall", BOT, "Touch! bob wins round 2. alice held 1 2 2 4 5.")
        self.assert_one("the cards of a hand")

    def test_choices_in_the_room(self):
        self.say("!hall", BOT, "Which of these?\na. attack 5 5 (x55)")
        self.assert_one("private words")

    def test_a_hand_in_a_room_with_a_third_person(self):
        self.add("!alice", BOB, "m.room.member", {"membership": "invite"}, BOB)
        self.say("!alice", BOT, "Your hand: 1 2 2 4 4")
        self.assert_one("a hand in a room of")

    def test_a_hand_may_be_edited_while_its_player_leaves(self):
        edit = {"m.relates_to": {"rel_type": "m.replace", "event_id": "$x"},
                "m.new_content": {"body": "You advanced 4.\nYour hand: 1 2 2 3 5"}}
        self.add("!alice", ALICE, "m.room.member", {"membership": "leave"}, ALICE)
        self.say("!alice", BOT, "*", **edit)
        self.assertEqual(self.faults(), [])
        self.add("!alice", BOB, "m.room.member", {"membership": "join"}, BOB)
        self.add("!alice", ALICE, "m.room.member", {"membership": "join"}, ALICE)
        self.say("!alice", BOT, "* again", **edit)
        self.assert_one("a hand in a room of")

    def test_a_hand_in_a_room_without_its_player(self):
        self.add("!alice", ALICE, "m.room.member", {"membership": "leave"}, ALICE)
        self.say("!alice", BOT, "Your hand: 1 2 2 4 4")
        self.assert_one("a hand in a room of")

    def react(self, keys, sender=BOT):
        for key in keys:
            relation = {"rel_type": "m.annotation", "event_id": "$5", "key": key}
            self.add("!alice", sender, "m.reaction", {"m.relates_to": relation})

    def test_reactions_that_are_always_the_same_are_allowed(self):
        self.react("1\ufe0f\u20e3 2\ufe0f\u20e3 3\ufe0f\u20e3".split())
        self.react(("4\ufe0f\u20e3",), ALICE)
        self.assertEqual(self.faults(), [])

    def test_reactions_of_the_cards_in_hand(self):
        self.react("1\ufe0f\u20e3 2\ufe0f\u20e3 4\ufe0f\u20e3".split())
        self.assert_one("chosen reactions")

    def test_reactions_of_some_letters(self):
        self.react(("\U0001f1ea",))
        self.assert_one("chosen reactions")

    def test_a_repeated_message(self):
        self.say("!hall", BOT, "alice is on 1, bob on 23: distance 22")
        self.assert_one("said twice")

    def test_the_same_answer_to_two_questions(self):
        self.say("!hall", ALICE, "!engarde board")
        self.say("!hall", BOT, "alice is on 1, bob on 23: distance 22")
        self.assertEqual(self.faults(), [])


if __name__ == "__main__":
    unittest.main()
