"""The commands backup, restore, export and erase. Run: test_backup.py PROGRAM"""

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

from monitoring_case import ANN, BOB, ME, MonitoringCase, member  # noqa: E402

# Selects keys of the store. Each key names a user. Its value is the number of rooms into which this
# user has invited the bot.
INVITED = "SELECT key FROM adapter_values WHERE key LIKE 'matrix.rooms.of.@%'"


class Commands(MonitoringCase):
    def setUp(self):
        super().setUp()
        self.enter()
        self.say(f"!eg challenge {BOB}")
        self.until_value('engarde_matches{status="challenge"}', 1)
        self.until(lambda: any("challenges" in content["body"] for _, content in self.homeserver.sent))
        self.store = self.folder / "engarde.db"
        self.copy = self.folder / "copy.db"

    def command(self, *words, status=0):
        done = subprocess.run(
            [PROGRAM, "--config", str(self.settings), *map(str, words)],
            capture_output=True, text=True, timeout=120)
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
        """Starts the bot again with the same store, and returns its first /sync request."""
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

    def test_backup_while_the_bot_runs(self):
        self.assertIn("complete and undamaged", self.command("backup", self.copy))
        self.check_copy()
        self.assertEqual(sorted(p.name for p in self.folder.iterdir() if "snapshot" in p.name), [])
        self.say("!eg cancel")
        self.until_value('engarde_matches{status="challenge"}', 0)
        self.check_copy()

    def test_backup_while_the_bot_does_not_run(self):
        self.stop()
        self.command("backup", self.copy)
        self.check_copy()

    def test_backup_after_the_bot_was_killed(self):
        self.program.kill()
        self.program.wait()
        self.command("backup", self.copy)
        self.check_copy()
        self.go_on()
        self.command("backup", self.folder / "another.db")

    def test_second_bot_with_the_same_store_is_refused(self):
        second = subprocess.run([PROGRAM, "--config", str(self.settings)], capture_output=True, text=True,
                                env=os.environ | {"ENGARDE_PASSWORD": "secret"}, timeout=120)
        self.assertEqual(second.returncode, 1)
        self.assertIn("the store is in use by another process; stop the other engarde-bot first",
                      second.stderr)
        self.assertEqual(self.value('engarde_matches{status="challenge"}'), 1)

    def test_bot_that_starts_during_a_backup_waits(self):
        self.stop()
        database = sqlite3.connect(self.store, isolation_level=None, check_same_thread=False)
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("BEGIN EXCLUSIVE")
        threading.Timer(1, database.close).start()
        self.go_on()

    def test_rotation_keeps_the_newest_backups(self):
        folder = self.folder / "backups"
        self.assertIn("name an existing folder", self.command("backup", "--keep", 3, folder, status=1))
        folder.mkdir()
        key = self.folder / "engarde.db.recovery-key"
        key.write_text("EsTj\n")
        old = [f"engarde-2020010{day}T000000Z.db" for day in range(1, 5)]
        others = ["engarde-20200101T000000Z.db.txt", "engarde-2020.db", "notes"]
        for name in [*old, *others, old[0] + ".recovery-key", old[3] + ".recovery-key"]:
            (folder / name).write_bytes(b"" if name in old else b"kept")
        foreign = "engarde-20191231T000000Z.db"
        (folder / foreign).write_text("notes")
        self.assertIn(f"{old[1]}: deleted", self.command("backup", "--keep", 3, folder))
        new = [p.name for p in folder.glob("engarde-2*Z.db") if p.name not in [foreign, *old]]
        left = sorted(p.name for p in folder.iterdir())
        self.assertEqual(len(new), 1)
        self.assertEqual(left, sorted([foreign, *others, *old[2:], old[3] + ".recovery-key", new[0],
                                       new[0] + ".recovery-key"]))
        self.assertEqual(stat.S_IMODE((folder / new[0]).stat().st_mode), 0o600)
        self.assertEqual(self.rows(folder / new[0], "PRAGMA integrity_check"), [("ok",)])
        # in the same second
        for _ in range(2):
            said = self.command("backup", "--keep", 2, folder)
            self.assertIn(f"{foreign}: this old backup can't be deleted: this file exists", said)
        self.assertEqual(len(list(folder.glob("engarde-2*Z.db"))), 3)
        self.assertEqual((folder / foreign).read_text(), "notes")

    def test_metrics_say_when_the_last_complete_backup_was_made(self):
        made = "engarde_last_backup_timestamp_seconds"
        self.until_value(made, 0)
        (self.folder / "taken.db").touch()
        self.command("backup", self.folder / "taken.db", status=1)
        self.until_value(made, 0)
        self.command("backup", self.copy)
        self.until_value(made, int((self.folder / "engarde.db.last-backup").stat().st_mtime))
        self.assertGreater(self.value("engarde_store_log_size_bytes"), 0)

    def test_failed_backup_deletes_no_older_one(self):
        folder = self.folder / "backups"
        folder.mkdir()
        for day in range(1, 4):
            (folder / f"engarde-2020010{day}T000000Z.db").touch()
        (self.folder / "engarde.db.control").unlink()
        self.command("backup", "--keep", 1, folder, status=1)
        self.assertEqual(len(list(folder.iterdir())), 3)

    def test_backup_replaces_no_file(self):
        self.copy.write_text("precious")
        self.assertIn("name a file that does not exist yet", self.command("backup", self.copy, status=1))
        self.assertEqual(self.copy.read_text(), "precious")

    def foreign(self, *endings):
        """Makes files that the bot has not written, beside the store."""
        files = [self.folder / f"engarde.db{ending}" for ending in endings]
        for file in files:
            file.write_text("precious")
        self.addCleanup(lambda: [self.assertEqual(f.read_text(), "precious", f) for f in files])

    def test_running_bot_replaces_no_file_of_others(self):
        self.stop()
        self.foreign(".control", ".last-backup", ".version-3")
        self.go_on()
        self.until(lambda: [line for line in self.log if "event=no_backup_while_running" in line
                            and f"{self.store}.control" in line and "move it away" in line])
        self.command("backup", self.copy, status=1)
        self.stop()
        self.command("backup", self.copy)

    def test_copy_of_the_running_bot_replaces_no_file_of_others(self):
        self.foreign(".snapshot")
        said = self.command("backup", self.copy, status=1)
        self.assertIn("move it away", said)
        self.assertFalse(self.copy.exists())

    def test_copy_that_a_killed_process_has_left_makes_way(self):
        self.command("backup", self.copy)
        begun = self.copy.read_bytes()[:4096]
        self.copy.unlink()
        for left in (b"", bytes(4096), begun):
            (self.folder / "engarde.db.snapshot").write_bytes(left)
            self.command("backup", self.copy)
            self.copy.unlink()

    def test_commands_replace_no_file_of_others(self):
        self.command("backup", self.copy)
        self.stop()
        self.foreign(".copy", ".restoring", ".restoring-2", ".last-backup")
        self.command("restore", self.copy)
        self.copy.unlink()
        self.command("backup", self.copy)

    def test_backup_fails_when_the_bot_does_not_answer(self):
        (self.folder / "engarde.db.control").unlink()
        self.assertIn("can't be asked", self.command("backup", self.copy, status=1))
        self.assertFalse(self.copy.exists())

    def test_backup_copies_the_recovery_key(self):
        key, copy = self.folder / "engarde.db.recovery-key", self.folder / "copy.db.recovery-key"
        self.assertNotIn("recovery", self.command("backup", self.copy))
        self.copy.unlink()
        key.write_text("EsTj\n")
        self.assertIn("keep it with the backup", self.command("backup", self.copy))
        self.assertEqual(copy.read_text(), "EsTj\n")
        self.assertEqual(stat.S_IMODE(copy.stat().st_mode), 0o600)
        self.copy.unlink()
        copy.write_text("another")
        self.assertIn("name a file that does not exist yet", self.command("backup", self.copy, status=1))
        self.assertFalse(self.copy.exists())
        self.assertEqual(copy.read_text(), "another")

    def test_only_the_owner_may_use_the_socket(self):
        control = self.folder / "engarde.db.control"
        self.assertEqual(stat.S_IMODE(control.stat().st_mode), 0o600)
        self.stop()
        self.assertFalse(control.exists())

    def test_backup_without_a_store_fails(self):
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
        self.assertIn("the old store is kept as", said)
        # Without a sync token the homeserver sends old messages. The bot must not handle them.
        self.homeserver.batches.clear()
        self.say("!eg cancel", "!eg challenge")
        request = self.go_on()
        self.assertNotIn("since", request[3])
        self.until(lambda: self.value("engarde_sync_batches_total") >= 1)
        self.until_value('engarde_matches{status="challenge"}', 1)
        self.assertEqual(self.rows_live(), [1])
        self.say("!eg cancel")
        self.until_value('engarde_matches{status="challenge"}', 0)

    def test_restore_renews_the_key_of_the_secrets(self):
        self.command("backup", self.copy)
        self.stop()
        self.command("restore", self.copy)
        query = "SELECT value FROM adapter_values WHERE key = 'cause.key'"
        (old,), (new,) = self.rows(self.copy, query)[0], self.rows(self.store, query)[0]
        self.assertEqual(len(new), 64)
        self.assertNotEqual(old, new)

    def rows_live(self):
        copy = self.folder / "look.db"
        copy.unlink(missing_ok=True)
        self.command("backup", copy)
        return [row[0] for row in self.rows(copy, "SELECT id FROM matches WHERE status <> 'ended'")]

    def test_restore_is_refused_while_the_bot_runs(self):
        self.command("backup", self.copy)
        self.assertIn("stop the other engarde-bot first", self.command("restore", self.copy, status=1))
        self.assertEqual(self.value('engarde_matches{status="challenge"}'), 1)

    def test_restore_of_a_bad_backup_changes_nothing(self):
        self.stop()
        before = self.store.read_bytes()
        self.copy.write_text("no backup")
        self.command("restore", self.copy, status=1)
        self.command("restore", self.folder / "none", status=1)
        self.copy.write_bytes(before[: len(before) // 2])
        self.command("restore", self.copy, status=1)
        self.copy.write_bytes(b"")
        self.assertIn("is empty", self.command("restore", self.copy, status=1))
        self.assertEqual(self.store.read_bytes(), before)

    def test_restore_refuses_a_backup_with_foreign_objects(self):
        self.command("backup", self.copy)
        self.stop()
        before = self.store.read_bytes()
        for kind, sql in (("trigger", "CREATE TRIGGER win AFTER UPDATE ON matches BEGIN DELETE FROM ratings; END"),
                          ("view", "CREATE VIEW win AS SELECT * FROM matches"),
                          ("index", "CREATE INDEX win ON matches (room)"),
                          ("table", "CREATE TABLE win (x)")):
            database = sqlite3.connect(self.copy)
            database.execute(sql)
            database.close()
            said = self.command("restore", self.copy, status=1)
            self.assertIn("use a backup that nobody has changed", said)
            self.assertIn(f'found="{kind} win"', said)
            self.assertEqual(self.store.read_bytes(), before)
            database = sqlite3.connect(self.copy)
            database.execute(f"DROP {kind} win")
            database.close()
        self.command("restore", self.copy)

    def test_restore_keeps_the_recovery_key_and_the_folder_of_keys(self):
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

    def test_two_restores_in_one_second_keep_both_old_stores(self):
        self.command("backup", self.copy)
        self.stop()
        for count in range(1, 4):
            self.command("restore", self.copy)
            kept = [p.name for p in self.folder.glob("engarde.db.before-*")]
            self.assertEqual(len([name for name in kept if not name.endswith(("-wal", "-shm"))]), count)

    def test_restore_replaces_a_damaged_store(self):
        self.command("backup", self.copy)
        self.stop()
        self.store.write_bytes(b"x" * 100_000)
        self.command("restore", self.copy)
        self.go_on()
        self.until_value('engarde_matches{status="challenge"}', 1)

    def test_restore_without_an_old_store(self):
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


class PersonalData(Commands):
    def test_export_while_the_bot_runs(self):
        told = json.loads(self.command("export", ANN))
        self.assertEqual(told["user"], ANN)
        self.assertEqual([m["white"] for m in told["matches"]], [ANN])
        said = self.command("export", "@nobody:here", status=1)
        self.assertEqual(said, "@nobody:here: the store holds nothing about this user; nothing was exported\n")

    def test_export_leaves_nothing_out(self):
        self.stop()
        database = sqlite3.connect(self.store)
        database.execute("INSERT OR REPLACE INTO names (user_id, name) VALUES (?, CAST(x'41c3bcff42' AS TEXT))", [ANN])
        database.commit()
        database.close()
        self.assertEqual(json.loads(self.command("export", ANN))["names"], [{"name": "Aü?B"}])

    def test_erase_while_the_bot_runs(self):
        said = self.command("erase", ANN, status=1)
        self.assertEqual(said, f"{ANN} takes part in matches or challenges; wait until they have ended, "
                               "or end them with --force\n")
        said = self.command("erase", "@nobody:here", status=1)
        self.assertEqual(said, "@nobody:here: the store holds nothing about this user; nothing was erased\n")
        self.assertIn("not a whole Matrix ID", self.command("erase", "ann", status=1))
        kept, before = self.folder / "engarde.db.version-1", self.folder / "engarde.db.before-20310131T120000Z"
        kept.touch()
        before.touch()
        sent = len(self.homeserver.sent)
        said = self.command("erase", "--force", ANN)
        self.assertIn(f"{ANN} is erased", said)
        self.assertIn(f"{before}: this older store", said)
        self.assertIn("before the last upgrade is deleted", said)
        self.assertFalse(kept.exists())
        self.assertTrue(before.exists())
        self.until(lambda: [c for _, c in self.homeserver.sent[sent:] if "data was erased" in c["body"]])
        self.until_value('engarde_matches{status="challenge"}', 0)
        self.assertIn("holds nothing", self.command("export", ANN, status=1))
        for file in (self.store, self.folder / "engarde.db-wal"):
            self.assertNotIn(ANN.encode(), file.read_bytes())
        # The bot goes on, and meets her as a new person.
        self.say("!eg challenge")
        self.until_value('engarde_matches{status="challenge"}', 1)

    def test_erase_by_the_running_bot_names_nobody_in_the_log(self):
        self.command("erase", "--force", ANN)
        self.until(lambda: [line for line in self.log if "event=user_erased" in line])
        self.assertFalse([line for line in self.log if "user_erased" in line and ANN in line])

    def test_erase_needs_ended_matches(self):
        self.stop()
        self.assertIn("end them with --force", self.command("erase", ANN, status=1))
        self.assertIn("matches", json.loads(self.command("export", ANN)))
        self.command("erase", "--force", ANN)
        self.assertIn("holds nothing", self.command("export", ANN, status=1))
        self.assertIn("holds nothing", self.command("erase", ANN, status=1))
        self.assertEqual(len(json.loads(self.command("export", BOB))["matches"]), 1)
        self.assertFalse(ANN.encode() in self.store.read_bytes())
        sent = len(self.homeserver.sent)
        self.go_on()
        self.until(lambda: [c for _, c in self.homeserver.sent[sent:] if "data was erased" in c["body"]])

    def test_erase_of_an_unknown_user_fails(self):
        self.stop()
        said = self.command("erase", "@nobody:here", status=1)
        self.assertEqual(said, "@nobody:here: the store holds nothing about this user; nothing was erased\n")
        said = self.command("erase", "--force", "ann", status=1)
        self.assertIn('"ann" is not a whole Matrix ID', said)
        self.assertIn("nothing was erased", said)
        self.assertIn('"ann" is not a whole Matrix ID', self.command("export", "ann", status=1))

    def test_commands_make_no_store(self):
        self.stop()
        self.store.unlink()
        for word in ("erase", "export"):
            self.assertIn("there is no store yet", self.command(word, ANN, status=1))
            self.assertFalse(self.store.exists())

    def test_erase_names_the_folder_of_keys(self):
        self.stop()
        self.assertNotIn("public keys", self.command("erase", "--force", ANN))
        (self.folder / "engarde.db.crypto").mkdir()
        self.assertIn("public keys", self.command("erase", "--force", BOB))

    def after(self, **batch):
        """Gives the bot the batch, waits until the bot has handled it, and stops the bot."""
        self.homeserver.batch(**batch)
        self.until(self.homeserver.all_is_handled)
        self.stop()

    def test_bot_can_leave_the_room_of_an_erased_inviter(self):
        room = "!another:here"
        self.homeserver.batch(invite={room: {"invite_state": {"events": [member(ME, "invite", ANN)]}}})
        self.until(lambda: self.homeserver.asked(r"/join/.*another"))
        self.after(join={room: [member(ME), member(ANN)]})
        self.assertEqual(self.rows(self.store, INVITED), [(f"matrix.rooms.of.{ANN}",)])
        self.command("erase", "--force", ANN)
        self.assertRegex(self.rows(self.store, INVITED)[0][0], "^matrix.rooms.of.@erased-[0-9a-f]{8}:here$")
        self.go_on()
        self.after(leave={room: {"timeline": {"events": [member(ME, "leave")]}}})
        self.assertEqual(self.rows(self.store, INVITED), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
