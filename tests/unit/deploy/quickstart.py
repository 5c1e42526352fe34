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

DEPLOY = Path(__file__).resolve().parents[3] / "deploy"
sys.path.insert(0, str(DEPLOY))

# The client needs matrix-nio, and the console does not.
sys.modules.setdefault("nio", unittest.mock.MagicMock())

from local import demo  # noqa: E402
from local.console import HELP, Console  # noqa: E402
from local.homeserver import Homeserver  # noqa: E402
from local.picture import Picture  # noqa: E402
from local.process import Failed  # noqa: E402
from local.terminal import CODE, CODE_END, put, shown, wrapped  # noqa: E402

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


class Screen(io.StringIO):
    """A terminal of 80 columns."""

    def isatty(self):
        return True


def printed(print_it, out: io.StringIO) -> list[str]:
    """Returns the lines that `print_it` prints to `out`."""
    with contextlib.redirect_stdout(out), unittest.mock.patch.dict(os.environ, COLUMNS="80"):
        print_it()
    return out.getvalue().splitlines()


def message(markup: str, sender: str = "@engarde:localhost", event: str = "$1") -> dict:
    content = {"msgtype": "m.text", "body": "plain", "formatted_body": markup}
    return {"type": "m.room.message", "event_id": event, "sender": sender, "content": content}


class Terminal(unittest.TestCase):
    def test_code_has_a_colour_on_a_terminal_and_nothing_in_a_file(self):
        text = shown({"body": "", "formatted_body": "Write <code>accept #1</code>, please"})
        self.assertEqual(printed(lambda: put(text), Screen()), [f"Write {CODE}accept #1{CODE_END}, please"])
        self.assertEqual(printed(lambda: put(text), io.StringIO()), ["Write accept #1, please"])

    def test_board_has_a_line_of_its_own(self):
        text = shown({"body": "", "formatted_body": "<p>one</p><sub><code>W...B</code></sub><br>two"})
        self.assertEqual(printed(lambda: put(text), Screen()), ["one", f"{CODE}W...B{CODE_END}", "two"])

    def test_line_breaks_between_words_also_in_code(self):
        text = shown({"body": "", "formatted_body": "one <code>two three-four</code>"})
        lines = printed(lambda: [put(line) for line in wrapped(text, 12)], Screen())
        self.assertEqual(lines, [f"one {CODE}two{CODE_END}", f"  {CODE}three-four{CODE_END}"])

    def test_emoji_take_two_columns(self):
        text = shown({"body": "", "formatted_body": "with ✅ or <code>✅</code>"})
        self.assertEqual(printed(lambda: [put(line) for line in wrapped(text, 12)], io.StringIO()),
                         ["with ✅ or", "  ✅"])

    def test_link_is_whole_if_asked(self):
        link = "http://127.0.0.1:8010/#t=" + 40 * "x"
        self.assertIn("  " + link, wrapped(f"Open your table: {link}", 30, whole_words=True))
        self.assertEqual(max(map(len, wrapped(f"Open your table: {link}", 30))), 30)

    def test_console_prints_no_line_over_80_columns(self):
        console = Console(types.SimpleNamespace(private=None), "!room")
        event = message(30 * "<code>!engarde accept</code> accepts it. ")
        lines = printed(lambda: console._print("the room", event), io.StringIO())
        self.assertEqual(lines[0], "[the room] @engarde")
        self.assertEqual({line[:4] for line in lines[1:]}, {"    "})
        self.assertLessEqual(max(map(len, lines)), 80)
        self.assertEqual(" ".join(lines[1:]).split(), (30 * "!engarde accept accepts it. ").split())

    def test_introduction_fits_80_columns(self):
        homeserver = types.SimpleNamespace(url="http://127.0.0.1:65535")
        lines = printed(lambda: demo.explain(homeserver), io.StringIO()) + HELP.splitlines()
        self.assertLessEqual(max(map(len, lines)), 80)

    def test_columns_stay_straight_beside_code(self):
        picture = []
        printed(lambda: picture.append(Picture("left", "middle", "right")), io.StringIO())
        picture[0].put(0, None, shown(message("<code>a</code> ✅")["content"]))
        picture[0].put(2, "bob", "b")
        row = printed(picture[0].draw, Screen())[0]
        self.assertEqual(row.replace(CODE, "").replace(CODE_END, "").index("‹bob›"), 20 + 3 + 34 + 3 - 1)

    def test_demonstration_shows_the_name_of_the_room(self):
        players = [types.SimpleNamespace(name=name) for name in demo.PLAYERS]
        lines = printed(lambda: demo.Show(*players, "!room:localhost"), io.StringIO())
        self.assertIn("Fencing hall", lines[1])
        self.assertNotIn("!room", "".join(lines))

    def test_demonstration_ends_when_the_bot_ends(self):
        lives = iter([True, False])
        process = types.SimpleNamespace(is_running=lambda: next(lives))
        with self.assertRaisesRegex(Failed, "the bot has ended"):
            asyncio.run(demo.first_of(asyncio.sleep(60), demo.watch(types.SimpleNamespace(process=process))))

    def test_picture_shows_its_name_and_its_caption(self):
        content = {"msgtype": "m.image", "filename": "board-1-1-0.png", "body": "the board",
                   "format": "org.matrix.custom.html", "formatted_body": "<p>the board</p>"}
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

    def test_list_of_packages_breaks_between_words(self):
        packages = [f"libpackage{number}-dev" for number in range(20)]
        script = '. "$0" && say installing: "$@"'
        done = subprocess.run(["bash", "-c", script, DEPLOY / "common.sh", *packages],
                              capture_output=True, text=True, check=True)
        lines = done.stdout.splitlines()
        self.assertLessEqual(max(map(len, lines)), 80)
        self.assertEqual(done.stdout.split(), ["==>", "installing:", *packages])

    def test_unknown_option_is_named(self):
        script = DEPLOY / "quickstart.sh"
        done = subprocess.run([script, "--foo"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("--foo", done.stderr)
        self.assertIn("--demo", done.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
