"""A match with the bot that the role of deploy/ansible installs, on a real Synapse. Ansible pulls the image.

The image, Podman and the network are those of test_compose. There is no systemd here, so the test runs the
commands of the role's unit.
"""

import json
import os
import re
import shlex
import subprocess
import unittest
from pathlib import Path

from local import bot as daemon
from local.homeserver import SERVER_NAME
from package import test_compose

ROOT = Path(__file__).resolve().parents[2]
ANSIBLE = ROOT / "tests/ansible"
CONTAINER = "matrix-bot-engarde"
REGISTRY, _, _ = os.environ["ENGARDE_IMAGE"].rpartition("/")


class BotOfRole(daemon.Bot):
    """The service matrix-bot-engarde, which an administrator starts when the playbook has ended."""

    @property
    def docker(self) -> Path:
        return self.directory / "docker"

    @property
    def unit(self) -> Path:
        return self.directory / f"{CONTAINER}.service"

    def variables(self) -> dict[str, str]:
        """Returns what differs from the variables of tests/ansible."""
        return {
            "folder": str(self.directory),
            "devture_systemd_docker_base_systemd_path": str(self.unit.parent),
            "matrix_domain": SERVER_NAME,
            "matrix_bot_engarde_matrix_user_id_localpart": daemon.NAME,
            "matrix_bot_engarde_matrix_user_password": daemon.PASSWORD,
            "matrix_bot_engarde_matrix_homeserver_url": self.homeserver.url,
            "matrix_bot_engarde_container_image_registry_prefix": f"{REGISTRY}/",
            "matrix_bot_engarde_container_network": "host",
            "matrix_bot_engarde_configuration_extension_yaml":
                f"{self.more}\nmonitoring: {{listen: '127.0.0.1:{test_compose.PORT}'}}\n",
        }

    def install(self) -> None:
        self.directory.mkdir(parents=True, exist_ok=True)
        self.docker.write_text(f'#!/bin/sh\nexec {shlex.join(test_compose.PODMAN)} "$@"\n')
        self.docker.chmod(0o755)
        subprocess.run(
            [ROOT / ".quickstart/ansible/bin/ansible-playbook", "-i", "localhost,",
             "-e", json.dumps(self.variables()), ANSIBLE / "playbook.yml"],
            env=os.environ | {"ANSIBLE_CONFIG": str(ANSIBLE / "ansible.cfg"), "LC_ALL": "C.UTF-8"}, check=True)

    def commands(self, key: str) -> list[tuple[str, list[str]]]:
        """Returns the unit's commands with this key, each after a "-" if it may fail."""
        unit = self.unit.read_text().replace("\\\n", " ")
        found = re.findall(rf"^{key}=(-?)(.*)$", unit, re.MULTILINE)
        return [(mark, shlex.split(command)) for mark, command in found]

    def run(self, key: str) -> None:
        for mark, command in self.commands(key):
            subprocess.run(command, check=mark != "-")

    def start(self) -> None:
        if not self.unit.exists():
            self.install()
        self.run("ExecStartPre")
        ((_, command),) = self.commands("ExecStart")
        self.process.start(command)

    def kill(self) -> None:
        subprocess.run([self.docker, "kill", CONTAINER], check=True)
        self.process.wait()
        self.run("ExecStopPost")

    def stop(self) -> int | None:
        self.run("ExecStop")
        status = super().stop()
        self.run("ExecStopPost")
        return status

    def health(self) -> int:
        return subprocess.run([self.docker, "exec", CONTAINER, "engarde-bot", "health"]).returncode


class AsRole(test_compose.AsCompose):
    bot_class = BotOfRole


if __name__ == "__main__":
    unittest.main(verbosity=2)
