"""A PostgreSQL server for a test class, and a bot whose store is there."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from local import bot as daemon

SCRIPT = Path(__file__).resolve().parents[1] / "support/postgresql.sh"


class Server:
    """Listens only on a socket in its own folder, whose path is short, because a socket's must be."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="engarde-pg-"))
        self.folder.chmod(0o755)
        self.url = f"postgresql:///engarde?host={self.folder}&user=engarde"

    def start(self) -> None:
        done = subprocess.run([SCRIPT, "start", self.folder], capture_output=True, text=True)
        if done.returncode == 77:
            raise unittest.SkipTest(done.stdout)
        assert done.returncode == 0, done.stdout + done.stderr

    def stop(self) -> None:
        subprocess.run([SCRIPT, "stop", self.folder], check=True)

    def sql(self, text: str) -> str:
        command = [self.folder / "bin/psql", "-h", self.folder, "-U", "engarde", "-qAtc", text, "engarde"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Bot(daemon.Bot):
    server: Server | None = None

    def settings(self) -> str:
        assert self.server is not None
        text = super().settings().replace(f"store: {self.store}\n", f"store: {self.server.url}\n")
        return text + f"folder: {self.directory}\n"


class OnPostgresql:
    """Goes before the class of the case, whose other settings stay."""

    bot_class = Bot

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server()
        cls.addClassCleanup(cls.server.stop) # after the bot, which begins later
        cls.server.start()
        cls.bot_class = type("Bot", (Bot,), {"server": cls.server})
        super().setUpClass()
