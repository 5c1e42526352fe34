"""A Synapse with an OAuth 2.0 server for its accounts, and a bot that a person authorizes there."""

import json
import re
import subprocess
import urllib.request

from local import bot as daemon
from local.homeserver import Homeserver
from support.authority import Authority


class Delegated(Homeserver):
    """Synapse and an OAuth 2.0 server (the authority). The authority checks tokens for Synapse, and
    tells Synapse of new devices."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.authority = Authority(lifetime=2)
        self.authority.introduced = self.introduce

    def _settings(self) -> dict:
        return super()._settings() | {
            "matrix_authentication_service": {
                "enabled": True,
                "endpoint": self.authority.url,
                "secret": Authority.secret,
            },
            "password_config": {"enabled": False},
        }

    def stop(self) -> None:
        super().stop()
        self.authority.close()

    def introduce(self, session) -> None:
        """Makes the account and the device of a new session on the homeserver."""
        self.tell("provision_user", {"localpart": session.user})
        self.tell("upsert_device", {"localpart": session.user, "device_id": session.device})

    def tell(self, what: str, body: dict) -> None:
        request = urllib.request.Request(
            f"{self.url}/_synapse/mas/{what}",
            data=json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {Authority.secret}"},
        )
        urllib.request.urlopen(request, timeout=60).close()

    def register(self, name: str, password: str, admin: bool = False) -> str:
        return self.authority.log_in(name, f"DEVICEOF{name.upper()}")


class AuthorizedBot(daemon.Bot):
    """A bot that a person sets up with a browser on another machine."""

    def settings(self) -> str:
        return super().settings().replace("matrix:\n", "matrix:\n  login: oauth\n")

    def environment(self) -> dict[str, str]:
        return {}

    def register(self) -> None:
        self.authorize(
            ["--config", self.directory / "setup/engarde.yaml", "--store", self.store, "setup",
             "--user", daemon.USER, "--homeserver", self.homeserver.url, "--oauth"]
        )

    def log_in_again(self) -> None:
        self.authorize(["--config", self.write_settings(), "login"])

    def authorize(self, words: list) -> None:
        self.directory.mkdir(parents=True, exist_ok=True)
        child = subprocess.Popen(
            [self.program, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        said = ""
        while not (code := re.search(r"this code: (\S+)\n", said)) and child.poll() is None:
            said += child.stderr.readline()
        if code:
            self.homeserver.authority.allow(code[1], daemon.NAME)
        said += child.stderr.read()
        child.stderr.close()
        assert child.wait() == 0, said


class WithToken(daemon.Bot):
    """A bot that is set up with a compatibility token, which does not expire."""

    def settings(self) -> str:
        line = f"matrix:\n  access_token_file: {self.directory}/setup/access-token\n"
        return super().settings().replace("matrix:\n", line)

    def environment(self) -> dict[str, str]:
        return {}

    def register(self) -> None:
        self.directory.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [self.program, "--config", self.directory / "setup/engarde.yaml", "--store", self.store,
             "setup", "--user", daemon.USER, "--homeserver", self.homeserver.url, "--token"],
            input=self.homeserver.register(daemon.NAME, ""),
            text=True, check=True, capture_output=True,
        )
