"""The server of a store is replaced by its synchronous replica while people play.
Run: test_failover.py PROGRAM LOOPBACK [KILLS]

Without KILLS this runs all tests. With KILLS it kills the primary so often, and prints how long it took
until the bot answered again."""

import os
import random
import re
import signal
import statistics
import subprocess
import time
import unittest
from pathlib import Path

import test_standby # takes the arguments
from monitoring_case import ME
from postgresql_case import BIN
from test_standby import KILLS, ROOT

SCRIPT = str(ROOT / "tests/support/postgresql.sh")
OWNER = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.getuid() == 0 else []
PROMOTED = 60 # seconds in which a replica surely becomes the primary


class Server:
    """A PostgreSQL server on a socket in a folder of its own."""

    def __init__(self, case, name):
        self.case = case
        self.folder = Path(f"/tmp/engarde-failover-{os.getpid()}-{name}")
        self.data = self.folder / "data"
        case.addCleanup(subprocess.run, [SCRIPT, "stop", self.folder], check=True)

    def start_first(self):
        subprocess.run([SCRIPT, "start", self.folder], check=True)

    def run(self, *words):
        """Runs a program of PostgreSQL as the owner of the data. Returns its output."""
        done = subprocess.run([*OWNER, BIN / words[0], *words[1:]], cwd=self.folder, timeout=120,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.case.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def control(self, action):
        options = f"-k '{self.folder}' -h '' -c fsync=off -c max_connections=200"
        with open(self.folder / "control.log", "a", encoding="utf8") as log: # the server keeps it open
            done = subprocess.run(
                [*OWNER, BIN / "pg_ctl", "-D", self.data, "-w", "-l", self.folder / "server.log", "-o", options,
                 action], cwd=self.folder, stdout=log, stderr=log, check=False, timeout=120)
        self.case.assertEqual(done.returncode, 0, (self.folder / "server.log").read_text()[-2000:])

    def sql(self, text):
        return self.run("psql", "-h", self.folder, "-U", "engarde", "-d", "engarde", "-qAtc", text).strip()

    def follow(self, primary):
        """Begins again as the synchronous replica of another server."""
        subprocess.run(["rm", "-rf", self.data], check=True)
        self.folder.mkdir(exist_ok=True)
        if OWNER:
            subprocess.run(["chown", "nobody:nogroup", self.folder], check=True)
        if not (self.folder / "bin").exists(): # postgresql.sh stop looks there
            (self.folder / "bin").symlink_to(BIN)
        self.run("pg_basebackup", "-D", self.data, "-R", "-c", "fast", "--no-sync", "-d",
                 f"host={primary.folder} user=engarde application_name=replica")
        self.control("start")
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'replica'")
        primary.sql("SELECT pg_reload_conf()")
        self.case.until(lambda: primary.sql("SELECT sync_state FROM pg_stat_replication") == "sync")

    def kill(self):
        """Ends all its processes at once, as a loss of power does."""
        postmaster = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(postmaster, signal.SIGSTOP) # it begins no new process
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(postmaster)],
                                  capture_output=True, text=True, check=True).stdout.split()
        for process in [*map(int, children), postmaster]:
            os.kill(process, signal.SIGKILL)
        # These name its process. If another one has the same number, the server would not start.
        for left in [*self.folder.glob(".s.PGSQL*"), self.data / "postmaster.pid"]:
            left.unlink()

    def promote(self):
        self.control("promote")
        self.case.assertEqual(self.sql("SELECT pg_is_in_recovery()"), "f")


class Failovers(test_standby.Matches):
    test_leader_is_killed = None

    def setUp(self):
        super().setUp()
        self.primary, self.replica = Server(self, "one"), Server(self, "two")
        self.hosts = f"{self.primary.folder},{self.replica.folder}"
        self.store = f"postgresql:///engarde?host={self.hosts}&user=engarde"
        self.primary.start_first()
        self.replica.follow(self.primary)

    def go_on(self, bot, url):
        """Starts the bot again if it has ended, as systemd does."""
        if bot.process.poll() is None:
            return bot
        self.assertEqual(bot.wait(), 1, bot.log)
        self.assertIn("event=store_lost", bot.log)
        return self.bot(url=url)

    def fail_over(self):
        self.primary.kill()
        self.replica.promote()
        self.primary, self.replica = self.replica, self.primary

    def kill_primaries(self, kills, rooms, matches):
        people, url = self.people("--rooms", rooms, "--matches", matches, "--think", 200,
                                  "--patience", 120)
        chance = random.Random(kills)
        times, ended = [], 0
        bot = self.leader(url=url)
        for _ in range(kills):
            self.assertTrue(self.until_answered(url, 3), "the people are done too early")
            time.sleep(chance.random())
            began = time.monotonic()
            self.fail_over()
            answered = (self.report(url) or {}).get("answered", 0)
            while (report := self.report(url)) and report["answered"] <= answered:
                old, bot = bot, self.go_on(bot, url)
                ended += bot is not old
                self.assertLess(time.monotonic() - began, PROMOTED, bot.log)
                time.sleep(0.05)
            times.append(time.monotonic() - began)
            self.replica.follow(self.primary) # the old primary, which the URL may name first
        while people.poll() is None:
            bot = self.go_on(bot, url)
            time.sleep(0.1)
        report = self.assert_all_once(people)
        print(f"{kills} primaries killed, {report['commands']} commands, {report['repeated']} requests"
              f" repeated, the bot ended {ended} times: an answer after {statistics.median(times):.1f} s"
              f" (median), {max(times):.1f} s (worst), with the promotion")

    def test_primary_is_killed(self):
        self.kill_primaries(KILLS or 2, 4, 3 * (KILLS or 2))

    def test_old_primary_that_takes_writes_is_not_used(self):
        self.me = ME # of the homeserver of these tests, where nobody plays
        first, old = self.leader(), self.primary
        self.until_of(first, lambda: first.get("/readyz")[0] == 200)
        self.fail_over()
        # The bot asks its server now and then: perhaps not while there is none.
        self.until_of(first, lambda: self.primary.sql(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted") == "1")
        old.control("start") # as it was, and the first that the URL names
        self.assertEqual(old.sql("SELECT pg_is_in_recovery()"), "f")
        second = self.standby()
        self.assertIn(first.name(), second.get("/readyz")[1])
        self.until_of(second, lambda: re.search(f"event=old_primary .*{old.folder}", second.log))
        first.end()
        self.until_of(second, second.leads)
        self.assertEqual(old.sql("SELECT epoch FROM store_leader"), "1")
        self.assertEqual(self.primary.sql("SELECT epoch FROM store_leader"), "2")

    def test_server_that_takes_no_writes_is_refused(self):
        self.store = f"postgresql:///engarde?host={self.replica.folder}&user=engarde"
        self.assertIn("read-only", self.command("--check-config", status=78))
        old = self.primary
        self.fail_over()
        old.control("start") # as it was
        old.sql("ALTER SYSTEM SET default_transaction_read_only = on")
        old.sql("SELECT pg_reload_conf()")
        self.store = f"postgresql:///engarde?host={old.folder}&user=engarde"
        self.assertIn("read-only", self.command("--check-config", status=78))
        self.store = f"postgresql:///engarde?host={self.hosts}&user=engarde"
        self.me = ME # of the homeserver of these tests, where nobody plays
        self.leader()
        self.assertEqual(self.primary.sql("SELECT epoch FROM store_leader"), "1")


if __name__ == "__main__":
    unittest.main(defaultTest="Failovers.test_primary_is_killed" if KILLS else None)
