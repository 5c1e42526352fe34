"""Tokens that expire while the bot runs, and sessions that end. Run: test_login_oauth.py ENGARDE_BOT"""

import contextlib
import random
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from authority import Authority
from homeserver import ME, PATIENCE, Homeserver, member, text

ROOM, ANN = "!room:here", "@ann:here"
PROGRAM = None


class Host(Homeserver):
    """A homeserver that asks the authority (the OAuth server) about tokens. The homeserver has no
    soft logout, like a Synapse with such an authority.
    """

    def __init__(self, authority):
        super().__init__()
        self.authority, self.refused = authority, 0

    def serve(self, handler, raw):
        if handler.path.endswith("/auth_metadata"):
            self.reply(handler, 200, self.authority.metadata(), {})
            return
        super().serve(handler, raw)

    def answer(self, handler, path, query, body):
        token = (handler.headers["Authorization"] or "")[7:]
        session = self.authority.session_of(token)
        if session is None:
            self.refused += 1
            return 401, {"errcode": "M_UNKNOWN_TOKEN", "error": "Token is not active"}
        self.tokens[token] = session.device
        return super().answer(handler, path, query, body)


class Case(unittest.TestCase):
    lifetime = 600

    def setUp(self):
        self.authority = Authority(self.lifetime)
        self.addCleanup(self.authority.close)
        self.hs = Host(self.authority)
        self.addCleanup(self.hs.close)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.log, self.bot, self.said = Path(folder.name), [], None, 0
        self.store = self.folder / "store"
        self.config = self.folder / "engarde.yaml"
        self.config.write_text(
            f'matrix: {{homeserver: "{self.hs.url}", user: "{ME}", login: oauth}}\n'
            f"store: {self.store}\nlog: {{level: debug}}\n"
            "limits: {sender_per_minute: 0, room_per_minute: 0, newcomers_per_minute: 0, newcomers_waiting: 0}\n")
        self.addCleanup(self.end)
        self.log_in()

    def log_in(self):
        login = subprocess.Popen([PROGRAM, "--config", self.config, "login"], stderr=subprocess.PIPE,
                                 text=True)
        said = ""
        while "Press ^C to stop" not in said:
            said += login.stderr.readline()
        self.authority.allow(re.search(r"this code: (\S+)\n", said)[1], "bot")
        said += login.stderr.read()
        login.stderr.close()
        self.assertEqual(login.wait(), 0, said)

    def start(self):
        self.bot = subprocess.Popen(
            [PROGRAM, "--config", self.config], stderr=subprocess.PIPE, text=True,
            # SIGXFSZ stays ignored, so a write beyond the file size limit fails and does not kill
            # the bot.
            restore_signals=False)
        self.reader = threading.Thread(target=self.read, args=(self.bot.stderr,))
        self.reader.start()

    def read(self, pipe):
        self.log.extend(pipe)
        pipe.close()

    def enter(self):
        self.hs.batch(join={ROOM: [member(ME)]})
        self.start()
        self.wait(lambda: self.hs.asked("GET .*/sync")[1:])

    def kill(self):
        self.bot.kill()
        self.wait_for_end()

    def wait_for_end(self):
        status = self.bot.wait(PATIENCE)
        self.reader.join()
        self.bot = None
        return status

    def stop(self):
        self.bot.send_signal(signal.SIGTERM)
        self.assertEqual(self.wait_for_end(), 0, self.log)

    def end(self):
        if self.bot:
            self.kill()

    def wait(self, condition):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := condition():
                return found
            time.sleep(0.01)
        self.fail(f"waited in vain; {self.log[-30:]}, {[r[0] for r in self.hs.requests[-9:]]}")

    def ask(self):
        """Lets a player ask for the list of languages."""
        self.said += 1
        self.hs.batch(join={ROOM: [text(ANN, "!engarde language")]})

    def expect_answers(self):
        self.wait(lambda: len(self.hs.sent) >= self.said)
        self.assertEqual(len(self.hs.sent), self.said)

    def answers(self):
        self.ask()
        self.expect_answers()

    def stored(self):
        with contextlib.closing(sqlite3.connect(self.store)) as store:
            return "".join(row[0] for row in store.execute("SELECT value FROM adapter_values"))


