"""Commands that root runs do not follow links of the service's user.

The folder of the store belongs to an unprivileged user, who makes links, pipes and other files with
the names that the program uses. Run as root: test_root.py PROGRAM [unittest options]
"""

import os
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

NOT_RUN = 77  # ctest counts a test with this exit status as skipped
if os.geteuid() != 0:
    print("\n**** NOT ROOT: WHAT ROOT FOLLOWS HAS NOT BEEN TESTED ****\n", file=sys.stderr)
    sys.exit(NOT_RUN)

import test_setup
from test_setup import LOGIN, PASSWORD, PROGRAM, Server

USER = 65534  # nobody
# The endings of the store's file and of the files next to it. The first three have groups of their
# own, because most commands end early if one of these files is a link.
PLACES = (("",), ("-wal",), ("-journal",),
          ("-shm", ".control", ".snapshot", ".restoring", ".recovery-key", ".crypto"))


class Case(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.folder.chmod(0o755)
        self.state = self.make_folder("state", USER, 0o700)
        self.etc = self.make_folder("etc", 0, 0o755)
        self.vault = self.make_folder("vault", 0, 0o700)
        self.precious = self.vault / "precious"
        self.precious.write_text("precious\n")
        self.precious.chmod(0o600)
        self.store = self.state / "engarde.db"
        self.config = self.etc / "engarde.yaml"
        self.backup = self.vault / "backup.db"
        self.configure()
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("ENGARDE_")}

    def make_folder(self, name, user, mode):
        path = self.folder / name
        path.mkdir(mode=mode)
        path.chmod(mode)
        os.chown(path, user, user)
        return path

    def configure(self, store=None, more=None, path=None):
        (self.etc / "password").touch(0o600)
        (self.etc / "password").write_text(PASSWORD)
        (path or self.config).write_text(
            f"matrix:\n  homeserver: {self.server.url}\n  user: \"{self.server.user}\"\n"
            + (more or f"  password_file: {self.etc}/password\n") + f"store: {store or self.store}\n")

    def as_user(self, *command):
        return subprocess.run([str(word) for word in command], user=USER, group=USER,
                              extra_groups=[], check=True, capture_output=True)

    def link(self, name, to):
        """Makes a link as the service's user."""
        self.as_user("ln", "-sfn", to, name)

    def run_program(self, *words, status=0, config=None, **more):
        done = subprocess.run(
            [PROGRAM, "--config", str(config or self.config), *map(str, words)],
            env=self.environment, capture_output=True, text=True, timeout=120, **more)
        if status is not None:
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def check_vault(self, *more):
        """Checks that root's file still has its owner, mode and content, and that root's folder has
        no other file."""
        about = self.precious.lstat()
        self.assertEqual((about.st_uid, about.st_gid, stat.S_IMODE(about.st_mode)), (0, 0, 0o600))
        self.assertEqual(self.precious.read_text(), "precious\n")
        self.assertEqual(sorted(p.name for p in self.vault.iterdir()), sorted(["precious", *more]))

    def check_state(self):
        """Checks that the user owns all files in the user's folder, and that these files contain no
        secret of root."""
        for path in self.state.rglob("*"):
            self.assertEqual(path.lstat().st_uid, USER, path)
            if path.is_file() and not path.is_symlink():
                self.assertNotIn(b"precious", path.read_bytes(), path)

    def log_in(self):
        self.run_program("login")
        self.check_state()

    def make_backup(self):
        self.log_in()
        self.run_program("backup", self.backup)


