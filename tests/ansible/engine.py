"""The requests of Docker's API that the role makes, answered at a socket: images and networks are kept in memory."""

import http.server
import json
import socketserver
import threading
import urllib.parse


class Engine(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True

    def __init__(self, path):
        super().__init__(str(path), Requests)
        self.images, self.networks, self.unknown = {}, {}, []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def close(self):
        self.shutdown()
        self.server_close()


class Requests(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def address_string(self):
        return "socket"

    def log_message(self, *_):
        pass

    def answer(self, value, status=200):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def path_and_query(self):
        """Returns the words of the path after the API's version, and the query."""
        url = urllib.parse.urlsplit(self.path)
        words = [urllib.parse.unquote(word) for word in url.path.split("/")[1:]]
        if words[0].startswith("v1."):
            words.pop(0)
        return words, dict(urllib.parse.parse_qsl(url.query))

    def do_GET(self):
        words, _ = self.path_and_query()
        if words == ["version"]:
            self.answer({"ApiVersion": "1.47", "Version": "27.0.0"})
        elif words == ["images", "json"]:
            self.answer([{"Id": name, "RepoTags": [name]} for name in self.server.images])
        elif words[0] == "images" and words[-1] == "json" and "/".join(words[1:-1]) in self.server.images:
            self.answer(self.server.images["/".join(words[1:-1])])
        elif words == ["networks"]:
            self.answer(list(self.server.networks.values()))
        elif words[0] == "networks" and words[1] in self.server.networks:
            self.answer(self.server.networks[words[1]])
        else:
            self.unknown()

    def do_POST(self):
        words, query = self.path_and_query()
        given = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or "{}")
        if words == ["images", "create"]:
            name = f"{query['fromImage']}:{query['tag']}"
            self.server.images[name] = {"Id": name, "RepoTags": [name]}
            self.answer({"status": "pulled"})
        elif words == ["networks", "create"]:
            self.server.networks[given["Name"]] = {
                "Id": given["Name"], "Options": {}, "Labels": {}, "Containers": {}, "IPAM": {"Config": []}} | given
            self.answer({"Id": given["Name"]}, 201)
        else:
            self.unknown()

    def unknown(self):
        self.server.unknown.append(f"{self.command} {self.path}")
        self.answer({"message": "this engine does not know the request"}, 404)
