"""Hostile parts in the answers to the bot's requests other than /sync."""

import gzip
import itertools
import re

from server import HANG, ME, Stream, event, member, text
from trait import EVE, MEMBER, ODD, REMOTE, SERVER, SYNTAX, deep, inside, line, play, render, trait

MIB = 1 << 20


def error(code, status=403, headers=None, **more):
    return status, {"errcode": code, "error": "no", **more}, headers or {}


def without_end():
    yield b'{"chunk":["'
    while True:
        yield b"x" * 65536


def long_text(size):
    return render({"odd": "x" * size})


# Errors of a remote server. Synapse passes on these errors, with all their fields, in its answers
# to /join, /leave and /createRoom.
ERRORS = {
    "403 unknown token": error("M_UNKNOWN_TOKEN"),
    "401 unknown token": error("M_UNKNOWN_TOKEN", 401),
    "403 unknown token, soft": error("M_UNKNOWN_TOKEN", soft_logout=True),
    "401 unknown token, soft": error("M_UNKNOWN_TOKEN", 401, soft_logout=True),
    "401 unknown token, soft as text": error("M_UNKNOWN_TOKEN", 401, soft_logout="true"),
    "403 missing token": error("M_MISSING_TOKEN"),
    "401 missing token": error("M_MISSING_TOKEN", 401),
    "403 suspended": error("M_USER_SUSPENDED"),
    "403 locked": error("M_USER_LOCKED"),
    "401 locked, soft": error("M_USER_LOCKED", 401, soft_logout=True),
    "403 deactivated": error("M_USER_DEACTIVATED"),
    "403 consent": error("M_CONSENT_NOT_GIVEN", consent_uri="https://there/x"),
    "403 resource limit": error("M_RESOURCE_LIMIT_EXCEEDED", admin_contact=[]),
    "401 with a session": error("M_UNAUTHORIZED", 401, session="s", flows=[{"stages": []}]),
    "429 for an hour": error("M_LIMIT_EXCEEDED", 429, retry_after_ms=3600000),
    "429 for an hour, by header": error("M_LIMIT_EXCEEDED", 429, {"Retry-After": "3600"}),
    "429 for ever": error("M_LIMIT_EXCEEDED", 429, retry_after_ms=1 << 62),
    "403 that says 429": error("M_LIMIT_EXCEEDED", retry_after_ms=3600000),
    "429 until a date": error("M_LIMIT_EXCEEDED", 429,
                              {"Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT"}),
    "429 for nonsense": error("M_LIMIT_EXCEEDED", 429, {"Retry-After": "-1e9"}, retry_after_ms="x"),
    "503 for an hour": error("M_UNKNOWN", 503, {"Retry-After": "3600"}, retry_after_ms=3600000),
    "404 unrecognized": error("M_UNRECOGNIZED", 404),
    "413 too large": error("M_TOO_LARGE", 413),
    "400 without code": (400, {"error": "no"}),
    "403 code of a list": error([]), "403 code of a number": error(7),
    "403 code of 60 KiB": error("M_" + "X" * 60000),
    "403 code with line ends": error("M_\nlevel=error event=x"),
    "500": error("M_UNKNOWN", 500), "502 of HTML": (502, b"<html>"),
}

SHAPES = {
    "nothing": (200, b""), "a list": (200, b"[]"), "null": (200, b"null"), "number": (200, b"7"),
    "text": (200, b'"x"'), "HTML": (200, b"<html>"), "half an object": (200, b'{"room_id":'),
    "lists 3,000 deep": (200, render({"a": deep(3000)})),
    "lists 200,000 deep": (200, b"[" * 200000),
    "an empty object": (200, {}),
    "24 MiB": (200, long_text(24 * MIB)),
    "a body without end": "endless",
    "gzip that swells": (200, gzip.compress(b" " * (256 * MIB), 1),
                         {"Content-Encoding": "gzip"}),
    "another form of gzip": (200, b"no gzip", {"Content-Encoding": "gzip"}),
    "a redirection": (307, b"", {"Location": "/_matrix/client/v3/logout"}),
    "no content": (204, b""), "not modified": (304, b""), "teapot": (418, b"{}"), "999": (999, b"{}"),
    "a header of 90 KB": (200, {}, {"X-Odd": "x" * 90000}),
    "90 headers": (200, {}, {f"X-{i}": "x" for i in range(90)}),
    "hanging": HANG,
    **{f"room {name}": (200, {"room_id": value}) for name, value in ODD.items()
       if name in ("null", "list", "long", "NUL", "text", "300 bytes", "user")},
    "the id of a good room": (200, {"room_id": "!good1:here"}),
    "the id of a room with a match": (200, {"room_id": "!match:here"}),
}


