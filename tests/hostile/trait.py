"""The list of traits (attacks, see README.md), and hostile JSON that Python's own encoder can't
write."""

import json
from dataclasses import dataclass
from typing import Callable

from server import ME, event, member, text

# The attackers. README.md explains them.
MEMBER, USER, REMOTE, SERVER = "a member", "a user of the homeserver", "a remote server", "the homeserver"
EVE = "@eve:there"
ALL = []


@dataclass(frozen=True)
class Trait:
    group: str
    name: str
    who: str # the attacker
    play: Callable
    alone: bool = False # the trait needs a bot that no other trait uses, or starts the bot itself


def trait(group, who, name=None, alone=False):
    """Registers a function as a trait. The function takes a world. The trait has the name `name`.
    If `name` is None, the trait has the function's name."""

    def register(play):
        ALL.append(Trait(group, name or play.__name__.replace("_", " "), who, play, alone))
        return play

    return register


class Raw:
    """Text that goes into a JSON body unchanged, whether it is JSON or not."""

    def __init__(self, data):
        self.data = data if isinstance(data, bytes) else data.encode()


def render(value):
    """Returns JSON as bytes. Each Raw value appears in the JSON as its own text, unchanged."""
    parts = []

    def note(raw):
        parts.append(raw.data)
        return f"\0{len(parts) - 1}\0"

    rendered = json.dumps(value, default=note).encode()
    for number, data in enumerate(parts):
        rendered = rendered.replace(b'"\\u0000%d\\u0000"' % number, data)
    return rendered


def deep(levels, brackets="[]"):
    opening = "[" if brackets == "[]" else '{"a":'
    return Raw(opening * levels + "1" + brackets[1] * levels)


# Valid JSON values that are wrong in most fields of an event.
ODD = {
    "null": None, "true": True, "zero": 0, "negative": -1, "real": 0.5, "text": "nonsense",
    "empty text": "", "space": " ", "list": [], "lists": [[[]]], "object": {},
    "keys": {"": {"": ""}}, "2^53": 1 << 53, "2^63": 1 << 63, "-2^64": -(1 << 64),
    "long": "x" * 60000, "NUL": "a\0b", "line ends": "a\r\n\tb", "bidi": "a\u202eb\u2066c",
    "emoji": "\U0001f93a" * 9000, "percent": "%s%n%00", "markup": "<b>&amp;<script>",
    "300 bytes": "@" + "x" * 300 + ":there", "sigil": "@", "user": "@a:b", "room": "!a:b",
    "event": "$a", "many": list(range(5000)), "quotes": "'\"`\\;--",
}

# Text that can break a JSON parser. Python's codecs, and so Synapse, accept most of it.
SYNTAX = {
    "lists 3,000 deep": deep(3000), "lists 9,000 deep": deep(9000),
    "objects 3,000 deep": deep(3000, "{}"), "objects 9,000 deep": deep(9000, "{}"),
    "lists 140 deep": deep(140), "lists 2,047 deep": deep(2047), "lists 2,049 deep": deep(2049),
    "lists 200,000 deep": deep(200000),
    "1e999": Raw("1e999"), "-1e999": Raw("-1e999"), "1e-999": Raw("1e-999"),
    "10^400": Raw("1" + "0" * 400), "-10^400": Raw("-1" + "0" * 400), "minus zero": Raw("-0"),
    "a real of 60,000 digits": Raw("0." + "1" * 60000), "2^64": Raw(str(1 << 64)),
    "NaN": Raw("NaN"), "Infinity": Raw("Infinity"), "-Infinity": Raw("-Infinity"),
    "no UTF-8": Raw(b'"\xff\xfe"'), "overlong UTF-8": Raw(b'"\xc0\x80"'),
    "a surrogate in UTF-8": Raw(b'"\xed\xa0\x80"'), "half a letter": Raw(b'"\xe2\x82"'),
    "beyond Unicode": Raw(b'"\xf4\x90\x80\x80"'),
    "an escaped NUL": Raw('"\\u0000"'), "half a pair": Raw('"\\ud800"'),
    "the other half": Raw('"\\udfff x"'), "pairs the wrong way": Raw('"\\udc00\\ud800"'),
    "a key with a NUL": Raw('{"a\\u0000b":1}'), "a key twice": Raw('{"a":1,"a":{"b":2}}'),
    "a key of half a pair": Raw('{"\\ud800":1}'), "a key that is no UTF-8": Raw(b'{"\xff":1}'),
    "a key of 60,000 bytes": Raw('{"%s":1}' % ("k" * 60000)),
    "10,000 keys": Raw("{%s}" % ",".join(f'"{i}":{i}' for i in range(10000))),
    "backslashes": Raw('"%s"' % ("\\\\" * 30000)), "quotes": Raw('"%s"' % ('\\"' * 30000)),
    "brackets in text": Raw('"%s"' % ("[{" * 20000)),
    "a DEL": Raw('"\x7f"'), "a line separator": Raw(b'"\xe2\x80\xa8"'),
    "space": Raw(" \n\t\r" * 15000 + "1"),
}


def inside(w, server="there", **body):
    """Makes a room of strangers, lets the bot join it, and returns the room's id. Eve is its
    creator."""
    room = w.new_room(server)
    w.tell(room, member(ME), event("m.room.create", EVE, {"room_version": "10"}, ""), **body)
    w.is_followed()
    return room


def play(w, variant, join=None, invite=None, leave=None, top=None, rooms=None):
    """Sends one batch that has hostile parts and a command in a good room. Checks that the bot
    answers this command."""
    good = w.next_good()
    command = text(w.new_guest(), "!engarde about")
    # The good room stands in the middle, with hostile rooms before and after it.
    joined = dict(join or {})
    parts = list(joined.items())
    parts.insert(len(parts) // 2, (good, {"timeline": {"events": [command]}}))
    body = {"rooms": {"join": dict(parts), "invite": invite or {}, "leave": leave or {},
                      **(rooms or {})}, "next_batch": "NEXT", **(top or {})}
    w.batch(raw=render(body))
    w.answered(good, f"a command beside {variant}")


def line(*events, **more):
    """Returns the part of a /sync answer for one room, with these events as its timeline."""
    return {"timeline": {"events": list(events), **more}}
