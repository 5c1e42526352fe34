"""A match of two accounts of one club in encrypted rooms. The test needs a bot that is built with
encryption, and runs only by hand: python -m e2e two_accounts_encrypted (tests/README.md)."""

from e2e.encrypted_case import EncryptedEndToEnd
from e2e.encrypting_player import ENCRYPTION
from e2e.two_accounts import TwoAccounts


class AccountsEncrypted(TwoAccounts, EncryptedEndToEnd):
    async def test_a_match_in_the_room_of_one_through_private_rooms_with_the_other(self):
        await self.check_a_match_of_both(initial_state=[ENCRYPTION])
        self.assertEqual([event for event in self.stored_events() if event["type"] != "m.room.encrypted"], [])
        # The keys of each account are in the store.
        for schema in ("public", "public_2"):
            self.assertGreater(int(self.server.sql(f"SELECT count(*) FROM {schema}.device_keys")), 0)
