"""A test case with a store in a PostgreSQL database. The tests of ctest share one server, which
tests/support/postgresql.sh starts: the environment variable ENGARDE_TEST_STORE has its URL."""

import os
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "monitoring"))

from monitoring_case import LISTENING, ME, PROGRAM, MonitoringCase  # noqa: E402

SERVER = re.search("host=([^&]+)", os.environ["ENGARDE_TEST_STORE"])[1]
BIN = Path(SERVER) / "bin"
SETTINGS = """\
matrix:
  homeserver: {url}
  user: "{user}"
store: "{store}"
"""


class PostgresqlCase(MonitoringCase):
    """Each test has an empty database, and a folder for the bot's own files."""

    made = 0

    def setUp(self):
        super().setUp()
        PostgresqlCase.made += 1
        self.database = f"test_{os.getpid()}_{PostgresqlCase.made}"
        self.sql(f"CREATE DATABASE {self.database}", "postgres")
        self.store = self.url()

    def tearDown(self):
        self.stop()
        self.sql(f"DROP DATABASE {self.database} WITH (FORCE)", "postgres")

    def sql(self, text, database=None):
        """Returns the output of psql."""
        done = subprocess.run(
            [BIN / "psql", "-h", SERVER, "-U", "engarde", "-d", database or self.database, "-qAtc", text],
            capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def run_told(self, said):
        """Runs the command that the bot has shown, in a shell."""
        [line] = [line for line in said.splitlines() if line.startswith("    ")]
        done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=120,
                              env=os.environ | {"PATH": f"{BIN}:{os.environ['PATH']}"})
        self.assertEqual((done.returncode, done.stderr), (0, ""), line)

    def url(self, user="engarde", database=None, more=""):
        return f"postgresql:///{database or self.database}?host={SERVER}&user={user}{more}"

    def configure(self, more=LISTENING, user=ME):
        settings = SETTINGS.format(url=self.homeserver.url, user=user, store=self.store)
        if self.store.startswith("postgres"):
            settings += f'folder: "{self.folder}"\n'
        self.settings.write_text(settings + more)

    def command(self, *words, status=0, more=LISTENING, **environment):
        """Runs the program with these arguments and returns what it says."""
        self.configure(more)
        done = subprocess.run(
            [PROGRAM, "--config", str(self.settings), *map(str, words)], capture_output=True,
            text=True, timeout=120, env=os.environ | {"ENGARDE_PASSWORD": "secret"} | environment)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr
