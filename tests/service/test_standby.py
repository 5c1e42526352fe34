"""Two programs with one store in a PostgreSQL database: one leads, the other one stands by.
Run: test_standby.py PROGRAM LOOPBACK [KILLS]

Without KILLS this runs all tests. With KILLS it kills the leader so often while people play, and
prints how long it took until the bot answered again."""

import json
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
import unittest
import urllib.error
import urllib.request

os.environ["ENGARDE_BOT"] = sys.argv.pop(1)
LOOPBACK = sys.argv.pop(1)
KILLS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 0

from postgresql_case import BIN, PostgresqlCase  # noqa: E402
from monitoring_case import ANN, BOB, ME, PROGRAM, ROOM, ROOT, member, text  # noqa: E402
from homeserver import PATIENCE, Fault, event  # noqa: E402

PORT = re.compile(r"event=monitoring .*port=(\d+)")


class Bot:
    """A program with a folder of its own, and what it logs."""

    made = 0

    def __init__(self, case, settings):
        Bot.made += 1
        self.case = case
        self.folder = case.folder / f"bot{Bot.made}"
        self.folder.mkdir()
        path = self.folder / "bot.yaml"
        path.write_text(settings.replace("FOLDER", str(self.folder)))
        self.lines = []
        self.process = subprocess.Popen(
            [PROGRAM, "--config", str(path)], env=os.environ | {"ENGARDE_PASSWORD": "secret"},
            stderr=subprocess.PIPE, text=True)
        pipe = self.process.stderr
        self.reader = threading.Thread(
            target=lambda: self.lines.extend(iter(pipe.readline, "")) or pipe.close(), daemon=True)
        self.reader.start()
        case.addCleanup(self.end)

    @property
    def log(self):
        return "".join(self.lines)

    def wait(self):
        """Returns the exit status, once the log is complete."""
        status = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        return status

    def end(self, how=signal.SIGKILL):
        """Sends a signal, and returns the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
            self.process.send_signal(signal.SIGCONT)
        return self.wait()

    def get(self, path):
        """Returns the status and the text of a page. While the program takes over, there is none."""
        ports = PORT.findall(self.log)
        if not ports:
            return 0, ""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{ports[-1]}{path}", timeout=5) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.read().decode()
        except OSError:
            return 0, ""

    def leads(self):
        found = re.search(r"^engarde_leader (\d)", self.get("/metrics")[1], re.MULTILINE)
        return found and found[1] == "1"

    def stands_by(self):
        return self.get("/readyz")[1].startswith("standby: ")

    def name(self):
        return f"(process {self.process.pid})"


class StandbyCase(PostgresqlCase):
    settings_more = ""

    def bot(self, url=None, more=""):
        return Bot(self, f"""\
matrix:
  homeserver: {url or self.homeserver.url}
  user: "{self.me}"
store: "{self.store}"
folder: FOLDER
monitoring:
  listen: 127.0.0.1:0
