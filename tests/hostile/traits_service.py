"""Transactions with strangers' events, pushed to the bot as an application service."""

import http.client
import socket

from server import ME, event, member, text
from trait import EVE, MEMBER, ODD, REMOTE, SERVER, SYNTAX, USER, render, trait
from traits_devices import TO_DEVICE
from traits_sync import CONTENTS, PLACES, oddities
from world import PATIENCE


def entered(w):
    room = w.new_room()
    w.tell(room, member(ME))
    return room


def push(w, room, *events, top=None):
    """Pushes a transaction with hostile events before and after a good room's command."""
    good = w.next_good()
    command = {**text(w.new_guest(), "!engarde about"), "room_id": good}
    w.batch(join={good: [command]})
    hostile = [{"room_id": room, **one} if isinstance(one, dict) else one for one in events]
    half = len(hostile) // 2
    w.push(render({"events": [*hostile[:half], command, *hostile[half:]], **(top or {})}))
    w.answered(good, "a command in a transaction")


def events_of(place, room, value):
    """Returns the events that PLACES[place] puts into the room's part of /sync. A transaction has
    events in the same form."""
    body = PLACES[place](room, value)["join"][room]
    return [*body.get("state", {}).get("events", []), *body.get("timeline", {}).get("events", [])]


def pushed_syntax(place):
    @trait("service", MEMBER, f"odd JSON pushed as {place}")
    def put(w):
        room = entered(w)
        for value in SYNTAX.values():
            push(w, room, *events_of(place, room, value))


for _place in ("content of a message", "whole content", "event", "unsigned", "display name",
               "content of a state event"):
    pushed_syntax(_place)


@trait("service", MEMBER)
def odd_values_pushed(w):
    room = entered(w)
    for place in ("content of a message", "event", "unsigned", "relation", "display name"):
        push(w, room, *(one for value in ODD.values() for one in events_of(place, room, value)))


def pushed_fields(kind):
    @trait("service", MEMBER, f"each field of a pushed {kind} is odd in each way")
    def put(w):
        room = entered(w)
        events = list(oddities(kind, CONTENTS[kind]))
        for begin in range(0, len(events), 300):
            push(w, room, *events[begin:begin + 300])


for _kind in ("m.room.message", "m.room.member", "m.room.create", "m.room.tombstone", "m.reaction"):
    pushed_fields(_kind)


@trait("service", REMOTE)
def rooms_of_pushed_events_are_odd(w):
    rooms = [value for value in ODD.values()]
    push(w, "!x:there", *({**text(EVE, "!engarde about"), "room_id": one} for one in rooms))
    push(w, "!x:there", *(member(ME, "invite", EVE) | {"room_id": one} for one in rooms))


@trait("service", USER)
def other_sections_of_a_transaction(w):
    for value in (None, 7, [], {}, list(TO_DEVICE.values())):
        push(w, "!x:there", top={key: value for key in (
            "ephemeral", "de.sorunome.msc2409.ephemeral", "to_device",
            "de.sorunome.msc2409.to_device", "device_lists", "org.matrix.msc3202.device_lists",
            "org.matrix.msc3202.device_one_time_keys_count", "device_one_time_keys_count")})


@trait("service", MEMBER)
def transaction_of_24_MB(w):
    room = entered(w)
    push(w, room, *(text(EVE, "x" * 60000) for _ in range(400)))


@trait("service", USER)
def a_thousand_commands_of_a_server_pushed(w):
    room = entered(w)
    for number in range(10):
        push(w, room, *(text(f"@p{number}x{i}:there", "!engarde practice") for i in range(100)))


@trait("service", REMOTE)
def connections_without_the_token(w):
    """Opens connections to the bot and sends requests without the homeserver's token. If a proxy
    forwards such connections, anybody can open them."""
    for request in (b"", b"GET", b"\xff" * 5000, b"PUT / HTTP/1.1\r\n" + b"X: y\r\n" * 5000,
                    b"PUT /_matrix/app/v1/transactions/1 HTTP/1.1\r\nHost: h\r\n"
                    b"Content-Length: 99999999999999999999\r\n\r\n",
                    b"PUT /_matrix/app/v1/transactions/1 HTTP/1.1\r\nHost: h\r\n"
                    b"Authorization: Bearer x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
                    b"PUT /_matrix/app/v1/transactions/%00 HTTP/9.9\r\n\r\n"):
        doors = [socket.create_connection(("127.0.0.1", w.port), PATIENCE) for _ in range(8)]
        for door in doors:
            door.sendall(request)
        push(w, "!x:there", text(EVE, "x"))
        for door in doors:
            door.close()


@trait("service", SERVER)
def body_that_is_not_a_transaction(w):
    for body in (b"", b"[]", b"null", b'{"events":', b"[" * 200000, b'{"events":7}'):
        connection = http.client.HTTPConnection("127.0.0.1", w.port, timeout=PATIENCE)
        connection.request("PUT", "/_matrix/app/v1/transactions/odd", body,
                           {"Authorization": "Bearer hs-token"})
        connection.getresponse().read()
        connection.close()
        push(w, "!x:there", text(EVE, "x"))


@trait("service", MEMBER)
def event_that_is_pushed_twice(w):
    room = entered(w)
    said = event("m.room.message", EVE, {"msgtype": "m.text", "body": "!engarde about"})
    push(w, room, said, said)
    push(w, room, said)
    w.batch(join={room: [said]})
