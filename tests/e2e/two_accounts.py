"""Two accounts of one club: two bots with one store in a PostgreSQL database, on one homeserver."""

from e2e.audit import Audit, events_of
from e2e.case import PROGRAM, WITHOUT_LIMITS
from e2e.postgresql import Bot, OnPostgresql
from local import bot as daemon
from local.homeserver import SERVER_NAME
from local.player import SAID, next_to_act

NAME = "second"
USER = f"@{NAME}:{SERVER_NAME}"


class SecondBot(Bot):
    def settings(self) -> str:
        return super().settings().replace(f'user: "{daemon.USER}"', f'user: "{USER}"')

    def register(self) -> None:
        self.homeserver.register(NAME, daemon.PASSWORD)


class TwoAccounts(OnPostgresql):
    """Goes before the class of the case. The test starts the second bot."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        kind = type("SecondBot", (SecondBot,), {"server": cls.server})
        more = cls.more_settings + WITHOUT_LIMITS
        cls.second = kind(PROGRAM, cls.homeserver, cls.bot.directory.parent / "second", cls.invites, more)
        cls.addClassCleanup(cls.second.stop)
        cls.second.register()

    async def player(self, name: str):
        """Makes a player who has a private room with the second bot, and hears both bots."""
        player = await super().player(name)
        player.bot = USER
        player.from_bot = lambda room: [
            event for event in player.events.get(room, [])
            if event["sender"] in (daemon.USER, USER) and event["type"] in SAID]
        return player

    async def hall_of(self, owner, *others, **more) -> str:
        """Makes a room with the second bot instead of the first one."""
        room = await owner.create_room("hall", **more)
        for other in others:
            await owner.invite(room, other.user)
            await other.join(room)
        await owner.invite(room, USER)
        await owner.hears(room, "I host matches")
        return room

    async def check_a_match_of_both(self, **more) -> None:
        """A match in the room of the first bot is played through the private rooms with the second one, while
        each of them crashes once."""
        alice, bob = await self.player("alice"), await self.player("bob")
        room = await self.room_of(alice, bob)
        self.second.start()
        hall = await self.hall_of(alice, bob, **more)
        await self.challenged(alice, bob, hall, "basic to 1")
        await self.play_out(alice, bob, hall)
        match = await self.challenged(alice, bob, room, "standard to 1")
        actions = 0
        while player := await next_to_act((alice, bob), room, patience=self.patience):
            await self.act(player, room)
            actions += 1
            if actions in (2, 4):
                (self.bot if actions == 2 else self.second).restart_after_crash()
        await alice.hears(room, f"wins #{match}", patience=self.patience)
        self.assert_each_hand_once(match, actions, alice, bob)
        for player in (alice, bob):
            self.assertEqual({event["sender"] for event in player.from_bot(player.private)}, {USER})
            self.assertEqual({event["sender"] for event in player.from_bot(room)}, {daemon.USER})
            self.assertEqual({event["sender"] for event in player.from_bot(hall)}, {USER})
        self.assertEqual(self.server.sql("SELECT count(*) FROM private_rooms").strip(), "2")
        self.assertEqual(Audit(events_of(self.homeserver.database), USER).faults, [])
        self.second.check()
