"""Private rooms, in which players get their hands. Run: test_send_private.py BOT [unittest options]"""

import contextlib
import os
import sqlite3
import threading
import time

from case import BOB, EVE, OTHER, Case, invitation, main
from homeserver import ME, event, member, text


class Private(Case):
    MADE = "!made1:here"

    def reach(self):
        self.say("!reach", sender=BOB)
        self.wait(lambda: self.told(f"reached {BOB}"))
        self.hs.batch(join={self.MADE: list(self.hs.state[self.MADE])})

    def test_private_room_is_made_checked_and_listed(self):
        self.hs.account["m.direct"] = {EVE: ["!x:y"], BOB: ["!old:y"]}
        self.say("!hand 12345", sender=BOB)
        self.expect(["12345"], self.MADE)
        lines = [r[0].split("/v3")[1] for r in self.hs.asked("createRoom|/state|/send/")]
        self.assertEqual(lines[:2], ["/createRoom", f"/rooms/{self.MADE}/state"])
        create = self.hs.asked("createRoom")[0][1]
        self.assertEqual((create["preset"], create["is_direct"], create["invite"]),
                         ("trusted_private_chat", True, [BOB]))
        self.assertEqual(create["topic"], f"The cards of {BOB}")
        self.wait(lambda: self.hs.asked("PUT .*m.direct"))
        self.assertEqual(self.hs.account["m.direct"],
                         {EVE: ["!x:y"], BOB: ["!old:y", self.MADE]})

    def test_host_learns_whether_the_user_has_accepted_the_invitation(self):
        self.reach()
        self.assertEqual(self.told("reached"), [f"reached {BOB} (invited)\n"])
        state = self.hs.state[self.MADE]
        joined, = (i for i, e in enumerate(state) if e.get("state_key") == BOB)
        state[joined] = member(BOB)
        self.hs.batch(join={self.MADE: [member(BOB)]})
        self.say("!reach", sender=BOB)
        self.wait(lambda: self.told("reached")[1:])
        self.assertEqual(self.told("reached")[1], f"reached {BOB}\n")

    def test_changes_elsewhere_and_of_names_do_not_make_the_check_begin_again(self):
        self.hs.fault(f"GET .*/{self.MADE}/state$", wait=1, times=9)
        self.say("!hand 12345", sender=BOB)
        self.wait(lambda: self.hs.asked(f"GET .*/{self.MADE}/state"))
        for number in range(1000): # until the answer has come
            self.hs.batch(join={
                OTHER: [event("m.room.name", EVE, {"name": str(number)}, ""),
                        member(EVE, displayname=str(number)),
                        event("m.room.join_rules", EVE, {"join_rule": "public"}, "")],
                self.MADE: [event("m.room.name", BOB, {"name": str(number)}, "")]})
            time.sleep(0.03)
            if self.bodies(self.MADE):
                break
        self.expect(["12345"], self.MADE)
        self.assertEqual(len(self.hs.asked(f"GET .*/{self.MADE}/state")), 1)

    def test_change_of_the_rules_during_the_check_makes_it_begin_again(self):
        for number, change in enumerate((event("m.room.join_rules", BOB, {"join_rule": "public"}, ""),
                                         member(EVE, "invite", BOB))):
            with self.subTest(change["type"]):
                room = f"!made{number + 1}:here"
                user = (BOB, EVE)[number]
                changed = threading.Event()
                self.hs.fault(f"GET .*/{room}/state$", until=changed)
                self.say("!hand 12345", sender=user)
                self.wait(lambda: self.hs.asked(f"GET .*/{room}/state"))
                self.hs.batch(join={room: [change]})
                self.wait(self.hs.all_is_handled)
                changed.set()
                self.wait(lambda: self.bodies(room))
                self.assertGreater(len(self.hs.asked(f"GET .*/{room}/state")), 1)

    def test_private_room_without_state_is_checked_again(self):
        self.hs.fault("/state", 200, {})
        self.hs.fault("/state", 200, [])
        self.say("!hand 12345", sender=BOB)
        self.expect(["12345"], self.MADE)
        self.assertEqual(len(self.hs.asked("createRoom")), 1)

    def test_private_message_needs_no_prefix(self):
        self.reach()
        self.hs.batch(join={self.MADE: [text(BOB, "3"), text(EVE, "not private")]})
        self.wait(lambda: self.told(f"message {self.MADE} {BOB} .* private: 3"))
        self.expect(["3"], self.MADE)

    def test_private_room_is_not_checked_again_for_known_members(self):
        self.reach()
        self.say("!hand first", sender=BOB)
        self.expect(["first"], self.MADE)
        looks = len(self.hs.asked("/state"))
        self.hs.batch(join={self.MADE: {"state": {"events": [member(ME), member(BOB)]},
                                        "timeline": {"events": [text(BOB, "3")]}}})
        self.say("!hand second", sender=BOB)
        self.expect(["first", "3", "second"], self.MADE)
        self.assertEqual(len(self.hs.asked("/state")), looks)

    def test_private_room_with_a_third_person_is_replaced(self):
        self.reach()
        for number, membership in enumerate(("join", "invite"), 1):
            room, new = f"!made{number}:here", f"!made{number + 1}:here"
            third = member(EVE, membership, BOB)
            self.hs.state[room].append(third)
            self.hs.batch(join={room: [third]})
            self.say(f"!hand secret{number}", sender=BOB)
            self.expect([f"secret{number}"], new)
            self.assertNotIn(f"secret{number}", self.bodies(room))

    def test_private_room_that_becomes_public_is_replaced(self):
        self.open(event("m.room.history_visibility", BOB, {"history_visibility": "world_readable"}, ""))

    def open(self, opened):
        self.reach()
        self.hs.state[self.MADE].append(opened)
        self.hs.batch(join={self.MADE: [opened]})
        self.say("!hand secret", sender=BOB)
        self.expect(["secret"], "!made2:here")
        self.assertEqual(self.bodies(self.MADE), [])

    def test_private_room_with_an_invitation_by_address_is_replaced(self):
        invited = {"display_name": "e...@t...", "public_key": "key", "key_validity_url": "https://id.there/"}
        self.open(event("m.room.third_party_invite", BOB, invited, "token"))
        asked = self.hs.asked("POST .*/filter")[0]
        self.assertIn("m.room.third_party_invite", str(asked))

    def third_comes(self, batches):
        self.reach()
        third = member("@eve and friend:there")
        for number, batch in enumerate(batches(third), 1):
            room, new = f"!made{number}:here", f"!made{number + 1}:here"
            self.hs.pages[room] = [{"start": f"s{len(self.hs.batches)}", "chunk": [third]}]
            self.hs.state[room].append(third)
            self.hs.batch(join={room: batch})
            self.say(f"!hand secret{number}", sender=BOB)
            self.expect([f"secret{number}"], new)
            self.assertNotIn(f"secret{number}", self.bodies(room))

    def test_third_person_with_an_odd_id_is_noticed(self):
        self.third_comes(lambda third: (
            {"timeline": {"events": [third]}},
            {"state": {"events": [third]}, "timeline": {"events": []}}))

    def test_third_person_with_an_odd_id_in_a_gap_is_noticed(self):
        self.third_comes(lambda third: (
            {"timeline": {"limited": True, "prev_batch": "end", "events": []}},))

    def test_private_room_is_checked_again_by_each_process(self):
        self.reach()
        self.kill()
        self.hs.state[self.MADE].append(member(EVE))
        self.start()
        self.say("!hand secret", sender=BOB)
        self.expect(["secret"], "!made2:here")
        self.assertEqual(self.bodies(self.MADE), [])

    def test_private_room_that_the_user_left_is_replaced(self):
        self.reach()
        self.hs.state[self.MADE][2] = member(BOB, "leave")
        self.hs.batch(join={self.MADE: [member(BOB, "leave")]})
        self.say("!hand secret", sender=BOB)
        self.expect(["secret"], "!made2:here")
        self.wait(lambda: self.hs.asked(f"{self.MADE}/leave"))

    def test_private_room_that_the_server_encrypts_is_not_used(self):
        self.hs.encrypts = True
        self.say("!reach", "!hand secret", sender=BOB)
        self.wait(lambda: len(self.told(f"unreachable {BOB} encrypted")) == 2)
        self.assertEqual(self.hs.sent, [])
        self.assertEqual(self.hs.rooms, 1)
        self.wait(lambda: any("server_encrypts_rooms" in line for line in self.log))
        warning, = (line for line in self.log if "server_encrypts_rooms" in line)
        self.assertIn("install a build with encryption", warning)

    def test_private_room_encrypted_by_the_user_is_replaced(self):
        self.reach()
        encryption = event("m.room.encryption", BOB, {}, "")
        self.hs.state[self.MADE].append(encryption)
        self.hs.batch(join={self.MADE: [encryption]})
        self.say("!hand secret", sender=BOB)
        self.expect(["secret"], "!made2:here")
        self.assertNotIn("secret", self.bodies(self.MADE))

    def test_user_who_can_not_be_invited_is_reported(self):
        for code, word in (("M_FORBIDDEN", "refused"), ("M_INVITE_BLOCKED", "refused"),
                           ("M_NOT_FOUND", "unknown")):
            with self.subTest(code):
                self.lines.clear()
                self.hs.fault("createRoom", 403, {"errcode": code},
                              times=5 if code == "M_FORBIDDEN" else 1)
                self.say("!reach", sender=f"@{code.lower()}:here")
                self.wait(lambda: self.told(f"unreachable .* {word}"))

    def test_direct_chat_of_the_user_replaces_the_bots_room(self):
        direct, made = "!direct:here", "!made9:here"
        self.hs.batch(invite={direct: invitation(BOB, is_direct=True)})
        self.wait(lambda: self.hs.asked(f"/join/{direct}"))
        self.hs.state[direct] = [event("m.room.create", BOB, {}, ""), member(BOB), member(ME)]
        self.hs.batch(join={direct: [member(BOB), member(ME)]})
        mark = {"engarde_bot.private_room_of": BOB}
        self.hs.batch(join={made: [event("m.room.create", ME, mark, ""), member(ME),
                                   member(BOB, "invite", ME)]})
        self.wait(lambda: self.hs.asked(f"{made}/leave"))
        self.say("!hand secret", sender=BOB)
        self.expect(["secret"], direct)

    def open_chat(self, room):
        """Makes Bob open a direct chat, and waits until the bot is there."""
        self.hs.batch(invite={room: invitation(BOB, is_direct=True)})
        self.wait(lambda: self.hs.asked(f"/join/{room}"))
        self.hs.state[room] = [event("m.room.create", BOB, {}, ""), member(BOB), member(ME)]
        self.hs.batch(join={room: {"timeline": {"events": [member(BOB), member(ME)]},
                                   "summary": {"m.joined_member_count": 2}}})
        self.wait(lambda: room in self.hs.account.get("m.direct", {}).get(BOB, []))

    def check_moves(self, *rooms):
        self.wait(lambda: len(self.told("moved ")) >= len(rooms))
        self.assertEqual(self.told("moved "), [f"moved {BOB} from {room}\n" for room in rooms])

    def test_each_newer_direct_chat_ends_the_one_before(self):
        self.reach()
        for room in ("!second:here", "!third:here", "!fourth:here"):
            self.open_chat(room)
        self.check_moves(self.MADE, "!second:here", "!third:here")
        self.say("!hand secret", sender=BOB)
        self.expect(["secret"], "!fourth:here")

    def test_room_lost_while_a_newer_chat_opens_does_not_end_the_newer(self):
        opened, second = threading.Event(), "!second:here"
        alone = [event("m.room.create", ME, {}, ""), member(ME)]
        self.hs.fault(f"GET .*/{self.MADE}/state$", 200, alone, until=opened)
        self.say("!hand secret", sender=BOB)
        self.wait(lambda: self.hs.asked(f"GET .*/{self.MADE}/state"))
        self.hs.batch(invite={second: invitation(BOB, is_direct=True)})
        self.wait(lambda: self.hs.asked(f"/join/{second}"))
        self.hs.state[second] = [event("m.room.create", BOB, {}, ""), member(BOB), member(ME)]
        self.hs.batch(join={second: [member(BOB), member(ME)]})
        self.wait(self.hs.all_is_handled)
        opened.set()
        self.expect(["secret"], second)
        self.assertEqual(self.hs.rooms, 1)

    def test_old_direct_chat_ends_although_the_bot_was_restarted(self):
        self.open_chat("!second:here")
        self.stop()
        self.start()
        self.open_chat("!third:here")
        self.check_moves("!second:here")

    def test_old_direct_chat_that_others_have_joined_is_kept(self):
        self.open_chat("!second:here")
        self.hs.state["!second:here"].append(member(EVE))
        self.hs.batch(join={"!second:here": [member(EVE)]})
        self.open_chat("!third:here")
        self.say("!say still here", room="!second:here", sender=BOB)
        self.expect(["still here"], "!second:here")
        self.assertEqual(self.told("moved "), [])

    def test_old_direct_chat_of_an_earlier_version_is_left_at_a_message(self):
        self.open_chat("!second:here")
        self.stop()
        path = os.path.join(self.dir.name, "store")
        with contextlib.closing(sqlite3.connect(path)) as store, store:
            store.execute("UPDATE private_rooms SET room = '!third:here'")
        self.start()
        self.hs.batch(join={"!second:here": [text(BOB, "hand"), text(BOB, "a")]})
        self.hs.batch(join={"!second:here": [text(BOB, "help")]})
        self.check_moves("!second:here")

    def test_message_to_the_bot_alone_outside_a_private_room_is_reported(self):
        def alone(joined, invited, *events):
            return {"timeline": {"events": list(events)},
                    "summary": {"m.joined_member_count": joined, "m.invited_member_count": invited}}
        self.hs.batch(join={OTHER: alone(2, 0, member(ME), member(BOB))})
        self.hs.batch(join={OTHER: alone(2, 0, text(BOB, "hand"))})
        self.wait(lambda: self.told(f"stray {OTHER} {BOB}"))
        self.hs.batch(join={OTHER: alone(2, 1)})
        self.hs.batch(join={OTHER: alone(2, 1, text(BOB, "hand"), text(BOB, "!say end"))})
        self.expect(["hello", "end"], OTHER)
        self.assertEqual(len(self.told("stray")), 1)

    def test_rooms_for_one_user_are_limited(self):
        for number in range(1, 5):
            self.say("!reach", sender=BOB)
            if number == 4:
                break
            room = f"!made{number}:here"
            self.wait(lambda: len(self.told(f"^reached {BOB}")) == number)
            self.hs.state[room][2] = member(BOB, "leave")
            self.hs.batch(join={room: [member(BOB, "leave")]})
        self.wait(lambda: self.told(f"unreachable {BOB} refused"))
        self.assertEqual(self.hs.rooms, 3)

    def test_rate_limited_requests_do_not_count_as_rooms(self):
        self.hs.fault("createRoom", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 1}, times=5)
        self.say("!hand secret", sender=BOB)
        self.expect(["secret"], self.MADE)
        self.assertEqual(self.told("unreachable"), [])

    def test_answer_without_the_room_is_no_success(self):
        self.hs.fault("createRoom", 200, {})
        self.say("!hand secret", sender=BOB)
        self.expect(["secret"], self.MADE)
        self.assertEqual(self.told("unreachable"), [])

    def kill_after_create(self):
        """Kills the bot after it has made a room, and before it knows that. It can't make another one
        before, however late the kill is."""
        self.hs.fault("createRoom", cut="after")
        self.hs.fault("createRoom", cut="before", times=1000)
        self.say("!hand secret", sender=BOB)
        self.wait(lambda: self.hs.rooms == 1)
        self.kill()
        self.hs.faults.clear()

    def test_room_made_just_before_a_kill_is_adopted(self):
        self.kill_after_create()
        self.hs.batch(join={self.MADE: {"timeline": {"events": self.hs.state[self.MADE]},
                      "summary": {"m.joined_member_count": 1, "m.invited_member_count": 1}}})
        self.start()
        self.expect(["secret"], self.MADE)
        self.assertEqual(self.hs.rooms, 1)

    def test_room_for_a_user_who_was_forgotten_meanwhile_is_left(self):
        forgotten = threading.Event()
        self.hs.fault("createRoom", until=forgotten)
        self.say("!hand secret", sender=BOB)
        self.wait(lambda: self.hs.asked("createRoom"))
        self.say("!forget me", sender=BOB, then=["me"])
        forgotten.set()
        self.wait(lambda: self.hs.asked(f"{self.MADE}/leave"))
        self.say("!hand again", sender=BOB)
        self.expect(["again"], "!made2:here")
        self.assertEqual(self.bodies(self.MADE), [])

    def test_room_whose_invitation_failed_is_left(self):
        self.kill_after_create()
        self.hs.batch(join={self.MADE: {"timeline": {"events": self.hs.state[self.MADE][:2]},
                      "summary": {"m.joined_member_count": 1, "m.invited_member_count": 0}}})
        self.start()
        self.wait(lambda: self.hs.asked(f"{self.MADE}/leave"))
        self.expect(["secret"], "!made2:here")

    def test_room_that_sync_shows_half_made_is_kept(self):
        self.say("!reach", sender=BOB)
        self.wait(lambda: self.told(f"reached {BOB}"))
        self.hs.batch(join={self.MADE: {"timeline": {"events": self.hs.state[self.MADE][:2]},
                      "summary": {"m.joined_member_count": 1, "m.invited_member_count": 0}}})
        self.say("!hand secret", sender=BOB)
        self.expect(["secret"], self.MADE)
        self.assertEqual((self.hs.asked(f"{self.MADE}/leave"), self.hs.rooms), ([], 1))

    def test_room_that_can_not_be_made_does_not_delay_other_users(self):
        self.hs.poll = 30
        self.hs.fault("createRoom", 503, b"busy", inviting=EVE, times=1000)
        self.say("!hand for eve", sender=EVE)
        self.wait(lambda: self.hs.asked("createRoom"))
        self.say("!hand for bob", sender=BOB)
        self.expect(["for bob"], self.MADE)
        self.kill()

    def test_sync_follows_a_failed_create_at_once(self):
        """Two batches after a failed /createRoom the bot knows whether the room exists. These
        batches must not take a minute."""
        self.assertNotIn("0", self.hs.polls[1:])
        self.hs.fault("createRoom", 503, b"busy")
        self.say("!hand secret", sender=BOB)
        self.wait(lambda: len(self.hs.asked("createRoom")) == 2)
        self.assertIn("0", self.hs.polls[1:])
        self.expect(["secret"], self.MADE)

    def test_create_limited_is_tried_again(self):
        self.hs.fault("createRoom", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 1000})
        self.say("!hand secret", "!say meanwhile", sender=BOB, then=["meanwhile"])
        self.expect(["secret"], self.MADE)

    def test_direct_chat_opened_by_a_user_is_their_private_room(self):
        self.hs.batch(invite={OTHER: invitation(BOB, is_direct=True)})
        self.wait(lambda: self.hs.asked("/join/"))
        self.hs.state[OTHER] = [event("m.room.create", BOB, {}, ""), member(BOB), member(ME)]
        self.hs.batch(join={OTHER: {"timeline": {"events": self.hs.state[OTHER]},
                      "summary": {"m.joined_member_count": 2, "m.invited_member_count": 0}}})
        self.wait(lambda: self.told(f"reached {BOB}"))
        self.say("!hand secret", sender=BOB)
        self.expect(["secret"], OTHER)
        self.assertEqual((self.hs.rooms, self.told("joined")), (0, []))
        self.wait(lambda: self.hs.account.get("m.direct") == {BOB: [OTHER]})

    def test_direct_chat_with_a_third_person_is_an_ordinary_room(self):
        self.hs.batch(invite={OTHER: invitation(BOB, is_direct=True)})
        self.wait(lambda: self.hs.asked("/join/"))
        self.hs.batch(join={OTHER: {"timeline": {"events": [member(BOB), member(EVE), member(ME)]},
                      "summary": {"m.joined_member_count": 3, "m.invited_member_count": 0}}})
        self.wait(lambda: self.told(f"joined {OTHER}"))
        self.assertFalse(self.told("reached"))

    def test_private_room_upgraded_stays_private(self):
        self.reach()
        tombstone = event("m.room.tombstone", BOB, {"replacement_room": "!new"}, "")
        self.hs.batch(join={self.MADE: [tombstone]})
        self.wait(lambda: self.hs.asked("/join/!new"))
        create = event("m.room.create", BOB, {"predecessor": {"room_id": self.MADE}}, "")
        self.hs.state["!new"] = [create, member(BOB), member(ME)]
        self.hs.batch(join={"!new": self.hs.state["!new"]})
        self.say("!hand secret", sender=BOB)
        self.expect(["secret"], "!new")
        self.assertEqual(self.hs.rooms, 1)

    def test_bot_kicked_from_the_private_room_makes_another(self):
        self.reach()
        self.hs.batch(leave={self.MADE: {"timeline": {"events": [member(ME, "leave", BOB)]}}})
        self.say("!hand secret", sender=BOB)
        self.expect(["secret"], "!made2:here")

    def test_send_forbidden_in_the_private_room_makes_another(self):
        self.reach()
        for kept in True, False:
            state = self.hs.state[self.MADE]
            if kept: # only the power levels don't let the bot write
                levels = {"users": {BOB: 100}, "events_default": 50}
                self.hs.state[self.MADE] = [
                    event("m.room.create", BOB, {}, ""), *state[1:],
                    event("m.room.power_levels", BOB, levels, "")]
            else:
                self.MADE = "!made2:here"
                self.hs.state[self.MADE] = [e for e in self.hs.state[self.MADE]
                                            if e.get("state_key") != ME]
            self.hs.fault(f"{self.MADE}/send/", 403, {"errcode": "M_FORBIDDEN"})
            self.say(f"!hand secret {kept}", sender=BOB)
            self.expect([f"secret {kept}"], "!made2:here" if kept else "!made3:here")


if __name__ == "__main__":
    main()
