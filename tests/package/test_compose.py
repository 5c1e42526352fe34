"""Matches with the bot of compose.yaml, and of the compose file in the guide, on a real Synapse. docker-compose
pulls the image.

ENGARDE_IMAGE names the image, DOCKER_HOST the socket of Podman. No registry that has Synapse's
image can be reached here, so Synapse runs on the machine, and the bot's container has the machine's network.
"""

import os
import re
import shutil
import subprocess
import time
import unittest
from pathlib import Path

from e2e.encrypted_case import EncryptedEndToEnd
from local import bot as daemon
from local.homeserver import free_port
from local.player import next_to_act

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
CONTAINER = "engarde-test_engarde-bot_1"
PORT = free_port()
PODMAN = ["podman", "--remote", "--url", os.environ["DOCKER_HOST"]]
ON_THIS_MACHINE = """\
services:
  engarde-bot:
    network_mode: host
    environment:
      ENGARDE_INVITES__FROM: anyone
      ENGARDE_LIMITS__SENDER_PER_MINUTE: "0"
      ENGARDE_LIMITS__ROOM_PER_MINUTE: "0"
      ENGARDE_LIMITS__NEWCOMERS_PER_MINUTE: "0"
      ENGARDE_LIMITS__NEWCOMERS_WAITING: "0"
"""


class BotInCompose(daemon.Bot):
    """The service engarde-bot of compose.yaml, with the configuration beside it."""

    def files(self) -> dict[str, str]:
        return {name: (DEPLOY / "container" / name).read_text() for name in ("compose.yaml", "engarde.yaml")}

    def example(self) -> dict[str, str]:
        """Returns what a host replaces in the files, and by what."""
        return {"http://synapse:8008": self.homeserver.url, "@engarde:example.org": daemon.USER,
                "listen: 127.0.0.1:9464": f"listen: 127.0.0.1:{PORT}"}

    def configure(self) -> None:
        self.directory.mkdir(parents=True, exist_ok=True)
        files = self.files()
        for example, mine in self.example().items():
            assert any(example in text for text in files.values()), example
            files = {name: text.replace(example, mine) for name, text in files.items()}
        for name, text in files.items():
            (self.directory / name).write_text(text)
        (self.directory / "here.yaml").write_text(ON_THIS_MACHINE)
        password = self.directory / "password"
        password.write_text(daemon.PASSWORD + "\n")
        password.chmod(0o640)
        os.chown(password, 0, 10001)

    def compose(self, *words: str) -> list:
        return ["docker-compose", "--project-directory", self.directory, "-f", self.directory / "compose.yaml",
                "-f", self.directory / "here.yaml", "-p", "engarde-test", *words]

    def start(self) -> None:
        self.configure()
        for words in (("pull",), ("up", "--detach", "--no-deps", "--no-build")):
            subprocess.run(self.compose(*words, "engarde-bot"), check=True)
        # This process runs as long as the container, and keeps its log.
        self.process.start([*PODMAN, "logs", "--follow", CONTAINER])

    def run(self, *words: str) -> int:
        return subprocess.run(self.compose(*words), stdout=subprocess.DEVNULL).returncode

    def kill(self) -> None:
        self.run("kill", "engarde-bot")
        self.process.wait()

    def stop(self) -> int | None:
        self.run("down", "--volumes")
        return super().stop()

    def health(self) -> int:
        return self.run("exec", "-T", "engarde-bot", "engarde-bot", "health")


class BotOfGuide(BotInCompose):
    """The compose file in the guide, which has the bot alone, with its configuration in the environment."""

    def files(self) -> dict[str, str]:
        guide = (DEPLOY / "installing.md").read_text()
        return {"compose.yaml": re.search(r"^```yaml\n(services:.*?)^```$", guide, re.MULTILINE | re.DOTALL)[1]}

    def example(self) -> dict[str, str]:
        return {"https://matrix.example.org": self.homeserver.url, "@engarde:example.org": daemon.USER,
                "LISTEN: 127.0.0.1:9464": f"LISTEN: 127.0.0.1:{PORT}",
                "registry.example.org/engarde-bot:0.2": os.environ["ENGARDE_IMAGE"]}


class AsCompose(EncryptedEndToEnd):
    bot_class = BotInCompose

    @classmethod
    def setUpClass(cls):
        subprocess.run([*PODMAN, "image", "prune", "--all", "--force"], check=True)  # of the tests before
        cls.began = time.monotonic()
        super().setUpClass()

    def since(self) -> str:
        return f"{time.monotonic() - self.began:.0f} s"

    async def test_from_no_image_to_a_match_that_outlives_its_container(self):
        alice, bob = await self.player("alice"), await self.player("bob")
        room = await self.room_of(alice, bob)
        await self.challenged(alice, bob, room, "basic to 1")
        begun = self.since()
        self.assertEqual(self.bot.health(), 0)
        self.bot.kill()
        self.assertNotEqual(self.bot.health(), 0)
        self.bot.start()
        await self.act(await next_to_act((alice, bob), room), room)
        await self.play_out(alice, bob, room)
        print(f"from no homeserver and no image to a match: {begun}; to its end: {self.since()}")


class AsGuide(AsCompose):
    bot_class = BotOfGuide


if __name__ == "__main__":
    unittest.main(verbosity=2)
