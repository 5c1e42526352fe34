"""The program on a machine without fonts, where pictures would show boxes. Run: test_fonts.py PROGRAM"""

import os
import subprocess
import sys
import unittest
from pathlib import Path

os.environ["ENGARDE_BOT"] = sys.argv.pop(1)
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "monitoring"))
os.environ["FONTCONFIG_FILE"] = str(Path(__file__).resolve().parents[1] / "unit/picture/no_font.conf")

from monitoring_case import BOB, PROGRAM, ROOM, MonitoringCase, text  # noqa: E402


class NoFont(MonitoringCase):
    def test_log_says_it_at_the_start_and_the_board_comes_in_words(self):
        self.enter()
        [said] = [line for line in self.log if "event=no_pictures" in line]
        self.assertIn("install one", said)
        self.say(f"!eg challenge {BOB}")
        self.until_value('engarde_matches{status="challenge"}', 1)
        self.homeserver.batch(join={ROOM: [text(BOB, "!eg accept")]})
        self.until_value('engarde_matches{status="playing"}', 1)
        self.until(lambda: self.boards())
        self.say("!eg board picture")
        self.until(lambda: len(self.boards()) > 1)
        self.assertEqual({content["msgtype"] for content in self.boards()}, {"m.notice"})
        self.assertEqual(self.homeserver.asked("POST .*/upload"), [])

    def boards(self):
        return [content for room, content in self.homeserver.sent if room == ROOM and ", distance 22" in content["body"]]

    def test_check_says_it(self):
        self.configure()
        done = subprocess.run([PROGRAM, "--config", self.settings, "--check-config"], capture_output=True,
                              text=True, env=os.environ | {"ENGARDE_PASSWORD": "secret"}, timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("there are no pictures: no font", done.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
