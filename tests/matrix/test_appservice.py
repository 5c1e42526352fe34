"""The bot as an application service of a scripted homeserver. Run: test_appservice.py BOT [options]"""

import os
import resource
import socket
import sqlite3
import threading
import urllib.parse

import case
from application_service import AS_TOKEN, HS_TOKEN, TRANSACTIONS, Case
from case import ANN, BOB, EVE, OTHER, ROOM
from homeserver import ME, PATIENCE, event, member, text


class PolicyList(Case):
    """The homeserver pushes the events of a policy list's room, too."""

    secrets = {**Case.secrets, "LISTS": "!list:here"}

    def test_changes_are_followed_and_nothing_is_said(self):
        create = event("m.room.create", ANN, {}, "")
        rule = event("m.policy.rule.user", ANN, {"entity": EVE, "recommendation": "m.ban"}, "k")
        self.hs.state["!list:here"] = [create]
        self.start_inside()
        self.wait(lambda: self.told("^list ends"))
        self.hs.state["!list:here"] = [create, rule]
        self.push({**rule, "room_id": "!list:here"})
        self.wait(lambda: self.told(f"^rule u{EVE}"))
        self.push({**text(ANN, "!say there"), "room_id": "!list:here"},
                  {**text(ANN, "!say here"), "room_id": ROOM})
        self.wait(lambda: "here" in self.bodies())
        self.assertEqual(self.bodies("!list:here"), [])


class Enrolling(Case):
    def enrolled(self):
        syncs = self.syncs()
        self.start()
        self.wait(lambda: self.syncs() > syncs)

    def test_account_and_device_are_made(self):
        self.enrolled()
        account = self.hs.asked("POST .*/register")[0]
        self.assertEqual(account[1], {"type": "m.login.application_service", "username": "bot",
                                      "inhibit_login": True})
        device = self.hs.asked("PUT .*/devices/")[0][0].rsplit("/", 1)[-1]
        self.stop()
        self.enrolled()
        devices = {line.rsplit("/", 1)[-1] for line, *_ in self.hs.asked("PUT .*/devices/")}
        self.assertEqual(devices, {device})

    def test_every_request_names_the_user_and_the_device(self):
        self.enrolled()
        asked = self.hs.asked("GET .*/(sync|whoami)")
        self.assertEqual({(r[3]["user_id"], r[3]["device_id"]) for r in asked}, {(ME, self.hs.device)})
        self.assertEqual({r[2]["Authorization"] for r in asked}, {f"Bearer {AS_TOKEN}"})

    def test_homeserver_without_devices_gives_a_warning(self):
        self.hs.knows_devices = False
        self.enrolled()
        self.wait(lambda: [line for line in self.log if "no_device" in line])
        self.assertNotIn("device_id", self.hs.asked("GET .*/sync")[0][3])

    def test_device_of_others_is_not_the_bots(self):
        self.hs.knows_devices = False
        self.hs.device_of_others = "AS_Device" # as Dendrite
        self.enrolled()
        self.wait(lambda: [line for line in self.log if "no_device" in line])
        self.assertNotIn("device_id", self.hs.asked("GET .*/sync")[0][3])

    def test_unknown_registration_ends_the_bot(self):
        self.secrets = {**self.secrets, "ENGARDE_ACCESS_TOKEN": "another"}
        self.start()
        self.assertEqual(self.bot.wait(PATIENCE), 1)
        self.wait(lambda: self.told("refuses the log-in"))
        self.wait(lambda: [line for line in self.log if "app_service_config_files" in line])

    def test_user_outside_the_namespaces_ends_the_bot(self):
        self.hs.fault("POST .*/register", 400, {"errcode": "M_EXCLUSIVE", "error": "no"})
        self.start()
        self.assertEqual(self.bot.wait(PATIENCE), 1)
        self.wait(lambda: [line for line in self.log if "namespaces" in line])

    def test_each_failed_step_is_repeated(self):
        for step in ("/register", "/devices/", "/whoami"):
            self.hs.fault(step, 502, b"<html>")
        self.enrolled()
        self.assertEqual(len(self.hs.asked("/register")), 4)

    def test_sync_returns_at_once(self):
        self.enrolled()
        self.wait(lambda: self.hs.asked("POST .*/appservice/id/ping"))
        # A /sync without a sync token always returns at once, so its timeout may be another.
        self.assertEqual({r[3]["timeout"] for r in self.hs.asked("GET .*/sync") if "since" in r[3]}
                         - {"0"}, set())
        self.assertLess(max(int(r[3]["timeout"]) for r in self.hs.asked("GET .*/sync")), 1000)

    def test_log_gives_advice_if_the_homeserver_can_not_reach_the_bot(self):
        self.hs.pings = [(502, {"errcode": "M_CONNECTION_FAILED", "error": "no"}),
                         (502, {"errcode": "M_BAD_STATUS", "error": "no", "status": 403})]
        self.start()
        for words in ("must lead from there", "hs_token is another", "event=reached_by_homeserver"):
            self.wait(lambda: [line for line in self.log if words in line])

    def test_homeserver_without_pings_gets_no_more_pings(self):
        self.hs.pings = [(404, {"errcode": "M_UNRECOGNIZED", "error": "no"})]
        self.enrolled()
        self.assertFalse([line for line in self.log if "not_reached" in line])


