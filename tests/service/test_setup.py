"""The command setup, at a terminal and with options, against a small fake homeserver.

Run: test_setup.py PROGRAM with|without [unittest options]
The second argument says whether the program was built with encryption.
"""

import contextlib
import json
import os
import pty
import select
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PROGRAM = sys.argv.pop(1)
# "with" or "without", as the program was built; the tests that import this file do not need it
ENCRYPTION = sys.argv.pop(1) if __name__ == "__main__" else None
PASSWORD, TOKEN = "correct horse", "syt_given"
VERSIONS = "/_matrix/client/versions"
LOGIN = "/_matrix/client/v3/login"
KEYS_QUERY = "/_matrix/client/v3/keys/query"
WHOAMI = "/_matrix/client/v3/account/whoami"
METADATA = "/_matrix/client/v1/auth_metadata"
WELL_KNOWN = "/.well-known/matrix/client"


class Server:
    """A homeserver that has an answer for each path in `pages`, and answers all other paths with
    404."""

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

    def run_with_options(self, *flags, secret=PASSWORD, status=0):
        done = subprocess.run(
            [*self.command, *flags], input=secret + "\n", env=self.environment,
            capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def files(self):
        return sorted(str(p.relative_to(self.folder)) for p in self.folder.rglob("*") if p.is_file())

    def mode(self, name):
        return stat.S_IMODE((self.folder / name).stat().st_mode)

    def check(self, secret, kind="password"):
        """Checks that the bot can run with the files that setup has written."""
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

    def check_no_files(self):
        self.assertEqual(self.files(), [])


class Options(Case):
    def test_options_and_one_line_of_input(self):
        said = self.run_with_options("--user", self.server.user, "--homeserver", self.server.url)
        self.check(PASSWORD)
        self.assertIn("Matrix r0.6.1 to v1.11", said)
        self.assertIn("!eg challenge", said)
        self.assertEqual("into a room without encryption" in said, ENCRYPTION == "without")
        # the unit does not use this configuration
        self.assertNotIn("systemctl", said)
        self.assertNotIn(PASSWORD, said)

    def test_homeserver_without_well_known(self):
        self.run_with_options("--user", self.server.user)
        self.check(PASSWORD)
        self.assertIn(f"GET {WELL_KNOWN}", self.server.asked)

    def test_homeserver_from_well_known(self):
        other = Server()
        self.addCleanup(other.close)
        other.user = self.server.user
        self.server.pages["GET", WELL_KNOWN] = 200, {"m.homeserver": {"base_url": other.url + "/"}}
        self.run_with_options("--user", self.server.user)
        self.check(PASSWORD)
        self.assertIn(f"POST {LOGIN}", other.asked)
        self.assertNotIn(f"POST {LOGIN}", self.server.asked)

    def test_well_known_behind_a_redirect(self):
        other = Server()
        self.addCleanup(other.close)
        other.user = self.server.user
        other.pages["GET", "/there"] = 200, {"m.homeserver": {"base_url": other.url}}
        self.server.pages["GET", WELL_KNOWN] = 302, {"to": other.url + "/there"}
        self.run_with_options("--user", self.server.user)
        self.assertIn(f"POST {LOGIN}", other.asked)

    def test_bad_well_known_is_reported_and_ignored(self):
        for answer in (b"<html>", {"m.homeserver": 7}, {"m.homeserver": {"base_url": ""}},
                       {"m.homeserver": {"base_url": "x" * 5000}}, b"[" * 100_000,
                       {"m.homeserver": {"base_url": "https://example.org/\x1b[2J"}}):
            with self.subTest(answer=str(answer)[:40]):
                self.server.pages["GET", WELL_KNOWN] = 200, answer
                said = self.run_with_options("--user", self.server.user, "--force")
                self.assertIn("can't be understood", said)
                self.assertNotIn("\x1b", said)

    def test_wrong_address_brings_the_right_one(self):
        self.server.pages["GET", WELL_KNOWN] = 200, {"m.homeserver": {"base_url": "http://127.0.0.1:2"}}
        said = self.run_with_options("--user", self.server.user, "--homeserver", "http://127.0.0.1:1", status=1)
        self.assertIn("names the address http://127.0.0.1:2 for its homeserver", said)
        self.check_no_files()

    def test_plain_http_to_another_machine_is_refused(self):
        self.server.pages["GET", WELL_KNOWN] = (
            200, {"m.homeserver": {"base_url": "http://example.org"}})
        said = self.run_with_options("--user", self.server.user, status=1)
        self.assertIn("use https", said)
        self.check_no_files()

    def test_bot_starts_with_the_session_of_setup(self):
        self.run_with_options("--user", self.server.user)
        logins = self.server.asked.count(f"POST {LOGIN}")
        bot = subprocess.Popen([PROGRAM, "--config", str(self.config)], env=self.environment,
                               stderr=subprocess.DEVNULL)
        end = time.monotonic() + 120
        while not any("/sync" in line for line in self.server.asked):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)
        bot.terminate()
        bot.wait()
        self.assertEqual(self.server.asked.count(f"POST {LOGIN}"), logins)

    def test_bot_says_that_it_waits_for_the_store(self):
        self.run_with_options("--user", self.server.user)
        other = sqlite3.connect(self.folder / "lib/engarde.db", isolation_level=None)
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        bot = subprocess.Popen([PROGRAM, "--config", str(self.config)], env=self.environment,
                               stderr=subprocess.PIPE, text=True)
        self.addCleanup(bot.stderr.close)
        self.addCleanup(bot.wait)
        self.addCleanup(bot.kill)
        self.assertIn("in use by another process; waiting", bot.stderr.readline())
        other.close()
        threading.Thread(target=bot.stderr.read, daemon=True).start()
        end = time.monotonic() + 120
        while not any("/sync" in line for line in self.server.asked):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def test_access_token(self):
        self.run_with_options("--user", self.server.user, "--token", secret=TOKEN)
        self.check(TOKEN, "access-token")
        self.assertNotIn(f"POST {LOGIN}", self.server.asked)

    def test_wrong_secret_leaves_no_files(self):
        said = self.run_with_options("--user", self.server.user, secret="wrong", status=1)
        self.assertIn("refuses the log-in", said)
        self.check_no_files()
        said = self.run_with_options("--user", self.server.user, "--token", secret="wrong", status=1)
        self.assertIn("does not know the access token", said)
        self.check_no_files()
        # setup has stored nothing of the refused account, so another account can log in.
        self.server.user = self.server.user.replace("engarde", "fencer")
        self.run_with_options("--user", self.server.user)

    def test_token_of_another_account_is_refused(self):
        user, self.server.user = self.server.user, "@other:here"
        said = self.run_with_options("--user", user, "--token", secret=TOKEN, status=1)
        self.assertIn(f"logs the bot in as @other:here, but matrix.user is {user}", said)
        self.check_no_files()

    def test_missing_options_are_named(self):
        self.assertIn("--user", self.run_with_options(status=1))
        self.assertIn("give a password", self.run_with_options("--user", self.server.user, secret="", status=1))
        self.check_no_files()

    def test_bad_user_id_is_refused(self):
        for user in ("engarde", "@engarde", "engarde@example.org", "@a b:c", "@:x", ""):
            self.assertIn("is not a whole Matrix ID", self.run_with_options("--user", user, status=1), user)
        self.check_no_files()

    def test_path_that_is_not_utf8_is_refused(self):
        self.command[4] = os.fsencode(self.folder) + b"/\xff.db"
        self.assertIn("not valid UTF-8", self.run_with_options("--user", self.server.user, status=1))
        self.check_no_files()

    def test_server_that_is_no_homeserver_is_refused(self):
        self.server.pages["GET", VERSIONS] = 200, {"hello": "world"}
        said = self.run_with_options("--user", self.server.user, status=1)
        self.assertIn("no Matrix homeserver", said)
        self.server.pages["GET", VERSIONS] = 200, {"versions": ["\x1b[31m", "v1.1"]}
        self.assertIn("no Matrix homeserver", self.run_with_options("--user", self.server.user, status=1))
        self.server.close()
        said = self.run_with_options("--user", self.server.user, status=1)
        self.assertIn("nothing answers there", said)
        self.assertIn("name the address with --homeserver", said)
        said = self.run_with_options("--user", self.server.user, "--homeserver", self.server.url, status=1)
        self.assertNotIn("--homeserver", said)
        self.check_no_files()

    def test_setup_does_not_wait_for_a_busy_homeserver(self):
        self.server.pages["POST", LOGIN] = 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 1}
        said = self.run_with_options("--user", self.server.user, status=1)
        self.assertIn("try again later", said)
        self.check_no_files()

    def test_homeserver_without_passwords_needs_a_token(self):
        self.server.pages["GET", LOGIN] = 200, {"flows": [{"type": "m.login.sso"}]}
        self.assertIn("--token", self.run_with_options("--user", self.server.user, status=1))
        self.server.pages["GET", METADATA] = 200, {"issuer": "https://auth.example.org/"}
        said = self.run_with_options("--user", self.server.user, status=1)
        self.assertIn("mas-cli manage issue-compatibility-token", said)
        self.check_no_files()
        self.run_with_options("--user", self.server.user, "--token", secret=TOKEN)

    def test_existing_configuration_stays(self):
        self.config.parent.mkdir()
        self.config.write_text("precious")
        self.assertIn("--force replaces it", self.run_with_options("--user", self.server.user, status=1))
        self.assertEqual(self.config.read_text(), "precious")
        self.run_with_options("--user", self.server.user, "--force")
        self.assertEqual((self.folder / "etc/engarde.yaml.old").read_text(), "precious")

    def test_other_files_stay(self):
        self.config.parent.mkdir()
        for name in ("engarde.yaml", "engarde.yaml.old", "engarde.yaml.new", "password", "password.old",
                     "password.new"):
            (self.config.parent / name).write_text(name)
        said = self.run_with_options("--user", self.server.user, "--force")
        for name in ("engarde.yaml.old", "engarde.yaml.new", "password.old", "password.new"):
            self.assertEqual((self.config.parent / name).read_text(), name)
        for name in ("engarde.yaml", "password"):
            self.assertEqual((self.config.parent / f"{name}.old-2").read_text(), name)
            self.assertIn(f"{name}.old-2", said)

    def check_key_file(self, file, status):
        """Returns what the bot says about this file of the recovery key."""
        self.config.write_text(self.config.read_text() + f"encryption:\n  recovery_key_file: {file}\n")
        before = file.read_bytes()
        done = subprocess.run([PROGRAM, "--check-config", "--config", str(self.config)],
                              env=self.environment, capture_output=True, text=True)
        said = done.stdout + done.stderr
        self.assertEqual(done.returncode, status, said)
        self.assertEqual(file.read_bytes(), before)
        if status:
            self.assertIn(f"encryption.recovery_key_file: {file}: ", said)
        return said

    @unittest.skipUnless(ENCRYPTION == "with", "needs encryption")
    def test_recovery_key_has_a_file_of_its_own(self):
        self.run_with_options("--user", self.server.user)
        before = self.config.read_text()
        key, link = self.folder / "key", self.folder / "link"
        link.symlink_to(self.config)
        for file in (self.folder / "etc/password", link, self.folder / "lib/engarde.db"):
            self.assertIn("is also the file of", self.check_key_file(file, 78))
            self.config.write_text(before)
        for text in ("buy milk\ncall ann\n", "", "x" * 5000, "\n"):
            key.write_text(text)
            self.assertIn("is no recovery key", self.check_key_file(key, 78))
            self.config.write_text(before)
        key.write_text("EsTj \n\n")
        self.assertNotIn(str(key), self.check_key_file(key, 0))
        (self.folder / "lib/engarde.db").unlink() # a new bot
        self.config.write_text(before)
        self.assertIn("never replaces it", self.check_key_file(key, 0))

    def test_odd_secret_is_not_changed(self):
        for secret in ('"quotes" \\ and: #yaml', "pässwörd €", " spaces "):
            global PASSWORD
            before, PASSWORD = PASSWORD, secret
            try:
                self.run_with_options("--user", self.server.user, "--force", secret=secret)
                self.assertEqual((self.folder / "etc/password").read_text(), secret)
            finally:
                PASSWORD = before

    def test_endless_secret_is_refused(self):
        self.run_with_options("--user", self.server.user, secret="x" * 100_000, status=1)
        self.check_no_files()


