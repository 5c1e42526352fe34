"""What the bot says and does while the disk is full. Run: test_disk_full.py PROGRAM LIBRARY"""

import errno
import os
import resource
import subprocess
import sys
import unittest
from pathlib import Path

LIBRARY = sys.argv.pop(2)
PROGRAM = os.environ["ENGARDE_BOT"] = sys.argv.pop(1)
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "monitoring"))

from monitoring_case import BOB, MonitoringCase  # noqa: E402
from web_case import WebCase  # noqa: E402


class Fillable:
    """The disk of the program is full while the file `full` exists."""

    def setUp(self):
        super().setUp()
        self.full = self.folder / "full"
        for name, value in (("LD_PRELOAD", LIBRARY), ("FULL", str(self.full))):
            os.environ[name] = value
            self.addCleanup(os.environ.pop, name)


class DiskFull(Fillable, MonitoringCase):
    def logged(self, *parts):
        return [line for line in self.log if all(part in line for part in parts)]

    def command(self, *words):
        done = subprocess.run([PROGRAM, "--config", str(self.settings), *map(str, words)],
                              capture_output=True, text=True, timeout=120,
                              env=os.environ | {"ENGARDE_PASSWORD": "secret"})
        return done.returncode, done.stdout + done.stderr

    def test_bot_says_that_the_disk_is_full_and_goes_on_later(self):
        self.enter()
        self.until_value("engarde_outbox_rows", 0)
        self.configure(f"monitoring: {{listen: '{self.address}'}}\n")
        self.full.touch()
        sent = len(self.homeserver.sent)
        self.say(f"!eg challenge {BOB}")
        self.until(lambda: self.logged("event=disk_full", f"folder={self.folder}", "nothing is lost"))
        status, text = self.get("/readyz")
        self.assertEqual(status, 503)
        self.assertIn(f"store: the disk is full ({self.folder}); nothing is lost", text)
        self.assertEqual(self.value("engarde_store_disk_full"), 1)
        status, text = self.command("health")
        self.assertEqual(status, 1)
        self.assertIn(f"the disk is full ({self.folder})", text)
        self.assertEqual(self.homeserver.sent[sent:], [])
        self.assertIsNone(self.program.poll())
        self.full.unlink()
        self.until(lambda: self.logged("event=store_works_again"))
        self.until_value('engarde_matches{status="challenge"}', 1)
        self.until(lambda: self.get("/readyz")[0] == 200)
        self.until(lambda: len(self.homeserver.sent) > sent)
        self.assertEqual(len([c for _, c in self.homeserver.sent if "challenges" in c["body"]]), 1)
        self.assertEqual(self.command("health"), (0, "healthy\n"))
        self.assertEqual(self.value("engarde_store_disk_full"), 0)

    def test_bot_names_the_reason_of_the_file_system(self):
        os.environ["FULL_ERRNO"] = str(errno.EROFS)
        self.addCleanup(os.environ.pop, "FULL_ERRNO")
        self.enter()
        self.full.touch()
        self.say(f"!eg challenge {BOB}")
        self.until(lambda: self.logged("event=store_failed", "Read-only file system"))
        self.assertFalse(self.logged("Permission denied"))
        status, text = self.get("/health")
        self.assertEqual((status, text), (503, "store: can't be written; the log says why\n"))
        self.full.unlink()
        self.until(lambda: self.get("/health") == (200, "healthy\n"))

    def test_limit_of_file_sizes_does_not_end_the_bot(self):
        self.enter()
        self.until_value("engarde_outbox_rows", 0)
        endless = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(self.program.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        self.say(f"!eg challenge {BOB}")
        self.until(lambda: self.logged("event=store_failed", "File too large"))
        resource.prlimit(self.program.pid, resource.RLIMIT_FSIZE, endless)
        self.until_value('engarde_matches{status="challenge"}', 1)

    def test_bot_that_can_not_start_says_so(self):
        self.enter()
        self.stop()
        self.log.clear()
        self.full.touch()
        (self.folder / "engarde.db").unlink()
        self.configure()
        status, text = self.command()
        self.assertEqual(status, 1)
        self.assertIn(f"the disk is full: make room in the folder {self.folder}", text)

    def test_backup_says_so(self):
        self.enter()
        self.full.touch()
        status, text = self.command("backup", self.folder / "copy.db")
        self.assertEqual(status, 1)
        self.assertIn("the disk is full", text)
        self.stop()
        status, text = self.command("backup", self.folder / "copy.db")
        self.assertEqual(status, 1)
        self.assertIn("the disk is full", text)
        self.assertFalse((self.folder / "copy.db").exists())
        self.full.unlink()
        self.assertEqual(self.command("backup", self.folder / "copy.db")[0], 0)


class DiskFullPage(Fillable, WebCase):
    def test_page_can_be_read_and_loses_no_tap(self):
        self.enter()
        tokens = self.begin_match()
        matches = {user: self.await_state(self.stream(token), self.playing) for user, token in tokens.items()}
        user = next(user for user in matches if matches[user]["choices"])
        match, token = matches[user], tokens[user]
        tap = {"key": "k" * 24, "match": match["id"], "turn": match["turn"],
               "action": match["choices"][0]["action"]}
        self.full.touch()
        self.assertEqual(self.tap(token, "play", **tap)[0], 503)
        self.assertEqual(self.await_state(self.stream(token), self.playing)["turn"], match["turn"])
        self.full.unlink()
        self.until(lambda: self.tap(token, "play", **tap)[0] == 200)
        self.assertEqual(self.tap(token, "play", **tap)[1]["outcome"], "done")
        played = self.await_state(self.stream(token), self.playing)
        self.assertGreater(played["turn"], match["turn"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
