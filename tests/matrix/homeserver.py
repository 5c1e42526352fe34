"""A scripted homeserver on loopback. It answers as a test tells it to, and stores all requests for
the test's checks."""

import json
import re
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ME = "@bot:here"
API = "/_matrix/client/v3"
PATIENCE = 120 # the most seconds that a test waits; nothing takes longer, even on a busy machine


def event(kind, sender, content, key=None, number=[0]):
    number[0] += 1
    made = {"type": kind, "sender": sender, "content": content, "event_id": f"$e{number[0]}"}
    if key is not None:
        made["state_key"] = key
    return made


def member(user, membership="join", sender=None, **more):
    return event("m.room.member", sender or user, {"membership": membership, **more}, user)


def text(sender, body, **more):
    return event("m.room.message", sender, {"msgtype": "m.text", "body": body, **more})


class Fault:
    """Replaces or damages the answers to the next `times` requests that match a pattern."""

    def __init__(self, what, status=None, body=None, headers=None, cut=None, times=1, raw=None,
                 wait=0, until=None, inviting=None):
        self.until = until # a threading.Event for which the answer waits
        self.inviting = inviting # a user; then only requests that make a room for them match
        self.what, self.status, self.body, self.raw = re.compile(what), status, body, raw
        self.wait = wait # seconds until the answer
        self.headers, self.cut, self.times = headers or {}, cut, times

    def matches(self, line, body):
        return self.what.search(line) and (not self.inviting or body["invite"] == [self.inviting])


