"""A real Synapse on loopback only, with SQLite. It makes accounts with its registration secret."""

import base64
import hashlib
import hmac
import json
import secrets
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from local.process import Failed, Process

SERVER_NAME = "localhost"
USUAL_PORT = 8008  # the port that Matrix clients try first
START_PATIENCE = 300.0
LIMIT_PATIENCE = 300.0  # for how many seconds `call` repeats a request that the rate limit refuses
WITHOUT_LIMIT = {"per_second": 100_000, "burst_count": 100_000}
# Settings that lift the rate limits, which would slow down a busy test run.
LIFTED = {
    "rc_message": WITHOUT_LIMIT,
    "rc_registration": WITHOUT_LIMIT,
    "rc_room_creation": WITHOUT_LIMIT,
    "rc_joins_per_room": WITHOUT_LIMIT,
    "rc_joins": {"local": WITHOUT_LIMIT, "remote": WITHOUT_LIMIT},
    "rc_invites": {
        "per_room": WITHOUT_LIMIT,
        "per_user": WITHOUT_LIMIT,
        "per_issuer": WITHOUT_LIMIT,
    },
}


def free_port(wished: int = 0) -> int:
    """Returns the wished port if it is free, otherwise any free port."""
    for port in (wished, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return probe.getsockname()[1]
    raise Failed("no free port on 127.0.0.1", "stop what listens there: ss -ltn")


class Homeserver:
    """A homeserver with its files in `directory`. It uses the files of an earlier start again."""

    def __init__(self, directory: Path, limits_lifted: bool = False, port: int = 0):
        self.directory = directory
        self.limits_lifted = limits_lifted
        self.port = port or free_port()
        self.services: list[Path] = []  # the registrations of application services
        self.process = Process("synapse", directory / "output.log")
        self._admin_token: str | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> Path:
        return self.directory / "homeserver.db"

    def _settings(self) -> dict:
        here = self.directory
        settings = {
            "server_name": SERVER_NAME,
            "public_baseurl": f"http://localhost:{self.port}/",
            "report_stats": False,
            "listeners": [
                {
                    "type": "http",
                    "port": self.port,
                    "bind_addresses": ["127.0.0.1"],
                    "resources": [{"names": ["client"]}],
                }
            ],
            "database": {"name": "sqlite3", "args": {"database": str(self.database)}},
            "log_config": str(here / "log.yaml"),
            "media_store_path": str(here / "media"),
            "signing_key_path": str(here / "signing.key"),
            "registration_shared_secret_path": str(here / "registration.secret"),
            # This server has no federation and needs no key servers.
            "federation_domain_whitelist": [],
            "trusted_key_servers": [],
            "suppress_key_server_warning": True,
            "presence": {"enabled": False},
            "app_service_config_files": [str(registration) for registration in self.services],
            # With the default, Synapse needs a second to hash a password. On loopback a cheaper
            # hash is enough.
            "bcrypt_rounds": 4,
            # All accounts log in from one address. The default allows only five log-ins at once
            # from an address.
            "rc_login": {"address": WITHOUT_LIMIT, "account": WITHOUT_LIMIT},
        }
        return settings | (LIFTED if self.limits_lifted else {})

    def _write_settings(self) -> None:
        self.directory.mkdir(parents=True, exist_ok=True)
        logging = {
            "version": 1,
            "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
            "handlers": {
                "file": {
                    "class": "logging.FileHandler",
                    "filename": str(self.directory / "synapse.log"),
                    "mode": "w",
                    "formatter": "line",
                }
            },
            "root": {"level": "INFO", "handlers": ["file"]},
        }
        # JSON is YAML.
        (self.directory / "log.yaml").write_text(json.dumps(logging, indent=1))
        (self.directory / "homeserver.yaml").write_text(json.dumps(self._settings(), indent=1))

    def _make_keys(self) -> None:
        """Makes what `--generate-keys` makes. Synapse would need a process of its own for it."""
        seed = base64.b64encode(secrets.token_bytes(32)).decode().rstrip("=")
        keys = {"registration.secret": secrets.token_urlsafe(), "signing.key": f"ed25519 a_1 {seed}\n"}
        for name, key in keys.items():
            file = self.directory / name
            file.touch(mode=0o600)
            file.write_text(key)

    def start(self) -> None:
        self.port = free_port(self.port)
        self._write_settings()
        if not (self.directory / "signing.key").exists():
            self._make_keys()
        self.process.start([sys.executable, "-m", "synapse.app.homeserver",
                            "--config-path", self.directory / "homeserver.yaml"])
        self._wait_until_up()

    def _wait_until_up(self) -> None:
        end = time.monotonic() + START_PATIENCE
        while time.monotonic() < end and self.process.is_running():
            try:
                urllib.request.urlopen(f"{self.url}/_matrix/client/versions", timeout=5)
                return
            except OSError:
                time.sleep(0.2)
        why = "did not answer" if self.process.is_running() else "ended"
        self.stop()
        raise Failed(
            f"{self.process.name} {why}. Its last lines:\n{self.process.last_lines()}",
            f"remove {self.directory} to begin with an empty homeserver, and run this again",
        )

    def stop(self) -> None:
        self.process.stop()

    def kill(self) -> None:
        """Kills Synapse, like a crash or a power cut."""
        self.process.stop(signal.SIGKILL)

    def call(self, method: str, path: str, body: dict | None = None, token: str | None = None) -> dict:
        """Sends a request, and repeats it after a rate limit. Any other refusal raises HTTPError."""
        end = time.monotonic() + LIMIT_PATIENCE
        while True:
            try:
                return self._call_once(method, path, body, token)
            except urllib.error.HTTPError as refusal:
                if refusal.code != 429 or time.monotonic() > end:
                    raise
                wait = json.load(refusal).get("retry_after_ms", 1000) / 1000
            time.sleep(wait)

    def _call_once(self, method: str, path: str, body: dict | None, token: str | None) -> dict:
        request = urllib.request.Request(
            self.url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {token}"} if token else {},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def _register(self, name: str, password: str, admin: bool) -> dict:
        path = "/_synapse/admin/v1/register"
        secret = (self.directory / "registration.secret").read_bytes().strip()
        nonce = self.call("GET", path)["nonce"]
        role = "admin" if admin else "notadmin"
        proof = hmac.new(secret, "\0".join([nonce, name, password, role]).encode(), hashlib.sha1)
        return self.call(
            "POST",
            path,
            {
                "nonce": nonce,
                "username": name,
                "password": password,
                "admin": admin,
                "mac": proof.hexdigest(),
            },
        )

    def password_of(self, player: str) -> str:
        return player

    def register(self, name: str, password: str, admin: bool = False) -> str:
        """Makes the account, or logs in to it with this password. Returns an access token."""
        try:
            return self._register(name, password, admin)["access_token"]
        except urllib.error.HTTPError as refusal:
            if json.load(refusal).get("errcode") != "M_USER_IN_USE":
                raise
        return self.call(
            "POST",
            "/_matrix/client/v3/login",
            {
                "type": "m.login.password",
                "identifier": {"type": "m.id.user", "user": name},
                "password": password,
            },
        )["access_token"]

    def administer(self, method: str, path: str, body: dict | None = None) -> dict:
        """Sends a request to Synapse's admin API."""
        if self._admin_token is None:
            self._admin_token = self.register("host", "host", admin=True)
        return self.call(method, f"/_synapse/admin/{path}", body, self._admin_token)

    def lift_limits(self, user: str) -> None:
        """Lifts the rate limit of one account, as an operator can do for the bot."""
        no_limit = {"messages_per_second": 0, "burst_count": 0}
        self.administer("POST", f"v1/users/{user}/override_ratelimit", no_limit)

    def devices(self, user: str) -> list[str]:
        """Returns the ids of all devices of an account."""
        found = self.administer("GET", f"v2/users/{user}/devices")["devices"]
        return [device["device_id"] for device in found]

    def log_out(self, user: str) -> None:
        """Ends all sessions of an account, and deletes its devices."""
        devices = {"devices": self.devices(user)}
        self.administer("POST", f"v2/users/{user}/delete_devices", devices)
