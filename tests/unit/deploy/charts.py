"""The chart (deploy/helm) and the role (deploy/ansible) agree with the bot: version, keys, user and alerts."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CHART, ROLE = ROOT / "deploy/helm", ROOT / "deploy/ansible/matrix-bot-engarde"


def text_of(folder):
    return "\n".join(path.read_text() for path in sorted(folder.rglob("*")) if path.is_file())


def keys():
    """Returns the keys of the example, which has all of them (unit/config checks it)."""
    section, found = "", set()
    for indent, name, value in re.findall(
            r"^( *)#?([a-z_]+):( .*)?$", (ROOT / "config/engarde.example.yaml").read_text(), re.M):
        if not indent:
            section = name
        found.add(f"{section}.{name}" if indent else name)
    return found


class Agreement(unittest.TestCase):
    def test_versions(self):
        version = re.search(r"project\(engarde-bot VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
        chart = (CHART / "Chart.yaml").read_text()
        self.assertEqual(re.findall(r"^(?:appV|v)ersion: (\S+)$", chart, re.M), [version] * 2)
        role = (ROLE / "defaults/main.yml").read_text()
        self.assertIn(f"\nmatrix_bot_engarde_version: {version}\n", role)

    def test_each_variable_is_that_of_a_key(self):
        known = {"ENGARDE_" + key.upper().replace(".", "__") for key in keys()}
        self.assertIn("ENGARDE_MONITORING__LISTEN", known)
        used = set(re.findall(r"\bENGARDE_[A-Z_]*[A-Z]\b", text_of(CHART)))
        used -= {"ENGARDE_BOT_PORT", "ENGARDE_MATRIX__"} # of Kubernetes; the beginning of one of the next two
        used |= {"ENGARDE_MATRIX__PASSWORD_FILE", "ENGARDE_MATRIX__ACCESS_TOKEN_FILE"}
        self.assertEqual(used - known, set())
        self.assertGreater(len(used), 8)

    def test_the_role_writes_only_keys(self):
        section, used = "", set()
        for indent, name in re.findall(
                r"^( *)([a-z_]+):", (ROLE / "templates/config.yaml.j2").read_text(), re.M):
            section = section if indent else name
            used.add(f"{section}.{name}" if indent else name)
        self.assertGreater(len(used), 15)
        self.assertEqual(used - keys(), set())

    def test_each_variable_of_the_role_has_a_default(self):
        defaults = set(re.findall(r"^(matrix_bot_engarde_\w+):", (ROLE / "defaults/main.yml").read_text(), re.M))
        text = text_of(ROLE)
        made = set(re.findall(r"register: (\w+)", text)) | {"matrix_bot_engarde_secrets"}
        self.assertEqual(set(re.findall(r"\bmatrix_bot_engarde_\w+", text)) - defaults - made, set())

    def test_the_chart_refuses_only_keys(self):
        helpers = (CHART / "templates/_helpers.tpl").read_text()
        own = re.search(r'define "engarde.chartsOwn" -}}\n(.*?){{-', helpers, re.S)[1]
        names = {line.split(":")[0] for line in own.splitlines()}
        self.assertGreater(len(names), 8)
        self.assertEqual(names - keys(), set())

    def test_the_user_is_that_of_the_image(self):
        image = (ROOT / "deploy/container/Containerfile").read_text()
        user = re.search(r"^USER (\d+):(\d+)$", image, re.M)
        pod = (CHART / "templates/deployment.yaml").read_text()
        self.assertEqual(
            re.findall(r"(?:runAsUser|runAsGroup|fsGroup): (\d+)", pod), [user[1], user[2], user[2]])

    def test_there_is_one_list_of_alerts(self):
        self.assertEqual((CHART / "alerts.yml").resolve(), ROOT / "deploy/monitoring/alerts.yml")


if __name__ == "__main__":
    unittest.main(verbosity=2)
