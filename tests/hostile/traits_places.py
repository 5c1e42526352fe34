"""What strangers can occupy: each kind of request that another server can make take for ever, and the
rooms that the bot may be in. The strangers have several server names, drawn at random: other ports and
spellings of one name, subdomains, addresses, and names that have nothing in common."""

import itertools
import random
import re
import time

from server import HANG, ME, Stream, event, member, text
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


def mixed():
    """Returns servers of all kinds."""
    servers = [server for new in SERVERS.values() for server in new()[:10]]
    random.shuffle(servers)
    return servers


def home_like():
    """Returns other servers whose names look like that of the bot's homeserver."""
    return ["HERE", "here.", "here:8448", "Here:1", "x.here", "here.example", "xn--here-", "[::1]", "127.0.0.1",
            "here..", "0", "here:"] * 5


def without_end():
    while True:
        yield b" " * 1000
        time.sleep(0.2)


SLOW = {
    "429 for an hour": lambda: (429, {"errcode": "M_LIMIT_EXCEEDED", "error": "no", "retry_after_ms": 3600000}),
    "401": lambda: (401, {"errcode": "M_UNKNOWN_TOKEN", "error": "no"}),
    "locked": lambda: (403, {"errcode": "M_USER_LOCKED", "error": "no"}),
    "500": lambda: (500, {"errcode": "M_UNKNOWN", "error": "no"}),
    "a body without end": lambda: Stream(without_end()),
}


def slow(name, answer):
    @trait("places", REMOTE, f"joins of all kinds of servers: {name}", alone=True)
    def join(w):
        servers = mixed()
        users = strangers(servers, 60)
        rooms = {user: room_of(user, w) for user in users}
        w.enter()
        rule = w.hs.rule("POST .*/join/", lambda path, *_: answer() if path.split("/join/")[1] in rooms.values()
                         else None)
        for user, room in rooms.items():
            w.batch(invite={room: invitation(user)})
        w.wait(lambda: rule.asked, "joins")
        others_are_served(w)
        w.probe()

    @trait("places", REMOTE, f"private rooms of all kinds of servers: {name}", alone=True)
    def create(w):
        users = strangers(mixed(), 60)
        w.enter()
        rule = w.hs.rule("POST .*/createRoom", lambda _, __, body: answer() if body["invite"][0] in users else None)
        for user in users:
            w.tell(w.new_room(), member(ME), text(user, "!engarde practice"))
        w.wait(lambda: rule.asked, "private rooms")
        gets_a_room(w, "@local:here")
        w.probe()


for _name, _answer in SLOW.items():
    slow(_name, _answer)


@trait("places", REMOTE, alone=True)
def upgrades_of_rooms_with_matches_hang(w):
    """Strangers play against each other, so that the joins of their new rooms count for a match."""
    users = strangers(mixed(), 40)
    w.enter()
    rule = w.hs.rule("POST .*/join/!new", HANG)
    for i, user in enumerate(users):
        room, other = room_of(user, w), f"@other{i}:{user.partition(':')[2]}"
        w.tell(room, member(ME), event("m.room.create", user, {"room_version": "10"}, ""),
               text(user, f"!engarde challenge {other}"), text(other, "!engarde accept"))
        w.tell(room, event("m.room.tombstone", user, {"replacement_room": f"!new{i}:there"}, ""))
    w.wait(lambda: rule.asked, "joins")
    others_are_served(w)
    w.probe()


@trait("places", REMOTE, alone=True)
def joins_of_servers_that_look_like_the_own_one_hang(w):
    users = strangers(home_like(), 60)
    rooms = [w.new_room("there") for _ in users]
    w.enter()
    rule = w.hs.rule("POST .*/join/", lambda path, *_: HANG if path.split("/join/")[1] in rooms else None)
    for user, room in zip(users, rooms):
        w.batch(invite={room: invitation(user)})
    w.wait(lambda: rule.asked, "joins")
    others_are_served(w)
    w.probe()


@trait("places", REMOTE, alone=True)
def joins_of_rooms_without_a_server_name_hang(w):
    """Since room version 12, a room's id names no server."""
    users = strangers(mixed(), 60)
    w.enter()
    rule = w.hs.rule("POST .*/join/!v12", HANG)
    for i, user in enumerate(users):
        w.batch(invite={f"!v12x{i}": invitation(user)})
    w.wait(lambda: rule.asked, "joins")
    others_are_served(w)
    w.probe()


@trait("places", REMOTE, alone=True)
def invitations_that_are_taken_back_again_and_again(w):
    users = strangers(mixed(), 60)
    w.enter()
    w.hs.rule("POST .*/join/.*:there", HANG)
    for _ in range(5):
        rooms = {w.new_room("there"): user for user in users}
        w.batch(invite={room: invitation(user) for room, user in rooms.items()})
        w.batch(leave={room: {"timeline": {"events": [member(ME, "leave", user)]}}
                       for room, user in rooms.items()})
    others_are_served(w)
    w.probe()


@trait("places", MEMBER, alone=True)
def the_members_of_rooms_hang_while_all_rooms_are_taken(w):
    w.max_rooms = 200
    w.configure()
    w.enter()
    fill(w, strangers(mixed(), 60), 130)
    w.hs.rule("GET .*/joined_members", HANG)
    if len(fill(w, [f"@local{i}:here" for i in range(6)], 45)) < 45:
        raise Stuck("invitations of local users are declined")
    w.probe()


def limited(kind, new_servers):
    @trait("places", MEMBER, f"thirty rooms with a command each while messages are limited, {kind}", alone=True)
    def put(w):
        """The own homeserver accepts a message each 0.3 seconds. A local answer comes before most of
        those of the strangers, who all asked earlier."""
        users = strangers(new_servers(), 30)
        rooms = [room_of(user, w) for user in users]
        w.enter()
        last = [0.0]

        def accept(*_):
            if time.monotonic() < last[0] + 0.3:
                return 429, {"errcode": "M_LIMIT_EXCEEDED", "error": "no", "retry_after_ms": 150}
            last[0] = time.monotonic()
            return None

        for room, user in zip(rooms, users):
            w.tell(room, member(ME), text(user, "!engarde about"))
        for room in rooms:
            w.wait(lambda room=room: w.said(room), "the first answers")
        w.hs.rule("PUT .*/send/", accept)
        answers = lambda: sum(len(w.said(room)) for room in rooms) # noqa: E731
        for room, user in zip(rooms, users):
            w.tell(room, text(user, "!engarde about"))
        before = answers()
        w.wait(lambda: answers() > before, "answers to the strangers")
        before = answers()
        w.probe()
        if answers() > before + 8:
            raise Stuck(f"{answers() - before} answers to strangers come before one to a local user")


for _kind in ("ports", "subdomains", "names"):
    limited(_kind, SERVERS[_kind])


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
