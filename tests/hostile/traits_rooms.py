"""Hostile rooms, events and memberships made by members and remote servers."""

import json

from server import HANG, ME, event, member, text
from trait import EVE, MEMBER, ODD, REMOTE, USER, inside, line, play, trait
from traits_answers import ERRORS
from world import ANN, GOOD, MATCH, Stuck


def tombstone(to, sender=EVE):
    return event("m.room.tombstone", sender, {"replacement_room": to, "body": "moved"}, "")


def create(**content):
    return event("m.room.create", EVE, {"room_version": "10", **content}, "")


@trait("rooms", MEMBER)
def replacements_in_a_circle(w):
    a, b = inside(w), w.new_room()
    joins = w.hs.rule("POST .*/join/", lambda *_: None)
    for _ in range(10):
        play(w, "A to B", join={a: line(tombstone(b))})
        play(w, "into B", join={b: line(member(ME), create(predecessor={"room_id": a}), tombstone(a))})
        play(w, "out of A", leave={a: line(member(ME, "leave"))})
        play(w, "into A", join={a: line(member(ME), create(predecessor={"room_id": b}))})
        play(w, "out of B", leave={b: line(member(ME, "leave"))})
    w.hs.rules.remove(joins)


@trait("rooms", MEMBER)
def a_room_that_replaces_itself(w):
    room = inside(w)
    play(w, "itself", join={room: line(*[tombstone(room) for _ in range(50)])})
    play(w, "its own predecessor", join={room: line(create(predecessor={"room_id": room}))})


@trait("rooms", MEMBER)
def a_room_that_poses_as_the_successor_of_a_match(w):
    """A match moves to another room only if the old and the new room name each other. The stranger
    controls only one of the two rooms."""
    room = inside(w, state={"events": [create(predecessor={"room_id": MATCH})]})
    play(w, "a false successor", join={room: line(create(predecessor={"room_id": MATCH}),
                                                 tombstone(MATCH))})
    for target in (*GOOD[:2], MATCH):
        play(w, f"replaced by {target}", join={room: line(tombstone(target))})
    asked = len(w.said(MATCH))
    w.tell(MATCH, text(ANN, "!engarde board"))
    w.wait(lambda: len(w.said(MATCH)) > asked, "the match stays in its room")


def refused_upgrade(name, answer):
    @trait("rooms", REMOTE, f"an upgrade to a room whose /join answers {name}")
    def put(w):
        room, new = inside(w), w.new_room()
        rule = w.hs.rule(f"POST .*/join/{new}", answer)
        play(w, "an upgrade", join={room: line(tombstone(new))})
        w.wait(lambda: rule.asked, "a request to join")
        w.probe_invitation()


for _name in ("403 unknown token", "401 unknown token, soft", "403 suspended", "429 for an hour", "500"):
    refused_upgrade(_name, ERRORS[_name])
refused_upgrade("never", HANG)


@trait("rooms", MEMBER)
def a_thousand_tombstones(w):
    room = inside(w)
    play(w, "tombstones", join={room: line(*[tombstone(f"!t{i}:x{i}.example") for i in range(1000)])})
    w.probe_private()


@trait("rooms", REMOTE)
def power_levels_of_every_kind(w):
    for number in ("100", " 50 ", "+50", "0x64", "1e3", 50.0, 1e308, -1e308, 1 << 53, -(1 << 53),
                   None, [], {}, "", True, "9" * 400):
        room = inside(w)
        content = {"users": {EVE: number, ME: number, "": 1, "x": number}, "users_default": number,
                   "state_default": number, "events": number, "ban": number}
        play(w, f"power of {str(number)[:20]!r}", join={room: line(
            event("m.room.power_levels", EVE, content, ""), text(EVE, "!engarde settings"),
            text(EVE, "!engarde language nl"), text(EVE, "!engarde stop"))})


@trait("rooms", REMOTE)
def a_hundred_thousand_creators(w):
    room = inside(w)
    many = [f"@c{i}:there" for i in range(100000)]
    play(w, "100,000 creators", join={room: line(create(room_version="12", additional_creators=many))})
    play(w, "100,000 with power", join={room: line(
        event("m.room.power_levels", EVE, {"users": {one: 100 for one in many}}, ""))})
    play(w, "and then a command", join={room: line(text(EVE, "!engarde settings"))})


