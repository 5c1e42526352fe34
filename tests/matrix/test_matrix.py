"""The Matrix adapter against a scripted homeserver. Run: test_matrix.py BOT [unittest options]"""

import contextlib
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from homeserver import ME, Homeserver, event, member, text

ROOM, OTHER = "!room:here", "!other:here"
ANN, BOB, EVE = "@ann:here", "@bob:here", "@eve:there"
BOT = None


class Case(unittest.TestCase):
    """A homeserver and a bot that has logged in, had its first batch and sits in ROOM."""

    inside = True
    secrets = {"ENGARDE_PASSWORD": "secret"}

    def setUp(self):
        self.hs = Homeserver()
        self.addCleanup(self.hs.close)
        self.hs.password = "secret"
        self.dir = tempfile.TemporaryDirectory()
        self.addCleanup(self.dir.cleanup)
        self.lines, self.bot, self.max_rooms = [], None, "10"
        self.addCleanup(self.end)
        if self.inside:
            self.hs.batch(join={ROOM: [member(ME), text(ANN, "!say before the first batch")]})
            self.start()
            self.wait(lambda: self.hs.asked("GET .*/sync")[1:])

    def start(self):
        env = {**os.environ, **self.secrets}
        self.bot = subprocess.Popen(
            [BOT, self.hs.url, ME, os.path.join(self.dir.name, "store"), self.max_rooms, "here"],
            env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            restore_signals=False) # a file that may not grow is an error to it, not its end
        self.log = []
        for pipe, lines in ((self.bot.stdout, self.lines), (self.bot.stderr, self.log)):
            threading.Thread(target=lambda p=pipe, l=lines: l.extend(iter(p.readline, "")) or
                             p.close(), daemon=True).start()

    def kill(self):
        if self.bot and self.bot.poll() is None:
            self.bot.kill()
        if self.bot:
            self.bot.wait()
            self.bot = None

    def stop(self):
        """SIGTERM, and a clean end."""
        self.bot.send_signal(signal.SIGTERM)
        self.assertEqual(self.bot.wait(20), 0, self.log)
        self.bot = None

    def end(self):
        if self.bot and self.bot.poll() is None:
            self.stop()

    def wait(self, condition, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = condition()
            if found:
                return found
            time.sleep(0.01)
        self.fail(f"waited in vain; lines {self.lines}, log {self.log}, sent {self.hs.sent}, "
                  f"asked {[r[0] for r in self.hs.requests[-30:]]}")

    def told(self, line):
        return [found for found in self.lines if re.search(line, found)]

    def bodies(self, room=ROOM):
        return [content["body"] for where, content in self.hs.sent if where == room]

    def expect(self, bodies, room=ROOM):
        """These messages, in this order, and after a while still no others."""
        self.wait(lambda: len(self.bodies(room)) >= len(bodies))
        time.sleep(0.3)
        self.assertEqual(self.bodies(room), bodies)

    def say(self, *bodies, room=ROOM, sender=ANN):
        self.hs.batch(join={room: [text(sender, body) for body in bodies]})


class Logins(Case):
    inside = False

    def test_login_by_password_names_a_device_and_keeps_it(self):
        self.start()
        self.wait(lambda: self.hs.asked("GET .*/sync"))
        self.stop()
        self.start()
        self.wait(lambda: len(self.hs.asked("GET .*/sync")) > 2)
        self.assertEqual(self.hs.logins, 1)
        body = self.hs.asked("POST .*/login")[0][1]
        self.assertEqual(body["identifier"], {"type": "m.id.user", "user": ME})
        self.assertTrue(body["device_id"])

    def test_login_token_is_not_asked_for_in_the_query(self):
        self.start()
        self.wait(lambda: self.hs.asked("GET .*/sync"))
        self.assertNotIn("access_token", self.hs.asked("GET .*/sync")[0][3])

    def test_login_refused_ends_the_run(self):
        self.hs.password = "other"
        self.start()
        self.assertEqual(self.bot.wait(10), 1)
        self.wait(lambda: self.told("refuses the log-in"))
        self.assertEqual(len(self.hs.asked("POST .*/login")), 1)

    def test_login_limited_waits_as_told(self):
        self.hs.fault("/login", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 1500})
        self.start()
        self.wait(lambda: self.hs.asked("GET .*/sync"))
        first, second = (r[4] for r in self.hs.asked("POST .*/login"))
        self.assertGreaterEqual(second - first, 1.4)

    def test_login_with_homeserver_down_is_tried_again(self):
        self.hs.fault("/login", 502, b"<html>")
        self.hs.fault("/login", cut="before")
        self.start()
        self.wait(lambda: self.hs.asked("GET .*/sync"))

    def test_access_token_is_checked_and_used(self):
        self.secrets = {"ENGARDE_ACCESS_TOKEN": "given"}
        self.hs.tokens["given"] = "DEVICE"
        self.start()
        self.wait(lambda: self.hs.asked("GET .*/sync"))
        self.assertEqual(self.hs.asked("/whoami")[0][2]["Authorization"], "Bearer given")
        self.assertEqual(self.hs.logins, 0)

    def test_access_token_unknown_ends_the_run(self):
        self.secrets = {"ENGARDE_ACCESS_TOKEN": "wrong"}
        self.start()
        self.assertEqual(self.bot.wait(10), 1)
        self.wait(lambda: self.told("refuses the log-in"))


class Sessions(Case):
    def test_soft_logout_logs_in_again_as_the_same_device(self):
        self.kill() # a process that has not logged in itself may do so at once
        self.start()
        self.wait(lambda: len(self.hs.asked("GET .*/sync")) > 3)
        self.hs.tokens.clear()
        self.say("!say back")
        self.expect(["back"])
        first, second = (r[1]["device_id"] for r in self.hs.asked("POST .*/login"))
        self.assertEqual(first, second)

    def test_soft_logout_again_and_again_is_no_loop_of_logins(self):
        self.hs.tokens.clear()
        self.hs.fault("/sync", 401, {"errcode": "M_UNKNOWN_TOKEN", "soft_logout": True}, times=99)
        time.sleep(3)
        self.assertEqual(self.hs.logins, 1)

    def test_hard_logout_ends_the_run_and_the_next_logs_in(self):
        self.hs.fault("/sync", 401, {"errcode": "M_UNKNOWN_TOKEN", "error": "gone"})
        self.assertEqual(self.bot.wait(10), 1)
        self.wait(lambda: self.told("ended the session"))
        self.start()
        self.wait(lambda: self.hs.logins == 2)

    def test_account_locked_is_waited_out(self):
        self.hs.fault("/sync", 401, {"errcode": "M_USER_LOCKED", "soft_logout": True})
        self.say("!say unlocked")
        self.expect(["unlocked"])
        self.assertEqual(self.hs.logins, 1)
        self.assertTrue([line for line in self.log if "have locked" in line])


