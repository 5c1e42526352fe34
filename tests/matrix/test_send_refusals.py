"""What the bot does with each refusal of the homeserver: what is about the account waits and is
repeated, what is about a message ends only that message. Run: test_send_refusals.py BOT [unittest
options]"""

from case import ANN, OTHER, ROOM, Case, invitation, main
from homeserver import ME, member

# Until a person changes it, the account may not do this.
OF_ACCOUNT = ["M_CONSENT_NOT_GIVEN", "M_RESOURCE_LIMIT_EXCEEDED", "M_USER_SUSPENDED",
              "ORG.MATRIX.MSC3823.USER_ACCOUNT_SUSPENDED", "M_USER_DEACTIVATED",
              "ORG_MATRIX_EXPIRED_ACCOUNT", "ORG.MATRIX.MSC3866_USER_AWAITING_APPROVAL",
              "M_TERMS_NOT_SIGNED"]
# A moment later, whoever refuses may think otherwise.
IN_DOUBT = ["M_FORBIDDEN", "M_UNAUTHORIZED", "M_UNACTIONABLE", "M_USER_LIMIT_EXCEEDED",
            "M_UNRECOGNIZED", "M_UNKNOWN", "ORG.EXAMPLE.SPAM"]
FOR_NOW = ["M_LIMIT_EXCEEDED", "M_CONCURRENT_WRITE", "M_NOT_YET_UPLOADED",
           "ORG.MATRIX.MSC3895_UNABLE_DUE_TO_PARTIAL_STATE", "M_UNABLE_TO_AUTHORISE_JOIN",
           "M_UNABLE_TO_GRANT_JOIN", "M_CONNECTION_FAILED", "M_CONNECTION_TIMEOUT"]
OF_MESSAGE = ["M_TOO_LARGE", "M_BAD_JSON", "M_NOT_JSON", "M_INVALID_PARAM", "M_MISSING_PARAM",
              "M_BAD_STATE", "M_INVALID_ROOM_STATE", "M_DUPLICATE_ANNOTATION", "M_EXCLUSIVE",
              "M_GUEST_ACCESS_FORBIDDEN", "M_UNSUPPORTED_ROOM_VERSION",
              "M_INCOMPATIBLE_ROOM_VERSION", "M_CANNOT_LEAVE_SERVER_NOTICE_ROOM", "M_ROOM_IN_USE",
              "M_INVITE_BLOCKED", "ORG.MATRIX.MSC4155.M_INVITE_BLOCKED", "M_NOT_FOUND"]
PASSING = OF_ACCOUNT + IN_DOUBT + FOR_NOW

# For each endpoint, the pattern of its requests.
SEND = "PUT .*/send/m.room.message/"
ENDPOINTS = {"send": SEND, "join": "POST .*/join/", "create": "POST .*/createRoom",
             "inspect": "GET .*/rooms/.*/state$", "upload": "POST .*/upload",
             "direct": "PUT .*/m.direct",
             "sync": "GET .*/sync"}


