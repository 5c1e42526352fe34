"""How many actions a second a club with two accounts handles, beside one with one account.
usage: two_accounts.py [--bin FOLDER] [--rooms N] [--rate N] URL

URL is a PostgreSQL database for tests, in which this makes a schema of its own. Each account has a
homeserver (loopback) that takes at most --rate messages a second from it (0: no limit), and half of the
rooms. The people of each room play one match."""

import argparse
import json
import re
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

SCHEMA = "two_accounts"
SETTINGS = """\
matrix:
  homeserver: {url}
  user: "@engarde:{site}"
store: "{store}options=-csearch_path%3D{schema}"
folder: {folder}
invites: {{max_rooms: 100000}}
matches: {{per_room: 100}}
limits:
  sender_per_minute: 0
  room_per_minute: 0
  newcomers_of_server_per_minute: 0
  newcomers_per_minute: 0
  newcomers_waiting: 0
monitoring: {{listen: "127.0.0.1:0"}}
"""


class Account:
    """A homeserver with its people, and the bot."""

    def __init__(self, folder, options, number, rooms):
        # The second name is as long as the first: it takes its place in the program (see below).
        site = "loopback" if number == 0 else "loopbock"
        self.people = subprocess.Popen(
            [self.program(folder, options, site), "--rooms", str(rooms), "--matches", "1", "--wait",
             "--rate", str(options.rate), "--patience", "300"], stdout=subprocess.PIPE, text=True)
        self.url = self.people.stdout.readline().strip()
        (folder / "bot.yaml").write_text(SETTINGS.format(
            url=self.url, site=site, store=options.url + ("&" if "?" in options.url else "?"), schema=SCHEMA, folder=folder))
        self.log = folder / "log"
        with open(self.log, "w", encoding="utf8") as log:
            self.bot = subprocess.Popen([options.bin / "engarde-bot", "--config", folder / "bot.yaml"],
                                        env={"ENGARDE_PASSWORD": "secret"}, stderr=log)
        while not self.is_ready():
            time.sleep(0.1)

    @staticmethod
    def program(folder, options, site):
        """The homeserver: a copy with another name, since the people of two may not have the same ids."""
        copy = folder / "loopback"
        copy.write_bytes((options.bin / "loopback").read_bytes().replace(
            b":loopback", b":" + site.encode()))
        copy.chmod(0o755)
        return copy

    def is_ready(self):
        port = re.search(r"event=monitoring .*port=(\d+)", self.log.read_text())
        try:
            return port and urllib.request.urlopen(f"http://127.0.0.1:{port[1]}/readyz").status == 200
        except OSError:
            return False

    def report(self):
        report = json.loads(self.people.stdout.readline())
        self.people.wait()
        self.bot.terminate()
        self.bot.wait()
        return report


def measure(options, count):
    subprocess.run(["psql", options.url, "-qc", f"DROP SCHEMA IF EXISTS {SCHEMA}_2 CASCADE",
                    "-c", f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE", "-c", f"CREATE SCHEMA {SCHEMA}"],
                   check=True, stderr=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory() as folder:
        accounts = []
        for number in range(count):
            (own := Path(folder) / str(number)).mkdir()
            accounts.append(Account(own, options, number, options.rooms // count))
        began = time.monotonic()
        for account in accounts:
            urllib.request.urlopen(urllib.request.Request(account.url + "/loopback/go", method="POST"))
        reports = [account.report() for account in accounts]
        seconds = time.monotonic() - began
    total = {key: sum(report[key] for report in reports) for key in ("commands", "lost", "twice")}
    print(f"accounts {count}: {total['commands'] / seconds:.1f} actions/s; lost {total['lost']}, "
          f"twice {total['twice']}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=Path, default=Path("build/optimised/bin"))
    parser.add_argument("--rooms", type=int, default=64)
    parser.add_argument("--rate", type=int, default=10)
    parser.add_argument("url")
    options = parser.parse_args()
    for count in (1, 2):
        measure(options, count)


if __name__ == "__main__":
    main()
