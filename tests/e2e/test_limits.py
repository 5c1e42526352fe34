"""A match on a homeserver as it comes: Synapse's own rate limits, for the bot and the players."""

import json

from e2e.case import EndToEnd


class Limits(EndToEnd):
    limits_lifted = False
    patience = 180.0

    async def test_a_match_with_default_rate_limits(self):
        settings = json.loads((self.homeserver.directory / "homeserver.yaml").read_text())
        self.assertEqual([key for key in settings if key.startswith("rc_")], [])
        alice, bob = await self.player("alice"), await self.player("bob")
        room = await self.room_of(alice, bob)
        match = await self.challenged(alice, bob, room, "to 1")
        actions = await self.play_out(alice, bob, room)
        await self.silence(10)
        self.assert_economy(match, actions)
        self.assert_each_hand_once(match, actions, alice, bob)
