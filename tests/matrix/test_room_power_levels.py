"""Rooms whose power levels do not let the bot write. Run: test_room_power_levels.py BOT [options]"""

import contextlib
import os
import sqlite3

import application_service
from case import ANN, BOB, ROOM, Case, main
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

    def test_room_that_keeps_the_bots_server_out_is_silent(self):
        for wanted, content in (
                ("silent", {"allow": ["*"], "deny": ["here"]}), ("writes", {"allow": ["*"]}),
                ("silent", {}), ("writes", {"allow": ["h?r*"], "deny": ["*ere.org", "her"]}),
                ("silent", {"allow": ["*.here"]}), ("writes", {"allow": [7, None, "HERE"]}),
                ("silent", {"allow": ["*"], "deny": ["*e*r**"]}), ("silent", {"allow": "*"}),
                ("writes", {"allow": ["*"], "deny": {}, "allow_ip_literals": False})):
            self.check(wanted, event("m.room.server_acl", ANN, content, ""))
        self.check("silent", event("m.room.server_acl", ANN, {}, ""))
        self.check("silent", levels(events_default=50))
        self.check("silent", event("m.room.server_acl", ANN, {"allow": ["*"]}, ""))
        self.check("writes", levels())

    def test_upgrade_is_no_news_of_a_muted_room(self):
        tombstone = event("m.room.tombstone", ANN, {"replacement_room": "!new:here"}, "")
        self.check("silent", tombstone, levels(events_default=50))
        self.assertEqual(self.told("^(un)?muted "), [])

    def test_players_hear_of_a_successor_that_the_bot_can_not_join(self):
        self.kill()
        with contextlib.closing(sqlite3.connect(os.path.join(self.dir.name, "store"))) as store, store:
            store.execute("INSERT INTO matches (status, room, white, black, white_reached,"
                          " black_reached, rules, touches, first, unseen, board, edits, scrolled)"
                          " VALUES ('playing', ?, ?, ?, 1, 1, 'advanced', 5, 'white', 0, 0, 0, 0)",
                          (ROOM, ANN, BOB))
        self.hs.fault("/join/!new", 403, {"errcode": "M_FORBIDDEN"}, times=99)
        self.start()
        self.hs.batch(join={ROOM: [event("m.room.tombstone", ANN,
                                         {"replacement_room": "!new:here"}, "")]})
        self.wait(lambda: self.told("successor refused 1"))


class PushedMuting(application_service.Case):
    def test_pushed_power_levels_mute(self):
        self.start_inside()
        mute = levels(events_default=50)
        self.hs.batch(join={ROOM: [mute]})
        self.push(mute)
        self.wait(lambda: self.told(f"^muted {ROOM}"))


if __name__ == "__main__":
    main()