def made(answer):
    return Stream(without_end()) if answer == "endless" else answer


def stranger(w, server):
    """Returns a new user of the server, or of a new server if `server` is None."""
    user = w.new_stranger()
    return user.partition(":")[0] + f":{server}" if server else user


# Each on_… function makes the bot send one kind of request that concerns only a stranger. The
# function returns the rule that answers these requests.

def invite(w, answer, path, server=None):
    user = stranger(w, server)
    room = w.new_room(user.partition(":")[2])
    rule = w.hs.rule(f"POST .*/{path(room)}", lambda *_: made(answer))
    return rule, room, user


def on_join(w, answer, server=None):
    rule, room, user = invite(w, answer, lambda room: f"join/{re.escape(room)}", server)
    w.batch(invite={room: {"invite_state": {"events": [member(ME, "invite", user)]}}})
    return rule


def on_leave(w, answer, server=None):
    rule, room, _ = invite(w, answer, lambda room: f"rooms/{re.escape(room)}/leave", server)
    w.batch(invite={room: {"invite_state": {"events": [member(ME, "invite", "@eve:refused.example")]}}})
    return rule


def practise(w, user):
    """A stranger asks for practice, so the bot makes a private room for them."""
    w.tell(inside(w), text(user, "!engarde practice"))


def on_create(w, answer, server=None):
    user = stranger(w, server)
    rule = w.hs.rule("POST .*/createRoom", lambda _, __, body: made(answer) if body["invite"] == [user]
                     else None)
    practise(w, user)
    return rule


def on_state(w, answer, server=None):
    user = stranger(w, server)
    before = set(w.hs.state)
    mine = lambda path: (room := path.split("/")[5]) not in before and any( # noqa: E731
        e.get("state_key") == user for e in w.hs.state.get(room, []))
    rule = w.hs.rule("GET .*/rooms/[^/]*/state$", lambda path, *_: made(answer) if mine(path) else None)
    practise(w, user)
    return rule


def on_send(w, answer, _=None):
    room = inside(w)
    rule = w.hs.rule(f"PUT .*/rooms/{re.escape(room)}/send/", lambda *_: made(answer))
    w.tell(room, text(w.new_stranger(), "!engarde about")) # the bot may ignore Eve because of its rate limit
    return rule


def on_messages(w, answer, _=None):
    room = inside(w)
    rule = w.hs.rule(f"GET .*/rooms/{re.escape(room)}/messages", lambda *_: made(answer))
    play(w, "a gap", join={room: line(text(EVE, "hello"), limited=True, prev_batch="p1")})
    return rule


ENDPOINTS = {"join": (REMOTE, on_join), "leave": (REMOTE, on_leave), "createRoom": (REMOTE, on_create),
             "state": (MEMBER, on_state), "messages": (REMOTE, on_messages)}
ALSO = {"join": "probe_invitation", "createRoom": "probe_private"}


def answers_of(endpoint, who, ask, kind, answers):
    for name, answer in answers.items():
        @trait(f"answers-{endpoint}", who, f"{endpoint} answered with {kind}: {name}")
        def put(w, answer=answer):
            rule = ask(w, answer)
            w.wait(lambda: rule.asked, f"a request to {endpoint}")
            w.probe()
            if endpoint in ALSO:
                getattr(w, ALSO[endpoint])()


for _endpoint, (_who, _ask) in ENDPOINTS.items():
    answers_of(_endpoint, _who, _ask, "error", ERRORS)
    answers_of(_endpoint, _who, _ask, "body", SHAPES)