class Renewing(Case):
    def test_token_that_expired_at_the_homeserver_is_renewed(self):
        self.enter()
        self.answers()
        self.authority.expire()
        self.answers()
        self.assertEqual(len(self.authority.refreshes()), 1)
        self.assertGreater(self.hs.refused, 0)

    def test_token_that_expired_while_the_bot_was_down_is_renewed(self):
        self.enter()
        self.stop()
        self.authority.expire()
        self.start()
        self.answers()
        self.assertEqual(len(self.authority.refreshes()), 1)

    def test_next_start_needs_no_renewal(self):
        self.enter()
        self.stop()
        self.start()
        self.answers()
        self.assertEqual(self.authority.refreshes(), [])

    def test_renewal_after_a_lost_answer_uses_the_same_token(self):
        self.enter()
        self.authority.fault("/token", "lost")
        self.authority.expire()
        self.answers()
        first, second = self.authority.refreshes()
        self.assertEqual(first, second)
        self.assertFalse(self.authority.pairs[0].session.over)

    def test_killed_between_the_answer_and_the_store(self):
        self.enter()
        self.authority.killer = self.bot.kill
        self.authority.fault("/token", "kill")
        self.authority.expire()
        self.assertEqual(self.wait_for_end(), -signal.SIGKILL)
        self.start()
        self.answers()
        first, second = self.authority.refreshes()
        self.assertEqual(first, second)

    def test_bot_waits_while_the_authority_is_down(self):
        self.enter()
        for answer in ((502, b"<html>"), (200, b"<html>"), (429, {"error": "invalid_grant"}),
                       (307, {}, {"Location": self.hs.url + "/token"})):
            self.authority.fault("/token", answer)
        self.authority.expire()
        self.answers()
        self.assertEqual(len(self.authority.refreshes()), 5)
        self.assertEqual(self.hs.asked("/token"), [])

    def test_new_token_that_is_refused_makes_no_loop_of_renewals(self):
        self.enter()
        self.authority.lifetime = 0
        self.authority.expire()
        self.wait(lambda: self.authority.refreshes())
        time.sleep(1)
        self.assertEqual(len(self.authority.refreshes()), 1)

    def test_pair_that_can_not_be_stored_is_not_used(self):
        self.enter()
        resource.prlimit(self.bot.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        self.authority.expire()
        self.wait(lambda: len(self.authority.refreshes()) > 1) # it has tried to store the first pair
        self.assertTrue(any(re.search(r'store_failed .*detail="[^"]+ \(\d+\)(: [^"]+)?"', line)
                            for line in self.log))
        self.assertFalse(any(pair.used for pair in self.authority.pairs[1:]))
        resource.prlimit(self.bot.pid, resource.RLIMIT_FSIZE,
                         (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        self.answers()

    def test_session_that_was_ended_ends_the_run_and_says_what_to_do(self):
        self.enter()
        self.answers()
        device = self.authority.pairs[0].session.device
        self.authority.end("bot")
        for _ in "now", "and at the next start":
            self.assertEqual(self.wait_for_end(), 78)
            self.assertIn("engarde-bot login", self.log[-2])
            self.assertNotIn("refresh_token", self.stored())
            self.start()
        self.wait_for_end()
        self.log_in()
        self.start()
        self.answers()
        self.assertEqual(self.authority.pairs[-1].session.device, device)

    def command(self, *words):
        subprocess.run([PROGRAM, "--config", self.config, *words], check=True, capture_output=True)

    def test_restored_store_uses_the_session_of_the_replaced_store(self):
        self.enter()
        self.command("backup", self.folder / "backup")
        self.authority.expire()
        self.answers()
        self.stop()
        self.command("restore", self.folder / "backup")
        self.start()
        self.wait(lambda: self.hs.asked("GET .*/sync")[-1][3].get("since") is not None)
        self.authority.expire()
        self.wait(lambda: len(self.authority.refreshes()) == 2)
        self.stop()
        self.assertFalse(self.authority.pairs[-1].session.over)

    def test_old_copy_alone_needs_a_new_login(self):
        self.enter()
        self.command("backup", self.folder / "backup")
        self.authority.expire()
        self.answers()
        self.stop()
        for part in self.folder.glob("store*"):
            part.unlink()
        self.command("restore", self.folder / "backup")
        self.start()
        self.assertEqual(self.wait_for_end(), 78)
        self.assertIn("engarde-bot login", self.log[-2])
        self.log_in()
        self.start()
        self.wait(lambda: self.hs.asked("GET .*/sync")[-1][3].get("since") is not None)

    def test_log_at_level_debug_has_no_token(self):
        self.enter()
        self.authority.fault("/token", "lost")
        self.authority.expire()
        self.answers()
        self.authority.end("bot")
        self.wait_for_end()
        log = "".join(self.log)
        self.assertIn("token_renewed", log)
        for pair in self.authority.pairs:
            self.assertNotIn(pair.access, log)
            self.assertNotIn(pair.refresh, log)


class Short(Case):
    """Tokens that expire after a few seconds. The bot renews each token before the homeserver
    refuses it."""

    lifetime = 3

    def test_tokens_are_renewed_before_they_expire(self):
        self.enter()
        # On a busy machine some renewals may be late, but not all of them.
        for _ in range(20):
            refused, renewed = self.hs.refused, len(self.authority.refreshes())
            self.wait(lambda: len(self.authority.refreshes()) >= renewed + 3)
            if self.hs.refused == refused:
                break
        self.answers()
        self.assertEqual(self.hs.refused, refused)
        tokens = [form["refresh_token"] for form in self.authority.refreshes()]
        self.assertEqual(len(set(tokens)), len(tokens))

    def test_token_is_used_while_the_authority_is_down(self):
        self.authority.told, self.authority.lifetime = self.lifetime, 300
        self.enter()
        self.authority.close()
        self.answers()
        time.sleep(self.lifetime)
        self.authority.start()
        self.answers()

    def test_killed_again_and_again(self):
        chance = random.Random(1)
        self.authority.lifetime = 1
        self.enter()
        lives = 0
        while lives < 15 or len(self.authority.refreshes()) <= 5:
            lives += 1
            self.ask()
            # A process that is killed too early renews no token. So after 15 processes the test
            # lets the next ones run longer and longer.
            time.sleep(chance.uniform(0.2, 1.2) * max(1, lives / 15))
            self.kill()
            self.start()
        self.expect_answers()
        self.assertFalse(self.authority.pairs[-1].session.over)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
