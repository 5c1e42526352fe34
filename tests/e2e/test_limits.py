"""The bot as an ordinary account with rate limits on a public homeserver, as in deploy/hosting.md."""

import json
import subprocess
import urllib.error

from e2e.case import EndToEnd
from local import bot as daemon
from local.homeserver import Homeserver


class Public(Homeserver):
    """A Synapse with its default rate limits and open registration."""

    def _settings(self) -> dict:
        settings = super()._settings() | {
            "enable_registration": True,
            "enable_registration_without_verification": True,
        }
        del settings["rc_login"]
        return settings


class Guest(daemon.Bot):
    """A bot that `setup` has configured. The configuration also lists users who may invite the bot."""

    def register(self) -> None:
        self.homeserver.call(
            "POST",
            "/_matrix/client/v3/register",
            {
                "username": daemon.NAME,
                "password": daemon.PASSWORD,
                "auth": {"type": "m.login.dummy"},
                "inhibit_login": True,
            },
        )
        config = self.write_settings()
        subprocess.run(
            [self.program, "--config", config, "--store", self.store, "setup",
             "--user", daemon.USER, "--homeserver", self.homeserver.url],
            input=daemon.PASSWORD, text=True, check=True, capture_output=True)
        with open(config, "a") as settings:
            settings.write('invites: {from: listed, users: ["@alicea:localhost"]}\n')

    def write_settings(self):
        self.directory.mkdir(parents=True, exist_ok=True)
        return self.directory / "engarde.yaml"

    def environment(self) -> dict[str, str]:
        return {}


class Limits(EndToEnd):
    homeserver_class = Public
    bot_class = Guest
    limits_lifted = False
    patience = 180.0

    async def test_a_match_with_default_rate_limits(self):
        settings = json.loads((self.homeserver.directory / "homeserver.yaml").read_text())
        self.assertEqual([key for key in settings if key.startswith("rc_")], [])
        alice, bob, room, match = await self.match_of_two("to 1")
        actions = await self.play_out(alice, bob, room)
        await self.silence(10)
        self.assert_economy(match, actions)
        self.assert_each_hand_once(match, actions, alice, bob)

        # The operator of this bot can't lift the homeserver's rate limit. Only listed users may invite
        # the bot.
        with self.assertRaises(urllib.error.HTTPError) as refusal:
            self.homeserver.call(
                "POST", f"/_synapse/admin/v1/users/{daemon.USER}/override_ratelimit",
                {"messages_per_second": 0, "burst_count": 0}, alice.token)
        self.assertEqual(refusal.exception.code, 403)
        room = await bob.create_room("of nobody who is listed")
        await bob.invite(room, daemon.USER)
        await bob.until(lambda: bob.membership(room, daemon.USER) == "leave", "a refusal", self.patience)