# A member of a room can make these requests fail or take long, but can't choose the answers.
answers_of("send", MEMBER, on_send, "error", {name: ERRORS[name] for name in (
    "413 too large", "400 without code", "403 code of a list", "403 code of 60 KiB", "500",
    "502 of HTML", "403 deactivated", "404 unrecognized")})
answers_of("send", MEMBER, on_send, "body", SHAPES)


def many_hanging(endpoint, who, ask):
    @trait("answers-many", who, f"a hundred requests to {endpoint} hang", alone=True)
    def put(w):
        w.enter()
        rules = [ask(w, HANG, "there") for _ in range(100)]
        w.wait(lambda: rules[0].asked, f"requests to {endpoint}")
        w.probe()
        w.probe_private()
        w.probe_invitation()


def many_dense(endpoint, who, ask):
    """Sends answers just under the bot's size limit. After parsing they take much more memory."""
    @trait("answers-many", who, f"ten answers to {endpoint} are many empty objects", alone=True)
    def put(w):
        dense = b'{"type":"x","content":{"a":[%s]}}' % b",".join([b"{}"] * 16000)
        dense = b"[" + b",".join([dense] * 300) + b"]"
        status = 200 if endpoint == "state" else 403
        if status == 403:
            dense = b'{"errcode":"M_FORBIDDEN","error":"no","odd":%s}' % dense
        w.enter()
        rules = [ask(w, (status, dense), "there" if endpoint == "state" else None) for _ in range(10)]
        w.wait(lambda: all(rule.asked for rule in rules), f"requests to {endpoint}")
        w.probe()
        w.probe_private()
        w.probe_invitation()


for _endpoint in ("join", "leave", "createRoom", "state"):
    many_dense(_endpoint, *ENDPOINTS[_endpoint])


for _endpoint in ("join", "leave", "createRoom", "state", "send", "messages"):
    many_hanging(_endpoint, *{**ENDPOINTS, "send": (MEMBER, on_send)}[_endpoint])


# Gaps

def pages(w, room, reply):
    return w.hs.rule(f"GET .*/rooms/{re.escape(room)}/messages", reply)


def gap(w, room, variant, *events):
    play(w, variant, join={room: line(*events, text(EVE, "hello"), limited=True, prev_batch="p1")})


@trait("gaps", REMOTE)
def history_without_end(w):
    room, number = inside(w), itertools.count()
    rule = pages(w, room, lambda *_: (200, {"start": "x", "end": f"t{next(number)}", "chunk": [
        text(EVE, "hello") for _ in range(100)]}))
    gap(w, room, "pages without end")
    w.wait(lambda: rule.asked > 5, "pages")


@trait("gaps", REMOTE)
def history_of_empty_pages_without_end(w):
    room, number = inside(w), itertools.count()
    rule = pages(w, room, lambda *_: (200, {"end": f"t{next(number)}", "chunk": []}))
    gap(w, room, "empty pages without end")
    w.wait(lambda: rule.asked > 5, "pages")


@trait("gaps", REMOTE)
def history_in_a_circle(w):
    room, tokens = inside(w), itertools.cycle("abc")
    rule = pages(w, room, lambda *_: (200, {"end": next(tokens), "chunk": [text(EVE, "hello")]}))
    gap(w, room, "pages in a circle")
    w.wait(lambda: rule.asked > 3, "pages")


@trait("gaps", REMOTE)
def history_page_that_leads_to_itself(w):
    room = inside(w)
    rule = pages(w, room, lambda _, query, __: (200, {
        "start": query["from"], "end": query["from"], "chunk": [text(EVE, "hello")]}))
    gap(w, room, "a page that leads to itself")
    w.wait(lambda: rule.asked, "a page")


@trait("gaps", MEMBER)
def history_of_huge_events_without_end(w):
    room, number = inside(w), itertools.count()
    page = [text(EVE, "!engarde " + "x" * 60000) for _ in range(100)]

    def reply(_, query, __):
        return 200, {"end": f"t{next(number)}", "chunk": page[:int(query.get("limit", 10))]}

    rule = pages(w, room, reply)
    gap(w, room, "pages of 6 MB without end")
    w.wait(lambda: rule.asked > 5, "pages")


