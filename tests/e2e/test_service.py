"""Matches with the bot as an application service. The tests kill the bot or the homeserver during
the matches.

The server has its default rate limits. The tests lift these limits for the players. Synapse never
applies them to the bot.
"""

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
        """Kills the homeserver shortly before, while or shortly after it pushes the action to the
        bot."""
        await self.act(player, room)
        time.sleep(self.chance.uniform(0, 0.1))
        self.homeserver.kill()
        self.homeserver.start()

    async def restart_bot(self, player, room):
        """Kills the bot while the action arrives, or while the bot handles or answers the
        action."""
        await self.act(player, room)
        time.sleep(self.chance.uniform(0, 0.1))
        self.bot.restart_after_crash()

    async def act_while_bot_is_down(self, player, room):
        self.bot.kill()
        await self.act(player, room)
        self.bot.start()

    async def restart_both(self, player, room):
        """Sends an action while the bot is down. Kills the homeserver before it can push this action
        to the bot."""
        self.bot.kill()
        await self.act(player, room)
        self.homeserver.kill()
        self.bot.start()
        self.homeserver.start()

    async def match_with(self, faults: list) -> None:
        """
        Plays to two touches, and causes the next fault of the list at every second action. The number
        of actions depends on the shuffle, but each touch needs at least four actions. The fencers
        begin 22 spaces apart, so after two actions they are still too far apart for an attack.
        """
        self.assertLessEqual(len(faults), 4)
        alice, bob, room, match = await self.match_of_two("to 2")
        actions = 0
        while player := await next_to_act((alice, bob), room, patience=self.patience):
            actions += 1
            if faults and actions % 2 == 0:
                await faults.pop(0)(player, room)
            else:
                await self.act(player, room)
        await self.silence(2)
        self.assertEqual(faults, [], "these faults did not happen")
        self.assert_each_hand_once(match, actions, alice, bob)
        self.assert_economy(match, actions)

    def asked_by_bot(self, what: str) -> list[str]:
        """Returns the bot's requests that contain `what`, from the homeserver's log since the
        homeserver's last start."""
        log = (self.homeserver.directory / "synapse.log").read_text()
        return [line for line in log.splitlines() if '"engarde-bot"' in line and what in line]

    async def test_match(self):
        before = len(self.asked_by_bot("v3/sync"))
        await self.match_with([])
        self.assertEqual(self.asked_by_bot(" 429 "), [])
        # The bot needs /sync to join the room and for its two private rooms, but not for actions.
        self.assertLess(len(self.asked_by_bot("v3/sync")) - before, 20)

    async def test_match_survives_kills_of_bot_and_homeserver(self):
        await self.match_with(
            [self.restart_homeserver, self.restart_bot, self.act_while_bot_is_down, self.restart_both]
        )


class Moved(EndToEnd):
    """A bot that changes from an account to an application service and keeps its store."""

    patience = 60.0

    async def test_match_goes_on(self):
        alice, bob, room, match = await self.match_of_two("to 1")
        await self.act(await next_to_act((alice, bob), room), room)
        self.bot.stop()
        type(self).bot = daemon.Service(self.bot.program, self.homeserver, self.bot.directory, "anyone", WITHOUT_LIMITS)
        self.addClassCleanup(self.bot.stop)
        self.bot.prepare_homeserver()
        self.homeserver.stop()
        self.homeserver.start()
        self.bot.start()
        actions = 1 + await self.play_out(alice, bob, room)
        await self.silence(2)
        self.assert_each_hand_once(match, actions, alice, bob)
        self.assert_economy(match, actions)
