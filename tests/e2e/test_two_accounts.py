"""A match of two accounts of one club, whose store is in a PostgreSQL database."""

from e2e.case import EndToEnd
from e2e.two_accounts import TwoAccounts


class Accounts(TwoAccounts, EndToEnd):
    async def test_a_match_in_the_room_of_one_through_private_rooms_with_the_other(self):
        await self.check_a_match_of_both()
