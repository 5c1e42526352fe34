"""How the bot reads /sync. Run: test_receive_sync.py BOT [unittest options]"""

import json
import signal
import time

from case import ANN, BOB, EVE, OTHER, ROOM, Case, main
from homeserver import ME, Homeserver, event, member, text


class Following(Case):
    def test_first_batch_is_not_handled(self):
        self.say("!say now", then=["now"])

    def test_own_and_useless_messages_are_not_handled(self):
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

    def test_bot_continues_at_its_sync_token_after_a_restart(self):
        self.say("!say one", then=["one"])
        self.kill()
        self.say("!say two")
        self.start()
        self.expect(["one", "two"])
        self.assertEqual(self.hs.logins, 1)

    def test_message_from_before_the_join_is_not_handled(self):
        self.hs.batch(join={OTHER: [text(ANN, "!say early"), member(ME), text(ANN, "!say late")]})
        self.expect(["hello", "late"], OTHER)

    def test_history_of_a_room_joined_again_is_not_handled(self):
        self.hs.batch(leave={ROOM: {"timeline": {"events": [
            text(ANN, "!say last words"), member(ME, "leave", ANN), text(ANN, "!say unheard")]}}})
        self.hs.batch(join={ROOM: [
            member(ME), text(ANN, "!say long ago"), member(ME, "leave"), member(ME, "invite", ANN),
            text(ANN, "!say soon"), member(ME), member(ME, displayname="x"), text(ANN, "!say now")]})
        self.expect(["last words", "hello", "now"])

    def test_bot_goes_on_after_a_body_that_parsers_refuse(self):
        hostile = [text(EVE, "x"), text(EVE, "x")]
        raw = json.dumps({"next_batch": "NEXT", "rooms": {"join": {ROOM: {"timeline": {
            "events": hostile + [text(ANN, "!say heard")]}}}}})
        raw = raw.replace('"x"', '"\\u0000\\ud800", "k\\u0000": 1e999, "": NaN, "": -Infinity, "n": '
                          + "9" * 400)
        self.hs.batch(raw=raw.encode())
        self.expect(["heard"])

    def test_bot_goes_on_after_an_event_nested_too_deep(self):
        raw = json.dumps({"next_batch": "NEXT", "rooms": {"join": {
            OTHER: {"timeline": {"events": [text(EVE, "x")]}},
            ROOM: {"timeline": {"events": [text(ANN, "!say heard")]}}}}})
        deep = '"y","deep":' + '{"a":' * 3000 + "[]" + "}" * 3000
        self.hs.batch(raw=raw.replace('"x"', deep).encode())
        self.expect(["heard"])

    def test_reactions_and_votes_are_handled(self):
        def chosen(kind, relation, content={}):
            return event(kind, ANN, {"m.relates_to": {"event_id": "$list", **relation}, **content})
        vote = {"rel_type": "m.reference"}
        poll = "org.matrix.msc3381.poll.response"
        self.hs.batch(join={ROOM: [
            chosen("m.reaction", {"rel_type": "m.annotation", "key": "!say one"}),
            chosen(poll, vote, {poll: {"answers": ["!say two"]}}),
            chosen("m.poll.response", vote, {"m.selections": ["!say three"]}),
            event("m.reaction", ANN, {}), # a redacted reaction
            event("m.reaction", ME, {"m.relates_to": {
                "rel_type": "m.annotation", "event_id": "$list", "key": "!say own"}}),
            text(ANN, "!say end")]})
        self.expect(["one", "two", "three", "end"])
        self.assertEqual(len(self.told(r"chosen from \$list: !say")), 3)

    def test_filter_includes_reactions_and_votes(self):
        types = json.loads(self.hs.asked("GET .*/sync")[0][3]["filter"])
        for kind in ("m.reaction", "m.poll.response", "org.matrix.msc3381.poll.response"):
            self.assertIn(kind, types["room"]["timeline"]["types"])

    def filters(self):
        """Returns the filter of each /sync."""
        return [request[3]["filter"] for request in self.hs.asked("GET .*/sync")]

    def test_filter_is_stored_with_the_homeserver(self):
        self.wait(lambda: self.filters()[-1] == "filter1")
        self.assertEqual(json.loads(self.filters()[0]), self.hs.filters["filter1"])
        self.say("!say now", then=["now"])
        self.assertEqual(len(self.hs.asked("POST .*/filter")), 1)

    def test_filter_that_the_homeserver_forgets_is_sent_inline(self):
        self.wait(lambda: self.filters()[-1] == "filter1")
        self.hs.filters.clear()
        self.say("!say now", then=["now"])
        self.say("!say end", then=["now", "end"])
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
        self.say("!say now", then=["now"])

    def test_filter_keeps_its_id_after_a_rate_limit(self):
        self.wait(lambda: self.filters()[-1] == "filter1")
        self.hs.fault("/sync", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 10})
        self.say("!say now", then=["now"])
        self.assertEqual(self.filters()[-1], "filter1")

    def test_bot_syncs_with_a_homeserver_that_stores_no_filters(self):
        # Wait until this process has sent its filter. Otherwise its request would get the fault
        # that is meant for the next process.
        self.wait(lambda: self.filters()[-1] == "filter1")
        for status, body in (404, {"errcode": "M_UNRECOGNIZED"}), (200, {}), (200, {"filter_id": "{}"}):
            self.kill() # otherwise the running process could get the fault that is meant for the next process
            self.hs.faults.clear()
            self.hs.fault("/filter", status, body, times=1000)
            attempts = len(self.hs.asked("/filter"))
            self.start()
            self.wait(lambda: len(self.hs.asked("/filter")) > attempts)
            asked = len(self.filters())
            self.wait(lambda: len(self.filters()) > asked + 2)
            self.assertEqual(self.filters()[-1], self.filters()[0])
        self.say("!say now", then=["now"])

    def since(self):
        """Returns the sync token of each /sync."""
        return [request[3].get("since") for request in self.hs.asked("GET .*/sync")]

    def test_token_moves_past_empty_batches_but_not_past_echoes(self):
        self.hs.batch()
        self.wait(lambda: self.since()[-1] == "s2")
        self.restarted_from("s2")
        self.hs.batch(join={ROOM: [{**text(ME, "x"), "unsigned": {"transaction_id": "t"}}]})
        self.wait(lambda: self.since()[-1] == "s3")
        self.restarted_from("s2")
        self.wait(lambda: self.since()[-1] == "s3")
        # the bot always stores the sync token of the first batch after a start
        self.restarted_from("s3")
        self.say("!say now", then=["now"])

    def restarted_from(self, since):
        self.kill()
        asked = len(self.since())
        self.start()
        # the second request shows that the bot has handled the answer to the first one
        self.wait(lambda: len(self.since()) > asked + 1)
        self.assertEqual(self.since()[asked], since)

    def test_bot_waits_and_repeats_a_failed_sync(self):
        self.hs.fault("/sync", 500, {"errcode": "M_UNKNOWN"})
        self.hs.fault("/sync", 200, b'{"next_batch":"s9","rooms":{"join"')
        self.hs.fault("/sync", 200, b"[" * 100000)
        self.say("!say after all", then=["after all"])

    def timelines(self):
        """Returns the timeline limit in the filter of each /sync."""
        return [json.loads(text)["room"]["timeline"]["limit"] for text in self.filters() if text[0] == "{"]

    def test_sync_after_an_unreadable_answer_asks_for_fewer_events(self):
        self.wait(lambda: self.filters()[-1] == "filter1")
        before = len(self.timelines())
        self.hs.fault("/sync", 200, b"[" * 1000, times=3)
        self.wait(lambda: not self.hs.faults)
        self.say("!say now", then=["now"])
        self.assertEqual(self.timelines()[before:before + 4], [5, 1, 1, 50])

    def test_only_the_damaged_event_is_dropped(self):
        raw = json.dumps({"next_batch": "NEXT", "rooms": {"join": {
            OTHER: {"timeline": {"events": [text(EVE, "x")]}},
            ROOM: {"timeline": {"events": [text(EVE, "x"), text(ANN, "!say heard")]}}}}})
        self.hs.batch(raw=raw.encode().replace(b'"x"', b'"\x01\\q"'))
        self.expect(["heard"])
        self.assertTrue(any("pieces_dropped" in line and "pieces=2" in line for line in self.log))

    def test_flood_while_the_bot_was_down_leaves_gaps(self):
        rooms = [f"!flood{i}:here" for i in range(34)]
        self.hs.batch(join={room: [member(ME)] for room in rooms})
        self.wait(lambda: len(self.told("joined")) == 34)
        self.kill()
        flood = [text(EVE, "x" * 60000) for _ in range(50)]
        self.hs.pages.update({room: [{"start": "s2", "chunk": flood + [text(ANN, f"!say {room}")]}]
                              for room in rooms})
        self.hs.batch(join={**{room: [*flood, text(ANN, f"!say {room}")] for room in rooms},
                            ROOM: [text(ANN, "!say heard")]})
        self.start()
        self.wait(lambda: "heard" in self.bodies())
        self.wait(lambda: all(room in self.bodies(room) for room in rooms))
        with open(f"/proc/{self.bot.pid}/status", encoding="ascii") as status:
            peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
        self.assertLess(peak, 256 << 10, "KiB; the answer has 100,000")

    def test_body_without_end_is_cut_off(self):
        def endless():
            while True:
                yield b" " * 65536
        self.hs.fault("/sync", 200, raw=endless)
        self.say("!say after all", then=["after all"])


