"""A small OAuth 2.0 server for tests, like the Matrix Authentication Service.

It registers clients (RFC 7591) and authorizes devices (RFC 8628). It renews tokens, and revokes them
(RFC 7009). It tells a homeserver the owner of a token (RFC 7662). After a renewal the old refresh
token stays valid until the client uses one of the new tokens. If a client then uses the old refresh
token again, the session ends.
"""

import json
import math
import secrets
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
API, DEVICE = "urn:matrix:client:api:*", "urn:matrix:client:device:"


class Session:
    def __init__(self, user, client, scope):
        self.user, self.client, self.scope, self.over = user, client, scope, False

    @property
    def device(self):
        return next(s for s in self.scope.split() if s.startswith(DEVICE))[len(DEVICE):]


class Pair:
    """An access token and a refresh token. `next` is the pair that has replaced them, or None."""

    def __init__(self, session, lifetime):
        self.session, self.ends = session, time.monotonic() + lifetime
        self.access, self.refresh = secrets.token_hex(8), secrets.token_hex(8)
        self.used, self.dead, self.replaced, self.next = False, False, False, None


class Grant:
    def __init__(self, client, scope):
        self.client, self.scope = client, scope
        self.code, self.user_code = secrets.token_hex(8), secrets.token_hex(3).upper()
        self.answer = "authorization_pending"  # the error to return until somebody authorizes the device
        self.user = None


