"""SIGHUP: what changes, what does not, and what the log says. Run: test_reload.py PROGRAM"""

import os
import signal
import sys
import unittest
from pathlib import Path

os.environ["ENGARDE_BOT"] = sys.argv.pop(1)
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "monitoring"))

from watch import ANN, Watched, member  # noqa: E402


class Reload(Watched):
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

    def test_policy_changes_while_it_runs(self):
        self.invite("!first:here")
        self.until(lambda: self.homeserver.asked("POST .*first:here/leave"))
        self.hang_up("invites: {from: anyone}\n")
        self.told("event=reloaded")
        self.invite("!second:here")
        self.until(lambda: self.homeserver.asked("POST .*/join/!second:here"))

    def test_log_level_and_format_change_while_it_runs(self):
        self.hang_up("log: {level: info, format: json}\n")
        self.told('{"time":"')
        self.told('"event":"reloaded"')
        self.hang_up("log: {level: error}\ninvites: {from: nobody}\n")
        self.invite("!first:here") # it is done in a later round of the loop
        self.until(lambda: self.homeserver.asked("POST .*first:here/leave"))
        self.hang_up("log: 1\n")
        self.told("level=error event=reload_failed")
        self.assertEqual(len([line for line in self.log if "reloaded" in line]), 1)

    def test_what_needs_a_restart_is_named(self):
        self.hang_up("monitoring: {listen: 127.0.0.1:0}\n", user="@other:here")
        self.told("event=reloaded")
        for key in ("matrix.user", "monitoring.listen"):
            self.told(f"event=reload_needs_restart key={key}")
        self.assertFalse(self.listens())

    def test_a_file_with_faults_changes_nothing_and_says_why(self):
        self.hang_up("invites: {from: anyone}\nlogs: {level: debug}\nlimits: {sender_per_minute: x}\n")
        self.told('level=error event=reload_failed why="')
        self.told('unknown key')
        self.assertFalse([line for line in self.log if "event=reloaded" in line])
        self.invite("!first:here")
        self.until(lambda: self.homeserver.asked("POST .*first:here/leave"))

    def test_a_file_that_is_gone_changes_nothing_and_says_why(self):
        self.settings.unlink()
        self.program.send_signal(signal.SIGHUP)
        self.told("there is no such file")
        self.invite("!first:here")
        self.until(lambda: self.homeserver.asked("POST .*first:here/leave"))

    def test_many_signals_at_once_are_fine(self):
        for _ in range(50):
            self.program.send_signal(signal.SIGHUP)
        self.told("event=reloaded")
        self.invite("!first:here")
        self.until(lambda: self.homeserver.asked("POST .*first:here/leave"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
