"""Hostile parts in the sections of /sync."""

import copy

from server import ME, event, member, text
from trait import EVE, MEMBER, ODD, REMOTE, SERVER, SYNTAX, Raw, inside, line, play, trait
from world import GOOD


# Places for a stranger's value. Each function takes a room and the value, and returns play's arguments.
PLACES = {
    "content of a message": lambda r, v: {"join": {r: line(text(EVE, "hello", odd=v))}},
    "body of a message": lambda r, v: {
        "join": {r: line(event("m.room.message", EVE, {"msgtype": "m.text", "body": v}))}},
    "whole content": lambda r, v: {"join": {r: line(event("m.room.message", EVE, v))}},
    "field of an event": lambda r, v: {"join": {r: line({**text(EVE, "hello"), "odd": v})}},
    "event": lambda r, v: {"join": {r: line(text(EVE, "hello"), v, text(EVE, "hello"))}},
    "unsigned": lambda r, v: {"join": {r: line({**text(EVE, "hello"), "unsigned": v})}},
    "display name": lambda r, v: {
        "join": {r: line(member(EVE, displayname=v), text(EVE, "hello"))}},
    "relation": lambda r, v: {"join": {r: line(text(EVE, "hello", **{"m.relates_to": v}))}},
    "content of a state event": lambda r, v: {
        "join": {r: {"state": {"events": [event("m.room.power_levels", EVE, v, "")]}}}},
    "content of an encrypted event": lambda r, v: {
        "join": {r: line(event("m.room.encrypted", EVE, v))}},
    "typing users": lambda r, v: {"join": {r: {"ephemeral": {"events": [
        {"type": "m.typing", "content": {"user_ids": v}}]}}}},
    "read receipts": lambda r, v: {"join": {r: {"ephemeral": {"events": [
        {"type": "m.receipt", "content": v}]}}}},
    "summary": lambda r, v: {"join": {r: {**line(), "summary": {"m.heroes": v}}}},
    "stripped state": lambda r, v: {"invite": {"!odd:there": {"invite_state": {"events": [
        event("m.room.name", EVE, v, ""), v]}}}},
    "timeline of a room that was left": lambda r, v: {"leave": {"!left:there": line(
        text(EVE, "x", odd=v), v)}},
    "room that was knocked at": lambda r, v: {"rooms": {"knock": {"!knock:there": {
        "knock_state": {"events": [v]}}}}},
    "presence": lambda r, v: {"top": {"presence": {"events": [
        {"type": "m.presence", "sender": EVE, "content": {"status_msg": v}}]}}},
    "account data": lambda r, v: {"top": {"account_data": {"events": [
        {"type": "m.direct", "content": v}]}}},
    "to-device message": lambda r, v: {"top": {"to_device": {"events": [
        {"type": "m.room_key_request", "sender": EVE, "content": {"odd": v}}, v]}}},
    "device lists": lambda r, v: {"top": {"device_lists": {"changed": [EVE, v], "left": [v]}}},
    "field at the top": lambda r, v: {"top": {"org.example.odd": v}},
}


def values_in(place, where, group, what, values):
    @trait(group, MEMBER, f"{what} as {place}")
    def put(w):
        room = inside(w)
        for name, value in values.items():
            play(w, f"{name} as {place}", **where(room, value))


for _place, _where in PLACES.items():
    values_in(_place, _where, "sync-syntax", "odd JSON", SYNTAX)
    values_in(_place, _where, "sync-values", "odd values", ODD)


@trait("sync-syntax", MEMBER)
def key_of_a_state_event_of_60_KiB(w):
    room = inside(w)
    for key in ("k" * 60000, "\0" * 200, "@" + "x" * 60000 + ":there", "\ud800", "@a:b\nc"):
        events = [event(kind, EVE, {"membership": "join", "algorithm": "x"}, key) for kind in
                  ("m.room.member", "m.room.create", "m.room.encryption", "m.room.tombstone",
                   "m.room.power_levels", "m.room.history_visibility", "org.example.odd")]
        play(w, f"a state key of {len(key)} bytes", join={room: line(*events)})


