"""Club nights of eight without rate limits: one undisturbed, and one in which the bot is killed again and again."""

from e2e.night_case import Killed, NightCase


class Nights(NightCase):
    async def test_a_night(self):
        fencers, room = await self.open_night("to 1")
        self.tell(await self.fence_all(fencers, room), room)
        await self.silence(2)
        await self.check_night(fencers, room)


class KilledNights(Killed, NightCase):
    async def test_a_night_with_twenty_kills(self):
        fencers, room = await self.open_night("to 1")
        self.tell(await self.fence_all(fencers, room), room)
        await self.silence(2)
        self.check_kills()
        await self.check_night(fencers, room)