class Refusals(Case):
    secrets = {**Case.secrets, "RATE": "10"} # seconds of the bot in a second

    def start(self):
        self.max_rooms = "100"
        super().start()

    def refuse(self, what, code, status=403, **more):
        """From now on, the homeserver refuses all requests that match `what`."""
        self.what, self.before = what, len(self.hs.asked(what))
        self.hs.fault(what, status, {"errcode": code, "error": "no", **more}, times=1 << 30)

    def turned_away(self):
        return [line for line, *_ in self.hs.asked(self.what)[self.before:]]

    def refused(self, count=1):
        self.wait(lambda: len(self.turned_away()) >= count)

    def accept(self):
        self.hs.faults.clear()
        self.accepted_from = len(self.hs.requests)

    def accepted(self, what):
        return any(what in line for line, *_ in self.hs.requests[self.accepted_from:])

    def errors(self):
        return [line for line in self.log if "level=error" in line]

    def dropped(self):
        return [line for line in self.log if "row_dropped" in line]

    # Each function does something for which the bot needs the endpoint, waits until the homeserver
    # refuses it, and returns a function that checks after the refusal that it was done once.

    def do_send(self, name):
        self.say(f"!say {name} 1", f"!say {name} 2")
        return lambda: self.expect_once(ROOM, [f"{name} 1", f"{name} 2"])

    def do_join(self, name):
        room = f"!{name}:here"
        self.hs.batch(invite={room: invitation(ANN)})

        def check():
            self.wait(lambda: self.accepted(f"/join/{room}"))
            self.hs.batch(join={room: [member(ME)]})
            self.expect_once(room, ["hello"])
        return check

    def reach(self, name):
        user = f"@{name}:here"
        self.say(f"!hand {name}", sender=user)

        def check():
            self.wait(lambda: [c for r, c in self.hs.sent if c["body"] == name])
            room = [r for r, c in self.hs.sent if c["body"] == name]
            self.assertEqual(len(room), 1)
            self.assertFalse(self.told(f"unreachable {user}"))
            self.assertEqual([u for r, u in self.hs.invited.items() if u == user], [user])
        return check

    do_create = do_inspect = reach

    def do_upload(self, name):
        self.say(f"!file {name}")

        def check():
            self.expect_once(ROOM, [name])
            self.assertTrue([c for _, c in self.hs.sent if c["body"] == name and "url" in c])
        return check

    def do_direct(self, name):
        self.reach(name)()
        return lambda: self.wait(lambda: f"@{name}:here" in self.hs.account.get("m.direct", {}))

    def do_sync(self, name):
        self.refused()
        return self.do_send(name)

    def expect_once(self, room, bodies):
        self.wait(lambda: set(bodies) <= set(self.bodies(room)))
        self.assertEqual([body for body in self.bodies(room) if body in bodies], bodies)

    def pass_by(self, endpoint, code, number, status=403):
        """Does what needs the endpoint while it is refused, then lets it pass."""
        self.refuse(ENDPOINTS[endpoint], code, status)
        check = getattr(self, f"do_{endpoint}")(f"a{number}")
        self.refused()
        self.accept()
        check()

    def check_all(self, endpoint):
        for number, code in enumerate(PASSING):
            with self.subTest(code):
                self.pass_by(endpoint, code, number)
        self.assertEqual(self.dropped(), [])

    def test_messages_wait(self):
        self.check_all("send")

    def test_invitations_wait(self):
        self.check_all("join")

    def test_private_rooms_wait(self):
        self.check_all("create")

    def test_hands_wait_for_the_inspection_of_the_room(self):
        self.check_all("inspect")

    def test_no_refusal_of_a_question_is_believed_at_once(self):
        for number, code in enumerate(OF_MESSAGE):
            with self.subTest(code):
                self.pass_by("inspect", code, number, status=400)
        self.assertEqual(self.dropped(), [])

    def test_answers_of_a_proxy_blame_no_local_player(self):
        for number, (status, count) in enumerate(((403, 8), (404, 2), (451, 2), (200, 2), (302, 2))):
            with self.subTest(status=status):
                self.what, self.before = ENDPOINTS["create"], len(self.hs.asked(ENDPOINTS["create"]))
                self.hs.fault(self.what, status, b"<html>not now</html>", times=1 << 30)
                check = self.do_create(f"p{number}")
                self.refused(count)
                self.accept()
                check()
        self.assertEqual(self.dropped(), [])

    def test_files_wait_but_for_a_refusal_that_may_pass(self):
        """The text alone is better than a room that waits for a file."""
        for number, code in enumerate(OF_ACCOUNT + FOR_NOW):
            with self.subTest(code):
                self.pass_by("upload", code, number)
        for number, code in enumerate(IN_DOUBT):
            with self.subTest(code):
                self.refuse(ENDPOINTS["upload"], code)
                self.say(f"!file in doubt {number}")
                self.expect_once(ROOM, [f"in doubt {number}"])
                self.assertEqual(len(self.turned_away()), 1)
                self.accept()
        self.assertEqual(self.dropped(), [])

    def test_list_of_direct_chats_waits(self):
        self.check_all("direct")

    def test_batches_wait(self):
        self.check_all("sync")

    def test_message_that_the_homeserver_will_never_accept_ends_alone(self):
        for number, code in enumerate(OF_MESSAGE):
            with self.subTest(code):
                self.hs.fault(SEND, 400, {"errcode": code, "error": "no"})
                self.say(f"!say lost {number}", f"!say kept {number}")
                self.wait(lambda: f"kept {number}" in self.bodies())
                self.assertNotIn(f"lost {number}", self.bodies())

    def test_hold_of_the_account_is_one_line_for_the_host_and_one_for_the_admins(self):
        uri = "https://here/consent?u=bot"
        self.refuse(".*/send/|createRoom", "M_CONSENT_NOT_GIVEN", consent_uri=uri)
        check, other = self.do_send("a"), self.reach("b")
        self.refused(5)
        line, = self.errors()
        self.assertIn("account_held", line)
        self.assertIn(uri, line)
        self.assertIn("agree to its terms", line)
        self.accept()
        check()
        other()
        self.wait(lambda: self.told("^released M_CONSENT_NOT_GIVEN " + "https://here/consent"))
        self.assertEqual(len(self.told("^released")), 1)
        self.assertEqual(len(self.errors()), 1)

    def test_hold_survives_a_restart(self):
        self.refuse(".*/send/", "M_RESOURCE_LIMIT_EXCEEDED", admin_contact="mailto:a@here")
        check = self.do_send("a")
        self.refused(2)
        self.kill()
        self.start()
        self.refused(3)
        self.accept()
        check()

    def test_held_account_gets_few_requests(self):
        rooms = [f"!room{number}:here" for number in range(20)]
        self.refuse(".*/send/", "M_CONSENT_NOT_GIVEN")
        self.hs.batch(join={room: [member(ME)] for room in rooms})
        self.refused(len(rooms) + 3) # the first requests were in flight together
        self.assertLessEqual(len(set(self.turned_away())), len(rooms))
        self.accept()
        self.wait(lambda: all(self.bodies(room) == ["hello"] for room in rooms))

    def test_whole_homeserver_that_refuses_for_a_moment_is_not_believed(self):
        self.reach("c")()
        self.refuse("PUT|POST|GET .*/state", "M_FORBIDDEN")
        checks = self.do_send("a"), self.do_join("b"), self.reach("d")
        self.say("!hand again", sender="@c:here")
        self.refused(12)
        self.accept()
        for check in checks:
            check()
        self.wait(lambda: [c for _, c in self.hs.sent if c["body"] == "again"])
        self.assertEqual(self.hs.rooms, 2)
        self.assertEqual(self.dropped(), [])

    def test_message_that_a_filter_refuses_for_ever_ends_while_others_pass(self):
        self.hs.batch(join={OTHER: [member(ME)]})
        self.wait(lambda: self.bodies(OTHER))
        self.refuse(f"{ROOM}/send/", "M_FORBIDDEN")
        self.say("!say bad")
        self.refused()
        self.say("!say good", room=OTHER)
        self.wait(self.dropped)
        self.accept()
        self.say("!say after")
        self.wait(lambda: self.bodies()[-1:] == ["after"])
        self.assertNotIn("bad", self.bodies())

    def test_message_does_not_hold_up_the_join_of_a_room_that_the_bot_was_put_out_of(self):
        self.refuse(f"{ROOM}/send/", "M_FORBIDDEN")
        self.say("!say waits")
        self.refused()
        self.hs.batch(invite={ROOM: invitation(ANN)}) # no batch shows how the bot left
        self.wait(lambda: self.hs.asked(f"POST .*/join/{ROOM}"))


if __name__ == "__main__":
    main()
