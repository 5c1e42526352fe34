"""Serves the page and answers its requests with what a test has told it, on loopback.

Run: server.py
Prints the port. Ends when its standard input ends.

The test tells it with POST /test/…:
  state {"token": …, "state": …}   the state that this token's streams send from now on; the streams of
                                   a night and a season send that of "night TOKEN" and "season TOKEN"
  live  {"mode": "ok" | "down" | "dead"}  "down" drops all streams; "dead" answers 401
  acts  {"answers": […]}           the answers to the next taps: an answer, {"status": 503} or "drop"
  replay {"replay": …, "record": …}
GET /test/acts returns the taps that have arrived, with repetitions.
"""

import json
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "adapters/web/page"
TEXTS = ROOT / "bot/text/lang"
LANGUAGE = re.compile(r'^\t[A-Z]+\([A-Z]+, ([a-z]+), ".*", (".*")\)', re.MULTILINE)
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".mjs": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
MESSAGE = re.compile(r'^M\(WEB_(\w+),((?:\s*"(?:[^"\\]|\\.)*")+)\)', re.MULTILINE)
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
          "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")

changed = threading.Condition()
states = {}
mode = "ok"
generation = 0  # grows when all streams must end
answers = []
taps = []
replay = {}


def words(language):
    text = (TEXTS / f"{language}.def").read_text(encoding="utf-8")
    return {name.lower(): "".join(STRING.findall(parts)) for name, parts in MESSAGE.findall(text)}


def languages():
    """Returns languages.mjs, as adapters/web/embed.cmake makes it."""
    text = (ROOT / "config/languages.h").read_text(encoding="utf-8")
    names = ", ".join(f"{code}: {name}" for code, name in LANGUAGE.findall(text))
    return f"export const LANGUAGES = {{ {names} }};\n".encode()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", kind="application/json"):
        if not isinstance(body, bytes):
            body = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.common_headers()
        self.end_headers()
        self.wfile.write(body)

    def common_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-cache")

    def token(self):
        return (self.headers.get("Authorization") or "").removeprefix("Bearer ")

    def do_GET(self):
        path = self.path.partition("?")[0]
        if path == "/":
            return self.answer(200, (PAGE / "index.html").read_bytes(), TYPES[".html"])
        if path == "/languages.mjs":
            return self.answer(200, languages(), TYPES[".mjs"])
        if path == "/test/acts":
            with changed:
                return self.answer(200, taps)
        if path.startswith("/api/words/"):
            return self.answer(200, words(path.rpartition("/")[2]))
        if path in ("/api/live", "/api/night", "/api/season"):
            return self.live()
        if path in ("/api/replay", "/api/record"):
            if mode == "dead":
                return self.answer(401)
            if path == "/api/record":
                return self.answer(200, replay["record"].encode(), "text/plain; charset=utf-8")
            return self.answer(200, replay["replay"])
        file = PAGE / path[1:]
        if file.is_file() and file.parent == PAGE:
            return self.answer(200, file.read_bytes(), TYPES[file.suffix])
        return self.answer(404)

    def live(self):
        token = self.token()
        if self.path in ("/api/night", "/api/season"):
            token = f"{self.path[5:]} {token}"
        if mode == "dead" or token not in states:
            return self.answer(401)
        if mode == "down":
            self.close_connection = True
            return self.connection.close()
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Connection", "close")
        self.common_headers()
        self.end_headers()
        self.close_connection = True
        sent, born = None, generation
        try:
            while born == generation:
                if states[token] is not sent:
                    sent = states[token]
                    line = json.dumps(sent).encode() + b"\n"
                    # Two writes: the page must put lines together.
                    for part in (line[:20], line[20:]):
                        self.wfile.write(part)
                        self.wfile.flush()
                with changed:
                    if states[token] is sent and born == generation:
                        changed.wait(5)
        except OSError:
            pass

    def do_POST(self):
        global mode, generation, answers
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/api/act":
            return self.act(body)
        with changed:
            if self.path == "/test/state":
                states[body["token"]] = body["state"]
            elif self.path == "/test/live":
                mode = body["mode"]
                generation += mode == "down"
            elif self.path == "/test/acts":
                answers = body["answers"]
                taps.clear()
            elif self.path == "/test/replay":
                replay.update(body)
            changed.notify_all()
        return self.answer(200, {})

    def act(self, body):
        with changed:
            taps.append({"token": self.token(), **body})
            reply = answers.pop(0) if answers else {"outcome": "done", "text": ""}
        if mode == "down" or reply == "drop":
            self.close_connection = True
            return self.connection.close()
        return self.answer(reply.get("status", 200), reply)


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()


main()
