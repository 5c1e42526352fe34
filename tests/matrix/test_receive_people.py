"""How the bot learns the display names of people. Run: test_receive_people.py BOT [unittest options]"""

from case import ANN, BOB, EVE, OTHER, ROOM, Case, main
from homeserver import ME, event, member, text

EVERYBODY = f"people: {ME}=bot {ANN}=ann {ANN}=Ann {BOB}=bob {BOB}=The fencer"


class People(Case):
    def join(self, *people):
        """Lets the bot join OTHER, and waits until it has asked who is there."""
        self.hs.joined[OTHER] = [ME, *people]
        self.hs.names = {ANN: "Ann", BOB: "The fencer"}
        self.hs.batch(join={OTHER: [member(ME)]})
        self.expect(["hello"], OTHER)
        self.learn(1)

    def learn(self, count):
        """Waits until the bot has read `count` answers about the members of OTHER."""
        self.wait(lambda: len(self.asked()) >= count)
        self.settle()

    def asked(self):
        return self.hs.asked("GET .*other.*/joined_members")

    def test_names_are_known_when_the_bot_has_joined(self):
        self.join(ANN, BOB)
        self.say("!people", "!people", room=OTHER, then=["hello", EVERYBODY, EVERYBODY])
        self.assertEqual(len(self.asked()), 1)

    def test_names_are_known_after_the_first_command_of_a_process(self):
        self.join(ANN, BOB)
        self.kill()
        self.start()
        self.say("!people", room=OTHER, then=["hello", "later"])
        self.learn(2)
        self.say("!people", room=OTHER, then=["hello", "later", EVERYBODY])

    def test_names_follow_the_events_of_the_room(self):
        self.join(ANN, BOB)
        self.hs.batch(join={OTHER: [member(BOB, displayname="Bobby"), member(ANN, "leave"),
                                    member(EVE), text(BOB, "!people")]})
        self.expect(["hello", f"people: {ME}=bot {BOB}=bob {BOB}=Bobby {EVE}=eve"], OTHER)

    def test_bot_knows_its_own_display_name(self):
        self.say("!called")
        self.hs.batch(join={ROOM: [member(ME, displayname="En Garde")]})
        self.say("!called")
        # Nobody else can give the bot a name.
        self.hs.batch(join={ROOM: [member(ME, sender=EVE, displayname="Eve's bot")]})
        self.say("!called", then=["", "En Garde", "En Garde"])
        self.kill()
        self.start()
        self.say("!called")
        self.hs.batch(join={ROOM: [member(ME, displayname="x" * 300)]})
        self.say("!called", then=["", "En Garde", "En Garde", "En Garde", ""])

    def named(self, name, year):
        return {**member(ME, displayname=name), "origin_server_ts": int((year - 1970) * 365.25 * 86400000)}

    def test_bot_takes_its_newest_name_and_not_the_one_with_the_latest_date(self):
        self.hs.batch(join={ROOM: [self.named("Next year", 2100), text(ANN, "!called")]})
        self.hs.batch(join={ROOM: [self.named("Today", 2020), text(ANN, "!called")]})
        # The state before a timeline may be older, whatever its date says.
        self.hs.batch(join={ROOM: {"state": {"events": [self.named("Next year", 2100)]}, "timeline": {
            "events": [text(ANN, "!called")]}}})
        self.expect(["Next year", "Today", "Today"])
        self.kill()
        self.start()
        self.hs.batch(join={ROOM: [self.named("Tomorrow", 2019), text(ANN, "!called")]})
        self.expect(["Next year", "Today", "Today", "Tomorrow"])

    def test_names_that_are_too_long_are_not_kept(self):
        self.hs.joined[OTHER] = [ME, ANN]
        self.hs.names = {ANN: "x" * 600}
        self.hs.batch(join={OTHER: [member(ME)]})
        self.expect(["hello"], OTHER)
        self.learn(1)
        self.hs.batch(join={OTHER: [member(BOB, displayname="y" * 60000),
                                    member(EVE, displayname="z" * 10), text(ANN, "!people")]})
        self.expect(["hello", f"people: {ME}=bot {ANN}=ann {BOB}=bob {EVE}=eve {EVE}=zzzzzzzzzz"], OTHER)

    def test_reactions_to_others_do_not_ask_for_names(self):
        self.join(ANN, BOB)
        self.kill()
        self.start()
        self.hs.batch(join={OTHER: [event("m.reaction", BOB, {"m.relates_to": {
            "rel_type": "m.annotation", "event_id": "$other", "key": "!yes"}})]})
        self.expect(["hello", "!yes"], OTHER)
        self.assertEqual(len(self.asked()), 1)

    def test_names_in_a_big_room_are_not_kept(self):
        self.join(*[f"@u{i}:here" for i in range(1000)])
        self.say("!people", room=OTHER, then=["hello", "too many"])


if __name__ == "__main__":
    main()