@trait("sync-syntax", MEMBER)
def fields_twice_in_an_event(w):
    room = inside(w)
    for field, values in (("type", ('"m.room.message"', '"m.room.member"', "[]")),
                          ("content", ('{"body":"x"}', "7", '{"membership":"ban"}')),
                          ("state_key", ('""', '"%s"' % ME, "{}")),
                          ("sender", ('"@a:b"', '"%s"' % ME, "null"))):
        event_text = ",".join(f'"{field}":{value}' for value in values)
        play(w, f"{field} three times", join={room: line(Raw(
            '{"event_id":"$twice","origin_server_ts":1,%s}' % event_text))})


# For each type of event, a content with all fields that a client may read.
CONTENTS = {
    "m.room.message": {"msgtype": "m.text", "body": "!engarde board", "format": "x",
                       "formatted_body": "<a href='https://matrix.to/#/@ann:here'>Ann</a>",
                       "m.mentions": {"user_ids": [ME]},
                       "m.relates_to": {"rel_type": "m.thread", "event_id": "$x",
                                        "is_falling_back": True,
                                        "m.in_reply_to": {"event_id": "$y"}},
                       "m.new_content": {"msgtype": "m.text", "body": "!engarde board"}},
    "m.reaction": {"m.relates_to": {"rel_type": "m.annotation", "event_id": "$x", "key": "1"}},
    "m.poll.response": {"m.selections": ["a"],
                        "m.relates_to": {"rel_type": "m.reference", "event_id": "$x"}},
    "org.matrix.msc3381.poll.response": {
        "org.matrix.msc3381.poll.response": {"answers": ["a"]},
        "m.relates_to": {"rel_type": "m.reference", "event_id": "$x"}},
    "org.matrix.msc3381.poll.start": {"org.matrix.msc3381.poll.start": {
        "question": {"body": "?"}, "answers": [{"id": "a", "body": "b"}]}},
    "m.room.redaction": {"redacts": "$x", "reason": "no"},
    "m.room.encrypted": {"algorithm": "m.megolm.v1.aes-sha2", "ciphertext": "AwgA", "device_id": "D",
                         "sender_key": "k", "session_id": "s"},
    "m.key.verification.request": {"from_device": "D", "methods": ["m.sas.v1"], "to": ME},
    "m.key.verification.start": {"from_device": "D", "method": "m.sas.v1", "hashes": ["sha256"],
                                 "m.relates_to": {"rel_type": "m.reference", "event_id": "$x"}},
    "m.room.member": {"membership": "join", "displayname": "Eve", "is_direct": True,
                      "avatar_url": "mxc://a/b", "join_authorised_via_users_server": "@a:b",
                      "third_party_invite": {"signed": {"mxid": ME}}},
    "m.room.create": {"room_version": "12", "creator": EVE, "additional_creators": [EVE],
                      "predecessor": {"room_id": "!old:there", "event_id": "$x"},
                      "m.federate": True, "type": "m.space",
                      "engarde_bot.private_room_of": "@ann:here"},
    "m.room.power_levels": {"users": {EVE: 100}, "users_default": 0, "state_default": 50,
                            "events": {"m.room.name": 0}, "events_default": 0, "ban": 50,
                            "notifications": {"room": 0}},
    "m.room.encryption": {"algorithm": "m.megolm.v1.aes-sha2", "rotation_period_ms": 1,
                          "rotation_period_msgs": 1},
    "m.room.history_visibility": {"history_visibility": "world_readable"},
    "m.room.join_rules": {"join_rule": "restricted", "allow": [{"room_id": "!a:b", "type": "x"}]},
    "m.room.tombstone": {"replacement_room": "!new:there", "body": "gone"},
}
STATE = [kind for kind in CONTENTS if kind.startswith("m.room.") and
         kind not in ("m.room.message", "m.room.redaction", "m.room.encrypted")]


def spots(value, path=()):
    """Yields the path to each place of a JSON value where another value can be put."""
    yield path
    if isinstance(value, dict):
        for key, part in value.items():
            yield from spots(part, (*path, key))
    elif isinstance(value, list) and value:
        yield from spots(value[0], (*path, 0))


def with_spot(value, path, odd):
    if not path:
        return odd
    value = copy.copy(value)
    value[path[0]] = with_spot(value[path[0]], path[1:], odd)
    return value


def without_spot(value, path):
    value = copy.deepcopy(value)
    part = value
    for key in path[:-1]:
        part = part[key]
    del part[path[-1]]
    return value