@trait("rooms", REMOTE)
def odd_versions_of_rooms(w):
    for version in ("12", "org.matrix.hydra.11", "999999999999999999999999", "-1", "12 ", "1.5", 12,
                    "", "x" * 60000, None):
        room = w.new_room()
        play(w, f"version {str(version)[:20]!r}", join={room: line(
            member(ME), create(room_version=version, additional_creators=["x", 7, None, EVE]),
            text(EVE, "!engarde settings"))})


@trait("rooms", REMOTE)
def a_room_that_pretends_to_be_made_by_the_bot(w):
    """The bot accepts a creation event that marks a private room only if the bot has made the room
    itself."""
    room = w.new_room()
    play(w, "a forged mark", join={room: {"summary": {"m.joined_member_count": 2}, **line(
        member(ME), create(**{"engarde_bot.private_room_of": ANN}))}})
    hand_stays(w)


def is_anns(w, room):
    return any(e.get("state_key") == ANN for e in w.hs.state.get(room, []))


def hand_stays(w):
    """Ann asks for her hand. The bot must send it to her private room as before."""
    before = len([room for room, _ in w.hands() if is_anns(w, room)])
    w.tell(MATCH, text(ANN, "!engarde hand"))
    w.wait(lambda: len([room for room, _ in w.hands() if is_anns(w, room)]) > before, "Ann's hand")
    w.check()


def rooms_made_for_ann(w):
    return len([body for _, body, *_ in w.hs.asked("POST .*/createRoom") if body["invite"] == [ANN]])


def invitation(sender, *before, **more):
    return {"invite_state": {"events": [*before, member(ME, "invite", sender, **more)]}}


@trait("rooms", REMOTE)
def an_invitation_that_names_another_inviter(w):
    """An invitation has stripped state. The inviting server makes this state, and can forge most of
    its events."""
    user = w.new_stranger()
    room = w.new_room(user.partition(":")[2])
    forged = member(ME, "invite", ANN, is_direct=True)
    play(w, "two inviters", invite={room: invitation(user, forged, forged)})
    w.asked_for(f"POST .*(join/{room}|{room}/leave)")
    play(w, "the bot is let in", join={room: {"summary": {"m.joined_member_count": 2},
                                              **line(member(user), member(ME))}})
    made = rooms_made_for_ann(w)
    hand_stays(w)
    if rooms_made_for_ann(w) > made:
        raise Stuck("Ann's private room was given up for a stranger's")


@trait("rooms", REMOTE)
def a_private_room_with_more_people_than_it_shows(w):
    """A stranger makes a direct chat with the bot and hides some of its members. The bot must send
    no hand to this room."""
    user = w.new_stranger()
    room = w.new_room(user.partition(":")[2])
    w.hs.state[room] = [create(), member(ME), member(user), member("@third:there"),
                        event("m.room.join_rules", user, {"join_rule": "public"}, "")]
    play(w, "a direct invitation", invite={room: invitation(user, is_direct=True)})
    play(w, "with a third", join={room: {"summary": {"m.joined_member_count": 2},
                                         **line(member(user), member(ME))}})
    w.tell(inside(w), text(user, "!engarde practice"))
    w.wait(lambda: any(user in json.dumps(r[1]) for r in w.hs.asked("POST .*/createRoom")),
           "a private room of the bot's own")
    w.check()


@trait("rooms", MEMBER)
def state_events_of_a_private_room_are_odd(w):
    """A member event with odd fields must count as a member, so that it can't hide a person."""
    user = w.new_stranger()
    room = w.new_room(user.partition(":")[2])
    odd = [event("m.room.member", sender, {"membership": membership}, key)
           for sender in ("nobody", EVE) for membership in ("join", "invite")
           for key in ("", "x", "@x", "@third:there")]
    for one in odd:
        w.hs.state[room] = [create(), member(ME), member(user), one]
        play(w, "a direct room", invite={room: invitation(user, is_direct=True)})
        play(w, "an odd member", join={room: {"summary": {"m.joined_member_count": 2},
                                              **line(member(user), member(ME), one)}})
        play(w, "thrown out", leave={room: line(member(ME, "leave", user))})
    w.check()


