"""The bot's admins: their commands, bans, and news for them. Run: test_admins.py PROGRAM"""

import os
import signal
import sys
import unittest
from pathlib import Path

os.environ["ENGARDE_BOT"] = sys.argv.pop(1)
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "monitoring"))

from monitoring_case import ANN, BOB, ME, ROOM, MonitoringCase, member, text  # noqa: E402
from homeserver import PATIENCE, event  # noqa: E402

HOST, MAL = "@host:here", "@mal:evil.org"
SETTINGS = f'admins: {{users: ["{HOST}"]}}\n'


def invitation(inviter, **more):
    return {"invite_state": {"events": [member(ME, "invite", inviter, **more)]}}


class Admins(MonitoringCase):
    def setUp(self):
        super().setUp()
        self.homeserver.batch(join={ROOM: [member(ME), member(ANN), member(BOB)]})
        self.start(SETTINGS)
        self.until(lambda: self.homeserver.asked("GET .*/sync")[1:])

    def open_direct_chat(self, user, room):
        events = [event("m.room.create", user, {}, ""), member(user), member(ME)]
        self.homeserver.batch(invite={room: invitation(user, is_direct=True)})
        self.until(lambda: self.homeserver.asked(f"/join/{room}"))
        self.homeserver.state[room] = events
        self.homeserver.batch(join={room: {
            "timeline": {"events": events},
            "summary": {"m.joined_member_count": 2, "m.invited_member_count": 0}}})
        return room

    def write(self, room, sender, body):
        self.homeserver.batch(join={room: [text(sender, body)]})

    def bodies(self, room):
        return [content["body"] for where, content in self.homeserver.sent if where == room]

    def read(self, room, what):
        """Waits until the bot has written this into the room."""
        self.until(lambda: any(what in body for body in self.bodies(room)))

    def restart(self, how):
        self.program.send_signal(how)
        self.program.wait(PATIENCE)
        syncs = len(self.homeserver.asked("GET .*/sync"))
        self.start(SETTINGS)
        self.until(lambda: len(self.homeserver.asked("GET .*/sync")) >= syncs + 2)

    def test_status_is_for_the_admin(self):
        host = self.open_direct_chat(HOST, "!host:here")
        mal = self.open_direct_chat(MAL, "!mal:here")
        self.write(host, HOST, "status")
        self.read(host, "engarde-bot ")
        self.read(host, "Homeserver: reachable")
        self.read(host, "Store: ")
        self.write(mal, MAL, "status")
        self.read(mal, "I don't know status") # nobody else has such a command
        self.write(ROOM, HOST, "!eg status")
        self.read(ROOM, "I don't know status")

    def test_banned_server_is_not_heard(self):
        host = self.open_direct_chat(HOST, "!host:here")
        self.write(host, HOST, "ban Evil.ORG:8448")
        self.read(host, "From now on I ignore evil.org")
        self.homeserver.batch(invite={"!trap:evil.org": invitation(MAL)})
        self.until(lambda: self.homeserver.asked("POST .*trap:evil.org/leave"))
        self.write(ROOM, MAL, "!eg help")
        self.write(ROOM, ANN, "!eg about")
        self.read(ROOM, "I am engarde-bot")
        self.assertFalse([body for body in self.bodies(ROOM) if "fencing duel with cards. You" in body])
        self.restart(signal.SIGTERM)
        self.write(host, HOST, "bans")
        self.read(host, "I ignore:\nevil.org")
        self.write(host, HOST, "unban evil.org")
        self.read(host, "I no longer ignore evil.org")
        self.write(ROOM, MAL, "!eg help")
        self.read(ROOM, "You can write, for example")

    def test_bot_leaves_a_room(self):
        host = self.open_direct_chat(HOST, "!host:here")
        self.write(ROOM, ANN, f"!eg challenge {BOB}")
        self.read(ROOM, "challenges")
        self.write(host, HOST, "rooms")
        self.read(host, f"{ROOM} (1)")
        self.write(host, HOST, f"leave {ROOM}")
        self.read(host, "To leave anyway")
        self.write(host, HOST, f"leave {ROOM} yes")
        self.until(lambda: self.homeserver.asked(f"POST .*{ROOM}/leave"))
        self.assertIn("told me to leave the room", self.bodies(ROOM)[-1])

    def test_announcement_reaches_the_rooms(self):
        host = self.open_direct_chat(HOST, "!host:here")
        self.write(ROOM, ANN, f"!eg challenge {BOB}")
        self.read(ROOM, "challenges")
        self.write(host, HOST, "announce Off on Sunday")
        self.read(host, "Rooms that would get this: 1.")
        self.write(host, HOST, "announce yes")
        self.read(ROOM, "From the people who run this bot: Off on Sunday")
        self.read(host, "The announcement is done.")

    def test_admin_hears_of_a_crash(self):
        host = self.open_direct_chat(HOST, "!host:here")
        self.read(host, "En Garde")
        self.restart(signal.SIGTERM)
        self.restart(signal.SIGKILL)
        self.read(host, "I did not stop as I should")
        self.restart(signal.SIGTERM)
        self.write(host, HOST, "status")
        self.read(host, "Store: ")
        crashes = [body for body in self.bodies(host) if "I did not stop" in body]
        self.assertEqual(len(crashes), 1)


if __name__ == "__main__":
    unittest.main(verbosity=2)
