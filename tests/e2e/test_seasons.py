"""A short season without rate limits."""

from e2e.season_case import SeasonCase


class Seasons(SeasonCase):
    async def test_a_season_of_three(self):
        fencers, room = await self.open_season(3)
        self.tell(await self.fence_all(fencers, room), room)
        await self.silence(2)
        await self.check_season(fencers, room)
