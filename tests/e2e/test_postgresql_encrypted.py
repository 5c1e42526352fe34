"""Encrypted rooms of a bot whose store, with the keys of its device, is in a PostgreSQL database. These
tests need a bot that is built with encryption."""

from e2e.encrypted_case import EncryptedEndToEnd
from e2e.postgresql import OnPostgresql
from local.player import next_to_act


class PostgresqlEncrypted(OnPostgresql, EncryptedEndToEnd):
    async def test_a_match_with_a_crash_and_a_restart(self):
        alice, bob, room, match = await self.match_of_two("to 2")
        devices, actions = self.count_devices(), 0
        while player := await next_to_act((alice, bob), room, patience=self.patience):
            await self.act(player, room)
            actions += 1
            if actions == 3:
                self.bot.restart_after_crash()
            if actions == 5:
                self.assertEqual(self.bot.stop(), 0, self.bot.process.last_lines())
                self.bot.start()
        await alice.hears(room, f"wins #{match}")
        self.assert_each_hand_once(match, actions, alice, bob)
        self.assert_nothing_readable(alice, bob)
        self.assertEqual(self.count_devices(), devices)
        self.assertGreater(int(self.server.sql("SELECT count(*) FROM device_keys")), 0)
        self.assertEqual(sorted(path.name for path in self.bot.directory.glob("engarde.*")),
                         ["engarde.control", "engarde.recovery-key", "engarde.yaml"])
