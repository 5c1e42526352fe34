"""The daemon's messages to its service manager. Run: test_systemd.py ENGARDE-BOT [unittest options]"""

import os
import queue
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "matrix"))
from homeserver import ME, PATIENCE, Homeserver

PROGRAM = None
SETTINGS = """\
matrix:
  homeserver: {url}
  user: "{user}"
store: {directory}/engarde.db
"""
WAITING = "STATUS=Waits for the homeserver"
FOLLOWING = "STATUS=Receives events from the homeserver"
CUT_OFF = "STATUS=Can't receive events at the moment: the log says why"


class Case(unittest.TestCase):
    """A homeserver, a daemon, and the socket of a service manager."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.directory = Path(temporary.name)
        self.hs = Homeserver()
        self.addCleanup(self.hs.close)
        self.hs.password = "secret"
        self.bot = None
        self.addCleanup(self.end)

    def start(self, name=None, **environment):
        name = name or str(self.directory / "notify")
        self.told = queue.Queue()
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(listener.close)
        listener.bind(name.replace("@", "\0", 1) if name[0] == "@" else name)
        threading.Thread(target=self.listen, args=(listener,), daemon=True).start()
        settings = self.directory / "engarde.yaml"
        settings.write_text(
            SETTINGS.format(url=self.hs.url, user=ME, directory=self.directory))
        inherited = {k: v for k, v in os.environ.items() if not k.startswith("WATCHDOG_")}
        with open(self.directory / "log", "ab") as log:
            self.bot = subprocess.Popen(
                [PROGRAM, "--config", settings], stdout=log, stderr=log,
                env=inherited | {"ENGARDE_PASSWORD": "secret", "NOTIFY_SOCKET": name} | environment)

    def listen(self, listener):
        while True:
            try:
                self.told.put(listener.recv(4096).decode())
            except OSError:
                return

    def hears(self, *datagrams):
        """Checks that the next messages to the service manager are `datagrams`, in this order."""
        for wanted in datagrams:
            try:
                self.assertEqual(self.told.get(timeout=PATIENCE), wanted)
            except queue.Empty:
                self.fail(f"not told: {wanted}; the log: {(self.directory / 'log').read_text()}")

    def end(self, status=0):
        if self.bot is None:
            return
        self.bot.send_signal(signal.SIGTERM)
        self.assertEqual(self.bot.wait(PATIENCE), status)
        self.bot = None


class Messages(Case):
    def test_ready_after_the_first_batch_and_stopping_before_the_end(self):
        self.start()
        self.hears(WAITING, f"READY=1\n{FOLLOWING}")
        self.assertTrue(self.hs.asked("GET .*/sync"))
        self.end()
        self.hears("STOPPING=1\nSTATUS=Stopping")

    def test_ready_when_the_homeserver_fails(self):
        self.hs.fault("/sync", 503, {}, times=3)
        self.start()
        self.hears(WAITING, f"READY=1\n{CUT_OFF}", FOLLOWING)
        self.assertGreater(len(self.hs.asked("GET .*/sync")), 3)

    def test_ready_when_the_homeserver_is_down(self):
        self.hs.fault("/login", 502, {}, times=2)
        self.start()
        self.hears(WAITING, f"READY=1\n{CUT_OFF}")

    def test_ready_when_the_homeserver_does_not_answer(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            self.hs.url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            self.start()
            self.hears(WAITING, f"READY=1\n{WAITING}")
            self.end()

    def test_ready_is_sent_once(self):
        self.start()
        self.hears(WAITING, f"READY=1\n{FOLLOWING}")
        self.hs.fault("/sync", 503, {})
        self.hears(CUT_OFF, FOLLOWING)

    def test_reload_is_announced_at_its_start_and_end(self):
        self.start()
        self.hears(WAITING, f"READY=1\n{FOLLOWING}")
        for _ in range(2):
            self.bot.send_signal(signal.SIGHUP)
            self.assertRegex(self.told.get(timeout=PATIENCE), r"^RELOADING=1\nMONOTONIC_USEC=\d+$")
            self.hears(f"READY=1\n{FOLLOWING}")

    def test_reload_before_the_bot_is_ready_is_not_announced(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            self.hs.url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            self.start()
            self.hears(WAITING)
            connection, _ = silent.accept()
            self.bot.send_signal(signal.SIGHUP)
            while "event=reloaded" not in (self.directory / "log").read_text():
                time.sleep(0.05)
            connection.close()
            self.assertRegex(self.told.get(timeout=PATIENCE), "^READY=1\nSTATUS=")
            self.end()

    def test_socket_in_the_abstract_namespace(self):
        self.start(name=f"@engarde-test-{os.getpid()}")
        self.hears(WAITING, f"READY=1\n{FOLLOWING}")

    def test_refused_login_is_the_last_status(self):
        self.hs.password = "other"
        self.start()
        self.hears(WAITING, "STOPPING=1\nSTATUS=Stopping",
                   "STATUS=the homeserver refuses the log-in")
        self.assertEqual(self.bot.wait(PATIENCE), 78)
        self.bot = None

    def test_bot_runs_without_its_service_manager(self):
        self.start()
        self.hears(WAITING, f"READY=1\n{FOLLOWING}")
        (self.directory / "notify").unlink()
        self.end()


class Watchdog(Case):
    def test_watchdog_messages_while_nothing_happens(self):
        self.hs.poll = PATIENCE
        self.start(WATCHDOG_USEC="200000")
        told = [self.told.get(timeout=PATIENCE) for _ in range(20)]
        self.assertEqual([line for line in told if line != "WATCHDOG=1"],
                         [WAITING, f"READY=1\n{FOLLOWING}"])
        # The homeserver answers the first request at once, and has not answered the second yet.
        self.assertEqual(len(self.hs.asked("GET .*/sync")), 2)

    def test_no_watchdog_messages_for_another_process(self):
        self.start(WATCHDOG_USEC="200000", WATCHDOG_PID="1")
        self.hears(WAITING, f"READY=1\n{FOLLOWING}")
        self.end()
        self.hears("STOPPING=1\nSTATUS=Stopping")

    def test_no_watchdog_messages_for_a_bad_interval(self):
        for text in ("", "never", "-5", "12s", "1", "99999999999999999999"):
            with self.subTest(text=text):
                self.start(name=str(self.directory / f"notify{text}"), WATCHDOG_USEC=text)
                self.hears(WAITING, f"READY=1\n{FOLLOWING}")
                self.end()
                self.hears("STOPPING=1\nSTATUS=Stopping")


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(argv=sys.argv)
