"""Hostile device lists, to-device messages and encrypted events in /sync."""

import random

from server import HANG, ME, event, member, text
from trait import EVE, MEMBER, ODD, REMOTE, SERVER, USER, deep, inside, line, play, trait
from traits_sync import CONTENTS, spots, with_spot


@trait("sync-devices", USER)
def device_lists_with_invalid_ids(w):
    ids = ["", "@", "x", EVE, "@a:", "@a b:c", "@" + "x" * 60000 + ":c", "!r:x", "@:x", "@a:b:c",
           "@a\0:b", "@ä:ö", "@a:b/../c", "@A:B", "@a:[::1]:8448", "@a:-", "@a:b." * 50]
    for name in ids:
        play(w, f"device list {name[:20]!r}", top={
            "device_lists": {"changed": ["@ann:here", name, EVE], "left": [name]}})
    play(w, "many lists", top={"device_lists": {
        "changed": [f"@u{i}:there" for i in range(5000)], "left": ids * 200}})


@trait("sync-devices", USER)
def device_lists_and_key_counts_of_other_types(w):
    for value in (None, 1, "x", [], [None], [[]], [{}], {"a": 1}, {"signed_curve25519": -1},
                  {"signed_curve25519": 1 << 63}, {"signed_curve25519": "9"},
                  {"signed_curve25519": None}, {"signed_curve25519": 1.5}):
        play(w, f"{value!r}", top={
            "device_lists": {"changed": value, "left": value}, "device_one_time_keys_count": value,
            "device_unused_fallback_key_types": value,
            "org.matrix.msc2732.device_unused_fallback_key_types": value})


TO_DEVICE = {
    "without type": {"sender": EVE, "content": {}},
    "without sender": {"type": "m.room.encrypted", "content": {}},
    "without content": {"type": "m.room.encrypted", "sender": EVE},
    "type list": {"type": [], "sender": EVE, "content": {}},
    "invalid sender": {"type": "m.room_key", "sender": "nobody", "content": {}},
    "sender number": {"type": "m.room_key", "sender": 1, "content": {}},
    "content list": {"type": "m.room.encrypted", "sender": EVE, "content": []},
    "content text": {"type": "m.room_key", "sender": EVE, "content": "x"},
    "nested 140 deep": {"type": "m.room.encrypted", "sender": EVE, "content": {"a": deep(140)}},
    "nested 3,000 deep": {"type": "m.room_key", "sender": EVE, "content": {"a": deep(3000)}},
    "key in the clear": {"type": "m.room_key", "sender": EVE, "content": {
        "algorithm": "m.megolm.v1.aes-sha2", "room_id": "!x:there", "session_id": "s",
        "session_key": "AQAAAA"}},
    "invalid olm": {"type": "m.room.encrypted", "sender": EVE, "content": {
        "algorithm": "m.olm.v1.curve25519-aes-sha2", "sender_key": "A" * 43,
        "ciphertext": {"A" * 43: {"type": 0, "body": "AwoA"}}}},
    "olm of an unknown type": {"type": "m.room.encrypted", "sender": EVE, "content": {
        "algorithm": "m.olm.v1.curve25519-aes-sha2", "sender_key": "x",
        "ciphertext": {"x": {"type": 99, "body": "%"}}}},
    "withheld": {"type": "m.room_key.withheld", "sender": EVE, "content": {
        "algorithm": "x", "code": 7, "reason": [], "room_id": 1}},
    "forwarded": {"type": "m.forwarded_room_key", "sender": EVE, "content": {"room_id": "x"}},
    "request": {"type": "m.room_key_request", "sender": EVE, "content": {
        "action": "request", "body": None, "request_id": "x" * 60000}},
    "secret": {"type": "m.secret.send", "sender": EVE, "content": {"secret": [], "request_id": 1}},
    "secret request": {"type": "m.secret.request", "sender": EVE, "content": {
        "name": "m.cross_signing.master", "action": "request", "requesting_device_id": "",
        "request_id": "r"}},
    "verification": {"type": "m.key.verification.request", "sender": EVE, "content": {
        "from_device": 1, "methods": "x", "timestamp": -1, "transaction_id": []}},
    "start of a verification": {"type": "m.key.verification.start", "sender": EVE, "content": {
        "from_device": "D", "method": "m.sas.v1", "transaction_id": "", "hashes": 1}},
    "done": {"type": "m.key.verification.done", "sender": EVE, "content": {"transaction_id": "t"}},
    "mac": {"type": "m.key.verification.mac", "sender": EVE, "content": {
        "mac": {"a": 1}, "keys": 2, "transaction_id": "t"}},
    "dummy": {"type": "m.dummy", "sender": EVE, "content": {}},
    "long type": {"type": "m." + "x" * 60000, "sender": EVE, "content": {}},
}


@trait("sync-devices", USER)
def to_device_messages_are_odd(w):
    for name, one in TO_DEVICE.items():
        play(w, f"to-device {name}", top={"to_device": {"events": [one]}})
    play(w, "all of them", top={"to_device": {"events": list(TO_DEVICE.values()) * 20}})


@trait("sync-devices", USER)
def each_field_of_a_to_device_message_is_odd(w):
    usual = TO_DEVICE["invalid olm"]
    events = [with_spot(usual, path, value) for path in spots(usual) for name, value in ODD.items()
              if name not in ("emoji", "long")]
    play(w, "odd to-device messages", top={"to_device": {"events": events}})


