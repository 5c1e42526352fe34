"""The bot's web page: routes, headers, links, live streams and taps. Run: test_web.py PROGRAM"""

import http.client
import json
import os
import re
import secrets
import signal
import socket
import sys
import time
import unittest
from pathlib import Path

os.environ["ENGARDE_BOT"] = sys.argv.pop(1)

from web_case import ANN, BOB, ME, PATIENCE, ROOM, SETTINGS, Stream, WebCase, member  # noqa: E402

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
FILES = Path(__file__).resolve().parents[2] / "adapters/web/page"

OTHER, CARL = "!other:here", "@carl:there"


class Public(WebCase):
    def test_page_and_its_files_are_served_with_strict_headers(self):
        self.enter()
        page = (FILES / "index.html").read_bytes()
        for path in ("/", "/?/board", "/index.html"):
            status, headers, data = self.ask("GET", path)
            self.assertEqual((status, data), (200, page))
            self.assertTrue(headers["Content-Security-Policy"].startswith("default-src 'none';"))
            self.assertTrue(headers["Content-Security-Policy"].endswith("frame-ancestors 'none'"))
            self.assertEqual(headers["Cache-Control"], "no-cache")
        types = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
                 ".mjs": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
        for file in (file for file in FILES.iterdir() if file.suffix in types):
            status, headers, data = self.ask("GET", f"/{file.name}")
            self.assertEqual((status, data), (200, file.read_bytes()))
            self.assertEqual(headers["Content-Type"], types[file.suffix])
            again = self.ask("GET", f"/{file.name}", **{"If-None-Match": headers["ETag"]})
            self.assertEqual((again[0], again[2]), (304, b""))
            self.assertEqual(self.ask("HEAD", f"/{file.name}")[::2], (200, b""))
        for path in ("/", "/nothing", "/api/live", "/api/act", "/../etc/passwd", "/api/words/xx", "/table.css"):
            for method in ("GET", "POST", "PUT", "OPTIONS"):
                status, headers, _ = self.ask(method, path)
                for name, value in HEADERS.items():
                    self.assertEqual(headers[name], value, (method, path))
                self.assertIn("Content-Security-Policy", headers)
                self.assertNotIn("Access-Control-Allow-Origin", headers)
                self.assertNotIn("Set-Cookie", headers)
                self.assertIn(status, (200, 401, 404, 405))
        self.assertEqual(self.ask("GET", "/nothing")[0], 404)
        self.assertEqual(self.ask("POST", "/")[0], 405)

    def test_words_come_in_each_language(self):
        self.enter()
        english = json.loads(self.ask("GET", "/api/words/en")[2])
        self.assertTrue(english)
        languages = self.ask("GET", "/languages.mjs")[2].decode()
        codes = re.findall(r'\b([a-z]+): "', languages)
        self.assertEqual(codes[:2], ["en", "de"])
        for code in codes[1:]:
            words = json.loads(self.ask("GET", f"/api/words/{code}")[2])
            self.assertEqual(words.keys(), english.keys())
            self.assertNotEqual(words, english)
        status, headers, _ = self.ask("GET", "/api/words/EN")
        self.assertEqual((status, headers["Content-Type"]), (200, "application/json"))
        self.assertEqual(self.ask("GET", "/api/words/en", **{"If-None-Match": headers["ETag"]})[0], 304)
        self.assertEqual(self.ask("GET", "/api/words/xx")[0], 404)

    def test_without_the_section_the_bot_serves_no_page(self):
        self.homeserver.batch(join={ROOM: [member(ME), member(ANN)]})
        self.start("")
        self.until(lambda: len(self.homeserver.asked("GET .*/sync")) >= 2)
        self.assertFalse(self.listens())
        self.assertNotIn("web_page", "".join(self.log))

    def test_used_port_stops_the_bot_with_a_reason(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            self.start(f"web: {{listen: '127.0.0.1:{port}', url: 'http://127.0.0.1:{port}/'}}\n")
            self.assertEqual(self.program.wait(PATIENCE), 1)
            self.until(lambda: "event=web_page_failed" in "".join(self.log))
            self.assertIn("Address already in use", "".join(self.log))


class Links(WebCase):
    def test_only_a_good_link_opens_a_table(self):
        self.enter()
        token = self.link(ANN)
        for path in ("/api/live", "/api/replay", "/api/record"):
            self.assertEqual(self.ask("GET", path)[0], 401)
            self.assertEqual(self.ask("GET", path, token="x" * 32)[0], 401)
        self.assertEqual(self.ask("GET", "/api/live?token=" + token)[0], 401)
        self.assertEqual(self.ask("POST", "/api/act", "{}", "x" * 32)[0], 401)
        self.assertEqual(self.ask("GET", "/api/replay", token=token)[0], 404)
        self.assertEqual(self.ask("GET", "/api/act", token=token)[0], 405)
        self.assertEqual(self.stream(token).line()["type"], "table")
        self.assertNotIn(token, "".join(self.log))

    def test_wrong_tokens_are_slow_and_good_ones_are_not(self):
        self.enter()
        token = self.link(ANN)
        began = time.monotonic()
        self.assertEqual(self.ask("GET", "/api/live", token="a" * 32)[0], 401)
        self.assertGreaterEqual(time.monotonic() - began, 1)
        guesses, began = [], time.monotonic()
        for number in range(200):
            guess = socket.create_connection(("127.0.0.1", self.port))
            self.addCleanup(guess.close)
            guess.sendall(b"GET /api/live HTTP/1.1\r\nHost: h\r\n"
                          b"Authorization: Bearer %032d\r\n\r\n" % number)
            guesses.append(guess)
        # The good token gets its answer although 200 wrong ones came first.
        self.assertEqual(self.stream(token).line()["type"], "table")
        answered = sum(guess.recv(100).startswith(b"HTTP/1.1 401") for guess in guesses)
        self.assertGreater(answered, 0)
        # 64 wait at a time, each for a second; the guesses may take longer than that to come
        self.assertLessEqual(answered, 64 * (1 + int(time.monotonic() - began)))

    def test_new_link_ends_the_streams_of_the_old_one(self):
        self.enter()
        old = self.link(ANN)
        stream = self.stream(old)
        self.assertEqual(stream.line()["type"], "table")
        new = self.link(ANN)
        self.await_state(stream, lambda state: state["type"] == "ended")
        self.assertIsNone(stream.line())
        self.assertEqual(self.ask("GET", "/api/live", token=old)[0], 401)
        self.assertEqual(self.tap(old, "resign", match=1)[0], 401)
        self.assertEqual(self.stream(new).line()["type"], "table")

    def test_link_ends_when_somebody_else_may_have_read_it(self):
        self.enter()
        token = self.link(ANN)
        stream = self.stream(token)
        self.homeserver.batch(join={self.rooms[ANN]: {
            "timeline": {"events": [member("@eve:there")]}, "summary": {"m.joined_member_count": 3}}})
        self.await_state(stream, lambda state: state["type"] == "ended")
        self.assertEqual(self.ask("GET", "/api/live", token=token)[0], 401)

    def test_ban_of_a_server_ends_its_streams_at_once(self):
        self.homeserver.batch(join={ROOM: [member(ME), member(ANN), member(CARL)]})
        self.run_bot(SETTINGS + f"admins: {{users: ['{ANN}']}}\n")
        self.rooms = {user: self.open_private(user) for user in (ANN, CARL)}
        stream = self.stream(self.link(CARL))
        self.assertEqual(stream.line()["type"], "table")
        self.write(ANN, "ban there")
        self.await_state(stream, lambda state: state["type"] == "ended")

    def test_followers_see_no_hand(self):
        self.enter()
        self.begin_match()
        stream = self.stream(self.board_link())
        match = self.await_state(stream, self.playing)
        for secret in ("hand", "choices", "unseen"):
            self.assertFalse(match.get(secret), secret)
        self.assertIn("hand_size", match["position"])

    def test_night_is_shown_live_to_whoever_has_the_link_of_the_board(self):
        self.enter()
        token = self.night_link()
        board, night = self.stream(token), self.stream(token, "/api/night")
        self.assertNotIn("night", board.line())
        self.assertIsNone(night.line()["night"])
        self.assertEqual(self.ask("GET", "/api/night", token=self.link(ANN))[0], 404)
        self.write(ANN, "!eg night 15m", ROOM)  # so near that it opens in its check-in
        self.await_state(night, lambda state: state["night"])
        self.await_state(board, lambda state: state.get("night"))
        table = self.stream(self.link(BOB))
        self.assertNotIn("night", table.line())
        self.write(BOB, "!eg night join", ROOM)
        self.await_state(night, lambda state: len(state["night"]["fencers"]) == 1)
        self.await_state(table, lambda state: "night" in state and state["night"]["starts"])
        self.write(ANN, "!eg night stop", ROOM)
        self.write(ANN, "!eg yes", ROOM)
        self.await_state(night, lambda state: state["night"]["stage"] == "ended")

    def test_season_is_shown_live_to_whoever_has_the_link_of_the_board(self):
        self.enter()
        token = self.night_link()  # a board's, as that of a season is
        board, season = self.stream(token), self.stream(token, "/api/season")
        self.assertNotIn("season", board.line())
        self.assertIsNone(season.line()["season"])
        self.write(ANN, "!eg season 4 weeks", ROOM)
        self.await_state(season, lambda state: state["season"])
        self.await_state(board, lambda state: state.get("season"))
        self.write(BOB, "!eg season join", ROOM)
        self.await_state(season, lambda state: len(state["season"]["fencers"]) == 1)


class Playing(WebCase):
    def play(self, tokens, turns, also=lambda turn: None):
        """Plays some turns with taps. Returns the states of the table of the last player."""
        for turn in range(turns):
            also(turn)
            found = None
            while not found:
                for token in tokens.values():
                    stream = self.stream(token)
                    match = self.await_state(stream, self.playing)
                    stream.close()
                    if match.get("choices"):
                        found = token, match
            token, match = found
            answer = self.tap_surely(token, "play", match=match["id"], turn=match["turn"],
                                     action=match["choices"][0]["action"])
            self.assertEqual(answer["outcome"], "done", answer)

    def test_tap_is_played_once_and_everybody_sees_it(self):
        self.enter()
        tokens = self.begin_match()
        board = self.stream(self.board_link())
        streams = {user: self.stream(token) for user, token in tokens.items()}
        first = {user: self.await_state(stream, self.playing) for user, stream in streams.items()}
        user = next(user for user in first if first[user].get("choices"))
        match = first[user]
        key, action = secrets.token_urlsafe(18), match["choices"][0]["action"]
        tap = {"match": match["id"], "turn": match["turn"], "action": action}
        status, answer = self.tap(tokens[user], "play", key, **tap)
        self.assertEqual((status, answer["outcome"]), (200, "done"))
        for stream in (board, *streams.values()):
            self.await_state(stream, lambda state: (m := self.playing(state)) and m["turn"] > match["turn"])
        self.assertEqual(self.tap(tokens[user], "play", key, **tap)[1]["outcome"], "done")
        self.assertEqual(self.tap(tokens[user], "play", **tap)[1]["outcome"], "stale")
        # The chat goes on as always: the room's board, and the hand of the next player.
        self.until(lambda: any("Round 1" in body or "1" in body for body in self.bodies(ROOM)))

    def test_kill_in_the_middle_loses_no_tap(self):
        self.enter()
        tokens = self.begin_match()

        def kill(turn):
            if turn % 3 == 1:
                self.program.send_signal(signal.SIGKILL)
                self.program.wait(PATIENCE)
                self.run_bot()
        self.play(tokens, 8, kill)

    def test_ended_match_is_replayed(self):
        self.enter()
        tokens = self.begin_match()
        match = self.await_state(self.stream(tokens[ANN]), self.playing)
        of_match = f"?match={match['id']}"
        for token in tokens.values():  # it has not ended, and its record would show both hands
            for what in ("replay", "record"):
                self.assertEqual(self.ask("GET", f"/api/{what}{of_match}", token=token)[0], 404)
        self.assertEqual(self.tap(tokens[ANN], "resign", match=match["id"])[1]["outcome"], "done")
        for token in tokens.values():
            status, _, data = self.ask("GET", "/api/replay" + of_match, token=token)
            self.assertEqual((status, json.loads(data)["id"]), (200, match["id"]))
            self.assertIn(b'[White "@ann:here"]', self.ask("GET", "/api/record" + of_match, token=token)[2])
            for other in ("", "?match=", "?match=0", "?match=9", "?match=-1", "?match=1x", "?match=9" * 40):
                self.assertEqual(self.ask("GET", "/api/replay" + other, token=token)[0], 404, other)
        self.write(ANN, "!eg replay", ROOM)
        token = self.until(lambda: self.tokens(ROOM, "r"))[0]
        status, headers, data = self.ask("GET", "/api/replay", token=token)
        self.assertEqual((status, headers["Content-Type"]), (200, "application/json"))
        self.assertEqual(json.loads(data)["type"], "replay")
        status, headers, data = self.ask("GET", "/api/record", token=token)
        self.assertEqual((status, headers["Content-Disposition"]), (200, 'attachment; filename="match.record"'))
        self.assertIn(b'[White "@ann:here"]', data)
        self.assertEqual(self.ask("GET", "/api/live", token=token)[0], 404)
        self.assertEqual(self.tap(token, "resign", match=match["id"])[0], 404)
        # Many people who want it at once get it at once: the bot writes it only once for them.
        request = b"GET /api/replay HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer %s\r\n\r\n" % token.encode()
        self.program.send_signal(signal.SIGSTOP)
        people = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(50)]
        for person in people:
            self.addCleanup(person.close)
            person.sendall(request)
        self.program.send_signal(signal.SIGCONT)
        self.assertEqual([person.recv(15) for person in people], [b"HTTP/1.1 200 OK"] * 50)

    def test_rematch_is_asked_for_and_agreed_to_by_taps(self):
        self.enter()
        tokens = self.begin_match()
        stream = self.stream(tokens[ANN])
        match = self.await_state(stream, self.playing)
        for user, what in ((ANN, "resign"), (ANN, "rematch"), (BOB, "rematch")):
            answer = self.tap(tokens[user], what, match=match["id"])[1]
            self.assertEqual(answer["outcome"], "done", answer)
        self.await_state(stream, lambda state: (m := self.playing(state)) and m["id"] != match["id"])

    def test_page_gives_the_rules_and_the_analysis(self):
        self.enter()
        tokens = self.begin_match()
        match = self.await_state(self.stream(tokens[ANN]), self.playing)

        def ask(what):
            answer = self.tap(tokens[ANN], what, match=match["id"])[1]
            self.assertIn(answer["outcome"], ("done", "later") if what == "analysis" else ("done",), answer)
            return answer["text"]

        self.write(ANN, f"rules {match['level']}")
        rules = ask("rules")
        self.until(lambda: rules in self.bodies(self.rooms[ANN]))
        self.assertEqual(self.tap(tokens[ANN], "hint", match=match["id"])[1]["outcome"], "refused")
        self.play(tokens, 2)
        ask("resign")
        ask("analysis")
        self.until(lambda: ask("analysis").startswith(f"Analysis of #{match['id']}"))
        self.assertTrue(any(body.endswith(ask("analysis")) for body in self.bodies(self.rooms[ANN])))

    def test_hands_stay_out_of_the_chat_while_the_tables_are_open(self):
        self.enter()
        tokens = self.begin_match()

        def lists():
            return sum("\na. " in body for room in self.rooms.values() for body in self.bodies(room))

        def play():
            user = next(user for user in states if states[user].get("choices"))
            match = states[user]
            answer = self.tap_surely(tokens[user], "play", match=match["id"], turn=match["turn"],
                                     action=match["choices"][0]["action"])
            self.assertEqual(answer["outcome"], "done", answer)
            return match["turn"]

        streams = {user: self.stream(token) for user, token in tokens.items()}
        states = {user: self.await_state(stream, self.playing) for user, stream in streams.items()}
        self.until(lambda: lists() == 1)
        for _ in range(3):
            turn = play()
            for user, stream in streams.items():
                states[user] = self.await_state(
                    stream, lambda state: (m := self.playing(state)) and m["turn"] > turn and m)
        for user in tokens: # the answer comes after all that was sent before
            self.write(user, "about")
            self.until(lambda: any("Knizia" in body for body in self.bodies(self.rooms[user])))
        self.assertEqual(lists(), 1)
        for stream in streams.values():
            stream.close()
        play()
        self.until(lambda: lists() == 2)

    def test_player_chooses_on_the_page_where_hands_come(self):
        self.enter()
        token = self.link(ANN)
        streams = [self.stream(token), self.stream(token)] # two devices
        for where in ("page", "chat"):
            status, answer = self.tap(token, "hand", where=where)
            self.assertEqual((status, answer["outcome"]), (200, "done"))
            self.assertIn("chat", answer["text"])
            for stream in streams:
                self.await_state(stream, lambda state: state["hands"] == where)
        self.assertEqual(self.tap(token, "hand", where="nowhere")[1]["outcome"], "refused")
        self.assertEqual(self.tap(token, "hand")[1]["outcome"], "refused")

    def test_bad_taps_get_a_reason(self):
        self.enter()
        token = self.link(ANN)
        for body in ("", "{", "[]", "{}", '{"key": 1, "do": 2}', '{"a": 1, "a": 2}', "[" * 2000, '{"key":"\\u0000"}'):
            status, _, data = self.ask("POST", "/api/act", body, token)
            self.assertEqual(status, 400, body)
            self.assertIn(b"this is no tap", data)
        self.assertEqual(self.ask("POST", "/api/act", "x" * 3000, token)[0], 413)
        self.assertEqual(self.tap(token, "dance")[1]["outcome"], "refused")
        self.assertEqual(self.tap(token, "play", match=99, turn=1, action="+1")[1]["outcome"], "refused")

    def test_taps_wait_while_the_homeserver_is_away(self):
        self.enter()
        token = self.link(ANN)
        self.homeserver.fault("GET .*/sync", status=502, times=0)
        self.until(lambda: self.tap(token, "resign", match=1)[0] == 503)
        self.assertEqual(self.stream(token).line()["type"], "table") # but the table can be read
        self.homeserver.faults.clear()
        self.until(lambda: self.tap(token, "resign", match=1)[0] == 200)


