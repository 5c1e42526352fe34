"""The role of deploy/ansible in folders of this test: twice, with mistakes, and away again. Run as root in a mount
namespace and a network of its own: unshare --mount --net test_role.py FOLDER-OF-ANSIBLE BOT [unittest options]"""

import fcntl
import json
import os
import re
import shlex
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from engine import Engine  # noqa: E402
from traefik import NETWORK, Traefik  # noqa: E402

UNIT = Path("/etc/systemd/system/matrix-bot-engarde.service")
TOOLS = BOT = None
PAGE = HERE.parents[1] / "adapters/web/page/index.html"
SIOCSIFFLAGS, IFF_UP = 0x8914, 1

# Variables with wrong values, and what else must be given to see that
MISTAKES = (
    ("matrix_homeserver_url", "", {}), ("matrix_homeserver_url", "matrix.example.org", {}),
    ("matrix_user_id", "engarde", {}), ("matrix_user_password", "", {}),
    ("matrix_user_password", "secret", {"matrix_user_access_token": "syt_x"}),
    ("matrix_user_password", "secret", {"appservice_token": "a", "homeserver_token": "b"}),
    ("homeserver_token", "", {"matrix_user_password": "", "appservice_token": "a"}),
    ("homeserver_token", "a", {"matrix_user_password": "", "appservice_token": "a"}),
    ("appservice_url", "bot:8009", {}),
    ("container_image_registry_prefix", "", {}), ("container_network", "", {}), ("container_image_pull", "never", {}),
    ("hostname", "", {"web_enabled": True}),
    ("path_prefix", "engarde/", {}), ("database_engine", "mysql", {}), ("invites_from", "friends", {}),
    ("database_hostname", "", {"database_engine": "postgres"}),
    ("database_password", "", {"database_engine": "postgres", "database_hostname": "postgres"}),
    ("configuration_extension_yaml", "per_room", {}))

FIRST = {f"matrix_bot_engarde_{name}": value for name, value in {
    "web_enabled": True, "hostname": "games.example.org", "path_prefix": "/engarde", "metrics_enabled": True,
    "admins": ["@you:example.org"], "container_additional_networks_custom": ["matrix"],
    "matrix_user_password": "1234 #: \"'", "environment_variables_extension": "ENGARDE_LOG__FORMAT=json",
    "configuration_extension_yaml": "matches: {per_room: 4}"}.items()}
SECOND = {f"matrix_bot_engarde_{name}": value for name, value in {
    "database_engine": "postgres", "database_hostname": "postgres", "database_password": "a:b\\c",
    "matrix_user_password": "", "matrix_user_access_token": "syt_x",
    # Texts, as in `ansible-playbook -e matrix_bot_engarde_metrics_enabled=false`
    "web_enabled": "false", "metrics_enabled": "false"}.items()}
THIRD = {f"matrix_bot_engarde_{name}": value for name, value in {
    "matrix_user_password": "", "appservice_token": "69dd68", "homeserver_token": "f2d607"}.items()}