class Planted(Case):
    """The user puts a link at each name that the program uses next to the store. The link leads to
    an existing or to a missing file of root."""

    def each_link(self):
        for names in PLACES:
            for target in (self.precious, self.vault / "new"):
                with self.subTest(names=names, target=target.name):
                    for left in self.state.iterdir():
                        shutil.rmtree(left) if left.is_dir() and not left.is_symlink() else left.unlink()
                    for name in names:
                        self.link(f"{self.store}{name}", target)
                    yield names
                    self.check_state()
                    self.check_vault()

    def test_login(self):
        for _ in self.each_link():
            self.run_program("login", status=None)

    def test_refused_login(self):
        (self.etc / "password").write_text("wrong")
        for _ in self.each_link():
            self.run_program("login", status=1)

    def test_setup(self):
        for _ in self.each_link():
            self.run_program("--store", self.store, "setup", "--force", "--user", self.server.user,
                             input=PASSWORD + "\n", status=None)

    def test_check_config(self):
        for _ in self.each_link():
            self.run_program("--check-config", status=None)

    def test_console(self):
        for _ in self.each_link():
            self.run_program("--console", "--store", self.store, input="alice: !eg help\n", status=None)

    def test_restore_erase_export_and_backup(self):
        self.make_backup()
        kept = self.etc / "kept.db"
        self.backup.rename(kept)
        for words in (["restore", kept], ["erase", "@ann:here"], ["export", "@ann:here"],
                      ["backup", self.etc / "again.db"]):
            for names in self.each_link():
                if "" not in names:
                    shutil.copy(kept, self.store)
                    os.chown(self.store, USER, USER)
                said = self.run_program(*words, status=None)
                self.assertNotIn("precious\n", said)
                for copy in self.etc.glob("again.db*"):
                    self.assertNotIn(b"precious\n", copy.read_bytes())
                    copy.unlink()


class Paths(Case):
    def test_user_replaces_a_folder_on_the_path_by_a_link(self):
        self.configure(store=self.state / "sub/engarde.db")
        self.link(self.state / "sub", self.vault)
        for words in (["login"], ["--check-config"], ["backup", self.etc / "copy.db"],
                      ["erase", "@ann:here"]):
            self.assertIn("Permission denied", self.run_program(*words, status=None))
            self.check_vault()
        self.assertFalse((self.etc / "copy.db").exists())

    def test_setup_makes_a_folder_as_the_user(self):
        deep = self.state / "deep"
        self.run_program("--store", deep / "engarde.db", "setup", "--force", "--user",
                         self.server.user, input=PASSWORD + "\n")
        self.assertEqual((deep.stat().st_uid, stat.S_IMODE(deep.stat().st_mode)), (USER, 0o700))
        self.check_state()

    def test_links_of_root_are_followed(self):
        (self.folder / "link").symlink_to(self.state)
        self.configure(store=self.folder / "link/engarde.db")
        self.log_in()
        self.assertTrue(self.store.exists())

    def test_link_of_root_through_the_folder_of_the_user(self):
        """The rest of the path behind a link is looked at, too, and the folder above a link."""
        self.link(self.state / "sub", self.vault)
        for target in ("state/sub", f"{self.folder}/state/sub", "etc/../state/sub/."):
            with self.subTest(target=target):
                link = self.folder / "link"
                link.symlink_to(target)
                self.configure(store=link / "engarde.db")
                self.assertIn("Permission denied", self.run_program("login", status=1))
                self.check_vault()
                link.unlink()

    def test_configuration_in_a_device_of_root(self):
        self.assertIn("is empty", self.run_program("login", status=78, config="/dev/null"))

    def test_store_in_a_folder_of_root(self):
        self.configure(store=self.vault / "engarde.db")
        self.run_program("login")
        self.assertEqual((self.vault / "engarde.db").stat().st_uid, 0)

    def test_folder_that_others_can_change_is_refused(self):
        for mode in (0o777, 0o1777, 0o770):
            with self.subTest(mode=oct(mode)):
                os.chown(self.state, 0, USER)
                self.state.chmod(mode)
                self.run_program("login", status=1)
                self.assertEqual(list(self.state.iterdir()), [])

    def test_export_deletes_nothing_if_it_has_made_no_copy(self):
        """Another user may have made a folder with the name that is not random yet."""
        other = Path("/tmp/engarde-export-XXXXXX")
        try:
            other.mkdir()
        except FileExistsError:
            self.skipTest(f"{other} is there")
        self.addCleanup(shutil.rmtree, other, ignore_errors=True)
        (other / "store").touch()
        os.chown(self.state, 0, USER)
        self.state.chmod(0o770)
        self.run_program("export", "@ann:here", status=1)
        self.assertTrue((other / "store").exists())

    def test_relative_path_begins_in_the_working_folder(self):
        self.configure(store="engarde.db")
        self.run_program("login", cwd=self.state)
        self.check_state()

    def test_endless_links_are_an_error(self):
        (self.folder / "loop").symlink_to(self.folder / "loop")
        self.configure(store=self.folder / "loop/engarde.db")
        self.assertIn("can't use this path", self.run_program("login", status=1))


