"""Logging in, and losing the session. Run: test_session.py BOT [unittest options]"""

import time

from case import Case, main
from homeserver import ME


class Logins(Case):
    inside = False

    def test_login_by_password_names_a_device_and_keeps_it(self):
        self.start()
        self.wait(lambda: self.hs.asked("GET .*/sync"))
        self.stop()
        self.start()
        self.wait(lambda: len(self.hs.asked("GET .*/sync")) > 2)
        self.assertEqual(self.hs.logins, 1)
        body = self.hs.asked("POST .*/login")[0][1]
        self.assertEqual(body["identifier"], {"type": "m.id.user", "user": ME})
        self.assertTrue(body["device_id"])

    def test_login_token_is_not_asked_for_in_the_query(self):
        self.start()
        self.wait(lambda: self.hs.asked("GET .*/sync"))
        self.assertNotIn("access_token", self.hs.asked("GET .*/sync")[0][3])

    def test_login_refused_ends_the_run(self):
        self.hs.password = "other"
        self.start()
        self.assertEqual(self.bot.wait(10), 1)
        self.wait(lambda: self.told("refuses the log-in"))
        self.assertEqual(len(self.hs.asked("POST .*/login")), 1)

    def test_login_limited_waits_as_told(self):
        self.hs.fault("/login", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 1500})
        self.start()
        self.wait(lambda: self.hs.asked("GET .*/sync"))
        first, second = (r[4] for r in self.hs.asked("POST .*/login"))
        self.assertGreaterEqual(second - first, 1.4)

    def test_login_with_homeserver_down_is_tried_again(self):
        self.hs.fault("/login", 502, b"<html>")
        self.hs.fault("/login", cut="before")
        self.start()
        self.wait(lambda: self.hs.asked("GET .*/sync"))

    def test_access_token_is_checked_and_used(self):
        self.secrets = {"ENGARDE_ACCESS_TOKEN": "given"}
        self.hs.tokens["given"] = "DEVICE"
        self.start()
        self.wait(lambda: self.hs.asked("GET .*/sync"))
        self.assertEqual(self.hs.asked("/whoami")[0][2]["Authorization"], "Bearer given")
        self.assertEqual(self.hs.logins, 0)

    def test_access_token_unknown_ends_the_run(self):
        self.secrets = {"ENGARDE_ACCESS_TOKEN": "wrong"}
        self.start()
        self.assertEqual(self.bot.wait(10), 1)
        self.wait(lambda: self.told("refuses the log-in"))


class Sessions(Case):
    def test_soft_logout_logs_in_again_as_the_same_device(self):
        self.kill() # a process that has not logged in itself may do so at once
        self.start()
        self.wait(lambda: len(self.hs.asked("GET .*/sync")) > 3)
        self.hs.tokens.clear()
        self.say("!say back")
        self.expect(["back"])
        first, second = (r[1]["device_id"] for r in self.hs.asked("POST .*/login"))
        self.assertEqual(first, second)

    def test_soft_logout_again_and_again_is_no_loop_of_logins(self):
        self.hs.tokens.clear()
        self.hs.fault("/sync", 401, {"errcode": "M_UNKNOWN_TOKEN", "soft_logout": True}, times=99)
        time.sleep(3)
        self.assertEqual(self.hs.logins, 1)

    def test_hard_logout_ends_the_run_and_the_next_logs_in(self):
        self.hs.fault("/sync", 401, {"errcode": "M_UNKNOWN_TOKEN", "error": "gone"})
        self.assertEqual(self.bot.wait(10), 1)
        self.wait(lambda: self.told("ended the session"))
        self.start()
        self.wait(lambda: self.hs.logins == 2)

    def test_account_locked_is_waited_out(self):
        self.hs.fault("/sync", 401, {"errcode": "M_USER_LOCKED", "soft_logout": True})
        self.say("!say unlocked")
        self.expect(["unlocked"])
        self.assertEqual(self.hs.logins, 1)
        self.assertTrue([line for line in self.log if "have locked" in line])


if __name__ == "__main__":
    main()
