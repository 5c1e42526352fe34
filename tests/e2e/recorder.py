"""A proxy between one browser and the bot's web page, which keeps every byte that the page's server sends."""

import asyncio
import json
from dataclasses import dataclass, field


@dataclass
class Connection:
    """What went over one connection of the browser."""

    asked: bytes = b""
    sent: bytes = b""
    read: int = 0  # how much was sent when `latest` read it


@dataclass
class Answer:
    method: str
    path: str
    status: int
    head: str
    body: bytes

    def lines(self) -> list[dict]:
        """Returns the whole lines of a live stream."""
        return [json.loads(line) for line in self.body.split(b"\n")[:-1] if line.strip()]


def _take_chunks(sent: bytes) -> tuple[bytes, bytes]:
    """Returns the body of a chunked answer as far as it has come, and the rest of the bytes."""
    body = b""
    while True:
        size, end, rest = sent.partition(b"\r\n")
        if not end:
            return body, b""
        length = int(size, 16)
        body += rest[:length]
        sent = rest[length + 2:]
        if length == 0:
            return body, sent
        if len(rest) < length + 2:
            return body, b""


def _take_request(asked: bytes) -> tuple[str, str, bytes]:
    head, _, rest = asked.partition(b"\r\n\r\n")
    method, path, _ = head.decode("latin-1").split(" ", 2)
    lengths = [line.partition(b":")[2] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    return method, path, rest[int(lengths[0]) if lengths else 0:]


def answers_of(connection: Connection) -> list[Answer]:
    """Returns the answers on a connection in their order. The last one may be incomplete."""
    found, asked, sent = [], connection.asked, connection.sent
    while b"\r\n\r\n" in sent:
        method, path, asked = _take_request(asked)
        head, _, sent = sent.partition(b"\r\n\r\n")
        text = head.decode("latin-1")
        fields = {name.lower(): value.strip() for name, _, value in
                  (line.partition(":") for line in text.split("\r\n")[1:])}
        if fields.get("transfer-encoding") == "chunked":
            body, sent = _take_chunks(sent)
        else:
            length = int(fields.get("content-length", 0))
            body, sent = sent[:length], sent[length:]
        found.append(Answer(method, path, int(text.split()[1]), text, body))
    return found


@dataclass
class Recorder:
    """Listens on a port of its own. Browsers that open the page there reach the bot's page at `target`."""

    target: int
    port: int = 0
    connections: list[Connection] = field(default_factory=list)
    _latest: dict | None = None
    held: bool = False  # keeps live states back from the browser, as a bad network does

    async def start(self) -> None:
        self._freed = asyncio.Event()
        self._open: set[asyncio.Task] = set()
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        self._server.close()
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    def hold(self, held: bool) -> None:
        self.held = held
        self._freed.clear() if held else self._freed.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(asyncio.current_task())
        connection = Connection()
        self.connections.append(connection)
        try:
            up, down = await asyncio.open_connection("127.0.0.1", self.target)
            try:
                asking = asyncio.create_task(self._pump(reader, down, connection, "asked"))
                await self._pump(up, writer, connection, "sent")
                asking.cancel()
            finally:
                down.close()
        except (OSError, asyncio.CancelledError):
            pass  # the bot is down, or the test is over
        finally:
            writer.close()
            self._open.discard(asyncio.current_task())

    async def _pump(self, source, to, connection: Connection, what: str) -> None:
        try:
            while data := await source.read(65536):
                setattr(connection, what, getattr(connection, what) + data)
                if what == "sent" and self.held and b"/api/live" in connection.asked:
                    await self._freed.wait()
                to.write(data)
                await to.drain()
        except OSError:
            pass
        if what == "asked":
            to.close()  # a browser that goes ends its stream

    def latest(self) -> dict | None:
        """Returns the newest state of the live streams."""
        for connection in self.connections:
            if b"/api/live" in connection.asked and len(connection.sent) != connection.read:
                connection.read = len(connection.sent)
                found = [answer for answer in answers_of(connection) if answer.path == "/api/live" and answer.status == 200]
                self._latest = ([line for answer in found for line in answer.lines()] or [self._latest])[-1]
        return self._latest

    def answers(self) -> list[Answer]:
        return [answer for connection in self.connections for answer in answers_of(connection)]