class Pipes(Case):
    """The user puts a pipe in the place of a file. No command may wait for a pipe into which nobody
    writes."""

    def test_in_place_of_the_store(self):
        self.as_user("mkfifo", self.store)
        for words in (["--check-config"], ["login"], ["backup", self.backup], ["erase", "@ann:here"]):
            self.run_program(*words, status=None)
            self.check_vault()

    def test_in_place_of_the_recovery_key_and_the_snapshot(self):
        self.log_in()
        self.as_user("mkfifo", f"{self.store}.recovery-key")
        self.run_program("backup", self.backup, status=1)
        self.check_vault()


class Copies(Case):
    def test_backup_of_root_belongs_to_root(self):
        (self.state / "engarde.db.recovery-key").write_text("EsTj\n")
        os.chown(self.state / "engarde.db.recovery-key", USER, USER)
        self.make_backup()
        for path in (self.backup, Path(f"{self.backup}.recovery-key")):
            self.assertEqual((path.stat().st_uid, stat.S_IMODE(path.stat().st_mode)), (0, 0o600))
        self.check_vault("backup.db", "backup.db.recovery-key")
        self.assertEqual(sorted(p.name for p in self.state.iterdir()),
                         ["engarde.db", "engarde.db.last-backup", "engarde.db.recovery-key"])
        self.assertEqual((self.state / "engarde.db.last-backup").stat().st_uid, USER)

    def test_failed_backup_leaves_no_file(self):
        self.run_program("backup", self.backup, status=1)
        self.check_vault()

    def test_backup_into_the_folder_of_the_user(self):
        self.log_in()
        self.run_program("backup", self.state / "copy.db")
        self.check_state()
        self.link(self.state / "out", self.vault)
        self.run_program("backup", self.state / "out/copy.db", status=1)
        self.check_vault()

    def test_another_process_answers_on_the_socket(self):
        """The user holds the store's lock like a running bot, and answers the request for a backup
        with a link to root's file."""
        self.log_in()
        held = sqlite3.connect(self.store, isolation_level=None)
        self.addCleanup(held.close)
        held.execute("PRAGMA locking_mode = EXCLUSIVE")
        held.execute("BEGIN EXCLUSIVE")
        control = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(control.close)
        control.bind(f"{self.store}.control")
        os.chown(f"{self.store}.control", USER, USER)
        for answer in (b"done", b"\x1b[2Jno"):
            self.link(f"{self.store}.snapshot", self.precious)

            def serve(answer=answer):
                _, asked = control.recvfrom(16)
                control.sendto(answer, asked)

            thread = threading.Thread(target=serve)
            thread.start()
            said = self.run_program("backup", self.backup, status=1)
            thread.join()
            self.assertNotIn("\x1b", said)
            self.check_vault()

    def test_restored_files_belong_to_the_user(self):
        Path(f"{self.store}.recovery-key").write_text("EsTj\n")
        os.chown(f"{self.store}.recovery-key", USER, USER)
        self.make_backup()
        for path in self.state.iterdir():
            path.unlink()
        self.run_program("restore", self.backup)
        self.assertEqual(sorted(p.name for p in self.state.iterdir()),
                         ["engarde.db", "engarde.db.recovery-key"])
        self.check_state()

    def test_restore_from_the_folder_of_the_user(self):
        self.log_in()
        before = self.store.read_bytes()
        for target in (self.precious, self.backup):
            self.link(self.state / "old.db", target)
            self.run_program("restore", self.state / "old.db", status=1)
            self.link(f"{self.state}/old.db.recovery-key", target)
        self.as_user("cp", self.store, self.state / "copy.db")
        self.link(f"{self.state}/copy.db.recovery-key", self.precious)
        self.run_program("restore", self.state / "copy.db", status=1)
        self.assertEqual(self.store.read_bytes(), before)
        self.check_state()
        self.check_vault()

    def test_hard_link_in_a_shared_folder_is_no_backup(self):
        shared = self.make_folder("shared", 0, 0o1777)
        self.make_backup()
        # on some systems, users can make hard links to files of root
        os.link(self.backup, shared / "backup.db")
        self.run_program("restore", shared / "backup.db", status=1)


    def test_folder_of_another_person_is_used_as_the_user(self):
        """Root is not led by a third person either."""
        self.make_backup()
        home = self.make_folder("home", 1, 0o755)
        for words in (["backup", home / "copy.db"], ["restore", home / "backup.db"]):
            (home / "backup.db").symlink_to(self.backup)
            self.assertIn("with sudo a file in a folder of root", self.run_program(*words, status=1))
            (home / "backup.db").unlink()
        self.assertEqual(list(home.iterdir()), [])

    def test_root_with_a_store_of_its_own_uses_no_folder_of_others(self):
        self.configure(store=self.etc / "engarde.db")
        self.run_program("login")
        self.run_program("backup", self.etc / "copy.db")
        (self.state / "old.db").symlink_to(self.etc / "copy.db")
        self.link(self.state / "out", self.vault)
        for words in (["backup", self.state / "out/copy.db"], ["restore", self.state / "old.db"]):
            self.assertIn("only root can change", self.run_program(*words, status=1))
        self.check_vault()

    def test_backup_in_a_shared_folder_belongs_to_the_user(self):
        shared = self.make_folder("shared", 0, 0o1777)
        self.log_in()
        self.run_program("backup", shared / "copy.db")
        self.assertEqual((shared / "copy.db").stat().st_uid, USER)
        self.run_program("restore", shared / "copy.db")
        self.check_state()


