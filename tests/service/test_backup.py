"""Backup, restore, export and erasure, with the bot running and not. Run: test_backup.py PROGRAM"""

import json
import os
import sqlite3
import stat
import subprocess
import sys
import threading
import unittest
from pathlib import Path

PROGRAM = os.environ["ENGARDE_BOT"] = sys.argv.pop(1)
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "monitoring"))

from watch import ANN, BOB, Watched  # noqa: E402


class Commands(Watched):
    def setUp(self):
        super().setUp()
        self.enter()
        self.say(f"!eg challenge {BOB}")
        self.until_value('engarde_matches{status="challenge"}', 1)
        self.store = self.folder / "engarde.db"
        self.copy = self.folder / "copy.db"

    def command(self, *words, status=0):
        done = subprocess.run(
            [PROGRAM, "--config", str(self.settings), *map(str, words)],
            capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    @staticmethod
    def rows(path, query):
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            return database.execute(query).fetchall()
        finally:
            database.close()

    def go_on(self):
        """Another process on the same store."""
        self.log.clear()
        asked = len(self.homeserver.asked("GET .*/sync"))
        self.start()
        return self.until(lambda: self.homeserver.asked("GET .*/sync")[asked:])[0]


class Backup(Commands):
    def check_copy(self):
        self.assertEqual(stat.S_IMODE(self.copy.stat().st_mode), 0o600)
        self.assertEqual(self.rows(self.copy, "PRAGMA integrity_check"), [("ok",)])
        self.assertEqual(self.rows(self.copy, "SELECT status FROM matches"), [("challenge",)])
        self.assertEqual(self.rows(self.copy, "PRAGMA journal_mode"), [("delete",)])

    def test_backup_while_it_runs(self):
        self.assertIn("read through and sound", self.command("backup", self.copy))
        self.check_copy()
        self.assertEqual(sorted(p.name for p in self.folder.iterdir() if "snapshot" in p.name), [])
        self.say("!eg cancel")
        self.until_value('engarde_matches{status="challenge"}', 0)
        self.check_copy()

    def test_backup_while_it_does_not_run(self):
        self.stop()
        self.command("backup", self.copy)
        self.check_copy()

    def test_backup_after_it_was_killed(self):
        self.program.kill()
        self.program.wait()
        self.command("backup", self.copy)
        self.check_copy()
        self.go_on()
        self.command("backup", self.folder / "another.db")

    def test_bot_that_starts_during_a_backup_waits_for_its_end(self):
        self.stop()
        database = sqlite3.connect(self.store, isolation_level=None, check_same_thread=False)
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("BEGIN EXCLUSIVE")
        threading.Timer(1, database.close).start()
        self.go_on()

    def test_backup_overwrites_nothing(self):
        self.copy.write_text("precious")
        self.assertIn("name a file that is not there yet", self.command("backup", self.copy, status=1))
        self.assertEqual(self.copy.read_text(), "precious")

    def test_backup_of_a_bot_that_hangs_does_not_go_unnoticed(self):
        (self.folder / "engarde.db.control").unlink()
        self.assertIn("can't be asked", self.command("backup", self.copy, status=1))
        self.assertFalse(self.copy.exists())

    def test_recovery_key_goes_along(self):
        key, copy = self.folder / "engarde.db.recovery-key", self.folder / "copy.db.recovery-key"
        self.assertNotIn("recovery", self.command("backup", self.copy))
        self.copy.unlink()
        key.write_text("EsTj\n")
        self.assertIn("recovery key that belongs to it", self.command("backup", self.copy))
        self.assertEqual(copy.read_text(), "EsTj\n")
        self.assertEqual(stat.S_IMODE(copy.stat().st_mode), 0o600)
        self.copy.unlink()
        copy.write_text("another")
        self.assertIn("name a file that is not there yet", self.command("backup", self.copy, status=1))
        self.assertFalse(self.copy.exists())
        self.assertEqual(copy.read_text(), "another")

    def test_only_the_owner_may_ask(self):
        control = self.folder / "engarde.db.control"
        self.assertEqual(stat.S_IMODE(control.stat().st_mode), 0o600)
        self.stop()
        self.assertFalse(control.exists())

    def test_nothing_is_backed_up_where_nothing_is(self):
        self.stop()
        self.store.unlink()
        self.assertIn("there is no store yet", self.command("backup", self.copy, status=1))
        self.assertFalse(self.store.exists())


class Restore(Commands):
    def test_restored_bot_goes_on_from_the_backup(self):
        self.command("backup", self.copy)
        self.say("!eg cancel", "!eg challenge")
        self.until(lambda: self.rows_live() == [2])
        self.stop()
        said = self.command("restore", self.copy)
        self.assertIn("what was there is kept as", said)
        # A homeserver that is asked without a token tells what was said lately: it is not handled.
        self.homeserver.batches.clear()
        self.say("!eg cancel", "!eg challenge")
        request = self.go_on()
        self.assertNotIn("since", request[3])
        self.until_value("engarde_sync_batches_total", 1)
        self.until_value('engarde_matches{status="challenge"}', 1)
        self.assertEqual(self.rows_live(), [1])
        self.say("!eg cancel")
        self.until_value('engarde_matches{status="challenge"}', 0)

    def rows_live(self):
        copy = self.folder / "look.db"
        copy.unlink(missing_ok=True)
        self.command("backup", copy)
        return [row[0] for row in self.rows(copy, "SELECT id FROM matches WHERE status <> 'ended'")]

    def test_restore_is_refused_while_it_runs(self):
        self.command("backup", self.copy)
        self.assertIn("end the other engarde-bot first", self.command("restore", self.copy, status=1))
        self.assertEqual(self.value('engarde_matches{status="challenge"}'), 1)

    def test_restore_of_what_is_no_backup_changes_nothing(self):
        self.stop()
        before = self.store.read_bytes()
        self.copy.write_text("no backup")
        self.command("restore", self.copy, status=1)
        self.command("restore", self.folder / "none", status=1)
        self.copy.write_bytes(before[: len(before) // 2])
        self.command("restore", self.copy, status=1)
        self.assertEqual(self.store.read_bytes(), before)

    def test_restore_keeps_the_recovery_key_and_the_folder_of_keys_that_are_there(self):
        key, keys = self.folder / "engarde.db.recovery-key", self.folder / "engarde.db.crypto"
        key.write_text("old")
        self.command("backup", self.copy)
        self.stop()
        key.write_text("new")
        keys.mkdir()
        (keys / "ratchets").write_text("of now")
        self.command("restore", self.copy)
        self.assertEqual(key.read_text(), "new")
        self.assertEqual((keys / "ratchets").read_text(), "of now")

    def test_restore_in_place_of_a_damaged_store(self):
        self.command("backup", self.copy)
        self.stop()
        self.store.write_bytes(b"x" * 100_000)
        self.command("restore", self.copy)
        self.go_on()
        self.until_value('engarde_matches{status="challenge"}', 1)

    def test_restore_where_there_is_nothing(self):
        key = self.folder / "engarde.db.recovery-key"
        key.write_text("EsTj\n")
        self.command("backup", self.copy)
        self.stop()
        self.store.unlink()
        key.unlink()
        self.command("restore", self.copy)
        self.assertEqual(key.read_text(), "EsTj\n")
        self.assertEqual(stat.S_IMODE(key.stat().st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(self.store.stat().st_mode), 0o600)
        self.go_on()
        self.until_value('engarde_matches{status="challenge"}', 1)


class Person(Commands):
    def test_export_tells_what_is_known_while_it_runs(self):
        told = json.loads(self.command("export", ANN))
        self.assertEqual(told["user"], ANN)
        self.assertEqual([m["white"] for m in told["matches"]], [ANN])
        self.assertEqual(json.loads(self.command("export", "@nobody:here")), {"user": "@nobody:here"})

    def test_erasure_needs_the_bot_to_rest_and_matches_to_end(self):
        self.assertIn("end the other engarde-bot first", self.command("erase", ANN, status=1))
        self.stop()
        self.assertIn("end them with --force", self.command("erase", ANN, status=1))
        self.assertIn("matches", json.loads(self.command("export", ANN)))
        self.command("erase", "--force", ANN)
        self.assertEqual(json.loads(self.command("export", ANN)), {"user": ANN})
        self.assertEqual(len(json.loads(self.command("export", BOB))["matches"]), 1)
        self.assertFalse(ANN.encode() in self.store.read_bytes())
        sent = len(self.homeserver.sent)
        self.go_on()
        self.until(lambda: [c for _, c in self.homeserver.sent[sent:] if "data was erased" in c["body"]])

    def test_erasure_of_a_stranger_is_no_fault(self):
        self.stop()
        self.assertNotIn("public keys", self.command("erase", "@nobody:here"))

    def test_erasure_says_where_keys_are_left(self):
        self.stop()
        (self.folder / "engarde.db.crypto").mkdir()
        self.assertIn("public keys", self.command("erase", "@nobody:here"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
