"""Logins, and sessions that end. Run: test_login_session.py BOT [unittest options]"""

import time

from case import ANN, BOB, OTHER, ROOM, Case, invitation, main
from homeserver import ME, PATIENCE, event, member, text


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

    def test_access_token_is_not_in_the_query(self):
        self.start()
        self.wait(lambda: self.hs.asked("GET .*/sync"))
        self.assertNotIn("access_token", self.hs.asked("GET .*/sync")[0][3])

    def test_refused_login_ends_the_bot(self):
        self.hs.password = "other"
        self.start()
        self.assertEqual(self.bot.wait(PATIENCE), 1)
        self.wait(lambda: self.told("refuses the log-in"))
        self.assertEqual(len(self.hs.asked("POST .*/login")), 1)

    def test_password_that_is_no_utf8_ends_the_bot(self):
        self.secrets = {"ENGARDE_PASSWORD": "caf\udce9"}
        self.start()
        self.assertEqual(self.bot.wait(PATIENCE), 1)
        self.wait(lambda: self.told("the password is not right"))
        self.assertFalse(self.hs.asked("POST .*/login"))

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

    def test_unknown_access_token_ends_the_bot(self):
        self.secrets = {"ENGARDE_ACCESS_TOKEN": "wrong"}
        self.start()
        self.assertEqual(self.bot.wait(PATIENCE), 1)
        self.wait(lambda: self.told("refuses the log-in"))


