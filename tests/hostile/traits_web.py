"""What people can do who reach the web page, with a link or without one."""

import json
import secrets

from server import ME, event, member, text
from trait import MEMBER, ODD, SYNTAX, render, trait
from world import ANN, MATCH

ANYBODY, PLAYER, FOLLOWER = "anybody", "a player with a link", "a follower with a link"
WRONG = "x" * 32
ACT = b"POST /api/act HTTP/1.1\r\nHost: h\r\n"
HIDDEN = b"GET /api/live HTTP/1.1\r\nHost: h\r\n\r\n"


def again(w, attack):
    """Attacks now and after each restart of the bot, until the trait ends."""
    w.attack = attack
    attack()


@trait("web", ANYBODY)
def odd_requests(w):
    paths = (b"/../../etc/passwd", b"/%2e%2e/x", b"/%00", b"/table.css%00", b"//board", b"/board%2f", b"/%",
             b"/%zz", b"/\xff", b"/?" + b"a&" * 3000, b"/" + b"a" * 30000, b"http://evil/api/live", b"*", b"")
    for method in (b"GET", b"HEAD", b"POST", b"OPTIONS", b"CONNECT", b"TRACE", b"\0", b"G" * 9000):
        for path in paths:
            w.hear(w.open(method + b" " + path + b" HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"), 0.05)
    for header in (b"X: " + b"y" * 99999, b"X: y\r\n" * 9000, b"X" * 5000, b"\0: \0", b": x", b"X: a\r\n b",
                   b"Upgrade: websocket\r\nConnection: upgrade", b"Range: bytes=0-0,0-0", b"If-None-Match: *"):
        w.hear(w.open(b"GET /api/live HTTP/1.1\r\nHost: h\r\n" + header + b"\r\n\r\n"), 0.05)
    for data in (b"\xff" * 9000, b"\r\n" * 9000, b"GET /\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01" * 99):
        w.hear(w.open(data), 0.05)


@trait("web", ANYBODY)
def requests_hidden_in_bodies(w):
    token = w.new_table(w.new_stranger())
    for key in (b"", b"Authorization: Bearer " + token.encode() + b"\r\n"):
        for fields in (b"Content-Length: 0\r\nContent-Length: 44", b"Content-Length: 44\r\nContent-Length: 0",
                       b"Content-Length: 3\r\nTransfer-Encoding: chunked", b"Transfer-Encoding: identity",
                       b"Transfer-Encoding: chunked, chunked", b"Content-Length : 3", b"Content-Length: +3",
                       b"Content-Length: -1", b"Content-Length: 18446744073709551617", b"Content-Length: 3, 3"):
            heard = w.hear(w.open(ACT + key + fields + b"\r\n\r\n0\r\n\r\n" + HIDDEN), 0.2)
            if key and b"token is missing" in heard:
                raise AssertionError(f"an answer to the hidden request, with {fields}")
        for chunk in (b"ffffffffffffffff\r\nx", b"-1\r\nx", b"bb8\r\n" + b"x" * 3000, b"1;" + b"x" * 9000 + b"\r\n"):
            w.hear(w.open(ACT + key + b"Transfer-Encoding: chunked\r\n\r\n" + chunk), 0.05)


@trait("web", ANYBODY)
def half_requests_by_the_thousand(w):
    beginnings = (b"", b"GET", b"GET / HTTP/1.1\r\nHost: h\r\nX: " + b"x" * 3000,
                  ACT + b"Content-Length: 9\r\nAuthorization: Bearer " + WRONG.encode() + b"\r\n\r\n{")

    def attack():
        for number in range(3000):
            w.open(beginnings[number % len(beginnings)])

    again(w, attack)


@trait("web", ANYBODY)
def a_flood_of_requests(w):
    again(w, lambda: w.flood([w.request("/table.css"), w.request("/nothing"), w.request("/api/live"),
                              w.request("/", more=b"Connection: close\r\n")], 400))


@trait("web", ANYBODY)
def guesses(w):
    again(w, lambda: w.flood([w.request("/api/live", WRONG), w.tap_of(WRONG, {})], 1000))


@trait("web", ANYBODY)
def answers_that_nobody_reads(w):
    def attack():
        for _ in range(500):
            w.open(w.request("/table.mjs") * 100, small=True)

    again(w, attack)


@trait("web", FOLLOWER)
def all_places_of_followers_taken(w):
    token = w.new_board()

    def attack():
        for _ in range(1600):
            w.open(w.request("/api/live", token))

    again(w, attack)