@unittest.skipUnless(ENCRYPTION == "with", "the program was built without encryption")
class Identity(Case):
    """The account has a cross-signing identity of an earlier bot."""

    def setUp(self):
        super().setUp()
        self.server.pages["POST", KEYS_QUERY] = 200, {"master_keys": {self.server.user: {"keys": {}}}}

    def wish(self):
        with contextlib.closing(sqlite3.connect(self.folder / "lib/engarde.db")) as store:
            return store.execute("SELECT value FROM adapter_values WHERE key = 'matrix.new_identity'").fetchall()

    def test_setup_writes_nothing_before_the_person_chooses(self):
        said = self.run_with_options("--user", self.server.user, status=1)
        self.assertIn("already has an encryption identity", said)
        self.assertIn(f"{self.folder}/lib/engarde.db.recovery-key", said)
        self.assertIn("--new-identity", said)
        self.check_no_files()

    def test_new_identity_is_wished_for(self):
        self.run_with_options("--user", self.server.user, "--new-identity")
        self.check(PASSWORD)
        self.assertEqual(self.wish(), [("wanted",)])

    def test_recovery_key_is_enough(self):
        (self.folder / "lib").mkdir(mode=0o700)
        (self.folder / "lib/engarde.db.recovery-key").write_text("EsTj\n")
        self.run_with_options("--user", self.server.user)
        self.assertEqual(self.wish(), [])

    def test_token_can_not_replace_the_identity(self):
        for flags in ((), ("--new-identity",)):
            said = self.run_with_options("--user", self.server.user, "--token", *flags, secret=TOKEN, status=1)
            self.assertIn("only for the account's password", said)
            self.check_no_files()

    def test_login_wishes_for_a_new_identity(self):
        del self.server.pages["POST", KEYS_QUERY]
        self.run_with_options("--user", self.server.user)
        self.assertEqual(self.wish(), [])
        done = subprocess.run([PROGRAM, "--config", self.config, "login", "--new-identity"],
                              env=self.environment, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.wish(), [("wanted",)])