class Configurations(Case):
    """Configuration files that another user can change."""

    def test_configuration_of_another_user_gets_no_secret_of_root(self):
        config = self.state / "engarde.yaml"
        self.configure(path=config)
        os.chown(config, USER, USER)
        self.assertIn("Permission denied", self.run_program("login", config=config, status=78))
        self.assertNotIn(f"POST {LOGIN}", self.server.asked)
        self.config.chmod(0o666)
        self.assertIn("chmod", self.run_program("login", status=78))
        self.assertNotIn(f"POST {LOGIN}", self.server.asked)

    def test_configuration_of_another_user_makes_no_file_of_root(self):
        more = (f"application_service:\n  registration_file: {self.vault}/new\n"
                "  listen: 127.0.0.1:8009\n")
        config = self.state / "engarde.yaml"
        self.configure(path=config, more=more)
        os.chown(config, USER, USER)
        self.run_program("registration", config=config, status=78)
        self.check_vault()
        self.link(self.state / "out", self.vault)
        self.configure(more=more.replace(f"{self.vault}/new", f"{self.state}/out/new"))
        self.run_program("registration", status=78)
        self.check_vault()

    def test_setup_into_the_folder_of_the_user(self):
        for name in ("engarde.yaml", "engarde.yaml.new", "password", "password.new"):
            self.link(self.state / name, self.precious)
        self.run_program("--store", self.store, "setup", "--force", "--user", self.server.user,
                         input=PASSWORD + "\n", config=self.state / "engarde.yaml")
        self.check_vault()
        for path in self.state.iterdir():
            self.assertEqual(path.lstat().st_uid, USER)

    def test_setup_as_in_the_guide(self):
        self.config.unlink()
        self.run_program("--store", self.store, "setup", "--user", self.server.user,
                         input=PASSWORD + "\n")
        self.check_state()
        for name in ("engarde.yaml", "password"):
            self.assertEqual((self.etc / name).stat().st_uid, 0)
        self.assertEqual(stat.S_IMODE((self.etc / "password").stat().st_mode), 0o600)


class Service(Case):
    def test_the_bot_runs_as_the_owner_of_its_store(self):
        log = open(self.folder / "log", "w+")
        self.addCleanup(log.close)
        bot = subprocess.Popen([PROGRAM, "--config", str(self.config)], env=self.environment,
                               stderr=log, preexec_fn=lambda: os.setgroups([0, 4]))
        self.addCleanup(bot.wait)
        self.addCleanup(bot.send_signal, signal.SIGTERM)
        while not any("/sync" in line for line in self.server.asked):
            self.assertIsNone(bot.poll(), (self.folder / "log").read_text())
            time.sleep(0.02)
        status = dict(line.split(":", 1) for line in
                      Path(f"/proc/{bot.pid}/status").read_text().splitlines())
        self.assertEqual(set(status["Uid"].split()), {str(USER)})
        self.assertNotIn("0", status["Gid"].split())
        self.assertFalse({"0", "4"} & set(status["Groups"].split()))
        self.assertEqual(int(status["CapPrm"], 16), 0)
        done = self.run_program("backup", self.backup)
        self.assertIn("complete and undamaged", done)
        self.assertEqual(self.backup.stat().st_uid, 0)
        self.check_state()


if __name__ == "__main__":
    unittest.main(verbosity=2)