def oddities(kind, content):
    """Yields events of the type `kind`. Each event has one wrong field."""
    usual = event(kind, EVE, content, "" if kind in STATE else None)
    if kind == "m.room.member":
        usual["state_key"] = EVE
    usual |= {"origin_server_ts": 1, "unsigned": {"age": 1, "transaction_id": "t"}}
    small = {name: value for name, value in ODD.items() if name not in ("emoji", "many", "long")}
    for path in spots(usual):
        values = ODD if path in ((), ("content",), ("state_key",), ("sender",)) else small
        for value in values.values():
            odd = with_spot(usual, path, value)
            if path and path[0] != "event_id":
                odd = {**odd, "event_id": event(kind, EVE, {})["event_id"]}
            yield odd
        if path:
            yield without_spot(usual, path)


def every_field_of(kind):
    @trait("sync-events", MEMBER, f"each field of {kind} is odd in each way")
    def put(w):
        room = inside(w)
        events = list(oddities(kind, CONTENTS[kind]))
        for begin in range(0, len(events), 200):
            part = events[begin:begin + 200]
            play(w, f"odd events from {begin} on", join={room: line(*part)})
        state = events[:100]
        play(w, "odd events as state", join={room: {"state": {"events": state}}},
             invite={w.new_room(): {"invite_state": {"events": state}}},
             leave={w.new_room(): line(*state)})


for _kind in CONTENTS:
    every_field_of(_kind)


@trait("sync-events", MEMBER)
def time_of_an_event_is_absurd(w):
    room = inside(w)
    for when in (0, -1, 1 << 62, -(1 << 62), 1 << 63, 99999999999999999, 0.5, "now", None):
        play(w, f"origin_server_ts {when}",
             join={room: line({**text(EVE, "!engarde about"), "origin_server_ts": when})})


@trait("sync-events", MEMBER)
def many_events_with_the_same_id(w):
    room = inside(w)
    events = [{**text(EVE, "!engarde about"), "event_id": "$same"} for _ in range(50)]
    play(w, "one event id fifty times", join={room: line(*events)})


# Odd values for the parts of /sync that hold the events.
BODIES = {
    "null": None, "number": 7, "text": "x", "list": [1], "empty": {},
    "timeline null": {"timeline": None}, "timeline list": {"timeline": []},
    "timeline number": {"timeline": 1}, "events null": {"timeline": {"events": None}},
    "events object": {"timeline": {"events": {"0": text(EVE, "x")}}},
    "events text": {"timeline": {"events": "x"}},
    "events of nothing": {"timeline": {"events": [None, 1, "x", [], {}, [[]], {"": {}}]}},
    "state list": {"state": [], "timeline": {"events": []}},
    "state number": {"state": 3}, "state of nothing": {"state": {"events": [None, 0, {}]}},
    "limited text": line(limited="true", prev_batch="s1"),
    "limited number": line(limited=1, prev_batch="s1"),
    "limited without prev_batch": line(limited=True),
    "prev_batch null": line(limited=True, prev_batch=None),
    "prev_batch number": line(limited=True, prev_batch=3),
    "summary list": {**line(), "summary": []}, "summary text": {**line(), "summary": "x"},
    "ephemeral number": {**line(), "ephemeral": 1}, "account_data text": {"account_data": "x"},
    "unread text": {"unread_notifications": "x", "unread_thread_notifications": []},
    "state_after": {"state_after": {"events": 1}, "org.matrix.msc4222.state_after": []},
}


@trait("sync-frames", SERVER)
def body_of_a_room_is_odd(w):
    room = inside(w)
    for name, body in BODIES.items():
        for section in ("join", "leave", "invite"):
            play(w, f"{section}: {name}", **{section: {
                room if section == "join" else w.new_room(): body}})


@trait("sync-frames", SERVER)
def sections_are_odd(w):
    for value in (None, 1, "x", [], [1], {"": {}}, {"x": None}, True, {"!": 1}):
        play(w, f"section {value!r}", top={
            key: value for key in ("presence", "account_data", "to_device", "device_lists",
                                   "device_one_time_keys_count", "groups",
                                   "device_unused_fallback_key_types", "org.example")})
        play(w, f"rooms.knock {value!r}", rooms={"knock": value, "peek": value})
        if not isinstance(value, dict):
            play(w, f"rooms.leave {value!r}", rooms={"leave": value, "invite": value})


