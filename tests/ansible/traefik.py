"""Traefik, as far as the labels of one container tell it where a request goes. It is in the network of the playbook's
reverse proxy only, and the container's port is one of this machine."""

import re
import urllib.error
import urllib.request

NETWORK = "traefik"


class Traefik:
    def __init__(self, labels, unit):
        """LABELS is the text of the container's file of labels, and UNIT that of its systemd unit."""
        self.labels = dict(line.split("=", 1) for line in labels.splitlines() if line)
        self.joined = re.findall(r"--network=(\S+)", unit) + re.findall(r"network connect (\S+) ", unit)

    def label(self, kind, name):
        return self.labels.get(f"traefik.http.{kind}.matrix-bot-engarde.{name}", "")

    def get(self, host, path):
        """Returns the status and the body of the answer."""
        rule = dict(re.findall(r"(\w+)\(`([^`]*)`\)", self.label("routers", "rule")))
        if host != rule["Host"] or not path.startswith(rule.get("PathPrefix", "/")):
            return 404, b""
        network = self.labels["traefik.docker.network"]
        if network != NETWORK or network not in self.joined:
            return 504, b"" # no answer from an address in a network that the proxy can't reach
        path = path.removeprefix(self.labels.get(
            f"traefik.http.middlewares.{self.label('routers', 'middlewares')}.stripprefix.prefixes", ""))
        port = self.label("services", "loadbalancer.server.port")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path or '/'}", timeout=60) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as refused:
            return refused.code, b""
