"""A bot, its homeserver, strangers, and people in good rooms who must not notice the strangers."""

import collections
import contextlib
import http.client
import itertools
import json
import os
import re
import resource
import signal
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from server import AS_TOKEN, ME, Server, ServiceServer, event, member, text

HS_TOKEN = "hs-token"
PASSWORD = "correct-horse-battery-staple"
# The most seconds to wait for an answer in a good room. Only a bot that hangs needs longer.
PATIENCE = 120.0
# The good rooms, which have no strangers. There are so many that no good room reaches the bot's
# rate limit.
GOOD = [f"!good{i}:here" for i in range(80)]
MATCH = "!match:here"
ANN, BOB = "@ann:here", "@bob:here"
HAND = re.compile(r"hand: [\d ]+", re.I)
# What the bot adds to its messages to tap. A homeserver reads it also in encrypted rooms, so it is always
# one of these sets, or its beginning.
OFFERS = (["\u2705", "\u274c"], ["\U0001f501"], [f"{card}\ufe0f\u20e3" for card in "12345"])
ADDRESS_SPACE = 4 << 30 # bytes
# The most bytes of resident memory that the bot may use: enough to parse an answer of 64 MiB.
MEMORY = 700 << 20


class Stuck(AssertionError):
    """Raised if the bot has broken a rule of README.md, or hangs."""