@trait("gaps", REMOTE)
def pages_are_odd(w):
    for name, value in ODD.items():
        room = inside(w)
        rule = pages(w, room, (200, {"chunk": value, "start": value, "end": value, "state": value}))
        gap(w, room, f"a page of {name}")
        w.wait(lambda rule=rule: rule.asked, "a page")


@trait("gaps", MEMBER)
def pages_of_odd_json(w):
    room = inside(w)
    values = dict(SYNTAX)
    for name, value in values.items():
        body = render({"start": "a", "chunk": [text(EVE, "x", odd=value), value,
                                               {**text(EVE, "y"), "unsigned": value}]})
        rule = pages(w, room, (200, body))
        gap(w, room, f"a page with {name}")
        w.wait(lambda rule=rule: rule.asked, f"a page with {name}")
        w.hs.rules.remove(rule)


@trait("gaps", REMOTE)
def forty_gaps_at_once_hang(w):
    rooms = [inside(w) for _ in range(40)]
    pages(w, "!x", HANG)
    rule = w.hs.rule("GET .*/messages", HANG)
    play(w, "forty gaps", join={room: line(text(EVE, "hello"), limited=True, prev_batch="p1")
                                for room in rooms})
    w.wait(lambda: rule.asked, "pages")


@trait("gaps", MEMBER)
def gap_after_gap_in_a_room_that_hangs(w):
    room = inside(w)
    pages(w, room, HANG)
    for number in range(30):
        play(w, f"gap {number}", join={room: line(
            text(EVE, "!engarde about"), limited=True, prev_batch=f"p{number}")})


@trait("gaps", MEMBER)
def gap_of_a_room_that_the_bot_leaves(w):
    room = inside(w)
    rule = pages(w, room, HANG)
    play(w, "a gap of a room that is left", leave={room: line(
        member(ME, "leave", EVE), limited=True, prev_batch="p1")})
    w.wait(lambda: rule.asked or True, "a page")
    play(w, "the room again", join={room: line(member(ME), text(EVE, "!engarde about"))})


@trait("gaps", MEMBER)
def room_goes_on_after_its_gap_fails(w):
    room = inside(w)
    rule = pages(w, room, error("M_UNKNOWN", 500))
    gap(w, room, "a gap that fails")
    w.wait(lambda: rule.asked, "a page")
    w.hs.rules.remove(rule)
    before = len(w.said(room))
    w.tell(room, text(w.new_stranger(), "!engarde about"))
    w.wait(lambda: len(w.said(room)) > before, "the room goes on", 60)


# Temporary faults of the homeserver itself, which no stranger has caused

def trouble_with(what, where, more=()):
    @trait("answers-homeserver", SERVER, f"{what} answered oddly for a while", alone=True)
    def put(w):
        bodies = [(200, b""), (200, b"[]"), (500, b"<html>"), (200, b"[" * 100000), *more]
        left = list(bodies)
        w.hs.profile = {} # so the bot sets it
        w.hs.rule(where, lambda *_: left.pop() if left else None)
        w.enter()
        w.probe_private()


trouble_with("login", "POST .*/login", [(429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 10})])
trouble_with("the filter", "POST .*/filter", [(200, {"filter_id": "{"}), (200, {"filter_id": 7})])
trouble_with("account data", ".*/account_data/", [(200, {"@ann:here": 7}), (200, {"": [[]]})])
trouble_with("the profile", "GET .*/profile/[^/]*$", [
    (200, {"displayname": 7, "avatar_url": []}), (200, {"displayname": "x" * 60000}), (403, {"errcode": 7})])
trouble_with("the upload of the avatar", "POST .*/media/", [
    (200, {"content_uri": 7}), (200, {"content_uri": "mxc://" + "x" * 60000}), (200, {"content_uri": "x"})])
trouble_with("a part of the profile", "PUT .*/profile/", [(429, {"errcode": "M_LIMIT_EXCEEDED",
                                                                 "retry_after_ms": 1 << 62})])
trouble_with("the state of rooms", "GET .*/state$", [(200, [None, 7, [], {"type": 1}])])