class Homeserver:
    def __init__(self, me=ME, mark=""):
        self.me = me # the bot's account
        self.mark = mark # in the ids of the events and rooms that the bot makes
        self.lock = threading.Condition()
        self.batches, self.requests, self.faults = [], [], []
        # for each event that the bot has sent: in `sent` its (room, content), in `kinds` its type
        self.sent, self.kinds = [], []
        self.removed = [] # the events that the bot has removed
        self.reactions = []  # for each reaction of the bot, the event and the key
        self.state, self.pages, self.account, self.txns = {}, {}, {}, {}
        self.filters = {}
        self.answering = 0 # how many requests other than /sync wait for an answer
        self.names = {} # maps a user to a display name
        self.aliases = {} # maps an alias to a room
        self.joined = {} # maps a room to its members, if the bot is not alone there
        self.tokens, self.logins, self.rooms, self.files = {}, 0, 0, []
        self.encrypts = self.password = None
        # the profile of the bot's account; each PUT to it also adds its part to `profile_puts`
        self.profile = {"displayname": "The host's name", "avatar_url": "mxc://here/host"}
        self.profile_puts = []
        self.versions = {"versions": ["v1.1", "v1.11"]}
        self.zones = {} # maps a user to the fields of their profile
        self.soft_logout = True # the field soft_logout of the answer to an unknown token
        # pace: the least seconds between two messages; free: when the server accepts the next
        # message
        self.pace = self.free = 0
        self.base_room = "!made"
        self.invited = {} # maps each room that the bot has made to the user it was made for
        self.poll = 0.2 # how many seconds /sync waits for events
        self.polls = [] # the timeout of each /sync in milliseconds
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def handle_any(self):
                size = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(size)
                waits = not self.path.startswith(f"{API}/sync")
                with server.lock:
                    server.answering += waits
                try:
                    server.serve(self, body)
                finally:
                    with server.lock:
                        server.answering -= waits

            do_GET = do_PUT = do_POST = handle_any

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass # an error is normal: a killed bot drops its connections

        self.http = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def close(self):
        self.http.shutdown()
        self.http.server_close()

    # What tests call

    def batch(self, join=None, invite=None, leave=None, raw=None):
        """Adds an answer to /sync. If a room of `join` is a list of events, this list is the room's
        timeline."""
        rooms = {name: body if isinstance(body, dict) else {"timeline": {"events": body}}
                 for name, body in (join or {}).items()}
        with self.lock:
            self.batches.append(raw or {"rooms": {"join": rooms, "invite": invite or {},
                                                  "leave": leave or {}}})
            self.lock.notify_all()

    def fault(self, *args, **more):
        with self.lock:
            self.faults.append(Fault(*args, **more))

    def asked(self, what):
        """Returns the requests whose "METHOD /path" matches `what`. Each request is a tuple: this
        text, the body, the headers, the query, and the time."""
        with self.lock:
            return [r for r in self.requests if re.search(what, r[0])]

    def all_is_handled(self):
        """Returns whether the bot has handled all batches: the bot has asked /sync for the batch
        after the last batch."""
        last = self.token(len(self.batches))
        return any(r[3].get("since") == last for r in self.asked("GET .*/sync"))

    # The bot's requests

    def serve(self, handler, raw):
        path, _, query = handler.path.partition("?")
        query = {k: v[-1] for k, v in urllib.parse.parse_qs(query).items()}
        file = path.startswith("/_matrix/media/")
        body = raw if file else json.loads(raw) if raw else None
        line = f"{handler.command} {urllib.parse.unquote(path)}"
        with self.lock:
            self.requests.append((line, body, dict(handler.headers), query, time.monotonic()))
            fault = next((f for f in self.faults if f.matches(line, body)), None)
            if fault:
                fault.times -= 1
                if fault.times == 0:
                    self.faults.remove(fault)
        if fault:
            time.sleep(fault.wait)
        if fault and fault.until:
            fault.until.wait(PATIENCE)
        if fault and fault.cut == "before":
            handler.close_connection = True
            handler.connection.close()
            return
        if fault and fault.raw is not None:
            self.reply_raw(handler, fault)
            return
        if fault and fault.status:
            self.reply(handler, fault.status, fault.body, fault.headers)
            return
        status, answer = self.answer(handler, path, query, body)
        if fault and fault.cut == "after":
            handler.close_connection = True
            handler.connection.close()
            return
        self.reply(handler, status, answer, {})

    @staticmethod
    def reply(handler, status, body, headers):
        data = body if isinstance(body, bytes) else json.dumps(body or {}).encode()
        try:
            handler.send_response(status)
            for name, value in headers.items():
                handler.send_header(name, value)
            handler.send_header("Content-Length", str(len(data)))
            handler.end_headers()
            handler.wfile.write(data)
        except OSError:
            pass

    @staticmethod
    def reply_raw(handler, fault):
        """Sends the body that the fault's generator makes, without Content-Length."""
        handler.close_connection = True
        try:
            handler.send_response(fault.status)
            handler.end_headers()
            for part in fault.raw():
                handler.wfile.write(part)
        except OSError:
            pass

    def answer(self, handler, path, query, body):
        if handler.command == "POST" and path == "/_matrix/media/v3/upload":
            return self.upload(handler, query, body)
        if path == "/_matrix/client/versions":
            return 200, self.versions
        parts = [urllib.parse.unquote(p) for p in path.removeprefix(
            "/_matrix/client/unstable/uk.tcpip.msc4133/").removeprefix(API + "/").split("/")]
        if parts == ["login"]:
            return self.login(body)
        device = self.tokens.get((handler.headers["Authorization"] or "")[7:])
        if not device:
            return 401, {"errcode": "M_UNKNOWN_TOKEN", "error": "no",
                         "soft_logout": self.soft_logout}
        if parts == ["account", "whoami"]:
            return 200, {"user_id": self.me, "device_id": device}
        if parts == ["sync"]:
            return self.sync(query)
        if parts[0] == "profile":
            return self.answer_profile(handler.command, parts, body)
        if parts == ["createRoom"]:
            return self.create(body)
        if parts[:2] == ["directory", "room"]:
            room = self.aliases.get(parts[2])
            return (200, {"room_id": room, "servers": ["here"]}) if room else (
                404, {"errcode": "M_NOT_FOUND", "error": "no"})
        if parts[0] == "join":
            return 200, {"room_id": parts[1]}
        if parts[0] == "user" and parts[2] == "filter":
            name = f"filter{len(self.asked('POST .*/filter'))}"
            self.filters[name] = body
            return 200, {"filter_id": name}
        if parts[0] == "user":
            return self.account_data(handler.command, parts[-1], body)
        if parts[2] == "leave":
            return 200, {}
        if parts[2] == "messages":
            return self.messages(parts[1], query)
        if parts[2] == "joined_members":
            return 200, {"joined": {
                user: {"display_name": self.names[user]} if user in self.names else {}
                for user in self.joined.get(parts[1], [self.me])}}
        if parts[2:4] == ["state", "m.room.member"] and parts[1] in self.joined:
            if parts[4] in self.joined[parts[1]]:
                return 200, {"membership": "join"}
            return 404, {"errcode": "M_NOT_FOUND"}
        if parts[2] == "state":
            return 200, self.state.get(parts[1], [])
        if parts[2] == "receipt":
            return 200, {}
        if parts[2] == "redact":
            return self.limit() or self.redact(device, parts[3], parts[4])
        if parts[2] == "send":
            return self.limit() or self.send(device, parts[1], parts[3], parts[4], body)
        return 404, {"errcode": "M_UNRECOGNIZED"}

    def login(self, body):
        if body["password"] != self.password:
            return 403, {"errcode": "M_FORBIDDEN", "error": "no"}
        self.logins += 1
        token = f"token{self.logins}"
        self.tokens[token] = body["device_id"]
        return 200, {"user_id": self.me, "device_id": body["device_id"], "access_token": token}

    def upload(self, handler, query, body):
        if not self.tokens.get((handler.headers["Authorization"] or "")[7:]):
            return 401, {"errcode": "M_UNKNOWN_TOKEN", "error": "no", "soft_logout": True}
        with self.lock:
            self.files.append((query.get("filename"), handler.headers["Content-Type"], body))
            return 200, {"content_uri": f"mxc://here/file{len(self.files)}"}

    def sync(self, query):
        if query["filter"][0] != "{" and query["filter"] not in self.filters:
            return 400, {"errcode": "M_INVALID_PARAM", "error": "No such filter"}
        number = self.number(query["since"]) if "since" in query else 0
        with self.lock:
            # Like Synapse, answer a first /sync at once, whatever its timeout is.
            self.polls.append(query["timeout"])
            wait = min(self.poll, int(query["timeout"]) / 1000) if "since" in query else 0
            self.lock.wait_for(lambda: len(self.batches) > number, wait)
            if len(self.batches) <= number:
                return 200, {"next_batch": self.token(number), "rooms": {}}
            batch = self.batches[number]
        if callable(batch):
            batch = batch(query) # the test gave a function, because this batch depends on the query
        if isinstance(batch, bytes):
            return 200, batch.replace(b"NEXT", self.token(number + 1).encode())
        return 200, {"next_batch": self.token(number + 1), **batch}

    @staticmethod
    def token(number):
        """Returns the token at the end of this many batches."""
        return f"s{number}"

    @staticmethod
    def number(token):
        return int(token[1:])

    def messages(self, room, query):
        pages = self.pages[room]
        if hasattr(pages, "page"):
            return 200, pages.page(query["from"])
        at = [page["start"] for page in pages].index(query["from"])
        return 200, pages[at]

    def create(self, body):
        self.rooms += 1
        room = f"{self.base_room}{self.mark}{self.rooms}:here"
        user = self.invited[room] = body["invite"][0]
        self.state[room] = [
            event("m.room.create", self.me, body["creation_content"], ""), member(self.me),
            member(user, "invite", self.me)]
        if self.encrypts:  # by the server, or by this user
            encrypter = self.me if self.encrypts is True else self.encrypts
            self.state[room].append(event("m.room.encryption", encrypter, {}, ""))
        return 200, {"room_id": room}

    def account_data(self, method, kind, body):
        if method == "PUT":
            self.account[kind] = body
            return 200, {}
        if kind not in self.account:
            return 404, {"errcode": "M_NOT_FOUND", "error": "none"}
        return 200, self.account[kind]

    def answer_profile(self, method, parts, body):
        if method == "GET" and len(parts) == 3:
            field = self.zones.get(parts[1], {}).get(parts[2])
            return (200, {parts[2]: field}) if field else (404, {"errcode": "M_NOT_FOUND"})
        assert parts[1] == self.me, parts
        if method == "GET":
            return (200, self.profile) if self.profile else (404, {"errcode": "M_NOT_FOUND"})
        assert list(body) == [parts[2]], body
        self.profile_puts.append(parts[2])
        self.profile = {**self.profile, **body}
        return 200, {}

    def limit(self):
        with self.lock:
            now = time.monotonic()
            if self.pace == 0 or now >= self.free:
                self.free = now + self.pace
                return None
            wait = 1 + int(1000 * (self.free - now))
            return 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": wait}

    def redact(self, device, event, txn):
        with self.lock:
            key = device, "redact", txn
            if key not in self.txns:
                self.txns[key] = f"$redaction{self.mark}{len(self.removed)}"
                self.removed.append(event)
            return 200, {"event_id": self.txns[key]}

    def send(self, device, room, kind, txn, content):
        with self.lock:
            key = device, txn
            if kind == "m.reaction":
                relation = content["m.relates_to"]
                self.txns.setdefault(key, f"$reaction{self.mark}{len(self.reactions)}")
                self.reactions.append((relation["event_id"], relation["key"]))
            if key not in self.txns:
                self.txns[key] = f"$sent{self.mark}{len(self.sent)}"
                self.sent.append((room, content))
                self.kinds.append(kind)
            return 200, {"event_id": self.txns[key]}
