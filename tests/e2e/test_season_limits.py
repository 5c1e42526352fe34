"""A season of twelve with Synapse's default rate limits. It takes more than half an hour."""

from e2e.season_case import SeasonCase
from e2e.test_limits import Guest, Public


class SeasonLimits(SeasonCase):
    homeserver_class = Public
    bot_class = Guest
    limits_lifted = False

    async def test_a_season_of_twelve(self):
        fencers, room = await self.open_season(12)
        self.tell(await self.fence_all(fencers, room), room)
        await self.silence(10)
        await self.check_season(fencers, room)
