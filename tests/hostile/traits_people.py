"""Hostile display names, members of rooms, and reactions."""

import re

from server import ME, event, member, text
from trait import EVE, MEMBER, ODD, SYNTAX, inside, line, play, render, trait
from traits_answers import ERRORS, SHAPES, answers_of, made
from world import ANN, BOB, MATCH

YES, NO, AGAIN = "\u2705", "\u274c", "\U0001f501"


def named(user, name):
    return event("m.room.member", user, {"membership": "join", "displayname": name}, user)


def enter(w, answer):
    """Makes a room of strangers, and lets the bot join it and get the answer when it asks for the
    members. Returns the room's id and the rule that answers."""
    room = w.new_room()
    rule = w.hs.rule(f"GET .*/rooms/{re.escape(room)}/joined_members", lambda *_: made(answer))
    w.tell(room, member(ME), event("m.room.create", EVE, {"room_version": "10"}, ""))
    w.wait(lambda: rule.asked, "a request for the members")
    return room, rule


def on_members(w, answer, _=None):
    room, rule = enter(w, answer)
    w.tell(room, text(w.new_stranger(), "!engarde challenge somebody"))
    return rule


answers_of("members", MEMBER, on_members, "error", {name: ERRORS[name] for name in (
    "403 unknown token, soft", "429 for ever", "403 code of 60 KiB", "500", "404 unrecognized")})
answers_of("members", MEMBER, on_members, "body", {name: SHAPES[name] for name in SHAPES
                                                  if not name.startswith(("room ", "the id of"))})


@trait("people", MEMBER)
def display_names_of_members_are_odd(w):
    for name, value in {**ODD, **SYNTAX}.items():
        user = w.new_stranger()
        room, _ = enter(w, (200, render({"joined": {
            ME: {"display_name": "engarde"}, user: {"display_name": value}, EVE: value, "": {}, "@": 7,
            "@\u202e:there": {"display_name": "Ann"}, "@" + "x" * 300 + ":there": {}}})))
        play(w, f"a name: {name}", join={room: line(
            named(user, value), named(EVE, "Ann"), text(user, "!engarde stats Ann"),
            text(user, "!engarde challenge " + (value[:400] if isinstance(value, str) else "Ann")),
            text(user, "!engarde block Ann"))})


@trait("people", MEMBER)
def answers_about_members_are_odd(w):
    for value in [*ODD.values(), {"@a:b": None}, {f"@u{i}:there": {} for i in range(3000)}]:
        room, _ = enter(w, (200, render({"joined": value})))
        play(w, "odd members", join={room: line(text(w.new_stranger(), "!engarde challenge Ann"))})


@trait("people", MEMBER)
def hundreds_of_names_of_60_kb(w):
    """Each command that names a person makes the bot read the names of all members."""
    room = inside(w)
    for begin in range(0, 300, 100):
        w.tell(room, *[named(f"@u{i}:there", "\u200b" * 20000) for i in range(begin, begin + 100)])
        w.is_followed()
    for _ in range(5):
        play(w, "long names", join={room: line(text(
            w.new_stranger(), "!engarde challenge one two three four five six"))})


@trait("people", MEMBER)
def thousands_of_reactions(w):
    with w.hs.lock:
        sent = len(w.hs.sent)
    keys = (YES, NO, AGAIN, YES + "\ufe0f" * 3, "\U0001f44d" + "\U0001f3ff" * 9, "\ufe0f", "x" * 60000,
            YES + "\u200d" * 9, "\U0001f3fb", "", "a", "1\ufe0f\u20e3")
    for room in (inside(w), MATCH):
        for begin in range(0, 3000, 600):
            play(w, "reactions", join={room: line(*[
                event("m.reaction", f"@r{i % 700}:there", {"m.relates_to": {
                    "rel_type": "m.annotation", "key": keys[i % (6 if i % 50 else len(keys))],
                    "event_id": f"$sent{i % (sent + 5)}"}}) for i in range(begin, begin + 600)])})


def challenges(w, room, user, terms=""):
    """Lets somebody challenge anybody in the room, and waits until the bot says so."""
    w.tell(room, text(user, "!engarde challenge " + terms))
    w.wait(lambda: any(f"{user} challenges" in one["body"] for one in w.said(room)), f"a challenge by {user}")


@trait("people", MEMBER)
def few_people_ask_without_end_in_a_room_of_others(w):
    room = inside(w)
    few = [w.new_stranger() for _ in range(3)]
    for _ in range(6):
        play(w, "a flood", join={room: line(*[text(user, "!engarde about") for user in few * 40])})
        challenges(w, room, w.new_guest())


@trait("people", MEMBER)
def accounts_of_one_server_take_the_matches_of_a_room(w):
    room = inside(w)
    server = w.new_stranger().partition(":")[2]
    for i in range(16):
        play(w, "a long match", join={room: line(
            text(f"@u{i}:{server}", "!engarde challenge clock 30d"),
            text(f"@v{i}:{server}", "!engarde accept"))})
    challenges(w, room, w.new_guest())


@trait("people", MEMBER)
def reactions_are_odd(w):
    room = inside(w)
    for name, value in {**ODD, **SYNTAX}.items():
        for field in ("rel_type", "key", "event_id"):
            relation = {"rel_type": "m.annotation", "key": YES, "event_id": "$sent1", field: value}
            play(w, f"{field}: {name}", join={room: line(
                event("m.reaction", EVE, {"m.relates_to": relation}))})
        play(w, f"relation: {name}", join={room: line(
            event("m.reaction", EVE, {"m.relates_to": value}))})


@trait("people", MEMBER)
def names_of_others(w):
    """A stranger takes the names of players, of the bot and of commands."""
    room = inside(w)
    for name in ("ann", "Ann", "\u0410nn", "bot", "En Garde", ME, ANN, "challenge", "to", "@room", "yes",
                 "<a href='https://matrix.to/#/@ann:here'>Ann</a>", "[Ann](https://matrix.to/#/@ann:here)",
                 "\u202eann", "Ann\u0000", "Ann (@ann:here)", "erased-00000000", "#1", "x" * 255):
        user = w.new_stranger()
        pill = f'<a href="https://matrix.to/#/{user}">{ANN}</a>'
        play(w, f"the name {name}", join={room: line(
            named(user, name), text(user, "!engarde accept"), text(user, "!engarde challenge " + BOB),
            text(user, f"!engarde challenge {ANN}", format="org.matrix.custom.html",
                 formatted_body=f"!engarde challenge {pill}"), text(user, "!engarde stats " + name))})
    for _, content in list(w.hs.sent):
        html = content.get("formatted_body") or ""
        assert not re.search(r"<a href='|<script|\u202e|@room", html), html
