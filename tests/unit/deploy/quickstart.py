"""Tests the client and the configuration of the homeserver that deploy/quickstart.sh starts."""

import asyncio
import contextlib
import http.server
import io
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest
import unittest.mock
import urllib.error
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "deploy"))

# The client needs matrix-nio, and the console does not.
sys.modules.setdefault("nio", unittest.mock.MagicMock())

from local.console import Console  # noqa: E402
from local.homeserver import Homeserver  # noqa: E402
from local.picture import shown  # noqa: E402

WAIT_MS = 300


class Answers(http.server.BaseHTTPRequestHandler):
    """Answers each request with the next item of server.answers, which is a status and a body."""

    def do_POST(self):
        self.server.times.append(time.monotonic())
        status, body = self.server.answers.pop(0)
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


class Client(unittest.TestCase):
    def setUp(self):
        self.server = http.server.HTTPServer(("127.0.0.1", 0), Answers)
        self.addCleanup(self.server.server_close)
        self.server.times = []
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.shutdown)
        self.homeserver = Homeserver(Path("/nowhere"), port=self.server.server_port)

    def test_waits_as_long_as_a_rate_limit_says(self):
        limited = (429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": WAIT_MS})
        self.server.answers = [limited, limited, (200, {"access_token": "token"})]
        self.assertEqual(self.homeserver.call("POST", "/login", {}), {"access_token": "token"})
        first, second, third = self.server.times
        self.assertGreaterEqual(second - first, WAIT_MS / 1000)
        self.assertGreaterEqual(third - second, WAIT_MS / 1000)

    def test_raises_any_other_refusal_with_its_body(self):
        self.server.answers = [(403, {"errcode": "M_FORBIDDEN"})]
        with self.assertRaises(urllib.error.HTTPError) as refusal:
            self.homeserver.call("POST", "/login", {})
        self.assertEqual(json.load(refusal.exception), {"errcode": "M_FORBIDDEN"})
        self.assertEqual(len(self.server.times), 1)


class Configuration(unittest.TestCase):
    def test_limits_messages_but_not_log_ins(self):
        with tempfile.TemporaryDirectory() as folder:
            homeserver = Homeserver(Path(folder))
            homeserver._write_settings()
            settings = json.loads((Path(folder) / "homeserver.yaml").read_text())
        self.assertEqual([key for key in settings if key.startswith("rc_")], ["rc_login"])
        self.assertGreater(settings["rc_login"]["address"]["burst_count"], 1000)


class Terminal(unittest.TestCase):
    def test_picture_shows_its_name_and_its_caption(self):
        content = {"msgtype": "m.image", "filename": "board-1-1-0.png", "body": "the board",
                   "format": "org.matrix.custom.html", "formatted_body": "<pre>the board</pre>"}
        self.assertEqual(shown(content), "[picture board-1-1-0.png]\nthe board")
        self.assertEqual(shown({"msgtype": "m.text", "body": "the board"}), "the board")
        table = '<a href="http://127.0.0.1:8010/#t=x">Your table</a> of <a href="https://matrix.to/#/@a:b">Ann</a>'
        self.assertEqual(shown({"body": "", "formatted_body": table}),
                         "Your table (http://127.0.0.1:8010/#t=x) of Ann")

    def type(self, *typed: bytes) -> list[str]:
        """Types into a console until it ends. Returns what it has sent to the room."""
        sent = []

        async def say(room, text):
            sent.append(text)

        async def until(*_, **__):
            await asyncio.sleep(3600)

        player = types.SimpleNamespace(name="alice", say=say, until=until, private=None)
        reading, writing = os.pipe()
        os.write(writing, b"".join(typed))
        os.close(writing)
        with open(reading) as keyboard, unittest.mock.patch("sys.stdin", keyboard), \
                contextlib.redirect_stdout(io.StringIO()):
            asyncio.run(Console(player, "room").run())
        return sent

    def test_empty_line_does_nothing(self):
        self.assertEqual(self.type(b"one\n", b"\n", b"  \n", b"two\n"), ["one", "two"])

    def test_quit_ends_the_program(self):
        self.assertEqual(self.type(b"one\n/quit\ntwo\n"), ["one"])

    def test_unknown_option_is_named(self):
        script = Path(__file__).resolve().parents[3] / "deploy/quickstart.sh"
        done = subprocess.run([script, "--foo"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("--foo", done.stderr)
        self.assertIn("--demo", done.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
