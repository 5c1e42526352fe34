"""The bot as an application service: a match, and each side killed in the middle of one.

The server's rate limits are as they come, and lifted for the players alone: the bot is in none.
"""

import asyncio
import time

from e2e.case import WITHOUT_LIMITS, EndToEnd
from local import bot as daemon
from local.player import Player, next_to_act


class Service(EndToEnd):
    bot_class = daemon.Service
    limits_lifted = False
    more_settings = WITHOUT_LIMITS
    patience = 90.0

    async def player(self, name: str) -> Player:
        player = await super().player(name)
        self.homeserver.lift_limits(player.user)
        return player

    async def restart_homeserver(self, player, room):
        """Killed while the action is being pushed, or just before or after."""
        await self.act(player, room)
        time.sleep(self.chance.uniform(0, 0.1))
        self.homeserver.kill()
        self.homeserver.start()

    async def restart_bot(self, player, room):
        """Killed while the action is on its way, or being handled, or answered."""
        await self.act(player, room)
        time.sleep(self.chance.uniform(0, 0.1))
        self.bot.restart_after_crash()

    async def act_while_bot_is_down(self, player, room):
        self.bot.kill()
        await self.act(player, room)
        self.bot.start()

    async def restart_both(self, player, room):
        """What is said while the bot is down is still to be pushed when the homeserver dies, too."""
        self.bot.kill()
        await self.act(player, room)
        self.homeserver.kill()
        self.bot.start()
        self.homeserver.start()

    async def match_with(self, faults: list, every: int) -> None:
        """Plays to two touches; at every so manieth action the next of the faults happens."""
        alice, bob = await self.player("alice"), await self.player("bob")
        room = await self.room_of(alice, bob)
        match = await self.challenged(alice, bob, room, "to 2")
        actions = 0
        while player := await next_to_act((alice, bob), room, patience=self.patience):
            actions += 1
            if faults and actions % every == 0:
                await faults[actions // every % len(faults)](player, room)
            else:
                await self.act(player, room)
        await self.silence(2)
        self.assertGreaterEqual(actions, every * len(faults), "a fault did not happen")
        self.assert_each_hand_once(match, actions, alice, bob)
        self.assert_economy(match, actions)

    def asked_by_bot(self, what: str) -> list[str]:
        """The lines of the homeserver's log since it was started last."""
        log = (self.homeserver.directory / "synapse.log").read_text()
        return [line for line in log.splitlines() if '"engarde-bot"' in line and what in line]

    async def test_match(self):
        before = len(self.asked_by_bot("v3/sync"))
        await self.match_with([], 1)
        self.assertEqual(self.asked_by_bot(" 429 "), [])
        # Two private rooms are made and joined, and a room of three is entered; moves need none.
        self.assertLess(len(self.asked_by_bot("v3/sync")) - before, 20)

    async def test_sides_are_killed(self):
        await self.match_with(
            [self.restart_homeserver, self.restart_bot, self.act_while_bot_is_down, self.restart_both], 4
        )


class Moved(EndToEnd):
    """An account that becomes an application service, with the same store."""

    patience = 60.0

    async def test_match_goes_on(self):
        alice, bob = await self.player("alice"), await self.player("bob")
        room = await self.room_of(alice, bob)
        match = await self.challenged(alice, bob, room, "to 1")
        await self.act(await next_to_act((alice, bob), room), room)
        self.bot.stop()
        type(self).bot = daemon.Service(self.bot.program, self.homeserver, self.bot.directory, "anyone", WITHOUT_LIMITS)
        self.addClassCleanup(self.bot.stop)
        self.bot.enlist()
        self.homeserver.stop()
        self.homeserver.start()
        self.bot.start()
        actions = 1 + await self.play_out(alice, bob, room)
        await self.silence(2)
        self.assert_each_hand_once(match, actions, alice, bob)
        self.assert_economy(match, actions)