class Sessions(Case):
    def test_soft_logout_logs_in_again_as_the_same_device(self):
        self.kill() # a new process may log in at once
        self.start()
        self.wait(lambda: len(self.hs.asked("GET .*/sync")) > 3)
        self.hs.tokens.clear()
        self.say("!say back", then=["back"])
        first, second = (r[1]["device_id"] for r in self.hs.asked("POST .*/login"))
        self.assertEqual(first, second)

    def test_repeated_soft_logouts_make_no_loop_of_logins(self):
        self.hs.tokens.clear()
        self.hs.fault("/sync", 401, {"errcode": "M_UNKNOWN_TOKEN", "soft_logout": True}, times=99)
        time.sleep(3)
        self.assertEqual(self.hs.logins, 1)

    def end_session(self):
        for token in self.hs.tokens: # from now on the homeserver refuses this token
            self.hs.tokens[token] = None
        self.hs.soft_logout = False

    def test_hard_logout_makes_a_new_device_at_once(self):
        self.end_session()
        self.say("!say back", then=["back"])
        first, second = (r[1]["device_id"] for r in self.hs.asked("POST .*/login"))
        self.assertNotEqual(first, second)

    def test_repeated_hard_logouts_make_no_loop_of_logins(self):
        self.end_session()
        self.wait(lambda: self.hs.logins == 2)
        self.hs.fault("/sync", 401, {"errcode": "M_UNKNOWN_TOKEN", "error": "gone"}, times=99)
        time.sleep(3)
        self.assertEqual(self.hs.logins, 2)

    def test_hard_logout_of_an_access_token_ends_the_bot(self):
        self.kill()
        self.secrets = {"ENGARDE_ACCESS_TOKEN": "given"}
        self.hs.tokens["given"] = "DEVICE"
        self.start()
        self.say("!say here", then=["here"])
        self.end_session()
        self.assertEqual(self.bot.wait(PATIENCE), 1)
        self.wait(lambda: [line for line in self.log if "put a new one" in line])

    def in_doubt(self, cut):
        """Ends the session before the homeserver answers the bot's message. The bot then doesn't
        know whether the message was sent, and its new device can't reuse the transaction id to find
        out."""
        self.lose_answer(cut)
        self.end_session()
        self.hs.faults.clear()
        for room, content in list(self.hs.sent):
            self.hs.batches.append(lambda _, room=room, content=content: self.echo(room, content))
        self.say("!say next", then=["first", "next"])

    def lose_answer(self, cut):
        """Lets the bot send a message. However often the bot repeats the request, it gets no
        answer."""
        self.hs.fault("/send/", cut=cut, times=1000)
        self.say("!say first")
        self.wait(lambda: self.hs.asked(f"{ROOM}/send/") and (cut == "before" or self.bodies()))

    def echo(self, room, content):
        """Returns a batch with a message of the bot. Only the device that has sent a message gets
        its transaction id. A /sync of the old device may still wait for this batch."""
        message = event("m.room.message", ME, content)
        if self.hs.logins == 1:
            txn = self.hs.asked("/send/")[0][0].rpartition("/")[2]
            message["unsigned"] = {"transaction_id": txn}
        return {"rooms": {"join": {room: {"timeline": {"events": [message]}}}}}

    def test_message_that_the_old_device_has_sent_is_not_sent_again(self):
        self.in_doubt("after")

    def test_message_that_the_old_device_has_not_sent_is_sent(self):
        self.in_doubt("before")

    def in_doubt_in_gap(self, cut):
        """The message of the old device, if it was sent, is in a gap. The homeserver refuses the
        first requests for the events in this gap."""
        self.hs.batch(join={OTHER: [member(ME)]})
        self.expect(["hello"], OTHER)
        self.lose_answer(cut)
        self.kill()
        self.end_session() # a request of the killed process may still arrive
        self.hs.faults.clear()
        sent = [event("m.room.message", ME, content) for room, content in self.hs.sent if room == ROOM]
        since, said = f"s{len(self.hs.batches)}", text(ANN, "!say next")
        self.hs.pages[ROOM] = [{"start": since, "chunk": [*sent, said]}]
        self.hs.batch(join={OTHER: [text(ANN, "!say there")], ROOM: {"timeline": {
            "limited": True, "prev_batch": "p", "events": [said]}}})
        self.hs.fault("/messages", 500, {"errcode": "M_UNKNOWN"}, times=1000)
        self.start()
        self.expect(["hello", "there"], OTHER)
        self.assertEqual(len(self.bodies()), len(sent))
        self.hs.faults.clear()
        self.expect(["first", "next"])
        self.assertEqual(self.hs.logins, 2)

    def test_message_in_a_gap_that_the_old_device_has_sent_is_not_sent_again(self):
        self.in_doubt_in_gap("after")

    def test_message_that_the_old_device_has_not_sent_is_sent_after_the_gap(self):
        self.in_doubt_in_gap("before")

    def test_bot_waits_while_the_account_is_locked(self):
        self.hs.fault("/sync", 401, {"errcode": "M_USER_LOCKED", "soft_logout": True})
        self.say("!say unlocked", then=["unlocked"])
        self.assertEqual(self.hs.logins, 1)
        self.assertTrue([line for line in self.log if "have locked" in line])

    def test_any_request_can_show_the_end_of_the_session(self):
        """/sync can take half a minute, so the bot must also notice the end of the session from the
        answers to other requests."""
        self.hs.poll = 30
        self.say("!say first", then=["first"])
        self.hs.fault("/send/|/whoami", 401, {"errcode": "M_UNKNOWN_TOKEN"}, times=2)
        self.say("!say after all")
        self.wait(lambda: self.hs.logins == 2)

    def test_session_goes_on_if_whoami_accepts_the_token(self):
        for code in "M_UNKNOWN_TOKEN", "M_MISSING_TOKEN", "M_USER_LOCKED":
            self.hs.fault("/send/", 401, {"errcode": code})
        self.say("!say after all", then=["after all"])
        self.assertEqual(self.hs.logins, 1)
        self.check_whoami_is_rare()

    def test_locked_account_makes_no_other_requests(self):
        self.say("!say first", then=["first"])
        self.hs.batch(join={ROOM: [text(ANN, "!say later")]})
        self.hs.fault("/send/|/whoami|/sync", 401, {"errcode": "M_USER_LOCKED"}, times=1000)
        self.wait(lambda: any("have locked" in line for line in self.log))
        time.sleep(0.5)
        asked = len(self.hs.asked("/send/"))
        time.sleep(3)
        self.assertEqual(len(self.hs.asked("/send/")), asked)
        self.hs.faults.clear()
        self.expect(["first", "later"])


