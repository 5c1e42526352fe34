"""What strangers can occupy: each kind of request that another server can make take for ever, and the
rooms that the bot may be in. The strangers have several server names, drawn at random: other ports and
spellings of one name, subdomains, addresses, and names that have nothing in common."""

import itertools
import random
import re
import time

from server import HANG, ME, event, member, text
from trait import MEMBER, REMOTE, line, trait
from world import Stuck

# The most seconds until somebody else is served. A request that hangs takes 120 seconds.
SOON = 45


def ports():
    name = f"evil{random.randrange(1000)}.example"
    return [f"{name}:{port}" for port in random.sample(range(1, 65536), 60)]


def spellings():
    name = "".join(random.choice((c, c.upper())) for c in f"evil{random.randrange(1000)}.example")
    return [f"{''.join(random.choice((c.lower(), c.upper())) for c in name)}"
            f"{'.' * (i % 2)}:{i + 1}" for i in range(60)]


def subdomains():
    return [f"s{i}.x{random.randrange(10 ** 6)}.evil.example" for i in range(60)]


def addresses():
    return [f"[2001:db8::{random.randrange(1 << 16):x}:{i:x}]:{random.randrange(1, 65536)}"
            for i in range(60)]


def names():
    return [f"e{i}x{random.randrange(10 ** 6)}.example" for i in range(random.randrange(4, 40))]


def punycode():
    return [f"xn--{random.randrange(10 ** 6)}-kva.xn--evil-{i % 7}.example" for i in range(60)]


SERVERS = {"ports": ports, "spellings": spellings, "subdomains": subdomains, "addresses": addresses,
           "names": names, "punycode": punycode}


def invitation(user, **content):
    return {"invite_state": {"events": [member(ME, "invite", user, **content)]}}


def room_of(user, w):
    return w.new_room(user.partition(":")[2])


def strangers(servers, count):
    """Returns users of the servers. The servers take turns."""
    return [f"@eve{i}:{server}" for i, server in zip(range(count), itertools.cycle(servers))]


def asks(w, user, path, why):
    """Waits until the bot sends a request soon."""
    w.wait(lambda: w.hs.asked(path), f"{why} for {user}", SOON)


def invites(w, user):
    room = room_of(user, w)
    w.batch(invite={room: invitation(user)})
    asks(w, user, f"POST .*/join/{re.escape(room)}", "a join")
    if w.hs.asked(f"POST .*{re.escape(room)}/leave"):
        raise Stuck(f"the invitation of {user} is declined")


def gets_a_room(w, user):
    """If the bot says that too many people wait, another user of the server asks a little later."""
    name, _, server = user.partition(":")
    asked = []

    def ask():
        room = room_of("@x:here", w)
        asked.append((room, f"{name}x{len(asked)}:{server}"))
        w.tell(room, member(ME), text(asked[-1][1], "!engarde practice"))

    def has_a_room():
        if any("Many new players" in one["body"] for one in w.said(asked[-1][0])):
            time.sleep(1)
            ask()
        users = {one for _, one in asked}
        return any(users & set(body["invite"]) for _, body, *_ in w.hs.asked("POST .*/createRoom"))

    ask()
    w.wait(has_a_room, f"a private room for {user}", SOON)


def others_are_served(w):
    """A user of the bot's homeserver and a user of a server that nobody attacks with ask for what the
    strangers occupy."""
    number = next(w.counter)
    for user in (f"@local{number}:here", f"@guest{number}:good{number}.example.net"):
        invites(w, user)
        gets_a_room(w, user)


def hangs(w, path, users, ask):
    """Lets the requests for each of the users hang. Waits until one of them is in flight."""
    w.enter()
    rule = w.hs.rule(path, HANG)
    for user in users:
        ask(user)
    w.wait(lambda: rule.asked, f"requests to {path}")
    others_are_served(w)
    w.probe()


