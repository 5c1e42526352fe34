"""The bot's daemon, configured for a homeserver of this machine."""

import os
import signal
import time
from pathlib import Path

from local.homeserver import SERVER_NAME, Homeserver
from local.process import Failed, Process

NAME = "engarde"
USER = f"@{NAME}:{SERVER_NAME}"
PASSWORD = "a password for loopback only"

SETTINGS = """\
# Written anew at every start.
matrix:
  homeserver: {url}
  user: "{user}"
store: {store}
invites:
  from: {invites}
{more}
log:
  level: debug
"""


class Bot:
    """`directory` keeps its configuration, store and log from start to start."""

    def __init__(
        self,
        program: Path,
        homeserver: Homeserver,
        directory: Path,
        invites: str = "anyone",
        more: str = "",
    ):
        self.program = program
        self.homeserver = homeserver
        self.directory = directory
        self.invites = invites
        self.more = more
        self.process = Process("engarde-bot", directory / "engarde-bot.log")

    @property
    def store(self) -> Path:
        return self.directory / "engarde.db"

    def settings(self) -> str:
        return SETTINGS.format(
            url=self.homeserver.url,
            user=USER,
            store=self.store,
            invites=self.invites,
            more=self.more,
        )

    def start(self) -> None:
        if not self.program.exists():
            raise Failed(f"there is no {self.program}", "cmake --workflow --preset release")
        self.directory.mkdir(parents=True, exist_ok=True)
        settings = self.directory / "engarde.yaml"
        settings.write_text(self.settings())
        self.process.start(
            [self.program, "--config", settings], os.environ | {"ENGARDE_PASSWORD": PASSWORD}
        )

    def check(self) -> None:
        """Raises where the daemon has ended by itself."""
        if not self.process.is_running():
            raise Failed(
                f"the bot ended; the last it said:\n{self.process.last_lines()}",
                f"read {self.process.log}",
            )

    def kill(self) -> None:
        """As a crash or a power cut would."""
        self.process.stop(signal.SIGKILL)

    def stop(self) -> int | None:
        return self.process.stop()

    def restart_after_crash(self, down: float = 0.0) -> None:
        self.kill()
        time.sleep(down)
        self.start()
