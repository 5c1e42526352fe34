"""The bot's daemon, configured for a homeserver on this machine."""

import os
import signal
import subprocess
import time
from pathlib import Path

from local.homeserver import SERVER_NAME, Homeserver, free_port
from local.process import Failed, Process

NAME = "engarde"
USER = f"@{NAME}:{SERVER_NAME}"
PASSWORD = "a password for loopback only"

# For players whose clients don't encrypt.
PLAIN = "\nencryption: {private_rooms: plain}\n"

# The bot's web page, for browsers on this machine.
PAGE_PORT = 8010
PAGE = """
web:
  listen: 127.0.0.1:{port}
  url: http://127.0.0.1:{port}/
"""

SETTINGS = """\
# Each start writes this file again.
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
    """The bot as a process. `directory` keeps its configuration, store and log between starts."""

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
        self.restart_delay = 0.0  # seconds; `kill` waits until the bot may start again

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

    def environment(self) -> dict[str, str]:
        return {"ENGARDE_PASSWORD": PASSWORD}

    def write_settings(self) -> Path:
        if not self.program.exists():
            raise Failed(f"there is no {self.program}", "cmake --workflow --preset release")
        self.directory.mkdir(parents=True, exist_ok=True)
        self.give_to_owner()
        settings = self.directory / "engarde.yaml"
        settings.write_text(self.settings())
        return settings

    def give_to_owner(self) -> None:
        """If root runs this program, gives the directory to another user, so that the bot runs as that user.

        That user is the owner of the clone or of a folder above it.
        """
        owners = [path.stat() for path in reversed(self.directory.absolute().parents)]
        owner = next((status for status in owners if status.st_uid != 0), None)
        if os.geteuid() == 0 and owner:
            os.chown(self.directory, owner.st_uid, owner.st_gid)

    def prepare_homeserver(self) -> None:
        """Prepares what the homeserver must know about the bot before the homeserver starts."""

    def register(self) -> None:
        """Makes the bot's account."""
        self.homeserver.register(NAME, PASSWORD)

    def start(self) -> None:
        command = [self.program, "--config", self.write_settings()]
        self.process.start(command, os.environ | self.environment())

    def command(self, *words: object) -> None:
        """Runs a command of the program with the same configuration."""
        command = [self.program, "--config", self.write_settings(), *map(str, words)]
        environment = os.environ | self.environment()
        subprocess.run(command, check=True, capture_output=True, env=environment)

    def check(self) -> None:
        """Raises Failed if the daemon has ended by itself."""
        if not self.process.is_running():
            raise Failed(
                f"the bot has ended. Its last lines:\n{self.process.last_lines()}",
                f"read {self.process.log}",
            )

    def kill(self) -> None:
        """Kills the bot, like a crash or a power cut."""
        self.process.stop(signal.SIGKILL)
        time.sleep(self.restart_delay)

    def stop(self) -> int | None:
        return self.process.stop()

    def restart_after_crash(self, down: float = 0.0) -> None:
        self.kill()
        time.sleep(down)
        self.start()


SERVICE = """\
application_service:
  registration_file: {file}
  listen: 127.0.0.1:{port}
"""


class Service(Bot):
    """The bot as an application service. It makes its account by itself."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.port = free_port()

    def settings(self) -> str:
        return super().settings() + SERVICE.format(
            file=self.directory / "registration.yaml", port=self.port
        )

    def environment(self) -> dict[str, str]:
        return {}

    def prepare_homeserver(self) -> None:
        self.command("registration")
        self.homeserver.services.append(self.directory / "registration.yaml")

    def register(self) -> None:
        """Does nothing: the bot makes its account by itself."""
