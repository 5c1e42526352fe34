"""A test case with a test bot, which follows simple commands, and a scripted homeserver."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from homeserver import ME, PATIENCE, Homeserver, member, text

ROOM, OTHER = "!room:here", "!other:here"
ANN, BOB, EVE = "@ann:here", "@bob:here", "@eve:there"
PROGRAM = None


def invitation(inviter, **more):
    return {"invite_state": {"events": [member(ME, "invite", inviter, **more)]}}


class Case(unittest.TestCase):
    """A homeserver, and a bot that has logged in and handled its first batch. The bot is a member
    of ROOM."""

    inside = True
    homeserver = Homeserver
    secrets = {"ENGARDE_PASSWORD": "secret"}

    def setUp(self):
        self.began = time.monotonic()
        self.hs = self.homeserver()
        self.addCleanup(self.hs.close)
        self.hs.password = "secret"
        self.dir = tempfile.TemporaryDirectory()
        self.addCleanup(self.dir.cleanup)
        self.lines, self.bot, self.max_rooms = [], None, "10"
        self.addCleanup(self.end)
        if self.inside:
            self.hs.batch(join={ROOM: [member(ME), text(ANN, "!say before the first batch")]})
            self.start()
            self.wait(lambda: self.hs.asked("GET .*/sync")[1:])

    def start(self):
        env = {**os.environ, **self.secrets}
        self.bot = subprocess.Popen(
            [PROGRAM, self.hs.url, ME, os.path.join(self.dir.name, "store"), self.max_rooms, "here"],
            env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            # SIGXFSZ stays ignored, so a write beyond the file size limit fails and does not kill
            # the bot.
            restore_signals=False)
        self.log = []
        for pipe, lines in ((self.bot.stdout, self.lines), (self.bot.stderr, self.log)):
            threading.Thread(target=lambda p=pipe, l=lines: l.extend(iter(p.readline, "")) or
                             p.close(), daemon=True).start()

    def kill(self):
        if self.bot and self.bot.poll() is None:
            self.bot.kill()
        if self.bot:
            self.bot.wait()
            self.bot = None

    def stop(self):
        """Sends SIGTERM and checks that the bot ends with status 0."""
        self.bot.send_signal(signal.SIGTERM)
        self.assertEqual(self.bot.wait(PATIENCE), 0, self.log)
        self.bot = None

    def copy_disk(self):
        """Stops the bot, copies its files, and starts the bot again."""
        self.stop()
        self.copy = tempfile.TemporaryDirectory()
        self.addCleanup(self.copy.cleanup)
        shutil.copytree(self.dir.name, self.copy.name, dirs_exist_ok=True)
        self.copied_at = len(self.hs.batches)
        self.start()

    def put_disk_back(self):
        """Kills the bot, and replaces its files by the copy. The homeserver forgets the batches since
        the copy, so a test says what the next batch is."""
        self.kill()
        shutil.rmtree(self.dir.name)
        shutil.copytree(self.copy.name, self.dir.name)
        del self.hs.batches[self.copied_at:]

    def end(self):
        if self.bot and self.bot.poll() is None:
            self.stop()

    def wait(self, condition, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = condition()
            if found:
                return found
            time.sleep(0.01)
        self.fail(f"waited in vain; lines {self.lines}, log {self.log}, sent {self.hs.sent}, "
                  f"asked {[r[0] for r in self.hs.requests[-30:]]}")

    def settle(self):
        """Waits until the bot has read all answers to the requests that it has sent so far."""
        self.wait(lambda: self.hs.answering == 0)
        syncs = len(self.hs.asked("GET .*/sync"))
        self.wait(lambda: len(self.hs.asked("GET .*/sync")) >= syncs + 2)

    def check_whoami_is_rare(self):
        """Checks that the bot has sent /whoami since the test began, and at most once in ten
        seconds."""
        asked = len(self.hs.asked("/whoami"))
        self.assertGreater(asked, 0)
        self.assertLessEqual(asked, 1 + (time.monotonic() - self.began) / 10)

    def told(self, line):
        return [found for found in self.lines if re.search(line, found)]

    def bodies(self, room=ROOM):
        return [content["body"] for where, content in self.hs.sent if where == room]

    def expect(self, bodies, room=ROOM):
        """Waits for exactly these messages in this order, then checks that no others follow."""
        self.wait(lambda: len(self.bodies(room)) >= len(bodies))
        time.sleep(0.3)
        self.assertEqual(self.bodies(room), bodies)

    def say(self, *bodies, room=ROOM, sender=ANN, then=None):
        """Lets somebody say something. With `then`, the room has exactly these messages afterwards."""
        self.hs.batch(join={room: [text(sender, body) for body in bodies]})
        if then is not None:
            self.expect(then, room)


def main():
    """Runs the tests of the main module. The command line is: FILE BOT [unittest options]."""
    global PROGRAM
    PROGRAM = sys.argv.pop(1)
    unittest.main()
