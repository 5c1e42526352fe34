"""What the bot knows of the names of rooms. Run: test_room_names.py BOT [unittest options]"""

from case import ANN, BOB, OTHER, Case, main
from homeserver import ME, event, member, text


def named(name):
    return event("m.room.name", BOB, {"name": name}, "")


def aliased(alias):
    return event("m.room.canonical_alias", BOB, {"alias": alias}, "")


class RoomNames(Case):
    def check(self, wanted, *events):
        self.hs.batch(join={OTHER: [*events, text(ANN, "!titled")]})
        self.wanted.append(wanted)
        self.expect(self.wanted, OTHER)

    def setUp(self):
        super().setUp()
        self.wanted = ["hello"]
        self.hs.batch(join={OTHER: [member(ME)]})
        self.expect(self.wanted, OTHER)

    def test_name_follows_the_room(self):
        self.check("|")
        self.check("Club|", named("Club"))
        self.check("Club|#club:test", aliased("#club:test"))
        self.check("Hall|#club:test", named("Hall"))
        self.kill()
        self.start()
        self.check("Hall|#club:test")
        self.check("|", named(""), aliased(""))

    def test_hostile_names_are_not_kept(self):
        for name in ["x" * 60000, 7, None, ["Club"], {"name": "Club"}]:
            self.check("Club|#c:test", named("Club"), aliased("#c:test"))
            self.check("|", named(name), aliased(name))
        for alias in ["club:test", "#club", "#a b:test", "#" + "x" * 250 + ":test"]:
            self.check("|", aliased(alias))

    def test_event_with_a_state_key_names_nothing(self):
        other = event("m.room.name", BOB, {"name": "Eve's"}, "eve")
        self.check("Club|", named("Club"), other)


if __name__ == "__main__":
    main()
