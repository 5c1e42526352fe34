"""How the bot sends its outbox. Run: test_send_lanes.py BOT [unittest options]"""

import contextlib
import os
import sqlite3
import threading
import time

from case import ANN, EVE, OTHER, ROOM, Case, main
from homeserver import ME, PATIENCE, Homeserver, event, member, text


class Sending(Case):
    def test_message_sent_before_a_kill_is_known_from_its_echo(self):
        """Dendrite forgets the transaction id of a request if the client goes away before the
        answer."""
        self.hs.fault("/send/", cut="after")
        self.hs.fault("/send/", cut="before", times=1000)
        self.say("!say first")
        self.wait(lambda: self.bodies() == ["first"])
        self.kill()
        self.wait(lambda: self.hs.answering == 0)
        self.hs.faults.clear()
        echo = event("m.room.message", ME, self.hs.sent[-1][1])
        echo["unsigned"] = {"transaction_id": self.hs.asked("/send/")[0][0].rpartition("/")[2]}
        self.hs.txns.clear()
        self.hs.batch(join={ROOM: [echo]})
        self.start()
        self.say("!say next", then=["first", "next"])

    def enter_other_room(self):
        self.hs.batch(join={OTHER: [member(ME)]})
        self.expect(["hello"], OTHER)

    def test_events_have_their_mentions(self):
        self.say("!say quiet", "!ring loud", "!post first", then=["quiet", "loud", "first"])
        self.say("!edit second", then=["quiet", "loud", "first", "* second"])
        quiet, loud, _, edit = (content for _, content in self.hs.sent)
        self.assertEqual((quiet["msgtype"], quiet["m.mentions"]), ("m.notice", {}))
        self.assertEqual((loud["msgtype"], loud["m.mentions"]), ("m.text", {"user_ids": [ANN]}))
        self.assertEqual(edit["m.mentions"], {})
        self.assertEqual(edit["m.relates_to"], {"rel_type": "m.replace", "event_id": "$sent2"})
        self.assertEqual(edit["m.new_content"]["body"], "second")

    def test_answer_in_a_thread_is_in_the_thread(self):
        relation = {"rel_type": "m.thread", "event_id": "$first", "is_falling_back": True,
                    "m.in_reply_to": {"event_id": "$last"}}
        command = text(ANN, "!say here", **{"m.relates_to": relation})
        self.hs.batch(join={ROOM: [command]})
        self.say("!say there", "!file too", then=["here", "there", "too"])
        self.assertEqual(self.hs.sent[0][1]["m.relates_to"], {
            **relation, "m.in_reply_to": {"event_id": command["event_id"]}})
        for _, content in self.hs.sent[1:]:
            self.assertNotIn("m.relates_to", content)

    def test_invalid_thread_gets_no_answer_in_it(self):
        for number, first in enumerate(("no event", "$" + "x" * 300, 7, {})):
            self.hs.batch(join={ROOM: [text(ANN, f"!say {number}", **{
                "m.relates_to": {"rel_type": "m.thread", "event_id": first}})]})
        self.expect(["0", "1", "2", "3"])
        for _, content in self.hs.sent:
            self.assertNotIn("m.relates_to", content)

    def test_file_is_uploaded_then_sent(self):
        self.say("!file the record", "!say after", then=["the record", "after"])
        self.assertEqual(self.hs.files, [
            ("match-1.txt", "text/plain; charset=utf-8", "café\n".encode())])
        content = dict(self.hs.sent[0][1])
        self.assertEqual(len(content.pop("engarde_bot.id")), 32)
        self.assertEqual(content, {
            "msgtype": "m.file", "body": "the record", "filename": "match-1.txt",
            "url": "mxc://here/file1", "m.mentions": {},
            "info": {"mimetype": "text/plain; charset=utf-8", "size": 6}})

    def limit_messages(self):
        """From now on the homeserver accepts no message, until the test ends its faults."""
        limit = {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 100}
        self.hs.fault("PUT .*/send/", 429, limit, times=100000)

    def test_board_becomes_a_picture_and_a_picture_a_board(self):
        self.say("!post the board", then=["the board"])
        self.say("!show a touch")
        self.wait(lambda: len(self.hs.sent) == 2)
        self.say("!edit the next board")
        self.wait(lambda: len(self.hs.sent) == 3)
        shown, board = (content for _, content in self.hs.sent[1:])
        for content in shown, board:
            self.assertEqual(content["m.relates_to"],
                             {"rel_type": "m.replace", "event_id": "$sent0"})
        self.assertEqual(shown["m.new_content"]["url"], "mxc://here/file1")
        self.assertEqual((shown["msgtype"], board["m.new_content"]["msgtype"]),
                         ("m.image", "m.notice"))

    def test_picture_that_waits_for_a_rate_limit_gives_way_to_a_newer_board(self):
        self.limit_messages()
        self.say("!say limited", "!picture an old picture")
        self.wait(lambda: self.hs.asked("PUT .*/send/"))
        self.say("!edit the board")
        self.wait(self.hs.all_is_handled)
        self.hs.faults.clear()
        self.expect(["limited", "the board"])
        self.assertEqual(self.hs.files, [])

    def test_file_in_private_goes_to_the_private_room(self):
        self.say("!hand open the room")
        self.expect(["open the room"], "!made1:here")
        self.hs.batch(join={"!made1:here": [*self.hs.state["!made1:here"], member(ANN)]})
        self.say("!file only for you", room="!made1:here")
        self.expect(["open the room", "only for you"], "!made1:here")
        self.assertEqual(self.hs.sent[-1][1]["msgtype"], "m.file")

    def test_file_killed_between_upload_and_sending_is_sent_once(self):
        self.hs.fault("/send/", cut="before", times=1000)
        self.say("!file once")
        self.wait(lambda: self.hs.asked("/send/"))
        self.kill()
        self.hs.faults.clear()
        self.start()
        self.expect(["once"])
        # The second process uploads the file again (file2). But the last request of the killed
        # process may still arrive (file1).
        self.assertIn(self.hs.sent[0][1]["url"], ["mxc://here/file1", "mxc://here/file2"])

    def test_file_upload_is_repeated_until_it_is_refused(self):
        self.hs.fault("/upload", 503, b"busy")
        self.hs.fault("/upload", cut="after")
        self.say("!file comes", then=["comes"])
        self.hs.fault("/upload", 413, {"errcode": "M_TOO_LARGE"})
        self.say("!file its text alone", "!say after", then=["comes", "its text alone", "after"])
        self.assertEqual(self.hs.sent[1][1]["msgtype"], "m.notice")

    def test_poll_has_its_own_type(self):
        self.say("!poll Your hand: 1", "!say after")
        self.wait(lambda: self.hs.sent[1:])
        self.assertEqual(self.hs.kinds, ["org.matrix.msc3381.poll.start", "m.room.message"])
        poll = self.hs.sent[0][1]
        self.assertEqual([answer["id"] for answer in
                          poll["org.matrix.msc3381.poll.start"]["answers"]], ["1", "2"])
        self.assertEqual(poll["org.matrix.msc1767.text"],
                         "Your hand: 1\na. advance 1 (+1)\nb. parry (=)")

    def test_bot_adds_its_reactions_to_a_message(self):
        self.say("!offer a duel", "!say after", then=["a duel", "after"])
        self.wait(lambda: self.hs.reactions[1:])
        self.assertEqual(self.hs.reactions, [("$sent0", "✅"), ("$sent0", "❌")])
        self.assertEqual(self.hs.sent[0][1]["engarde_bot.commitment"], "a commitment")
        self.assertNotIn("engarde_bot.commitment", self.hs.sent[1][1])

    def test_reactions_wait_for_a_token_of_the_rate_limit(self):
        limit = {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 100}
        for text in ("one", "two"):  # the bot learns that a token takes about 100 ms
            self.hs.fault("/send/", 429, limit)
            self.say("!say " + text)
            self.wait(lambda: text in self.bodies())
        self.hs.fault("/send/m.reaction/", 429, limit)
        self.say("!offer a duel", "!say after", then=["one", "two", "a duel", "after"])
        self.wait(lambda: self.hs.reactions[1:])
        self.assertEqual(self.hs.reactions, [("$sent2", "✅"), ("$sent2", "❌")])

    def test_reaction_that_is_always_limited_is_given_up(self):
        limit = {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 20}
        self.hs.fault("/send/m.reaction/", 429, limit, times=1000)
        self.say("!offer a duel")
        self.wait(lambda: len(self.hs.asked("/send/m.reaction/")) == 3)
        self.say("!say after", "!say all", then=["a duel", "after", "all"])
        self.settle()
        self.assertEqual(len(self.hs.asked("/send/m.reaction/")), 3)

    def test_failed_reaction_ends_its_set_and_no_other(self):
        self.hs.fault("/send/m.reaction/", 500, {"errcode": "M_UNKNOWN"})
        self.say("!offer a duel", "!offer another", then=["a duel", "another"])
        self.wait(lambda: len(self.hs.reactions) == 2)
        self.assertEqual(self.hs.reactions, [("$sent1", "✅"), ("$sent1", "❌")])

    def test_reaction_that_is_there_already_leaves_no_gap(self):
        self.hs.fault("/send/m.reaction/", 400, {"errcode": "M_DUPLICATE_ANNOTATION"})
        self.say("!offer a duel", then=["a duel"])
        self.wait(lambda: self.hs.reactions)
        self.assertEqual(self.hs.reactions, [("$sent0", "❌")])

    def test_reactions_in_one_room_leave_places_for_others(self):
        free = threading.Event()
        self.addCleanup(free.set)
        self.enter_other_room()
        self.hs.fault("/send/m.reaction/", until=free)
        self.say(*(f"!offer {number}" for number in range(60)), then=[str(number) for number in range(60)])
        self.say("!offer other", room=OTHER, then=["hello", "other"])
        free.set()
        last = f"$sent{len(self.hs.sent) - 1}"
        self.wait(lambda: (last, "❌") in self.hs.reactions)

    def receipts(self):
        return [line for line, *_ in self.hs.asked("/receipt/")]

    def test_command_gets_a_private_receipt(self):
        first, last = text(ANN, "!say one"), text(ANN, "!say two")
        self.hs.batch(join={ROOM: [first, last, text(ANN, "no command")]})
        self.hs.batch(join={ROOM: [text(ANN, "no command either")]})
        self.expect(["one", "two"])
        self.assertEqual(self.wait(self.receipts), [
            f"POST /_matrix/client/v3/rooms/{ROOM}/receipt/m.read.private/{last['event_id']}"])

    def test_receipts_stop_if_the_homeserver_does_not_know_them(self):
        self.hs.fault("/receipt/", 400, {"errcode": "M_INVALID_PARAM"})
        self.hs.batch(join={OTHER: [member(ME)]})
        self.expect(["hello"], OTHER)
        self.say("!say one", room=OTHER)
        self.say("!say one")
        self.wait(self.receipts)
        self.say("!say two", then=["one", "two"])
        self.assertEqual(len(self.receipts()), 1)

    def test_failed_receipt_is_not_repeated(self):
        self.hs.fault("/receipt/", cut="before")
        self.say("!say one")
        self.wait(self.receipts)
        self.expect(["one"])
        time.sleep(1.5)
        self.assertEqual(len(self.receipts()), 1)

    def test_own_message_seen_in_sync_counts_as_sent(self):
        self.hs.fault("/send/", cut="after")
        self.say("!say one")
        self.wait(lambda: self.hs.sent)
        txn = self.hs.asked("/send/")[0][0].rpartition("/")[2]
        self.hs.fault(txn, 503, b"busy", times=1000)
        self.hs.batch(join={ROOM: [{**text(ME, "one"), "event_id": "$sent1",
                                    "unsigned": {"transaction_id": txn}}]})
        self.say("!say two", then=["one", "two"])

    def limited(self, **fault):
        self.hs.fault("/send/", 429, times=1, **fault)
        self.say("!say one", "!say two", then=["one", "two"])
        first, second = (r for r in self.hs.asked("/send/")[:2])
        self.assertEqual(first[0], second[0])
        return second[4] - first[4]

    def test_rate_limit_in_the_header_is_respected(self):
        waited = self.limited(headers={"Retry-After": "2"},
                              body={"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 100})
        self.assertGreaterEqual(waited, 1.9)

    def test_rate_limit_in_the_body_is_respected(self):
        waited = self.limited(body={"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 1200})
        self.assertGreaterEqual(waited, 1.1)

    def test_limit_pauses_the_whole_account(self):
        self.enter_other_room()
        self.hs.fault("/send/", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 1500})
        self.say("!say one")
        self.wait(lambda: any("status=429" in line for line in self.log))
        self.say("!say two", room=OTHER)
        self.expect(["one"])
        self.expect(["hello", "two"], OTHER)
        limited, *after = (r[4] for r in self.hs.asked("/send/")[1:])
        self.assertGreaterEqual(min(after) - limited, 1.4)

    def damage(self, change):
        """Stops the bot, damages its store, ends all faults, and starts the bot again."""
        self.kill()
        with contextlib.closing(sqlite3.connect(os.path.join(self.dir.name, "store"))) as store:
            with store:
                self.assertTrue(store.execute(change).rowcount)
        self.hs.faults.clear()
        self.start()

    def test_damaged_row_is_given_up_and_the_others_are_sent(self):
        self.hs.fault("/send/", 503, b"busy", times=1000)
        self.say("!say one", "!say two", "!say three")
        self.wait(lambda: self.hs.asked("/send/"))
        self.damage("UPDATE outbox SET kind = 'song' WHERE body = 'two'")
        self.expect(["one", "three"])
        self.assertEqual(self.told("mended"), ["mended\n"])

    def test_row_that_is_not_utf8_is_given_up(self):
        self.hs.fault("/send/", 503, b"busy", times=1000)
        self.say("!say one", "!say two")
        self.wait(lambda: self.hs.asked("/send/"))
        self.damage("UPDATE outbox SET mentions = CAST(x'40ff' AS TEXT) WHERE body = 'one'")
        self.expect(["two"])
        self.assertEqual(self.told("mended"), ["mended\n"])

    def test_damage_without_repair_ends_the_bot(self):
        self.damage("UPDATE adapter_values SET value = '{' WHERE key = 'matrix.room.!room:here'")
        self.say("!say never")
        self.assertEqual(self.bot.wait(PATIENCE), 1)
        self.wait(lambda: self.told("ended: the store can't be used"))
        self.assertEqual(self.told("not mended"), ["not mended\n"])

    def test_flood_in_a_room_does_not_delay_other_rooms(self):
        self.enter_other_room()
        self.hs.pace = 0.1
        flood = [f"flood {i}" for i in range(16)]
        self.say(*(f"!say {body}" for body in flood))
        self.wait(self.bodies)
        sent = []

        def give_batch(_query):
            # Nothing is sent until the bot has handled the batch, however long that takes.
            self.limit_messages()
            sent.append(len(self.bodies()))
            events = [text(ANN, f"!say {body}") for body in ("one", "two")]
            return {"rooms": {"join": {OTHER: {"timeline": {"events": events}}}}}

        self.hs.batches.append(give_batch)
        self.wait(lambda: sent and self.hs.all_is_handled())
        self.hs.faults.clear()
        self.expect(flood)
        self.expect(["hello", "one", "two"], OTHER)
        rooms = [room for room, _ in self.hs.sent]
        last = len(rooms) - 1 - rooms[::-1].index(OTHER)
        self.assertLess(rooms[:last].count(ROOM) - sent[-1], 4)

    def test_lasting_rate_limit_gets_one_request_at_a_time(self):
        """If the bot sent two requests at the same time, the homeserver could accept the less
        important one."""
        self.enter_other_room()
        self.hs.pace = 0.3
        said = [f"said {i}" for i in range(6)]
        self.say(*(f"!say {body}" for body in said))
        self.say(*(f"!say {body}" for body in said), room=OTHER)
        self.expect(said)
        self.expect(["hello", *said], OTHER)
        taken = len(self.hs.sent)
        self.assertLessEqual(len(self.hs.asked("/send/")) - taken, taken)

    def test_rate_limit_of_joins_does_not_delay_messages(self):
        self.hs.fault("/join/", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 60000})
        self.hs.batch(invite={OTHER: {"invite_state": {"events": [member(ME, "invite", ANN)]}}})
        self.wait(lambda: any("status=429" in line for line in self.log))
        self.hs.fault("/send/", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 100})
        self.say("!say one", "!say two", "!say three", then=["one", "two", "three"])

    def test_server_error_sends_the_same_request_again(self):
        self.hs.fault("/send/", 503, b"busy")
        self.hs.fault("/send/", cut="before")
        self.hs.fault("/send/", cut="after")
        self.say("!say once")
        asked = self.wait(lambda: self.hs.asked("/send/")[3:] and self.hs.asked("/send/"))
        self.expect(["once"])
        self.assertEqual(len({r[0] for r in asked}), 1)

    def test_answer_without_the_event_is_no_success(self):
        self.hs.fault("/send/", 200, {}, times=2)
        self.say("!say first", "!say second", then=["first", "second"])
        lines = [line for line in self.log if "request_failed" in line]
        self.assertEqual(len(lines), 2)
        self.assertIn("the answer lacks event_id", lines[0])
        ids = [r[0].rpartition("/")[2] for r in self.hs.asked("/send/")]
        self.assertEqual(len(set(ids[:3])), 1)

    def test_answer_without_the_file_is_no_success(self):
        self.hs.fault("/upload", 200, {})
        self.say("!file comes", then=["comes"])
        self.assertEqual(self.hs.sent[0][1]["msgtype"], "m.file")

    def test_refusal_is_final_for_the_row(self):
        self.hs.fault("/send/", 413, {"errcode": "M_TOO_LARGE"})
        self.say("!say lost", "!say kept", then=["kept"])

    def test_suspended_account_loses_nothing(self):
        self.hs.fault("/send/", 403, {"errcode": "M_USER_SUSPENDED"})
        self.say("!say later")
        self.wait(lambda: [line for line in self.log if "have suspended" in line])
        self.kill()
        self.start()
        self.expect(["later"])

    def test_suspended_account_still_joins(self):
        self.hs.fault("/send/", 403, {"errcode": "M_USER_SUSPENDED"})
        self.say("!say later")
        self.wait(lambda: [line for line in self.log if "have suspended" in line])
        self.hs.batch(invite={OTHER: {"invite_state": {"events": [member(ME, "invite", ANN)]}}})
        self.wait(lambda: self.hs.asked("/join/"))

    def test_room_encrypted_while_the_bot_was_down_gets_no_plain_text(self):
        self.hs.fault("/send/", 503, b"busy", times=1000)
        self.say("!say one", "!file two", "!say three")
        self.wait(lambda: self.hs.asked("/send/"))
        self.kill()
        self.hs.faults.clear()
        self.hs.batch(join={ROOM: [event("m.room.encryption", ANN, {}, "")]})
        self.start()
        self.expect(["encrypted"])
        self.say("!say four", then=["encrypted"])
        self.assertEqual(self.hs.files, [])

    def test_room_encrypted_while_messages_wait_gets_none_of_them(self):
        self.say("!say one", then=["one"])
        self.limit_messages()
        self.say("!say two", "!say three")
        self.wait(lambda: self.hs.asked("/send/")[1:])
        self.hs.batch(join={ROOM: [event("m.room.encryption", ANN, {}, "")]})
        self.wait(self.hs.all_is_handled)
        self.hs.faults.clear()
        self.wait(lambda: "encrypted" in self.bodies())
        self.assertEqual(self.bodies(), ["one", "encrypted"])

    def test_killed_before_the_answer_sends_once(self):
        self.hs.fault("/send/", cut="after")
        self.say("!say once")
        self.wait(lambda: self.hs.asked("/send/"))
        self.kill()
        self.start()
        self.expect(["once"])
        self.wait(lambda: self.hs.asked("/send/")[1:])
        self.expect(["once"])

    def test_lanes_send_in_parallel(self):
        self.enter_other_room()
        self.hs.fault("/rooms/!room:here/send/", 500, {"errcode": "M_UNKNOWN"}, times=1000)
        self.hs.batch(join={ROOM: [text(ANN, "!say slow")], OTHER: [text(ANN, "!say fast")]})
        self.expect(["hello", "fast"], OTHER)
        self.assertEqual(self.bodies(), [])
        self.hs.faults.clear()
        self.expect(["slow"])


class EditCounter(Homeserver):
    """Answers edits late, and counts those that wait for their answer."""

    edits = most = 0

    def serve(self, handler, raw):
        edit = b"m.new_content" in raw
        with self.lock:
            self.edits += edit
            self.most = max(self.most, self.edits)
        super().serve(handler, raw)
        with self.lock:
            self.edits -= edit


class Boards(Case):
    """Boards that change, in rooms with and without followers."""

    def post_board(self, people):
        """Posts a board in a room of so many people, the bot included, and changes it."""
        self.hs.batch(join={ROOM: {"timeline": {"events": []},
                                   "summary": {"m.joined_member_count": people}}})
        self.say("!challenge @bob:here", "!board first", then=["@bob:here", "first"])
        self.say("!edit second")
        self.wait(self.hs.all_is_handled)


class TestBoards(Boards):
    def test_board_that_nobody_follows_waits_for_the_next_message(self):
        self.post_board(3)
        self.say("!edit third")
        self.wait(self.hs.all_is_handled)
        self.settle()
        self.say("!say after", then=["@bob:here", "first", "* third", "after"])

    def test_board_with_a_follower_changes_at_once(self):
        self.post_board(4)
        self.settle()
        self.say("!edit third", then=["@bob:here", "first", "* second", "* third"])

    def test_board_that_a_newcomer_follows_changes_at_once(self):
        self.post_board(3)
        self.hs.batch(join={ROOM: {"timeline": {"events": [member(EVE)]},
                                   "summary": {"m.joined_member_count": 4}}})
        self.say("!edit third")
        self.settle()
        self.say("!edit fourth", then=["@bob:here", "first", "* third", "* fourth"])

    def test_challenge_that_nobody_follows_changes_at_once(self):
        self.post_board(3)
        self.say("!post challenge", "!edit accepted")
        self.settle()
        self.say("!edit begun", then=["@bob:here", "first", "* second", "challenge", "* accepted", "* begun"])


class TestBoardsInTime(Boards):
    secrets = {**Case.secrets, "RATE": "20"} # the bot's clock runs 20 times as fast

    def test_board_that_nobody_follows_changes_in_the_end(self):
        self.post_board(3)
        self.settle()
        self.assertEqual(self.bodies(), ["@bob:here", "first"])
        self.expect(["@bob:here", "first", "* second"])


class TestManyEdits(Case):
    homeserver = EditCounter

    def test_few_edits_are_in_flight_at_a_time(self):
        rooms = [f"!room{i}:here" for i in range(24)]
        self.hs.batch(join={room: [member(ME)] for room in rooms})
        self.wait(lambda: all(self.bodies(room) for room in rooms))
        self.hs.fault("PUT .*/send/", wait=0.2, times=1000)
        self.hs.batch(join={room: [text(ANN, "!post board"), text(ANN, "!edit newer board")]
                            for room in rooms})
        self.wait(lambda: all(len(self.bodies(room)) == 3 for room in rooms))
        self.assertGreater(self.hs.most, 1)
        self.assertLessEqual(self.hs.most, 16)


if __name__ == "__main__":
    main()