class Authority:
    """The OAuth server. It calls `introduced` with each new session, before the client gets the
    session's first tokens."""

    secret = "between-the-two-servers"

    def __init__(self, lifetime=300, port=0):
        self.lifetime, self.interval, self.port = lifetime, 1, port
        self.told = None  # the lifetime of tokens that clients are told, if it is false
        self.lock = threading.RLock()
        self.clients, self.grants, self.pairs = {}, [], []
        self.asked = []  # the path and form of each request
        # Each fault is a pair: a path, and what happens to the next request for this path. If this is
        # a tuple (status, body), it is the answer. If it is "lost", the server does what the request
        # asks, but does not answer. If it is "kill", the server also kills the client.
        self.faults = []
        self.killer = None
        self.more_metadata = {}
        self.introduced = lambda session: None
        self.start()

    def start(self):
        authority = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                authority.serve(self, body)

            do_POST = do_GET

        self.http = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.http.daemon_threads = True
        self.port = self.http.server_port
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def close(self):
        self.http.shutdown()
        self.http.server_close()

    # What tests call

    def metadata(self):
        return {
            "issuer": f"{self.url}/",
            "authorization_endpoint": f"{self.url}/authorize",
            "registration_endpoint": f"{self.url}/register",
            "device_authorization_endpoint": f"{self.url}/device",
            "token_endpoint": f"{self.url}/token",
            "revocation_endpoint": f"{self.url}/revoke",
            "account_management_uri": f"{self.url}/account",
            "grant_types_supported": ["authorization_code", "refresh_token", DEVICE_GRANT],
            "response_types_supported": ["code"],
            "response_modes_supported": ["query", "fragment"],
            "code_challenge_methods_supported": ["S256"],
        } | self.more_metadata

    def allow(self, user_code, user):
        """Authorizes a device, as a person does who has opened the link."""
        with self.lock:
            next(g for g in self.grants if g.user_code == user_code).user = user

    def answer(self, user_code, error):
        with self.lock:
            next(g for g in self.grants if g.user_code == user_code).answer = error

    def log_in(self, user, device):
        """Returns a compatibility token, which does not expire. The program mas-cli makes such
        tokens for a real server."""
        with self.lock:
            session = Session(user, "nobody", f"{API} {DEVICE}{device}")
            self.introduced(session)
            self.pairs.append(Pair(session, math.inf))
            return self.pairs[-1].access

    def expire(self):
        """Lets all access tokens expire now, except compatibility tokens. The sessions go on."""
        with self.lock:
            for pair in self.pairs:
                if pair.session.client in self.clients:
                    pair.ends = 0

    def end(self, user):
        """Ends the sessions of this user, as the user can on the web page of their account."""
        with self.lock:
            for pair in self.pairs:
                pair.session.over |= pair.session.user == user

    def fault(self, path, what):
        with self.lock:
            self.faults.append((path, what))

    def asks(self, path):
        with self.lock:
            return [form for asked, form in self.asked if asked == path]

    def refreshes(self):
        return [f for f in self.asks("/token") if f["grant_type"] == "refresh_token"]

    # The requests

    def serve(self, handler, raw):
        path, _, query = handler.path.partition("?")
        text = raw.decode()
        if path == "/register":
            form = json.loads(text)
        else:
            form = {k: v[-1] for k, v in urllib.parse.parse_qs(text).items()}
        with self.lock:
            self.asked.append((path, form))
            fault = next((f for f in self.faults if f[0] == path), None)
            if fault:
                self.faults.remove(fault)
        what = fault[1] if fault else None
        if isinstance(what, tuple):
            self.reply(handler, *what)
            return
        with self.lock:
            status, answer = self.act(path, form, handler)
        if what == "kill":
            self.killer()
        if what in ("lost", "kill"):
            handler.close_connection = True
            handler.connection.close()
            return
        self.reply(handler, status, answer)

    @staticmethod
    def reply(handler, status, body, more=None):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        try:
            handler.send_response(status)
            for name, value in (more or {}).items():
                handler.send_header(name, value)
            handler.send_header("Content-Length", str(len(data)))
            handler.end_headers()
            handler.wfile.write(data)
        except OSError:
            pass

    def act(self, path, form, handler):
        if path == "/.well-known/openid-configuration":
            return 200, self.metadata()
        if path == "/register":
            return self.register(form)
        if path == "/device":
            return self.begin(form)
        if path == "/token":
            return self.renew(form) if form["grant_type"] == "refresh_token" else self.poll(form)
        if path == "/revoke":
            return self.revoke(form)
        if path == "/oauth2/introspect":
            if handler.headers["Authorization"] != f"Bearer {self.secret}":
                return 401, {"error": "invalid_client"}
            return 200, self.introspect(form["token"])
        return 404, {}

    def register(self, wishes):
        client = secrets.token_hex(4)
        self.clients[client] = wishes
        return 201, {"client_id": client} | wishes

    def begin(self, form):
        if form.get("client_id") not in self.clients:
            return 401, {"error": "invalid_client"}
        grant = Grant(form["client_id"], form["scope"])
        self.grants.append(grant)
        return 200, {
            "device_code": grant.code, "user_code": grant.user_code, "expires_in": 600,
            "interval": self.interval, "verification_uri": f"{self.url}/link",
            "verification_uri_complete": f"{self.url}/link?code={grant.user_code}"}

    def tokens(self, session):
        self.pairs.append(Pair(session, self.lifetime))
        pair = self.pairs[-1]
        return pair, {"access_token": pair.access, "token_type": "Bearer",
                      "expires_in": self.told or self.lifetime, "refresh_token": pair.refresh,
                      "scope": session.scope}

    def poll(self, form):
        grant = next((g for g in self.grants if g.code == form["device_code"]), None)
        if grant is None or grant.client != form["client_id"]:
            return 400, {"error": "invalid_grant"}
        if grant.user is None:
            error = grant.answer
            if error == "slow_down":
                grant.answer = "authorization_pending"
            return 403, {"error": error}
        session = Session(grant.user, grant.client, grant.scope)
        self.introduced(session)
        self.grants.remove(grant)
        return 200, self.tokens(session)[1]

    def renew(self, form):
        old = next((p for p in self.pairs if p.refresh == form["refresh_token"]), None)
        if (old is None or old.replaced or old.session.over
                or old.session.client != form["client_id"]):
            return 400, {"error": "invalid_grant"}
        if old.next and (old.next.used or old.next.next):
            old.session.over = True  # two clients seem to have this refresh token
            return 400, {"error": "invalid_grant"}
        if old.next:
            old.next.dead = old.next.replaced = True
        old.dead = True
        old.next, answer = self.tokens(old.session)
        return 200, answer

    def revoke(self, form):
        for pair in self.pairs:
            if form["token"] in (pair.access, pair.refresh):
                pair.session.over = True
        return 200, {}

    def session_of(self, token):
        """Returns the session of a valid access token, and marks the token's pair as used. Returns
        None for every other token."""
        with self.lock:
            pair = next((p for p in self.pairs if p.access == token), None)
            if pair is None or pair.dead or pair.session.over or pair.ends <= time.monotonic():
                return None
            pair.used = True
            return pair.session

    def introspect(self, token):
        session = self.session_of(token)
        if session is None:
            return {"active": False}
        left = next(p for p in self.pairs if p.access == token).ends - time.monotonic()
        more = {"expires_in": max(1, int(left))} if left < math.inf else {"device_id": session.device}
        return more | {"active": True, "scope": session.scope, "username": session.user,
                "sub": session.user, "token_type": "access_token"}