class Following(Case):
    def test_first_batch_is_not_handled(self):
        self.say("!say now")
        self.expect(["now"])

    def test_message_of_the_bot_and_of_no_use_is_not_handled(self):
        edit = {"m.relates_to": {"rel_type": "m.replace", "event_id": "$x"}}
        notice = event("m.room.message", ANN, {"msgtype": "m.notice", "body": "!say notice"})
        self.hs.batch(join={ROOM: [text(ME, "!say own"), notice, text(ANN, "!say edit", **edit),
                                   7, None, {}, {"type": []}, text(ANN, "!say end")]})
        self.expect(["end"])

    def test_event_seen_twice_is_handled_once(self):
        twice = text(ANN, "!say once")
        self.hs.batch(join={ROOM: [twice, twice]})
        self.hs.batch(join={ROOM: [twice, text(ANN, "!say end")]})
        self.expect(["once", "end"])

    def test_restart_goes_on_where_it_was(self):
        self.say("!say one")
        self.expect(["one"])
        self.kill()
        self.say("!say two")
        self.start()
        self.expect(["one", "two"])
        self.assertEqual(self.hs.logins, 1)

    def test_limited_timeline_is_filled_in_order(self):
        self.say("!say 0")
        self.expect(["0"])
        since = f"s{len(self.hs.batches)}"
        self.hs.pages[ROOM] = [
            {"start": since, "end": "p1", "chunk": [text(ANN, "!say 1"), text(ANN, "chatter")],
             "state": [member(ANN, displayname="Ann")]},
            {"start": "p1", "end": "p2", "chunk": []},
            {"start": "p2", "end": "p3", "chunk": [text(ANN, "!say 2")]},
            {"start": "p3", "chunk": []}]
        self.hs.batch(join={ROOM: {"timeline": {
            "limited": True, "prev_batch": "p9", "events": [text(ANN, "!say 3")]}}})
        self.expect(["0", "1", "2", "3"])
        asked = self.hs.asked("/messages")
        self.assertEqual([r[3]["from"] for r in asked], [since, "p1", "p2", "p3"])
        self.assertEqual({(r[3]["to"], r[3]["dir"]) for r in asked}, {("p9", "f")})
        self.assertTrue(self.told(r"\(Ann\): !say 1"))

    def test_limited_timeline_filled_after_faults(self):
        since = f"s{len(self.hs.batches)}"
        self.hs.pages[ROOM] = [{"start": since, "chunk": [text(ANN, "!say 1")]}]
        self.hs.fault("/messages", 500, {"errcode": "M_UNKNOWN"})
        self.hs.fault("/messages", 200, b'{"chunk":[{"type":"m.room.mess')
        self.hs.fault("/messages", 200, {})
        self.hs.batch(join={ROOM: {"timeline": {
            "limited": True, "prev_batch": "p9", "events": [text(ANN, "!say 2")]}}})
        self.expect(["1", "2"])

    def test_limited_timeline_that_is_denied_is_passed_over(self):
        self.hs.fault("/messages", 403, {"errcode": "M_FORBIDDEN"})
        self.hs.batch(join={ROOM: {"timeline": {
            "limited": True, "prev_batch": "p9", "events": [text(ANN, "!say 2")]}}})
        self.expect(["2"])

    def test_written_before_the_bot_joined_is_not_handled(self):
        self.hs.batch(join={OTHER: [text(ANN, "!say early"), member(ME), text(ANN, "!say late")]})
        self.expect(["hello", "late"], OTHER)

    def test_written_before_the_bot_joined_in_a_gap_is_not_handled(self):
        since = f"s{len(self.hs.batches)}"
        self.hs.pages[OTHER] = [{"start": since, "chunk": [
            text(ANN, "!say early"), member(ME), text(ANN, "!say late")]}]
        self.hs.batch(join={OTHER: {"state": {"events": [member(ME)]}, "timeline": {
            "limited": True, "prev_batch": "p9", "events": [text(ANN, "!say later")]}}})
        self.expect(["hello", "late", "later"], OTHER)

    def test_history_of_a_room_entered_again_is_not_handled(self):
        self.hs.batch(leave={ROOM: {"timeline": {"events": [
            text(ANN, "!say last words"), member(ME, "leave", ANN), text(ANN, "!say unheard")]}}})
        self.hs.batch(join={ROOM: [
            member(ME), text(ANN, "!say long ago"), member(ME, "leave"), member(ME, "invite", ANN),
            text(ANN, "!say soon"), member(ME), member(ME, displayname="x"), text(ANN, "!say now")]})
        self.expect(["last words", "hello", "now"])

    def test_body_that_parsers_refuse_does_not_deafen(self):
        hostile = [text(EVE, "x"), text(EVE, "x")]
        raw = json.dumps({"next_batch": "NEXT", "rooms": {"join": {ROOM: {"timeline": {
            "events": hostile + [text(ANN, "!say heard")]}}}}})
        raw = raw.replace('"x"', '"\\u0000\\ud800", "k\\u0000": 1e999, "n": ' + "9" * 400)
        self.hs.batch(raw=raw.encode())
        self.expect(["heard"])

    def test_choices_without_words_are_heard(self):
        def chosen(kind, relation, content={}):
            return event(kind, ANN, {"m.relates_to": {"event_id": "$list", **relation}, **content})
        vote = {"rel_type": "m.reference"}
        poll = "org.matrix.msc3381.poll.response"
        self.hs.batch(join={ROOM: [
            chosen("m.reaction", {"rel_type": "m.annotation", "key": "!say one"}),
            chosen(poll, vote, {poll: {"answers": ["!say two"]}}),
            chosen("m.poll.response", vote, {"m.selections": ["!say three"]}),
            event("m.reaction", ANN, {}), # redacted
            event("m.reaction", ME, {"m.relates_to": {
                "rel_type": "m.annotation", "event_id": "$list", "key": "!say own"}}),
            text(ANN, "!say end")]})
        self.expect(["one", "two", "three", "end"])
        self.assertEqual(len(self.told(r"chosen from \$list: !say")), 3)

    def test_choices_are_asked_for(self):
        self.wait(lambda: self.hs.asked("GET .*/sync")[1:])
        types = json.loads(self.hs.asked("GET .*/sync")[-1][3]["filter"])
        for kind in ("m.reaction", "m.poll.response", "org.matrix.msc3381.poll.response"):
            self.assertIn(kind, types["room"]["timeline"]["types"])

    def test_sync_faults_are_waited_out(self):
        self.hs.fault("/sync", 500, {"errcode": "M_UNKNOWN"})
        self.hs.fault("/sync", 200, b'{"next_batch":"s9","rooms":{"join"')
        self.hs.fault("/sync", 200, b"[" * 100000)
        self.say("!say after all")
        self.expect(["after all"])

    def test_body_without_end_is_cut_off(self):
        def endless():
            while True:
                yield b" " * 65536
        self.hs.fault("/sync", 200, raw=endless)
        self.say("!say after all")
        self.expect(["after all"])


