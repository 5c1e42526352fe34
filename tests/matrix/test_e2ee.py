"""Checks that hostile events and faults of the homeserver don't stop a bot with encryption.

Run: test_e2ee.py BOT [unittest options]
"""

import base64
import contextlib
import copy
import json
import os
import random
import resource
import shutil
import sqlite3
import tempfile
import threading
import time
import urllib.parse
from pathlib import Path

import application_service
import case
from case import ANN, BOB, EVE, OTHER, ROOM
from homeserver import ME, Homeserver, event, member, text

KEYS = ("master_key", "self_signing_key", "user_signing_key")


def deep(depth):
    value = 1
    for _ in range(depth):
        value = [value]
    return value


def sealed(sender, number=0):
    """Returns an encrypted event whose key nobody has."""
    return event("m.room.encrypted", sender, {
        "algorithm": "m.megolm.v1.aes-sha2", "session_id": f"none {number}", "sender_key": "none",
        "device_id": "NONE", "ciphertext": "AwgAEhAq"})


def forged(body):
    """Returns an event that says of itself that a trusted device has encrypted it."""
    marks = {mark: True for mark in (
        "engarde.opened", "engarde.unsigned", "opened", "writer", "decrypted", "proven", "session")}
    return {**text(ANN, body), **marks, "unsigned": marks,
            "content": {"msgtype": "m.text", "body": body, **marks}}


class Keys(Homeserver):
    """A homeserver that keeps device keys and their signatures."""

    def __init__(self):
        super().__init__()
        self.devices, self.published, self.members = {}, {}, {}
        self.tokens["given"] = "GIVEN"  # for a bot with an access token
        self.lists_device = True
        self.key_count = 50 # how many one-time keys the homeserver says that it has

    def upload_keys(self, body):
        if "device_keys" in body:
            self.devices[body["device_keys"]["device_id"]] = body["device_keys"]
        return 200, {"one_time_key_counts": {"signed_curve25519": 50}}

    def answer(self, handler, path, query, body):
        parts = path.split("/")
        if not self.tokens.get((handler.headers["Authorization"] or "")[7:]) and "login" not in parts:
            return 401, {"errcode": "M_UNKNOWN_TOKEN", "error": "gone"}
        if path.endswith("/keys/upload"):
            return self.upload_keys(body)
        if path.endswith("/keys/query"):
            return 200, self.query(body["device_keys"])
        if path.endswith("/keys/device_signing/upload"):
            self.published = {name: body[name] for name in KEYS}
            return 200, {}
        if path.endswith("/keys/signatures/upload"):
            self.sign(body[ME])
            return 200, {"failures": {}}
        if path.endswith("/keys/claim"):
            return 200, {"one_time_keys": {}, "failures": {}}
        if "sendToDevice" in parts:
            return 200, {}
        if path.endswith("/members"):
            return self.members_of(parts[-2])
        return super().answer(handler, path, query, body)

    def sync(self, query):
        status, answer = super().sync(query)
        return status, {"device_one_time_keys_count": {"signed_curve25519": self.key_count}, **answer}

    def members_of(self, room):
        room = urllib.parse.unquote(room)
        return 200, {"chunk": self.members.get(room, [member(ME), member(ANN)])}

    def sign(self, body):
        mine = [*self.devices.values(), *self.published.values()]
        for signed in body.values():
            for kept in mine:
                if kept["keys"] == signed["keys"]:
                    kept["signatures"][ME] = {**kept["signatures"].get(ME, {}),
                                              **signed["signatures"][ME]}

    def query(self, users):
        answer = {"device_keys": {user: {} for user in users}, "failures": {}}
        if ME in users:
            if self.lists_device:
                answer["device_keys"][ME] = self.devices
            for name, key in self.published.items():
                answer[name + "s"] = {ME: key}
        return answer


class Case(case.Case):
    def setUp(self):
        self.hs = None
        self.inside = False
        super().setUp()
        self.hs.close()
        self.hs = Keys()
        self.hs.password = "secret"
        self.addCleanup(self.hs.close)
        self.hs.batch(join={ROOM: [member(ME), event("m.room.encryption", ANN, {}, "")],
                            OTHER: [member(ME)]})
        self.start()
        self.wait(lambda: self.logged("encryption_ready"))
        self.wait(self.is_signed)
        self.settle()

    def is_signed(self):
        """Returns whether the bot has looked at its own keys after it had signed them."""
        signed = [r[4] for r in self.hs.asked("POST .*/signatures/upload")]
        return signed and [r for r in self.hs.asked("/keys/query")
                           if list(r[1]["device_keys"]) == [ME] and r[4] > signed[0]]

    def logged(self, line):
        return [found for found in self.log if line in found]

    def heard_elsewhere(self, body):
        """Checks that the bot answers a command in another room."""
        self.say(f"!say {body}", room=OTHER)
        self.wait(lambda: body in self.bodies(OTHER))

    def bodies(self, room=ROOM):
        return [content.get("body") for where, content in self.hs.sent if where == room]

    def heard_in_secret(self):
        """Checks that the bot answers a reaction in an encrypted room. (Reactions are not encrypted.)"""
        self.hs.batch(join={ROOM: [event("m.reaction", ANN, {"m.relates_to": {
            "rel_type": "m.annotation", "event_id": "$board", "key": "!say a card"}})]})
        self.wait(lambda: [s for s in self.hs.sent if s[0] == ROOM])
        self.assertTrue(all("ciphertext" in s[1] for s in self.hs.sent if s[0] == ROOM))

    def store(self, key):
        with sqlite3.connect(f"file:{self.dir.name}/store?mode=ro", uri=True) as db:
            row = db.execute("SELECT value FROM adapter_values WHERE key = ?", (key,)).fetchone()
            return row and row[0]


class Clear(Case):
    def test_unencrypted_command_is_ignored_with_one_warning(self):
        for body in ("!say one", "!say two"):
            self.say(body)
        self.wait(lambda: self.told(f"can't read {ROOM} {ANN}: not encrypted"))
        self.heard_elsewhere("here")
        self.assertFalse(self.told(f"message {ROOM}"))
        self.assertEqual(len(self.told("not encrypted")), 1)
        # The sender's app may not encrypt at all, so the warning is in clear.
        self.assertEqual(self.bodies(), ["can't read"])

    def test_request_for_clear_cards_counts_unencrypted(self):
        self.say("!clear please")
        self.wait(lambda: self.told(f"message {ROOM} {ANN} .*: !clear please"))
        self.wait(lambda: self.bodies() == ["please"])
        self.assertFalse(self.told("not encrypted"))

    def test_marks_of_unsigned_devices_can_not_be_forged(self):
        forged = text(ANN, "!say forged")
        forged["engarde.unsigned"] = True
        self.hs.batch(join={ROOM: [forged]})
        self.wait(lambda: self.told(f"can't read {ROOM} {ANN}: not encrypted"))
        self.assertFalse(self.told("unsigned"))

    def test_mark_of_decrypted_events_can_not_be_forged(self):
        forged = text(ANN, "!say forged")
        forged["engarde.opened"] = True
        self.hs.batch(join={ROOM: [forged]})
        self.heard_elsewhere("here")
        self.assertFalse(self.told(f"message {ROOM}"))

    def test_reaction_in_clear_is_marked_as_forgeable(self):
        self.hs.batch(join={ROOM: [event("m.reaction", ANN, {"m.relates_to": {
            "rel_type": "m.annotation", "event_id": "$board", "key": "!say a card"}})]})
        self.wait(lambda: self.told(f"message {ROOM} {ANN} .* forgeable chosen from"))
        self.assertFalse(self.told("proven"))

    def test_reaction_in_a_plain_room_is_no_less_than_a_text(self):
        self.hs.batch(join={OTHER: [event("m.reaction", ANN, {"m.relates_to": {
            "rel_type": "m.annotation", "event_id": "$board", "key": "!say a card"}})]})
        self.wait(lambda: self.told(f"message {OTHER} {ANN} .* chosen from"))
        self.assertFalse(self.told("forgeable"))

    def test_vote_in_clear_does_not_count(self):
        self.hs.batch(join={ROOM: [event("m.poll.response", ANN, {"m.selections": ["!say"],
            "m.relates_to": {"rel_type": "m.reference", "event_id": "$board"}})]})
        self.wait(lambda: self.told("not encrypted"))
        self.assertFalse(self.told(f"message {ROOM}"))

    def test_number_of_warnings_is_limited(self):
        self.hs.batch(join={ROOM: [text(f"@u{i}:there", "!say x") for i in range(40)]})
        self.heard_elsewhere("here")
        self.assertEqual(len(self.told("not encrypted")), 10)


class Verification(Case):
    def test_host_hears_whom_the_bot_refuses(self):
        self.hs.batch(raw={"to_device": {"events": [
            {"type": "m.key.verification.request", "sender": EVE, "content": {
                "transaction_id": "1", "from_device": "EVES", "methods": ["m.sas.v1"],
                "timestamp": int(time.time() * 1000)}}]}})
        self.wait(lambda: self.told(f"verification refused {EVE}"))
        self.wait(lambda: self.hs.asked("PUT .*/sendToDevice/m.key.verification.cancel/"))


class ServiceKeys(application_service.Host, Keys):
    """A homeserver with device keys that knows the bot as an application service."""


