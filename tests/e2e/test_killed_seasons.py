"""A season of twelve without rate limits, in which the bot is killed again and again."""

from e2e.night_case import Killed
from e2e.season_case import SeasonCase


class KilledSeasons(Killed, SeasonCase):
    async def test_a_season_with_twenty_kills(self):
        fencers, room = await self.open_season(12)
        self.tell(await self.fence_all(fencers, room), room)
        await self.silence(2)
        self.check_kills()
        await self.check_season(fencers, room)
