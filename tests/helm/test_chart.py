"""The chart of deploy/helm: Helm's lint, the manifests under Kubernetes' schemas, and the bot with the configuration that
a pod gets. Run: test_chart.py HELM BOT [unittest options]"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import kubernetes_validate
import yaml

ROOT = Path(__file__).resolve().parents[2]
CHART = ROOT / "deploy/helm"
VALUES = sorted((Path(__file__).parent / "values").glob("*.yaml"))
KUBERNETES = ("1.25", "1.30", "1.37")
HELM = BOT = None


def helm(*arguments):
    return subprocess.run([HELM, *map(str, arguments)], capture_output=True, text=True)


def template(values, *more, chart=CHART):
    """Returns the manifests by their kinds."""
    made = helm("template", "engarde-bot", chart, "--namespace", "games", "--values", values, *more)
    assert made.returncode == 0, made.stderr
    documents = [document for document in yaml.safe_load_all(made.stdout) if document]
    kinds = {document["kind"]: document for document in documents}
    assert len(kinds) == len(documents)
    return kinds


def pod(kinds):
    return kinds["Deployment"]["spec"]["template"]["spec"]


def variables(kinds):
    return {entry["name"]: entry.get("value") for entry in pod(kinds)["containers"][0]["env"]}


class Manifests(unittest.TestCase):
    def test_helm_finds_no_fault(self):
        for values in VALUES:
            found = helm("lint", "--strict", CHART, "--values", values)
            self.assertEqual(found.returncode, 0, values.name + found.stdout + found.stderr)

    def test_kubernetes_accepts_each_manifest(self):
        for values in VALUES:
            for kind, manifest in template(values).items():
                if manifest["apiVersion"].startswith("monitoring.coreos.com"):
                    continue # not Kubernetes' own
                for version in KUBERNETES:
                    with self.subTest(values=values.name, kind=kind, version=version):
                        kubernetes_validate.validate(manifest, version, strict=True)

    def test_kubernetes_refuses_a_fault(self):
        manifest = template(VALUES[0])["Deployment"]
        manifest["spec"]["template"]["spec"]["enableServiceLink"] = False
        with self.assertRaises(kubernetes_validate.ValidationError):
            kubernetes_validate.validate(manifest, KUBERNETES[-1], strict=True)

    def test_what_names_what_exists(self):
        for values in VALUES:
            kinds = template(values)
            container = pod(kinds)["containers"][0]
            ports = {port["name"] for port in container["ports"]}
            service = kinds["Service"]
            self.assertEqual({port["targetPort"] for port in service["spec"]["ports"]}, ports)
            labels = kinds["Deployment"]["spec"]["template"]["metadata"]["labels"]
            chosen = [service["spec"]["selector"], kinds["Deployment"]["spec"]["selector"]["matchLabels"]]
            if policy := kinds.get("NetworkPolicy"):
                chosen.append(policy["spec"]["podSelector"]["matchLabels"])
                allowed = {port["port"] for rule in policy["spec"]["ingress"] for port in rule["ports"]}
                self.assertEqual(allowed, ports)
            for selector in chosen:
                self.assertLessEqual(selector.items(), labels.items())
            if monitor := kinds.get("ServiceMonitor"):
                self.assertLessEqual(
                    monitor["spec"]["selector"]["matchLabels"].items(), service["metadata"]["labels"].items())
                self.assertEqual(monitor["spec"]["endpoints"][0]["port"], "metrics")
            if page := kinds.get("Ingress"):
                backend = page["spec"]["rules"][0]["http"]["paths"][0]["backend"]["service"]
                self.assertEqual(backend["name"], service["metadata"]["name"])
                self.assertIn(backend["port"]["name"], ports)
            mounted = {mount["name"] for mount in container["volumeMounts"]}
            self.assertEqual(mounted, {volume["name"] for volume in pod(kinds)["volumes"]})

    def test_the_alerts_are_those_of_the_guide(self):
        rules = template(VALUES[0].with_name("page.yaml"))["PrometheusRule"]["spec"]
        self.assertEqual(rules, yaml.safe_load((ROOT / "deploy/monitoring/alerts.yml").read_text()))

    def test_where_the_bot_may_connect(self):
        for name, wanted in (("file", {53, 443}), ("page", {53, 443}), ("oauth", {53, 443, 8008}), ("service", {53, 8008, 5432}),
                             ("standby", {53, 80, 5432, 5433, 8008})):
            policy = template(VALUES[0].with_name(name + ".yaml"))["NetworkPolicy"]["spec"]
            self.assertEqual({port["port"] for rule in policy["egress"] for port in rule["ports"]}, wanted, name)

    def test_bots_and_volumes(self):
        for name, replicas, ready, volume in (
                ("file", 1, "/readyz", "persistentVolumeClaim"), ("standby", 2, "/health", "emptyDir"),
                ("service", 2, "/readyz", "emptyDir")):
            kinds = template(VALUES[0].with_name(name + ".yaml"))
            self.assertEqual(kinds["Deployment"]["spec"]["replicas"], replicas)
            self.assertEqual(kinds["Deployment"]["spec"]["strategy"], {"type": "Recreate"})
            self.assertEqual(pod(kinds)["containers"][0]["readinessProbe"]["httpGet"]["path"], ready)
            store = next(v for v in pod(kinds)["volumes"] if v["name"] == "store")
            self.assertIn(volume, store)
            self.assertEqual("PersistentVolumeClaim" in kinds, name == "file")

    def test_the_pod_may_write_only_its_volume(self):
        for values in VALUES:
            container = pod(template(values))["containers"][0]
            self.assertTrue(container["securityContext"]["readOnlyRootFilesystem"])
            written = {m["mountPath"] for m in container["volumeMounts"] if not m.get("readOnly")}
            self.assertEqual(written, {"/var/lib/engarde", "/tmp"})
            self.assertEqual(pod(template(values))["securityContext"]["runAsUser"], 10001)

    def test_a_person_lets_the_bot_in_before_it_starts(self):
        values = VALUES[0].with_name("oauth.yaml")
        kinds = template(values)
        self.assertNotIn("Secret", kinds)
        login, bot = pod(kinds)["initContainers"][0], pod(kinds)["containers"][0]
        self.assertEqual(login["args"], ["login"])
        for part in ("image", "env", "securityContext", "volumeMounts"):
            self.assertEqual(login[part], bot[part])
        self.assertEqual(variables(kinds)["ENGARDE_MATRIX__LOGIN"], "oauth")
        later = template(values, "--set", "newLogin=false")
        self.assertNotIn("initContainers", pod(later))
        self.assertNotIn("secret", {volume["name"] for volume in pod(later)["volumes"]})
        both = ("--set", "standby=true,config.store=postgresql://engarde@db/engarde,secret.databasePassword=x")
        self.assertEqual(template(values, *both)["Deployment"]["spec"]["replicas"], 1)
        self.assertEqual(template(values, *both)["Secret"]["stringData"], {"database-password": "x"})
        self.assertEqual(template(values, *both, "--set", "newLogin=false")["Deployment"]["spec"]["replicas"], 2)

    def test_the_notes_say_what_comes_next(self):
        """Helm shows the notes only beside a cluster, so a manifest of a copy of the chart has them here."""
        with tempfile.TemporaryDirectory() as folder:
            chart = shutil.copytree(CHART, Path(folder) / "chart")
            (chart / "templates/NOTES.txt").rename(chart / "NOTES.txt")
            (chart / "templates/notes.yaml").write_text(
                'apiVersion: v1\nkind: Notes\ntext: {{ tpl (.Files.Get "NOTES.txt") . | quote }}\n')
            notes = {values.stem: template(values, chart=chart)["Notes"]["text"] for values in VALUES}
        for text in notes.values():
            self.assertNotIn("<no value>", text)
            self.assertIn("kubectl -n games logs deployment/engarde-bot", text)
            self.assertIn("!eg challenge", text)
        self.assertIn("engarde-bot backup /var/lib/engarde/backup-$(date +%F).db", notes["file"])
        self.assertIn("keeps the claim engarde-store", notes["token"])
        # The image of the bot has no program but the bot.
        for text in notes.values():
            for container, program in re.findall(r" exec deployment/engarde-bot (-c files )?-- (\S+)", text):
                self.assertEqual(program, "cat" if container else "engarde-bot")
        self.assertEqual({name for name in notes if "set files.image" in notes[name]}, {"file", "token"})
        self.assertIn("logs -f deployment/engarde-bot -c login", notes["oauth"])
        self.assertIn('"event=standby"', notes["standby"])
        self.assertIn("http://engarde-bot.games:8009", notes["service"])
        self.assertIn("the port 8010 of the service", notes["service"])


    def test_a_name_that_looks_like_a_number_stays_a_text(self):
        made = helm("template", "engarde-bot", CHART, "--values", VALUES[0].with_name("page.yaml"), *(
            word for name in ("caConfigMap", "persistence.storageClass", "priorityClassName", "ingress.tlsSecret",
                              "ingress.className", "files.image") for word in ("--set-string", name + "=1")))
        self.assertEqual(made.returncode, 0, made.stderr)
        for manifest in filter(None, yaml.safe_load_all(made.stdout)):
            if not manifest["apiVersion"].startswith("monitoring.coreos.com"):
                kubernetes_validate.validate(manifest, KUBERNETES[-1], strict=True)


class Refused(unittest.TestCase):
    """What is wrong in values, and the words of the message that must say so."""

    def refused(self, *more):
        made = helm("template", "engarde-bot", CHART, "--values", VALUES[0].with_name("file.yaml"), *more)
        self.assertNotEqual(made.returncode, 0, more)
        return made.stderr

    def test_each_fault_has_a_message(self):
        for setting, message in (
                ("image.repository=", "image.repository is missing"),
                ("config.matrix.user=", "config.matrix.user is missing"),
                ("config.matrix.user=engarde", "config/matrix/user"),
                ("config.matrix.homeserver=", "config.matrix.homeserver is missing"),
                ("config.matrix.password_file=/x", "config.matrix.password_file: the chart sets this key"),
                ("config.monitoring.listen=x", "config.monitoring.listen: the chart sets this key"),
                ("config.folder=/x", "config.folder: the chart sets this key"),
                ("config.store=/data/x.db", "config/store"),
                ("secret.existing=", 'name a secret with the key "password"'),
                ("secret.password=x", "give one of them"),
                ("secret.accessToken=x", 'secret.accessToken: the value of login is "password", which does not use it'),
                ("secret.recoveryKey=x", "give one of them"),
                ("config.matrix.password=x", "config.matrix.password: the configuration has no secrets"),
                ("config.store=postgresql://engarde:x@db/engarde", "config.store has a password"),
                ("config.store=postgresql://db/engarde?user=me&password=x", "config.store has a password"),
                ("login=browser", "login"),
                ("newLogin=true", "newLogin works only with login: oauth"),
                ("standby=true", "standby needs a store in a database"),
                ("ingress.enabled=true", "ingress needs config.web.url"),
                ("ingress.enabled=true,config.web.url=https://example.org/play/", "has a path"),
                ("networkPolicy.egressPorts={0}", "networkPolicy/egressPorts"),
                ("persistance.size=1Gi", "persistance"),
                ("persistence.size=much", "persistence/size")):
            self.assertIn(message, self.refused("--set", setting), setting)


class Pod(unittest.TestCase):
    """The bot reads what a pod gives it: the file of the ConfigMap, the variables and the secret."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def mount(self, text):
        """Puts the folders of the pod below a folder of this test."""
        return re.sub(r"(?<![\w.])/(run/secrets/engarde|etc/engarde-ca|var/lib/engarde)", rf"{self.folder}/\1", text)

    def check(self, kinds):
        for name in ("run/secrets/engarde", "etc/engarde-ca", "var/lib/engarde"):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "etc/engarde-ca/ca.pem").write_bytes(Path("/etc/ssl/certs/ca-certificates.crt").read_bytes())
        values = kinds.get("Secret", {}).get("stringData", {})
        for item in next((v["secret"]["items"] for v in pod(kinds)["volumes"] if v["name"] == "secret"), []):
            file = self.folder / "run/secrets/engarde" / item["path"]
            file.write_text(values.get(item["key"], "secret"))
            file.chmod(0o440)
        settings = self.folder / "engarde.yaml"
        settings.write_text(self.mount(kinds["ConfigMap"]["data"]["engarde.yaml"]))
        given = {name: self.mount(value) for name, value in variables(kinds).items() if value}
        if b"without encryption" in subprocess.run([BOT, "--version"], capture_output=True).stdout:
            given.pop("ENGARDE_ENCRYPTION__RECOVERY_KEY_FILE", None)
        return subprocess.run([BOT, "--config", settings, "--check-config"], capture_output=True, text=True,
                              env={"PATH": os.environ["PATH"]} | given)

    def test_the_bot_accepts_a_file_as_store(self):
        for name in ("file", "token", "page", "oauth"):
            with self.subTest(name):
                self.setUp()
                found = self.check(template(VALUES[0].with_name(name + ".yaml")))
                self.assertEqual(found.returncode, 0, found.stderr + found.stdout)

    def test_the_bot_asks_for_the_database(self):
        for name in ("standby", "service"):
            with self.subTest(name):
                self.setUp()
                found = self.check(template(VALUES[0].with_name(name + ".yaml")))
                # There is no database here, and nothing else is wrong.
                self.assertNotEqual(found.returncode, 0)
                self.assertRegex(found.stderr, r"\Apostgresql://.*: could not translate host name[^\n]*\n\Z")


if __name__ == "__main__":
    HELM, BOT = (str(Path(sys.argv.pop(1)).resolve()) for _ in range(2))
    unittest.main(verbosity=2)
