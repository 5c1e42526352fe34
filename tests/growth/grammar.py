"""The grammar of the inputs of inputs.py: fragments of text, where a text can stand, and lists of JSON values.

A unit is a string that is repeated; in it, # is a number that counts up. Two units in a row are a pair: each has
half of the input.
"""

import itertools
import json

# Fragments of text. Those of the first list are tried wherever a text can stand, the others where a text is read.
ROUGH = ["a", "<", "<b'", "<!--", "&", "\n", " ", "@u#:x ", "#,", ">", "\u0301", "\u200b", "\u202e",
         "\U0001F44D\U0001F3FD", "\\", '"', "*a", "a."]
HTML = ["</b>", "<b '>'", '<b ">"', "<b a='>' ", "<b>", "<b '", '<b "', "<b'>", '<b ">', "<b =", "<b a='1' ", "<b/",
        "-->", "<!-- -->", "<a href='", "<a href=", "<a href='https://matrix.to/#/@bob:x'>",
        "<a href='https://matrix.to/#/@bob:x'>b</a>", "<a href='https://x/@bob:x'>b</a>", "</a", "</a ", "<mx-reply>",
        "</mx-reply>", "<mx-reply></mx-reply>", "<script", "<style>", "<pre>", "</pre>", "<code>", "<td>", "<br>",
        "<img alt='", "<img alt='&amp;'>", "<del>", "<blockquote>", "<span data-mx-spoiler>", "<p", "&amp;", "&amp",
        "&#", "&#x", "&#39;", "&#x110000;", "<a href='/@u#:x/'>", "/@u#:x", "%40", "%"]
TEXT = ["1", "5 ", "5,", "-", "--\n", "\n--", "\n--\n", "> ", "> a\n", ">\n", "```", "`", "*", "_", "||", "(", ")",
        "[", "]", "'", ";", ":", "?", "!", "!eg ", "!eg\n", "@", "@a:x,", "#1 ", "attack 5 5 ", "to ",
        "https://x.y/ ", "https://matrix.to/#/@a:x ", "\t", "\r\n", "e\u0301", "\u0301a", "\u2028", "\ufeff",
        "\u00ad", "\u2066", "\u200d", "3\ufe0f\u20e3", "\U0001F1E9\U0001F1EA", "\u3042", "\u3042 ", "\u30fc",
        "\uff15", "\u1100\u1161\u11a8", "\ufdfa", "\u00df", "\u00b2", "\u2164", "\u0660", "\ufffd", "\U000E0061",
        "\u0345\u0301", "wie ", "how ", "and ", "="]
JSON = ["[", "{", '{"a":', "[]", "[],", '"', '"",', '"\\', "\\u0041", '"\\u0041",', "\\ud83d", ",", ":", "1", "1,",
        "-", "1.", "1e9,", "true,", '{"a":1},', '{"a#":1},', '[1,', " ", "\n", "a", "\u0301", '"\u3042",']
YAML = ["a", "a: ", "a:\n", "a#: 1\n", "a#: &a# b\n", "- ", "- a\n", "? ", "? a\n", "[", "{", "[a,", "{a: ", "&a ",
        "*a ", "- *a\n", "- &a# [*a]\n", "!!str ", "!a ", "|\n", "a#: |\n b\n", ">\n ", "'", '"', "' '", "''", "\\",
        "#\n", "# ", "\n", " \n", " ", "\t", "---\n", "--- a\n", "...\n", "%YAML 1.1\n---\n", "%TAG ! a\n", ": ",
        "matrix:\n  user: a\n", "matrix:\n", "  a#: b\n", "prefixes: [", "  - a\n", "admins#:\n", "\u3042",
        "\u3042: 1\n", "\u0301", "\u2028", "\ufeff", "@", "`", "<<: *a\n", "\x01"]
RECORD = ["[", "[Note ", '[Note "a"]', '[Note "a"]\n', '[Note "', '\\"', "\\\\", "]", "round ", "round 1\n", "#. +1 ",
          "1. +2 ", "+2 ", "+2x1 ", "x3", "x33333", "= ", "1532434511243522524353114", "1", "\n", " ", "\t", ";",
          "; a\n", "white cards\n", "a ", "\u3042", "\r\n", "night ", "fencer ", 'fencer "@a#:x"\n', "bout ", "lot ",
          "\x00"]