class Service(application_service.Case):
    """The bot with encryption as an application service."""

    def setUp(self):
        super().setUp()
        self.hs.close()
        self.hs = ServiceKeys()
        self.addCleanup(self.hs.close)

    def test_marks_in_a_pushed_event_prove_nothing(self):
        self.start_inside()
        self.push(forged("!clear please"))
        self.push(text(ANN, "!say last"))
        self.wait(lambda: self.told("!clear please") and self.told("!say last"))
        self.assertFalse(self.told("proven"))

    def test_marks_in_a_pushed_event_open_no_encrypted_room(self):
        self.hs.batch(join={ROOM: [member(ME), event("m.room.encryption", ANN, {}, "")],
                            OTHER: [member(ME)]})
        self.hs.batch(join={OTHER: [member(ANN, displayname="Ann"), text(ANN, "!say one")]})
        self.start()
        self.expect_port()
        self.wait(lambda: [line for line in self.log if "event=room_joined" in line])
        self.push(event("m.room.power_levels", ANN, {}, ""), room=OTHER) # makes the bot ask /sync
        self.wait(lambda: self.told("!say one"))
        self.push(forged("!say forged"))
        self.wait(lambda: self.told(f"can't read {ROOM} {ANN}: not encrypted"))
        self.assertFalse(self.told("forged"))


class Late(Case):
    """Events whose key the bot does not have."""

    secrets = {**Case.secrets, "RATE": "10"}  # the adapter's clock runs faster

    def test_sender_is_told_after_seconds_and_only_once(self):
        self.hs.batch(join={ROOM: [sealed(ANN, 1), sealed(ANN, 2)]})
        began = time.monotonic()
        self.wait(lambda: self.told(f"can't read {ROOM} {ANN}: without key"))
        self.assertLess(time.monotonic() - began, 15)
        self.hs.batch(join={ROOM: [sealed(ANN, 3)]})
        self.heard_elsewhere("here")
        time.sleep(1.5)
        self.assertEqual(len(self.told("without key")), 1)
        self.assertEqual(self.bodies(), ["can't read"])


class ServerEncrypts(Case):
    """A homeserver that encrypts the rooms that the bot makes plain."""

    def test_is_logged_once_and_stops_a_plain_room(self):
        self.hs.encrypts = True
        self.hs.batch(join={OTHER: [text(BOB, "!clear please"), text(BOB, "!reach")]})
        self.wait(lambda: self.told(f"unreachable {BOB} encrypted"))
        self.hs.batch(join={OTHER: [text(BOB, "!reach"), text(BOB, "!hand secret")]})
        self.wait(lambda: len(self.told(f"unreachable {BOB} encrypted")) == 3)
        self.assertEqual(len(self.logged("server_encrypts_rooms")), 1)
        self.assertIn("encryption_enabled_by_default_for_room_type",
                      self.logged("server_encrypts_rooms")[0])
        self.assertEqual(self.hs.rooms, 1)

    def test_user_who_encrypts_their_own_room_takes_no_plain_rooms_from_others(self):
        self.hs.encrypts = EVE
        self.hs.batch(join={OTHER: [text(EVE, "!clear please"), text(EVE, "!hand secret")]})
        self.wait(lambda: self.hs.rooms == 1)
        self.heard_elsewhere("here")
        self.hs.encrypts = False
        self.hs.batch(join={OTHER: [text(BOB, "!clear please"), text(BOB, "!hand secret")]})
        self.wait(lambda: self.hs.rooms == 2)
        self.assertFalse(self.logged("server_encrypts_rooms"))
        self.assertFalse(self.told(f"unreachable {BOB}"))


# Two identities of Bob: the master key, the self-signing key, and the signature of the one by the other
IDENTITIES = (
    ("iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w", "Zr5+Myx6RTMyvZ0Kf32wVfXF7xoGraZtmLOftoEMRzo",
     "Njn9ZLrbZa8I4thjGSNIdHevKg3UIJjd5KGffCWtbsUPqS2R0YKE2Rc1S/TilTtyFWb6SMFEhuKM4g3CTRufAg"),
    ("gTl3Dqh9F19Wo1Rmw0x+zMuNipG07jeiXfYPW4/Js5Q", "C1E62bSSQBXKCQLtB5BE06xdvsIwbwaUjBDajrbjny0",
     "5pw0fOwM6KhCIadRchULm1dDOfPM0O5Gx27LS2TuuzOXnQGi6SGvVftOKYcvlouLQ3lhuRrjhJ58zHMqp+nFAg"),
)


class Replaced(Case):
    """A homeserver that gives Bob another identity while he plays."""

    def query(self, users, identity):
        answer = self.of_the_bot(users)
        if BOB in users:
            master, signing, signature = IDENTITIES[identity]
            answer["master_keys"] = answer.get("master_keys", {}) | {BOB: {
                "user_id": BOB, "usage": ["master"], "keys": {f"ed25519:{master}": master}}}
            answer["self_signing_keys"] = answer.get("self_signing_keys", {}) | {BOB: {
                "user_id": BOB, "usage": ["self_signing"], "keys": {f"ed25519:{signing}": signing},
                "signatures": {BOB: {f"ed25519:{master}": signature}}}}
        return answer

    def give(self, identity):
        """Gives Bob this identity, and makes the bot send him a hand."""
        self.hs.query = lambda users: self.query(users, identity)
        asked = len(self.hs.asked("POST .*/keys/query"))
        self.hs.batch(raw={"device_lists": {"changed": [BOB]}, "rooms": {}})
        self.hs.batch(join={OTHER: [text(BOB, f"!hand {identity}")]})
        self.wait(lambda: len(self.hs.asked("POST .*/keys/query")) > asked)

    def test_is_told_before_the_next_hand(self):
        self.hs.encrypts, self.of_the_bot = True, self.hs.query
        self.give(0)
        self.wait(lambda: self.hs.sent)  # encrypted, for nobody: Bob has no device
        self.assertFalse(self.told("identity"))
        self.give(1)
        self.wait(lambda: self.told(f"identity of {BOB} is replaced"))
        self.wait(lambda: [room for room, content in self.hs.sent if content.get("body") == "replaced"])
        self.assertEqual(len(self.told("identity")), 1)
        self.stop()
        self.start()  # the bot remembers the first identity
        self.hs.batch(join={OTHER: [text(BOB, "!hand 2")]})
        self.wait(lambda: len(self.told(f"identity of {BOB} is replaced")) == 2)


