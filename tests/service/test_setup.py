"""engarde-bot setup, at a terminal and by flags, with a homeserver that is only as real as it needs to be.

Run: test_setup.py PROGRAM [unittest options]
"""

import json
import os
import pty
import select
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["ENGARDE_BOT"]
PASSWORD, TOKEN = "correct horse", "syt_given"
VERSIONS = "/_matrix/client/versions"
LOGIN = "/_matrix/client/v3/login"
WHOAMI = "/_matrix/client/v3/account/whoami"
METADATA = "/_matrix/client/v1/auth_metadata"
WELL_KNOWN = "/.well-known/matrix/client"


class Server:
    """Answers by path; what is not there is 404."""

    def __init__(self):
        self.asked = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                size = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(size)
                server.asked.append(f"{self.command} {self.path}")
                status, answer = server.answer(self.command, self.path, body, self.headers)
                data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
                self.send_response(status)
                if status in (301, 302):
                    self.send_header("Location", answer["to"])
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_POST = do_PUT = do_GET

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.name = f"127.0.0.1:{self.http.server_port}"
        self.url = f"http://{self.name}"
        self.user = f"@engarde:{self.name}"
        self.pages = {
            ("GET", VERSIONS): (200, {"versions": ["r0.6.1", "v1.1", "v1.11"]}),
            ("GET", LOGIN): (200, {"flows": [{"type": "m.login.password"}]}),
        }
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def close(self):
        self.http.shutdown()
        self.http.server_close()

    def answer(self, method, path, body, headers):
        if (method, path) in self.pages:
            return self.pages[method, path]
        if (method, path) == ("POST", LOGIN):
            asked = json.loads(body)
            if asked["password"] != PASSWORD:
                return 403, {"errcode": "M_FORBIDDEN", "error": "no"}
            return 200, {"user_id": self.user, "device_id": asked["device_id"], "access_token": "t"}
        if (method, path) == ("GET", WHOAMI):
            if headers["Authorization"] != f"Bearer {TOKEN}":
                return 401, {"errcode": "M_UNKNOWN_TOKEN", "error": "no"}
            return 200, {"user_id": self.user, "device_id": "D"}
        return 404, {"errcode": "M_UNRECOGNIZED", "error": "no"}