@trait("sync-devices", MEMBER)
def thousands_of_encrypted_events_without_a_key(w):
    room = inside(w)
    w.tell(room, event("m.room.encryption", EVE, {"algorithm": "m.megolm.v1.aes-sha2"}, ""))
    content = CONTENTS["m.room.encrypted"]
    for begin in range(0, 2000, 500):
        play(w, f"unreadable events from {begin} on", join={room: line(*[
            event("m.room.encrypted", f"@u{i}:there", {**content, "session_id": f"s{i}"})
            for i in range(begin, begin + 500)])})


def follow(w, users):
    """Lets the bot follow the devices of users, who write into an encrypted room of strangers."""
    room = inside(w)
    content = CONTENTS["m.room.encrypted"]
    w.tell(room, event("m.room.encryption", EVE, {"algorithm": "m.megolm.v1.aes-sha2"}, ""), *[
        event("m.room.encrypted", user, {**content, "session_id": f"s{i}"})
        for i, user in enumerate(users)])


def hostile_users():
    """Returns users of several servers drawn at random. Each server has several ports."""
    names = [f"x{random.randrange(1 << 30)}.example" for _ in range(5)]
    return [f"@eve{i}:{names[i % 5]}:{random.randrange(1024, 65536)}" for i in range(20)]


@trait("sync-devices", REMOTE)
def device_lists_change_all_the_time_and_queries_hang(w):
    """The queries about strangers never end. A new guest must still get an encrypted answer."""
    users = [*hostile_users(), "@eve:here"]
    hangs = lambda path, query, body: HANG if set(users) & set(body["device_keys"]) else None # noqa: E731
    w.hs.rule("POST .*/keys/query", hangs)
    follow(w, users)
    for number in range(20):
        play(w, f"change {number}", top={"device_lists": {"changed": users}})


@trait("sync-devices", REMOTE)
def queries_and_claims_about_devices_fail(w):
    users = hostile_users()
    answers = [(200, {}), (200, []), (200, {"device_keys": {}, "failures": {user: {} for user in users}}),
               (200, {"device_keys": {user: {} for user in users}}), (500, {}), (404, b"<html>"),
               (400, {"errcode": "M_UNKNOWN"}), (401, {"errcode": "M_UNKNOWN_TOKEN"})]
    fails = lambda path, query, body: ( # noqa: E731
        random.choice(answers) if set(users) & set(body.get("device_keys", body.get("one_time_keys")))
        else None)
    w.hs.rule("POST .*/keys/(query|claim)", fails)
    follow(w, users)
    for number in range(20):
        play(w, f"change {number}", top={"device_lists": {"changed": users, "left": users[:number]}})


@trait("sync-devices", SERVER)
def uploads_of_keys_are_refused(w):
    answers = [(400, {"errcode": "M_UNKNOWN", "error": "One time key signed_curve25519:AAAAAQ already exists"}),
               (400, {"errcode": "M_INVALID_PARAM"}), (413, {"errcode": "M_TOO_LARGE"}),
               (404, {"errcode": "M_UNRECOGNIZED"}), (403, b"<html>"), (200, []), (200, b"no")]
    rule = w.hs.rule("POST .*/keys/upload", lambda *_: random.choice(answers))
    for number in range(30):
        play(w, f"number {number}", top={"device_one_time_keys_count": {"signed_curve25519": 0}})
    assert rule.asked < 12, f"{rule.asked} uploads"


@trait("sync-devices", MEMBER)
def members_of_an_encrypted_room_have_invalid_ids(w):
    ids = ["@:there", "@a b:there", "@" + "x" * 300 + ":there", "nobody", "@a:", "@ä:there", "",
           "@a:there:port", "@A\u0000:there", "!room:there"]
    room = w.new_room()
    state = [event("m.room.encryption", EVE, {"algorithm": "m.megolm.v1.aes-sha2"}, ""),
             member(EVE)] + [event("m.room.member", EVE, {"membership": "join"}, one) for one in ids]
    w.hs.state[room] = [*state, member(ME)]
    play(w, "odd members", join={room: {"state": {"events": state}, **line(
        member(ME), text(EVE, "!engarde about"))}})
    play(w, "odd members again", join={room: line(*state, text(EVE, "!engarde about"))})


@trait("sync-devices", MEMBER)
def encryption_of_a_room_is_odd(w):
    for content in ({}, {"algorithm": None}, {"algorithm": "x" * 60000}, {"algorithm": []},
                    {"algorithm": "m.megolm.v1.aes-sha2", "rotation_period_ms": -1},
                    {"algorithm": "m.megolm.v1.aes-sha2", "rotation_period_ms": 0,
                     "rotation_period_msgs": 0},
                    {"algorithm": "m.megolm.v1.aes-sha2", "rotation_period_ms": 1 << 63},
                    {"algorithm": "m.megolm.v1.aes-sha2", "rotation_period_msgs": "x"}, [], 7):
        room = inside(w)
        w.hs.state[room] = [member(ME), member(EVE)]
        play(w, f"encryption {str(content)[:40]}", join={room: line(
            event("m.room.encryption", EVE, content, ""), text(EVE, "!engarde about"))})
