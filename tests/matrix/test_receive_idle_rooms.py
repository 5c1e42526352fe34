"""Rooms that the bot leaves by itself. The bot's clock runs so fast that an hour lasts one second.

Run: test_receive_idle_rooms.py BOT [unittest options]
"""

import os
import sqlite3
import time

from case import ANN, BOB, OTHER, ROOM, Case, invitation, main
from homeserver import ME, event, member, text

HOUR = 1.0
THIRD = "!third:here"


def members(joined, invited=0, events=()):
    """Returns a room's part of an answer to /sync. Its summary has these numbers of members."""
    return {"summary": {"m.joined_member_count": joined, "m.invited_member_count": invited},
            "timeline": {"events": list(events)}}


class Expiry(Case):
    def left(self):
        return sorted(line[0].split("/rooms/")[1][:-len("/leave")]
                      for line in self.hs.asked("/leave"))


class Alone(Expiry):
    secrets = {**Case.secrets, "RATE": str(int(3600 / HOUR)), "ANYONE": "1"}

    def test_room_in_which_the_bot_is_alone_is_left(self):
        self.hs.joined = {OTHER: [ME, ANN]}
        self.hs.batch(join={ROOM: members(1), OTHER: members(2, 0, [member(ME)]),
                            THIRD: members(1, 1, [member(ME)])})
        self.wait(lambda: self.left())
        time.sleep(2 * HOUR)
        self.assertEqual(self.left(), [ROOM])
        # The last other member leaves, but a member comes back in time.
        self.hs.batch(join={OTHER: members(1, 0, [member(ANN, "leave")])})
        self.hs.batch(join={OTHER: members(2, 0, [member(ANN)])})
        time.sleep(4 * HOUR)
        self.assertEqual(self.left(), [ROOM])

    def test_summary_that_is_wrong_is_not_believed(self):
        self.hs.joined = {ROOM: [ME, ANN]}
        self.hs.batch(join={ROOM: members(1)})
        self.wait(lambda: self.hs.asked("joined_members"))
        time.sleep(3 * HOUR)
        self.assertEqual(self.left(), [])
        for strange in (-1, 1 << 60, "1", None, 1.0):
            self.hs.batch(join={ROOM: members(strange, strange)})
        self.say("!say end", then=["end"])
        self.assertEqual(self.left(), [])

    def test_bot_stays_if_it_can_not_get_the_members(self):
        self.hs.fault("joined_members", 500, {"errcode": "M_UNKNOWN"})
        self.hs.fault("joined_members", 403, {"errcode": "M_FORBIDDEN"})
        self.hs.fault("joined_members", 200, {"joined": [ME]})
        self.hs.batch(join={ROOM: members(1)})
        self.wait(lambda: self.left() == [ROOM])
        *asked, _ = self.hs.asked("joined_members|/leave")
        self.assertGreater(len(asked), 3)

    def test_private_room_is_left_with_its_player(self):
        self.hs.batch(invite={OTHER: invitation(ANN, is_direct=True)})
        self.wait(lambda: self.hs.asked("/join/"))
        self.hs.batch(join={OTHER: members(2, 0, [member(ME)])})
        self.wait(lambda: self.told("reached"))
        self.hs.batch(join={OTHER: members(1, 0, [member(ANN, "leave")])})
        self.wait(lambda: self.left() == [OTHER])
        self.hs.batch(leave={OTHER: {"timeline": {"events": [member(ME, "leave")]}}})
        # The bot sends Ann's next hand to a new room.
        self.say("!hand again")
        self.wait(lambda: self.hs.asked("createRoom"))

    def test_room_with_a_challenge_is_kept(self):
        self.kill()
        store = sqlite3.connect(os.path.join(self.dir.name, "store"))
        store.execute("INSERT INTO matches (status, room, white, white_reached, black_reached,"
                      " rules, touches, first, unseen, board, edits, scrolled) VALUES"
                      " ('challenge', ?, ?, 0, 0, 'advanced', 5, 'white', 0, 0, 0, 0)", (ROOM, ANN))
        store.commit()
        store.close()
        self.start()
        self.hs.batch(join={ROOM: members(1), OTHER: members(1, 0, [member(ME)])})
        self.wait(lambda: self.left() == [OTHER])
        time.sleep(2 * HOUR)
        self.assertEqual(self.left(), [OTHER])

    def test_room_that_was_left_counts_no_more(self):
        self.kill()
        self.max_rooms = "1"
        self.start()
        self.hs.batch(join={ROOM: members(1)})
        self.wait(lambda: self.left() == [ROOM])
        self.hs.batch(leave={ROOM: {"timeline": {"events": [member(ME, "leave")]}}})
        self.hs.batch(invite={OTHER: invitation(BOB)})
        self.wait(lambda: self.hs.asked("/join/!other"))


class Idle(Expiry):
    """The bot leaves a room after a day without a command. In this class, the bot's clock moves ten
    hours in a second."""

    secrets = {**Case.secrets, "RATE": "36000", "IDLE_DAYS": "1"}

    def test_room_that_nobody_uses_is_left(self):
        self.hs.joined = {OTHER: [ME, ANN]}
        create = event("m.room.create", ME, {"engarde_bot.private_room_of": ANN}, "")
        self.hs.batch(join={OTHER: members(2, 0, [create, member(ME)]),
                            THIRD: members(5, 0, [member(ME)])})
        told = False
        for _ in range(32):
            time.sleep(0.25)
            self.say("!say used", room=THIRD)
            if self.left() and not told:
                told = True
                self.hs.batch(leave={ROOM: {"timeline": {"events": [member(ME, "leave")]}}})
        self.assertEqual(self.left(), [ROOM])
        self.hs.batch(join={THIRD: [text(ANN, "no command") for _ in range(3)]})
        self.wait(lambda: THIRD in self.left())
        self.assertEqual(self.left(), [ROOM, THIRD])


if __name__ == "__main__":
    main()
