"""Answers that strangers can make too large."""

import json

from server import ME, member, text
from trait import EVE, MEMBER, inside, render, trait

BODY = "x" * 60000


def limit_of(w, query):
    """Returns the timeline limit in the filter of a /sync, as a homeserver reads it."""
    chosen = query.get("filter", "{}")
    found = json.loads(chosen) if chosen[:1] == "{" else w.hs.filters[chosen]
    return found.get("room", {}).get("timeline", {}).get("limit", 10)


def flood(w, rooms, most, body=BODY):
    """
    Strangers have sent very many events into each of the rooms. The answer to /sync has as many
    events of each room as the filter allows. The other events are in the pages of /messages.
    """
    good = w.next_good()
    command = text(w.new_guest(), "!engarde about")
    one = render(text(EVE, body))

    def answer(query):
        count = min(most, limit_of(w, query))
        events = b",".join([one] * count)
        more = b',"limited":true,"prev_batch":"p"' if count < most else b""
        parts = [b'"%s":{"timeline":{"events":[%s]%s}}' % (room.encode(), events, more)
                 for room in rooms]
        parts.insert(len(parts) // 2, b'"%s":%s' % (good.encode(), render(
            {"timeline": {"events": [command]}})))
        return b'{"next_batch":"NEXT","rooms":{"join":{%s}}}' % b",".join(parts)

    def page(path, query, _):
        if path.split("/")[5] not in rooms:
            return None
        count = min(most, int(query.get("limit", 10)))
        return 200, b'{"start":"s","end":"e%d","chunk":[%s]}' % (
            len(w.hs.requests), b",".join([one] * count))

    w.hs.rule("GET .*/messages", page)
    w.batch(raw=answer)
    w.answered(good, "a command beside a flood")


@trait("size", MEMBER, alone=True)
def sync_of_100_MB_from_34_flooded_rooms(w):
    w.enter()
    rooms = [inside(w) for _ in range(34)]
    w.stop(True)
    w.start()
    flood(w, rooms, 5000)


@trait("size", MEMBER, alone=True)
def sync_of_300_rooms_with_a_few_big_events_each(w):
    w.enter()
    rooms = [w.new_room() for _ in range(300)]
    w.batch(join={room: [member(ME)] for room in rooms})
    flood(w, rooms, 12)


@trait("size", MEMBER, alone=True)
def state_of_a_room_that_no_filter_makes_smaller(w):
    """One room has 80 MB of state events. No filter makes this answer smaller."""
    w.enter()
    room, good = inside(w), w.next_good()
    command = text(w.new_guest(), "!engarde about")
    state = b",".join([render({**member(EVE), "odd": BODY})] * 1330)
    w.batch(raw=b'{"next_batch":"NEXT","rooms":{"join":{"%s":{"state":{"events":[%s]}},"%s":%s}}}' % (
        room.encode(), state, good.encode(), render({"timeline": {"events": [command]}})))
    w.answered(good, "a command beside 80 MB of state")


@trait("size", MEMBER, alone=True)
def answer_to_sync_with_many_empty_objects(w):
    """A body of 20 MB with many small values, which take much more memory after parsing."""
    w.enter()
    room, good = inside(w), w.next_good()
    command = text(w.new_guest(), "!engarde about")
    event = b'{"a":[%s]}' % b",".join([b"{}"] * 16000)
    body = b'{"next_batch":"NEXT","rooms":{"join":{"%s":{"timeline":{"events":[%s]}},"%s":%s}}}' % (
        room.encode(), b",".join([event] * 400), good.encode(),
        render({"timeline": {"events": [command]}}))
    w.batch(raw=body)
    w.answered(good, "a command beside 20 MB of empty objects")
