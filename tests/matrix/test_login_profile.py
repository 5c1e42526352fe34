"""The profile of the bot's account. Run: test_login_profile.py BOT [unittest options]"""

import time

import application_service
import case
from case import ROOM, main
from homeserver import member

NAME = "En Garde"


class Tests:
    """Tests for a bot with a password and for an application service."""

    def begin(self, **profile):
        self.hs.profile = profile
        self.hs.batch(join={ROOM: [member("@bot:here")]})
        self.start()

    def puts(self, wanted):
        """Waits for these parts of the profile to be set, and checks that no others follow."""
        self.wait(lambda: self.hs.asked("GET .*/profile/"))
        self.wait(lambda: len(self.hs.profile_puts) >= len(wanted))
        time.sleep(0.5)
        self.assertEqual(self.hs.profile_puts, wanted)

    def test_empty_profile_gets_a_name_and_an_avatar(self):
        self.begin()
        self.puts(["displayname", "avatar_url"])
        self.assertEqual(self.hs.profile["displayname"], NAME)
        self.assertEqual(self.hs.profile["avatar_url"], "mxc://here/file1")
        name, media, picture = self.hs.files[0]
        self.assertEqual((name, media), ("avatar.png", "image/png"))
        self.assertEqual(picture[:8], b"\x89PNG\r\n\x1a\n")

    def test_name_and_avatar_of_the_host_stay(self):
        self.begin(displayname="Fencing hall", avatar_url="mxc://here/hall")
        self.puts([])
        self.assertFalse(self.hs.files)

    def test_only_the_missing_part_is_set(self):
        self.begin(displayname="Fencing hall")
        self.puts(["avatar_url"])
        self.assertEqual(self.hs.profile["displayname"], "Fencing hall")

    def test_name_that_the_homeserver_made_from_the_user_id_is_replaced(self):
        self.begin(displayname="bot", avatar_url="mxc://here/hall")
        self.puts(["displayname"])

    def test_refused_part_is_not_set_again(self):
        self.hs.fault("PUT .*/displayname", 403, {"errcode": "M_FORBIDDEN", "error": "no"})
        self.hs.fault("POST .*/upload", 403, {"errcode": "M_FORBIDDEN", "error": "no"})
        self.begin()
        self.wait(lambda: self.hs.asked("POST .*/upload"))
        self.puts([])
        self.assertEqual(len(self.hs.asked("PUT .*/profile/")), 1)
        self.assertEqual(len(self.hs.asked("POST .*/upload")), 1)

    def test_hidden_profile_is_not_requested_again(self):
        self.hs.fault("GET .*/profile/", 403, {"errcode": "M_FORBIDDEN", "error": "no"})
        self.begin()
        self.puts([])
        self.assertEqual(len(self.hs.asked("GET .*/profile/")), 1)

    def test_upload_without_an_address_leaves_the_avatar_out(self):
        self.hs.fault("POST .*/upload", 200, {"content_uri": "https://here/avatar"})
        self.begin()
        self.puts(["displayname"])

    def test_rate_limit_is_obeyed(self):
        limit = {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 1500}
        self.hs.fault("PUT .*/avatar_url", 429, limit)
        self.begin()
        self.puts(["displayname", "avatar_url"])
        first, second = (r[4] for r in self.hs.asked("PUT .*/avatar_url"))
        self.assertGreaterEqual(second - first, 1.4)
        self.assertEqual(len(self.hs.files), 1) # the bot uploads the avatar once

    def test_after_a_failure_the_bot_reads_the_profile_again(self):
        self.hs.fault("PUT .*/displayname", 504, b"<html>")
        self.begin(avatar_url="mxc://here/hall")
        self.puts(["displayname"])
        self.assertEqual(len(self.hs.asked("GET .*/profile/")), 2)


class ProfileOfAUser(Tests, case.Case):
    inside = False

    def test_profile_is_set_once(self):
        self.begin()
        self.puts(["displayname", "avatar_url"])
        self.stop()
        self.hs.profile, self.hs.profile_puts = {}, [] # the host wants neither
        asked = len(self.hs.asked("GET .*/profile/"))
        self.start()
        syncs = len(self.hs.asked("GET .*/sync"))
        self.wait(lambda: len(self.hs.asked("GET .*/sync")) > syncs + 2)
        self.assertEqual(len(self.hs.asked("GET .*/profile/")), asked)
        self.assertFalse(self.hs.profile_puts)

    def test_broken_homeserver_is_asked_five_times_at_most(self):
        self.hs.fault("GET .*/profile/", 502, b"<html>", times=100)
        self.secrets = {**self.secrets, "RATE": "50"} # seconds of the bot in a second
        self.begin()
        self.wait(lambda: len(self.hs.asked("GET .*/profile/")) == 5)
        time.sleep(2) # 100 seconds for the bot
        self.assertEqual(len(self.hs.asked("GET .*/profile/")), 5)


class ProfileOfAService(Tests, application_service.Case):
    pass


if __name__ == "__main__":
    main()
