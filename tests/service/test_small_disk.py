"""A store on a disk of 4 MB, and on a disk that is read-only. Run as root: test_small_disk.py PROGRAM

The tests run in a mount namespace of their own.
"""

import os
import subprocess
import sys
import unittest
from pathlib import Path

NOT_RUN = 77  # ctest counts a test with this exit status as skipped
if "ENGARDE_BOT" not in os.environ:
    UNSHARE = ["unshare", "--mount", "--propagation", "private"]
    if os.geteuid() != 0 or subprocess.run([*UNSHARE, "true"], capture_output=True).returncode:
        print("\n**** NOT ROOT: SMALL AND READ-ONLY DISKS HAVE NOT BEEN TESTED ****\n", file=sys.stderr)
        sys.exit(NOT_RUN)
    os.environ["ENGARDE_BOT"] = sys.argv.pop(1)
    os.execvp(UNSHARE[0], [*UNSHARE, sys.executable, "-B", *sys.argv])
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "monitoring"))

from monitoring_case import PROGRAM, MonitoringCase  # noqa: E402


def mount(*words):
    subprocess.run(["mount", *map(str, words)], check=True)


class SmallDisk(MonitoringCase):
    def setUp(self):
        super().setUp()
        mount("-t", "tmpfs", "-o", "size=4m,mode=700", "tmpfs", self.folder)
        self.addCleanup(subprocess.run, ["umount", "--lazy", self.folder], check=True)

    def command(self, *words):
        done = subprocess.run([PROGRAM, "--config", str(self.settings), *words], capture_output=True,
                              text=True, timeout=120, env=os.environ | {"ENGARDE_PASSWORD": "secret"})
        return done.returncode, done.stdout + done.stderr

    def logged(self, event):
        return [line for line in self.log if f"event={event} " in line]

    def fill(self):
        file = os.open(self.folder / "filler", os.O_WRONLY | os.O_CREAT)
        self.addCleanup(os.close, file)
        with self.assertRaises(OSError):
            while True:
                os.write(file, bytes(4096))

    def test_log_does_not_fill_the_disk(self):
        self.enter()
        for _ in range(300):
            self.say("!eg challenge", "!eg cancel")
            self.until(self.homeserver.all_is_handled)
        self.assertEqual(self.logged("disk_full"), [])
        log = self.folder / "engarde.db-wal"
        self.assertLess(log.stat().st_size, 1 << 20)

    def test_full_disk_empties_the_log(self):
        self.enter()
        self.stop() # moves everything from the log into the file
        self.log.clear()
        self.start()
        self.until(lambda: self.get("/readyz")[0] == 200)
        self.fill()
        while not self.logged("disk_full"):
            self.say("!eg challenge", "!eg cancel")
            self.until(lambda: self.logged("disk_full") or self.homeserver.all_is_handled())
        self.until(lambda: os.statvfs(self.folder).f_bavail > 0)

    def test_store_that_became_read_only_is_not_healthy(self):
        self.enter()
        self.configure(f"monitoring: {{listen: '{self.address}'}}\n")
        self.assertEqual(self.command("health"), (0, "healthy\n"))
        mount("--bind", self.folder, self.folder)
        self.addCleanup(subprocess.run, ["umount", "--lazy", self.folder], check=True)
        mount("-o", "remount,ro,bind", self.folder)
        status, text = self.command("health")
        self.assertEqual(status, 1)
        self.assertIn("can't be written: Read-only file system", text)

    def test_bot_on_a_read_only_disk_says_so(self):
        self.enter()
        self.stop()
        mount("-o", "remount,ro", self.folder)
        for words in ((), ("--check-config",)):
            status, text = self.command(*words)
            self.assertEqual(status, 78 if words else 1, text)
            self.assertIn("Read-only file system", text)
            self.assertNotIn("Permission denied", text)


if __name__ == "__main__":
    unittest.main(verbosity=2)
