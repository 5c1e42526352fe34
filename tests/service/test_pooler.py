"""The program behind PgBouncer, a pooler of connections to PostgreSQL. Run: test_pooler.py PROGRAM
Exits with 77 if PgBouncer is not there: tests/run.sh unpacks it."""

import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

os.environ["ENGARDE_BOT"] = sys.argv.pop(1)

from postgresql_case import SERVER, PostgresqlCase  # noqa: E402
from monitoring_case import BOB, ROOT  # noqa: E402

UNPACKED = ROOT / ".quickstart"
POOLER = shutil.which("pgbouncer") or str(UNPACKED / "pgbouncer/usr/sbin/pgbouncer")
LIBRARIES = ":".join(str(path.parent) for path in UNPACKED.glob("libc-ares2/usr/lib/*/libcares.so.2"))
ENVIRONMENT = os.environ | ({"LD_LIBRARY_PATH": LIBRARIES} if LIBRARIES else {})
OWNER = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.getuid() == 0 else []
SETTINGS = """\
[databases]
* = host={server} user=engarde
[pgbouncer]
pool_mode = {mode}
listen_addr =
unix_socket_dir = {folder}
auth_type = any
pidfile = {folder}/pid
logfile = {folder}/log
"""


class Behind(PostgresqlCase):
    def start_pooler(self, mode):
        folder = Path(f"/tmp/engarde-pooler-{os.getpid()}-{mode}")
        folder.mkdir()
        self.addCleanup(shutil.rmtree, folder)
        settings = folder / "pgbouncer.ini"
        settings.write_text(SETTINGS.format(server=SERVER, mode=mode, folder=folder))
        if OWNER:
            shutil.chown(folder, "nobody", "nogroup")
        pooler = subprocess.Popen([*OWNER, POOLER, settings], env=ENVIRONMENT, stderr=subprocess.DEVNULL)
        self.addCleanup(pooler.wait)
        self.addCleanup(pooler.kill)
        self.until(lambda: (folder / ".s.PGSQL.6432").exists())
        self.store = f"postgresql:///{self.database}?host={folder}&port=6432&user=engarde"

    def test_pooler_of_sessions_serves(self):
        self.start_pooler("session")
        self.enter()
        self.say(f"!eg challenge {BOB}")
        self.until_value('engarde_matches{status="challenge"}', 1)
        self.stop()
        self.assertNotIn("level=error", "".join(self.log))

    def test_pooler_of_transactions_or_statements_is_refused(self):
        for mode in ("transaction", "statement"):
            self.start_pooler(mode)
            for words in ((), ("--check-config",)):
                said = self.command(*words, status=78)
                self.assertIn("a pooler gives each transaction another session", said)
                self.assertIn("pool_mode = session", said)
            self.assertEqual(self.sql(r"\dt").strip(), "")


if __name__ == "__main__":
    try:
        subprocess.run([POOLER, "--version"], env=ENVIRONMENT, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        print("PgBouncer is not there (tests/run.sh unpacks it)")
        sys.exit(77)
    unittest.main()
