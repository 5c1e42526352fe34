"""The commands setup and login with OAuth 2.0: a person lets the bot in with a browser.

Run: test_login.py PROGRAM [unittest options]
"""

import re
import signal
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import test_setup
from authority import API, DEVICE, DEVICE_GRANT, Authority
from test_setup import LOGIN, METADATA, WHOAMI

NAME = "engarde"


class Server(test_setup.Server):
    """A homeserver whose accounts the OAuth 2.0 server (the authority) manages."""

    def __init__(self, authority):
        super().__init__()
        self.authority = authority
        del self.pages["GET", LOGIN]
        self.pages["GET", METADATA] = 200, authority.metadata()

    def answer(self, method, path, body, headers):
        if (method, path) == ("GET", WHOAMI):
            session = self.authority.session_of((headers["Authorization"] or "")[7:])
            if session is None:
                return 401, {"errcode": "M_UNKNOWN_TOKEN", "error": "no"}
            return 200, {"user_id": self.user.replace(NAME, session.user), "device_id": session.device}
        return super().answer(method, path, body, headers)


class Authorized:
    """A mixin for Case: the homeserver, the OAuth 2.0 server, and what a person reads."""

    def setUp(self):
        super().setUp()
        self.authority = Authority()
        self.addCleanup(self.authority.close)
        self.server.close()
        self.server = Server(self.authority)
        self.flags = ["--user", self.server.user, "--homeserver", self.server.url, "--oauth"]

    def begin(self, *words, program=None):
        """Starts the command. Returns the code that the command shows and that a person needs."""
        self.said = ""
        self.child = subprocess.Popen(
            program or [*self.command, *self.flags, *words], env=self.environment, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.addCleanup(self.child.stdout.close)
        alarm = threading.Timer(120, self.child.kill)
        alarm.start()
        self.addCleanup(alarm.cancel)
        while "Press ^C to stop" not in self.said:
            line = self.child.stdout.readline()
            self.assertTrue(line, self.said)
            self.said += line
        return re.search(r" this code: (\S+)\n", self.said)[1]

    def finish(self, status=0):
        self.said += self.child.stdout.read()
        self.assertEqual(self.child.wait(), status, self.said)

    def check_session(self):
        """Checks that the bot can run with the files, and that no secret is in the configuration."""
        self.assertEqual(self.files(), ["etc/engarde.yaml", "lib/engarde.db"])
        self.assertEqual(self.mode("lib/engarde.db"), 0o600)
        self.assertIn('login: "oauth"', self.config.read_text())
        pair = self.authority.pairs[-1]
        for token in (pair.access, pair.refresh):
            self.assertNotIn(token, self.said + self.config.read_text())
        self.check_config()

    def check_config(self):
        done = subprocess.run([test_setup.PROGRAM, "--check-config", "--config", str(self.config)],
                              env=self.environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


class DeviceGrant(Authorized, test_setup.Case):
    def test_a_person_lets_the_bot_in(self):
        code = self.begin()
        self.assertIn(f"{self.authority.url}/link?code={code}", self.said)
        self.assertIn(self.server.user, self.said)
        while len(self.authority.asks("/token")) < 2:
            time.sleep(0.05)
        self.authority.allow(code, NAME)
        self.finish()
        self.check_session()
        self.assertIn("is logged in", self.said)
        client, = self.authority.clients.values()
        self.assertEqual(client["token_endpoint_auth_method"], "none")
        self.assertEqual(client["grant_types"], [DEVICE_GRANT, "refresh_token"])
        session = self.authority.pairs[-1].session
        self.assertRegex(session.device, "^ENGARDE[A-Z]{10}$")
        self.assertEqual(session.scope, f"{API} {DEVICE}{session.device}")

    def test_slow_down_makes_the_bot_ask_less_often(self):
        code = self.begin()
        self.authority.answer(code, "slow_down")
        while not self.authority.asks("/token"):
            time.sleep(0.05)
        self.authority.allow(code, NAME)
        self.finish()
        self.assertEqual(len(self.authority.asks("/token")), 2)

    def test_server_error_makes_the_bot_ask_again(self):
        self.authority.fault("/token", (502, b"<html>"))
        self.authority.allow(self.begin(), NAME)
        self.finish()
        self.check_session()

    def test_refusal_or_silence_leaves_no_files(self):
        for error, words in (("access_denied", "refused"), ("expired_token", "agreed in time"),
                             ("invalid_grant", "invalid_grant")):
            with self.subTest(error=error):
                self.authority.answer(self.begin(), error)
                self.finish(1)
                self.assertIn(words, self.said)
                self.check_no_files()

    def test_interrupt_leaves_no_files(self):
        self.begin()
        self.child.send_signal(signal.SIGINT)
        self.finish(1)
        self.assertIn("interrupted", self.said)
        self.check_no_files()

    def test_another_account_is_refused_and_logged_out(self):
        self.authority.allow(self.begin(), "ann")
        self.finish(1)
        self.assertIn("another account", self.said)
        self.check_no_files()
        self.assertTrue(self.authority.pairs[-1].session.over)

    def test_second_login_keeps_the_device_and_the_store(self):
        self.authority.allow(self.begin(), NAME)
        self.finish()
        before = self.config.read_text()
        login = [test_setup.PROGRAM, "--config", str(self.config), "login"]
        self.authority.answer(self.begin(program=login), "access_denied")
        self.finish(1)
        self.assertFalse(self.authority.pairs[-1].session.over)
        self.authority.allow(self.begin(program=login), NAME)
        self.finish()
        self.assertEqual(self.config.read_text(), before)
        first, second = (pair.session for pair in self.authority.pairs)
        self.assertEqual(first.device, second.device)

    def test_setup_accepts_an_access_token(self):
        self.flags[-1:] = ["--token"]
        self.run_with_options(*self.flags, secret=self.authority.log_in(NAME, "D"))
        self.assertEqual(self.files(), ["etc/access-token", "etc/engarde.yaml", "lib/engarde.db"])

    def test_setup_without_a_terminal_needs_oauth_or_token(self):
        self.flags.pop()
        self.assertIn("--oauth", self.run_with_options(*self.flags, status=1))
        self.assertIn("use only one of",
                      self.run_with_options(*self.flags, "--oauth", "--token", status=2))
        self.check_no_files()


class BadAnswers(Authorized, test_setup.Case):
    """Answers that break the protocol."""

    def refused(self, words=""):
        said = self.run_with_options(*self.flags, status=1)
        self.assertIn(words, said)
        self.check_no_files()
        return said

    def test_bad_metadata_are_refused(self):
        url = self.authority.url
        for more, words in (
                ({"token_endpoint": "http://example.org/token"}, "no https URL"),
                ({"token_endpoint": "https://who@example.org/token"}, "no https URL"),
                ({"registration_endpoint": "ftp://example.org/"}, "no https URL"),
                ({"registration_endpoint": f"{url}/" + "x" * 2000}, "no https URL"),
                ({"revocation_endpoint": 7}, "no https URL"),
                ({"token_endpoint": ["https://example.org/"]}, "no https URL"),
                ({"device_authorization_endpoint": None}, ""),
                ({"grant_types_supported": "refresh_token"}, "no log-in for devices"),
                ({"grant_types_supported": [DEVICE_GRANT]}, "no refresh tokens"),
                ({"issuer": 7}, "no OAuth 2.0 server")):
            with self.subTest(more=more):
                self.server.pages["GET", METADATA] = 200, self.authority.metadata() | more
                self.refused(words)
        for page in ((200, b"<html>"), (200, []), (200, b"{" * 100_000), (500, {}), (404, {}),
                     (200, b'{"issuer": "' + b"x" * 1_000_000 + b'"}')):
            with self.subTest(page=str(page)[:40]):
                self.server.pages["GET", METADATA] = page
                self.refused()
        self.assertEqual(self.authority.asked, [])

    def test_bad_answers_are_refused(self):
        grant = {"device_code": "d", "user_code": "A", "expires_in": 60, "interval": 1,
                 "verification_uri": "https://example.org/link"}
        for path, answers in {
                "/register": [(200, b"<html>"), (400, {"error": "invalid_client_metadata"}),
                              (201, {}), (201, {"client_id": 7}), (201, {"client_id": "a b"}),
                              (201, {"client_id": "x" * 1000})],
                "/device": [(401, {"error": "invalid_client"}), (200, {}), (200, b"x" * 1_000_000),
                            (200, grant | {"verification_uri": "http://example.org/link"}),
                            (200, grant | {"user_code": "\x1b[2J"}),
                            (200, grant | {"user_code": "x" * 1000}),
                            (200, grant | {"expires_in": "soon"}),
                            (200, grant | {"device_code": None})],
                "/token": [(400, {"error": "invalid_grant"}),
                           (200, {"access_token": "a", "token_type": "Bearer"})]}.items():
            for answer in answers:
                with self.subTest(path=path, answer=str(answer)[:60]):
                    self.authority.fault(path, answer)
                    self.assertNotIn("\x1b", self.refused())

    def test_a_redirect_is_not_followed(self):
        other = Authority()
        self.addCleanup(other.close)
        for path in ("/register", "/device"):
            for status in (301, 307, 308):
                self.authority.fault(path, (status, {}, {"Location": other.url + path}))
                self.refused()
        self.authority.fault("/token", (307, {}, {"Location": other.url + "/token"}))
        self.authority.allow(self.begin(), NAME)
        self.finish()  # the bot does not follow the redirect, but asks the same server again
        self.assertEqual(other.asked, [])


class Typed(Authorized, test_setup.AtTerminal):
    def test_person_at_a_terminal_needs_no_option(self):
        self.start()
        self.type("@engarde:example.org: ", self.server.user + "\n")
        self.type(f"[{self.server.url}]: ", "\n")
        while "Press ^C to stop" not in self.shown:
            self.assertTrue(self.read(60), self.shown)
        self.authority.allow(re.search(r" this code: (\S+)\r", self.shown)[1], NAME)
        self.end()
        self.said = self.shown
        self.check_session()

    def test_setup_asks_for_a_token_without_device_grant(self):
        self.server.pages["GET", METADATA] = 200, self.authority.metadata() | {
            "grant_types_supported": ["authorization_code", "refresh_token"]}
        self.start("--user", self.server.user, "--homeserver", self.server.url)
        self.type("Its access token: ", self.authority.log_in(NAME, "D") + "\n")
        self.end()
        self.assertIn("mas-cli manage issue-compatibility-token", self.shown)


if __name__ == "__main__":
    unittest.main(verbosity=2)