@trait("rooms", MEMBER)
def relations_to_messages_of_other_rooms(w):
    """Sends replies, reactions, votes, edits and redactions that refer to the bot's messages in
    other rooms."""
    room, stranger = inside(w), w.new_stranger()
    ids = [f"$sent{i}" for i in range(len(w.hs.sent))] + ["$none", "$" + "x" * 250]
    events = []
    for one in ids:
        to = {"m.in_reply_to": {"event_id": one}}
        events += [
            text(stranger, "!engarde hand", **{"m.relates_to": to}),
            text(stranger, "a", **{"m.relates_to": to}),
            *(event("m.reaction", stranger, {"m.relates_to": {
                "rel_type": "m.annotation", "event_id": one, "key": key}}) for key in "a1⚔✅👍"),
            event("m.poll.response", stranger, {"m.selections": ["a", "1", ""], "m.relates_to": {
                "rel_type": "m.reference", "event_id": one}}),
            event("m.room.redaction", stranger, {"redacts": one}) | {"redacts": one},
            text(stranger, "* !engarde resign", **{"m.new_content": {"body": "!engarde resign"},
                 "m.relates_to": {"rel_type": "m.replace", "event_id": one}})]
    for begin in range(0, len(events), 300):
        play(w, "relations to others' events", join={room: line(*events[begin:begin + 300])})
    hand_stays(w)


@trait("rooms", MEMBER)
def votes_with_thousands_of_answers(w):
    room = inside(w)
    for ids in (["a"] * 5000, [None] * 5000, [{"a": 1}], ["x" * 60000], list(range(5000))):
        for kind, content in (("m.poll.response", {"m.selections": ids}),
                              ("org.matrix.msc3381.poll.response",
                               {"org.matrix.msc3381.poll.response": {"answers": ids}})):
            vote = event(kind, EVE, {**content, "m.relates_to": {
                "rel_type": "m.reference", "event_id": "$sent1"}})
            play(w, f"{len(ids)} answers", join={room: line(vote)})


NAMES = ["", " ", "\u202e\u2066\u200b", "a\nb\r\n!engarde accept", "<b>x</b><img src=x>", "x" * 60000,
         "@ann:here", "Ann", "\u0410nn", "https://evil.example/login", "%s%n", "\u0301" * 5000,
         "*_`~[x](https://evil.example)", "\U0001f3f4" * 100, "\ufffd\ufffe\uffff", "@room",
         None, 7, [], {}]


@trait("rooms", MEMBER)
def names_are_hostile(w):
    for name in NAMES:
        room, user = inside(w), w.new_stranger()
        play(w, f"name {str(name)[:20]!r}", join={room: line(
            event("m.room.member", user, {"membership": "join", "displayname": name}, user),
            text(user, "!engarde challenge"), text(user, "!engarde stats"),
            text(user, "!engarde board"))})


BODIES = ["!engarde " + "x" * 60000, "!engarde" + " accept" * 9000, "!engarde \0", "!engarde\u2028",
          "!engarde challenge @" + "x" * 60000, "!engarde challenge " + "@a:b " * 9000,
          "!engarde #" + "9" * 60000, "!engarde #-1", "!engarde +9x99999999999999999999",
          "!engarde challenge to 99999999999999999999", "!engarde record " + "9" * 400, "> " * 30000,
          "!engarde " + "\u202e" * 20000, "!engarde language \U0001f1f3\U0001f1f1", "!" * 60000,
          "!engarde challenge clock 999999999999999999999d", "!engarde %s%n%x", "\ufeff!engarde help",
          "!engarde help " + "<" * 60000, "!engarde stats @a:" + "b" * 60000]


@trait("rooms", MEMBER)
def commands_are_hostile(w):
    room = inside(w)
    for body in BODIES:
        user = w.new_stranger()
        formatted = {"format": "org.matrix.custom.html", "formatted_body": body + "<a href='" * 3000}
        play(w, f"{body[:30]!r}", join={room: line(
            text(user, body), text(user, body, **formatted),
            text(user, "!engarde help", formatted_body="<a href='https://matrix.to/#/" * 2000))})


