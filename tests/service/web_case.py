"""A test case that runs the bot with its web page, and the clients of the page."""

import http.client
import json
import re
import secrets
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "monitoring"))

from monitoring_case import ANN, BOB, ME, ROOM, MonitoringCase, member, text  # noqa: E402
from homeserver import PATIENCE, event  # noqa: E402

SETTINGS = """\
web:
  listen: 127.0.0.1:0
  url: http://127.0.0.1:8010/
limits: {sender_per_minute: 0, room_per_minute: 0, newcomers_per_minute: 0, newcomers_of_server_per_minute: 0}
"""


class Stream:
    """A live stream. Reads its lines."""

    def __init__(self, port, token, path="/api/live"):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        self.reply = self.connection.getresponse()
        self.status = self.reply.status

    def line(self):
        """Returns the next state, or None if the stream has ended."""
        while True:
            line = self.reply.readline()
            if not line:
                return None
            if line.strip():
                return json.loads(line)

    def close(self):
        self.reply.close()
        self.connection.close()


class WebCase(MonitoringCase):
    def enter(self, settings=SETTINGS):
        self.homeserver.joined[ROOM] = [ME, ANN, BOB]
        self.homeserver.batch(join={ROOM: [member(ME), member(ANN), member(BOB)]})
        self.run_bot(settings)
        self.rooms = {user: self.open_private(user) for user in (ANN, BOB)}

    def run_bot(self, settings=SETTINGS):
        syncs = len(self.homeserver.asked("GET .*/sync"))
        self.log.clear()
        self.start(settings)
        found = self.until(lambda: re.search(r"event=web_page .*port=(\d+)", "".join(self.log)))
        self.port = int(found[1])
        self.until(lambda: len(self.homeserver.asked("GET .*/sync")) >= syncs + 2)

    def open_private(self, user):
        room = f"!private-{user[1:4]}:here"
        events = [event("m.room.create", user, {}, ""), member(user), member(ME)]
        self.homeserver.batch(invite={room: {"invite_state": {"events": [
            member(ME, "invite", user, is_direct=True)]}}})
        self.until(lambda: self.homeserver.asked(f"/join/{room}"))
        self.homeserver.state[room] = events
        self.homeserver.batch(join={room: {
            "timeline": {"events": events},
            "summary": {"m.joined_member_count": 2, "m.invited_member_count": 0}}})
        return room

    def write(self, user, body, room=None):
        self.homeserver.batch(join={room or self.rooms[user]: [text(user, body)]})

    def bodies(self, room):
        return [content["body"] for where, content in self.homeserver.sent if where == room]

    def tokens(self, room, mark):
        return re.findall(rf"#{mark}=([A-Za-z0-9_-]{{32}})", "\n".join(
            content.get("formatted_body", "") + content["body"]
            for where, content in self.homeserver.sent if where == room))

    def link(self, user):
        """Returns the token of a new link to the user's table."""
        old = set(self.tokens(self.rooms[user], "t"))
        self.write(user, "link")
        return self.until(lambda: set(self.tokens(self.rooms[user], "t")) - old).pop()

    def board_link(self):
        old = set(self.tokens(ROOM, "b"))
        self.write(ANN, "!eg board link", ROOM)
        return self.until(lambda: set(self.tokens(ROOM, "b")) - old).pop()

    def ask(self, method, path, body=None, token=None, port=None, **headers):
        """Returns the status, the headers and the body of the answer to a request.

        The request goes to the bot, or to another port of this machine.
        """
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=PATIENCE)
        if token:
            headers["Authorization"] = f"Bearer {token}"
        connection.request(method, path, body, headers)
        reply = connection.getresponse()
        data = reply.read()
        connection.close()
        return reply.status, reply.headers, data

    def night_link(self):
        old = set(self.tokens(ROOM, "n"))
        self.write(ANN, "!eg night link", ROOM)
        return self.until(lambda: set(self.tokens(ROOM, "n")) - old).pop()

    def stream(self, token, path="/api/live"):
        stream = Stream(self.port, token, path)
        self.addCleanup(stream.close)
        self.assertEqual(stream.status, 200)
        return stream

    def tap(self, token, do, key=None, **fields):
        fields = {"do": do, "key": key or secrets.token_urlsafe(18), **fields}
        status, _, data = self.ask("POST", "/api/act", json.dumps(fields), token)
        return status, json.loads(data) if status == 200 else None

    def tap_surely(self, token, do, **fields):
        """Taps as the page does: with the same key, until the bot answers."""
        fields["key"] = secrets.token_urlsafe(18)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                status, answer = self.tap(token, do, **fields)
            except (OSError, http.client.HTTPException):
                status = 503
            if status == 200:
                return answer
            time.sleep(0.1)
        self.fail("no tap was answered")

    def await_state(self, stream, condition):
        while True:
            state = stream.line()
            self.assertIsNotNone(state, "the stream has ended")
            if found := condition(state):
                return found

    def begin_match(self):
        """Lets the two players begin a match. Returns their links."""
        tokens = {user: self.link(user) for user in (ANN, BOB)}
        self.write(ANN, f"!eg challenge {BOB}", ROOM)
        self.until(lambda: any("challenges" in body for body in self.bodies(ROOM)))
        self.write(BOB, "!eg accept", ROOM)
        return tokens

    @staticmethod
    def playing(state):
        return next((m for m in state["matches"] if m["status"] == "playing"), None)