class Case(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.config = self.folder / "etc/engarde.yaml"
        self.command = [PROGRAM, "--config", str(self.config),
                        "--store", str(self.folder / "lib/engarde.db"), "setup"]
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("ENGARDE_")}

    def run_by_flags(self, *flags, secret=PASSWORD, status=0):
        done = subprocess.run(
            [*self.command, *flags], input=secret + "\n", env=self.environment,
            capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def files(self):
        return sorted(str(p.relative_to(self.folder)) for p in self.folder.rglob("*") if p.is_file())

    def mode(self, name):
        return stat.S_IMODE((self.folder / name).stat().st_mode)

    def check(self, secret, kind="password"):
        """What was written is what the bot can run with."""
        self.assertEqual(self.files(), sorted([f"etc/{kind}", "etc/engarde.yaml", "lib/engarde.db"]))
        self.assertEqual((self.folder / "etc" / kind).read_text(), secret)
        self.assertEqual(self.mode(f"etc/{kind}"), 0o600)
        self.assertIn(self.mode("etc/engarde.yaml"), (0o640, 0o644) if os.geteuid() == 0 else (0o640,))
        self.assertEqual(self.mode("lib/engarde.db"), 0o600)
        self.assertEqual(self.mode("lib"), 0o700)
        self.assertNotIn(secret, self.config.read_text())
        done = subprocess.run([PROGRAM, "--check-config", "--config", str(self.config)],
                              env=self.environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def nothing_written(self):
        self.assertEqual(self.files(), [])


class Flags(Case):
    def test_by_flags_and_a_line_of_input(self):
        said = self.run_by_flags("--user", self.server.user, "--homeserver", self.server.url)
        self.check(PASSWORD)
        self.assertIn("Matrix r0.6.1 to v1.11", said)
        self.assertIn("!eg challenge", said)
        self.assertNotIn(PASSWORD, said)

    def test_the_homeserver_is_found(self):
        self.run_by_flags("--user", self.server.user)
        self.check(PASSWORD)
        self.assertIn(f"GET {WELL_KNOWN}", self.server.asked)

    def test_the_homeserver_that_well_known_names_is_taken(self):
        other = Server()
        self.addCleanup(other.close)
        other.user = self.server.user
        self.server.pages["GET", WELL_KNOWN] = 200, {"m.homeserver": {"base_url": other.url + "/"}}
        self.run_by_flags("--user", self.server.user)
        self.check(PASSWORD)
        self.assertIn(f"POST {LOGIN}", other.asked)
        self.assertNotIn(f"POST {LOGIN}", self.server.asked)

    def test_well_known_is_found_behind_a_redirect(self):
        other = Server()
        self.addCleanup(other.close)
        other.user = self.server.user
        other.pages["GET", "/there"] = 200, {"m.homeserver": {"base_url": other.url}}
        self.server.pages["GET", WELL_KNOWN] = 302, {"to": other.url + "/there"}
        self.run_by_flags("--user", self.server.user)
        self.assertIn(f"POST {LOGIN}", other.asked)

    def test_well_known_that_is_nonsense_is_said_and_passed_over(self):
        for answer in (b"<html>", {"m.homeserver": 7}, {"m.homeserver": {"base_url": ""}},
                       {"m.homeserver": {"base_url": "x" * 5000}}, b"[" * 100_000):
            with self.subTest(answer=str(answer)[:40]):
                self.server.pages["GET", WELL_KNOWN] = 200, answer
                said = self.run_by_flags("--user", self.server.user, "--force")
                self.assertIn("nothing that can be understood", said)

    def test_a_plain_address_elsewhere_is_refused(self):
        self.server.pages["GET", WELL_KNOWN] = (
            200, {"m.homeserver": {"base_url": "http://example.org"}})
        said = self.run_by_flags("--user", self.server.user, status=1)
        self.assertIn("must begin with https://", said)
        self.nothing_written()

    def test_the_session_goes_on_when_the_bot_starts(self):
        self.run_by_flags("--user", self.server.user)
        logins = self.server.asked.count(f"POST {LOGIN}")
        bot = subprocess.Popen([PROGRAM, "--config", str(self.config)], env=self.environment,
                               stderr=subprocess.DEVNULL)
        end = time.monotonic() + 20
        while not any("/sync" in line for line in self.server.asked):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)
        bot.terminate()
        bot.wait()
        self.assertEqual(self.server.asked.count(f"POST {LOGIN}"), logins)

    def test_an_access_token(self):
        self.run_by_flags("--user", self.server.user, "--token", secret=TOKEN)
        self.check(TOKEN, "access-token")
        self.assertNotIn(f"POST {LOGIN}", self.server.asked)

    def test_a_wrong_secret_leaves_nothing_behind(self):
        said = self.run_by_flags("--user", self.server.user, secret="wrong", status=1)
        self.assertIn("refuses the log-in", said)
        self.nothing_written()
        said = self.run_by_flags("--user", self.server.user, "--token", secret="wrong", status=1)
        self.assertIn("does not know the access token", said)
        self.nothing_written()
        # And the next account is not taken for another one.
        self.server.user = self.server.user.replace("engarde", "fencer")
        self.run_by_flags("--user", self.server.user)

    def test_a_token_of_another_account_is_refused(self):
        user, self.server.user = self.server.user, "@other:here"
        said = self.run_by_flags("--user", user, "--token", secret=TOKEN, status=1)
        self.assertIn("another account", said)
        self.nothing_written()

    def test_what_is_missing_is_said(self):
        self.assertIn("--user", self.run_by_flags(status=1))
        self.assertIn("without a secret", self.run_by_flags("--user", self.server.user, secret="", status=1))
        self.nothing_written()

    def test_an_account_that_is_none_is_refused(self):
        for user in ("engarde", "@engarde", "engarde@example.org", "@a b:c", "@:x", ""):
            self.assertIn("is no Matrix ID", self.run_by_flags("--user", user, status=1), user)
        self.nothing_written()

    def test_a_homeserver_that_is_none_is_refused(self):
        self.server.pages["GET", VERSIONS] = 200, {"hello": "world"}
        said = self.run_by_flags("--user", self.server.user, status=1)
        self.assertIn("no Matrix homeserver", said)
        self.server.pages["GET", VERSIONS] = 200, {"versions": ["\x1b[31m", "v1.1"]}
        self.assertIn("no Matrix homeserver", self.run_by_flags("--user", self.server.user, status=1))
        self.server.close()
        said = self.run_by_flags("--user", self.server.user, status=1)
        self.assertIn("nothing answers there", said)
        self.nothing_written()

    def test_a_busy_homeserver_is_not_waited_for(self):
        self.server.pages["POST", LOGIN] = 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 1}
        said = self.run_by_flags("--user", self.server.user, status=1)
        self.assertIn("try again later", said)
        self.nothing_written()

    def test_without_password_logins_a_token_is_asked_for(self):
        self.server.pages["GET", LOGIN] = 200, {"flows": [{"type": "m.login.sso"}]}
        self.assertIn("--token", self.run_by_flags("--user", self.server.user, status=1))
        self.server.pages["GET", METADATA] = 200, {"issuer": "https://auth.example.org/"}
        said = self.run_by_flags("--user", self.server.user, status=1)
        self.assertIn("mas-cli manage issue-compatibility-token", said)
        self.nothing_written()
        self.run_by_flags("--user", self.server.user, "--token", secret=TOKEN)

    def test_a_configuration_that_is_there_stays(self):
        self.config.parent.mkdir()
        self.config.write_text("precious")
        self.assertIn("--force", self.run_by_flags("--user", self.server.user, status=1))
        self.assertEqual(self.config.read_text(), "precious")
        self.run_by_flags("--user", self.server.user, "--force")
        self.assertEqual((self.folder / "etc/engarde.yaml.old").read_text(), "precious")

    def test_an_odd_secret_is_kept_as_it_is(self):
        for secret in ('"quotes" \\ and: #yaml', "pässwörd €", " spaces "):
            global PASSWORD
            before, PASSWORD = PASSWORD, secret
            try:
                self.run_by_flags("--user", self.server.user, "--force", secret=secret)
                self.assertEqual((self.folder / "etc/password").read_text(), secret)
            finally:
                PASSWORD = before

    def test_a_secret_without_end_is_refused(self):
        self.run_by_flags("--user", self.server.user, secret="x" * 100_000, status=1)
        self.nothing_written()