@trait("rooms", USER, alone=True)
def a_thousand_users_of_a_server_each_with_a_command(w):
    w.enter()
    room = inside(w)
    for number in range(10):
        play(w, "a hundred commands", join={room: line(*[
            text(f"@f{number}x{i}:there", "!engarde practice") for i in range(100)])})
    w.probe_private()


@trait("rooms", USER, alone=True)
def a_hundred_rooms_of_a_server_with_a_flood_in_each(w):
    w.enter()
    rooms = [w.new_room() for _ in range(100)]
    play(w, "a hundred rooms", join={room: line(member(ME)) for room in rooms})
    play(w, "floods", join={room: line(*[
        text(f"@f{i}:there", command) for i in range(10)
        for command in ("!engarde help", "!engarde challenge", "!engarde board svg")]) for room in rooms})
    w.probe_private()
    w.probe_invitation()


@trait("rooms", REMOTE, alone=True)
def ten_thousand_invitations(w):
    w.enter()
    play(w, "10,000 invitations", invite={
        f"!i{i}:there": invitation(f"@i{i}:there") for i in range(10000)})
    w.probe_private()
    w.probe_invitation()


@trait("rooms", REMOTE)
def invitations_of_ten_megabytes(w):
    filling = [event("m.room.name", EVE, {"name": "x" * 60000}, "") for _ in range(170)]
    user = w.new_stranger()
    room = w.new_room(user.partition(":")[2])
    play(w, "10 MB of stripped state", invite={room: invitation(user, *filling)})
    w.probe_invitation()


@trait("rooms", REMOTE)
def invitations_are_odd(w):
    for sender in ODD.values():
        odd = {**member(ME, "invite", EVE), "sender": sender}
        play(w, "an odd inviter", invite={w.new_room(): {"invite_state": {"events": [odd]}}})
    for body in ({}, None, 7, {"invite_state": 7}, {"invite_state": {"events": {}}},
                 {"invite_state": {"events": [None] * 5000}}):
        play(w, "an odd invitation", invite={w.new_room(): body})
    play(w, "invited by itself", invite={w.new_room(): invitation(ME)})
    play(w, "into a good room", invite={"!good0:here ": invitation(EVE)})


@trait("rooms", REMOTE)
def a_room_joined_and_left_a_hundred_times(w):
    user = w.new_stranger()
    room = w.new_room(user.partition(":")[2])
    for _ in range(25):
        play(w, "invited", invite={room: invitation(user)})
        play(w, "in", join={room: line(member(ME), text(user, "!engarde challenge"))})
        play(w, "out", leave={room: line(member(ME, "ban", user))})


@trait("rooms", MEMBER)
def twenty_thousand_members(w):
    room = inside(w)
    people = [member(f"@m{i}:there", displayname="x" * 200) for i in range(20000)]
    play(w, "20,000 members", join={room: {"state": {"events": people}, **line(
        text(EVE, "!engarde about"))}})


@trait("rooms", MEMBER)
def a_stranger_acts_in_the_match_of_others(w):
    for body in ("+1", "!engarde accept", "!engarde resign", "!engarde abandon", "!engarde pause",
                 "!engarde hand", "!engarde stop", "!engarde undo", "1", "a", "="):
        play(w, body, join={MATCH: line(text(w.new_stranger(), body))})
    hand_stays(w)


@trait("rooms", MEMBER)
def visibility_and_encryption_with_a_state_key(w):
    room = inside(w)
    for kind, content in (("m.room.history_visibility", {"history_visibility": "joined"}),
                          ("m.room.encryption", {"algorithm": "x"}),
                          ("m.room.tombstone", {"replacement_room": "!x:there"}),
                          ("m.room.power_levels", {"users": {EVE: 100}}),
                          ("m.room.create", {"room_version": "12"})):
        play(w, f"{kind} with a state key", join={room: line(
            event(kind, EVE, content, "x"), text(EVE, "!engarde settings"))})
