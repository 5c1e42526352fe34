"""Invitations of the bot to rooms. Run: test_receive_invitations.py BOT [unittest options]"""

import os
import sqlite3

from case import ANN, BOB, EVE, OTHER, ROOM, Case, invitation, main
from homeserver import ME, event, member, text


class Invitations(Case):
    def test_invitation_by_policy(self):
        self.hs.batch(invite={"!yes:here": invitation(ANN), "!no:here": invitation(EVE),
                              "!odd:here": {}, "!odder:here": {"invite_state": {"events": [7]}}})
        join = self.wait(lambda: self.hs.asked("/join/"))
        self.wait(lambda: len(self.hs.asked("/leave")) == 3)
        self.assertEqual(len(self.hs.asked("/join/")), 1)
        self.assertIn("!yes:here", join[0][0])
        self.assertEqual(join[0][3], {"via": "here", "server_name": "here"})
        self.assertTrue(self.hs.asked("!no:here/leave"))
        self.hs.batch(join={"!yes:here": [member(ME), text(ANN, "!say in")]})
        self.expect(["hello", "in"], "!yes:here")

    def test_invitations_beyond_the_cap_are_declined(self):
        self.kill()
        self.max_rooms = "3" # the bot is already in ROOM, so it may join two more rooms
        self.start()
        self.hs.batch(invite={f"!r{i}:here": invitation(ANN) for i in range(4)})
        self.wait(lambda: len(self.hs.asked("/leave")) == 2 and len(self.hs.asked("/join/")) == 2)
        self.hs.batch(leave={ROOM: {"timeline": {"events": [member(ME, "ban", ANN)]}}})
        self.hs.batch(invite={"!r9:here": invitation(ANN)})
        self.wait(lambda: len(self.hs.asked("/join/")) == 3)

    def test_invitations_into_rooms_without_a_chat_are_declined(self):
        """Clients show no timeline of a space, a policy list or another room that has a type."""
        kinds = {"!space:here": "m.space", "!policy:here": "support.feline.policy.lists.msc.v1", "!x:here": "x"}
        for room, kind in kinds.items():
            create = event("m.room.create", ANN, {"room_version": "11", "type": kind}, "")
            for direct in ({}, {"is_direct": True}):
                invite = {"invite_state": {"events": [create, member(ME, "invite", ANN, **direct)]}}
                self.hs.batch(invite={room: invite})
        # Types of other events, of no text, or empty, say nothing.
        odd = [event("m.room.create", ANN, {"type": kind}, "") for kind in (None, 7, "", ["m.space"])]
        name = event("m.room.name", ANN, {"type": "m.space"}, "")
        self.hs.batch(invite={"!chat:here": {"invite_state": {"events": [*odd, name, member(ME, "invite", ANN)]}}})
        self.wait(lambda: self.hs.asked("/join/!chat:here"))
        self.wait(lambda: all(self.hs.asked(f"{room}/leave") for room in kinds))
        self.assertEqual(len(self.hs.asked("/join/")), 1)

    def test_room_whose_type_shows_only_after_the_join_is_left(self):
        create = event("m.room.create", ANN, {"room_version": "11", "type": "m.space"}, "")
        for direct, room in ((False, "!space:here"), (True, "!direct:here")):
            self.hs.batch(invite={room: {"invite_state": {"events": [
                member(ME, "invite", ANN, is_direct=direct)]}}})
            self.wait(lambda: self.hs.asked(f"/join/{room}"))
            self.hs.batch(join={room: {"state": {"events": [create, member(ANN)]}, "timeline": {"events": [
                member(ME), text(ANN, "!say heard")]}, "summary": {"m.joined_member_count": 2}}})
            self.wait(lambda: self.hs.asked(f"{room}/leave"))
            self.hs.batch(join={room: [text(ANN, "!say heard")]})
        self.say("!say here", then=["here"])
        self.assertEqual(self.bodies("!space:here") + self.bodies("!direct:here"), [])

    def test_spaces_do_not_count_as_rooms(self):
        self.restart("3")
        create = event("m.room.create", ANN, {"type": "m.space"}, "")
        for i in range(4):
            self.hs.batch(invite={f"!s{i}:here": {"invite_state": {"events": [member(ME, "invite", ANN)]}}})
            self.wait(lambda: self.hs.asked(f"/join/!s{i}:here"))
            self.hs.batch(join={f"!s{i}:here": {"state": {"events": [create]}, "timeline": {"events": [member(ME)]}}})
            self.wait(lambda: self.hs.asked(f"!s{i}:here/leave"))

    def restart(self, max_rooms="10", **settings):
        self.kill()
        self.max_rooms, self.secrets = max_rooms, {**self.secrets, **settings}
        self.start()

    def count_rows(self):
        """Kills the bot and returns how many outbox rows of each kind wait."""
        self.kill()
        store = sqlite3.connect(os.path.join(self.dir.name, "store"))
        rows = dict(store.execute("SELECT kind, count(*) FROM outbox GROUP BY kind"))
        store.close()
        return rows

    def waiting_joins(self):
        """Kills the bot and returns the rooms whose joins wait in the outbox."""
        self.kill()
        store = sqlite3.connect(os.path.join(self.dir.name, "store"))
        joins = [lane for lane, in store.execute("SELECT lane FROM outbox WHERE kind = 'join'")]
        store.close()
        return joins

    def invite(self, inviter, rooms):
        self.hs.batch(invite={f"!{room}:x": invitation(inviter) for room in rooms})

    def joins(self):
        return sorted(line[0].split("!")[1] for line in self.hs.asked("/join/"))

    def test_banned_user_is_not_heard(self):
        self.restart(ANYONE="1", IGNORED=EVE)
        self.invite(EVE, ["a"])
        self.wait(lambda: self.hs.asked("!a:x/leave"))
        self.hs.batch(join={ROOM: [member(EVE), text(EVE, "!say eve"), text(ANN, "!say ann")]})
        self.expect(["ann"])
        self.assertEqual(self.told(EVE), [])
        self.assertFalse(self.hs.asked("/join/!a"))

    def test_one_account_can_not_use_up_the_room_limit(self):
        self.restart("20", INVITER_SHARE="10", ANYONE="1")
        self.invite(EVE, ["a1", "a2", "a3"])
        self.wait(lambda: self.hs.asked("/leave"))
        self.invite("@mal:there", ["b1"])
        self.wait(lambda: len(self.hs.asked("/join/")) == 3)
        self.assertEqual(self.joins(), ["a1:x", "a2:x", "b1:x"])
        # When the bot has left one room, Eve may invite the bot to one more room.
        self.hs.batch(join={"!a1:x": [member(ME)]})
        self.hs.batch(leave={"!a1:x": {"timeline": {"events": [member(ME, "leave", EVE)]}}})
        self.invite(EVE, ["a4"])
        self.wait(lambda: self.hs.asked("/join/!a4"))
        self.invite(EVE, ["a5"])
        self.wait(lambda: self.hs.asked("!a5:x/leave"))

    def test_one_server_can_not_use_up_the_room_limit(self):
        self.restart("10", SERVER_SHARE="20", ANYONE="1")
        names = ["@a:there", "@b:There", "@c:there:8448", "@d:there.", "@e:there"]
        for i, name in enumerate(names):
            self.invite(name, [f"r{i}"])
        self.wait(lambda: len(self.hs.asked("/leave")) == 3)
        self.assertEqual(self.joins(), ["r0:x", "r1:x"])
        # The limit on invitations from one server does not apply to the bot's own homeserver.
        for i in range(4):
            self.invite(f"@u{i}:here", [f"h{i}"])
        self.wait(lambda: len(self.hs.asked("/join/")) == 6)

    def test_inviter_in_the_stripped_state_is_not_believed(self):
        """Eve's server has forged the stripped state, so that Ann seems to be the inviter. Only the
        last event is not forged."""
        forged = {"invite_state": {"events": [member(ME, "invite", ANN, is_direct=True),
                                              member(ME, "invite", EVE)]}}
        same = {"invite_state": {"events": [member(ME, "invite", ANN), member(ANN),
                                            member(ME, "invite", ANN)]}}
        self.hs.batch(invite={"!forged:there": forged, "!same:here": same})
        self.wait(lambda: self.hs.asked("!forged:there/leave"))
        self.wait(lambda: self.hs.asked("/join/!same:here"))
        self.assertEqual(self.joins(), ["same:here"])

    def test_refused_invitation_does_not_change_the_inviters_count(self):
        self.restart("20", INVITER_SHARE="10", ANYONE="1")
        self.invite(EVE, ["a1"])
        self.wait(lambda: self.hs.asked("/join/!a1"))
        self.hs.fault("/join/!n", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 600000})
        self.hs.batch(join={"!a1:x": [
            member(ME), event("m.room.tombstone", EVE, {"replacement_room": "!n:x"}, "")]})
        self.wait(lambda: self.hs.asked("/join/!n"))
        self.hs.batch(invite={"!n:x": {"invite_state": {"events": [
            member(ME, "invite", ANN), member(ME, "invite", EVE)]}}})
        self.invite(EVE, ["a2"])
        self.wait(lambda: self.hs.asked("!a2:x/leave"))
        self.assertEqual(self.joins(), ["a1:x", "n:x"])

    def test_flood_of_invitations_waits_in_few_rows(self):
        self.restart("500", ANYONE="1")
        self.hs.fault("/(join|leave)", 429, {"errcode": "M_LIMIT_EXCEEDED",
                                             "retry_after_ms": 600000}, times=-1)
        for server in range(20):
            self.invite(f"@a:s{server}", [f"r{server}-{i}" for i in range(100)])
        self.say("!say still here")
        # The bot answers although more joins wait than the bot sends at the same time.
        self.expect(["still here"])
        rows = self.count_rows()
        self.assertLessEqual(rows["join"], 50)
        self.assertLessEqual(rows["leave"], 50)

    def test_many_invitations_do_not_delay_the_joins_of_others(self):
        self.restart("500", ANYONE="1")
        self.hs.fault("/(join|leave)", 429, {"errcode": "M_LIMIT_EXCEEDED",
                                             "retry_after_ms": 600000}, times=-1)
        for i in range(100):
            self.invite(f"@a{i}:there", [f"r{i}"])
        self.hs.batch(invite={**{f"!h{i}:here": invitation(BOB) for i in range(100)},
                              "!last:here": invitation(ANN)})
        self.invite("@bob:elsewhere", ["good"])
        self.say("!say heard")
        self.wait(lambda: self.told("heard"))
        joins = self.waiting_joins()
        self.assertIn("!good:x", joins)
        # The flood does not keep out an inviter on the bot's own homeserver.
        self.assertIn("!last:here", joins)
        self.assertEqual(len(joins), 10 + 5 + 2)

    def test_many_servers_do_not_delay_the_bots_own_homeserver(self):
        """The owner of a domain can make any number of servers below it at no cost."""
        self.restart("500", ANYONE="1")
        self.hs.fault("/(join|leave)", 429, {"errcode": "M_LIMIT_EXCEEDED",
                                             "retry_after_ms": 600000}, times=-1)
        for i in range(60):
            self.invite(f"@a:s{i}.evil", [f"r{i}"])
        self.invite(BOB, ["good"])
        self.say("!say heard")
        self.wait(lambda: self.told("heard"))
        self.assertIn("!good:x", self.waiting_joins())

    def test_many_upgrades_do_not_delay_invitations(self):
        """Strangers upgrade sixty of their rooms to new rooms on their own server. This server does
        not answer."""
        self.restart("500", ANYONE="1")
        self.hs.fault("/(join|leave)", 429, {"errcode": "M_LIMIT_EXCEEDED",
                                             "retry_after_ms": 600000}, times=-1)
        rooms = [f"!old{i}:there" for i in range(60)]
        self.hs.batch(join={room: [member(ME)] for room in rooms})
        self.hs.batch(join={room: [event("m.room.tombstone", "@eve:there", {
            "replacement_room": f"{room}.new"}, "")] for room in rooms})
        self.invite("@bob:elsewhere", ["good"])
        self.say("!say heard")
        self.wait(lambda: self.told("heard"))
        joins = self.waiting_joins()
        self.assertIn("!good:x", joins)
        self.assertEqual(len(joins), 10 + 1)

    def test_invitation_withdrawn_in_a_loop_needs_one_row(self):
        self.restart("10", ANYONE="1")
        self.hs.fault("/(join|leave)", 429, {"errcode": "M_LIMIT_EXCEEDED",
                                             "retry_after_ms": 600000}, times=-1)
        gone = {"!loop:x": {"timeline": {"events": [member(ME, "leave", EVE)]}}}
        # The rate limit delays this join while the other invitations arrive.
        self.invite(EVE, ["first"])
        self.wait(lambda: self.hs.asked("/join/"))
        for _ in range(30):
            self.invite(EVE, ["loop"])
            self.hs.batch(leave=gone)
        self.invite(EVE, ["loop"])
        self.say("!say heard", then=["heard"])
        self.assertEqual(self.count_rows(), {"join": 2})

    def test_withdrawn_invitation_is_not_accepted(self):
        # The limit is long, so that the bot handles both batches before it ends.
        self.hs.fault("/join/!first", 429, {"errcode": "M_LIMIT_EXCEEDED",
                                            "retry_after_ms": 10000})
        self.hs.batch(invite={"!first:here": invitation(ANN)})
        self.wait(lambda: self.hs.asked("/join/"))
        self.hs.batch(invite={"!gone:here": invitation(ANN)})
        self.hs.batch(leave={"!gone:here": {"timeline": {"events": [member(ME, "leave", ANN)]}}})
        self.wait(lambda: len(self.hs.asked("/join/!first")) == 2)
        self.say("!say end", then=["end"])
        self.assertEqual(self.hs.asked("!gone"), [])

    def test_room_has_one_replacement_at_a_time(self):
        self.hs.fault("/join/", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 600000})
        self.hs.batch(join={ROOM: [
            event("m.room.tombstone", EVE, {"replacement_room": f"!r{i}:x"}, "")
            for i in range(50)]})
        self.wait(lambda: self.hs.asked("/join/"))
        self.assertEqual(self.count_rows(), {"join": 1})

    def test_corrected_tombstone_counts_instead_of_the_first(self):
        self.hs.fault("/join/!wrong", 504, b"a server that does not answer", times=1 << 30)
        for new in ("!wrong:x", "!right:x"):
            self.hs.batch(join={ROOM: [event("m.room.tombstone", ANN, {"replacement_room": new}, "")]})
            self.wait(lambda: self.hs.asked(f"/join/{new}"))
        create = event("m.room.create", ANN, {"predecessor": {"room_id": ROOM}}, "")
        self.hs.batch(join={"!right:x": [create, member(ME), text(ANN, "!say moved")]})
        self.expect(["moved"], "!right:x")
        self.wait(lambda: self.hs.asked(f"{ROOM}/leave"))
        self.wait(lambda: self.hs.answering == 0)
        self.assertNotIn("join", self.count_rows())

    def test_invitation_that_names_no_inviter_is_declined(self):
        self.hs.batch(invite={f"!half{number}:here": {"invite_state": {"events": events}}
                              for number, events in enumerate(([], [member(ANN)], [7]))})
        self.wait(lambda: len(self.hs.asked("/leave")) == 3)
        why = [line for line in self.log if "invitation_declined" in line and "does not say who invites" in line]
        self.assertEqual(len(why), 3)

    def test_invitation_that_names_no_inviter_is_accepted_from_anyone(self):
        self.restart(ANYONE="1")
        self.hs.batch(invite={f"!half{number}:x": {"invite_state": {"events": events}}
                              for number, events in enumerate(([], [member(ANN)], [7]))} | {"!half3:x": {}})
        joins = self.wait(lambda: len(self.hs.asked("/join/")) == 4 and self.hs.asked("/join/"))
        self.assertEqual([query for _, _, _, query, _ in joins], [{"via": "x", "server_name": "x"}] * 4)

    def test_refused_invitation_counts_no_more(self):
        self.kill()
        self.max_rooms = "2"
        self.start()
        self.hs.fault("/join/", 404, {"errcode": "M_NOT_FOUND"})
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

    def test_invitation_after_a_membership_that_sync_never_showed(self):
        for count in (1, 2):
            self.hs.batch(invite={"!yes:here": invitation(ANN)})
            self.wait(lambda: len(self.hs.asked("/join/")) == count)
            self.say(f"!say {count}", then=[str(count)])
            self.hs.sent.clear()

    def test_encrypted_room_gets_one_warning(self):
        self.hs.batch(join={OTHER: [event("m.room.encryption", ANN, {}, ""), member(ME)]})
        self.wait(lambda: self.bodies(OTHER))
        self.hs.batch(join={OTHER: [event("m.room.encryption", ANN, {}, "")]})
        self.say("!say end", then=["end"])
        self.assertEqual(len(self.bodies(OTHER)), 1)
        self.assertIn("encrypted", self.bodies(OTHER)[0])

    def test_warning_names_the_inviter(self):
        self.hs.batch(invite={OTHER: invitation(ANN)})
        self.wait(lambda: self.hs.asked("/join/"))
        self.hs.batch(join={OTHER: [event("m.room.encryption", ANN, {}, ""), member(ME)]})
        self.wait(lambda: self.told(f"unreadable {OTHER}, invited by {ANN}"))

    def test_moderator_by_levels(self):
        levels = event("m.room.power_levels", ANN, {"users": {BOB: 50}}, "")
        self.hs.batch(join={ROOM: [text(BOB, "!mod"), levels, text(BOB, "!mod")]})
        self.say("!mod", sender=ANN, then=["no moderator", "moderator", "no moderator"])

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

    def test_upgraded_room_becomes_an_ordinary_room(self):
        """A moderator kicks the bot out of the new room and lets the bot in again in the same batch."""
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