@trait("sync-frames", REMOTE)
def ids_of_rooms_are_odd(w):
    ids = ("", "!", "x", "!a", "!a b:c", "!\n:c", "!a:", "!" + "x" * 254, "!" + "x" * 60000 + ":c",
           "#alias:there", "@user:there", "$event", "!a\0b:c", "!ä:ö", "!../../../../login:x",
           "!%2e%2e%2f:x", "!a?b=c&d#e:x", "!a:b:c:d", "!;DROP TABLE rooms:x", "!\u202e:x", "!:",
           "!matrix.since", "!" + "%" * 250)
    invited = {"invite_state": {"events": [member(ME, "invite", EVE)]}}
    for name in ids:
        entered = line(member(ME), text(EVE, "!engarde about"))
        play(w, f"room {name[:30]!r}", join={name: entered}, leave={name + "x": entered},
             invite={name + "y": invited})


@trait("sync-frames", SERVER)
def a_room_in_several_sections_at_once(w):
    room = inside(w)
    invited = {"invite_state": {"events": [member(ME, "invite", EVE)]}}
    entered = line(member(ME), text(EVE, "!engarde about"))
    play(w, "join and leave", join={room: entered}, leave={room: line(member(ME, "leave"))})
    play(w, "join and invite", join={room: entered}, invite={room: invited})
    play(w, "all of them", join={room: entered}, leave={room: line(member(ME, "ban", EVE))},
         invite={room: invited}, rooms={"knock": {room: {"knock_state": {"events": []}}}})
    play(w, "leave and invite", leave={room: line(member(ME, "leave"))}, invite={room: invited})


@trait("sync-frames", REMOTE)
def counts_of_members_are_absurd(w):
    for count in (-1, -(1 << 63), (1 << 63) - 1, 1 << 64, "2", 2.5, None, [], {}, 0):
        room = w.new_room()
        counts = {"m.joined_member_count": count, "m.invited_member_count": count}
        play(w, f"{count!r} members", join={room: {**line(member(ME)), "summary": counts}})
        play(w, f"{count!r} members", join={room: {**line(), "summary": counts}})


@trait("sync-frames", MEMBER)
def membership_of_the_bot_changes_many_times(w):
    room = inside(w)
    memberships = ["join", "leave", "ban", "invite", "knock", "nonsense", "", 7, None] * 40
    play(w, "memberships of the bot", join={room: line(*[
        event("m.room.member", EVE, {"membership": m}, ME) for m in memberships])})
    play(w, "the other way", leave={room: line(*[
        event("m.room.member", EVE, {"membership": m}, ME) for m in reversed(memberships)])})


TOKENS = ("s &since=s0#?/%zz", "é\u202e\U0001f93a", "x" * 4000, "'\"\\`", "{}", "\t\n", "0")


@trait("sync-frames", SERVER)
def next_batch_has_odd_letters(w):
    for token in TOKENS:
        number = len(w.hs.batches)
        w.hs.tokens_of_sync[token] = number + 1
        play(w, f"next_batch {token[:20]!r}", top={"next_batch": token})
        w.wait(lambda: w.hs.asked_since(token), f"a /sync since {token[:20]!r}")


@trait("sync-frames", SERVER)
def next_batch_is_not_a_token(w):
    for value in (None, 7, [], {}, True):
        rule = w.hs.rule("GET .*/sync", once((200, {"next_batch": value, "rooms": {}})))
        w.tell(GOOD[0]) # makes the homeserver answer the /sync request that waits
        w.wait(lambda rule=rule: rule.asked, "a /sync")
        w.hs.rules.remove(rule)
        w.probe(f"a command after next_batch {value!r}")


@trait("sync-frames", SERVER)
def answer_to_sync_is_invalid(w):
    for status, body in ((200, b""), (200, b"<html>"), (200, b"[]"), (200, b"null"), (200, b"1"),
                         (200, b'{"next_batch":"s'), (200, b"\xff" * 1000), (204, b""), (404, b""),
                         (500, b"[" * 100000), (502, b"<html>"), (302, b""), (200, b"[" * 1000000)):
        rule = w.hs.rule("GET .*/sync", once((status, body)))
        w.tell(GOOD[0])
        w.wait(lambda rule=rule: rule.asked, "a /sync")
        w.hs.rules.remove(rule)
        w.probe(f"a command after {status} {body[:9]}")


def once(answer):
    left = [answer]
    return lambda *_: left.pop() if left else None