class Sizes(Case):
    """A homeserver sees how long an encrypted message is."""

    def test_hand_with_more_choices_is_not_longer(self):
        self.hs.encrypts = True
        for number, hand in enumerate(("1", "12345 " + "a. advance 1 (+1)\n" * 12, "\u265f" * 40), 1):
            self.hs.batch(join={OTHER: [text(BOB, f"!hand {hand}")]})
            self.wait(lambda: len(self.hs.sent) == number)
        self.assertEqual({room for room, _ in self.hs.sent}, {"!made1:here"})
        self.assertEqual(len({len(content["ciphertext"]) for _, content in self.hs.sent}), 1)


class Strangers(Case):
    def test_bad_pieces_of_sync(self):
        self.hs.batch(raw={
            "to_device": {"events": [
                {"type": "m.room.encrypted", "sender": EVE, "content": deep(140)},
                {"sender": EVE, "content": {}}, {"type": "m.x", "sender": "nobody"}, 5,
                {"type": "m.room_key_request", "sender": EVE, "content": {"action": "request"}}]},
            "device_lists": {"changed": ["nobody", 5, deep(140)], "left": 7},
            "device_one_time_keys_count": {"signed_curve25519": "many", "x": -1},
            "device_unused_fallback_key_types": [5, deep(140)]})
        self.heard_elsewhere("here")
        self.assertTrue(self.logged("to_device_dropped"))

    def test_bot_writes_to_rooms_despite_members_with_bad_ids(self):
        # The rooms are encrypted. One of these rooms has members whose ids are not valid.
        bad = [event("m.room.member", EVE, {"membership": "join"}, f"@{c}:x") for c in ("a b", "ä", "")]
        self.hs.members[ROOM] = [member(ME), *bad]
        self.hs.batch(join={ROOM: [member(EVE)]})
        self.heard_in_secret()
        self.heard_elsewhere("here")

    def test_room_with_too_many_members_is_not_written_to(self):
        self.hs.members[ROOM] = [member(ME), *(member(f"@u{i}:there") for i in range(1200))]
        self.hs.batch(join={ROOM: [event("m.reaction", ANN, {"m.relates_to": {
            "rel_type": "m.annotation", "event_id": "$board", "key": "!say a card"}})]})
        self.wait(lambda: self.logged("room_too_big"))
        self.heard_elsewhere("here")
        self.wait(lambda: self.logged("row_dropped"))
        self.assertFalse([s for s in self.hs.sent if s[0] == ROOM])

    def test_bot_sends_although_the_key_query_fails_for_one_user(self):
        # The homeserver first sends answers that are not JSON, then errors.
        self.hs.fault("/keys/query", 200, b"[", times=2)
        self.hs.fault("/keys/query", 500, {"errcode": "M_UNKNOWN"}, times=2)
        self.hs.members[ROOM] = [member(ME), member(ANN), member(EVE)]
        self.heard_in_secret()

    def test_answer_without_some_users_makes_no_loop(self):
        self.hs.query = lambda users: {"device_keys": {}, "failures": {}}
        self.hs.batch(raw={"device_lists": {"changed": [ANN]}})
        self.hs.members[ROOM] = [member(ME), member(ANN), member(EVE)]
        self.hs.batch(join={ROOM: [sealed(EVE)]})
        before = len(self.hs.asked("/keys/query"))
        time.sleep(2)
        self.assertLess(len(self.hs.asked("/keys/query")) - before, 8)

    def test_garbage_does_not_remove_other_events_from_the_queue(self):
        self.hs.batch(join={ROOM: [sealed(ANN)]})
        self.hs.batch(join={ROOM: [sealed(EVE, i) for i in range(250)]})
        self.heard_elsewhere("here")
        self.stop()
        waiting = json.loads(self.store("matrix.sealed"))["events"]
        senders = [entry["sender"] for entry in waiting]
        self.assertEqual(senders.count(ANN), 1)
        self.assertEqual(senders.count(EVE), 20)
        newest = json.loads(self.store(f"matrix.sealed.{waiting[-1]['number']}"))
        self.assertEqual(newest["content"]["session_id"], "none 249")

    def test_events_of_a_server_under_many_names_and_ports_are_bounded(self):
        self.hs.batch(join={ROOM: [sealed(ANN)]})
        server = f"x{random.randrange(1 << 30)}.example"
        for room in range(6):
            self.hs.batch(join={f"!r{room}:here": [member(ME), event("m.room.encryption", EVE, {}, ""), *(
                sealed(f"@eve{i}:{server}:{random.randrange(1, 65536)}", i) for i in range(90))]})
        self.heard_elsewhere("here")
        self.stop()
        waiting = json.loads(self.store("matrix.sealed"))["events"]
        self.assertEqual(sum(server in entry["sender"] for entry in waiting), 100)
        self.assertEqual(sum(entry["sender"] == ANN for entry in waiting), 1)
        with sqlite3.connect(f"file:{self.dir.name}/store?mode=ro", uri=True) as db:
            rows, = db.execute("SELECT count(*) FROM adapter_values WHERE key GLOB 'matrix.sealed.*'").fetchone()
        self.assertEqual(rows, len(waiting)) # nothing is left of the events that were dropped

    def test_event_that_an_earlier_version_stored_in_the_list_waits_on(self):
        self.stop()
        old = {"room": ROOM, "event": sealed(ANN, 7), "since": int(time.time() * 1000)}
        with contextlib.closing(sqlite3.connect(f"{self.dir.name}/store")) as db, db:
            db.execute("INSERT OR REPLACE INTO adapter_values VALUES ('matrix.sealed', ?)",
                       (json.dumps({"events": [old], "told": []}),))
        self.start()
        self.wait(lambda: self.told(f"can't read {ROOM} {ANN}: without key"))
        self.stop()
        self.assertEqual(json.loads(self.store("matrix.sealed.0"))["content"]["session_id"], "none 7")
        self.assertNotIn("event", json.loads(self.store("matrix.sealed"))["events"][0])

