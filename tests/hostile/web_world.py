"""The bot with its web page, and people who play and follow there while strangers attack the page."""

import contextlib
import http.client
import json
import re
import resource
import secrets
import selectors
import socket
import threading
import time

from server import ME, member, text
from world import ANN, BOB, MATCH, PATIENCE, Stuck, World

HALF = 0.05 # seconds between two looks at a table


class WebWorld(World):
    """
    The bot with its web page. Ann and Bob play their match by taps. A trait can leave an attack in
    `attack`: a function that is called again after a restart, and whose connections (`open`) last
    until the end of the trait.
    """

    def __init__(self, *args, **more):
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 16384), most))
        with socket.create_server(("127.0.0.1", 0)) as free: # the system chooses a free port
            self.port = free.getsockname()[1]
        self.attack, self.doors, self.heard, self.floods = None, [], b"", []
        self.follower = None # the token of a link to the board of another room
        self.over = threading.Event()
        super().__init__(*args, **more)

    def settings(self):
        return super().settings() + (
            f"web: {{listen: '127.0.0.1:{self.port}', url: 'http://127.0.0.1:{self.port}/'}}\n")

    def start(self):
        self.log.clear()
        super().start()
        self.wait(lambda: "event=web_page" in "".join(self.log), "the page is served")

    def restart(self, politely):
        self.close_doors()
        super().restart(politely)
        if self.attack:
            self.attack()

    def end_trait(self):
        self.close_doors()
        self.attack = None
        super().end_trait()

    def close(self):
        self.close_doors()
        super().close()

    def close_doors(self):
        self.over.set()
        for flood in self.floods:
            flood.join()
        for door in self.doors:
            door.close()
        self.floods, self.doors, self.over = [], [], threading.Event()

    # Links

    def tokens(self, mark, room):
        return re.findall(rf"#{mark}=([\w-]{{32}})", json.dumps(self.said(room)))

    def private_room(self, user):
        with self.hs.lock:
            return next((room for room, invited in self.hs.invited.items() if invited == user), None)

    def table_of(self, user):
        """Returns the token of the user's newest link, or None."""
        room = self.private_room(user)
        found = self.tokens("t", room) if room else []
        return found[-1] if found else None

    def new_table(self, user):
        """Lets somebody ask for a link to their table, and returns its token."""
        room = self.new_room("here")
        self.tell(room, member(ME), member(user))
        self.tell(room, text(user, "!engarde link"))
        return self.wait(lambda: self.table_of(user), f"a link for {user}")

    def new_board(self, room=MATCH):
        """Returns the token of a link to the board of a room; without `room`, of Ann's and Bob's."""
        self.tell(room, text(self.new_guest(), "!engarde board link"))
        return self.wait(lambda: self.tokens("b", room), "a link to the board")[-1]

    def new_replay(self):
        """Lets two people play a match that ends at once. Returns the token of a link to its replay."""
        room, users = self.new_room("here"), (self.new_guest(), self.new_guest())
        self.tell(room, member(ME), *(member(user) for user in users))
        self.tell(room, text(users[0], f"!engarde challenge {users[1]}"))
        self.wait(lambda: any("challenges" in c["body"] for c in self.said(room)), "a challenge")
        self.tell(room, text(users[1], "!engarde accept"))
        self.wait(lambda: all(self.table_of(user) for user in users), "both hands")
        self.tell(room, text(users[0], "!engarde resign yes"), text(users[0], "!engarde replay"))
        return self.wait(lambda: self.tokens("r", room), "a link to the replay")[-1]

    # The attackers

    @staticmethod
    def request(path, token=None, body=None, method="GET", more=b""):
        """Returns the bytes of a request."""
        lines = [f"{method} {path} HTTP/1.1", "Host: h"]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        if body is not None:
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join(lines).encode() + b"\r\n" + more + b"\r\n" + (body or b"")

    def tap_of(self, token, body):
        return self.request("/api/act", token, body if isinstance(body, bytes) else json.dumps(body).encode(),
                            "POST")

    def open(self, data=b"", small=False):
        """Opens a connection and sends some bytes. If `small` is true, the connection buffers as
        little as possible."""
        door = socket.socket()
        if small:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        door.settimeout(PATIENCE)
        with contextlib.suppress(ConnectionError): # the bot may close it before it has read all
            door.connect(("127.0.0.1", self.port))
            door.sendall(data)
        self.doors.append(door)
        return door

    def hear(self, door, seconds):
        """Returns what arrives within some seconds, or until the connection ends."""
        heard = b""
        door.settimeout(seconds)
        with contextlib.suppress(OSError):
            while data := door.recv(1 << 16):
                heard += data
        self.heard += heard
        return heard

    def flood(self, requests, count=200):
        """Sends requests on many connections, each one after the answer to the one before, until the
        end of the trait or a restart."""
        flood = threading.Thread(target=self.run_flood, args=(requests, count, self.over), daemon=True)
        self.floods.append(flood)
        flood.start()

    def run_flood(self, requests, count, over):
        selector, turn = selectors.DefaultSelector(), 0

        def enter():
            with contextlib.suppress(OSError):
                door = socket.create_connection(("127.0.0.1", self.port), 1)
                door.sendall(requests[turn % len(requests)])
                door.setblocking(False)
                selector.register(door, selectors.EVENT_READ)

        for _ in range(count):
            enter()
        while not over.is_set():
            for key, _ in selector.select(0.1):
                turn += 1
                try:
                    data = key.fileobj.recv(1 << 16)
                    self.heard = (self.heard + data)[-(1 << 22):]
                    if not data:
                        raise ConnectionError
                    key.fileobj.send(requests[turn % len(requests)])
                except BlockingIOError:
                    pass
                except OSError:
                    selector.unregister(key.fileobj)
                    key.fileobj.close()
                    enter()
        for key in list(selector.get_map().values()):
            key.fileobj.close()
        selector.close()

    # The honest people

    def ask(self, method, path, token, body=None):
        """Returns the status and the body of an answer; of a live stream, its first line."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request(method, path, body, {"Authorization": f"Bearer {token}"})
            answer = connection.getresponse()
            live = answer.status == 200 and path == "/api/live"
            return answer.status, answer.readline() if live else answer.read()
        except (OSError, http.client.HTTPException):
            return None, b""
        finally:
            connection.close()

    def playing(self, user):
        """Returns the match that the user's table shows as playing, or None."""
        status, line = self.ask("GET", "/api/live", self.table_of(user))
        if status != 200 or not line.strip():
            return None
        return next((m for m in json.loads(line)["matches"] if m["status"] == "playing"), None)

    def act(self):
        """Tries to play one action by a tap. Returns whether it was played."""
        for user in (ANN, BOB):
            match = self.playing(user)
            if not match or not match["choices"]:
                continue
            tap = {"key": secrets.token_urlsafe(18), "do": "play", "match": match["id"],
                   "turn": match["turn"], "action": match["choices"][0]["action"]}
            status, answer = self.ask("POST", "/api/act", self.table_of(user), json.dumps(tap))
            if status == 200 and json.loads(answer)["outcome"] == "done":
                return True
        time.sleep(HALF)
        return False

    def enter(self, patience=PATIENCE):
        super().enter(patience)
        self.wait(lambda: self.table_of(ANN) and self.table_of(BOB), "both links")
        room = self.new_room("here")
        self.tell(room, member(ME))
        self.follower = self.new_board(room)

    def probe(self, why="a command elsewhere"):
        """Checks that the chat goes on, and on the page the match of others and the board of another
        room."""
        super().probe(why)
        begun = time.monotonic()
        self.wait(self.act, f"a tap of an honest player, and {why}")
        self.wait(lambda: self.ask("GET", "/api/live", self.follower)[0] == 200, f"another board, and {why}")
        self.slowest = max(self.slowest, time.monotonic() - begun)

    def check(self):
        super().check()
        if b'"hand":[' in self.heard:
            raise Stuck("a stranger has got a hand")
        self.heard = b""