class AtTerminal(Case):
    """A person types at it."""

    def start(self, *flags):
        self.terminal, end = pty.openpty()
        # Not pty.fork: the server's threads may hold what the child would need before it is another.
        self.child = subprocess.Popen(["setsid", "--ctty", *self.command, *flags], stdin=end,
                                      stdout=end, stderr=end, env=self.environment)
        os.close(end)
        self.shown = ""
        self.addCleanup(os.close, self.terminal)
        alarm = threading.Timer(120, self.child.kill)
        alarm.start()
        self.addCleanup(alarm.cancel)

    def read(self, patience):
        if not select.select([self.terminal], [], [], patience)[0]:
            return False
        try:
            data = os.read(self.terminal, 4096)
        except OSError:  # the other end is closed
            return False
        self.shown += data.decode()
        return bool(data)

    def type(self, prompt, line):
        """Waits for the prompt at the end of what is shown, and answers it."""
        while not self.shown.endswith(prompt):
            self.assertTrue(self.read(60), f"no {prompt!r} in {self.shown!r}")
        self.shown += "|"
        os.write(self.terminal, line.encode())

    def end(self, status=0):
        while self.read(60):
            pass
        self.assertEqual(self.child.wait(), status, self.shown)


class Terminal(AtTerminal):
    def test_a_person_is_led_through(self):
        self.start()
        self.type("@engarde:example.org: ", self.server.user + "\n")
        self.type(f"[{self.server.url}]: ", "\n")
        self.type("an access token instead): ", PASSWORD + "\n")
        self.end()
        self.check(PASSWORD)
        self.assertNotIn(PASSWORD, self.shown)
        self.assertIn("is logged in", self.shown)

    def test_nothing_for_a_password_is_a_token_instead(self):
        self.start("--user", self.server.user, "--homeserver", self.server.url)
        self.type("an access token instead): ", "\n")
        self.type("Its access token: ", TOKEN + "\n")
        self.end()
        self.check(TOKEN, "access-token")
        self.assertNotIn(TOKEN, self.shown)

    def test_a_configuration_that_is_there_is_asked_about(self):
        self.config.parent.mkdir()
        self.config.write_text("precious")
        self.start("--user", self.server.user)
        self.type("[no]: ", "\n")
        self.end(1)
        self.assertEqual(self.config.read_text(), "precious")
        self.start("--user", self.server.user, "--homeserver", self.server.url)
        self.type("[no]: ", "yes\n")
        self.type("an access token instead): ", PASSWORD + "\n")
        self.end()
        self.assertIn(self.server.url, self.config.read_text())

    def test_an_interrupt_at_the_password_leaves_nothing_and_the_echo_on(self):
        import termios
        self.start("--user", self.server.user, "--homeserver", self.server.url)
        self.type("an access token instead): ", "half a pass")
        self.assertFalse(termios.tcgetattr(self.terminal)[3] & termios.ECHO)
        os.write(self.terminal, b"\x03")
        while "nothing was written" not in self.shown and self.read(60):
            pass
        self.assertTrue(termios.tcgetattr(self.terminal)[3] & termios.ECHO)
        self.end(1)
        self.assertNotIn("half a pass", self.shown)
        self.nothing_written()

    def test_the_end_of_input_leaves_nothing(self):
        self.start()
        self.type("@engarde:example.org: ", "\x04")
        self.end(1)
        self.nothing_written()


if __name__ == "__main__":
    unittest.main(verbosity=2)