class Lists(Case):
    """Strangers whose lists of devices change all the time, or whose servers do not answer."""

    def servers(self):
        """Returns the users of a hostile server under names that differ in the port."""
        name = f"x{random.randrange(1 << 30)}.example"
        return [f"@eve{i}:{name}:{random.randrange(1024, 65536)}" for i in range(4)]

    def follow(self, strangers):
        """Lets the bot follow the devices of strangers, to whom it writes in an encrypted room."""
        members = [member(one) for one in strangers]
        self.hs.members[OTHER] = [member(ME), *members]
        self.hs.batch(join={OTHER: [event("m.room.encryption", BOB, {}, ""), *members,
                                    event("m.reaction", ANN, {"m.relates_to": {
                                        "rel_type": "m.annotation", "event_id": "$board",
                                        "key": "!say a card"}})]})
        self.wait(lambda: {one for r in self.hs.asked("/keys/query")
                           for one in r[1]["device_keys"]} >= set(strangers))
        self.wait(lambda: [s for s in self.hs.sent if s[0] == OTHER])

    def asked_about(self, users):
        return [r for r in self.hs.asked("/keys/query") if set(users) & set(r[1]["device_keys"])]

    def slow(self, users, seconds):
        """Makes the answers to queries about these users slow."""
        query = self.hs.query

        def wait(asked):
            if set(users) & set(asked):
                time.sleep(seconds)
            return query(asked)

        self.hs.query = wait

    def churn(self, users, stop):
        while not stop.wait(0.3):
            self.hs.batch(raw={"device_lists": {"changed": users}, "rooms": {}})

    def heard_beside(self, strangers):
        """Checks that the bot sends an encrypted message while the strangers' lists change."""
        stop = threading.Event()
        worker = threading.Thread(target=self.churn, args=(strangers, stop), daemon=True)
        worker.start()
        self.addCleanup(stop.set)
        asked = len(self.asked_about(strangers))
        self.wait(lambda: len(self.asked_about(strangers)) > asked)
        self.hs.members[ROOM] = [member(ME), member(ANN), member("@new:here")]
        began = time.monotonic()
        self.heard_in_secret()
        stop.set()
        worker.join()
        return time.monotonic() - began

    def test_hanging_query_about_strangers_delays_no_room(self):
        for strangers in (self.servers(), ["@eve:here", "@mallory:here"]):
            with self.subTest(strangers):
                self.hs.sent.clear()
                self.follow(strangers)
                self.slow(strangers, 3600)
                # The bot would wait for the answer until the time-out, and longer.
                self.assertLess(self.heard_beside(strangers), 12)

    def test_strangers_who_change_all_the_time_are_asked_ever_more_rarely(self):
        strangers = [*self.servers(), "@eve:here"]
        self.follow(strangers)
        before = len(self.asked_about(strangers))
        stop = threading.Event()
        worker = threading.Thread(target=self.churn, args=(strangers, stop), daemon=True)
        worker.start()
        self.wait(lambda: self.hs.all_is_handled() and len(self.hs.batches) > 60)
        stop.set()
        worker.join()
        # Without growing delays, there would be two queries a second, and 36 in all.
        self.assertLess(len(self.asked_about(strangers)) - before, 24)

    def test_claim_that_hangs_delays_no_other_room(self):
        self.hs.fault("/keys/claim", wait=3600, times=9)
        self.heard_in_secret()


