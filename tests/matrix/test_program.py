"""Secrets and connections of the program. Run: test_program.py ENGARDE_BOT [unittest options]"""

import contextlib
import os
import re
import signal
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

from homeserver import ME, PATIENCE, Homeserver, member, text

ROOM, ANN, BOB = "!room:here", "@ann:here", "@bob:here"
PASSWORD = "correct-horse-battery-staple"
PROGRAM = None


class Program(unittest.TestCase):
    def setUp(self):
        self.hs = Homeserver()
        self.addCleanup(self.hs.close)
        self.hs.password = PASSWORD
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.log = []

    def start(self, *options, url=None, user=ME, by_file=False, more="", **environment):
        config, file = self.folder / "engarde.yaml", self.folder / "password"
        file.touch(0o600)
        file.write_text(PASSWORD)
        config.write_text(
            f'matrix: {{homeserver: "{url or self.hs.url}", user: "{user}", password_file: {file}}}\n'
            f"store: {self.folder}/store\nlog: {{level: debug}}\n{more}")
        self.bot = subprocess.Popen(
            [PROGRAM, "--config", config, *options], stderr=subprocess.PIPE, text=True,
            env=os.environ | environment | ({} if by_file else {"ENGARDE_PASSWORD": PASSWORD}))
        self.addCleanup(self.bot.stderr.close)
        self.addCleanup(self.stop)
        threading.Thread(target=lambda: self.log.extend(self.bot.stderr), daemon=True).start()

    def stop(self):
        if self.bot.poll() is None:
            self.bot.send_signal(signal.SIGTERM)
        self.assertIn(self.bot.wait(PATIENCE), (0, 1, 78), self.log)

    def wait(self, condition):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := condition():
                return found
            time.sleep(0.01)
        self.fail(f"waited in vain; {self.log}, {[r[0] for r in self.hs.requests[-9:]]}")

    def logged_in(self):
        return self.wait(lambda: self.hs.asked("GET .*/sync")[1:])

    def say(self, *bodies, sender=ANN):
        self.hs.batch(join={ROOM: [text(sender, body) for body in bodies]})

    def test_servers_of_one_person_share_the_limit_of_newcomers(self):
        self.start(more="limits: {newcomers_of_server_per_minute: 1, sender_per_minute: 0, room_per_minute: 0}\n")
        self.hs.batch(join={ROOM: [member(ME)]})
        self.logged_in()
        for sender in ("@a:evil.org", "@b:evil.org:8008", "@c:c.evil.org", "@d:D.d.evil.org.:1"):
            self.say("!engarde about", sender=sender)
        self.say("!engarde stats", sender="@eve:evil.net")
        self.wait(lambda: any("@eve:evil.net" in c["body"] for _, c in self.hs.sent))
        self.assertEqual(len([c for _, c in self.hs.sent if "Reiner Knizia" in c["body"]]), 1)

    def test_opponent_may_be_an_id_without_its_at_or_a_typed_link(self):
        self.start()
        self.hs.joined[ROOM] = [ME, ANN, BOB]
        self.hs.batch(join={ROOM: [member(ME)]})
        self.logged_in()
        for opponent in BOB[1:], f"https://matrix.to/#/{BOB}", f"https://matrix.to/#/%40{BOB[1:]}?via=here":
            seen = len(self.hs.sent)
            self.say(f"!engarde challenge {opponent}")
            self.wait(lambda: any("challenges" in c["body"] and BOB[1:4] in c["body"] for _, c in self.hs.sent[seen:]))
            self.say("!engarde cancel")
            self.wait(lambda: any("challenges" not in c["body"] for _, c in self.hs.sent[seen:]))

    def test_edit_of_a_command_in_a_thread_is_answered_in_the_thread(self):
        self.start()
        self.hs.batch(join={ROOM: [member(ME)]})
        self.logged_in()
        thread = {"rel_type": "m.thread", "event_id": "$first"}
        wrong = text(ANN, "!engarde abuot", **{"m.relates_to": thread})
        self.hs.batch(join={ROOM: [wrong]})
        self.wait(lambda: self.hs.sent)
        self.hs.batch(join={ROOM: [text(ANN, "* !engarde about", **{
            "m.new_content": {"msgtype": "m.text", "body": "!engarde about"},
            "m.relates_to": {"rel_type": "m.replace", "event_id": wrong["event_id"]}})]})
        self.wait(lambda: any("Reiner Knizia" in c["body"] for _, c in self.hs.sent))
        for _, content in self.hs.sent:
            self.assertEqual(content["m.relates_to"]["event_id"], "$first")

    def match_begins(self):
        """Begins a match and waits until the bot has sent both hands."""
        self.hs.batch(join={ROOM: [member(ME)]})
        self.logged_in()
        self.say(f"!engarde challenge {BOB}", "a message of nobody's business")
        self.wait(lambda: any("challenges" in c["body"] for _, c in self.hs.sent))
        self.say("!engarde accept", sender=BOB)
        return self.wait(lambda: [c["body"] for _, c in self.hs.sent if "Your hand" in c["body"]])

    def test_log_at_level_debug_has_no_secret(self):
        self.start()
        hands = self.match_begins()
        self.hs.fault("/sync", 403, {"errcode": "M_FORBIDDEN", "error": PASSWORD})
        self.wait(lambda: [line for line in self.log if "sync_failed" in line])
        self.stop()
        with contextlib.closing(sqlite3.connect(self.folder / "store")) as store:
            secrets = [row[0] for row in store.execute("SELECT secret FROM shuffles")]
            decks = [row[0] for row in store.execute("SELECT deck FROM rounds")]
        cards = [re.search(r"Your hand: ([\d ]+)", hand)[1].strip() for hand in hands]
        self.assertTrue(self.log and secrets and decks and cards)
        for secret in [PASSWORD, *self.hs.tokens, *secrets, *decks, *cards, "Bearer",
                       "nobody's business"]:
            self.assertNotIn(secret, "".join(self.log))

    def memory(self):
        """Returns the writable memory of the process, without the shadow memory of sanitizers."""
        with open(f"/proc/{self.bot.pid}/maps") as maps, \
                open(f"/proc/{self.bot.pid}/mem", "rb") as memory:
            for line in maps:
                area, rights = line.split()[:2]
                first, end = (int(number, 16) for number in area.split("-"))
                if rights.startswith("rw") and end - first < 1 << 30:
                    memory.seek(first)
                    with contextlib.suppress(OSError):
                        yield memory.read(end - first)

    def test_password_is_removed_from_the_environment(self):
        # With this option the test may read the bot's memory. Without this option only root may.
        self.start("--core-dumps")
        self.logged_in()
        environment = Path(f"/proc/{self.bot.pid}/environ").read_bytes()
        self.assertIn(b"ENGARDE_PASSWORD", environment)
        self.assertNotIn(PASSWORD.encode(), environment)

    def test_password_stands_in_memory_once(self):
        self.start("--core-dumps", by_file=True)
        self.logged_in()
        copies = sum(area.count(PASSWORD.encode()) for area in self.memory())
        self.assertEqual(copies, 1)

    def core_limit(self):
        limits = Path(f"/proc/{self.bot.pid}/limits").read_text()
        return re.search(r"Max core file size +(\S+) +(\S+)", limits).groups()

    def test_core_is_dumped_only_if_asked_for(self):
        self.start()
        self.logged_in()
        self.assertEqual(self.core_limit(), ("0", "0"))
        self.stop()
        before = self.hs.asked("GET .*/sync")
        self.start("--core-dumps")
        self.wait(lambda: len(self.hs.asked("GET .*/sync")) > len(before))
        mine = re.search(r"Max core file size +(\S+) +(\S+)", Path("/proc/self/limits").read_text())
        self.assertEqual(self.core_limit(), mine.groups())

    def serve_tls(self):
        """Lets the homeserver have a certificate that it has signed itself. Returns the file."""
        key, certificate = self.folder / "key.pem", self.folder / "certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-keyout", key, "-out", certificate, "-days", "2", "-subj",
             "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
            check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self.hs.http.socket = context.wrap_socket(self.hs.http.socket, server_side=True)
        self.hs.url = self.hs.url.replace("http:", "https:")
        return certificate

    def test_certificate_without_a_known_issuer_is_refused(self):
        self.serve_tls()
        self.start()
        self.wait(lambda: [line for line in self.log if "login_failed" in line])
        self.assertIn("(matrix.ca_file names the certificates of your own authority)", "".join(self.log))
        self.assertEqual(self.hs.requests, [])

    def test_certificate_of_a_named_authority_is_trusted(self):
        certificate = self.serve_tls()
        self.start(ENGARDE_MATRIX__CA_FILE=str(certificate))
        self.logged_in()

    def trouble(self, url, **environment):
        """Starts the bot with an environment that names a proxy. This proxy does not exist. Returns
        the log line about the failed login."""
        self.log.clear()
        self.start(url=url, https_proxy="http://127.0.0.1:1", **environment)
        found = self.wait(lambda: [line for line in self.log if "login_failed" in line])
        self.stop()
        return found[0]

    def test_proxy_is_used_except_for_the_hosts_of_no_proxy(self):
        elsewhere, by_proxy = "https://homeserver.invalid", "127.0.0.1 port 1"
        self.assertIn(by_proxy, self.trouble(elsewhere))
        self.assertNotIn(by_proxy, self.trouble(elsewhere, no_proxy="invalid"))
        self.assertNotIn(by_proxy, self.trouble(elsewhere, NO_PROXY="homeserver.invalid"))
        self.assertIn("127.0.0.1 port 2", self.trouble("https://127.0.0.1:2"))

    def test_redirect_is_not_followed(self):
        other = Homeserver()
        self.addCleanup(other.close)
        for status in 301, 307, 308:
            self.hs.fault("/login", status, b"", {"Location": f"{other.url}/_matrix/client/v3/login"})
        self.start()
        self.logged_in()
        self.assertEqual(len(self.hs.asked("/login")), 4)
        self.assertEqual(other.requests, [])

    def test_log_says_that_no_homeserver_answers(self):
        page = b"<html>log in</html>"
        for status, why in ((404, "no Matrix error code: no homeserver answers at this address"),
                            (200, "not JSON: no homeserver answers at this address"),
                            (302, "redirects to another one")):
            self.log.clear()
            self.hs.fault("/login", status, page, {"Content-Type": "text/html", "Location": "/"})
            self.start()
            self.wait(lambda: [line for line in self.log if "login_failed" in line and why in line])
            self.stop()

    def test_log_names_the_address_that_the_accounts_server_names(self):
        self.hs.fault("/login", 404, b"<html>no Matrix here</html>", times=3)
        self.hs.fault("/.well-known/matrix/client", 200, {"m.homeserver": {"base_url": "https://elsewhere.example"}})
        self.start(user=f"@bot:{self.hs.url.removeprefix('http://')}")
        self.wait(lambda: [line for line in self.log if "homeserver_elsewhere" in line])
        self.assertIn("address=https://elsewhere.example", "".join(self.log))
        self.wait(lambda: len(self.hs.asked("/login")) > 2)
        self.assertEqual(len(self.hs.asked("well-known")), 1)

    def test_log_names_the_right_address_if_nothing_answers(self):
        self.hs.fault("/.well-known/matrix/client", 200, {"m.homeserver": {"base_url": "https://elsewhere.example"}})
        self.start(user=f"@bot:{self.hs.url.removeprefix('http://')}", url="https://homeserver.invalid")
        self.wait(lambda: [line for line in self.log if "homeserver_elsewhere" in line])
        self.assertIn("address=https://elsewhere.example", "".join(self.log))
        self.assertEqual(len([line for line in self.log if "login_failed" in line]), 3)

    def test_log_names_the_right_address_if_a_web_server_has_no_homeserver_behind_it(self):
        self.hs.fault("/login", 502, b"<html>bad gateway</html>", times=9)
        self.hs.fault("/.well-known/matrix/client", 200, {"m.homeserver": {"base_url": "https://elsewhere.example"}})
        self.start(user=f"@bot:{self.hs.url.removeprefix('http://')}")
        self.wait(lambda: [line for line in self.log if "homeserver_elsewhere" in line])

    def test_log_names_an_address_at_which_nothing_answers(self):
        self.start(url="https://homeserver.invalid")
        self.wait(lambda: [line for line in self.log if "homeserver_silent" in line])
        self.assertIn("address=https://homeserver.invalid", "".join(self.log))
        self.assertEqual(len([line for line in self.log if "login_failed" in line]), 6)

    def test_address_without_https_is_refused(self):
        for url in ("http://example.org", "http://127.0.0.1.example.org", "file:///etc/passwd",
                    "ftp://example.org", "example.org", "https://"):
            self.start(url=url)
            self.assertEqual(self.bot.wait(PATIENCE), 78, url)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(argv=sys.argv[:1] + (sys.argv[1:] or ["Program"]))