class Parts(Case):
    """A batch that takes long is handled in parts, and the bot can stop between two of them."""

    def stop_in_the_middle(self, join):
        """Stops the bot while it handles the first room of a batch."""
        self.hs.batch(join=join)
        self.wait(lambda: self.told("message .*!hold"))
        self.stop()

    def test_bot_ends_between_two_parts_and_goes_on_there(self):
        self.stop_in_the_middle({OTHER: [member(ME), text(ANN, "!hold")],
                                 ROOM: [text(ANN, "!say after")]})
        self.assertFalse(self.told("message .*!say after"))
        self.start()
        self.expect(["after"])
        self.expect(["hello", "!hold"], OTHER)
        self.assertEqual(len(self.told("message .*!hold")), 1)
        self.assertEqual(len(self.told("joined")), 1)

    def test_message_from_before_the_join_is_not_handled_after_a_restart(self):
        self.stop_in_the_middle({OTHER: [text(ANN, "!say early"), member(ME), text(ANN, "!hold")],
                                 ROOM: [text(ANN, "!say after")]})
        self.start()
        self.expect(["after"])
        self.expect(["hello", "!hold"], OTHER)

    def test_events_that_the_batch_has_in_addition_are_handled(self):
        self.stop_in_the_middle({OTHER: [text(ANN, "!say early"), member(ME), text(ANN, "!hold")],
                                 ROOM: [text(ANN, "!say after")]})
        more = self.hs.batches[-1]["rooms"]["join"]
        more[OTHER]["timeline"]["events"].append(text(ANN, "!say more"))
        self.start()
        self.expect(["hello", "!hold", "more"], OTHER)
        self.expect(["after"])

    def test_gap_waits_for_the_last_part(self):
        after = text(ANN, "!say after")
        self.hs.pages[ROOM] = [{"start": f"s{len(self.hs.batches)}",
                                "chunk": [text(ANN, "!say missed"), after]}]
        self.stop_in_the_middle({OTHER: [member(ME), text(ANN, "!hold")], ROOM: {
            "timeline": {"limited": True, "prev_batch": "p", "events": [after]}}})
        self.assertFalse(self.hs.asked("/messages"))
        self.start()
        self.expect(["missed", "after"])
        self.expect(["hello", "!hold"], OTHER)

    def test_gap_that_came_while_the_bot_was_stopped_is_read(self):
        third, after = "!third:x", text(ANN, "!say after")
        self.stop_in_the_middle({ROOM: [], OTHER: [member(ME), text(ANN, "!hold")],
                                 third: [member(ME)]})
        last = self.hs.batches[-1]["rooms"]["join"]
        last[ROOM]["timeline"] = {"limited": True, "prev_batch": "p", "events": [after]}
        self.hs.pages[ROOM] = [{"start": f"s{len(self.hs.batches) - 1}",
                                "chunk": [text(ANN, "!say missed"), after]}]
        self.start()
        self.expect(["hello"], third)
        self.expect(["missed", "after"])


