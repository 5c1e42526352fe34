"""Whole matches of a bot whose store is in a PostgreSQL database."""

from e2e.case import EndToEnd
from e2e.postgresql import OnPostgresql
from local.player import next_to_act


class Postgresql(OnPostgresql, EndToEnd):
    async def test_a_match_with_a_crash_and_a_restart(self):
        alice, bob, room, match = await self.match_of_two("standard to 2")
        actions = 0
        while player := await next_to_act((alice, bob), room):
            await self.act(player, room)
            actions += 1
            if actions == 3:
                self.bot.restart_after_crash()
            if actions == 6:
                self.assertEqual(self.bot.stop(), 0, self.bot.process.last_lines())
                self.bot.start()
        await alice.hears(room, f"wins #{match}")
        self.assert_each_hand_once(match, actions, alice, bob)
        self.assertEqual(list(self.bot.directory.glob("engarde.db*")), [])

    async def test_a_match_whose_server_ends_each_connection(self):
        alice, bob, room, match = await self.match_of_two("standard to 1")
        actions = 0
        while player := await next_to_act((alice, bob), room):
            self.server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                            "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'")
            await self.act(player, room)
            actions += 1
        await alice.hears(room, f"wins #{match}")
        self.assert_each_hand_once(match, actions, alice, bob)
