"""Checks that the audit of the web page finds each kind of leak. Each test puts one into what a client got."""

import copy
import json
import unittest

from e2e.page_audit import PageAudit, Truth
from e2e.recorder import Answer, Connection, answers_of

WHITE, BLACK = [1, 2, 2, 4, 5], [1, 1, 3, 3, 5]
DECK = "1224511335" + "443322511425334"
SECRET = "VxY4WvtSfdQVPGFR5yzUE0QfkFXqL9suDTeNHV8anT8"
TRUTH = Truth(7, {256: {"white": WHITE, "black": BLACK}}, [DECK], [SECRET])
POSITION = {"to_act": "white", "space": {"white": 1, "black": 23}, "distance": 22, "hand_size": {"white": 5, "black": 5},
            "pile": 15, "last_card": None, "attack": None, "reason": None, "shown": None}
PUBLIC = {"id": 7, "status": "playing", "seat": None, "players": {"white": "Ann", "black": "Bob"}, "challenger": "white",
          "practice": None, "level": "standard", "touches": 5, "start": {"white": 0, "black": 0}, "casual": False, "score": {"white": 0, "black": 0}, "round": 1, "turn": 256,
          "position": POSITION, "choices": [], "clock": {"turn": 300000, "turns": {"white": 300000, "black": 300000}, "due": 1700000112245, "left": None},
          "proposal": None, "news": ["Round 1 begins; Ann is to act."], "may": [], "ending": None, "winner": None,
          "verdict": None}
CHOICE = {"action": "+4", "kind": "advance", "letter": "a", "move": 4, "attack": None, "cards": [4], "to": 5, "text": "advance 4"}
OWN = PUBLIC | {"seat": "white", "hand": WHITE, "coach": None, "choices": [CHOICE], "may": ["resign"]}


def answer(path: str, body: str, status: int = 200, head: str = "HTTP/1.1 200 OK") -> Answer:
    return Answer("GET", path, status, head, body.encode())


def live(match: dict, **more) -> list[Answer]:
    state = {"type": "board", "language": "en", "now": 1700000000000, "matches": [match]} | more
    return [answer("/api/live", "\n" + json.dumps(state) + "\n")]


class Planted(unittest.TestCase):
    def setUp(self):
        self.public, self.own = copy.deepcopy(PUBLIC), copy.deepcopy(OWN)

    def assert_fault(self, what: str, answers: list[Answer], seat: str | None = None, linked: bool = True):
        faults = PageAudit(answers, TRUTH, seat, linked).faults
        self.assertTrue(any(fault.startswith(what) for fault in faults), faults)

    def test_without_faults_nothing_is_found(self):
        self.assertEqual(PageAudit(live(self.public), TRUTH, None).faults, [])
        self.assertEqual(PageAudit(live(self.own, name="Ann"), TRUTH, "white").faults, [])

    def test_the_stream_of_the_other_player(self):
        self.assert_fault("a hand that is not", live(self.own), "black")
        self.assert_fault("the seat of somebody else", live(self.own), "black")
        self.assert_fault("unknown fields", live(self.own), None)

    def test_a_plan_of_somebody_else(self):
        for field in ({"plan": "if 3 then parry"}, {"plans": [CHOICE]}):
            self.assert_fault("unknown fields", live(self.public | field), None)
        self.assert_fault("a choice with other cards", live(self.own | {"plans": [CHOICE | {"cards": [3]}]}), "white")

    def test_hidden_hands_in_any_writing(self):
        for text in ("Bob has 1 1 3 3 5.", "11335", "1, 1, 3, 3, 5", "5 3 3 1 1", "1\n1\n3\n3\n5", "[1,1,3,3,5]", '"1","1","3","3","5"'):
            self.own["news"] = [text]
            self.assert_fault("hidden cards", live(self.own), "white")
            self.public["verdict"] = text
            self.assert_fault("hidden cards", live(self.public))

    def test_cards_that_are_not_dealt(self):
        self.own["coach"] = "next: 4 4 3 3 2 2"
        self.assert_fault("hidden cards", live(self.own), "white")

    def test_hands_that_are_shown(self):
        self.public["position"]["shown"] = {"white": WHITE, "black": BLACK}
        self.assert_fault("hands that no rule shows", live(self.public))
        self.public["position"]["reason"] = "touch"
        self.assert_fault("hands that no rule shows", live(self.public))
        for reason, status in ("cards", "playing"), ("touch", "ended"):
            self.public["position"]["reason"] = reason
            self.public["status"] = status
            self.assertEqual(PageAudit(live(self.public), TRUTH, None).faults, [])

    def test_fields_that_nobody_knows(self):
        self.public["position"]["hidden"] = 1
        self.assert_fault("unknown fields ['hidden']", live(self.public))
        self.assert_fault("unknown fields ['seed']", live(PUBLIC, seed=1))
        self.assert_fault("hands of a table", live(PUBLIC, hands={"black": BLACK}))
        self.own["choices"][0]["parry"] = True
        self.assert_fault("unknown fields ['parry']", live(self.own), "white")

    def test_choices_with_cards_of_another_hand(self):
        self.own["choices"][0]["cards"] = [3]
        self.assert_fault("a choice with other cards", live(self.own), "white")

    def test_secrets_anywhere(self):
        for found in (answer("/table.css", SECRET), answer("/", "", head=f"HTTP/1.1 200 OK\r\nX-Seed: {SECRET}"),
                      answer("/api/act", json.dumps({"outcome": "done", "text": SECRET}))):
            self.assert_fault("a secret", [found])
        self.public["verdict"] = "abcdefghijklmnopqrstuvwxyz0123456789"
        self.assert_fault("what may be a secret", live(self.public))

    def test_the_answer_to_a_tap(self):
        self.assert_fault("hidden cards", [answer("/api/act", json.dumps({"outcome": "refused", "text": "1 1 3 3 5"}))], "white")

    def test_a_replay_before_the_end(self):
        for path in ("/api/replay?match=7", "/api/record"):
            self.assert_fault("a replay", [answer(path, "{}")], "white")

    def test_answers_without_a_link(self):
        self.assert_fault("an answer to somebody", live(self.public), None, False)
        self.assert_fault("hidden cards", [answer("/api/live", "11335", 401)], None, False)

    def test_the_time_of_an_answer_is_no_hand(self):
        truth = Truth(7, {256: {"white": WHITE, "black": [3, 4, 5, 5]}}, [DECK], [SECRET])
        for head, faults in (("Date: Thu, 26 Nov 2026 18:34:55 GMT\r\n\r\n", 0), ("Cards: 34:55\r\n\r\n", 1)):
            found = PageAudit([answer("/api/live", "no", 401, head)], truth, "white").faults
            self.assertEqual(len(found), faults, found)

    def test_the_recorder_reads_every_answer_of_a_connection(self):
        found = answers_of(Connection(
            b"POST /api/act HTTP/1.1\r\nContent-Length: 4\r\n\r\nGET GET /api/live HTTP/1.1\r\n\r\n",
            b"HTTP/1.1 503 No\r\nContent-Length: 2\r\n\r\nno"
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{\"a\r\n6\r\n\": 1}\n\r\n5\r\n{\"b"))
        self.assertEqual([(one.path, one.status, one.body) for one in found],
                         [("/api/act", 503, b"no"), ("/api/live", 200, b'{"a": 1}\n{"b')])
        self.assertEqual(found[1].lines(), [{"a": 1}])


if __name__ == "__main__":
    unittest.main()
