"""What /sync tells. Run: test_following.py BOT [unittest options]"""

import json

from case import ANN, EVE, OTHER, ROOM, Case, main
from homeserver import ME, event, member, text


class Following(Case):
    def test_first_batch_is_not_handled(self):
        self.say("!say now")
        self.expect(["now"])

    def test_message_of_the_bot_and_of_no_use_is_not_handled(self):
        edit = {"m.relates_to": {"rel_type": "m.replace", "event_id": "$x"}}
        notice = event("m.room.message", ANN, {"msgtype": "m.notice", "body": "!say notice"})
        self.hs.batch(join={ROOM: [text(ME, "!say own"), notice, text(ANN, "!say edit", **edit),
                                   7, None, {}, {"type": []}, text(ANN, "!say end")]})
        self.expect(["end"])

    def test_event_seen_twice_is_handled_once(self):
        twice = text(ANN, "!say once")
        self.hs.batch(join={ROOM: [twice, twice]})
        self.hs.batch(join={ROOM: [twice, text(ANN, "!say end")]})
        self.expect(["once", "end"])

    def test_restart_goes_on_where_it_was(self):
        self.say("!say one")
        self.expect(["one"])
        self.kill()
        self.say("!say two")
        self.start()
        self.expect(["one", "two"])
        self.assertEqual(self.hs.logins, 1)

    def test_limited_timeline_is_filled_in_order(self):
        self.say("!say 0")
        self.expect(["0"])
        since = f"s{len(self.hs.batches)}"
        self.hs.pages[ROOM] = [
            {"start": since, "end": "p1", "chunk": [text(ANN, "!say 1"), text(ANN, "chatter")],
             "state": [member(ANN, displayname="Ann")]},
            {"start": "p1", "end": "p2", "chunk": []},
            {"start": "p2", "end": "p3", "chunk": [text(ANN, "!say 2")]},
            {"start": "p3", "chunk": []}]
        self.hs.batch(join={ROOM: {"timeline": {
            "limited": True, "prev_batch": "p9", "events": [text(ANN, "!say 3")]}}})
        self.expect(["0", "1", "2", "3"])
        asked = self.hs.asked("/messages")
        self.assertEqual([r[3]["from"] for r in asked], [since, "p1", "p2", "p3"])
        self.assertEqual({(r[3]["to"], r[3]["dir"]) for r in asked}, {("p9", "f")})
        self.assertTrue(self.told(r"\(Ann\): !say 1"))

    def test_limited_timeline_filled_after_faults(self):
        since = f"s{len(self.hs.batches)}"
        self.hs.pages[ROOM] = [{"start": since, "chunk": [text(ANN, "!say 1")]}]
        self.hs.fault("/messages", 500, {"errcode": "M_UNKNOWN"})
        self.hs.fault("/messages", 200, b'{"chunk":[{"type":"m.room.mess')
        self.hs.fault("/messages", 200, {})
        self.hs.batch(join={ROOM: {"timeline": {
            "limited": True, "prev_batch": "p9", "events": [text(ANN, "!say 2")]}}})
        self.expect(["1", "2"])

    def test_limited_timeline_of_a_room_that_was_left_is_filled(self):
        since = f"s{len(self.hs.batches)}"
        self.hs.pages[ROOM] = [{"start": since, "chunk": [text(ANN, "!tell 1")]}]
        self.hs.batch(leave={ROOM: {"timeline": {
            "limited": True, "prev_batch": "p9", "events": [member(ME, "leave", ANN)]}}})
        self.wait(lambda: self.told("message !room:here .* !tell 1"))

    def test_limited_timeline_that_is_denied_is_passed_over(self):
        self.hs.fault("/messages", 403, {"errcode": "M_FORBIDDEN"})
        self.hs.batch(join={ROOM: {"timeline": {
            "limited": True, "prev_batch": "p9", "events": [text(ANN, "!say 2")]}}})
        self.expect(["2"])

    def test_written_before_the_bot_joined_is_not_handled(self):
        self.hs.batch(join={OTHER: [text(ANN, "!say early"), member(ME), text(ANN, "!say late")]})
        self.expect(["hello", "late"], OTHER)

    def test_written_before_the_bot_joined_in_a_gap_is_not_handled(self):
        since = f"s{len(self.hs.batches)}"
        self.hs.pages[OTHER] = [{"start": since, "chunk": [
            text(ANN, "!say early"), member(ME), text(ANN, "!say late")]}]
        self.hs.batch(join={OTHER: {"state": {"events": [member(ME)]}, "timeline": {
            "limited": True, "prev_batch": "p9", "events": [text(ANN, "!say later")]}}})
        self.expect(["hello", "late", "later"], OTHER)

    def test_history_of_a_room_entered_again_is_not_handled(self):
        self.hs.batch(leave={ROOM: {"timeline": {"events": [
            text(ANN, "!say last words"), member(ME, "leave", ANN), text(ANN, "!say unheard")]}}})
        self.hs.batch(join={ROOM: [
            member(ME), text(ANN, "!say long ago"), member(ME, "leave"), member(ME, "invite", ANN),
            text(ANN, "!say soon"), member(ME), member(ME, displayname="x"), text(ANN, "!say now")]})
        self.expect(["last words", "hello", "now"])

    def test_body_that_parsers_refuse_does_not_deafen(self):
        hostile = [text(EVE, "x"), text(EVE, "x")]
        raw = json.dumps({"next_batch": "NEXT", "rooms": {"join": {ROOM: {"timeline": {
            "events": hostile + [text(ANN, "!say heard")]}}}}})
        raw = raw.replace('"x"', '"\\u0000\\ud800", "k\\u0000": 1e999, "n": ' + "9" * 400)
        self.hs.batch(raw=raw.encode())
        self.expect(["heard"])

    def test_choices_without_words_are_heard(self):
        def chosen(kind, relation, content={}):
            return event(kind, ANN, {"m.relates_to": {"event_id": "$list", **relation}, **content})
        vote = {"rel_type": "m.reference"}
        poll = "org.matrix.msc3381.poll.response"
        self.hs.batch(join={ROOM: [
            chosen("m.reaction", {"rel_type": "m.annotation", "key": "!say one"}),
            chosen(poll, vote, {poll: {"answers": ["!say two"]}}),
            chosen("m.poll.response", vote, {"m.selections": ["!say three"]}),
            event("m.reaction", ANN, {}), # redacted
            event("m.reaction", ME, {"m.relates_to": {
                "rel_type": "m.annotation", "event_id": "$list", "key": "!say own"}}),
            text(ANN, "!say end")]})
        self.expect(["one", "two", "three", "end"])
        self.assertEqual(len(self.told(r"chosen from \$list: !say")), 3)

    def test_choices_are_asked_for(self):
        types = json.loads(self.hs.asked("GET .*/sync")[0][3]["filter"])
        for kind in ("m.reaction", "m.poll.response", "org.matrix.msc3381.poll.response"):
            self.assertIn(kind, types["room"]["timeline"]["types"])

    def filters(self):
        """What each /sync was asked with."""
        return [request[3]["filter"] for request in self.hs.asked("GET .*/sync")]

    def test_filter_is_stored_with_the_homeserver(self):
        self.wait(lambda: self.filters()[-1] == "filter1")
        self.assertEqual(json.loads(self.filters()[0]), self.hs.filters["filter1"])
        self.say("!say now")
        self.expect(["now"])
        self.assertEqual(len(self.hs.asked("POST .*/filter")), 1)

    def test_filter_that_the_homeserver_forgets_goes_along_again(self):
        self.wait(lambda: self.filters()[-1] == "filter1")
        self.hs.filters.clear()
        self.say("!say now")
        self.expect(["now"])
        self.say("!say end")
        self.expect(["now", "end"])
        self.assertEqual(self.filters()[-1], self.filters()[0])
        self.assertEqual(len(self.hs.asked("POST .*/filter")), 1)

    def test_filter_is_stored_anew_after_an_outage(self):
        self.wait(lambda: self.filters()[-1] == "filter1")
        before = len(self.filters())
        self.hs.fault("/sync", 502, b"", times=2)
        self.hs.fault("/filter", 502, b"")
        self.wait(lambda: self.filters()[-1] == "filter3")
        self.assertNotIn("filter2", self.filters()[before:])
        self.assertIn(self.filters()[0], self.filters()[before:])
        self.say("!say now")
        self.expect(["now"])

    def test_filter_is_named_after_a_rate_limit_as_before(self):
        self.wait(lambda: self.filters()[-1] == "filter1")
        self.hs.fault("/sync", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 10})
        self.say("!say now")
        self.expect(["now"])
        self.assertEqual(self.filters()[-1], "filter1")

    def test_homeserver_that_keeps_no_filters_is_followed(self):
        for status, body in (404, {"errcode": "M_UNRECOGNIZED"}), (200, {}), (200, {"filter_id": "{}"}):
            self.hs.fault("/filter", status, body)
            self.kill()
            self.start()
            self.wait(lambda: not self.hs.faults)
            asked = len(self.filters())
            self.wait(lambda: len(self.filters()) > asked + 2)
            self.assertEqual(self.filters()[-1], self.filters()[0])
        self.say("!say now")
        self.expect(["now"])

    def since(self):
        """From where each /sync was to go on."""
        return [request[3].get("since") for request in self.hs.asked("GET .*/sync")]

    def test_goes_on_after_a_silence_and_before_an_echo(self):
        self.hs.batch()
        self.wait(lambda: self.since()[-1] == "s2")
        self.restarted_from("s2")
        self.hs.batch(join={ROOM: [{**text(ME, "x"), "unsigned": {"transaction_id": "t"}}]})
        self.wait(lambda: self.since()[-1] == "s3")
        self.restarted_from("s2")
        self.wait(lambda: self.since()[-1] == "s3")
        self.restarted_from("s3") # the first batch of a process may be after a restored backup
        self.say("!say now")
        self.expect(["now"])

    def restarted_from(self, since):
        self.kill()
        asked = len(self.since())
        self.start()
        self.wait(lambda: len(self.since()) > asked)
        self.assertEqual(self.since()[asked], since)

    def test_sync_faults_are_waited_out(self):
        self.hs.fault("/sync", 500, {"errcode": "M_UNKNOWN"})
        self.hs.fault("/sync", 200, b'{"next_batch":"s9","rooms":{"join"')
        self.hs.fault("/sync", 200, b"[" * 100000)
        self.say("!say after all")
        self.expect(["after all"])

    def test_body_without_end_is_cut_off(self):
        def endless():
            while True:
                yield b" " * 65536
        self.hs.fault("/sync", 200, raw=endless)
        self.say("!say after all")
        self.expect(["after all"])


if __name__ == "__main__":
    main()