""" + self.settings_more + more)

    me = ME

    def leader(self, **more):
        bot = self.bot(**more)
        self.until_of(bot, bot.leads)
        return bot

    def standby(self, **more):
        bot = self.bot(**more)
        self.until_of(bot, bot.stands_by)
        return bot

    def until_of(self, bot, condition, patience=PATIENCE):
        self.log = bot.lines
        return self.until(condition, patience)


class Lead(StandbyCase):
    def test_standby_shows_that_it_waits(self):
        first, second = self.leader(), self.standby()
        self.assertEqual(second.get("/healthz")[0], 200)
        status, text = second.get("/readyz")
        self.assertEqual(status, 503)
        self.assertTrue(text.startswith("standby: ") and f"{first.name()} leads" in text, text)
        self.assertEqual(second.get("/health"), (200, text))
        self.assertFalse(second.leads())
        self.until_of(first, lambda: first.get("/readyz")[0] == 200)
        self.assertIn(f"{first.name()}\n", first.get("/readyz")[1])
        self.until_of(second, lambda: first.name() in second.log)

    def test_signal_ends_a_standby(self):
        first, second = self.leader(), self.standby()
        self.assertEqual(second.end(signal.SIGTERM), 0)
        self.assertTrue(first.leads())

    def test_standby_takes_over_when_the_leader_stops(self):
        first, second = self.leader(), self.standby()
        self.assertEqual(first.end(signal.SIGTERM), 0)
        self.until_of(second, lambda: second.get("/readyz")[0] == 200)
        self.assertIn(f"{second.name()}\n", second.get("/readyz")[1])
        self.until_of(second, lambda: "event=takes_over" in second.log)

    def test_of_two_standbys_one_leads(self):
        first, others = self.leader(), [self.standby(), self.standby()]
        first.end()
        self.until_of(others[0], lambda: any(bot.leads() for bot in others))
        for _ in range(20):
            time.sleep(0.1)
            self.assertEqual(sum(bool(bot.leads()) for bot in others), 1)
        self.assertEqual(sum(bot.stands_by() for bot in others), 1)

    def test_standby_waits_while_the_server_is_away(self):
        first, second = self.leader(), self.standby()
        self.sql(f"ALTER DATABASE {self.database} ALLOW_CONNECTIONS false", "postgres")
        self.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "
                 f"'{self.database}'", "postgres")
        self.until_of(second, lambda: "event=standby_without_store" in second.log)
        self.until_of(second, lambda: "can't ask the store" in second.get("/readyz")[1])
        self.sql(f"ALTER DATABASE {self.database} ALLOW_CONNECTIONS true", "postgres")
        # Either of them may be the first to return. Then the other one has ended, or waits.
        self.until_of(first, lambda: first.leads() and second.stands_by() or
                      second.leads() and first.process.poll() == 1)

    def test_standby_of_another_version_ends(self):
        first, second = self.leader(), self.standby()
        # As if the leader were a version whose tables the standby can't use.
        self.sql("UPDATE store_schema SET version = version - 1")
        self.assertEqual(first.end(), -signal.SIGKILL)
        self.assertEqual(second.wait(), 78)
        self.until_of(second, lambda: "restore a backup of a release" in second.log)

    def test_other_addresses_of_a_standby_refuse(self):
        self.leader()
        more = "web:\n  listen: 127.0.0.1:{port}\n  url: https://here/\n"
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.standby(more=more.format(port=port))
        with self.assertRaises(urllib.error.HTTPError) as refusal:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE)
        self.assertEqual(refusal.exception.code, 503)

    # The homeserver may read a request of a standby that has ended later than the test looks. So in the next
    # tests it has another name for the homeserver, and they count the requests of the leader alone.
    def standby_of_another_name(self):
        return self.standby(url=self.homeserver.url.replace("127.0.0.1", "localhost"))

    def count_of_leader(self):
        return sum(headers["Host"].startswith("127.0.0.1") for _, _, headers, *_ in self.homeserver.asked(""))

    def test_stopped_leader_does_nothing_when_it_goes_on(self):
        self.homeserver.batch(join={ROOM: [member(ME), member(ANN), member(BOB)]})
        first = self.leader()
        self.until_of(first, lambda: first.get("/readyz")[0] == 200)
        second = self.standby_of_another_name()
        first.process.send_signal(signal.SIGSTOP)
        self.until_of(second, second.leads, 60)
        self.until_of(second, lambda: second.get("/readyz")[0] == 200)
        # The store is free now, and the first one still may not use it.
        self.assertEqual(second.end(signal.SIGTERM), 0)
        self.say(f"!eg challenge {BOB}")
        before = self.sql("SELECT epoch FROM store_leader")
        requests = self.count_of_leader()
        first.process.send_signal(signal.SIGCONT)
        self.assertEqual(first.wait(), 1)
        self.assertIn("event=store_lost", first.log)
        self.assertIn(f"{second.name()} leads now", first.log)
        self.assertEqual(self.count_of_leader(), requests)
        self.assertEqual(self.sql("SELECT epoch FROM store_leader"), before)
        self.assertEqual(self.sql("SELECT count(*) FROM matches").strip(), "0")

    def test_stopped_leader_sends_nothing_when_it_goes_on(self):
        self.homeserver.batch(join={ROOM: [member(ME), member(ANN), member(BOB)]})
        first = self.leader()
        self.until_of(first, lambda: first.get("/readyz")[0] == 200)
        second = self.standby_of_another_name()
        # The next thing that the leader does is to send this message again: /sync brings nothing.
        self.homeserver.faults.append(Fault("PUT .*/send/", 500, {}, times=1000))
        self.homeserver.poll = 100
        self.say(f"!eg challenge {BOB}")
        self.until_of(first, lambda: self.homeserver.asked("PUT .*/send/")[1:])
        first.process.send_signal(signal.SIGSTOP)
        self.until_of(second, second.leads, 60)
        self.assertEqual(second.end(signal.SIGTERM), 0)
        requests = self.count_of_leader()
        first.process.send_signal(signal.SIGCONT)
        self.assertEqual(first.wait(), 1)
        self.assertIn("event=store_lost", first.log)
        self.assertEqual(self.count_of_leader(), requests)

    def test_admins_hear_who_leads(self):
        host, room = "@host:here", "!host:here"
        more = f'admins: {{users: ["{host}"]}}\n'
        events = [event("m.room.create", host, {}, ""), member(host), member(ME)]
        first, second = self.leader(more=more), self.standby(more=more)
        self.homeserver.batch(invite={room: {"invite_state": {"events": [
            member(ME, "invite", host, is_direct=True)]}}})
        self.until_of(first, lambda: self.homeserver.asked(f"/join/{room}"))
        self.homeserver.state[room] = events
        self.homeserver.batch(join={room: {
            "timeline": {"events": events},
            "summary": {"m.joined_member_count": 2, "m.invited_member_count": 0}}})
        for bot, what in ((first, "Leads: "), (second, "leads now")):
            self.homeserver.batch(join={room: [text(host, "status")]})
            self.until_of(bot, lambda: any(
                bot.name() in content["body"] and what in content["body"]
                for where, content in self.homeserver.sent if where == room))
            bot.end()


class Matches(StandbyCase):
    """People play while the leader is killed."""

    me = "@engarde:loopback"
    settings_more = """\
