"""A test case that runs the bot on a scripted homeserver and reads its pages over HTTP."""

import os
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/matrix"))

from homeserver import ME, PATIENCE, Homeserver, member, text  # noqa: E402

PROGRAM = os.environ.get("ENGARDE_BOT", str(ROOT / "build/dev/bin/engarde-bot"))
ROOM, ANN, BOB = "!room:here", "@ann:here", "@bob:here"
SETTINGS = """\
matrix:
  homeserver: {url}
  user: "{user}"
store: {folder}/engarde.db
"""
LISTENING = """\
monitoring:
  listen: 127.0.0.1:0
"""


class MonitoringCase(unittest.TestCase):
    def setUp(self):
        self.homeserver = Homeserver()
        self.addCleanup(self.homeserver.close)
        self.homeserver.password = "secret"
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.settings = self.folder / "engarde.yaml"
        self.log = []
        self.program = None
        self.descriptors = None # the most file descriptors of the program, or None for the usual limit
        self.addCleanup(self.stop)

    def configure(self, more=LISTENING, user=ME):
        self.settings.write_text(
            SETTINGS.format(url=self.homeserver.url, user=user, folder=self.folder) + more
        )

    def start(self, more=LISTENING):
        self.configure(more)
        # Without --core-dumps, only root can read the program's descriptors, which `listens` needs.
        self.program = subprocess.Popen(
            [PROGRAM, "--core-dumps", "--config", str(self.settings)],
            env=os.environ | {"ENGARDE_PASSWORD": "secret"},
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=self.limit,
        )
        pipe = self.program.stderr
        threading.Thread(
            target=lambda: self.log.extend(iter(pipe.readline, "")) or pipe.close(), daemon=True
        ).start()
        if more != LISTENING:
            return
        port = self.until(lambda: re.search(r"event=monitoring .*port=(\d+)", "".join(self.log)))
        self.address = f"127.0.0.1:{port[1]}"

    def limit(self):
        if self.descriptors:
            resource.setrlimit(resource.RLIMIT_NOFILE, (self.descriptors, self.descriptors))

    def stop(self):
        if self.program:
            self.program.terminate()
            self.program.wait(PATIENCE)
            self.program = None

    def until(self, condition, patience=PATIENCE):
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if found := condition():
                return found
            time.sleep(0.02)
        self.fail("waited in vain; the log: " + "".join(self.log))

    def listens(self):
        """Returns whether the program has a listening TCP socket."""
        here = Path(f"/proc/{self.program.pid}")
        mine = {os.readlink(fd) for fd in (here / "fd").iterdir()}
        lines = [line.split() for kind in ("tcp", "tcp6")
                 for line in (here / "net" / kind).read_text().splitlines()[1:]]
        return any(line[3] == "0A" and f"socket:[{line[9]}]" in mine for line in lines)

    def get(self, path, method="GET"):
        """Returns the status and the text of a page."""
        request = urllib.request.Request(f"http://{self.address}{path}", method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.read().decode()

    def value(self, name):
        """Returns the value of the metric `name`, which must have one line in /metrics."""
        for line in self.get("/metrics")[1].splitlines():
            if line.startswith(name + " "):
                return float(line.split()[-1])
        self.fail(f"there is no {name}")

    def until_value(self, name, wanted):
        self.until(lambda: self.value(name) == wanted)

    def say(self, *bodies):
        sent = int(time.time() * 1000) - 200
        events = [text(ANN, body) | {"origin_server_ts": sent} for body in bodies]
        self.homeserver.batch(join={ROOM: events})

    def enter(self):
        """Starts the bot in a room, and waits for its first batch."""
        self.homeserver.batch(join={ROOM: [member(ME), member(ANN), member(BOB)]})
        self.start()
        self.until(lambda: self.get("/readyz")[0] == 200)
