"""A bot that is authorized by OAuth 2.0, and whose tokens expire in the middle of matches."""

import asyncio

from e2e.case import EndToEnd
from e2e.delegated import AuthorizedBot, Delegated, WithToken
from local.player import next_to_act


class Authorized(EndToEnd):
    homeserver_class = Delegated
    bot_class = AuthorizedBot
    patience = 60.0

    async def asyncSetUp(self):
        await super().asyncSetUp()
        self.authority = self.homeserver.authority
        self.authority.told = None

    async def match_with(self, fault, every: int, to: int) -> None:
        alice, bob, room, match = await self.match_of_two(f"to {to}")
        actions = 0
        while player := await next_to_act((alice, bob), room, patience=self.patience):
            actions += 1
            if actions % every == 0:
                await fault()
            await self.act(player, room)
        await self.silence(2)
        self.assertGreaterEqual(actions, every, "no fault happened")
        self.assert_each_hand_once(match, actions, alice, bob)
        self.assert_economy(match, actions)

    async def until_it_ended(self):
        while self.bot.process.is_running():
            await asyncio.sleep(0.05)

    async def test_tokens_are_renewed_in_time_during_a_match(self):
        before = len(self.authority.refreshes())

        async def wait_for_renewal():
            done = len(self.authority.refreshes())
            while len(self.authority.refreshes()) == done:
                await asyncio.sleep(0.05)

        await self.match_with(wait_for_renewal, 2, 1)
        self.assertGreaterEqual(len(self.authority.refreshes()), before + 2)

    async def test_tokens_refused_during_a_match_are_renewed(self):
        """The tokens expire early, although the OAuth server has told the bot that they are valid
        for an hour."""
        before, self.authority.told = len(self.authority.refreshes()), 3600

        async def wait_until_expired():
            await asyncio.sleep(self.authority.lifetime + 0.2)

        await self.match_with(wait_until_expired, 2, 1)
        self.assertGreaterEqual(len(self.authority.refreshes()), before + 2)
        log = (self.homeserver.directory / "synapse.log").read_text()
        refused = [line for line in log.splitlines() if '"engarde-bot"' in line and " 401 " in line]
        self.assertNotEqual(refused, [])

    async def test_killed_between_the_new_tokens_and_the_store(self):
        async def crash_at_renewal():
            self.authority.killer = self.bot.kill
            self.authority.fault("/token", "kill")
            await self.until_it_ended()
            self.bot.start()

        await self.match_with(crash_at_renewal, 2, 1)
        self.assertFalse(self.authority.pairs[-1].session.over)

    async def test_killed_while_tokens_are_renewed(self):
        async def crash():
            await asyncio.sleep(self.chance.uniform(0.5, 1.6))
            self.bot.restart_after_crash()

        await self.match_with(crash, 2, 1)
        self.assertFalse(self.authority.pairs[-1].session.over)

    async def test_match_goes_on_after_the_session_was_ended(self):
        async def end_and_log_in():
            self.authority.end("engarde")
            await self.until_it_ended()
            self.assertIn("engarde-bot login", self.bot.process.last_lines(3))
            self.bot.log_in_again()
            self.bot.start()

        await self.match_with(end_and_log_in, 3, 1)


class Compatible(EndToEnd):
    homeserver_class = Delegated
    bot_class = WithToken

    async def test_match_with_a_compatibility_token(self):
        alice, bob, room, match = await self.match_of_two("to 1")
        self.assert_each_hand_once(match, await self.play_out(alice, bob, room), alice, bob)
        self.assertEqual(self.homeserver.authority.asks("/token"), [])
