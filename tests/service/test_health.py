"""engarde-bot health. Run: test_health.py PROGRAM"""

import os
import signal
import subprocess
import sys
import unittest
from pathlib import Path

os.environ["ENGARDE_BOT"] = sys.argv.pop(1)
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "monitoring"))

from watch import PROGRAM, Watched  # noqa: E402


class Health(Watched):
    def health(self, status, text):
        asked = subprocess.run([PROGRAM, "--config", self.settings, "health"],
                               capture_output=True, text=True,
                               env=os.environ | {"http_proxy": "http://127.0.0.1:1"})
        self.assertEqual(asked.returncode, status, asked.stderr)
        self.assertIn(text, asked.stdout + asked.stderr)

    def run_at_a_port(self):
        self.start()
        self.configure(f"monitoring: {{listen: '{self.address}'}}\n")

    def test_a_bot_that_runs_is_healthy_whatever_its_homeserver_does(self):
        self.homeserver.fault("/sync", 503, {}, times=999)
        self.run_at_a_port()
        self.health(0, "healthy\n")

    def test_a_bot_that_has_ended_is_not(self):
        self.run_at_a_port()
        self.stop()
        self.health(1, "/healthz: ")

    def test_a_bot_that_hangs_is_not(self):
        self.run_at_a_port()
        self.program.send_signal(signal.SIGSTOP)
        self.addCleanup(self.program.send_signal, signal.SIGCONT)
        self.health(1, "/healthz: ")

    def test_another_answer_than_that_of_health_is_none(self):
        self.configure(f"monitoring: {{listen: '{self.homeserver.url[7:]}'}}\n")
        self.health(1, "/healthz: ")

    def test_without_an_address_it_can_not_be_asked(self):
        self.configure("")
        self.health(78, "without the key monitoring.listen")


if __name__ == "__main__":
    unittest.main()
