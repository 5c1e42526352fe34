"""The homeserver of the hostile tests: tests/matrix/homeserver.py with hostile answers.

A trait (an attack, see README.md) adds rules. Until the trait ends, a rule answers the requests
that match the rule's pattern. homeserver.py answers all other requests.
"""

import copy
import json
import re
import sys
import threading
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "matrix"))

from application_service import AS_TOKEN, Host  # noqa: E402
from homeserver import API, ME, Homeserver, event, member, text  # noqa: E402,F401

HANG = object() # a rule returns this value to leave the request without an answer


class Stream:
    """An answer's body that a generator makes and that the server sends without Content-Length."""

    def __init__(self, parts):
        self.parts = parts


class Rule:
    """Answers requests whose "METHOD /path" matches `what`. `reply` returns the answer, or None to
    leave the request to the next rule or to homeserver.py.

    An answer is HANG, a Stream, or (status, body[, headers]); a body is bytes or JSON.
    """

    def __init__(self, what, reply):
        self.what = re.compile(what)
        self.reply = reply if callable(reply) else lambda *_: reply
        self.asked = 0


class RuledHomeserver:
    """The common part of the two homeservers below: rules, devices, and answers to /sync with odd
    tokens."""

    def begin(self):
        self.rules, self.devices, self.signing = [], {}, {}
        self.over = threading.Event() # the server sets this event to end the requests that hang
        self.poll = 0.5
        self.tokens_of_sync = {} # maps an odd sync token to the batch that follows it
        self.since = set() # the sync tokens that the bot has used

    def rule(self, what, reply):
        rule = Rule(what, reply)
        with self.lock:
            self.rules.append(rule)
        return rule

    def sync(self, query):
        since = query.get("since")
        with self.lock:
            self.since.add(since)
        if since in self.tokens_of_sync:
            query = {**query, "since": f"s{self.tokens_of_sync[since]}"}
        return super().sync(query)

    def asked_since(self, token):
        with self.lock:
            return token in self.since

    def asked_from(self, number):
        """Returns whether the bot has asked for what follows this many batches, or more."""
        with self.lock:
            return any(int(token[1:]) >= number for token in self.since if re.fullmatch(r"s\d+", token or ""))

    def remove_rules(self):
        """Removes the rules and cuts off the requests that hang."""
        with self.lock:
            self.rules.clear()
            over, self.over = self.over, threading.Event()
        over.set()

    def close(self):
        self.remove_rules()
        super().close()

    def serve(self, handler, raw):
        path, _, query = handler.path.partition("?")
        path = urllib.parse.unquote(path)
        query = {k: v[-1] for k, v in urllib.parse.parse_qs(query).items()}
        line = f"{handler.command} {path}"
        with self.lock:
            rules, over = list(self.rules), self.over
        for rule in rules:
            if not rule.what.search(line):
                continue
            body = json.loads(raw) if raw and "/media/" not in path else raw
            answer = rule.reply(path, query, body)
            if answer is None:
                continue
            rule.asked += 1
            with self.lock:
                self.requests.append((line, body, dict(handler.headers), query, 0))
            self.reply_by_rule(handler, answer, over)
            return
        super().serve(handler, raw)

    def reply_by_rule(self, handler, answer, over):
        if answer is HANG:
            over.wait()
            handler.close_connection = True
        elif isinstance(answer, Stream):
            handler.close_connection = True
            try:
                handler.send_response(200)
                handler.end_headers()
                for part in answer.parts:
                    handler.wfile.write(part)
                    if over.is_set():
                        return
            except OSError:
                pass
        else:
            status, body, *more = answer
            self.reply(handler, status, body, more[0] if more else {})

    def answer(self, handler, path, query, body):
        found = re.search(r"/_matrix/client/v3/(keys|room_keys|sendToDevice)/?(.*)", path)
        if found:
            return self.keys(found[1], found[2], body)
        found = re.search(r"/v3/rooms/([^/]+)/(\w+)", path)
        if found and found[2] == "members":
            state = self.state.get(urllib.parse.unquote(found[1]), [])
            return 200, {"chunk": [e for e in state if e["type"] == "m.room.member"]}
        if found and found[2] in ("receipt", "read_markers"):
            return 200, {}
        room = urllib.parse.unquote(found[1]) if found else None
        if found and found[2] == "messages" and room not in self.pages:
            return 200, {"start": query["from"], "chunk": self.history(room, query)}
        return super().answer(handler, path, query, body)

    def send(self, device, room, kind, txn, content):
        """Shows the bot its own event in /sync, as each homeserver does: by it, a new device learns what
        the old one has sent."""
        with self.lock:
            count = len(self.sent)
            answer = super().send(device, room, kind, txn, content)
            if len(self.sent) > count:
                own = {**event(kind, ME, content), "event_id": answer[1]["event_id"]}
                self.batch(join={room: [own]})
            return answer

    def sign(self, name, signatures):
        """Stores the signatures of a device or of a key."""
        kept = [self.devices.get(name)] + [keys[ME] for keys in self.signing.values()
                                           if f"ed25519:{name}" in keys[ME]["keys"]]
        for one in filter(None, kept):
            for user, more in signatures.items():
                one.setdefault("signatures", {}).setdefault(user, {}).update(more)

    def history(self, room, query):
        """Returns a room's events from the batches between two sync tokens."""
        begin, end = (int(query[key][1:]) if re.fullmatch(r"s\d+", query.get(key, "")) else None
                      for key in ("from", "to"))
        with self.lock:
            batches = [one for one in self.batches[begin or 0:end] if isinstance(one, dict)]
        return [event for one in batches
                for event in one["rooms"]["join"].get(room, {}).get("timeline", {}).get("events", [])]

    def keys(self, what, rest, body):
        if what == "room_keys":
            return 404, {"errcode": "M_NOT_FOUND", "error": "none"}
        if (what, rest) == ("keys", "upload"):
            keys = (body or {}).get("device_keys")
            if keys:
                self.devices[keys["device_id"]] = keys
            return 200, {"one_time_key_counts": {"signed_curve25519": 50}}
        if (what, rest) == ("keys", "query"):
            return 200, {"device_keys": {ME: self.devices}, **self.signing}
        if (what, rest) == ("keys", "device_signing/upload"):
            for kind in ("master", "self_signing", "user_signing"):
                if f"{kind}_key" in body:
                    self.signing[f"{kind}_keys"] = {ME: body[f"{kind}_key"]}
            return 200, {}
        if (what, rest) == ("keys", "claim"):
            return 200, {"one_time_keys": {}, "failures": {}}
        if (what, rest) == ("keys", "signatures/upload"):
            for name, signed in body.get(ME, {}).items():
                self.sign(name, signed.get("signatures", {}))
            return 200, {"failures": {}}
        return 200, {}


