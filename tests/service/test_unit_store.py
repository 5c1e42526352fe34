"""A store outside /var/lib/engarde, on a machine with the systemd unit. Run as root:
test_unit_store.py PROGRAM [unittest options]

The tests run the program in a mount namespace with an /etc of its own.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

NOT_RUN = 77  # ctest counts a test with this exit status as skipped
UNSHARE = ["unshare", "--mount", "--propagation", "private"]
if os.geteuid() != 0 or subprocess.run([*UNSHARE, "true"], capture_output=True).returncode:
    print("\n**** NOT ROOT: A STORE ELSEWHERE HAS NOT BEEN TESTED ****\n", file=sys.stderr)
    sys.exit(NOT_RUN)

from test_setup import PASSWORD, PROGRAM, Server  # noqa: E402

DROP_IN = "etc/systemd/system/engarde-bot.service.d/store.conf"
BACKUP_DROP_IN = "etc/systemd/system/engarde-bot-backup.service.d/store.conf"
SCRIPT = """\
set -e
mount --bind "$1/etc" /etc
shift
exec "$@"
"""


class UnitStore(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)
        # The unit hides /tmp, so the store must be elsewhere.
        folder = tempfile.TemporaryDirectory(dir="/var/lib")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.folder.chmod(0o755)
        (self.folder / "etc/systemd/system").mkdir(parents=True)
        for name in ("passwd", "group", "nsswitch.conf", "hosts"):
            (self.folder / "etc" / name).write_bytes(Path("/etc", name).read_bytes())
        (self.folder / "etc/systemd/system/engarde-bot.service").touch()
        self.store = self.folder / "state/engarde.db"

    def run_program(self, *words, status=0, given=PASSWORD):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("ENGARDE_")}
        done = subprocess.run(
            [*UNSHARE, "sh", "-c", SCRIPT, "sh", self.folder, PROGRAM, *map(str, words)],
            input=given, env=environment, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def set_up(self, store, *more, status=0):
        return self.run_program("setup", "--user", self.server.user, "--homeserver", self.server.url,
                                "--store", store, *more, status=status)

    def test_setup_lets_the_service_write_to_the_folder(self):
        said = self.set_up(self.store)
        self.assertIn("store.conf is written", said)
        self.assertIn("systemctl daemon-reload", said)
        text = (self.folder / DROP_IN).read_text()
        self.assertTrue(text.endswith(f"[Service]\nReadWritePaths={self.store.parent}\n"), text)
        self.assertNotIn("systemd", self.run_program("--check-config"))

    def test_setup_names_the_service(self):
        said = self.set_up(self.store)
        # the commands are below each other
        start, service = (line for line in said.splitlines() if "Start the bot" in line or "enable" in line)
        self.assertEqual(start.index("engarde-bot --config"), service.index("systemctl enable --now engarde-bot"))

    def test_the_daily_backup_may_write_there_too(self):
        self.set_up(self.store)
        text = (self.folder / BACKUP_DROP_IN).read_text()
        self.assertIn(f"ReadWritePaths={self.store.parent}\n", text)
        (self.folder / BACKUP_DROP_IN).unlink()
        said = self.run_program("--check-config")
        self.assertIn("systemctl edit engarde-bot-backup.service", said)

    def test_a_folder_with_a_longer_name_is_another_folder(self):
        self.set_up(self.store)
        (self.folder / DROP_IN).write_text(f"[Service]\nReadWritePaths={self.store.parent}-old\n")
        self.assertIn("systemctl edit engarde-bot.service", self.run_program("--check-config"))
        (self.folder / DROP_IN).write_text(f"[Service]\nReadWritePaths=-/mnt {self.folder}\n")
        self.assertNotIn("systemctl edit", self.run_program("--check-config"))

    def test_second_setup_replaces_the_drop_in(self):
        self.set_up(self.store)
        other = self.folder / "elsewhere/engarde.db"
        self.set_up(other, "--force")
        self.assertIn(f"ReadWritePaths={other.parent}\n", (self.folder / DROP_IN).read_text())

    def test_check_names_the_missing_drop_in(self):
        self.set_up(self.store)
        (self.folder / DROP_IN).unlink()
        said = self.run_program("--check-config")
        self.assertIn(f"ReadWritePaths={self.store.parent}", said)
        (self.folder / DROP_IN).with_name("mine.conf").write_text(
            f"[Service]\nReadWritePaths={self.store.parent}\n")
        self.assertNotIn("ReadWritePaths", self.run_program("--check-config"))

    def add_service(self):
        with (self.folder / "etc/passwd").open("a") as users:
            users.write("engarde:x:64999:64999::/nonexistent:/usr/sbin/nologin\n")
        with (self.folder / "etc/group").open("a") as groups:
            groups.write("engarde:x:64999:\n")

    def test_check_reads_the_file_as_the_service_before_its_folder_exists(self):
        """systemd makes the folder when it starts the service for the first time."""
        self.add_service()
        self.set_up(self.store)
        config = self.folder / "etc/engarde/engarde.yaml"
        shutil.rmtree(self.store.parent)
        self.assertIn("this folder does not exist", self.run_program("--check-config"))
        os.chown(config, 0, 0)
        config.chmod(0o600)
        said = self.run_program("--check-config", status=78)
        self.assertIn("runs as the user engarde, can't read this file: Permission denied", said)

    def test_check_reads_the_file_as_the_service_does(self):
        self.add_service()
        self.set_up(self.store)
        config = self.folder / "etc/engarde/engarde.yaml"
        self.run_program("--check-config")
        os.chown(config, 0, 0)
        config.chmod(0o600)
        said = self.run_program("--check-config", status=78)
        self.assertIn("the service, which runs as the user engarde, can't read this file: Permission denied", said)
        self.assertNotIn("is fine", said)

    def test_setup_refuses_what_the_service_can_never_use(self):
        for store, words in (("/home/engarde/engarde.db", "systemd hides"), ("/tmp/e.db", "systemd hides"),
                             ("engarde.db", "whole path"), ("/srv/en garde/e.db", "no spaces"),
                             ("/srv/../home/e.db", 'without "//"'), ("/srv//e.db", 'without "//"'),
                             ("/engarde.db", "a folder of its own")):
            with self.subTest(store=store):
                self.assertIn(words, self.set_up(store, status=1))
                self.assertFalse((self.folder / "etc/engarde").exists())

    def test_without_the_unit_no_drop_in_is_written(self):
        for unit in ("etc/systemd/system/engarde-bot.service",):
            (self.folder / unit).unlink()
        if Path("/usr/lib/systemd/system/engarde-bot.service").exists():
            self.skipTest("the unit is installed on this machine")
        self.assertNotIn("store.conf", self.set_up(self.store))
        self.assertFalse((self.folder / DROP_IN).exists())


if __name__ == "__main__":
    unittest.main(verbosity=2)