class Uploads(Case):
    """A homeserver that refuses the bot's own keys."""

    inside = False

    REFUSALS = [
        (400, {"errcode": "M_UNKNOWN", "error": "One time key signed_curve25519:AAAAAQ already exists."}),
        (400, {"errcode": "M_INVALID_PARAM", "error": "no"}),
        (413, {"errcode": "M_TOO_LARGE", "error": "no"}), (404, {"errcode": "M_UNRECOGNIZED"}),
        (403, {"errcode": "M_FORBIDDEN", "error": "no"}), (400, b"<html>no</html>"),
        (404, b"<html>no</html>"), (200, []), (200, {"one_time_key_counts": "many"}), (200, b"no"),
    ]

    def setUp(self):
        case.Case.setUp(self)
        self.hs.close()
        self.hs = Keys()
        self.hs.password = "secret"
        self.addCleanup(lambda: self.hs.close())

    def begin(self):
        self.hs.batch(join={ROOM: [member(ME), event("m.room.encryption", ANN, {}, "")],
                            OTHER: [member(ME)]})
        self.start()
        self.wait(lambda: self.hs.all_is_handled())

    def uploads(self):
        return self.hs.asked("POST .*/keys/upload")

    def refuse(self, refusal, only_one_time_keys=True):
        upload = self.hs.upload_keys

        def answer(body):
            if only_one_time_keys and ("one_time_keys" not in body or refusal[0] == 200):
                accepted = upload(body)
                return refusal if refusal[0] == 200 else accepted
            return refusal

        self.hs.upload_keys = answer

    def test_refused_one_time_keys_silence_no_room_and_are_repeated_rarely(self):
        for refusal in self.REFUSALS:
            with self.subTest(refusal):
                self.hs = Keys()
                self.hs.password = "secret"
                self.refuse(refusal)
                self.dir = tempfile.TemporaryDirectory()
                self.addCleanup(self.dir.cleanup)
                self.begin()
                self.heard_in_secret()
                self.heard_elsewhere("here")
                time.sleep(2)
                self.assertLess(len(self.uploads()), 8)
                refused = self.logged("event=key_upload_refused")
                self.assertLessEqual(len(refused), 2) # one for each device
                self.stop()
                self.hs.close()

    def test_device_whose_keys_are_refused_is_not_replaced_again_and_again(self):
        self.refuse((400, {"errcode": "M_INVALID_PARAM", "error": "no"}), only_one_time_keys=False)
        self.begin()
        self.heard_elsewhere("here")
        time.sleep(5)
        self.heard_elsewhere("still here")
        self.assertEqual(len(self.hs.asked("POST .*/login")), 1)
        self.assertLess(len(self.uploads()), 4)
        self.assertEqual(len(self.logged("event=key_upload_refused")), 1)

    def test_refused_signing_keys_end_no_run(self):
        self.hs.fault("/keys/device_signing/upload", 403, {"errcode": "M_FORBIDDEN", "error": "no"}, times=99)
        self.begin()
        self.wait(lambda: self.logged("event=device_not_signed"))
        self.heard_elsewhere("here")
        time.sleep(2)
        self.heard_elsewhere("still here")
        self.assertLess(len(self.hs.asked("/keys/device_signing/upload")), 3)


class KeyFile(Case):
    """The file of the recovery key exists before the bot makes the account's identity."""

    setUp, begin, inside = Uploads.setUp, Uploads.begin, False

    def key_files(self):
        return {path.name: path.read_text() for path in Path(self.dir.name).glob("store.recovery-key*")}

    def test_file_of_somebody_else_stays(self):
        file = Path(self.dir.name, "store.recovery-key")
        for text in ("buy milk\ncall ann\n", "EsTb 5hqA of another account\n", ""):
            with self.subTest(text):
                file.write_text(text)
                self.hs.batch(join={ROOM: [member(ME), event("m.room.encryption", ANN, {}, "")]})
                self.start()
                self.wait(lambda: self.bot.poll() is not None) # only a person can help
                self.bot = None
                self.wait(lambda: self.logged("event=device_not_signed"))
                said = self.logged("event=recovery_key_failed")
                for word in ("encryption.recovery_key_file", str(file), "move it away"):
                    self.assertIn(word, said[0])
                self.assertEqual(self.key_files(), {file.name: text})
                self.assertEqual(self.hs.published, {})

    def test_own_key_makes_way_for_the_next_one_and_is_kept(self):
        """The homeserver forgets the identity, for example because its database was put back."""
        name = "store.recovery-key"
        for number in (1, 2, 3):
            self.begin()
            self.wait(self.is_signed)
            self.stop()
            self.hs.published.clear()
            self.hs.requests.clear()
            self.assertEqual(len(set(self.key_files().values())), number)
        self.assertEqual(sorted(self.key_files()), [name, name + ".old", name + ".old-2"])