class Server(RuledHomeserver, Homeserver):
    def __init__(self):
        super().__init__()
        self.begin()


class ServiceServer(RuledHomeserver, Host):
    """The homeserver for the bot as an application service. Traits make the batches of its /sync."""

    def __init__(self):
        super().__init__()
        self.begin()
        self.pings, self.device = [], None

    def sync(self, query):
        """Returns all new batches in one answer. If the homeserver pushes events, the bot relies on
        such a /sync."""
        with self.lock:
            self.since.add(query.get("since"))
            number = int(query.get("since", "s0")[1:])
            if number == len(self.batches) and query.get("since") and query["timeout"] != "0":
                self.lock.wait_for(lambda: len(self.batches) > number, self.poll)
            news = self.batches[number:]
            token = f"s{len(self.batches)}"
        rooms = {"join": {}, "invite": {}, "leave": {}}
        for section, name, body in ((section, name, body) for one in news
                                    for section in rooms
                                    for name, body in one["rooms"][section].items()):
            if name not in rooms[section] or section == "invite":
                rooms[section][name] = copy.deepcopy(body)
                continue
            for part in ("state", "timeline"):
                rooms[section][name].setdefault(part, {"events": []})["events"].extend(
                    body.get(part, {}).get("events", []))
        return 200, {"next_batch": token, "rooms": rooms}