class Role(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.folder.chmod(0o755)
        self.config = self.folder / "matrix/engarde/config"
        shutil.copy(HERE / "docker", self.folder)
        shutil.copy(BOT, self.folder / "engarde-bot")
        self.engine = Engine(self.folder / "docker.sock")
        self.addCleanup(self.engine.close)
        for place in (Path("/etc/engarde"), Path("/var/lib/engarde")): # where the container's folders are mounted
            if not place.exists():
                place.mkdir()
                self.addCleanup(place.rmdir)
        units = self.folder / "units"
        units.mkdir()
        subprocess.run(["mount", "--bind", units, UNIT.parent], check=True)
        self.addCleanup(subprocess.run, ["umount", UNIT.parent], check=True)
        self.environment = os.environ | {
            "ANSIBLE_CONFIG": str(HERE / "ansible.cfg"), "LC_ALL": "C.UTF-8", "SYSTEMD_OFFLINE": "1",
            "DOCKER_HOST": f"unix://{self.folder}/docker.sock",
            "ENGARDE_BOT": str(self.folder / "engarde-bot")}

    def play(self, *several, **variables):
        """Plays the role with these variables; with several mappings, at once for a host with each of them."""
        hosts = {f"host{number}": more for number, more in enumerate(several or [{}])}
        inventory = self.folder / "inventory.json"
        inventory.write_text(json.dumps({"all": {"hosts": hosts}}))
        given = json.dumps({"folder": str(self.folder)} | variables)
        return subprocess.run(
            [TOOLS / "ansible-playbook", "-i", inventory, "-e", given, HERE / "playbook.yml"],
            env=self.environment, capture_output=True, text=True)

    def changes(self, **variables):
        """Plays the role, which must succeed. Returns the number of changes, and whether it wants a restart."""
        played = self.play(**variables)
        self.assertEqual(played.returncode, 0, played.stdout + played.stderr)
        self.assertNotRegex(played.stdout + played.stderr, "DEPRECAT")
        restart = re.search(r'"matrix_bot_engarde_restart_necessary": (true|false)', played.stdout)[1]
        return int(re.search(r"changed=(\d+)", played.stdout)[1]), restart == "true"

    def refused(self, **variables):
        played = self.play(**variables)
        self.assertEqual(played.returncode, 2, played.stdout + played.stderr)
        return played.stdout + played.stderr

    def command_of_the_unit(self):
        """Returns the command of the unit that makes the container, as one that also runs it."""
        text = UNIT.read_text().replace("\\\n", " ")
        words = next(shlex.split(line.split("=", 1)[1]) for line in text.splitlines() if " create " in line)
        self.assertIn("--read-only", words)
        self.assertIn("--user=65534:65534", words)
        return [words[0], "run", *words[2:]]

    def bot_with_the_unit(self):
        """Lets the bot check its configuration, in the container of the unit."""
        return subprocess.run([*self.command_of_the_unit(), "--check-config"], env=self.environment,
                              capture_output=True, text=True)

    def start_the_bot(self):
        """Runs the bot in the container of the unit, until it has a web page. It reaches no homeserver."""
        bot = subprocess.Popen(self.command_of_the_unit(), env=self.environment, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, start_new_session=True)
        self.addCleanup(bot.stdout.close)
        self.addCleanup(bot.wait)
        self.addCleanup(os.killpg, bot.pid, signal.SIGTERM)
        self.assertTrue(any("web_page" in line for line in bot.stdout), "the bot has ended")
        return Traefik((self.folder / "matrix/engarde/labels").read_text(), UNIT.read_text())

    def check_unit(self):
        text = UNIT.read_text()
        self.assertIn("network connect matrix matrix-bot-engarde\n", text)
        UNIT.write_text(text.replace("docker.service", "basic.target")) # there is no Docker here
        found = subprocess.run(["systemd-analyze", "verify", "--man=no", UNIT], capture_output=True, text=True)
        self.assertEqual((found.returncode, found.stderr), (0, ""))
        UNIT.write_text(text)

    def check_files(self):
        labels = (self.folder / "matrix/engarde/labels").read_text()
        self.assertIn("rule=Host(`games.example.org`) && PathPrefix(`/engarde`)\n", labels)
        self.assertIn("stripprefix.prefixes=/engarde\n", labels)
        settings = (self.config / "engarde.yaml").read_text()
        self.assertIn("url: https://games.example.org/engarde/\n", settings)
        self.assertIn("per_room: 4\n", settings)
        # Only the user of the container reads the secret, which may look like a number or have any sign.
        self.assertEqual((self.config / "password").read_text(), FIRST["matrix_bot_engarde_matrix_user_password"] + "\n")
        self.assertEqual(oct((self.config / "password").stat().st_mode), "0o100600")
        self.assertEqual((self.config / "password").owner(), "nobody")

    def check_database(self):
        self.assertEqual((self.config / "pgpass").read_text(), "*:*:*:engarde:a\\:b\\\\c\n")
        self.assertFalse((self.config / "password").exists())
        self.assertEqual((self.config / "access-token").read_text(), "syt_x\n")
        # There is no database here, and nothing else is wrong.
        self.assertRegex(self.bot_with_the_unit().stderr, r"\Apostgresql://engarde@postgres:5432/engarde\?sslmode=disable"
                         r": could not translate host name[^\n]*\n\Z")

    def check_registration(self):
        """The homeserver gets the file that the bot accepts as its own."""
        self.assertEqual(sorted(file.name for file in self.config.iterdir()), ["engarde.yaml", "registration.yaml"])
        file = self.config / "registration.yaml"
        self.assertEqual((oct(file.stat().st_mode), file.owner()), ("0o100600", "nobody"))
        self.assertIn('url: "http://matrix-bot-engarde:8009"\nas_token: "69dd68"\nhs_token: "f2d607"\n', file.read_text())
        self.assertIn('      regex: "@bot\\\\.engarde:example\\\\.org"\n', file.read_text())
        checked = self.bot_with_the_unit()
        self.assertEqual(checked.returncode, 0, checked.stderr)

    def test_a_life(self):
        changed, restart = self.changes(**FIRST)
        self.assertGreater(changed, 5)
        self.assertTrue(restart)
        self.assertEqual(list(self.engine.images), ["registry.example.org/engarde-bot:0.2.0"])
        self.assertEqual(list(self.engine.networks), ["matrix-bot-engarde"])
        self.check_unit()
        self.check_files()
        checked = self.bot_with_the_unit()
        self.assertEqual(checked.returncode, 0, checked.stderr)
        self.assertIn("log.format", checked.stdout + checked.stderr)

        self.assertEqual(self.changes(**FIRST), (0, False)) # the second time

        changed, restart = self.changes(**FIRST | SECOND)
        self.assertTrue(restart)
        self.check_database()
        self.assertNotIn("0.0.0.0", (self.config / "engarde.yaml").read_text())
        self.assertNotIn("traefik", (self.folder / "matrix/engarde/labels").read_text() + UNIT.read_text())

        self.assertTrue(self.changes(**THIRD)[1])
        self.check_registration()

        (self.folder / "matrix/engarde/data/engarde.db").write_text("matches")
        self.assertGreater(self.changes(matrix_bot_engarde_enabled=False)[0], 1)
        self.assertFalse(UNIT.exists())
        self.assertEqual([file.name for file in self.config.parent.iterdir()], ["data"])
        self.assertTrue((self.folder / "matrix/engarde/data/engarde.db").exists())
        self.assertEqual(self.changes(matrix_bot_engarde_enabled=False)[0], 0)
        self.assertEqual(self.engine.unknown, [])

    def test_the_page_behind_the_proxy(self):
        self.changes(**FIRST | {"matrix_bot_engarde_container_additional_networks_custom": ["matrix", NETWORK]})
        proxy = self.start_the_bot()
        self.assertEqual(proxy.get("games.example.org", "/engarde/"), (200, PAGE.read_bytes()))
        self.assertEqual(proxy.get("games.example.org", "/engarde/nothing"), (404, b""))
        self.assertEqual(proxy.get("games.example.org", "/")[0], 404)
        self.assertEqual(proxy.joined, ["matrix-bot-engarde", NETWORK, "matrix"]) # each one once

    def test_an_image_that_was_loaded(self):
        loaded = {"Id": "sha256:1", "RepoTags": ["engarde-bot:0.2.0"]} # Docker's name for it
        self.engine.images["docker.io/library/engarde-bot:0.2.0"] = self.engine.images["engarde-bot:0.2.0"] = loaded
        self.changes(matrix_bot_engarde_container_image_registry_prefix="docker.io/library/",
                     matrix_bot_engarde_container_image_pull="not_present",
                     matrix_bot_engarde_web_enabled=True, matrix_bot_engarde_hostname="games.example.org",
                     matrix_bot_engarde_container_network=NETWORK)
        self.assertEqual(len(self.engine.images), 2)
        self.assertEqual(Traefik("", UNIT.read_text()).joined, [NETWORK])

    def test_each_mistake_names_its_variable(self):
        mistakes = [(f"matrix_bot_engarde_{name}", value, {f"matrix_bot_engarde_{n}": v for n, v in more.items()})
                    for name, value, more in MISTAKES]
        played = self.play(*({name: value} | more for name, value, more in mistakes))
        for number, (name, value, _) in enumerate(mistakes):
            with self.subTest(name, value=value):
                self.assertRegex(played.stdout + played.stderr, rf'\[host{number}\].*"msg": "{name} ')
        self.assertFalse(self.config.exists())

    def test_the_bot_names_a_wrong_key(self):
        said = self.refused(matrix_bot_engarde_configuration_extension_yaml="matches: {per_rom: 4}")
        self.assertIn('unknown key \\"per_rom\\"; did you mean \\"per_room', said)
        self.assertFalse(UNIT.exists())


if __name__ == "__main__":
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))
    TOOLS, BOT = (Path(sys.argv.pop(1)).absolute() for _ in range(2))
    unittest.main(verbosity=2)
