"""The database hangs: the bot lives, and says whose fault it is. Run: test_silent_database.py PROGRAM"""

import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
import unittest

os.environ["ENGARDE_BOT"] = sys.argv.pop(1)

from postgresql_case import BIN, SERVER, PostgresqlCase  # noqa: E402
from monitoring_case import BOB, PATIENCE  # noqa: E402

SHORT = 5 # seconds: less than the bot waits for the database


class Silence(PostgresqlCase):
    def setUp(self):
        super().setUp()
        os.environ |= {"NOTIFY_SOCKET": str(self.folder / "notify"), "WATCHDOG_USEC": "400000"}
        self.addCleanup(lambda: [os.environ.pop(name) for name in ("NOTIFY_SOCKET", "WATCHDOG_USEC")])
        self.fed = queue.Queue()
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(manager.close)
        manager.bind(os.environ["NOTIFY_SOCKET"])
        threading.Thread(target=self.listen, args=(manager,), daemon=True).start()
        self.enter()

    def listen(self, manager):
        while True:
            try:
                self.fed.put(manager.recv(4096))
            except OSError:
                return

    def count(self, event):
        return "".join(self.log).count(f"event={event} ")

    def assert_shows_silence(self):
        """What the bot shows while it waits for an answer of the database."""
        self.until(lambda: self.count("store_waits"))
        failed = self.count("store_failed")
        began = time.monotonic()
        self.assertEqual(self.get("/healthz")[0], 200)
        status, text = self.get("/readyz")
        self.assertEqual(status, 503)
        self.assertRegex(text, "store: the database has not answered for [2-9] s")
        self.assertIn(self.store, text)
        status, text = self.get("/metrics")
        self.assertEqual(status, 200)
        self.assertIn("\nengarde_leader 1\n", text)
        while not self.fed.empty():
            self.fed.get()
        self.assertIn(b"WATCHDOG=1", self.fed.get(timeout=SHORT))
        # All this while the bot waited for the same answer
        self.assertEqual(self.count("store_failed"), failed)
        self.assertLess(time.monotonic() - began, SHORT)

    def assert_goes_on(self):
        self.until(lambda: self.get("/readyz")[0] == 200)
        self.assertEqual(self.count("store_waits"), 1)
        self.assertGreater(self.value("engarde_store_failures_total"), 0)
        self.assertIsNone(self.program.poll())
        self.say(f"!eg challenge {BOB}")
        self.until_value('engarde_matches{status="challenge"}', 1)

    def test_somebody_locks_a_table(self):
        locker = subprocess.Popen(
            [BIN / "psql", "-h", SERVER, "-U", "engarde", "-d", self.database, "-qAt"], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(locker.stdout.close)
        self.addCleanup(locker.wait)
        self.addCleanup(locker.kill)
        locker.stdin.write("BEGIN; LOCK TABLE store_leader; SELECT 1;\n")
        locker.stdin.flush()
        locker.stdout.readline()
        self.assert_shows_silence()
        self.until(lambda: "statement timeout" in "".join(self.log))
        locker.stdin.close() # the lock ends with the session
        self.assert_goes_on()

    def test_process_of_the_server_is_stopped(self):
        process = int(self.sql("SELECT pid FROM pg_stat_activity WHERE application_name = 'engarde-bot'"
                               f" AND datname = '{self.database}'"))
        os.kill(process, signal.SIGSTOP)
        try:
            self.assert_shows_silence()
            self.until(lambda: "the database has not answered for 12 s" in "".join(self.log))
            self.until(lambda: "another session has the lock" in "".join(self.log))
            self.assertIn("the database can't be written (postgresql://", self.get("/readyz")[1])
        finally:
            os.kill(process, signal.SIGCONT)
        self.assert_goes_on()


class Connecting(PostgresqlCase):
    def test_server_that_takes_no_connection_any_more(self):
        self.enter()
        # Its first process starts the others.
        process = int(self.sql("SELECT pg_read_file('postmaster.pid', 0, 20)").split()[0])
        os.kill(process, signal.SIGSTOP)
        try:
            for session in self.sessions():
                os.kill(session, signal.SIGTERM)
            self.until(lambda: "event=store_waits" in "".join(self.log))
            self.assertEqual(self.get("/healthz")[0], 200)
            self.assertIn("has not answered", self.get("/readyz")[1])
            self.until(lambda: "event=store_failed" in "".join(self.log))
        finally:
            os.kill(process, signal.SIGCONT)
        self.until(lambda: self.get("/readyz")[0] == 200, 2 * PATIENCE)

    def sessions(self):
        """The processes of the server that serve the bot: psql can't ask for them now."""
        done = subprocess.run(["ps", "-eo", "pid=,args="], capture_output=True, text=True, check=True)
        return [int(line.split()[0]) for line in done.stdout.splitlines()
                if line.split()[1] == "postgres:" and self.database in line]


if __name__ == "__main__":
    unittest.main()