class Identity(Case):
    """The homeserver answers queries late, or says nothing, while the bot makes its identity."""

    def start(self):
        self.hs.query, self.hs.upload_keys = self.query, self.upload_keys
        self.overlaps, self.silent = 0, 3
        super().start()

    def upload_keys(self, body):
        """The account's devices change, which the bot hears from /sync."""
        for _ in range(5):
            self.hs.batch(raw={"device_lists": {"changed": [ME]}})
        return Keys.upload_keys(self.hs, body)

    def query(self, users):
        """Each answer is late. The first ones say nothing of the bot."""
        with self.hs.lock:
            self.silent -= ME in users
            silent, published = self.silent >= 0, bool(self.hs.published)
        answer = copy.deepcopy(Keys.query(self.hs, users))
        time.sleep(0.5)
        with self.hs.lock:
            self.overlaps += not published and bool(self.hs.published)
        return {"device_keys": {}, "failures": {}} if silent else answer

    def test_bot_makes_one_identity_and_keeps_its_keys(self):
        self.heard_in_secret()
        self.assertEqual(self.overlaps, 0, "an answer is older than the identity")
        self.assertEqual(len(self.hs.asked("POST .*/device_signing/upload")), 1)
        self.assertEqual(self.hs.asked("GET .*/account_data/m.secret_storage.default_key"), [])


class Outdated(Case):
    """The homeserver has newer one-time keys than the bot: somebody has put an older disk back."""

    def test_bot_begins_as_a_new_device_once(self):
        first = list(self.hs.devices)
        used = {"new": False}

        def upload(body, original=self.hs.upload_keys):
            if "one_time_keys" in body and "device_keys" not in body and not used["new"]:
                return 400, {"errcode": "M_UNKNOWN",
                             "error": "One time key signed_curve25519:AAAAAQ already exists. Old key: x"}
            used["new"] = used["new"] or "device_keys" in body
            return original(body)

        self.hs.upload_keys = upload
        self.hs.key_count = 10 # so the bot makes new one-time keys
        self.hs.batch(raw={"rooms": {}})
        self.wait(lambda: self.logged("event=key_upload_refused"))
        self.wait(lambda: len(self.hs.devices) == 2)
        self.hs.key_count = 50
        self.heard_in_secret()
        self.heard_elsewhere("back")
        self.assertEqual(len(self.logged("event=device_replaced")), 1)
        self.assertEqual(list(self.hs.devices)[:1], first)


class Older(Case):
    """An older copy replaces the store and the keys, and the log says so because of an echo."""

    def react(self, number):
        """Lets the bot write an encrypted message, the one with this number."""
        self.hs.batch(join={ROOM: [event("m.reaction", ANN, {"m.relates_to": {
            "rel_type": "m.annotation", "event_id": "$board", "key": f"!say {number}"}})]})
        self.wait(lambda: len(self.sent()) == number)

    def sent(self):
        return [content for room, content in self.hs.sent if room == ROOM]

    def put_back_after_two_messages(self):
        self.react(1)
        self.copy_disk()
        self.react(2)
        self.react(3)
        self.put_disk_back()
        self.hs.txns.clear()
        self.hs.batch(join={ROOM: [event("m.room.encrypted", ME, content) for content in self.sent()[1:]]})

    def assert_no_number_twice(self):
        """A message has its Megolm session, and its number in the session: one byte, as long as it
        is small."""
        used = [(content["session_id"], base64.b64decode(content["ciphertext"][:4])[2])
                for content in self.sent()]
        self.assertEqual(len(set(used)), len(used), used)

    def test_bot_begins_as_a_new_device_before_it_encrypts(self):
        self.put_back_after_two_messages()
        self.start()
        self.react(4)
        self.assert_no_number_twice()
        self.assertEqual(len(self.logged("event=keys_older")), 1)
        self.assertEqual(len(self.hs.devices), 2)
        self.assertNotEqual(self.sent()[3]["device_id"], self.sent()[0]["device_id"])
        self.stop()
        self.assertIsNone(self.store("matrix.older_keys"))

    def test_bot_that_is_killed_meanwhile_still_begins_as_a_new_device(self):
        self.put_back_after_two_messages()
        self.hs.fault("POST .*/login", 500, {"errcode": "M_UNKNOWN"}, times=1000)
        self.start()
        self.wait(lambda: self.logged("event=keys_older"))
        self.kill()
        self.hs.faults.clear()
        self.start()
        self.react(4)
        self.assert_no_number_twice()
        self.assertEqual(len(self.hs.devices), 2)

    def test_hand_in_the_outbox_waits_for_the_first_batch(self):
        """A row is in the outbox when the copy is made. The newer bot has sent it."""
        self.react(1)
        self.hs.fault("PUT .*/send/", 500, {"errcode": "M_UNKNOWN"}, times=1000)
        self.hs.batch(join={ROOM: [event("m.reaction", ANN, {"m.relates_to": {
            "rel_type": "m.annotation", "event_id": "$board", "key": "!say 2"}})]})
        self.wait(lambda: self.hs.asked("PUT .*/send/")[1:])
        self.copy_disk()
        self.hs.faults.clear()
        self.wait(lambda: len(self.sent()) == 2)
        self.react(3)
        self.put_disk_back()
        self.hs.txns.clear()
        self.hs.batch(join={ROOM: [event("m.room.encrypted", ME, content) for content in self.sent()[1:]]})
        self.start()
        self.react(4)
        self.assert_no_number_twice()