def hanging(kind, new_servers):
    @trait("places", REMOTE, f"joins hang, {kind}", alone=True)
    def join(w):
        users = strangers(new_servers(), 60)
        hangs(w, r"POST .*/join/![^:]*:.*(evil|example$|xn--|\[|:\d)", users,
              lambda user: w.batch(invite={room_of(user, w): invitation(user)}))

    @trait("places", REMOTE, f"private rooms hang, {kind}", alone=True)
    def create(w):
        users = strangers(new_servers(), 60)
        w.enter()
        rule = w.hs.rule("POST .*/createRoom", lambda _, __, body: HANG if body["invite"][0] in users else None)
        for user in users:
            room = w.new_room() # a room for each, because of the rate limit of a room
            w.tell(room, member(ME), text(user, "!engarde practice"))
        w.wait(lambda: rule.asked, "requests for private rooms")
        w.is_followed()
        others_are_served(w)
        w.probe()

    @trait("places", REMOTE, f"declined invitations hang, {kind}", alone=True)
    def leave(w):
        users = strangers(new_servers(), 60)
        space = event("m.room.create", users[0], {"room_version": "11", "type": "m.space"}, "")
        hangs(w, "POST .*/leave", users, lambda user: w.batch(invite={room_of(user, w): {
            "invite_state": {"events": [space, member(ME, "invite", user)]}}}))

    @trait("places", MEMBER, f"messages hang, {kind}", alone=True)
    def send(w):
        users = strangers(new_servers(), 90)
        rooms = [room_of(user, w) for user in users]
        w.enter()
        rule = w.hs.rule("PUT .*/send/", lambda path, *_: HANG if path.split("/")[5] in rooms else None)
        for room, user in zip(rooms, users):
            w.tell(room, member(ME), text(user, "!engarde about"))
        w.wait(lambda: rule.asked, "messages")
        others_are_served(w)
        w.probe()

    @trait("places", REMOTE, f"gaps hang, {kind}", alone=True)
    def gap(w):
        users = strangers(new_servers(), 400)
        rooms = [room_of(user, w) for user in users]
        w.enter()
        # Sixty seconds for the first gaps: a gap that hangs is asked for again after ten.
        rule = w.hs.rule("GET .*/messages", lambda path, *_: HANG if path.split("/")[5] in rooms else None)
        w.batch(join={room: {"timeline": {"events": [member(ME)]}} for room in rooms})
        w.batch(join={room: line(text(user, "hello"), limited=True, prev_batch="p1")
                      for room, user in zip(rooms, users)})
        w.wait(lambda: rule.asked, "pages")
        for server in ("here", f"good{next(w.counter)}.example.net"):
            good = w.new_room(server)
            w.tell(good, member(ME))
            w.tell(good, text(f"@ann:{server}", "!engarde about"), line={"limited": True, "prev_batch": "p1"})
            asks(w, server, f"GET .*{re.escape(good)}/messages", "a page")
        w.probe()


def fill(w, users, rooms):
    """Lets the users invite the bot to rooms, until it declines one. Returns the rooms that it joined."""
    inside = []
    for user, _ in zip(itertools.cycle(users), range(rooms)):
        room = room_of(user, w)
        w.batch(invite={room: invitation(user)})
        w.wait(lambda: w.hs.asked(f"POST .*/join/{re.escape(room)}|POST .*{re.escape(room)}/leave"),
               f"an answer to {user}")
        if w.hs.asked(f"POST .*/join/{re.escape(room)}"):
            w.tell(room, member(ME), member(user))
            inside.append(room)
    return inside


@trait("places", REMOTE, alone=True)
def rooms_of_strangers_take_all_the_rooms(w):
    """Users of the bot's homeserver must get rooms all the same. The bot leaves rooms of strangers for
    them, but none with a match or with a member of its own homeserver."""
    w.max_rooms = 200
    w.configure()
    w.enter()
    users = strangers(random.choice([names, ports, subdomains])(), 60)
    inside = fill(w, users, 130)
    if not inside:
        raise Stuck("the bot joins no room of strangers")
    played, mixed = random.sample(inside, 2)
    ann, bob = "@ann2:good.example", "@bob2:good.example"
    w.tell(played, text(ann, f"!engarde challenge {bob}"), text(bob, "!engarde accept"))
    w.hs.rule("GET .*/joined_members", lambda path, *_: (200, {"joined": {
        user: {} for user in (ME, "@eve:there", *(["@local:here"] if mixed in path else []))}}))
    local = [f"@local{i}:here" for i in range(6)]
    wanted = 50
    joined = fill(w, local, wanted)
    if len(joined) < wanted:
        raise Stuck(f"{wanted - len(joined)} of {wanted} invitations of local users are declined")
    left = lambda: {line.split("/")[5] for line, *_ in w.hs.asked("POST .*/leave") # noqa: E731
                    if line.split("/")[5] in inside}
    w.wait(left, "the bot leaves a room of strangers", SOON)
    w.probe()
    if left() & {played, mixed}:
        raise Stuck("the bot leaves a room with a match, or with a local member")


@trait("places", REMOTE)
def a_direct_room_in_which_the_bot_may_not_write(w):
    """Such as the room of Synapse's server notices. The bot must not pursue its owner with another
    room."""
    user, room = "@server:here", w.new_room("here")
    w.hs.state[room] = [member(ME), member(user)]
    rule = w.hs.rule(f"PUT .*/{re.escape(room)}/send/", (403, {"errcode": "M_FORBIDDEN", "error": "no"}))
    w.batch(invite={room: invitation(user, is_direct=True)})
    asks(w, user, f"POST .*/join/{re.escape(room)}", "a join")
    w.tell(room, member(user), member(ME), summary={"m.joined_member_count": 2})
    w.wait(lambda: rule.asked, "the greeting")
    w.probe()
    w.is_followed()
    if any(user in body["invite"] for _, body, *_ in w.hs.asked("POST .*/createRoom")):
        raise Stuck("the bot pursues somebody in whose room it may not write")


for _kind, _servers in SERVERS.items():
    hanging(_kind, _servers)
