"""Sessions that end in the middle of a match, because an administrator deletes the bot's devices."""

import time

from e2e.case import EndToEnd
from local import bot as daemon
from local.homeserver import SERVER_NAME
from local.player import next_to_act


class Sessions(EndToEnd):
    patience = 60.0

    async def test_match_goes_on_after_the_session_was_ended(self):
        alice, bob, room, match = await self.match_of_two("to 1")
        before = self.homeserver.devices(daemon.USER)
        actions = 0
        while player := await next_to_act((alice, bob), room, patience=self.patience):
            actions += 1
            await self.act(player, room)
            if actions == 3:
                time.sleep(self.chance.uniform(0, 0.2))
                self.homeserver.log_out(daemon.USER)
        await self.silence(2)
        self.assertGreater(actions, 3)
        self.assert_each_hand_once(match, actions, alice, bob)
        self.assert_economy(match, actions)
        after = self.homeserver.devices(daemon.USER)
        self.assertEqual(len(after), 1)
        self.assertFalse(set(before) & set(after))
        self.assertIn("event=device_replaced", self.bot.process.log.read_text())


class Token(EndToEnd):
    """A bot that has an access token and no password."""

    class bot_class(daemon.Bot):
        def register(self) -> None:
            self.homeserver.register(daemon.NAME, daemon.PASSWORD)
            self.token = self.homeserver.call(
                "POST", "/_matrix/client/v3/login",
                {"type": "m.login.password", "password": daemon.PASSWORD,
                 "identifier": {"type": "m.id.user", "user": f"@{daemon.NAME}:{SERVER_NAME}"}},
            )["access_token"]

        def environment(self) -> dict[str, str]:
            return {"ENGARDE_ACCESS_TOKEN": self.token}

    async def test_match_goes_on_with_a_new_token(self):
        alice, bob, room, match = await self.match_of_two("to 1")
        player = await next_to_act((alice, bob), room)
        self.homeserver.log_out(daemon.USER)
        self.assertEqual(self.bot.process.wait(), 78)
        self.assertIn("the access token is no longer valid: put a new one", self.bot.process.last_lines())
        await self.act(player, room)
        self.bot.register()
        self.bot.start()
        actions = 1 + await self.play_out(alice, bob, room)
        await self.silence(2)
        self.assert_each_hand_once(match, actions, alice, bob)
