"""User ids in the log, and their pseudonyms. Run: test_user_ids.py PROGRAM"""

import os
import re
import sys
import unittest
from pathlib import Path

os.environ["ENGARDE_BOT"] = sys.argv.pop(1)
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "monitoring"))

from monitoring_case import ANN, BOB, ME, ROOM, MonitoringCase, member  # noqa: E402

EVE = "@eve:there"
ID = re.compile(r"[@#][^ \"]+:(here|there)|%40[^ ]+%3A")


class UserIds(MonitoringCase):
    def live(self, settings):
        """Gives the bot much to do and to log: matches, invitations, refusals, failures, a new log-in."""
        self.homeserver.fault("POST .*/createRoom", status=403, body={
            "errcode": "M_FORBIDDEN", "error": f"{BOB} is not in the room of {ANN}"})
        self.homeserver.batch(join={ROOM: [member(ME), member(ANN), member(BOB)]})
        self.start("invites: {from: listed, users: ['@ann:here']}\nlimits: {sender_per_minute: 3}\n" + settings)
        self.say(f"!eg challenge {BOB}", "!eg help", "!eg forget me yes", "!eg practice", *["!eg help"] * 9)
        for who, room in ((EVE, "!no:there"), (ANN, "!yes:here")):
            self.homeserver.batch(invite={room: {"invite_state": {"events": [member(ME, "invite", sender=who)]}}})
        self.until(lambda: self.homeserver.asked("POST .*no:there/leave"))
        self.until(lambda: self.homeserver.asked("POST .*/join/!yes:here"))
        self.homeserver.batch(join={ROOM: [member(EVE, "ban", sender=ANN), member(ME, "ban", sender=ANN)]})
        self.homeserver.batch(leave={"!yes:here": {"timeline": {"events": [member(ME, "leave", sender=ANN)]}}})
        self.until(self.homeserver.all_is_handled)
        self.stop()
        self.until(lambda: any("event=ended" in line for line in self.log))
        return "".join(self.log)

    def test_hidden_ids_appear_nowhere_in_the_log(self):
        log = self.live("log: {user_ids: hidden}\n")
        self.assertIsNone(ID.search(log), log)
        self.assertRegex(log, "user-[0-9a-f]{8}")

    def test_ids_are_shown_by_default(self):
        self.assertRegex(self.live(""), ID)


if __name__ == "__main__":
    unittest.main(verbosity=2)
