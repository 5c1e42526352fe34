"""Club nights of eight without rate limits: one undisturbed, and one in which the bot is killed again and again."""

import asyncio

from e2e.night_case import NightCase


class Nights(NightCase):
    async def test_a_night(self):
        fencers, room = await self.open_night("to 1")
        self.tell(await self.fence_night(fencers, room), room)
        await self.silence(2)
        await self.check_night(fencers, room)


class KilledNights(NightCase):
    """The bot is killed during the sign-up and after every ninth action, until it has died twenty times."""

    KILLS, EVERY = 20, 9

    async def between(self, actions: int) -> None:
        if self.kills == self.KILLS or actions % self.EVERY or self.chance.random() < 0.5 > actions:
            return
        self.kills += 1
        await asyncio.sleep(self.chance.uniform(0, 0.4))
        self.bot.restart_after_crash()

    async def test_a_night_with_twenty_kills(self):
        self.kills = 0
        fencers, room = await self.open_night("to 1")
        self.tell(await self.fence_night(fencers, room), room)
        await self.silence(2)
        print(f"the bot was killed {self.kills} times", flush=True)
        self.assertEqual(self.kills, self.KILLS)
        await self.check_night(fencers, room)
