"""The examples for nginx and Caddy in deploy/proxy, with a real bot behind them. The page has a path of
its own. Run: test_proxy.py PROGRAM FOLDER; FOLDER has the unpacked packages nginx and caddy."""

import json
import os
import secrets
import select
import socket
import subprocess
import sys
import time
import unittest
from pathlib import Path

FOLDER = Path(sys.argv.pop(2)).absolute()
os.environ["ENGARDE_BOT"] = sys.argv.pop(1)

from web_case import ANN, BOB, PATIENCE, Stream, WebCase  # noqa: E402

EXAMPLES = Path(__file__).resolve().parents[2] / "deploy/proxy"
PAGE = Path(__file__).resolve().parents[2] / "adapters/web/page"
NGINX = """\
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port};
{example}
    }}
}}
"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


class Behind:
    """The tests of one proxy. A subclass starts it at self.proxy for the bot at self.port."""

    def setUp(self):
        super().setUp()
        self.enter()
        self.start_proxy()

    def start_proxy(self):
        self.proxy = free_port()
        command = self.configure_proxy()
        log = open(self.folder / "proxy.log", "w")
        self.addCleanup(log.close)
        process = subprocess.Popen(command, stdout=log, stderr=log,
                                   env=os.environ | {"HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)})
        self.addCleanup(process.wait, PATIENCE)
        self.addCleanup(process.terminate)
        self.until(self.proxy_answers)

    def proxy_answers(self):
        try:
            socket.create_connection(("127.0.0.1", self.proxy)).close()
        except OSError:
            return False
        return True

    def ask_proxy(self, method, path, body=None, token=None, **headers):
        return self.ask(method, path, body, token, self.proxy, **headers)

    def test_malformed_header_lines_do_not_reach_the_bot(self):
        """libmicrohttpd accepts these lines (adapters/http/exchange.h). A server that takes one request
        and keeps its bytes stands in for the bot."""
        bot = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(bot.close)
        self.port = bot.getsockname()[1]
        self.start_proxy()
        for line in (b"X: a\r\n b", b"X: a\rY: b", b": x", b"X: a\r\n\tContent-Length: 3"):
            with self.subTest(line=line), socket.create_connection(("127.0.0.1", self.proxy)) as client:
                client.sendall(b"GET /engarde/ HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s\r\n\r\n" % (self.proxy, line))
                if bot in select.select([bot, client], [], [], PATIENCE)[0]:
                    with bot.accept()[0] as request:
                        header = request.recv(65536)
                    self.assertNotRegex(header, rb"\r(?!\n)|\n[ \t:]")
                else:
                    self.assertIn(b" 400 ", client.recv(100))

    def test_page_is_served_below_its_path(self):
        status, headers, data = self.ask_proxy("GET", "/engarde/", Cookie="other=" + "x" * 6000)
        self.assertEqual((status, data), (200, (PAGE / "index.html").read_bytes()))
        for name in ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy",
                     "Cross-Origin-Resource-Policy"):
            self.assertEqual(len(headers.get_all(name)), 1, name)
        status, headers, data = self.ask_proxy("GET", "/engarde/table.css")
        self.assertEqual((status, data), (200, (PAGE / "table.css").read_bytes()))
        again = self.ask_proxy("GET", "/engarde/table.css", **{"If-None-Match": headers["ETag"]})
        self.assertEqual(again[0], 304)
        self.assertIn(self.ask_proxy("GET", "/engarde")[0], (301, 302, 308))
        self.assertEqual(self.ask_proxy("GET", "/engarde/api/live", token="x" * 32)[0], 401)

    def test_moves_arrive_at_once(self):
        tokens = self.begin_match()
        streams = {}
        for user in (ANN, BOB):
            streams[user] = Stream(self.proxy, tokens[user], "/engarde/api/live")
            self.addCleanup(streams[user].close)
            self.assertEqual(streams[user].status, 200)
        matches = {user: self.await_state(stream, self.playing) for user, stream in streams.items()}
        user = next(user for user in matches if matches[user]["choices"])
        match = matches[user]
        tap = {"key": secrets.token_urlsafe(18), "do": "play", "match": match["id"],
               "turn": match["turn"], "action": match["choices"][0]["action"]}
        began = time.monotonic()
        status, _, data = self.ask_proxy("POST", "/engarde/api/act", json.dumps(tap), tokens[user])
        self.assertEqual((status, json.loads(data)["outcome"]), (200, "done"))
        for stream in streams.values():
            self.await_state(stream, lambda state: (m := self.playing(state)) and m["turn"] > match["turn"])
        # A proxy that buffers would give the lines away only with the heartbeats, or never.
        self.assertLess(time.monotonic() - began, 15)

    def test_stream_ends_with_its_link(self):
        stream = Stream(self.proxy, self.link(ANN), "/engarde/api/live")
        self.addCleanup(stream.close)
        self.link(ANN)
        self.await_state(stream, lambda state: state["type"] == "ended")
        self.assertIsNone(stream.line())


class Nginx(Behind, WebCase):
    def configure_proxy(self):
        example = (EXAMPLES / "nginx.conf").read_text()
        self.assertIn("127.0.0.1:8010", example)
        settings = self.folder / "nginx.conf"
        settings.write_text(NGINX.format(folder=self.folder, port=self.proxy,
                                         example=example.replace("127.0.0.1:8010", f"127.0.0.1:{self.port}")))
        return [FOLDER / "nginx/usr/sbin/nginx", "-e", "stderr", "-p", self.folder, "-c", settings]


class Caddy(Behind, WebCase):
    def configure_proxy(self):
        example = (EXAMPLES / "Caddyfile").read_text()
        for old, new in (("127.0.0.1:8010", f"127.0.0.1:{self.port}"),
                         ("\nexample.org {", f"\nhttp://127.0.0.1:{self.proxy} {{")):
            self.assertIn(old, example)
            example = example.replace(old, new)
        settings = self.folder / "Caddyfile"
        settings.write_text("{\n\tadmin off\n}\n" + example)
        return [FOLDER / "caddy/usr/bin/caddy", "run", "--config", settings]


if __name__ == "__main__":
    unittest.main(verbosity=2)