class Sending(Case):
    def test_events_have_their_mentions(self):
        self.say("!say quiet", "!ring loud", "!post first")
        self.expect(["quiet", "loud", "first"])
        self.say("!edit second")
        self.expect(["quiet", "loud", "first", "* second"])
        quiet, loud, _, edit = (content for _, content in self.hs.sent)
        self.assertEqual((quiet["msgtype"], quiet["m.mentions"]), ("m.notice", {}))
        self.assertEqual((loud["msgtype"], loud["m.mentions"]), ("m.text", {"user_ids": [ANN]}))
        self.assertEqual(edit["m.mentions"], {})
        self.assertEqual(edit["m.relates_to"], {"rel_type": "m.replace", "event_id": "$sent2"})
        self.assertEqual(edit["m.new_content"]["body"], "second")

    def test_file_is_uploaded_then_sent(self):
        self.say("!file the record", "!say after")
        self.expect(["the record", "after"])
        self.assertEqual(self.hs.files, [
            ("match-1.txt", "text/plain; charset=utf-8", "café\n".encode())])
        self.assertEqual(self.hs.sent[0][1], {
            "msgtype": "m.file", "body": "the record", "filename": "match-1.txt",
            "url": "mxc://here/file1", "m.mentions": {},
            "info": {"mimetype": "text/plain; charset=utf-8", "size": 6}})

    def test_file_in_private_goes_to_the_private_room(self):
        self.say("!hand open the room")
        self.expect(["open the room"], "!made1:here")
        self.hs.batch(join={"!made1:here": [*self.hs.state["!made1:here"], member(ANN)]})
        self.say("!file only for you", room="!made1:here")
        self.expect(["open the room", "only for you"], "!made1:here")
        self.assertEqual(self.hs.sent[-1][1]["msgtype"], "m.file")

    def test_file_killed_between_upload_and_sending_is_sent_once(self):
        self.hs.fault("/send/", cut="before", times=1000)
        self.say("!file once")
        self.wait(lambda: self.hs.asked("/send/"))
        self.kill()
        self.hs.faults.clear()
        self.start()
        self.expect(["once"])
        # The last request of the one that was killed may have been under way.
        self.assertIn(self.hs.sent[0][1]["url"], ["mxc://here/file1", "mxc://here/file2"])

    def test_file_upload_is_tried_again_and_refused_for_good(self):
        self.hs.fault("/upload", 503, b"busy")
        self.hs.fault("/upload", cut="after")
        self.say("!file comes")
        self.expect(["comes"])
        self.hs.fault("/upload", 413, {"errcode": "M_TOO_LARGE"})
        self.say("!file its text alone", "!say after")
        self.expect(["comes", "its text alone", "after"])
        self.assertEqual(self.hs.sent[1][1]["msgtype"], "m.notice")

    def test_file_that_is_never_taken_is_said_without(self):
        self.hs.fault("/upload", 500, b"no disk", times=1000)
        self.say("!file the moves", "!say after")
        self.wait(lambda: len(self.bodies()) == 2, 40)
        self.assertEqual(self.bodies(), ["the moves", "after"])
        self.assertNotIn("url", self.hs.sent[0][1])
        self.assertEqual(len(self.hs.asked("/upload")), 5)

    def test_poll_has_its_own_type(self):
        self.say("!poll Your hand: 1", "!say after")
        self.wait(lambda: self.hs.sent[1:])
        self.assertEqual(self.hs.kinds, ["org.matrix.msc3381.poll.start", "m.room.message"])
        poll = self.hs.sent[0][1]
        self.assertEqual([answer["id"] for answer in
                          poll["org.matrix.msc3381.poll.start"]["answers"]], ["1", "2"])
        self.assertEqual(poll["org.matrix.msc1767.text"],
                         "Your hand: 1\n1. advance 1 (+1)\n2. parry (=)")

    def test_own_message_that_was_seen_counts_as_sent(self):
        self.hs.fault("/send/", cut="after")
        self.say("!say one")
        self.wait(lambda: self.hs.sent)
        txn = self.hs.asked("/send/")[0][0].rpartition("/")[2]
        self.hs.fault(txn, 503, b"busy", times=1000)
        self.hs.batch(join={ROOM: [{**text(ME, "one"), "event_id": "$sent1",
                                    "unsigned": {"transaction_id": txn}}]})
        self.say("!say two")
        self.expect(["one", "two"])

    def limited(self, **fault):
        self.hs.fault("/send/", 429, times=1, **fault)
        self.say("!say one", "!say two")
        self.expect(["one", "two"])
        first, second = (r for r in self.hs.asked("/send/")[:2])
        self.assertEqual(first[0], second[0])
        return second[4] - first[4]

    def test_limit_by_field_is_kept(self):
        waited = self.limited(headers={"Retry-After": "2"},
                              body={"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 100})
        self.assertGreaterEqual(waited, 1.9)

    def test_limit_by_body_is_kept(self):
        waited = self.limited(body={"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 1200})
        self.assertGreaterEqual(waited, 1.1)

    def test_limit_pauses_the_whole_account(self):
        self.hs.batch(join={OTHER: [member(ME)]})
        self.expect(["hello"], OTHER)
        self.hs.fault("/send/", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 1500})
        self.say("!say one")
        self.wait(lambda: len(self.hs.asked("/send/")) == 2)
        self.say("!say two", room=OTHER)
        self.expect(["one"])
        self.expect(["hello", "two"], OTHER)
        limited, *after = (r[4] for r in self.hs.asked("/send/")[1:])
        self.assertGreaterEqual(min(after) - limited, 1.4)

    def damage(self, change):
        """What somebody else has done to the store while the bot was down."""
        self.kill()
        with contextlib.closing(sqlite3.connect(os.path.join(self.dir.name, "store"))) as store:
            with store:
                self.assertTrue(store.execute(change).rowcount)
        self.hs.faults.clear()
        self.start()

    def test_damaged_row_is_given_up_and_the_others_are_sent(self):
        self.hs.fault("/send/", 503, b"busy", times=1000)
        self.say("!say one", "!say two", "!say three")
        self.wait(lambda: self.hs.asked("/send/"))
        self.damage("UPDATE outbox SET kind = 'song' WHERE body = 'two'")
        self.expect(["one", "three"])
        self.assertEqual(self.told("mended"), ["mended\n"])

    def test_damage_that_can_not_be_mended_ends_the_run(self):
        self.damage("UPDATE adapter_values SET value = '{' WHERE key = 'matrix.room.!room:here'")
        self.say("!say never")
        self.assertEqual(self.bot.wait(20), 1)
        self.wait(lambda: self.told("ended: the store can't be used"))
        self.assertEqual(self.told("not mended"), ["not mended\n"])

    def test_flood_keeps_no_other_room_waiting(self):
        self.hs.batch(join={OTHER: [member(ME)]})
        self.expect(["hello"], OTHER)
        self.hs.pace = 0.1
        flood = [f"flood {i}" for i in range(16)]
        self.say(*(f"!say {body}" for body in flood))
        self.wait(self.bodies)
        self.say("!say one", "!say two", room=OTHER)
        self.wait(lambda: len(self.bodies(OTHER)) == 3)
        self.assertLess(len(self.bodies()), 12)
        self.expect(flood)
        self.assertEqual(self.bodies(OTHER), ["hello", "one", "two"])

    def test_server_error_sends_the_same_request_again(self):
        self.hs.fault("/send/", 503, b"busy")
        self.hs.fault("/send/", cut="before")
        self.hs.fault("/send/", cut="after")
        self.say("!say once")
        asked = self.wait(lambda: self.hs.asked("/send/")[3:] and self.hs.asked("/send/"))
        self.expect(["once"])
        self.assertEqual(len({r[0] for r in asked}), 1)

    def test_refusal_is_final_for_the_row(self):
        self.hs.fault("/send/", 403, {"errcode": "M_FORBIDDEN"})
        self.say("!say lost", "!say kept")
        self.expect(["kept"])

    def test_suspended_account_loses_nothing(self):
        self.hs.fault("/send/", 403, {"errcode": "M_USER_SUSPENDED"})
        self.say("!say later")
        self.wait(lambda: [line for line in self.log if "have suspended" in line])
        self.kill()
        self.start()
        self.expect(["later"])

    def test_killed_before_the_answer_sends_once(self):
        self.hs.fault("/send/", cut="after")
        self.say("!say once")
        self.wait(lambda: self.hs.asked("/send/"))
        self.kill()
        self.start()
        self.expect(["once"])
        self.wait(lambda: self.hs.asked("/send/")[1:])
        self.expect(["once"])

    def test_lanes_go_side_by_side(self):
        self.hs.batch(join={OTHER: [member(ME)]})
        self.expect(["hello"], OTHER)
        self.hs.fault("/rooms/!room:here/send/", 500, {"errcode": "M_UNKNOWN"}, times=3)
        self.hs.batch(join={ROOM: [text(ANN, "!say slow")], OTHER: [text(ANN, "!say fast")]})
        self.expect(["hello", "fast"], OTHER)
        self.assertEqual(self.bodies(), [])
        self.expect(["slow"])


class Invitations(Case):
    @staticmethod
    def invitation(inviter, **more):
        return {"invite_state": {"events": [member(ME, "invite", inviter, **more)]}}

    def test_invitation_by_policy(self):
        self.hs.batch(invite={"!yes:here": self.invitation(ANN), "!no:here": self.invitation(EVE),
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
        self.hs.batch(invite={f"!r{i}:here": self.invitation(ANN) for i in range(4)})
        self.wait(lambda: len(self.hs.asked("/leave")) == 2 and len(self.hs.asked("/join/")) == 2)
        self.hs.batch(leave={ROOM: {"timeline": {"events": [member(ME, "ban", ANN)]}}})
        self.hs.batch(invite={"!r9:here": self.invitation(ANN)})
        self.wait(lambda: len(self.hs.asked("/join/")) == 3)

    def test_invitation_refused_frees_its_place(self):
        self.kill()
        self.max_rooms = "2"
        self.start()
        self.hs.fault("/join/", 403, {"errcode": "M_FORBIDDEN"})
        self.hs.batch(invite={"!r1:here": self.invitation(ANN)})
        self.wait(lambda: [line for line in self.log if "row_dropped" in line])
        self.hs.batch(invite={"!r2:here": self.invitation(ANN)})
        self.wait(lambda: self.hs.asked("/join/!r2"))

    def test_invitation_survives_a_kill_and_a_limit(self):
        self.hs.fault("/join/", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 60000})
        self.hs.batch(invite={"!yes:here": self.invitation(ANN)})
        self.wait(lambda: self.hs.asked("/join/"))
        self.kill()
        self.start()
        self.wait(lambda: len(self.hs.asked("/join/")) == 2)

    def test_invitation_after_a_stay_that_was_never_synced(self):
        for count in (1, 2):
            self.hs.batch(invite={"!yes:here": self.invitation(ANN)})
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

    def test_tombstone_to_a_strange_room_is_no_invitation(self):
        tombstone = event("m.room.tombstone", ANN, {"replacement_room": "!strange:x"}, "")
        self.hs.batch(join={ROOM: [tombstone]})
        self.wait(lambda: self.hs.asked("/join/"))
        self.hs.batch(join={"!strange:x": [event("m.room.create", EVE, {}, ""), member(ME)]})
        self.wait(lambda: self.hs.asked("/rooms/!strange:x/leave"))
        self.assertEqual(self.bodies("!strange:x"), [])


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
        self.wait(lambda: self.hs.asked("PUT .*m.direct"))
        self.assertEqual(self.hs.account["m.direct"],
                         {EVE: ["!x:y"], BOB: ["!old:y", self.MADE]})

    def test_private_room_whose_state_is_missing_is_looked_at_again(self):
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

    def test_private_room_is_not_looked_at_again_for_who_is_known_to_be_there(self):
        self.reach()
        self.say("!hand first", sender=BOB)
        self.expect(["first"], self.MADE)
        looks = len(self.hs.asked("/state"))
        self.hs.batch(join={self.MADE: {"state": {"events": [member(ME), member(BOB)]},
                                        "timeline": {"events": [text(BOB, "3")]}}})
        self.say("!hand second", sender=BOB)
        self.expect(["first", "3", "second"], self.MADE)
        self.assertEqual(len(self.hs.asked("/state")), looks)

    def test_private_room_with_a_third_is_left_for_a_new_one(self):
        self.reach()
        for number, membership in enumerate(("join", "invite"), 1):
            room, new = f"!made{number}:here", f"!made{number + 1}:here"
            third = member(EVE, membership, BOB)
            self.hs.state[room].append(third)
            self.hs.batch(join={room: [third]})
            self.say(f"!hand secret{number}", sender=BOB)
            self.expect([f"secret{number}"], new)
            self.assertNotIn(f"secret{number}", self.bodies(room))

    def test_private_room_that_is_opened_to_all_is_left_for_a_new_one(self):
        self.reach()
        opened = event("m.room.history_visibility", BOB, {"history_visibility": "world_readable"}, "")
        self.hs.state[self.MADE].append(opened)
        self.hs.batch(join={self.MADE: [opened]})
        self.say("!hand secret", sender=BOB)
        self.expect(["secret"], "!made2:here")
        self.assertEqual(self.bodies(self.MADE), [])

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

    def test_third_of_an_odd_id_is_a_third(self):
        self.third_comes(lambda third: (
            {"timeline": {"events": [third]}},
            {"state": {"events": [third]}, "timeline": {"events": []}}))

    def test_third_of_an_odd_id_in_a_gap_is_a_third(self):
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
                self.hs.fault("createRoom", 403, {"errcode": code})
                self.say("!reach", sender=f"@{code.lower()}:here")
                self.wait(lambda: self.told(f"unreachable .* {word}"))

    def test_direct_chat_of_the_user_stands_against_a_room_made_before(self):
        direct, made = "!direct:here", "!made9:here"
        self.hs.batch(invite={direct: Invitations.invitation(BOB, is_direct=True)})
        self.wait(lambda: self.hs.asked(f"/join/{direct}"))
        self.hs.state[direct] = [event("m.room.create", BOB, {}, ""), member(BOB), member(ME)]
        self.hs.batch(join={direct: [member(BOB), member(ME)]})
        mark = {"engarde_bot.private_room_of": BOB}
        self.hs.batch(join={made: [event("m.room.create", ME, mark, ""), member(ME),
                                   member(BOB, "invite", ME)]})
        self.wait(lambda: self.hs.asked(f"{made}/leave"))
        self.say("!hand secret", sender=BOB)
        self.expect(["secret"], direct)

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

    def test_rooms_that_were_not_made_for_a_rate_limit_do_not_count(self):
        self.hs.fault("createRoom", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 1}, times=5)
        self.say("!hand secret", sender=BOB)
        self.expect(["secret"], self.MADE)
        self.assertEqual(self.told("unreachable"), [])

    def test_room_made_just_before_a_kill_is_adopted(self):
        self.hs.fault("createRoom", cut="after")
        self.say("!hand secret", sender=BOB)
        self.wait(lambda: self.hs.rooms == 1)
        self.kill()
        self.hs.batch(join={self.MADE: {"timeline": {"events": self.hs.state[self.MADE]},
                      "summary": {"m.joined_member_count": 1, "m.invited_member_count": 1}}})
        self.start()
        self.expect(["secret"], self.MADE)
        self.assertEqual(self.hs.rooms, 1)

    def test_room_whose_invitation_failed_is_left(self):
        self.hs.fault("createRoom", cut="after")
        self.say("!hand secret", sender=BOB)
        self.wait(lambda: self.hs.rooms == 1)
        self.kill()
        self.hs.batch(join={self.MADE: {"timeline": {"events": self.hs.state[self.MADE][:2]},
                      "summary": {"m.joined_member_count": 1, "m.invited_member_count": 0}}})
        self.start()
        self.wait(lambda: self.hs.asked(f"{self.MADE}/leave"))
        self.expect(["secret"], "!made2:here")

    def test_room_seen_half_made_after_it_was_made_is_kept(self):
        self.say("!reach", sender=BOB)
        self.wait(lambda: self.told(f"reached {BOB}"))
        self.hs.batch(join={self.MADE: {"timeline": {"events": self.hs.state[self.MADE][:2]},
                      "summary": {"m.joined_member_count": 1, "m.invited_member_count": 0}}})
        self.say("!hand secret", sender=BOB)
        self.expect(["secret"], self.MADE)
        self.assertEqual((self.hs.asked(f"{self.MADE}/leave"), self.hs.rooms), ([], 1))

    def test_create_limited_is_tried_again(self):
        self.hs.fault("createRoom", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 1000})
        self.say("!hand secret", "!say meanwhile", sender=BOB)
        self.expect(["meanwhile"])
        self.expect(["secret"], self.MADE)

    def test_direct_chat_opened_by_a_user_is_his_private_room(self):
        self.hs.batch(invite={OTHER: Invitations.invitation(BOB, is_direct=True)})
        self.wait(lambda: self.hs.asked("/join/"))
        self.hs.state[OTHER] = [event("m.room.create", BOB, {}, ""), member(BOB), member(ME)]
        self.hs.batch(join={OTHER: {"timeline": {"events": self.hs.state[OTHER]},
                      "summary": {"m.joined_member_count": 2, "m.invited_member_count": 0}}})
        self.wait(lambda: self.told(f"reached {BOB}"))
        self.say("!hand secret", sender=BOB)
        self.expect(["secret"], OTHER)
        self.assertEqual((self.hs.rooms, self.told("joined")), (0, []))
        self.wait(lambda: self.hs.account.get("m.direct") == {BOB: [OTHER]})

    def test_direct_chat_with_a_third_is_a_room_like_others(self):
        self.hs.batch(invite={OTHER: Invitations.invitation(BOB, is_direct=True)})
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
        self.hs.fault(f"{self.MADE}/send/", 403, {"errcode": "M_FORBIDDEN"})
        self.say("!hand secret", sender=BOB)
        self.expect(["secret"], "!made2:here")


if __name__ == "__main__":
    BOT = sys.argv.pop(1)
    unittest.main()
