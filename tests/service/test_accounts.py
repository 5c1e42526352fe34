"""Two programs with two accounts and one club in a PostgreSQL database. Each account has a homeserver of
its own, which shows the rooms as this account sees them.
Run: test_accounts.py PROGRAM LOOPBACK"""

import re
import signal
import subprocess
import unittest

from test_standby import StandbyCase # first: it reads the arguments, and finds the other modules
from postgresql_case import BIN
from monitoring_case import ANN, BOB, ME, ROOM, member, text
from homeserver import Homeserver, event

TWO, OTHER_ROOM = "@two:here", "!other:here"
PRIVATE = {ANN: "!ann:here", BOB: "!bob:here"}


class Account:
    """An account, its homeserver, and the program that leads for it."""

    def __init__(self, case, user, mark):
        self.case, self.user = case, user
        self.homeserver = Homeserver(user, mark)
        self.homeserver.password = "secret"
        case.addCleanup(self.homeserver.close)
        self.start()

    def start(self):
        case = self.case
        case.me = self.user
        self.bot = case.leader(url=self.homeserver.url)
        case.until_of(self.bot, lambda: self.bot.get("/readyz")[0] == 200)

    def enter(self, room, *people):
        """Invites the account to a room."""
        invite = {"invite_state": {"events": [member(self.user, "invite", people[0])]}}
        self.homeserver.batch(invite={room: invite})
        self.case.until_of(self.bot, lambda: self.homeserver.asked(f"/join/{room}"))
        self.homeserver.joined[room] = [*people, self.user]
        self.homeserver.batch(join={room: {
            "timeline": {"events": [*map(member, people), member(self.user)]},
            "summary": {"m.joined_member_count": len(people) + 1, "m.invited_member_count": 0}}})

    def open_chat(self, user):
        """The user opens a direct chat with the account."""
        room = PRIVATE[user]
        events = [event("m.room.create", user, {}, ""), member(user), member(self.user)]
        self.homeserver.batch(invite={room: {"invite_state": {"events": [
            member(self.user, "invite", user, is_direct=True)]}}})
        self.case.until_of(self.bot, lambda: self.homeserver.asked(f"/join/{room}"))
        self.homeserver.state[room] = events
        self.homeserver.batch(join={room: {
            "timeline": {"events": events},
            "summary": {"m.joined_member_count": 2, "m.invited_member_count": 0}}})
        self.hears(room, "")

    def write(self, room, user, body):
        self.homeserver.batch(join={room: [text(user, body)]})

    def said(self, room, words, after=0):
        """Returns the texts of the account in a room that have these words."""
        return [content["body"] for where, content in self.homeserver.sent[after:]
                if where == room and re.search(words, content.get("body", ""))]

    def hears(self, room, words, after=0):
        """Waits until the account has said these words."""
        return self.case.until_of(self.bot, lambda: self.said(room, words, after))


class Accounts(StandbyCase):
    def accounts(self):
        return Account(self, ME, ""), Account(self, TWO, "b")

    def begin_match(self, one, two):
        """Ann and Bob are in a room with one account, and in private with the other one."""
        for user in PRIVATE:
            two.open_chat(user)
        one.enter(ROOM, ANN, BOB)
        one.hears(ROOM, "En Garde")
        one.write(ROOM, ANN, f"!eg challenge {BOB}")
        one.hears(ROOM, "challenges")
        one.write(ROOM, BOB, "!eg accept")
        one.hears(ROOM, "#1")

    def act(self, two, body):
        """The player who must act does so in private."""
        sent = len(two.homeserver.sent)
        for user, room in PRIVATE.items():
            two.write(room, user, body)
        return sent

    def test_match_in_the_room_of_one_is_played_in_private_with_the_other(self):
        one, two = self.accounts()
        self.begin_match(one, two)
        for room in PRIVATE.values():
            two.hears(room, "#1")
        boards = len(one.said(ROOM, ""))
        self.act(two, "a")
        self.until_of(one.bot, lambda: len(one.said(ROOM, "")) > boards)
        # Each player has one private room.
        self.assertEqual(one.homeserver.rooms + two.homeserver.rooms, 0)
        self.assertEqual(self.sql("SELECT count(*) FROM private_rooms").strip(), "2")
        self.assertFalse([room for room, _ in one.homeserver.sent if room != ROOM])
        self.assertFalse([room for room, _ in two.homeserver.sent if room == ROOM])
        # The result counts in the rooms of both.
        sent = self.act(two, "a")
        two.write(PRIVATE[ANN], ANN, "resign")
        two.hears(PRIVATE[ANN], "resign", sent)
        two.write(PRIVATE[ANN], ANN, "yes")
        one.hears(ROOM, "resign")
        two.enter(OTHER_ROOM, ANN, BOB)
        two.write(OTHER_ROOM, ANN, f"!eg stats {BOB}")
        one.write(ROOM, ANN, f"!eg stats {BOB}")
        answer = "^Your last matches" # the end of the match tells ratings, too
        self.assertEqual(two.hears(OTHER_ROOM, answer)[-1].split("\n")[0],
                         one.hears(ROOM, answer)[-1].split("\n")[0])

    def test_one_is_killed_and_the_other_goes_on(self):
        one, two = self.accounts()
        self.begin_match(one, two)
        for room in PRIVATE.values():
            two.hears(room, "#1")
        boards = len(one.said(ROOM, ""))
        one.bot.end()
        sent = self.act(two, "a")
        # The other account answers, and keeps the board for the one that is in its room.
        self.until_of(two.bot, lambda: len(two.homeserver.sent) > sent)
        self.assertEqual(len(one.said(ROOM, "")), boards)
        one.start()
        self.until_of(one.bot, lambda: len(one.said(ROOM, "")) > boards)
        self.assertFalse([room for room, _ in two.homeserver.sent if room == ROOM])

    def test_of_two_accounts_in_a_room_one_hosts(self):
        one, two = self.accounts()
        one.enter(ROOM, ANN, BOB)
        one.hears(ROOM, "En Garde")
        two.enter(ROOM, ANN, BOB, ME)
        two.hears(ROOM, f"{ME}.* already hosts")
        for account in (one, two):
            account.write(ROOM, ANN, "!eg help")
        one.hears(ROOM, "challenge")
        self.until_of(two.bot, two.homeserver.all_is_handled)
        self.assertEqual(len(two.said(ROOM, "")), 1)
        # Whoever removes the host: the other one takes over.
        two.homeserver.batch(join={ROOM: [member(ME, "ban", ANN)]})
        two.hears(ROOM, "From now on")
        two.write(ROOM, ANN, "!eg help")
        two.hears(ROOM, "challenge")

    def test_next_host_keeps_the_weekly_night(self):
        one, two = self.accounts()
        one.enter(ROOM, ANN, BOB)
        one.hears(ROOM, "En Garde")
        one.homeserver.batch(join={ROOM: [event("m.room.power_levels", ANN, {"users": {ANN: 100}}, "")]})
        for words, answer in [("settings timezone Europe/Berlin", "Berlin"),
                              ("night every friday 20:00", "Fri")]:
            one.write(ROOM, ANN, f"!eg {words}")
            one.hears(ROOM, answer)
        two.enter(ROOM, ANN, BOB, ME)
        two.hears(ROOM, f"{ME}.* already hosts")
        # The host itself is the first to hear that it was removed.
        one.homeserver.batch(leave={ROOM: {"timeline": {"events": [member(ME, "ban", ANN)]}}})
        self.until_of(one.bot, one.homeserver.all_is_handled)
        two.homeserver.batch(join={ROOM: [member(ME, "ban", ANN)]})
        two.hears(ROOM, "From now on")
        two.write(ROOM, ANN, "!eg night")
        two.hears(ROOM, "Fri")
        self.assertEqual(self.sql("SELECT account FROM lane_accounts JOIN weekly_nights ON lane = room").strip(), "2")

    def test_host_left_while_nobody_saw_it(self):
        one, two = self.accounts()
        one.enter(ROOM, ANN, BOB)
        one.hears(ROOM, "En Garde")
        one.bot.end()
        two.enter(ROOM, ANN, BOB)
        # The store names the host. The members of the room, which the guest asks for, don't.
        two.hears(ROOM, f"{ME}.* already hosts")
        while not two.said(ROOM, "From now on"):
            two.write(ROOM, ANN, "Hello")
            self.until_of(two.bot, two.homeserver.all_is_handled)
        two.write(ROOM, ANN, "!eg help")
        two.hears(ROOM, "challenge")
        self.assertEqual(self.sql(f"SELECT account FROM lane_accounts WHERE lane = '{ROOM}'").strip(), "2")

    def test_guest_with_a_host_stays_silent(self):
        one, two = self.accounts()
        one.enter(ROOM, ANN, BOB)
        one.hears(ROOM, "En Garde")
        two.enter(ROOM, ANN, BOB, ME)
        two.hears(ROOM, f"{ME}.* already hosts")
        self.until_of(two.bot, lambda: two.homeserver.asked(f"{ROOM}/joined_members"))
        for _ in range(3):
            two.write(ROOM, ANN, "!eg help")
            self.until_of(two.bot, two.homeserver.all_is_handled)
        self.assertEqual(len(two.said(ROOM, "")), 1)

    def test_second_private_room_leads_to_the_first(self):
        one, two = self.accounts()
        one.open_chat(ANN)
        PRIVATE_ROOM = PRIVATE[ANN]
        try:
            PRIVATE[ANN] = "!ann2:here"
            two.open_chat(ANN)
        finally:
            PRIVATE[ANN] = PRIVATE_ROOM
        two.hears("!ann2:here", "I write to you")
        self.until_of(two.bot, lambda: two.homeserver.asked("!ann2:here/leave"))
        self.assertEqual(self.sql("SELECT room FROM private_rooms").strip(), PRIVATE_ROOM)

    def test_backup_of_both_accounts(self):
        one, two = self.accounts()
        self.begin_match(one, two)
        for user in PRIVATE.values():
            two.hears(user, "#1")
        for schema in ("public", "public_2"):
            self.sql(f"INSERT INTO {schema}.device_keys (old, kind, owner, name, value) "
                     "VALUES (0, 'a', 'b', 'c', '')")
        copy = self.folder / "copy"
        self.run_told(self.command("backup", copy, status=1))
        listed = subprocess.run([BIN / "pg_restore", "--data-only", "--file=-", copy],
                                check=True, capture_output=True, text=True).stdout
        self.assertIn("COPY public_2.adapter_values", listed)
        self.assertNotIn("device_keys", listed)
        self.sql("SET client_min_messages = warning; TRUNCATE matches, private_rooms CASCADE")
        for account in (one, two):
            account.bot.end()
        self.run_told(self.command("restore", copy, status=1))
        for account in (one, two):
            account.start()
            self.assertIn("event=store_restored", account.bot.log)
        # The match goes on, and each account still has its rooms.
        boards = len(one.said(ROOM, ""))
        self.act(two, "a")
        self.until_of(one.bot, lambda: len(one.said(ROOM, "")) > boards)
        self.assertFalse([room for room, _ in two.homeserver.sent if room == ROOM])

    def test_each_account_has_a_standby(self):
        one, two = self.accounts()
        self.me = TWO
        other = self.standby(url=two.homeserver.url)
        two.bot.end(signal.SIGTERM)
        self.until_of(other, other.leads)
        self.assertTrue(one.bot.leads())


if __name__ == "__main__":
    unittest.main()
