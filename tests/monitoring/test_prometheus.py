"""The metrics in Prometheus. Run: test_prometheus.py FOLDER-OF-PROMETHEUS [unittest options]"""

import json
import re
import socket
import subprocess
import sys
import unittest
import urllib.parse
import urllib.request
from pathlib import Path

from monitoring_case import BOB, ROOT, MonitoringCase

DEPLOY = ROOT / "deploy/monitoring"
PROGRAMS = None
OURS = re.compile(r"\b(?:engarde|process)_[a-z_]+\b")


def promtool(*arguments, given="", folder=None):
    return subprocess.run(
        [PROGRAMS / "promtool", *map(str, arguments)],
        input=given, cwd=folder, capture_output=True, text=True)


class Series:
    """The names of the metrics in a page of /metrics."""

    def __init__(self, text):
        self.names = set(re.findall(r"^([a-z_]+)", text, re.M))


class Metrics(MonitoringCase):
    def metrics(self):
        self.enter()
        self.say(f"!eg challenge {BOB}")
        self.until_value('engarde_matches{status="challenge"}', 1)
        return self.get("/metrics")[1]

    def test_promtool_accepts_the_metrics(self):
        found = promtool("check", "metrics", given=self.metrics())
        self.assertEqual((found.returncode, found.stdout, found.stderr), (0, "", ""))

    def test_alerts_use_existing_metrics(self):
        known = Series(self.metrics()).names
        found = promtool("check", "rules", DEPLOY / "alerts.yml")
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)
        found = promtool("test", "rules", "alerts_test.yml", folder=ROOT / "tests/monitoring")
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)
        text = (DEPLOY / "alerts.yml").read_text()
        used = {name for expr in re.findall(r"expr: (.*)", text) for name in OURS.findall(expr)}
        self.assertGreater(len(used), 5)
        self.assertEqual(used - known, set())
        tested = (ROOT / "tests/monitoring/alerts_test.yml").read_text()
        for alert in re.findall(r"alert: (\w+)", text):
            self.assertRegex(tested, rf"alertname: {alert}\n\s+exp_alerts")

    def test_dashboard_uses_all_metrics(self):
        known = Series(self.metrics()).names
        board = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
        asked = [t["expr"] for panel in board["panels"] for t in panel["targets"]]
        used = {name for expr in asked for name in OURS.findall(expr)}
        self.assertEqual(used - known, set())
        # The dashboard must show every metric. For a histogram, one of its three series is enough.
        shown = {re.sub("_(bucket|sum|count)$", "", name) for name in used}
        there = {re.sub("_(bucket|sum|count)$", "", name) for name in known}
        self.assertEqual(there - shown, set())
        rules = {"groups": [{"name": "all", "rules": [
            {"record": f"panel:{i}", "expr":
             e.replace("$__rate_interval", "5m").replace("$job", "engarde")}
            for i, e in enumerate(asked)]}]}
        file = self.folder / "rules.yml"
        file.write_text(json.dumps(rules))
        found = promtool("check", "rules", file)
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Scraped(MonitoringCase):
    """A Prometheus with the example configuration, but with other ports and a shorter interval."""

    def watch(self):
        text = (DEPLOY / "prometheus.yml").read_text()
        text = text.replace("127.0.0.1:9464", self.address).replace("30s", "1s")
        (self.folder / "prometheus.yml").write_text(text)
        (self.folder / "alerts.yml").write_text((DEPLOY / "alerts.yml").read_text())
        port = free_port()
        self.api = f"http://127.0.0.1:{port}/api/v1/"
        self.output = open(self.folder / "prometheus.log", "w+")
        self.addCleanup(self.output.close)
        self.prometheus = subprocess.Popen(
            [PROGRAMS / "prometheus", f"--config.file={self.folder}/prometheus.yml",
             f"--storage.tsdb.path={self.folder}/data", f"--web.listen-address=127.0.0.1:{port}"],
            stdout=self.output, stderr=subprocess.STDOUT)
        self.addCleanup(self.prometheus.wait)
        self.addCleanup(self.prometheus.terminate)

    def ask(self, what):
        try:
            with urllib.request.urlopen(self.api + what, timeout=10) as answer:
                return json.load(answer)["data"]
        except OSError:
            return None

    def query(self, expression):
        """Returns the value of the first series in Prometheus's answer, or None if the answer has
        no series."""
        data = self.ask("query?" + urllib.parse.urlencode({"query": expression}))
        return float(data["result"][0]["value"][1]) if data and data["result"] else None

    def rules(self):
        return {rule["name"]: rule for rule in self.ask("rules")["groups"][0]["rules"]}

    def test_prometheus_scrapes_all_metrics(self):
        self.enter()
        self.watch()
        self.until(lambda: self.query('up{job="engarde"}') == 1, 60)
        self.say(f"!eg challenge {BOB}")
        self.until(lambda: self.query('engarde_matches{status="challenge"}') == 1)
        self.until(lambda: (self.query(
            "histogram_quantile(0.5, engarde_command_delay_seconds_bucket)") or 0) > 0)
        target = self.ask("targets")["activeTargets"][0]
        self.assertEqual((target["health"], target["lastError"]), ("up", ""))
        for name in Series(self.get("/metrics")[1]).names:
            self.assertIsNotNone(self.query(name), name)
        self.until(lambda: {rule["health"] for rule in self.rules().values()} == {"ok"})
        self.assertEqual({rule["state"] for rule in self.rules().values()}, {"inactive"})
        self.stop()
        self.until(lambda: self.rules()["EngardeDown"]["state"] == "pending")


if __name__ == "__main__":
    PROGRAMS = Path(sys.argv.pop(1))
    unittest.main(verbosity=2)
