"""Two machines and one disk with the store, whose file system may be mounted once only (ext4 with mmp).
Run as root: test_shared_disk.py PROGRAM LOOPBACK

Both machines are this one. Each has a loop device of its own for the same file, so neither sees what the
other one has in memory, as with a disk in a network. People play on a homeserver (loopback) meanwhile.
"""

import fcntl
import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request
from pathlib import Path

NOT_RUN = 77  # ctest counts a test with this exit status as skipped
PROGRAM, LOOPBACK = sys.argv[1:3]
UNSHARE = ["unshare", "--mount", "--propagation", "private"]
LOOP_SET_STATUS64, LOOP_GET_STATUS64, SIZE_LIMIT = 0x4C04, 0x4C05, 32
SETTINGS = """\
matrix:
  homeserver: {url}
  user: "@engarde:loopback"
store: {folder}/engarde.db
matches:
  per_room: 100
limits: {{sender_per_minute: 0, room_per_minute: 0, newcomers_of_server_per_minute: 0,
  newcomers_per_minute: 0, newcomers_waiting: 0}}
"""


def run(*words):
    return subprocess.run([*map(str, words)], check=True, capture_output=True, text=True).stdout.strip()


class Machine:
    """A machine that can mount the disk and run the bot."""

    def __init__(self, case, name, disk):
        self.case, self.mounted, self.bot = case, False, None
        self.folder = case.folder / name
        self.folder.mkdir()
        self.device = run("losetup", "--find", "--show", "--direct-io=on", disk)
        case.addCleanup(run, "losetup", "--detach", self.device)
        case.addCleanup(self.leave)
        self.log = open(case.folder / f"{name}.log", "w+")
        case.addCleanup(self.log.close)

    def mount(self):
        """Returns how many seconds that took, and what `mount` said if it failed."""
        began = time.monotonic()
        done = subprocess.run(["mount", "-t", "ext4", self.device, self.folder], capture_output=True, text=True)
        self.mounted = done.returncode == 0
        return time.monotonic() - began, done.stderr

    def start(self, url):
        settings = self.case.folder / f"{self.folder.name}.yaml"
        settings.write_text(SETTINGS.format(url=url, folder=self.folder))
        self.bot = subprocess.Popen([PROGRAM, "--config", settings], stderr=self.log,
                                    env=os.environ | {"ENGARDE_PASSWORD": "any"})

    def stop(self, how=signal.SIGTERM):
        self.bot.send_signal(how)
        self.bot.wait(60)
        self.bot = None

    def lose_power(self):
        """Nothing that the machine writes reaches the disk any more, and its program ends."""
        with open(self.device, "rb") as device:
            status = bytearray(232)
            fcntl.ioctl(device, LOOP_GET_STATUS64, status)
            struct.pack_into("<Q", status, SIZE_LIMIT, 512)
            fcntl.ioctl(device, LOOP_SET_STATUS64, bytes(status))
        self.stop(signal.SIGKILL)
        self.leave()

    def leave(self):
        if self.bot:
            self.stop(signal.SIGKILL)
        if self.mounted:
            run("umount", self.folder)
            self.mounted = False


class SharedDisk(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir="/var/tmp")  # direct I/O needs a disk
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        disk = self.folder / "disk"
        with open(disk, "wb") as file:
            file.truncate(128 << 20)
        run("mkfs.ext4", "-q", "-O", "mmp", "-E", "mmp_update_interval=1", disk)
        self.one, self.two = Machine(self, "one", disk), Machine(self, "two", disk)
        self.people = subprocess.Popen([LOOPBACK, "--rooms", "4", "--matches", "8", "--think", "200",
                                        "--patience", "120"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.people.stdout.close)
        self.addCleanup(self.people.wait)
        self.addCleanup(self.people.kill)
        self.url = self.people.stdout.readline().strip()
        self.assertEqual(self.one.mount()[1], "")
        self.one.start(self.url)
        self.until_answered(8)

    def report(self):
        with urllib.request.urlopen(f"{self.url}/loopback/report", timeout=10) as answer:
            return json.load(answer)

    def until_answered(self, more):
        """Waits until the bot has answered so many commands more, and returns the seconds."""
        began, start = time.monotonic(), self.report()["answered"]
        while self.report()["answered"] < start + more:
            self.assertIsNone(self.people.poll(), "the people are done too early")
            self.assertLess(time.monotonic(), began + 120)
            time.sleep(0.02)
        return time.monotonic() - began

    def assert_all_once(self):
        report = json.loads(self.people.stdout.readline())
        self.assertEqual(self.people.wait(60), 0, report)
        self.assertEqual((report["lost"], report["twice"], report["leaks"], report["conflicts"]),
                         (0, 0, 0, 0), report)
        return report["commands"]

    def go_on_at_two(self, what):
        took, said = self.two.mount()
        self.assertEqual(said, "")
        self.two.start(self.url)
        answered = self.until_answered(1)
        print(f"{what}: mounted after {took:.1f} s, an answer {answered:.1f} s later, "
              f"{self.assert_all_once()} commands, none lost or answered twice")

    def test_second_machine_takes_over_when_the_first_one_loses_its_power(self):
        self.one.lose_power()
        self.go_on_at_two("power lost")

    def test_second_machine_takes_over_when_the_first_one_is_stopped_and_not_before(self):
        took, said = self.two.mount()
        self.assertIn("already mounted", said)
        print(f"in use: refused after {took:.1f} s")
        self.until_answered(1)
        self.one.stop()
        self.one.leave()
        self.go_on_at_two("stopped afterwards")


if __name__ == "__main__":
    if os.geteuid() != 0 or subprocess.run([*UNSHARE, "losetup", "--find"], capture_output=True).returncode:
        print("\n**** NOT ROOT, OR NO LOOP DEVICES: A SHARED DISK HAS NOT BEEN TESTED ****\n", file=sys.stderr)
        sys.exit(NOT_RUN)
    if "ENGARDE_UNSHARED" not in os.environ:
        os.environ["ENGARDE_UNSHARED"] = "yes"
        os.execvp(UNSHARE[0], [*UNSHARE, sys.executable, "-B", *sys.argv])
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
