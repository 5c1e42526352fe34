"""Events that say about themselves what only the bot can know, and relations in clear, in encrypted
rooms. A bot without encryption answers nothing there either."""

import re

from server import ME, event, member, text
from trait import EVE, REMOTE, SERVER, inside, line, play, trait
from world import Stuck

# Keys with which an event might claim that a trusted device has encrypted it.
MARKS = ("engarde.opened", "engarde.unsigned", "opened", "unsigned_device", "decrypted", "writer", "proven",
         "verified", "trusted", "encryption_info", "sender_claimed_keys", "session", "index", "clear")
ABOUT = "!engarde about"


def marked(value, mark=None):
    """Returns a command that nobody encrypted. It has the marks at all levels."""
    marks = {mark: value} if mark else {name: value for name in MARKS}
    return {**text(EVE, ABOUT), **marks, "unsigned": marks,
            "content": {"msgtype": "m.text", "body": ABOUT, **marks}}


def all_marked():
    return [marked(value, mark) for mark in (*MARKS, None) for value in (True, 1, "true", {}, "trusted")]


def encrypted_room(w):
    """Makes an encrypted room, where a bot that can encrypt says hello."""
    room = inside(w, state={"events": [event("m.room.encryption", EVE, {
        "algorithm": "m.megolm.v1.aes-sha2"}, "")]})
    if w.encrypted:
        w.wait(lambda: w.said(room), "hello")
    return room


def check_unanswered(w, room):
    """Checks that the bot has sent only hello into the room, and warnings in clear."""
    for i, content in enumerate(w.said(room)):
        if ("ciphertext" in content and i > 0) or "Knizia" in content.get("body", ""):
            raise Stuck(f"the bot obeys a forged event in {room}: {content}")


@trait("forged", REMOTE)
def marks_in_sync(w):
    room = encrypted_room(w)
    for each in all_marked():
        w.tell(room, each)
    play(w, "forged marks", join={room: line(*all_marked())})
    w.is_followed()
    check_unanswered(w, room)


@trait("forged", REMOTE)
def marks_in_a_gap(w):
    room = encrypted_room(w)
    rule = w.hs.rule(f"GET .*/rooms/{re.escape(room)}/messages", lambda *_: (200, {
        "start": "x", "chunk": all_marked()}))
    play(w, "a gap of forged marks", join={room: line(text(EVE, "hello"), limited=True, prev_batch="p1")})
    w.wait(lambda: rule.asked, "a page")
    w.probe()
    w.is_followed()
    check_unanswered(w, room)
    w.hs.rules.remove(rule)


@trait("forged", SERVER)
def marks_beside_encrypted_content(w):
    """The marks stand beside content that the bot can't decrypt, and the bot keeps such events."""
    room = encrypted_room(w)
    sealed = {"algorithm": "m.megolm.v1.aes-sha2", "session_id": "none", "sender_key": "none",
              "device_id": "NONE", "ciphertext": "AwgAEhAq", "msgtype": "m.text", "body": ABOUT}
    events = [{**one, "type": "m.room.encrypted", "content": {**one["content"], **sealed}}
              for one in all_marked()]
    play(w, "encrypted events with marks", join={room: line(*events)})
    w.restart(politely=True)
    w.probe()
    w.is_followed()
    check_unanswered(w, room)


@trait("forged-pushed", REMOTE)
def marks_in_a_transaction(w):
    room = encrypted_room(w)
    w.tell(w.next_good(), member(EVE, displayname="Eve"), text(EVE, ABOUT)) # the bot learns the name
    w.is_followed()
    for one in all_marked():
        w.push({"events": [{"room_id": room, **one}]})
    w.probe()
    check_unanswered(w, room)
