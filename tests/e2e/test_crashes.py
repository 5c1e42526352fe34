"""The tests kill or stop the bot in the middle of a match. The match must go on correctly."""

import asyncio
import time

from e2e.case import EndToEnd
from local import bot as daemon
from local.player import next_to_act


class Crashes(EndToEnd):
    patience = 60.0

    async def kill_during_the_action(self, player, room):
        """Kills the bot while the action arrives, or while the bot handles or answers the
        action."""
        await self.act(player, room)
        time.sleep(self.chance.uniform(0, 0.08))
        self.bot.restart_after_crash()

    async def kill_after_the_answer(self, player, room):
        """Kills the bot when it may have sent a part of the answer."""
        await self.act(player, room)
        await asyncio.sleep(self.chance.uniform(0.08, 0.4))
        self.bot.restart_after_crash()

    async def act_while_down(self, player, room):
        self.bot.kill()
        await self.act(player, room)
        self.bot.start()

    async def kill_twice(self, player, room):
        """Kills the bot, and kills it again while it reads what it has missed."""
        await self.act(player, room)
        self.bot.restart_after_crash()
        time.sleep(self.chance.uniform(0.1, 0.5))
        self.bot.restart_after_crash()

    async def stop_cleanly(self, player, room):
        await self.act(player, room)
        self.assertEqual(self.bot.stop(), 0, self.bot.process.last_lines())
        self.bot.start()

    async def match_with(self, faults: list, every: int) -> None:
        """Plays to two touches, and causes the next fault of the list at every second, third or
        fourth action. `every` is this number: 2, 3 or 4."""
        alice, bob, room, match = await self.match_of_two("to 2")
        devices = self.count_devices()
        actions = 0
        while player := await next_to_act((alice, bob), room, patience=self.patience):
            actions += 1
            if actions % every:
                await self.act(player, room)
                continue
            await faults[actions // every % len(faults)](player, room)
        await self.silence(2)
        self.assertGreaterEqual(actions, every, "no fault happened")
        self.assert_each_hand_once(match, actions, alice, bob)
        self.assert_economy(match, actions)
        self.assertEqual(self.count_devices(), devices)

    async def test_killed_during_an_action(self):
        await self.match_with([self.kill_during_the_action], 2)

    async def test_killed_after_the_answer(self):
        await self.match_with([self.kill_after_the_answer], 2)

    async def test_actions_while_the_bot_is_down(self):
        await self.match_with([self.act_while_down, self.kill_twice], 3)

    async def test_stopped_cleanly(self):
        await self.match_with([self.stop_cleanly], 4)

    async def test_killed_during_challenge_and_acceptance(self):
        alice, bob, room = await self.two_in_a_room()
        self.bot.kill()
        await alice.say(room, f"!engarde challenge {bob.user} to 1")
        self.bot.start()
        await bob.hears(room, "challenges")
        await bob.say(room, "!engarde accept")
        time.sleep(0.05)
        self.bot.restart_after_crash()
        actions = await self.play_out(alice, bob, room)
        await self.silence()
        challenges = [e for e in alice.from_bot(room) if "challenges" in e["content"]["body"]]
        self.assertEqual(len(challenges), 1)
        self.assertGreater(actions, 0)

    async def test_invitation_while_the_bot_is_down(self):
        alice = await self.player("alice")
        self.bot.kill()
        room = await alice.create_room("while you were out")
        await alice.invite(room, daemon.USER)
        self.bot.start()
        await alice.hears(room, "I host matches")