@trait("web", FOLLOWER)
def streams_opened_and_closed(w):
    token = w.new_board()
    # A second request ends the connection, because it comes while the stream is sent.
    again(w, lambda: w.flood([w.request("/api/live", token, more=b"Connection: close\r\n")], 100))
    for _ in range(500):
        w.open(w.request("/api/live", token)).close()


@trait("web", FOLLOWER)
def streams_that_nobody_reads(w):
    token = w.new_board()

    def attack():
        for _ in range(400):
            w.open(w.request("/api/live", token), small=True)

    again(w, attack)


@trait("web", FOLLOWER)
def a_flood_of_replays(w):
    token = w.new_replay()
    again(w, lambda: w.flood([w.request("/api/replay", token), w.request("/api/record", token)], 500))


@trait("web", FOLLOWER)
def followers_who_want_to_play(w):
    match = w.wait(lambda: w.playing(ANN), "Ann's table")
    for token in (w.new_board(), w.new_replay()):
        for deed in ("play", "resign", "abandon", "pause", "language"):
            w.hear(w.open(w.tap_of(token, {"key": secrets.token_urlsafe(18), "do": deed, "match": match["id"],
                                           "turn": match["turn"], "action": "+1", "language": "de"})), 0.05)
        w.hear(w.open(w.request("/api/live", token)), 0.3)
        w.hear(w.open(w.request(f"/api/replay?match={match['id']}", token)), 0.3)


@trait("web", PLAYER)
def all_tables_of_a_player(w):
    token = w.new_table(w.new_stranger())

    def attack():
        for _ in range(700):
            w.open(w.request("/api/live", token), small=True)

    again(w, attack)


@trait("web", PLAYER)
def a_flood_of_taps(w):
    token = w.new_table(w.new_stranger())
    taps = [{"do": "play", "match": 1, "turn": 1, "action": "+1"}, {"do": "language", "language": "de"},
            {"do": "practice"}, {"do": "resign", "match": 1}, []]
    again(w, lambda: w.flood([w.tap_of(token, tap and {"key": secrets.token_urlsafe(18), **tap})
                              for tap in taps * 20], 500))


@trait("web", PLAYER)
def taps_in_the_match_of_others(w):
    token = w.new_table(w.new_stranger())
    match = w.wait(lambda: w.playing(ANN), "Ann's table")
    key = secrets.token_urlsafe(18)
    for deed in ("play", "resign", "abandon", "pause", "resume", "claim", "nudge", "accept", "decline", "cancel",
                 "rematch", "abort", "resign yes"):
        for number in (match["id"], -match["id"], 0, 1 << 62):
            tap = {"key": key, "do": deed, "match": number, "turn": match["turn"], "action": "+1"}
            w.hear(w.open(w.tap_of(token, tap)), 0.05)
    w.hear(w.open(w.request(f"/api/replay?match={match['id']}", token)), 0.3)


@trait("web", PLAYER)
def odd_taps(w):
    token = w.new_table(w.new_stranger())
    for field in ("key", "do", "match", "turn", "action"):
        for value in [*ODD.values(), *SYNTAX.values()]:
            tap = {"key": secrets.token_urlsafe(18), "do": "play", "match": 1, "turn": 1, "action": "+1"}
            w.hear(w.open(w.tap_of(token, render(tap | {field: value}))), 0.02)
    for body in (b"", b"null", b"[" * 2000, b'{"a":' * 400, b'{"key":"' + b"\xff" * 30 + b'"}', b"{}" * 1000):
        w.hear(w.open(w.tap_of(token, body)), 0.02)


@trait("web", MEMBER)
def names_on_the_page(w):
    board = w.new_board()
    for name in ("<script>alert(1)</script>", "\u202eBob\u2066", "\0\x1b[2J", "x" * 60000, "\u0430nn", ""):
        w.tell(MATCH, event("m.room.member", ANN, {"membership": "join", "displayname": name}, ANN))
        w.is_followed()
        status, line = w.ask("GET", "/api/live", board)
        if status != 200 or len(line) > 20000:
            raise AssertionError(f"{status} and {len(line)} bytes with the name {name[:30]!r}")
        json.loads(line)


@trait("web", PLAYER)
def link_after_link(w):
    user, room = w.new_stranger(), w.new_room("here")
    token = w.new_table(user)

    def attack():
        for _ in range(8):
            w.open(w.request("/api/live", w.table_of(user) or token))
        w.tell(room, member(ME), *(text(user, "!engarde link") for _ in range(100)))

    again(w, attack)
