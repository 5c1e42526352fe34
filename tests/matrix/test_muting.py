"""Rooms whose power levels do not let the bot write. Run: test_muting.py BOT [options]"""

import application_service
from case import ANN, ROOM, Case, main
from homeserver import ME, event, member, text


def levels(**content):
    return event("m.room.power_levels", ANN, content, "")


class Muting(Case):
    def check(self, wanted, *events):
        """Gives the bot these events. Checks whether the bot then knows that it may write."""
        self.hs.batch(join={ROOM: [*events, text(ANN, "!muted")]})
        count = getattr(self, "count", 0) + 1
        self.count = count
        self.wait(lambda: len(self.told("^(writes|silent)$")) == count)
        self.assertEqual(self.told("^(writes|silent)$")[-1], f"{wanted}\n")

    def test_power_levels_decide_whether_the_bot_writes(self):
        self.check("writes")
        for wanted, content in (
                ("silent", {"events_default": 50}), ("writes", {}),
                ("silent", {"users": {ME: -1}}), ("writes", {"users": {ME: 0}}),
                ("silent", {"users_default": -1}),
                ("silent", {"events": {"m.room.message": 1}}),
                ("writes", {"events": {"m.room.message": 1}, "users": {ME: 1}}),
                ("writes", {"events_default": 50, "events": {"m.room.message": 0}}),
                ("writes", {"events": {"m.reaction": 100, "org.matrix.msc3381.poll.start": 100},
                            "state_default": 100}),
                ("silent", {"events_default": "50"}), # a string, as in the oldest room versions
                ("writes", {"events_default": [], "events": 3, "users": None})):
            self.check(wanted, levels(**content))

    def test_host_is_told_of_changes_only(self):
        self.check("silent", levels(events_default=50))
        self.check("silent", levels(events_default=60))
        self.check("writes", levels(events_default=0))
        self.wait(lambda: len(self.told("^(un)?muted ")) == 2)
        self.assertEqual(self.told("^(un)?muted "), [f"muted {ROOM}\n", f"unmuted {ROOM}\n"])

    def test_it_is_known_after_a_restart(self):
        self.check("silent", levels(events_default=50))
        self.stop()
        self.start()
        self.check("silent")

    def test_creator_of_version_12_may_always_write(self):
        create = event("m.room.create", ANN, {"room_version": "12", "additional_creators": [ME]}, "")
        self.check("writes", create, levels(events_default=50))
        self.check("silent", event("m.room.create", ANN, {"room_version": "11"}, ""))

    def test_bot_that_joins_a_muted_room_knows_it(self):
        self.hs.batch(join={"!new:here": {
            "state": {"events": [member(ME), levels(events_default=50)]},
            "timeline": {"events": [text(ANN, "!muted")]}}})
        self.wait(lambda: self.told("^silent$"))


class PushedMuting(application_service.Case):
    def test_pushed_power_levels_mute(self):
        self.start_inside()
        mute = levels(events_default=50)
        self.hs.batch(join={ROOM: [mute]})
        self.push(mute)
        self.wait(lambda: self.told(f"^muted {ROOM}"))


if __name__ == "__main__":
    main()