class Deviceless(Case):
    """A test for a build with encryption, because encryption needs a device."""

    def test_homeserver_without_devices_ends_the_bot(self):
        self.hs.knows_devices = False
        self.start()
        self.assertEqual(self.bot.wait(PATIENCE), 1)
        self.wait(lambda: [line for line in self.log if "encryption needs a device" in line])
        self.assertFalse(self.hs.asked("GET .*/sync"))


class Strangers(Case):
    def setUp(self):
        super().setUp()
        self.start()
        self.expect_port()

    def refused(self, answer, status, code):
        self.assertEqual((answer[0], answer[1]["errcode"]), (status, code))

    def test_without_token(self):
        self.refused(self.ask("PUT", TRANSACTIONS + "1", {"events": []}, None), 401, "M_UNAUTHORIZED")

    def test_with_another_token(self):
        for token in ("", "x", AS_TOKEN, HS_TOKEN + "x", HS_TOKEN[:-1], "x" * 5000):
            answer = self.ask("PUT", TRANSACTIONS + "1", {"events": []}, token)
            self.refused(answer, 403, "M_FORBIDDEN")

    def test_to_another_path(self):
        for path in ("/", "/_matrix/app/v1/", "/_matrix/app/v1/pings", "/transactions/1",
                     "/_matrix/app/v1/thirdparty/protocol/irc", "/%00", "/_matrix/app/v2/ping"):
            self.refused(self.ask("GET", path), 404, "M_UNRECOGNIZED")

    def test_by_another_method(self):
        for method, path in (("POST", TRANSACTIONS + "1"), ("GET", "/_matrix/app/v1/ping"),
                             ("DELETE", TRANSACTIONS + "1")):
            self.refused(self.ask(method, path), 405, "M_UNRECOGNIZED")

    def test_body_that_is_no_transaction(self):
        for body in b"{}", b"[]", b'{"events":{}}':
            self.refused(self.ask("PUT", TRANSACTIONS + "1", body), 400, "M_BAD_JSON")
        self.refused(self.ask("PUT", TRANSACTIONS, {"events": []}), 400, "M_BAD_JSON")

    def test_body_that_is_huge(self):
        answer = self.ask("PUT", TRANSACTIONS + "1", b"", **{"Content-Length": str(1 << 40)})
        self.assertEqual(answer[0], 413)

    def test_bot_does_not_wait_for_the_body_of_a_stranger(self):
        connection = socket.create_connection(("127.0.0.1", self.port), 20)
        connection.sendall(f"PUT {TRANSACTIONS}1 HTTP/1.1\r\nHost: h\r\n"
                           "Transfer-Encoding: chunked\r\n\r\n".encode())
        self.assertIn(b" 401 ", connection.recv(100))
        connection.close()

    def test_many_silent_connections_do_not_block_others_for_long(self):
        silent = [socket.create_connection(("127.0.0.1", self.port), 20) for _ in range(20)]
        self.assertEqual(self.ask("POST", "/_matrix/app/v1/ping", {}), (200, {}))
        for connection in silent:
            connection.close()
        self.assertEqual(self.ask("POST", "/_matrix/app/v1/ping", {}), (200, {}))

    def test_odd_events_are_accepted(self):
        self.wait(self.syncs)
        for one in (None, 1, [], {}, {"room_id": 1}, {"room_id": ROOM}, {"room_id": ROOM, "type": 1},
                    {"room_id": ROOM, "type": "m.room.message", "content": []},
                    {"room_id": ROOM, "type": "m.room.member", "state_key": ME, "sender": ANN}):
            answer = self.ask("PUT", TRANSACTIONS + f"odd{self.number}", {"events": [one]})
            self.number += 1
            self.assertEqual(answer, (200, {}))

    def test_user_query_knows_only_the_bot(self):
        path = "/_matrix/app/v1/users/"
        self.assertEqual(self.ask("GET", path + urllib.parse.quote(ME)), (200, {}))
        self.refused(self.ask("GET", path + urllib.parse.quote(ANN)), 404, "M_NOT_FOUND")
        self.refused(self.ask("GET", "/_matrix/app/v1/rooms/%23a:here"), 404, "M_NOT_FOUND")