class World:
    """
    One bot, its homeserver and its rooms. If `encrypted` is true, the bot can encrypt. If
    `sanitized` is true, the bot runs under a sanitizer. If `busy` is true, the bot has no rate
    limit for newcomers, because the people in the good rooms send very many commands.
    """

    def __init__(self, program, encrypted=False, sanitized=False, busy=True):
        self.program, self.encrypted, self.sanitized, self.busy = program, encrypted, sanitized, busy
        self.hs = self.new_server()
        self.hs.password = PASSWORD
        self.folder = tempfile.TemporaryDirectory(prefix="hostile-")
        self.log = collections.deque(maxlen=400)
        self.bot = None
        self.asked = collections.Counter() # how many commands people have sent in each good room
        # how many messages the bot sent into each good room before the first command
        self.told = collections.Counter()
        self.guests = self.strangers = self.rooms = self.turn = 0
        self.slowest = 0.0
        self.configure()

    def new_server(self):
        return Server()

    # The process

    def configure(self):
        folder = Path(self.folder.name)
        (folder / "password").touch(0o600)
        (folder / "password").write_text(PASSWORD)
        (folder / "engarde.yaml").write_text(
            f'matrix: {{homeserver: "{self.hs.url}", user: "{ME}", '
            f"password_file: {folder}/password}}\n" + self.settings())

    def settings(self):
        plain = "encryption: {private_rooms: plain}\n" if self.encrypted else ""
        # The bot declines invitations from servers that are not in this list.
        servers = ", ".join(["here", "there", *(f"x{i}.example" for i in range(1000))])
        plain += "limits: {newcomers_per_minute: 0}\n" if self.busy else ""
        return (f"store: {self.folder.name}/store\n{plain}"
                f"invites: {{from: listed, servers: [{servers}]}}\n")

    def limit(self):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if not self.sanitized:
            resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))

    def start(self):
        self.bot = subprocess.Popen(
            [self.program, "--config", f"{self.folder.name}/engarde.yaml"],
            stderr=subprocess.PIPE, text=True, errors="replace", preexec_fn=self.limit)
        threading.Thread(target=self.read_log, args=(self.bot.stderr,), daemon=True).start()

    def read_log(self, pipe):
        with contextlib.suppress(ValueError):
            for line in pipe:
                self.log.append(line if len(line) < 600 else line[:600] + "…\n")
        pipe.close()

    def peak(self):
        """Returns the largest number of resident bytes that the bot has had so far."""
        found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{self.bot.pid}/status").read_text())
        return int(found[1]) << 10

    def stop(self, politely):
        """Ends the process. If `politely` is true, sends SIGTERM, and the bot must end cleanly."""
        bot, self.bot = self.bot, None
        bot.send_signal(signal.SIGTERM if politely else signal.SIGKILL)
        try:
            status = bot.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            bot.kill()
            bot.wait()
            raise Stuck("the process did not end after SIGTERM") from None
        if politely and status != 0:
            raise Stuck(f"after SIGTERM the process ended with status {status}")

    def close(self):
        if self.bot:
            self.bot.kill()
            self.bot.wait()
            self.bot = None
        self.hs.close()
        self.folder.cleanup()

    # Waiting

    def wait(self, condition, why, patience=PATIENCE):
        """Waits until the condition is true. Raises Stuck if the wait takes too long or the bot
        ends."""
        patience *= 3 if self.sanitized else 1
        end = time.monotonic() + patience
        while True:
            found = condition()
            if found:
                return found
            if self.bot is None or self.bot.poll() is not None:
                raise Stuck(f"{why}: the process has ended with {self.bot and self.bot.returncode}")
            if time.monotonic() > end:
                raise Stuck(f"{why}: not within {patience:.0f} s")
            time.sleep(0.01)

    def asked_for(self, what, count=1):
        self.wait(lambda: len(self.hs.asked(what)) >= count, f"the bot asks {what} × {count}")

    # The actions of people

    def batch(self, **sections):
        """Adds an answer to /sync. `raw` is the whole answer as text, in which NEXT stands for the
        sync token."""
        self.hs.batch(**sections)

    def tell(self, room, *events, **body):
        self.batch(join={room: {"timeline": {"events": list(events), **body.pop("line", {})}, **body}})

    def new_room(self, server="there"):
        """Returns the id of a new room that strangers and the bot are members of."""
        self.rooms += 1
        return f"!x{self.rooms}:{server}"

    def new_stranger(self):
        """Returns a user of a new server."""
        self.strangers += 1
        return f"@eve{self.strangers}:x{self.strangers % 1000}.example"

    def new_guest(self):
        self.guests += 1
        return f"@guest{self.guests}:s{self.guests}.example"

    def said(self, room):
        with self.hs.lock:
            return [content for where, content in self.hs.sent if where == room]

    def next_good(self):
        """Returns the next good room for a command."""
        self.turn += 1
        room = GOOD[self.turn % len(GOOD)]
        self.asked[room] += 1
        return room

    def probe(self, why="a command elsewhere"):
        """Sends a command in a good room and waits for the answer."""
        room = self.next_good()
        begun = time.monotonic()
        self.tell(room, text(self.new_guest(), "!engarde about"))
        self.answered(room, why)
        self.slowest = max(self.slowest, time.monotonic() - begun)

    def answered(self, room, why):
        wanted = self.asked[room] + self.told[room]
        self.wait(lambda: len(self.said(room)) >= wanted, why)

    def probe_invitation(self):
        """Lets another user invite the bot, and waits until the bot joins."""
        room, user = self.new_room("here"), self.new_stranger()
        self.batch(invite={room: {"invite_state": {"events": [member(ME, "invite", user)]}}})
        self.asked_for(f"POST .*/join/{re.escape(room)}")

    def probe_private(self):
        """Waits until the bot makes a private room for another user."""
        user, room = self.new_stranger(), self.new_room("here")
        self.tell(room, member(ME))
        self.tell(room, text(user, "!engarde practice"))
        self.wait(lambda: any(user in json.dumps(r[1]) for r in self.hs.asked("POST .*/createRoom")),
                  f"a private room for {user}")

    def is_followed(self):
        """Waits until the bot has handled all batches and asks for the next batch."""
        last = len(self.hs.batches)
        self.wait(lambda: self.hs.asked_from(last), f"the bot goes on from batch {last}")

    def enter(self, patience=PATIENCE):
        """Starts the bot in the good rooms, and begins a match."""
        self.batch(join={room: [member(ME)] for room in [*GOOD, MATCH]})
        self.start()
        self.wait(lambda: f'event=room_joined room="{MATCH}"' in "".join(self.log), "the first batch",
                  patience)
        self.tell(MATCH, text(ANN, f"!engarde challenge {BOB}"))
        self.wait(lambda: any("challenges" in c["body"] for c in self.said(MATCH)), "a challenge")
        self.tell(MATCH, text(BOB, "!engarde accept"))
        self.wait(lambda: len(self.hands()) >= 2, "both hands")
        self.tell(MATCH, text(ANN, "!engarde choices taps"))
        self.wait(lambda: any("\u20e3" in key for _, key in list(self.hs.reactions)), "cards to tap")
        for room in GOOD:
            self.told[room] = len(self.said(room))

    def restart(self, politely):
        self.stop(politely)
        asked = len(self.hs.asked("GET .*/sync"))
        self.start()
        self.asked_for("GET .*/sync", asked + 1)

    def end_trait(self):
        self.hs.remove_rules()

    # The rules

    def hands(self):
        with self.hs.lock:
            sent = list(self.hs.sent)
        return [(room, content) for room, content in sent if HAND.search(json.dumps(content))]

    def check(self):
        """Checks that no good room has more messages than were due, that no hand is in a wrong room,
        that the bot runs, and that it has not used too much memory."""
        for room in GOOD:
            wanted, is_there = self.asked[room] + self.told[room], len(self.said(room))
            if is_there > wanted:
                raise Stuck(f"{is_there} messages in {room}, where {wanted} were due: "
                            f"{[c.get('body') for c in self.said(room)][-3:]}")
        for room, content in self.hands():
            player = self.hs.invited.get(room)
            # A mention would stay coloured in the clients for ever.
            if player is None or content.get("m.mentions") != {}:
                raise Stuck(f"a hand in {room} of {player}: {content}")
        self.check_reactions()
        if self.bot.poll() is not None:
            raise Stuck(f"the process has ended with {self.bot.returncode}")
        if not self.sanitized and self.peak() > MEMORY:
            raise Stuck(f"{self.peak() >> 20} MiB of memory")

    def check_reactions(self):
        offered = {}
        for event, key in list(self.hs.reactions):
            keys = offered.setdefault(event, [])
            keys.append(key)
            if not any(keys == offer[:len(keys)] for offer in OFFERS):
                raise Stuck(f"the reactions {keys} to {event}")