class RemoteErrors(Case):
    """Errors of other servers, which the homeserver passes on in its answers to /join and
    /createRoom. These errors must affect no other request."""

    def invite(self, room=OTHER):
        self.hs.batch(invite={room: invitation(BOB)})

    def others_notice_nothing(self, *said):
        self.say(*(f"!say {body}" for body in said))
        self.expect(list(said))

    def test_token_error_of_a_join_does_not_end_the_session(self):
        codes = [{"errcode": "M_UNKNOWN_TOKEN"}, {"errcode": "M_MISSING_TOKEN"},
                 {"errcode": "M_UNKNOWN_TOKEN", "soft_logout": True},
                 {"errcode": "M_USER_LOCKED", "soft_logout": True}]
        self.hs.fault("/join/", 403, codes[0], times=1000)
        self.invite()
        self.wait(lambda: self.hs.asked("/join/"))
        self.others_notice_nothing("one", "two")
        self.kill()
        self.start()
        self.say("!say three", then=["one", "two", "three"])
        self.hs.faults.clear()
        for body in codes[1:]:
            self.hs.fault("/join/", 401, body)
        tried = len(self.hs.asked("/join/"))
        self.wait(lambda: len(self.hs.asked("/join/")) >= tried + 4)
        self.assertEqual(self.hs.logins, 1)

    def test_token_errors_of_joins_are_checked_only_now_and_then(self):
        self.hs.fault("/join/", 403, {"errcode": "M_UNKNOWN_TOKEN"}, times=1000)
        for number in range(5):
            self.invite(f"!strange{number}:there")
        self.wait(lambda: len(self.hs.asked("/join/")) >= 10)
        self.check_whoami_is_rare()

    def test_suspension_error_of_a_join_does_not_stop_messages(self):
        self.hs.fault("/join/", 403, {"errcode": "M_USER_SUSPENDED"}, times=1000)
        self.invite()
        self.wait(lambda: self.hs.asked("/join/"))
        self.others_notice_nothing("one", "two")
        self.assertFalse([line for line in self.log if "account_held" in line])

    def test_rate_limit_of_a_join_does_not_delay_other_joins(self):
        limit = {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 3600000}
        self.hs.fault("/join/!strange:there", 403, limit, times=1000)
        self.invite("!strange:there")
        self.wait(lambda: self.hs.asked("/join/!strange:there"))
        self.invite()
        self.wait(lambda: self.hs.asked(f"/join/{OTHER}"))
        self.assertEqual(len(self.hs.asked("/join/!strange:there")), 1)

    def test_rate_limit_of_a_join_without_a_time_makes_no_loop(self):
        limit = {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 1}
        self.hs.fault("/join/", 429, limit, times=1000)
        self.invite()
        time.sleep(4)
        self.assertLess(len(self.hs.asked("/join/")), 6)

    def test_token_error_of_createRoom_does_not_end_the_session(self):
        self.hs.fault("createRoom", 403, {"errcode": "M_UNKNOWN_TOKEN"})
        self.hs.fault("createRoom", 401, {"errcode": "M_MISSING_TOKEN"})
        self.say("!hand secret", sender=BOB)
        self.wait(lambda: self.hs.asked("createRoom"))
        self.others_notice_nothing("one")
        self.wait(lambda: [self.say("x"), time.sleep(1), self.bodies("!made1:here")][-1])

    def test_endless_error_code_is_shortened_in_the_log(self):
        self.hs.fault("/join/", 403, {"errcode": "M_" + "X" * 200000})
        self.invite()
        line = self.wait(lambda: [line for line in self.log if "M_XX" in line])[0]
        self.assertLess(len(line), 300)


class HangingJoins(Case):
    def setUp(self):
        super().setUp()
        self.kill()
        self.max_rooms = "200"
        self.start()

    def test_joins_that_hang_do_not_delay_messages(self):
        self.hs.fault("/join/!strange", wait=1000, times=1000)
        self.hs.batch(invite={f"!strange{n}:there": invitation(f"@user{n % 15}:here")
                              for n in range(45)}) # three by each inviter
        self.wait(lambda: len(self.hs.asked("/join/")) >= 10)
        self.say("!say one", "!say two")
        self.wait(lambda: len(self.bodies()) == 2)
        # The homeserver has answered no join yet, and the bot has only a limited number of joins in
        # flight.
        self.assertLessEqual(len(self.hs.asked("/join/")), 16)
        self.kill()


if __name__ == "__main__":
    main()