ROUND = "[Rules \"advanced\"]\n[Touches \"15\"]\n[First \"white\"]\n\nround 1 1532434511243522524353114\n"
TRACE = ["a", " ", "{", '{"a":', "[", '"', "1 ", "+1 ", "1532434511243522524353114 ", "play ", "=", "\u3042", "\x00",
         ";"]
LINES = ["a: b\r\n", "a#: b\r\n", "a: b\r\n c\r\n", ":\r\n", " \r\n", "\r\n", "a", " ", "%41", "%", "/", "/..", "?",
         "&a=b", "&a#=b", "Content-Length: 1\r\n", "Transfer-Encoding: chunked\r\n", "Cookie: a#=b\r\n",
         "Accept-Language: de,\r\n", "de;q=0.1,", "Authorization: Bearer A\r\n", "GET / HTTP/1.1\r\nHost: h\r\n\r\n",
         "1\r\na\r\n", "\x00", "\u3042"]


# Fragments that may belong together although other text is between them.
PAIRS = {
    "html": ["<", "<b '", '<b "', "<!--", "-->", "<a href='", "<a href='https://matrix.to/#/@bob:x'>", "</a>",
             "<mx-reply>", "'", ">", "&", "/@u#:x"],
    "yaml": ["[", "{", "a: ", "- ", "? ", "&a ", "'", '"', "|\n", " ", "\n"],
}


PLAIN = {"#\n", "# ", "&#", "&#x", "&#39;", "&#x110000;"}  # these have no number