class OpenWorld(World):
    """A bot that accepts invitations of all servers."""

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        self.counter = itertools.count()

    def settings(self):
        plain = "encryption: {private_rooms: plain}\n" if self.encrypted else ""
        return (f"store: {self.folder.name}/store\n{plain}invites: {{max_rooms: {self.max_rooms}}}\n"
                "limits: {newcomers_per_minute: 0}\n")

    max_rooms = 2000


class ServiceWorld(World):
    """The bot as an application service. The homeserver pushes people's messages to the bot."""

    def __init__(self, *args, **more):
        self.number = 0
        super().__init__(*args, **more)

    def new_server(self):
        return ServiceServer()

    def configure(self):
        folder = Path(self.folder.name)
        with socket.create_server(("127.0.0.1", 0)) as free: # the system chooses a free port
            self.port = free.getsockname()[1]
        registration = folder / "registration.yaml"
        registration.touch(0o600)
        registration.write_text(
            f"id: engarde\nurl: http://127.0.0.1:1\nas_token: {AS_TOKEN}\nhs_token: {HS_TOKEN}\n"
            "sender_localpart: engarde-service\nrate_limited: false\nnamespaces:\n  users:\n"
            f"    - {{exclusive: true, regex: '@bot:here'}}\n  rooms: []\n  aliases: []\n")
        (folder / "engarde.yaml").write_text(
            f'matrix: {{homeserver: "{self.hs.url}", user: "{ME}"}}\n'
            f"application_service: {{registration_file: {registration}, listen: '127.0.0.1:{self.port}'}}\n"
            + self.settings())

    def start(self):
        self.log.clear()
        super().start()
        self.wait(lambda: "event=listening" in "".join(self.log), "the bot listens")

    def push(self, body, patience=PATIENCE):
        """Repeats a transaction until the bot accepts it, as a homeserver does. Returns the status."""
        self.number += 1
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        name = f"t{self.number}"
        end = time.monotonic() + patience
        while True:
            status = None
            with contextlib.suppress(OSError, http.client.HTTPException):
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
                connection.request("PUT", f"/_matrix/app/v1/transactions/{name}", data,
                                   {"Authorization": f"Bearer {HS_TOKEN}"})
                status = connection.getresponse().status
                connection.close()
            if status == 200:
                return status
            if self.bot.poll() is not None:
                raise Stuck(f"the process has ended with {self.bot.returncode}")
            if time.monotonic() > end:
                raise Stuck(f"a transaction is answered with {status} for ever: the homeserver "
                            "sends no other before it")
            time.sleep(0.2)

    def tell(self, room, *events, **body):
        """Adds the events to /sync and pushes them, as a homeserver does."""
        super().tell(room, *events, **body)
        self.push({"events": [{"room_id": room, **one} for one in events]})