class Load(WebCase):
    def try_stream(self, token):
        """Opens a stream and keeps it. Returns the status."""
        stream = Stream(self.port, token)
        self.addCleanup(stream.close)
        return stream.status

    def test_slow_and_endless_clients_hold_up_nobody(self):
        self.enter()
        token = self.link(ANN)
        beginnings = [b"", b"GET /", b"GET / HTTP/1.1\r\nHost: h\r\nX: " + b"x" * 2000,
                      b"POST /api/act HTTP/1.1\r\nHost: h\r\nContent-Length: 2000\r\n"
                      b"Authorization: Bearer %s\r\n\r\n{" % token.encode()]
        clients = []
        for number in range(400):
            client = socket.create_connection(("127.0.0.1", self.port))
            self.addCleanup(client.close)
            client.sendall(beginnings[number % len(beginnings)])
            clients.append(client)
        self.assertEqual(self.stream(token).line()["type"], "table")
        self.assertEqual(self.ask("GET", "/")[0], 200)
        self.assertEqual(self.tap(token, "dance")[0], 200)

    def test_few_descriptors_leave_enough_for_the_bot(self):
        self.descriptors = 100
        self.enter()
        token, board = self.link(ANN), self.board_link()
        request = b"GET /api/live HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer %s\r\n\r\n" % board.encode()
        for number in range(150):
            client = socket.create_connection(("127.0.0.1", self.port))
            self.addCleanup(client.close)
            client.sendall(request if number % 2 else b"GET / HT")
        # The bot needs a new connection to the homeserver, and people open the page.
        self.homeserver.fault("GET .*/sync", cut="before", times=3)
        self.write(ANN, "about")
        self.until(lambda: any("Knizia" in body for body in self.bodies(self.rooms[ANN])))
        self.assertEqual(self.ask("GET", "/")[0], 200)
        self.assertEqual(self.stream(token).line()["type"], "table")
        self.assertEqual(len(re.findall("few_file_descriptors", "".join(self.log))), 1)
        self.assertLess(len(self.log), 50)

    def tap_at_once(self, tokens):
        """Taps with each token while the program stands still, so that all taps are there when it goes on.
        Returns the statuses of the answers."""
        self.program.send_signal(signal.SIGSTOP)
        calls = []
        for token in tokens:
            call = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            self.addCleanup(call.close)
            tap = {"do": "language", "language": "de", "key": secrets.token_urlsafe(18)}
            call.request("POST", "/api/act", json.dumps(tap), {"Authorization": f"Bearer {token}"})
            calls.append(call)
        self.program.send_signal(signal.SIGCONT)
        return [call.getresponse().status for call in calls]

    def test_player_has_one_tap_in_each_pass_of_the_loop(self):
        self.enter()
        token = self.link(ANN)
        found = self.tap_at_once([token] * 20)
        self.assertEqual(set(found), {200, 503})
        self.assertEqual(self.tap_surely(token, "language", language="de")["outcome"], "done")

    def test_taps_of_strangers_leave_room_for_players(self):
        self.enter()
        player = self.begin_match()[ANN]
        strangers = [f"@s{number}:there" for number in range(10, 50)]
        self.rooms.update({user: self.open_private(user) for user in strangers})
        tokens = [self.link(user) for user in strangers] + [player]
        found = self.tap_at_once(tokens)
        self.assertIn(503, found)
        self.assertEqual(found[-1], 200)

    def test_tables_of_strangers_leave_room_for_players(self):
        self.descriptors = 100  # so the page has 25 connections, of which five show tables
        self.enter()
        players = self.begin_match()
        strangers = [f"@{letter * 3}:there" for letter in "uvwxyz"]
        self.rooms.update({user: self.open_private(user) for user in strangers})
        streams = []
        for user in strangers[:5]:
            streams.append(self.stream(self.link(user)))
            self.assertEqual(streams[-1].line()["type"], "table")
        self.assertEqual(self.try_stream(self.link(strangers[5])), 503)
        tables = [self.stream(token) for token in players.values()]
        for table in tables:
            self.await_state(table, self.playing)
        for stream in streams[:2]:  # the oldest ones have made room
            while stream.line():
                pass
        self.assertEqual(self.try_stream(self.link(strangers[5])), 503)
        self.assertEqual(self.try_stream(players[ANN]), 200)

    def test_streams_of_one_board_leave_room_for_other_boards(self):
        self.descriptors = 200
        self.enter()
        self.homeserver.batch(join={OTHER: [member(ME), member(ANN)]})
        self.write(ANN, "!eg board link", OTHER)
        other = self.until(lambda: self.tokens(OTHER, "b"))[0]
        board = self.board_link()
        self.assertIn(503, [self.try_stream(board) for _ in range(200)])
        self.assertEqual(self.try_stream(other), 200)
        self.assertEqual(self.try_stream(other), 200)

    def test_streams_of_one_table_leave_room_for_other_tables(self):
        self.descriptors = 100 # few enough for four streams of tables
        self.enter()
        tokens = [self.link(ANN), self.link(BOB)]
        self.assertEqual([self.try_stream(tokens[0]) for _ in range(8)].count(503), 3)
        self.assertEqual(self.try_stream(tokens[1]), 200)

    def test_player_has_few_streams(self):
        self.enter()
        token = self.link(ANN)
        streams = [self.stream(token) for _ in range(12)]
        for stream in streams[:4]:
            while stream.line():
                pass # these have ended
        for stream in streams[4:]:
            self.assertEqual(stream.line()["type"], "table")


if __name__ == "__main__":
    unittest.main(verbosity=2)