invites:
  max_rooms: 100000
matches:
  per_room: 100
limits:
  sender_per_minute: 0
  room_per_minute: 0
  newcomers_of_server_per_minute: 0
  newcomers_per_minute: 0
  newcomers_waiting: 0
"""

    def people(self, *words):
        """Starts people who play."""
        people = subprocess.Popen([LOOPBACK, *map(str, words)], stdout=subprocess.PIPE, text=True)
        self.addCleanup(people.wait)
        self.addCleanup(people.kill)
        self.addCleanup(people.stdout.close)
        return people, people.stdout.readline().strip()

    def report(self, url):
        try:
            with urllib.request.urlopen(f"{url}/loopback/report", timeout=10) as answer:
                return json.load(answer)
        except OSError:
            return None

    def until_answered(self, url, more):
        start = self.report(url)
        self.until(lambda: not (now := self.report(url)) or now["answered"] >= start["answered"] + more)
        return self.report(url)

    def assert_all_once(self, people):
        report = json.loads(people.stdout.readline())
        self.assertEqual(people.wait(PATIENCE), 0, report)
        self.assertEqual((report["lost"], report["twice"], report["leaks"], report["conflicts"]),
                         (0, 0, 0, 0), report)
        return report

    def kill_leaders(self, kills, rooms, matches):
        people, url = self.people("--rooms", rooms, "--matches", matches, "--think", 200,
                                  "--patience", 90)
        chance = random.Random(kills)
        times = []
        first = self.leader(url=url)
        for _ in range(kills):
            second = self.standby(url=url)
            self.assertTrue(self.until_answered(url, 3), "the people are done too early")
            time.sleep(chance.random())
            first.end()
            began = time.monotonic()
            time.sleep(0.05) # what the killed program has sent may still arrive
            self.until_of(second, lambda: self.until_answered(url, 1))
            times.append(time.monotonic() - began)
            first = second
        self.until_of(first, lambda: people.poll() is not None, 600)
        report = self.assert_all_once(people)
        print(f"{kills} kills, {report['commands']} commands, {report['repeated']} requests repeated:"
              f" an answer after {statistics.median(times):.1f} s (median), {max(times):.1f} s (worst)")
        self.assertLess(max(times), 30)

    def test_leader_is_killed(self):
        self.kill_leaders(KILLS or 2, 4, 2 * (KILLS or 2))


class Restarts(Matches):
    """The server itself is restarted, without a standby."""

    test_leader_is_killed = None

    def test_server_is_restarted(self):
        folder = f"/tmp/engarde-restarts-{os.getpid()}"
        script = str(ROOT / "tests/support/postgresql.sh")
        subprocess.run([script, "start", folder], check=True)
        self.addCleanup(subprocess.run, [script, "stop", folder], check=True)
        self.store = f"postgresql:///engarde?host={folder}&user=engarde"
        # So each crash undoes the transactions that note which messages were sent.
        for sql in ("ALTER SYSTEM SET wal_writer_delay = '10s'", "SELECT pg_reload_conf()"):
            subprocess.run([BIN / "psql", "-h", folder, "-U", "engarde", "-qAtc", sql], check=True,
                           stdout=subprocess.DEVNULL)
        people, url = self.people("--rooms", 4, "--matches", 2, "--think", 200)
        bot = self.leader(url=url)
        for _ in range(4):
            self.assertTrue(self.until_answered(url, 3), "the people are done too early")
            subprocess.run([script, "restart", folder], check=True)
        self.until_of(bot, lambda: people.poll() is not None, 600)
        self.assert_all_once(people)
        self.assertEqual(bot.end(signal.SIGTERM), 0)
        self.assertIn("event=store_failed", bot.log)
        self.assertIn("event=store_works_again", bot.log)
        self.assertNotIn("event=store_is_older", bot.log)


if __name__ == "__main__":
    unittest.main(defaultTest="Matches.test_leader_is_killed" if KILLS else None)
