"""Matches with the bot of the installed package, on a real Synapse.

The bot runs in the folder that ENGARDE_ROOT names. For most tests, life.sh has installed the package in
this folder. For AsContainer, the folder has the files of the container's image. Run this as root.
"""

import asyncio
import os
import shutil
import subprocess
import time
import unittest
from pathlib import Path

from e2e.case import EndToEnd
from e2e.encrypted_case import EncryptedEndToEnd
from local import bot as daemon
from local.homeserver import free_port
from local.player import next_to_act
from local.process import Failed

ROOT = Path(os.environ["ENGARDE_ROOT"])
UNIT = "engarde-bot.service"
# These times are shorter than in the real unit, because a test waits until these times have passed.
DROP_IN = "[Service]\nWatchdogSec=4s\nRestartSec=1s\n"


class InstalledBot(daemon.Bot):
    """The bot with the configuration that an administrator would write."""

    store = Path("/var/lib/engarde/engarde.db")

    def configure(self) -> None:
        self.directory.mkdir(parents=True, exist_ok=True)
        named = "matrix:\n  password_file: /etc/engarde/password\n"
        settings = self.settings().replace("matrix:\n", named)
        (ROOT / "etc/engarde/engarde.yaml").write_text(settings)
        password = ROOT / "etc/engarde/password"
        password.unlink(missing_ok=True)
        password.touch(0o600)
        password.write_text(daemon.PASSWORD + "\n")


class BotInRoot(InstalledBot):
    """Runs the command of the systemd unit as the service's user, who can read only a copy of the
    password."""

    def start(self) -> None:
        self.configure()
        _, _, uid, gid, *_ = next(
            line.split(":")
            for line in (ROOT / "etc/passwd").read_text().splitlines()
            if line.startswith("engarde:")
        )
        credentials = ROOT / "run/credentials" / UNIT
        shutil.rmtree(credentials, ignore_errors=True)
        credentials.mkdir(parents=True)
        copy = credentials / "password"
        copy.write_bytes((ROOT / "etc/engarde/password").read_bytes())
        copy.chmod(0o400)
        for path in (copy, credentials):
            os.chown(path, int(uid), int(gid))
        credentials.chmod(0o500)
        self.process.start(
            ["chroot", "--userspec=engarde:engarde", ROOT, "/usr/bin/env", "-i",
             f"CREDENTIALS_DIRECTORY=/run/credentials/{UNIT}", "/usr/bin/engarde-bot"]
        )


class BotInContainer(InstalledBot):
    """Runs the command of the container's image, with a read-only root directory and a homeserver
    named synapse as in compose.yaml."""

    def settings(self) -> str:
        named = super().settings().replace("//127.0.0.1:", "//synapse:")
        return named.replace("matrix:\n", "matrix:\n  insecure_http: true\n")

    def start(self) -> None:
        self.configure()
        (ROOT / "etc/hosts").write_text("127.0.0.1 localhost synapse\n")
        (ROOT / "etc/engarde/password").chmod(0o640)
        os.chown(ROOT / "etc/engarde/password", 0, 10001)
        start = (
            'mount --bind "$0" "$0" && mount --bind "$0/var/lib/engarde" "$0/var/lib/engarde" && '
            'mount -o remount,bind,ro "$0" && '
            'exec chroot --userspec=10001:10001 "$0" engarde-bot'
        )
        self.process.start(["unshare", "--mount", "sh", "-c", start, ROOT])

    def health(self) -> int:
        command = ["chroot", "--userspec=10001:10001", ROOT, "engarde-bot", "health"]
        return subprocess.run(command).returncode


