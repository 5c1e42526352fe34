"""A homeserver and a monitoring on other machines of a private network. Run: test_private_network.py
PROGRAM

The name hs.localhost stands for another machine: curl resolves it to the loopback address, but the bot
can't know that.
"""

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

os.environ["ENGARDE_BOT"] = sys.argv.pop(1)
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "monitoring"))

from monitoring_case import PROGRAM, MonitoringCase  # noqa: E402


class PrivateNetwork(MonitoringCase):
    def setUp(self):
        super().setUp()
        self.homeserver.url = self.homeserver.url.replace("127.0.0.1", "hs.localhost")

    def check(self):
        return subprocess.run([PROGRAM, "--config", self.settings, "--check-config"],
                              env=os.environ | {"ENGARDE_PASSWORD": "secret"},
                              capture_output=True, text=True)

    def permit(self):
        text = self.settings.read_text()
        self.settings.write_text(text.replace("matrix:\n", "matrix:\n  insecure_http: true\n"))

    def test_plain_http_is_refused_and_the_fault_names_the_permission(self):
        self.configure("")
        done = self.check()
        self.assertEqual(done.returncode, 78)
        self.assertIn("unencrypted", done.stderr)
        self.assertIn('"insecure_http: true"', done.stderr)

    def test_plain_http_by_permission(self):
        self.configure("")
        self.permit()
        self.assertEqual(self.check().returncode, 0)
        self.program = subprocess.Popen(
            [PROGRAM, "--config", str(self.settings)],
            env=os.environ | {"ENGARDE_PASSWORD": "secret"}, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.program.stderr.close)
        self.until(lambda: self.homeserver.asked("GET .*/sync")[1:])
        self.program.terminate()
        log = self.program.stderr.read()
        self.assertRegex(log, r"level=warning event=insecure_http .*private")
        self.assertEqual(self.program.wait(), 0)
        self.program = None

    def test_local_homeserver_needs_no_warning(self):
        self.homeserver.url = self.homeserver.url.replace("hs.localhost", "127.0.0.1")
        self.start()
        self.permit()
        self.until(lambda: self.homeserver.asked("GET .*/sync"))
        self.assertFalse(re.search("event=insecure", "".join(self.log)))

    def test_monitoring_for_other_machines_is_refused(self):
        self.homeserver.url = self.homeserver.url.replace("hs.localhost", "127.0.0.1")
        self.configure("monitoring: {listen: '0.0.0.0:9464'}\n")
        done = self.check()
        self.assertEqual(done.returncode, 78)
        self.assertIn('"insecure_listen: true"', done.stderr)


if __name__ == "__main__":
    unittest.main()
