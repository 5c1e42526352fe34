"""A homeserver that knows the bot as an application service, and a test case with it."""

import http.client
import json
import re

import case
from case import ANN, BOB, ROOM
from homeserver import ME, PATIENCE, Homeserver, event, member, text

AS_TOKEN, HS_TOKEN = "as-token", "hs-token"
TRANSACTIONS = "/_matrix/app/v1/transactions/"


class Host(Homeserver):
    """A homeserver that knows the bot's registration. Tests make the batches of its /sync."""

    knows_devices = True
    device_of_others = None # what /whoami names if the bot has no device
    pings = [] # the next answers to /ping; if the list is empty, a ping succeeds

    def answer(self, handler, path, query, body):
        if handler.headers["Authorization"] != f"Bearer {AS_TOKEN}":
            return 401, {"errcode": "M_UNKNOWN_TOKEN", "error": "no"}
        if path.endswith("/register"):
            return 400, {"errcode": "M_USER_IN_USE", "error": "yes"}
        if query.get("user_id") != ME:
            return 403, {"errcode": "M_FORBIDDEN", "error": "the sender does nothing"}
        if "/devices/" in path:
            if not self.knows_devices:
                return 404, {"errcode": "M_UNRECOGNIZED", "error": "no"}
            self.device = path.rsplit("/", 1)[-1]
            return 201, {}
        if path.endswith("/whoami"):
            device = self.device if "device_id" in query else self.device_of_others
            return 200, {"user_id": ME, **({"device_id": device} if device else {})}
        if path.endswith("/ping"):
            return self.pings.pop(0) if self.pings else (200, {"duration_ms": 1})
        self.tokens[AS_TOKEN] = query.get("device_id") or "none"
        return super().answer(handler, path, query, body)


class Case(case.Case):
    inside = False
    secrets = {"ENGARDE_ACCESS_TOKEN": AS_TOKEN, "HS_TOKEN": HS_TOKEN, "SERVICE": "id"}

    def setUp(self):
        self.hs, self.number, self.connection = None, 0, None
        super().setUp()
        self.hs.close()
        self.hs = Host()
        self.addCleanup(self.hs.close)
        self.hs.pings = []

    def start_inside(self):
        """Starts the bot in ROOM. The bot knows the display names of Ann and Bob."""
        self.hs.batch(join={ROOM: [member(ME)]})
        self.hs.batch(join={ROOM: [member(ANN, displayname="Ann"), text(ANN, "!say one"),
                                   member(BOB, displayname="Bob"), text(BOB, "!say two")]})
        self.start()
        self.expect_port()
        self.wait(lambda: [line for line in self.log if "event=room_joined" in line])
        self.push(event("m.room.power_levels", ANN, {}, "")) # makes the bot ask for the second batch
        self.expect(["one", "two"])

    def expect_port(self):
        found = self.wait(lambda: [line for line in self.log if "event=listening" in line])
        self.port = int(re.search(r"port=(\d+)", found[0])[1])

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def ask(self, method, path, body=None, token=HS_TOKEN, connection=None, **more):
        """Sends the bot a request, over a new connection if `connection` is None. Returns the
        answer's status and body."""
        own = connection is None
        connection = connection or self.connect()
        headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
        data = json.dumps(body) if isinstance(body, dict) else body
        connection.request(method, path, data, headers | more)
        answer = connection.getresponse()
        read = answer.read()
        if own:
            connection.close()
        return answer.status, json.loads(read) if read else None

    def push(self, *events, name=None, room=ROOM, status=200):
        """Pushes a transaction and returns its id."""
        self.number += 1
        name = name or f"t{self.number}"
        body = {"events": [{"room_id": room, **one} for one in events]}
        # The homeserver uses one connection for all transactions.
        if self.connection is None or self.connection.port != self.port:
            self.connection = self.connect()
            self.addCleanup(self.connection.close)
        answer = self.ask("PUT", TRANSACTIONS + name, body, connection=self.connection)
        self.assertEqual(answer[0], status, answer)
        return name

    def syncs(self):
        return len(self.hs.asked("GET .*/sync"))