class BotAsUnit(InstalledBot):
    """Runs the systemd unit in a container with its own systemd. The container shares only the
    network with the machine."""

    def configure(self) -> None:
        """Configures the bot as the guide says: root runs engarde-bot setup."""
        self.directory.mkdir(parents=True, exist_ok=True)
        command = ["chroot", ROOT, "engarde-bot", "setup", "--force", "--user", daemon.USER,
                   "--homeserver", self.homeserver.url]
        done = subprocess.run(command, input=daemon.PASSWORD, capture_output=True, text=True)
        if done.returncode:
            raise Failed(f"setup: {done.stdout}{done.stderr}", "")
        with open(ROOT / "etc/engarde/engarde.yaml", "a") as settings:
            settings.write(self.more)

    def start(self) -> None:
        self.configure()
        units = ROOT / "etc/systemd/system"
        (units / f"{UNIT}.d").mkdir(exist_ok=True)
        (units / f"{UNIT}.d/test.conf").write_text(DROP_IN)
        wanted = units / "multi-user.target.wants" / UNIT
        if not wanted.is_symlink():
            wanted.symlink_to(f"/usr/lib/systemd/system/{UNIT}")
        self.process.start(
            ["systemd-nspawn", "--quiet", "--directory", ROOT, "--boot", "--register=no",
             "--keep-unit", "--console=pipe", "systemd.unit=multi-user.target"]
        )
        self.wait(lambda: self.shows("ActiveState") == "active", "the unit is active")

    def inside(self, *command: str) -> subprocess.CompletedProcess:
        """Runs a command in the container. nsenter finds the container by its first process, which is
        nspawn's only child."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        if not children:
            return subprocess.CompletedProcess(command, 1, "", "the container has no process yet")
        enter = ["nsenter", "--all", "--target", children[0]]
        return subprocess.run([*enter, *command], capture_output=True, text=True)

    def shows(self, name: str) -> str:
        return self.inside("systemctl", "show", "--value", "-p", name, UNIT).stdout.strip()

    def journal(self) -> str:
        return self.inside("journalctl", "--no-pager", "-b", "-u", UNIT).stdout

    def wait(self, condition, what: str) -> None:
        end = time.monotonic() + 60
        while not condition():
            if time.monotonic() > end or not self.process.is_running():
                raise Failed(f"waited in vain: {what}\n{self.process.last_lines()}\n{self.journal()}", "")
            time.sleep(0.2)


class Package(EndToEnd):
    """The common part of the test classes."""

    @classmethod
    def setUpClass(cls):
        for path in (ROOT / "var/lib/engarde").glob("engarde.db*"):  # from another account
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
        super().setUpClass()

    async def begun(self):
        alice, bob = await self.player("alice"), await self.player("bob")
        room = await self.room_of(alice, bob)
        await self.challenged(alice, bob, room, "basic to 2")
        return room, alice, bob

    async def drawn(self, player, room) -> None:
        """Asks for a picture of the board, because drawing needs the most libraries and files of
        the system. First waits for the board after the first action: an action that the bot hears
        after the request would make a text of a picture that still waits."""
        await player.hears(room, "advances")
        await player.say(room, "!engarde board picture")
        await player.until(
            lambda: any(e["content"].get("msgtype") == "m.image" for e in player.events[room]),
            "the board as a picture",
        )


class AsUser(Package):
    bot_class = BotInRoot
    more_settings = daemon.PLAIN

    async def test_match_survives_a_crash(self):
        room, alice, bob = await self.begun()
        await self.act(await next_to_act((alice, bob), room), room)
        self.bot.restart_after_crash()
        await self.drawn(alice, room)
        await self.play_out(alice, bob, room)
        self.assertEqual(self.bot.stop(), 0)
        self.bot.start()


class AsContainer(Package, EncryptedEndToEnd):
    bot_class = BotInContainer
    port = free_port()
    more_settings = f"\nmonitoring: {{listen: '127.0.0.1:{port}'}}\n"

    async def test_match_survives_a_crash(self):
        room, alice, bob = await self.begun()
        self.assertEqual(self.bot.health(), 0)
        await self.act(await next_to_act((alice, bob), room), room)
        self.bot.kill()
        self.assertNotEqual(self.bot.health(), 0)
        self.bot.start()
        await self.drawn(alice, room)
        await self.play_out(alice, bob, room)
        inside = f"/proc/{self.bot.process.pid}/root"
        with self.assertRaisesRegex(OSError, "Read-only"):
            Path(inside, "etc/engarde/engarde.yaml").touch()


class AsService(Package, EncryptedEndToEnd):
    """Matches in encrypted rooms, with a bot in the sandbox of its systemd unit."""

    bot_class = BotAsUnit

    async def asyncTearDown(self):
        if self._failed():
            print(self.bot.journal())
        await super().asyncTearDown()

    async def test_match_survives_a_hang(self):
        room, alice, bob = await self.begun()
        self.assertEqual(self.bot.shows("NRestarts"), "0")
        self.bot.inside("systemctl", "kill", "--signal=STOP", UNIT)
        await self.act(await next_to_act((alice, bob), room), room)
        await asyncio.to_thread(
            self.bot.wait, lambda: self.bot.shows("NRestarts") == "1", "started again"
        )
        await self.drawn(alice, room)
        await self.play_out(alice, bob, room)

    async def test_unit_reloads_stops_and_starts(self):
        for verb, state in (("reload", "active"), ("stop", "inactive"), ("start", "active")):
            done = self.bot.inside("systemctl", verb, UNIT)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(self.bot.shows("ActiveState"), state)
            self.assertEqual(self.bot.shows("Result"), "success")
        self.assertIn("event=reloaded", self.bot.journal())
        self.assertEqual(self.bot.shows("StatusText"), "Receives events from the homeserver")

    async def test_reload_of_a_faulty_configuration_fails_and_changes_nothing(self):
        file = ROOT / "etc/engarde/engarde.yaml"
        fine = file.read_text()
        file.write_text(f"{fine}\nlanguage: Klingon\n")
        try:
            done = self.bot.inside("systemctl", "reload", UNIT)
        finally:
            file.write_text(fine)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("Klingon", self.bot.journal())
        self.assertNotIn("event=reload_failed", self.bot.journal())
        self.assertEqual(self.bot.shows("ActiveState"), "active")
        self.assertEqual(self.bot.shows("StatusText"), "Receives events from the homeserver")

    async def test_backup_unit_keeps_backups_while_the_bot_runs_and_when_it_is_stopped(self):
        timer, service = "engarde-bot-backup.timer", "engarde-bot-backup.service"
        self.assertEqual(self.bot.inside("systemctl", "is-enabled", timer).stdout.strip(), "disabled")
        for running in (True, False):
            if not running:
                self.assertEqual(self.bot.inside("systemctl", "stop", UNIT).returncode, 0)
            done = self.bot.inside("systemctl", "start", service)
            said = self.bot.inside("journalctl", "--no-pager", "-b", "-u", service).stdout
            self.assertEqual(done.returncode, 0, said)
            self.assertIn("complete and undamaged", said)
        files = self.bot.inside("stat", "-c", "%a %U %n", "/var/lib/engarde-backups",
                                *self.bot.inside("sh", "-c", "ls -d /var/lib/engarde-backups/*").stdout.split())
        modes = files.stdout.splitlines()
        self.assertEqual(modes[0], "700 engarde /var/lib/engarde-backups")
        self.assertEqual(len(modes), 5, modes)  # the folder, and two backups with the recovery key
        for line in modes[1:]:
            self.assertRegex(line, r"^600 engarde .*/engarde-\d{8}T\d{6}Z\.db(\.recovery-key)?$")
        self.assertEqual(self.bot.inside("systemctl", "enable", "--now", timer).returncode, 0)
        self.assertIn(timer, self.bot.inside("systemctl", "list-timers", "--no-pager").stdout)
        self.bot.inside("systemctl", "disable", "--now", timer)
        self.assertEqual(self.bot.inside("systemctl", "start", UNIT).returncode, 0)

    def dpkg(self, *words: str) -> None:
        done = self.bot.inside("dpkg", *words)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    async def test_upgrade_restarts_the_bot_and_removal_stops_it(self):
        (ROOT / "usr/sbin/policy-rc.d").unlink(missing_ok=True)
        # The container has a /tmp of its own, so the test copies the package to /srv.
        shutil.copy(ROOT / "tmp/newer.deb", ROOT / "srv/newer.deb")
        before = self.bot.shows("MainPID")
        self.dpkg("-i", "/srv/newer.deb")
        self.assertEqual(self.bot.shows("ActiveState"), "active")
        self.assertNotEqual(self.bot.shows("MainPID"), before)
        self.dpkg("-r", "engarde-bot")
        self.assertNotEqual(self.bot.shows("ActiveState"), "active")
        self.dpkg("-i", "/srv/newer.deb")
        self.assertEqual(self.bot.inside("systemctl", "start", UNIT).returncode, 0)
        self.assertEqual(self.bot.shows("StatusText"), "Receives events from the homeserver")

    async def test_other_users_can_read_neither_password_nor_store(self):
        for path in ("/etc/engarde/password", f"/run/credentials/{UNIT}/password",
                     "/var/lib/engarde/engarde.db"):
            done = self.bot.inside("setpriv", "--reuid=daemon", "--clear-groups", "cat", path)
            self.assertIn("Permission denied", done.stderr)


def load_tests(loader, _, __):
    """Chooses the tests of the package, if the command line names no tests."""
    return unittest.TestSuite(map(loader.loadTestsFromTestCase, (AsUser, AsService)))


if __name__ == "__main__":
    unittest.main(verbosity=2)