def fill(unit, size):
    """
    Repeats the unit until it has the size, in whole. An odd number of times, so that a unit with a quotation mark
    leaves it open in inputs of all sizes.
    """
    if "#" not in unit or unit in PLAIN:
        return unit * (size // len(unit.encode()) | 1)
    parts, length = [], 0
    for number in itertools.count():
        parts.append(unit.replace("#", str(number)))
        length += len(parts[-1].encode())
        if length >= size:
            return "".join(parts)


def fill_list(make, size):
    """Returns a list of JSON values, of which make(number) makes one, that has the size."""
    values, length = [], 0
    for number in itertools.count():
        values.append(make(number))
        length += len(json.dumps(values[-1]))
        if length >= size:
            return values


def nest(size, opening="{\"a\":", closing="}", inner="1"):
    count = max(1, size // len(opening))
    return opening * count + inner + closing * count


def texts(units, make, pairs=()):
    """
    Returns (name, function of a size) for each unit. For each pair of `pairs`, there is also one with half of the
    input each, the first of them an even number of times, and one with the first of them only once.
    """
    for unit in units:
        yield ascii(unit), lambda size, unit=unit: make(fill(unit, size))
    for first, second in itertools.permutations(pairs, 2):
        yield f"{ascii(first)} {ascii(second)}", \
            lambda size, first=first, second=second: make(fill(first, size // 2) + first + fill(second, size // 2))
        yield f"one {ascii(first)} {ascii(second)}", \
            lambda size, first=first, second=second: make(fill(first, 1) + fill(second, size))


# What a homeserver sends

ROOM, ME = "!r:x", "@engarde:x"


def event(content, number=0, kind="m.room.message", **more):
    return {"type": kind, "sender": "@a:x", "event_id": f"$e{number}", "content": content} | more


def message(body="a", number=0, **content):
    return event({"msgtype": "m.text", "body": body} | content, number)


def relates(**relation):
    return {"m.relates_to": relation}


def state(kind, content, key="", number=0, **more):
    return event(content, number, kind, state_key=key, **more)


def member(user, number=0, **content):
    return state("m.room.member", {"membership": "join"} | content, user, number, sender=user)


def batch(events=(), before=(), **sections):
    joined = {"timeline": {"events": list(events)}, "state": {"events": list(before)}}
    return {"next_batch": "s2", "rooms": {"join": {ROOM: joined}} | sections}


def power(users=None, **content):
    return state("m.room.power_levels", {"users": users if users is not None else {}} | content)


# Where a text can stand in one event: the name, and a function of the text.
PLACES = [
    ("body", lambda text: message(text)),
    ("command", lambda text: message("!eg " + text)),
    ("spaced command", lambda text: message("!eg help " + text)),
    ("html", lambda text: message("a", format="org.matrix.custom.html", formatted_body=text)),
    ("html after a mention", lambda text: message(
        "a", format="org.matrix.custom.html", formatted_body="<a href='https://matrix.to/#/@engarde:x'>e</a> " + text,
        **{"m.mentions": {"user_ids": [ME]}})),
    ("reply", lambda text: message(text, **relates(**{"m.in_reply_to": {"event_id": "$1"}}))),
    ("edit", lambda text: message("a", **{"m.new_content": {"msgtype": "m.text", "body": text}},
                                  **relates(rel_type="m.replace", event_id="$1"))),
    ("reaction", lambda text: event(relates(rel_type="m.annotation", event_id="$1", key=text), kind="m.reaction")),
    ("vote", lambda text: event({"m.selections": [text]} | relates(rel_type="m.reference", event_id="$1"),
                                kind="m.poll.response")),
    ("mention", lambda text: message("!eg help", **{"m.mentions": {"user_ids": [text]}})),
    ("relation", lambda text: message("!eg help", **relates(rel_type="m.thread", event_id=text))),
    ("type", lambda text: event({}, kind=text)),
    ("event id", lambda text: message() | {"event_id": "$" + text}),
    ("sender", lambda text: message("!eg help") | {"sender": "@" + text}),
    ("server", lambda text: message("!eg help") | {"sender": "@a:" + text}),
    ("state key", lambda text: state("m.room.member", {"membership": "join"}, "@" + text)),
    ("display name", lambda text: member("@a:x", displayname=text)),
    ("own name", lambda text: member(ME, displayname=text)),
    ("membership", lambda text: member("@a:x", membership=text)),
    ("room name", lambda text: state("m.room.name", {"name": text})),
    ("alias", lambda text: state("m.room.canonical_alias", {"alias": "#" + text})),
    ("room version", lambda text: state("m.room.create", {"room_version": text})),
    ("successor", lambda text: state("m.room.tombstone", {"replacement_room": "!" + text})),
    ("server that is denied", lambda text: state("m.room.server_acl", {"allow": ["*"], "deny": [text]})),
    ("redacts", lambda text: event({"redacts": "$" + text}, kind="m.room.redaction")),
    ("transaction id", lambda text: message() | {"sender": ME, "unsigned": {"transaction_id": text}}),
]
READ = {"body", "command", "spaced command", "html", "html after a mention", "reply", "display name"}

# Lists that can be long: the name, a function of a number that makes one item, and one of the list that makes a batch.
LISTS = [
    ("mentions", lambda i: f"@u{i}:x", lambda ids: batch([message("!eg help", **{"m.mentions": {"user_ids": ids}})])),
    ("mentions and links", lambda i: f"@u{i}:x", lambda ids: batch([message(
        "a", formatted_body=f"<a href='https://x/{'/'.join(ids)}'>b</a>", **{"m.mentions": {"user_ids": ids[::-1]}})])),
    ("answers of a vote", lambda i: str(i), lambda ids: batch(
        [event({"m.selections": ids} | relates(rel_type="m.reference", event_id="$1"), kind="m.poll.response")])),
    ("creators", lambda i: f"@u{i}:x", lambda ids: batch(
        [state("m.room.create", {"room_version": "12", "additional_creators": ids})])),
    ("moderators", lambda i: f"@u{i}:x", lambda ids: batch([power({id: 50 for id in ids})])),
    ("levels of events", lambda i: f"a{i}", lambda ids: batch([power(events={id: 50 for id in ids})])),
    ("moderators and messages", lambda i: f"@u{i}:x", lambda ids: batch(
        [power({id: 50 for id in ids})] + [message("a", i) for i in range(len(ids) // 4)])),
    ("moderators and commands", lambda i: f"@u{i}:x", lambda ids: batch(
        [power({id: 50 for id in ids})] + [message("!eg about", i) for i in range(len(ids) // 8)])),
    ("moderators and names of the room", lambda i: f"@u{i}:x", lambda ids: batch(
        [power({id: 50 for id in ids})] +
        [state("m.room.name", {"name": f"{i}"}, "", i) for i in range(len(ids) // 8)])),
    ("moderators, again and again", lambda i: f"@u{i}:x", lambda ids: batch(
        [power({id: 50 for id in ids})] + [power({}, n=i) for i in range(len(ids) // 8)])),
    ("creators and commands", lambda i: f"@u{i}:x", lambda ids: batch(
        [state("m.room.create", {"room_version": "12", "additional_creators": ids})] +
        [message("!eg about", i) for i in range(len(ids) // 8)])),
    ("denied servers", lambda i: f"a{i}.*", lambda ids: batch(
        [state("m.room.server_acl", {"allow": ["*"], "deny": ids})])),
    ("denied servers with stars", lambda i: "*a*b*?c*", lambda ids: batch(
        [state("m.room.server_acl", {"allow": ["*"], "deny": ids})])),
    ("messages", lambda i: message("a", i), batch),
    ("commands", lambda i: message("!eg about", i), batch),
    ("commands of many people", lambda i: message("!eg about", i) | {"sender": f"@u{i}:x"}, batch),
    ("commands in threads", lambda i: message(
        "!eg about", i, **relates(rel_type="m.thread", event_id=f"$t{i}")), batch),
    ("challenges", lambda i: message("!eg challenge", i) | {"sender": f"@u{i}:x"}, batch),
    ("edits", lambda i: message("!eg about", i, **{"m.new_content": {"msgtype": "m.text", "body": "!eg about"}},
                                **relates(rel_type="m.replace", event_id=f"$e{i - 1}")), batch),
    ("reactions", lambda i: event(
        relates(rel_type="m.annotation", event_id="$1", key="\u2705"), i, "m.reaction"), batch),
    ("votes", lambda i: event(
        {"m.selections": ["1"]} | relates(rel_type="m.reference", event_id="$1"), i, "m.poll.response"), batch),
    ("redactions", lambda i: event({"redacts": f"$e{i}"}, i, "m.room.redaction"), batch),
    ("redacted messages", lambda i: message("a", i) | {"unsigned": {"redacted_because": event({}, i)}}, batch),
    ("echoes", lambda i: message("a", i) | {"sender": ME, "unsigned": {"transaction_id": f"{i}"}}, batch),
    ("messages of other devices", lambda i: message("a", i) | {"sender": ME}, batch),
    ("members", lambda i: member(f"@u{i}:x", i, displayname=f"Name {i}"), batch),
    ("members who leave", lambda i: member(f"@u{i % 9}:x", i, membership=["join", "leave"][i // 9 % 2]), batch),
    ("members before the timeline", lambda i: member(f"@u{i}:x", i, displayname=f"Name {i}"), lambda members: batch(
        [message("!eg about", 1)], members)),
    ("names and commands", lambda i: member(f"@u{i}:x", i, displayname=f"Name {i}"), lambda members: batch(
        [message("!eg about", i) | {"sender": f"@u{i}:x"} for i in range(len(members))], members)),
    ("own membership", lambda i: member(ME, i, membership=["leave", "join"][i % 2]), batch),
    ("names of the room", lambda i: state("m.room.name", {"name": f"{i}"}, "", i), batch),
    ("tombstones", lambda i: state("m.room.tombstone", {"replacement_room": f"!n{i}:x"}, "", i), batch),
    ("events of no type", lambda i: {"a": i}, batch),
    ("events that are no objects", lambda i: i, batch),
    ("events of to-device", lambda i: {"type": "m.room_key_request", "sender": f"@u{i}:x", "content": {"a": i}},
     lambda events: batch() | {"to_device": {"events": events}}),
    ("changed devices", lambda i: f"@u{i}:x", lambda ids: batch() | {"device_lists": {"changed": ids, "left": ids}}),
    ("account data", lambda i: {"type": "m.direct", "content": {f"@u{i}:x": [ROOM]}},
     lambda events: batch() | {"account_data": {"events": events}}),
    ("heroes", lambda i: f"@u{i}:x", lambda ids: {"next_batch": "s2", "rooms": {"join": {ROOM: {"summary": {
        "m.heroes": ids, "m.joined_member_count": len(ids)}}}}}),
    ("rooms", lambda i: f"!r{i}:x", lambda ids: {"next_batch": "s2", "rooms": {"join": {id: {} for id in ids}}}),
    ("rooms that the bot enters", lambda i: f"!r{i}:x", lambda ids: {"next_batch": "s2", "rooms": {"join": {
        id: {"timeline": {"events": [member(ME)]}} for id in ids}}}),
    ("rooms that the bot leaves", lambda i: f"!r{i}:x", lambda ids: {"next_batch": "s2", "rooms": {"leave": {
        id: {"timeline": {"events": [member(ME, membership="leave")]}} for id in ids}}}),
    ("limited rooms", lambda i: f"!r{i}:x", lambda ids: {"next_batch": "s2", "rooms": {"join": {
        id: {"timeline": {"limited": True, "prev_batch": "p", "events": [member(ME)]}} for id in ids}}}),
    ("invitations", lambda i: f"!r{i}:x", lambda ids: {"next_batch": "s2", "rooms": {"invite": {
        id: {"invite_state": {"events": [
            state("m.room.member", {"membership": "invite"}, ME, sender=f"@u:s{number}.x")]}}
        for number, id in enumerate(ids)}}}),
    ("state of an invitation", lambda i: state("m.room.member", {"membership": "invite"}, ME), lambda events: {
        "next_batch": "s2", "rooms": {"invite": {"!n:x": {"invite_state": {"events": events}}}}}),
    ("rules of a policy list", lambda i: state("m.policy.rule.user", {
        "entity": f"@u{i}:*", "recommendation": "m.ban", "reason": "a"}, f"{i}", i), batch),
]

def in_json(make):
    return lambda text: json.dumps(make(text)).encode()


def batches(whole):
    """
    What a homeserver sends in one answer to /sync, in which a room is that the bot is in. A unit stands in all
    places of a text at once, unless the whole grammar is wanted.
    """
    everywhere = [("everywhere", lambda text: [make(text) for _, make in PLACES])]
    places = [(place, lambda text, make=make: [make(text)]) for place, make in PLACES] if whole else everywhere
    for place, make in places:
        units = ROUGH + HTML + TEXT if place in READ else ROUGH
        for name, make_input in texts(units, in_json(lambda text, make=make: batch(make(text)))):
            yield f"{place}: {name}", make_input
    for name, item, make in LISTS:
        yield name, lambda size, item=item, make=make: json.dumps(make(fill_list(item, size))).encode()
    for key in ("m.new_content", "m.relates_to", "m.in_reply_to", "other"):
        yield f"nested {key}", lambda size, key=key: json.dumps(batch([message("!eg help", **{key: "*"})])).replace(
            '"*"', nest(size, f'{{"{key}":'), 1).encode()


def lists_of_events(whole):
    return [(name, item) for name, item, make in LISTS if make is batch and (whole or name in (
        "messages", "commands", "reactions", "members", "names of the room"))]


def pages(whole):
    """A page of /messages."""
    for name, item in lists_of_events(whole):
        yield name, lambda size, item=item: json.dumps(
            {"start": "s1", "end": "s2", "chunk": fill_list(item, size)}).encode()


def transactions(whole):
    """A transaction of an application service: events of one room, and of many."""
    for name, item in lists_of_events(whole):
        yield name, lambda size, item=item: json.dumps({"events": [
            one | {"room_id": ROOM} if isinstance(one, dict) else one for one in fill_list(item, size)]}).encode()
    yield "messages of many rooms", lambda size: json.dumps(
        {"events": fill_list(lambda i: message("!eg about", i) | {"room_id": f"!r{i}:x"}, size)}).encode()


def syncs():
    """
    The timelines of rooms whose events alternate. After an outage the bot handles such a batch event by event, in the
    order of their times.
    """
    def rooms(size, many):
        events, people = size // 256, [member(f"@u{i}:x", i, displayname=f"Name {i}") for i in range(size // 256)]
        count = max(2, events) if many else 2
        ids = [f"!r{i}:x" for i in range(count)]
        parts = {id: {"timeline": {"events": [message("a", 1) | {"origin_server_ts": time * count + place}
                                              for time in range(max(1, 2 * events // count))]},
                      "state": {"events": [member(ME)] + people if place == 0 else [member(ME)]}}
                 for place, id in enumerate(ids)}
        return json.dumps({"next_batch": "s2", "rooms": {"join": parts}}).encode()
    yield "alternating rooms", lambda size: rooms(size, False)
    yield "many alternating rooms", lambda size: rooms(size, True)


def policies():
    reason = [{"type": "m.policy.rule.user", "state_key": "1", "content": {
        "entity": "@eve:x", "recommendation": "m.ban"}}]
    for key in ("entity", "reason", "recommendation"):
        for name, make in texts(ROUGH, lambda text, key=key: json.dumps(
                [reason[0] | {"content": reason[0]["content"] | {key: text}}], ensure_ascii=False).encode()):
            yield f"{key}: {name}", make
    yield "rules", lambda size: json.dumps(fill_list(lambda i: state("m.policy.rule.user", {
        "entity": f"@u{i}:*", "recommendation": "m.ban"}, f"{i}", i), size)).encode()


def requests(whole):
    """What a client sends to the web page: units in several places of a request, and bodies of taps."""
    starts = ["", "GET /", "GET / HTTP/1.1\r\nHost: h\r\n", "GET / HTTP/1.1\r\nHost: h\r\nCookie: ",
              "POST /api/act HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n"
              "Transfer-Encoding: chunked\r\n\r\n"]
    for start in starts if whole else starts[:3]:
        for name, make in texts(LINES if whole else LINES[::7], lambda text, start=start: (start + text).encode()):
            yield f"{start[:24]!r} {name}", make
    for name, make in texts(JSON if whole else JSON[:3], lambda text: ("{" + text).encode()):
        yield f"tap {name}", make


def with_start(start, named):
    for name, make in named:
        yield f"{ascii(start[-20:])} {name}", make


def targets(whole):
    """Returns the inputs of each fuzz target: pairs of a name and a function of a size."""
    utf8 = str.encode
    return {
        "fuzz_mention": list(texts(ROUGH + HTML, utf8, PAIRS["html"] if whole else ())) + [
            (f"link: {name}", make) for name, make in texts(HTML + ROUGH, lambda text: (
                "<a href='https://matrix.to/#/@bob:x'>b</a>" + text).encode())],
        "fuzz_html": list(texts(ROUGH + (HTML + TEXT if whole else []), utf8)),
        "fuzz_plain": list(texts(ROUGH + TEXT + HTML, utf8)),
        "fuzz_name": list(texts(ROUGH + TEXT, utf8)),
        "fuzz_record": list(texts(RECORD, utf8, RECORD[::2] if whole else ())) + list(with_start(ROUND, texts(
            RECORD, lambda text: (ROUND + text).encode()))),
        "fuzz_trace": list(texts(TRACE, utf8)),
        "fuzz_config": list(texts(YAML, utf8, PAIRS["yaml"] if whole else ())),
        "fuzz_json": list(texts(JSON, utf8, JSON[::3] if whole else ())) + list(with_start("[", texts(
            JSON, lambda text: ("[" + text).encode()))) + [("nested objects", lambda size: nest(size).encode())],
        "fuzz_host": [(f"{start!r} {name}", make) for start in ("a!eg ", "a>", "a>help ", "h>ban ")
                      for name, make in texts(ROUGH + TEXT if whole else ROUGH[::4],
                                              lambda text, start=start: (start + text).encode())],
        "fuzz_policy": list(policies()),
        "fuzz_sync": list(syncs()),
        "fuzz_beside": list(batches(whole)),
        "fuzz_page": list(pages(whole)),
        "fuzz_transaction": list(transactions(whole)),
        "fuzz_web": list(requests(whole)),
    }


PLANTED = {"growth_planted": list(texts(["a", "<", "\n", "\u0301"], str.encode))}
