"""Rooms that the bot is invited to. Run: test_invitations.py BOT [unittest options]"""

from case import ANN, BOB, EVE, OTHER, ROOM, Case, invitation, main
from homeserver import ME, event, member, text


class Invitations(Case):
    def test_invitation_by_policy(self):
        self.hs.batch(invite={"!yes:here": invitation(ANN), "!no:here": invitation(EVE),
                              "!odd:here": {}, "!odder:here": {"invite_state": {"events": [7]}}})
        join = self.wait(lambda: self.hs.asked("/join/"))
        leave = self.wait(lambda: self.hs.asked("/leave"))
        self.assertEqual((len(join), len(leave)), (1, 1))
        self.assertIn("!yes:here", join[0][0])
        self.assertEqual(join[0][3], {"via": "here", "server_name": "here"})
        self.assertIn("!no:here", leave[0][0])
        self.hs.batch(join={"!yes:here": [member(ME), text(ANN, "!say in")]})
        self.expect(["hello", "in"], "!yes:here")

    def test_invitations_beyond_the_cap_are_declined(self):
        self.kill()
        self.max_rooms = "3" # ROOM is the first
        self.start()
        self.hs.batch(invite={f"!r{i}:here": invitation(ANN) for i in range(4)})
        self.wait(lambda: len(self.hs.asked("/leave")) == 2 and len(self.hs.asked("/join/")) == 2)
        self.hs.batch(leave={ROOM: {"timeline": {"events": [member(ME, "ban", ANN)]}}})
        self.hs.batch(invite={"!r9:here": invitation(ANN)})
        self.wait(lambda: len(self.hs.asked("/join/")) == 3)

    def test_invitation_refused_frees_its_place(self):
        self.kill()
        self.max_rooms = "2"
        self.start()
        self.hs.fault("/join/", 403, {"errcode": "M_FORBIDDEN"})
        self.hs.batch(invite={"!r1:here": invitation(ANN)})
        self.wait(lambda: [line for line in self.log if "row_dropped" in line])
        self.hs.batch(invite={"!r2:here": invitation(ANN)})
        self.wait(lambda: self.hs.asked("/join/!r2"))

    def test_invitation_survives_a_kill_and_a_limit(self):
        self.hs.fault("/join/", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 60000})
        self.hs.batch(invite={"!yes:here": invitation(ANN)})
        self.wait(lambda: self.hs.asked("/join/"))
        self.kill()
        self.start()
        self.wait(lambda: len(self.hs.asked("/join/")) == 2)

    def test_invitation_after_a_stay_that_was_never_synced(self):
        for count in (1, 2):
            self.hs.batch(invite={"!yes:here": invitation(ANN)})
            self.wait(lambda: len(self.hs.asked("/join/")) == count)
            self.say(f"!say {count}")
            self.expect([str(count)])
            self.hs.sent.clear()

    def test_encrypted_room_is_told_once(self):
        self.hs.batch(join={OTHER: [event("m.room.encryption", ANN, {}, ""), member(ME)]})
        self.wait(lambda: self.bodies(OTHER))
        self.hs.batch(join={OTHER: [event("m.room.encryption", ANN, {}, "")]})
        self.say("!say end")
        self.expect(["end"])
        self.assertEqual(len(self.bodies(OTHER)), 1)
        self.assertIn("encrypted", self.bodies(OTHER)[0])

    def test_moderator_by_levels(self):
        levels = event("m.room.power_levels", ANN, {"users": {BOB: 50}}, "")
        self.hs.batch(join={ROOM: [text(BOB, "!mod"), levels, text(BOB, "!mod")]})
        self.say("!mod", sender=ANN)
        self.expect(["no moderator", "moderator", "no moderator"])

    def test_upgraded_room_is_followed(self):
        tombstone = event("m.room.tombstone", ANN, {"replacement_room": "!new"}, "")
        self.hs.batch(join={ROOM: [tombstone]})
        join = self.wait(lambda: self.hs.asked("/join/"))
        self.assertIn("/join/!new", join[0][0])
        create = event("m.room.create", ANN, {"predecessor": {"room_id": ROOM}}, "")
        self.hs.batch(join={"!new": [create, member(ME), text(ANN, "!say moved")]})
        self.expect(["moved"], "!new")
        self.wait(lambda: self.hs.asked("/leave"))
        self.assertFalse(self.told("joined !new"))

    def test_room_that_was_followed_is_one_like_any_other(self):
        """Somebody throws the bot out of the new room, and lets it in again before it has noticed."""
        tombstone = event("m.room.tombstone", ANN, {"replacement_room": "!new"}, "")
        self.hs.batch(join={ROOM: [tombstone]})
        self.wait(lambda: self.hs.asked("/join/"))
        create = event("m.room.create", ANN, {"predecessor": {"room_id": ROOM}}, "")
        self.hs.batch(join={"!new": [create, member(ME)]})
        self.wait(lambda: self.hs.asked(f"{ROOM}/leave"))
        self.hs.batch(leave={ROOM: {"timeline": {"events": [member(ME, "leave")]}}})
        self.hs.batch(join={"!new": [member(ME, "leave"), member(ME), text(ANN, "!say back")]})
        self.expect(["hello", "back"], "!new")
        self.assertEqual(self.hs.asked("!new/leave"), [])

    def test_tombstone_to_a_strange_room_is_no_invitation(self):
        tombstone = event("m.room.tombstone", ANN, {"replacement_room": "!strange:x"}, "")
        self.hs.batch(join={ROOM: [tombstone]})
        self.wait(lambda: self.hs.asked("/join/"))
        self.hs.batch(join={"!strange:x": [event("m.room.create", EVE, {}, ""), member(ME)]})
        self.wait(lambda: self.hs.asked("/rooms/!strange:x/leave"))
        self.assertEqual(self.bodies("!strange:x"), [])


if __name__ == "__main__":
    main()
