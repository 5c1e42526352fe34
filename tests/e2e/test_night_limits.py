"""A club night with Synapse's default rate limits. It takes more than half an hour."""

from e2e.night_case import NightCase
from e2e.test_limits import Guest, Public


class NightLimits(NightCase):
    homeserver_class = Public
    bot_class = Guest
    limits_lifted = False

    async def test_a_night_of_eight(self):
        fencers, room = await self.open_night("to 1")
        self.tell(await self.fence_all(fencers, room), room)
        await self.silence(10)
        await self.check_night(fencers, room)
