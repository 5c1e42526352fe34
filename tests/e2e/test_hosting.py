"""The tasks of the operator on a real homeserver: set up the bot, watch it, back it up and restore it."""

import asyncio
import copy
import json
import os
import pty
import re
import select
import shutil
import subprocess
import unittest

from e2e.audit import Audit, events_of
from e2e.case import PROGRAM, ROOT, EndToEnd
from local import bot as daemon
from local.homeserver import Homeserver
from local.player import Player


class SecondBot(EndToEnd):
    """A second bot with the same account and another store."""

    other_device = True

    async def test_both_bots_warn(self):
        ann = await self.player("ann")
        room = await self.room_of(ann)
        second = daemon.Bot(PROGRAM, self.homeserver, self.bot.directory.parent / "second")
        second.start()
        self.addCleanup(second.stop)
        for _ in range(20):
            await ann.say(room, "!eg help")
            await asyncio.sleep(1)
            logs = [bot.process.log.read_text() for bot in (self.bot, second)]
            if all("account_used_elsewhere" in log for log in logs):
                break
        for log in logs:
            self.assertEqual(log.count("account_used_elsewhere"), 1)
        second.stop()
        # The first bot answers in order, so after this answer it has given all the others.
        await ann.say(room, "!eg board #77")
        await ann.hears(room, "#77")
        # Two bots answer twice. This is what the warning is about.
        faults = Audit(events_of(self.homeserver.database), daemon.USER).faults
        self.found.extend(fault for fault in faults if fault.startswith("said twice"))


class Hosting(EndToEnd):
    def command(self, *words, status=0):
        done = subprocess.run(
            [PROGRAM, "--config", self.bot.directory / "engarde.yaml", *words],
            capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    async def test_a_match_goes_on_from_a_backup(self):
        ann, bob = await self.player("ann"), await self.player("bob")
        room = await self.room_of(ann, bob)
        number = await self.challenged(ann, bob, room, "basic to 1 first white")
        await self.act(ann, room)
        await bob.until(bob.turn, "Bob's turn")
        backup = self.bot.directory / "backup.db"
        self.assertIn("undamaged", self.command("backup", backup))
        kept, ledger = bob.turn(), copy.deepcopy(self.ledgers[number])

        # The match goes on, and then the files of the bot are lost.
        lost = await self.act(bob, room)
        await ann.until(ann.turn, "Ann's turn")
        self.bot.stop()
        hands = len(bob.hands())
        self.command("restore", backup)
        self.bot.start()
        await bob.until(lambda: len(bob.hands()) > hands, "Bob's hand at the time of the backup")
        self.assertEqual(bob.turn().place, kept.place)
        self.assertEqual(bob.turn().choices, kept.choices)
        await ann.hears(room, "older copy")
        other = next(c for c in kept.choices if c.notation != lost.notation)
        ledger.acted(kept.place.white, other.notation)
        self.ledgers[number] = ledger
        hands = len(ann.hands())
        await bob.act(bob.private, other.notation)
        await ann.until(lambda: len(ann.hands()) > hands, "Ann's hand after Bob's action")
        await self.play_out(ann, bob, room)

        told = json.loads(self.command("export", ann.user))
        self.assertEqual(told["matches"][0]["status"], "ended")
        self.bot.stop()
        self.command("erase", ann.user)
        self.assertEqual(self.command("export", ann.user, status=1), "")
        self.bot.start()
        await bob.say(room, "!eg history")
        await bob.hears(room, "erased-")

    async def test_a_match_moves_to_another_machine(self):
        ann, bob = await self.player("ann"), await self.player("bob")
        room = await self.room_of(ann, bob)
        await self.challenged(ann, bob, room, "to 1 first white")
        await self.act(ann, room)
        await bob.until(bob.turn, "Bob's turn")
        devices, hands = self.count_devices(), len(bob.hands())

        self.bot.stop()
        there = daemon.Bot(PROGRAM, self.homeserver, self.bot.directory.with_name("there"),
                           more=self.bot.more)
        there.write_settings()
        self.command("backup", there.directory / "backup.db")
        self.bot.directory.rename(self.bot.directory.with_name("given-up"))
        type(self).bot = there
        self.addClassCleanup(there.stop)
        self.command("restore", there.directory / "backup.db")
        there.start()

        await bob.until(lambda: len(bob.hands()) > hands, "Bob's hand again")
        await self.play_out(ann, bob, room)
        self.assertEqual(self.count_devices(), devices)

    async def test_another_account_needs_its_own_store(self):
        other = Fencer(PROGRAM, self.homeserver, self.bot.directory.with_name("other"))
        other.register()
        self.bot.stop()
        other.directory.mkdir(parents=True)
        shutil.copy(self.bot.store, other.store)
        other.start()
        await asyncio.to_thread(other.process.wait)
        self.assertEqual(other.process.stop(), 78)
        self.assertIn("the store belongs to ", other.process.last_lines())

        other.store.unlink()
        other.start()
        self.addCleanup(other.stop)
        ann = await self.player("ann")
        ann.bot = other.user
        room = await ann.create_room("of another bot")
        await ann.invite(room, other.user)
        await ann.hears(room, "I host matches")
        await ann.say(room, "!engarde history")
        await ann.hears(room, "(?i)no match")
        self.bot.start()


class Fencer(daemon.Bot):
    """The bot, with another account on the same homeserver."""

    user = daemon.USER.replace(daemon.NAME, "fencer")

    def settings(self) -> str:
        return super().settings().replace(daemon.USER, self.user)

    def register(self) -> None:
        self.homeserver.register("fencer", daemon.PASSWORD)


class Lifted(EndToEnd):
    """A homeserver whose host also runs the bot. The host lifts the rate limits for the bot."""

    limits_lifted = False

    async def player(self, name: str) -> Player:
        player = await super().player(name)
        self.homeserver.lift_limits(player.user)
        return player

    async def test_the_limit_is_lifted_as_the_guide_says(self):
        guide = (ROOT / "deploy/hosting.md").read_text()
        command = re.search(r"^curl .*?override_ratelimit$", guide, re.MULTILINE | re.DOTALL)[0]
        command = command.replace("https://matrix.example.org", self.homeserver.url)
        command = command.replace("@engarde:example.org", daemon.USER)
        admin = self.homeserver.register("host", "host", admin=True)
        done = subprocess.run(["bash", "-c", command], env=os.environ | {"ADMIN_TOKEN": admin},
                              capture_output=True, text=True, check=True)
        self.assertEqual(json.loads(done.stdout), {"messages_per_second": 0, "burst_count": 0})

        alice, bob, room, _ = await self.match_of_two("to 2")
        await self.play_out(alice, bob, room)
        log = (self.homeserver.directory / "synapse.log").read_text().splitlines()
        limited = [line for line in log if '"engarde-bot"' in line and "/send/" in line and " 429 " in line]
        self.assertEqual(limited, [])


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
