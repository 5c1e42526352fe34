"""A real Dendrite on loopback only, with SQLite. tests/parts.sh builds its programs."""

import json
import os
import secrets
import sqlite3
import subprocess
from pathlib import Path

from local import bot as daemon
from local.homeserver import SERVER_NAME, Homeserver, free_port

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(os.environ.get("ENGARDE_DENDRITE", ROOT / ".quickstart/dendrite/bin"))


class Dendrite(Homeserver):
    """A Dendrite with its files in `directory`. Dendrite can lift its rate limits only for all
    accounts."""

    def __init__(self, directory: Path, limits_lifted: bool = False, port: int = 0):
        super().__init__(directory, limits_lifted, port)
        self.process.name = "dendrite"

    @property
    def database(self) -> Path:
        return self.directory / "sync.db"

    def _database(self, name: str) -> dict:
        return {"connection_string": f"file:{self.directory}/{name}.db"}

    def _settings(self) -> dict:
        here = self.directory
        return {
            "version": 2,
            "global": {
                "server_name": SERVER_NAME,
                "private_key": str(here / "signing.key"),
                "disable_federation": True,
                "jetstream": {"storage_path": str(here / "jetstream"), "topic_prefix": "Dendrite"},
                "cache": {"max_size_estimated": "64mb", "max_age": "1h"},
            },
            "app_service_api": {
                "database": self._database("appservice"),
                "config_files": [str(registration) for registration in self.services],
            },
            "client_api": {
                "registration_disabled": True,
                "guests_disabled": True,
                "registration_shared_secret": self._secret(),
                "rate_limiting": {"enabled": not self.limits_lifted, "threshold": 20, "cooloff_ms": 500},
            },
            "federation_api": {"database": self._database("federation"), "key_perspectives": []},
            "key_server": {"database": self._database("keys")},
            "media_api": {"database": self._database("media"), "base_path": str(here / "media")},
            "relay_api": {"database": self._database("relay")},
            "mscs": {"database": self._database("mscs"), "mscs": []},
            "room_server": {"database": self._database("rooms")},
            "sync_api": {
                "database": self._database("sync"),
                "search": {"enabled": False, "index_path": str(here / "search")},
            },
            "user_api": {
                "account_database": self._database("accounts"),
                "device_database": self._database("devices"),
                # With the default, Dendrite needs long to hash a password. On loopback a cheaper hash
                # is enough.
                "bcrypt_cost": 4,
            },
            "logging": [{"type": "std", "level": "info"}],
        }

    def _secret(self) -> str:
        file = self.directory / "registration.secret"
        if not file.exists():
            file.write_text(secrets.token_hex())
        return file.read_text()

    def password_of(self, player: str) -> str:
        return f"{player}, and the eight letters that Dendrite demands"

    def lift_limits(self, user: str) -> None:
        """Does nothing: Dendrite's limits are lifted for all accounts, or for none."""

    def devices(self, user: str) -> list[str]:
        database = sqlite3.connect(f"file:{self.directory}/accounts.db?mode=ro", uri=True)
        try:
            query = "SELECT device_id FROM userapi_devices WHERE localpart = ?"
            return [name for name, in database.execute(query, (user[1:].split(":")[0],))]
        finally:
            database.close()

    def log_out(self, user: str) -> None:
        admin = self.register("host", "the host's password", admin=True)
        path = f"/_dendrite/admin/resetPassword/{user}"
        self.call("POST", path, {"password": daemon.PASSWORD, "logout_devices": True}, admin)

    def start(self) -> None:
        self.port = free_port(self.port)
        self.directory.mkdir(parents=True, exist_ok=True)
        settings = self.directory / "dendrite.yaml"
        settings.write_text(json.dumps(self._settings(), indent=1))  # JSON is YAML
        key = self.directory / "signing.key"
        if not key.exists():
            make = [PROGRAMS / "generate-keys", "--private-key", key]
            subprocess.run(make, check=True, capture_output=True)
        self.process.start(
            [PROGRAMS / "dendrite", "--config", settings, "--http-bind-address", f"127.0.0.1:{self.port}"]
        )
        self._wait_until_up()
