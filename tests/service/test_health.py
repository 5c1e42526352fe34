"""The command health. Run: test_health.py PROGRAM"""

import os
import re
import signal
import subprocess
import sys
import unittest
from pathlib import Path

os.environ["ENGARDE_BOT"] = sys.argv.pop(1)
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "monitoring"))

from monitoring_case import ANN, PROGRAM, ROOM, MonitoringCase, member  # noqa: E402


class Health(MonitoringCase):
    def health(self, status, text):
        asked = subprocess.run([PROGRAM, "--config", self.settings, "health"],
                               capture_output=True, text=True,
                               env=os.environ | {"http_proxy": "http://127.0.0.1:1"})
        self.assertEqual(asked.returncode, status, asked.stderr)
        self.assertIn(text, asked.stdout + asked.stderr)

    def run_at_a_port(self):
        self.start()
        self.configure(f"monitoring: {{listen: '{self.address}'}}\n")

    def test_running_bot_is_healthy_without_its_homeserver(self):
        self.homeserver.fault("/sync", 503, {}, times=999)
        self.run_at_a_port()
        self.health(0, "healthy\n")

    def test_ended_bot_is_not_healthy(self):
        self.run_at_a_port()
        self.stop()
        self.health(1, "/health: the bot does not run, or hangs")

    def test_hanging_bot_is_not_healthy(self):
        self.run_at_a_port()
        self.program.send_signal(signal.SIGSTOP)
        self.addCleanup(self.program.send_signal, signal.SIGCONT)
        self.health(1, "/health: the bot does not run, or hangs")

    def test_bot_whose_store_was_moved_away_is_not_healthy(self):
        self.run_at_a_port()
        store = self.folder / "engarde.db"
        store.rename(self.folder / "elsewhere")
        self.health(1, "store: somebody has removed or replaced its file")
        self.homeserver.batch(join={ROOM: [member(ANN)]})
        self.until(lambda: "event=store_is_gone" in "".join(self.log))
        (self.folder / "elsewhere").rename(store)
        self.health(0, "healthy\n")

    def test_another_server_is_not_healthy(self):
        self.configure(f"monitoring: {{listen: '{self.homeserver.url[7:]}'}}\n")
        self.health(1, "/health: another program answers there")

    def test_reason_is_printed(self):
        self.homeserver.fault("/health", 503, b"the bot has received nothing\n")
        self.configure(f"monitoring: {{listen: '{self.homeserver.url[7:]}'}}\n")
        self.health(1, "the bot has received nothing\n")

    def test_listening_on_all_addresses(self):
        for where in ("0.0.0.0", "[::]"):
            with self.subTest(where=where):
                self.start(f"monitoring: {{listen: '{where}:0', insecure_listen: true}}\n")
                port = self.until(lambda: re.search(r"event=monitoring .*port=(\d+)", "".join(self.log)))
                self.until(lambda: "event=insecure_listen" in "".join(self.log))
                self.configure(f"monitoring: {{listen: '{where}:{port[1]}', insecure_listen: true}}\n")
                self.health(0, "healthy\n")
                self.stop()
                self.log.clear()

    def test_health_needs_an_address(self):
        self.configure("")
        self.health(78, "the key monitoring.listen is missing")


if __name__ == "__main__":
    unittest.main()
