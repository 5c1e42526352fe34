"""The reload of the configuration after SIGHUP. Run: test_reload.py PROGRAM"""

import os
import signal
import sys
import unittest
from pathlib import Path

os.environ["ENGARDE_BOT"] = sys.argv.pop(1)
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "monitoring"))

from monitoring_case import ANN, MonitoringCase, member  # noqa: E402


class Reload(MonitoringCase):
    def setUp(self):
        super().setUp()
        self.start("invites: {from: nobody}\n")
        self.until(lambda: self.homeserver.asked("GET .*/sync")[1:])

    def hang_up(self, more, **settings):
        self.configure(more, **settings)
        self.program.send_signal(signal.SIGHUP)

    def told(self, what):
        self.until(lambda: any(what in line for line in self.log))

    def invite(self, room):
        self.homeserver.batch(invite={room: {"invite_state": {"events": [
            member("@bot:here", "invite", sender=ANN)]}}})

    def test_reload_changes_who_may_invite(self):
        self.invite("!first:here")
        self.until(lambda: self.homeserver.asked("POST .*first:here/leave"))
        self.hang_up("invites: {from: anyone}\n")
        self.told("event=reloaded")
        self.invite("!second:here")
        self.until(lambda: self.homeserver.asked("POST .*/join/!second:here"))

    def test_reload_changes_the_log(self):
        self.hang_up("log: {level: info, format: json}\n")
        self.told('{"time":"')
        self.told('"event":"reloaded"')
        self.hang_up("log: {level: error}\ninvites: {from: nobody}\n")
        # the bot reads the configuration before it handles this invitation
        self.invite("!first:here")
        self.until(lambda: self.homeserver.asked("POST .*first:here/leave"))
        self.hang_up("log: 1\n")
        self.told("level=error event=reload_failed")
        self.assertEqual(len([line for line in self.log if "reloaded" in line]), 1)

    def test_reload_names_the_keys_that_need_a_restart(self):
        self.hang_up("monitoring: {listen: 127.0.0.1:0}\n", user="@other:here")
        self.told("event=reloaded")
        for key in ("matrix.user", "monitoring.listen"):
            self.told(f"event=reload_needs_restart key={key}")
        self.assertFalse(self.listens())

    def test_file_with_errors_changes_nothing(self):
        self.hang_up("invites: {from: anyone}\nlogs: {level: debug}\nlimits: {sender_per_minute: x}\n")
        self.told('level=error event=reload_failed why="')
        self.told('unknown key')
        self.assertFalse([line for line in self.log if "event=reloaded" in line])
        self.invite("!first:here")
        self.until(lambda: self.homeserver.asked("POST .*first:here/leave"))

    def test_missing_file_changes_nothing(self):
        self.settings.unlink()
        self.program.send_signal(signal.SIGHUP)
        self.told("there is no such file")
        self.invite("!first:here")
        self.until(lambda: self.homeserver.asked("POST .*first:here/leave"))

    def test_many_signals_at_once(self):
        for _ in range(50):
            self.program.send_signal(signal.SIGHUP)
        self.told("event=reloaded")
        self.invite("!first:here")
        self.until(lambda: self.homeserver.asked("POST .*first:here/leave"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