class Mentions(Case):
    """The bot reads the HTML only of what may be a command, of people whom it does not ignore, within
    their limit."""

    secrets = {"ENGARDE_PASSWORD": "secret", "IGNORED": EVE, "LIMITED": BOB}

    def html(self, sender, body, html, **more):
        return text(sender, body, formatted_body=html, format="org.matrix.custom.html", **more)

    def test_only_html_that_may_be_a_command_is_read(self):
        pill = f'<a href="https://matrix.to/#/{ME}">bot</a> x'
        named = {"m.mentions": {"user_ids": [ME]}}
        self.hs.batch(join={ROOM: [
            self.html(ANN, "talk", f'<a href="https://matrix.to/#/{ANN}">ann</a>'),
            self.html(ANN, "talk", pill, **{"m.mentions": {}}),
            self.html(EVE, "ignored", pill, **named),
            self.html(ANN, "called", pill, **named),
            self.html(BOB, "limited", pill, **named),
            self.html(ANN, "older client", pill),
            self.html(BOB, "!say limited", "!say " + pill),
            self.html(ANN, "!say end", "!say " + pill)]})
        self.expect(["limited", f"{ME} x"])
        self.assertEqual([line.split(": ", 1)[1] for line in self.told("^read")],
                         [f"{ME} x\n", "limited\n", f"{ME} x\n"])


