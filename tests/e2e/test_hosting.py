"""What a host does with the bot, on a real homeserver: set it up, watch it, back it up, restore it."""

import copy
import json
import os
import pty
import select
import shutil
import subprocess
import unittest

from e2e.case import PROGRAM, ROOT, EndToEnd
from local import bot as daemon
from local.homeserver import Homeserver


class Hosting(EndToEnd):
    def command(self, *words):
        done = subprocess.run(
            [PROGRAM, "--config", self.bot.directory / "engarde.yaml", *words],
            capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    async def test_a_match_goes_on_from_a_backup(self):
        ann, bob = await self.player("ann"), await self.player("bob")
        room = await self.room_of(ann, bob)
        number = await self.challenged(ann, bob, room, "basic to 1 first white")
        await self.act(ann, room)
        await bob.until(lambda: bob.turn(), "his turn")
        backup = self.bot.directory / "backup.db"
        self.assertIn("sound", self.command("backup", backup))
        kept, ledger = bob.turn(), copy.deepcopy(self.ledgers[number])

        # It goes on, and then all of that is lost.
        lost = await self.act(bob, room)
        await ann.until(lambda: ann.turn(), "her turn")
        self.bot.stop()
        hands = len(bob.hands())
        self.command("restore", backup)
        self.bot.start()
        await bob.until(lambda: len(bob.hands()) > hands, "his hand of then")
        self.assertEqual(bob.turn().place, kept.place)
        self.assertEqual(bob.turn().choices, kept.choices)
        await ann.hears(room, "older copy")
        other = next(c for c in kept.choices if c.notation != lost.notation)
        ledger.acted(kept.place.white, other.notation)
        self.ledgers[number] = ledger
        hands = len(ann.hands())
        await bob.act(bob.private, other.notation)
        await ann.until(lambda: len(ann.hands()) > hands, "her hand after that")
        await self.play_out(ann, bob, room)

        told = json.loads(self.command("export", ann.user))
        self.assertEqual(told["matches"][0]["status"], "ended")
        self.bot.stop()
        self.command("erase", ann.user)
        self.assertEqual(json.loads(self.command("export", ann.user)), {"user": ann.user})
        self.bot.start()
        await bob.say(room, "!eg history")
        await bob.hears(room, "erased-")


class Setup(unittest.TestCase):
    def test_from_an_account_to_a_bot_that_runs(self):
        directory = ROOT / "build/e2e/Setup"
        shutil.rmtree(directory, ignore_errors=True)
        homeserver = Homeserver(directory / "homeserver", True)
        self.addCleanup(homeserver.stop)
        homeserver.start()
        homeserver.register(daemon.NAME, daemon.PASSWORD)
        config = directory / "bot/engarde.yaml"
        child, terminal = pty.fork()
        if child == 0:
            os.execv(PROGRAM, [str(PROGRAM), "--config", str(config), "--store",
                               str(directory / "bot/engarde.db"), "setup"])
        shown = ""
        for prompt, line in (
            ("@engarde:example.org: ", daemon.USER),
            ("[http://localhost]: ", homeserver.url),
            ("an access token instead): ", daemon.PASSWORD),
            ("!eg challenge\r\n", None),
        ):
            while prompt not in shown:
                self.assertTrue(select.select([terminal], [], [], 60)[0], shown)
                shown += os.read(terminal, 4096).decode()
            if line:
                shown = ""
                os.write(terminal, line.encode() + b"\n")
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0, shown)
        os.close(terminal)
        done = subprocess.run([PROGRAM, "--config", config, "--check-config"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