class OlderByToken(Older):
    """The same with an access token, which allows no other device."""

    secrets = {"ENGARDE_ACCESS_TOKEN": "given"}
    test_bot_that_is_killed_meanwhile_still_begins_as_a_new_device = None

    def test_bot_begins_as_a_new_device_before_it_encrypts(self):
        self.put_back_after_two_messages()
        self.start()
        self.react(4)
        self.react(5)
        self.assert_no_number_twice()
        self.assertEqual(len(self.logged("event=keys_older")), 1)
        self.assertEqual(len(self.hs.devices), 1)
        self.stop()
        self.assertIsNone(self.store("matrix.older_keys"))


class Full(Case):
    """The disk is full for a while, so the bot can't store what a batch says about keys."""

    def limit_files(self, size):
        resource.prlimit(self.bot.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def test_bot_goes_on_with_the_keys_that_it_has_stored(self):
        self.heard_in_secret()
        self.limit_files(1)
        self.hs.batch(raw={"device_lists": {"changed": [ANN]}, "rooms": {"join": {
            OTHER: {"timeline": {"events": [text(ANN, "!say again")]}}}}})
        self.wait(lambda: self.logged("event=store_failed")[1:])
        self.limit_files(resource.RLIM_INFINITY)
        self.wait(lambda: "again" in self.bodies(OTHER))
        self.hs.sent.clear()
        self.heard_in_secret()
        self.assertEqual(len(self.hs.devices), 1)
        keys_are_in_store = not os.path.exists(f"{self.dir.name}/store.crypto")
        self.assertEqual(bool(self.logged("event=keys_undone")), keys_are_in_store)


class Devices(Case):
    def devices(self):
        return [r[1]["device_id"] for r in self.hs.asked("POST .*/login")]

    def comes_back(self):
        self.wait(lambda: len(self.devices()) == 2)
        first, second = self.devices()
        self.assertNotEqual(first, second)
        self.wait(lambda: second in self.hs.devices)
        self.assertNotEqual(self.hs.devices[first]["keys"], self.hs.devices[second]["keys"])
        # The bot recovers the old identity with the recovery key. The identity signs the new device.
        self.wait(lambda: len(self.hs.devices[second]["signatures"][ME]) == 2)
        self.assertEqual(len(self.hs.asked("POST .*/device_signing/upload")), 1)
        self.heard_elsewhere("back")

    def test_lost_keys_make_another_device(self):
        self.stop()
        shutil.rmtree(f"{self.dir.name}/store.crypto", ignore_errors=True)
        with contextlib.closing(sqlite3.connect(f"{self.dir.name}/store")) as db, db:
            db.execute("DELETE FROM device_keys")
        self.start()
        self.wait(lambda: self.logged("event=keys_gone"))
        self.comes_back()

    def test_hard_logout_is_followed_by_another_device(self):
        self.hs.tokens.clear()
        self.comes_back()

    def test_keys_that_the_homeserver_has_lost_make_another_device(self):
        self.hs.lists_device = False
        self.hs.batch(raw={"device_lists": {"changed": [ME]}})
        self.wait(lambda: self.logged("keys_deleted"))
        self.hs.lists_device = True
        self.comes_back()

    def test_new_device_only_after_growing_waits(self):
        self.hs.lists_device = False
        before = len(self.hs.asked("/keys/query"))
        self.hs.batch(raw={"device_lists": {"changed": [ME]}})
        self.wait(lambda: self.logged("keys_deleted"))
        # Each wait is at least twice the shortest wait before it.
        self.assertIn(len(self.hs.asked("/keys/query")) - before, (3, 4, 5))

    def test_keys_missing_from_one_answer_make_no_new_device(self):
        self.hs.fault("/keys/query", 200, {"device_keys": {ME: {}}, "failures": {},
                                           "master_keys": {ME: self.hs.published["master_key"]}})
        self.hs.batch(raw={"device_lists": {"changed": [ME]}})
        self.heard_elsewhere("here")
        time.sleep(1)
        self.assertFalse(self.logged("keys_deleted"))
        self.assertEqual(len(self.devices()), 1)

    def test_identity_that_is_reset_is_noticed(self):
        self.heard_in_secret()
        self.hs.published = {}
        self.hs.batch(raw={"device_lists": {"changed": [ME]}})
        self.wait(lambda: self.logged("identity_changed"))
        # The homeserver has lost the bot's identity. The bot publishes the identity again.
        self.wait(lambda: self.hs.published)


if __name__ == "__main__":
    case.main()