class AtTerminal(Case):
    """A terminal at which a person types."""

    def start(self, *flags):
        self.terminal, end = pty.openpty()
        # The test does not call pty.fork, because a thread of the server may hold a lock that the
        # child needs before exec.
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
        """Waits until the terminal shows the prompt, and types the line."""
        while not self.shown.endswith(prompt):
            self.assertTrue(self.read(60), f"no {prompt!r} in {self.shown!r}")
        self.shown += "|"
        os.write(self.terminal, line.encode())

    def end(self, status=0):
        while self.read(60):
            pass
        self.assertEqual(self.child.wait(), status, self.shown)


class Terminal(AtTerminal):
    def test_person_answers_all_questions(self):
        self.start()
        self.type("@engarde:example.org: ", self.server.user + "\n")
        self.type(f"[{self.server.url}]: ", "\n")
        self.type("an access token instead): ", PASSWORD + "\n")
        self.end()
        self.check(PASSWORD)
        self.assertNotIn(PASSWORD, self.shown)
        self.assertIn("is logged in", self.shown)

    def test_wrong_answers_are_asked_again(self):
        user, address, password = "@engarde:example.org", "The address of its homeserver", "instead): "
        self.start()
        self.type(f"{user}: ", "engarde\n")
        self.type(f"{user}: ", self.server.user + "\n")
        self.type(f"[{self.server.url}]: ", "http://127.0.0.1:1\n") # nothing answers there
        self.type(f"{user} [{self.server.user}]: ", "\n")
        self.assertIn(f"names the address {self.server.url} for its homeserver", self.shown)
        self.type(f"{address} [{self.server.url}]: ", "\n")
        self.type(password, "wrong\n")
        self.type(f"{user} [{self.server.user}]: ", "\n")
        self.type(f"{address} [{self.server.url}]: ", "\n")
        self.type(password, PASSWORD + "\n")
        self.end()
        self.check(PASSWORD)

    def test_empty_password_asks_for_a_token(self):
        self.start("--user", self.server.user, "--homeserver", self.server.url)
        self.type("an access token instead): ", "\n")
        self.type("Its access token: ", TOKEN + "\n")
        self.end()
        self.check(TOKEN, "access-token")
        self.assertNotIn(TOKEN, self.shown)

    def test_existing_configuration_asks_the_person(self):
        self.config.parent.mkdir()
        self.config.write_text("precious")
        self.start("--user", self.server.user)
        self.type("[no]: ", "\n")
        self.end(1)
        self.assertEqual(self.config.read_text(), "precious")
        for answer in ("no\n", "n\n", "perhaps\n"):
            self.start("--user", self.server.user)
            self.type("[no]: ", answer)
            self.end(1)
            self.assertEqual(self.config.read_text(), "precious")
        for answer in ("yes\n", "y\n", "Y\n"):
            self.config.write_text("precious")
            self.start("--user", self.server.user, "--homeserver", self.server.url)
            self.type("[no]: ", answer)
            self.type("an access token instead): ", PASSWORD + "\n")
            self.end()
            self.assertIn(self.server.url, self.config.read_text())

    @unittest.skipUnless(ENCRYPTION == "with", "the program was built without encryption")
    def test_person_decides_about_a_new_identity(self):
        self.server.pages["POST", KEYS_QUERY] = 200, {"master_keys": {self.server.user: {"keys": {}}}}
        for answer, status in (("\n", 1), ("no\n", 1), ("yes\n", 0)):
            self.start("--user", self.server.user, "--homeserver", self.server.url)
            self.type("an access token instead): ", PASSWORD + "\n")
            self.type("Make a new identity? (yes or no) [no]: ", answer)
            self.end(status)
            if status:
                self.check_no_files()
        self.check(PASSWORD)

    def test_interrupt_at_the_password_restores_the_terminal(self):
        import termios
        self.start("--user", self.server.user, "--homeserver", self.server.url)
        self.type("an access token instead): ", "half a pass")
        self.assertFalse(termios.tcgetattr(self.terminal)[3] & termios.ECHO)
        os.write(self.terminal, b"\x03")
        while "nothing was written" not in self.shown and self.read(60):
            pass
        self.end(1)
        self.assertTrue(termios.tcgetattr(self.terminal)[3] & termios.ECHO)
        self.assertNotIn("half a pass", self.shown)
        self.check_no_files()

    def test_interrupt_before_a_question_is_not_lost(self):
        answer = self.server.answer

        def interrupt(method, path, *rest):
            if path == VERSIONS:
                self.child.send_signal(signal.SIGINT)
            return answer(method, path, *rest)
        self.server.answer = interrupt
        self.start("--user", self.server.user, "--homeserver", self.server.url)
        self.end(1)
        self.check_no_files()

    def test_end_of_input_leaves_no_files(self):
        self.start()
        self.type("@engarde:example.org: ", "\x04")
        self.end(1)
        self.check_no_files()


if __name__ == "__main__":
    unittest.main(verbosity=2)