class Forged(Case):
    """What an event says about itself proves nothing, however it reaches the bot."""

    MARKS = ("engarde.opened", "engarde.unsigned", "opened", "proven", "writer", "decrypted", "verified",
             "encryption_info", "session", "index")

    def forged(self, body):
        marks = {mark: True for mark in self.MARKS}
        return {**text(ANN, body), **marks, "unsigned": marks,
                "content": {"msgtype": "m.text", "body": body, **marks}}

    def test_marks_in_an_event_prove_nothing(self):
        self.start_inside()
        self.push(self.forged("!clear please"))
        self.hs.batch(join={ROOM: [self.forged("!say in sync")]})
        self.push(text(ANN, "!say last"))
        self.wait(lambda: self.told("!clear please") and self.told("!say in sync") and
                  self.told("!say last"))
        self.assertFalse(self.told("proven"))


class Transactions(Case):
    def setUp(self):
        super().setUp()
        self.start_inside()
        self.asked = self.syncs()

    def test_message_is_handled_without_sync(self):
        self.push(text(ANN, "!say three"))
        self.expect(["one", "two", "three"])
        self.assertEqual(self.syncs(), self.asked)

    def test_own_message_needs_no_sync(self):
        echo = text(ME, "!say three")
        self.push({**echo, "unsigned": {"transaction_id": "t"}})
        self.push(text(ANN, "!say four"))
        self.expect(["one", "two", "four"])
        self.assertEqual(self.syncs(), self.asked)

    def test_unreadable_transaction_is_replaced_by_a_sync(self):
        bodies = [b"", b"{", b"1", b"[" * 100000, b'{"events":[{"room_id":"\x01"}]}',
                  b'{"events":[7,"' + b"x" * (2 << 20) + b'"]}']
        said = ["one", "two"]
        for number, body in enumerate(bodies):
            one, other = text(ANN, f"!say a{number}"), text(ANN, f"!say b{number}")
            asked = self.syncs()
            self.hs.batch(join={ROOM: [one]})
            self.assertEqual(self.ask("PUT", f"{TRANSACTIONS}x{number}", body)[0], 200)
            self.wait(lambda: self.syncs() > asked)
            said += [f"a{number}", f"b{number}"]
            self.wait(lambda: f"a{number}" in self.bodies())
            self.push(other)
            self.expect(said)

    def test_event_nested_too_deep_is_accepted(self):
        deep = '{"events":[{"x":' + "[" * 5000 + "]" * 5000 + "}]}"
        self.assertEqual(self.ask("PUT", TRANSACTIONS + "deep", deep.encode())[0], 200)
        self.push(text(ANN, "!say three"))
        self.expect(["one", "two", "three"])

    def test_damaged_list_of_transactions_ends_the_bot(self):
        self.kill()
        store = sqlite3.connect(os.path.join(self.dir.name, "store"))
        with store:
            store.execute("UPDATE adapter_values SET value = '{}' WHERE key = 'matrix.transactions'")
        store.close()
        self.start()
        self.wait(lambda: self.syncs() > self.asked)
        self.expect_port()
        self.push(text(ANN, "!say three"), status=503)
        self.assertEqual(self.bot.wait(PATIENCE), 1)
        self.wait(lambda: self.told("the store can't be used"))

    def test_message_is_handled_once_if_its_transaction_repeats(self):
        said = text(ANN, "!say three")
        name = self.push(said)
        self.push(said, name=name)
        self.kill()
        self.start()
        self.expect_port()
        self.push(said, name=name)
        self.expect(["one", "two", "three"])

    def test_message_is_handled_once_if_another_transaction_or_sync_has_it(self):
        said = text(ANN, "!say three")
        self.push(said)
        self.push(said, text(BOB, "!say four"))
        self.hs.batch(join={ROOM: [said]})
        self.push(event("m.room.power_levels", ANN, {}, ""))
        self.wait(lambda: self.syncs() > self.asked)
        self.expect(["one", "two", "three", "four"])

    def test_transaction_with_an_old_id_and_new_events_is_handled(self):
        name = self.push(text(ANN, "!say three"))
        self.push(text(ANN, "!say four"), name=name)
        self.expect(["one", "two", "three", "four"])

    def test_many_at_once(self):
        said = [text(ANN, f"!say {i}") for i in range(20)]
        answers = []
        threads = [threading.Thread(target=lambda i=i: answers.append(self.ask(
            "PUT", TRANSACTIONS + f"at-once-{i}", {"events": [{"room_id": ROOM, **said[i]}]})[0]))
            for i in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, [200] * 20)
        self.wait(lambda: len(self.bodies()) == 22)
        self.assertEqual(sorted(self.bodies()[2:]), sorted(map(str, range(20))))

    def test_transaction_is_refused_while_the_store_fails(self):
        said = text(ANN, "!say three")
        self.limit_files(0)
        name = self.push(said, status=503)
        self.limit_files(resource.RLIM_INFINITY)
        self.wait(lambda: self.ask("PUT", TRANSACTIONS + name,
                                   {"events": [{"room_id": ROOM, **said}]})[0] == 200)
        self.expect(["one", "two", "three"])
        # By a ping, the bot asks the homeserver to send the refused transaction again.
        self.wait(lambda: len(self.hs.asked("/ping")) > 1)

    def limit_files(self, most):
        hard = resource.prlimit(self.bot.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(self.bot.pid, resource.RLIMIT_FSIZE, (most, hard))

    def test_invitation_and_room_are_read_from_sync(self):
        self.hs.batch(invite={OTHER: {"invite_state": {"events": [member(ME, "invite", ANN)]}}})
        self.push(member(ME, "invite", ANN), room=OTHER)
        self.wait(lambda: self.hs.asked("POST .*/join/"))
        create = event("m.room.create", ANN, {}, "")
        said = text(ANN, "!mod")
        self.hs.batch(join={OTHER: {"state": {"events": [create]},
                                    "timeline": {"events": [member(ME), said]}}})
        self.push(member(ME), said, room=OTHER)
        self.wait(lambda: self.told(f"joined {OTHER}"))
        self.expect(["hello", "moderator"], OTHER)

    def test_room_without_the_bot_is_ignored(self):
        self.push(text(ANN, "!say three"), room=OTHER)
        self.wait(lambda: self.syncs() > self.asked)
        self.expect([], OTHER)

    def test_state_is_read_from_sync_in_its_order(self):
        levels = {"users": {ANN: 50}}
        said = text(ANN, "!mod")
        self.hs.batch(join={ROOM: [event("m.room.power_levels", BOB, levels, ""), said]})
        self.push(event("m.room.power_levels", BOB, levels, ""), said)
        self.expect(["one", "two", "moderator"])

    def test_name_of_a_new_member_is_read_from_sync(self):
        said = text(EVE, "!name")
        self.hs.batch(join={ROOM: {"state": {"events": [member(EVE, displayname="Eve")]},
                                   "timeline": {"events": [said]}}})
        self.push(said)
        self.expect(["one", "two", "Eve"])

    def test_new_name_of_a_known_member_is_learnt(self):
        self.push(member(ANN, displayname="Anne"), member(EVE, displayname="Eve"))
        self.push(text(ANN, "!name"))
        self.expect(["one", "two", "Anne"])
        self.assertEqual(self.syncs(), self.asked)

    def test_timer_runs_after_one_more_sync(self):
        self.hs.fault("/sync", 502, b"<html>")
        self.push(text(ANN, "!timer"))
        self.wait(lambda: self.told("due"))
        self.assertGreaterEqual(self.syncs(), self.asked + 2)

    def test_end_of_a_connection_causes_a_sync(self):
        connection = self.connect()
        connection.request("POST", "/_matrix/app/v1/ping", "{}",
                           {"Authorization": f"Bearer {HS_TOKEN}"})
        self.assertEqual(connection.getresponse().status, 200)
        self.hs.batch(join={ROOM: [text(ANN, "!say three")]})
        connection.close()
        self.expect(["one", "two", "three"])

    def test_messages_from_while_the_bot_was_down_are_read_from_sync(self):
        self.kill()
        self.hs.batch(join={ROOM: [text(ANN, "!say three")]})
        self.start()
        self.expect(["one", "two", "three"])

    def test_answer_repeated_after_a_crash_is_the_same_message(self):
        self.hs.fault(f"{ROOM}/send/", cut="after")
        self.push(text(ANN, "!say three"))
        self.wait(lambda: self.hs.asked(f"{ROOM}/send/")[2:])
        self.kill()
        self.start()
        self.expect(["one", "two", "three"])


if __name__ == "__main__":
    case.main()