class NewTokens(Homeserver):
    """Answers each /sync with another token, even if nothing has happened."""

    count = 0

    @staticmethod
    def number(token):
        return int(token[1:].partition(".")[0])

    def sync(self, query):
        status, answer = super().sync(query)
        self.count += 1
        return status, {**answer, "next_batch": f"{answer['next_batch']}.{self.count}"}


class HastySync(Case):
    def test_homeserver_that_answers_at_once_is_asked_a_few_times_a_second(self):
        self.hs.poll = 0
        before = len(self.hs.asked("GET .*/sync"))
        time.sleep(3)
        self.assertLess(len(self.hs.asked("GET .*/sync")) - before, 15)
        self.say("!say heard", then=["heard"])

    def test_batches_with_news_are_not_delayed(self):
        self.hs.poll = 0
        before = len(self.hs.asked("GET .*/sync"))
        bodies = [f"news {number}" for number in range(30)]
        for body in bodies:
            self.say(f"!say {body}")
        self.expect(bodies)
        self.assertLess(len(self.hs.asked("GET .*/sync")) - before, 60)


class HastySyncWithNewTokens(HastySync):
    homeserver = NewTokens


class Outage(Case):
    secrets = {**Case.secrets, "RATE": "10"} # seconds of the bot in a second

    def test_messages_go_as_soon_as_the_homeserver_is_back(self):
        self.hs.fault("/send/", 502, b"<html>", times=1 << 30)
        self.say("!say late")
        self.wait(lambda: len(self.hs.asked("/send/")) >= 7) # the next pause is a long one
        self.hs.fault("/sync", 502, b"<html>", times=1 << 30)
        before = len(self.hs.asked("GET .*/sync"))
        self.wait(lambda: len(self.hs.asked("GET .*/sync")) >= before + 3)
        before = len(self.hs.asked("GET .*/sync"))
        self.hs.faults.clear()
        self.wait(lambda: self.bodies() == ["late"])
        self.assertLessEqual(len(self.hs.asked("GET .*/sync")) - before, 4)


class Clocks(Case):
    """The host hears that nobody's time has passed."""

    def test_clocks_stand_still_during_an_outage(self):
        self.hs.fault("/sync", 502, b"<html>")
        self.wait(lambda: not self.hs.faults)
        self.wait(lambda: self.told("^stood still"))

    def test_clocks_stand_still_while_the_process_is_stopped(self):
        self.hs.fault("/sync", 502, b"<html>", times=1 << 30) # so the loop waits a second at first
        self.wait(lambda: [line for line in self.log if "sync_failed" in line])
        self.bot.send_signal(signal.SIGSTOP)
        time.sleep(6) # three seconds more than the loop's wait are a stop
        self.bot.send_signal(signal.SIGCONT)
        self.wait(lambda: self.told("^stood still"))


class Exchanged(Homeserver):
    """A homeserver whose database can be exchanged: then it refuses all earlier tokens."""
    epoch, refusal, refusals_most = 0, None, 1 << 30

    def exchange(self, *refusal):
        with self.lock:
            self.epoch += 1
            self.refusal = refusal

    def token(self, number):
        return f"s{number}_{self.epoch}"

    @staticmethod
    def number(token):
        return int(token[1:].partition("_")[0])

    def sync(self, query):
        if query.get("since", self.token(0)).partition("_")[2] != str(self.epoch):
            if self.refusals_most > 0:
                self.refusals_most -= 1
                return self.refusal
        if self.epoch > 0 and "since" not in query:
            with self.lock:
                return 200, {"next_batch": self.token(len(self.batches)), "rooms": {"join": {
                    ROOM: {"timeline": {"events": [text(ANN, "!say old")]}}}}}
        epoch = self.epoch
        answer = super().sync(query)
        return answer if self.epoch == epoch else self.refusal


class RefusedToken(Case):
    homeserver = Exchanged

    def forgotten(self):
        return [line for line in self.log if "event=sync_token_forgotten" in line]

    def test_bot_goes_on_without_a_token_that_is_refused_for_good(self):
        refusals = [(400, {"errcode": "M_INVALID_PARAM"}), (500, b"Internal Server Error")]
        for number, refusal in enumerate(refusals):
            with self.subTest(refusal):
                self.hs.exchange(*refusal)
                self.wait(lambda: len(self.forgotten()) == number + 1)
                asked = len(self.hs.asked("GET .*/sync"))
                self.wait(lambda: len(self.hs.asked("GET .*/sync")) >= asked + 2)
                self.say(f"!say {number}")
                self.wait(lambda: len(self.bodies()) == number + 1)
        self.assertEqual(self.bodies(), [str(number) for number in range(len(refusals))])
        self.kill()
        self.say("!say after the restart")
        self.start()
        self.wait(lambda: self.bodies()[-1] == "after the restart")
        self.assertEqual(self.forgotten(), [])

    def test_token_is_kept_if_the_homeserver_answers_nothing(self):
        self.hs.fault("/sync", 500, {"errcode": "M_UNKNOWN"}, times=1 << 30)
        self.say("!say late")
        before = len(self.hs.asked("GET .*/sync"))
        self.wait(lambda: len(self.hs.asked("GET .*/sync")) >= before + 8)
        self.hs.faults.clear()
        self.expect(["late"])
        self.assertEqual(self.forgotten(), [])

    def test_token_is_kept_if_the_refusal_passes(self):
        self.hs.refusals_most = 3
        with self.hs.lock:
            self.hs.epoch, self.hs.refusal = 1, (500, {"errcode": "M_UNKNOWN"})
        self.say("!say late", then=["late"])
        self.assertEqual(self.forgotten(), [])


if __name__ == "__main__":
    main()
