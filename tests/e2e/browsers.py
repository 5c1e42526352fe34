"""Browsers with the bot's web page, driven by tests/web/driver.mjs."""

import asyncio
import itertools
import json
import shutil
from pathlib import Path

from e2e.recorder import Recorder

DRIVER = Path(__file__).resolve().parents[1] / "web/driver.mjs"
PATIENCE = 120.0


class Browsers:
    """One Chromium. `target` is the port of the bot's page."""

    def __init__(self, target: int):
        self.target = target
        self.pages: list[Page] = []
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future] = {}

    async def start(self) -> None:
        node = shutil.which("node")
        assert node, "there is no node: apt-get install nodejs"
        self._driver = await asyncio.create_subprocess_exec(
            node, str(DRIVER), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 24)
        self._reading = asyncio.create_task(self._read())

    async def stop(self) -> None:
        self._driver.stdin.close()
        try:
            await asyncio.wait_for(self._driver.wait(), PATIENCE)
        except TimeoutError:
            self._driver.kill()
        await asyncio.gather(self._reading, return_exceptions=True)
        for page in self.pages:
            await page.recorder.stop()

    async def _read(self) -> None:
        while line := await self._driver.stdout.readline():
            answer = json.loads(line)
            future = self._waiting.pop(answer["id"])
            if future.done():
                continue
            if "error" in answer:
                future.set_exception(AssertionError(answer["error"]))
            else:
                future.set_result(answer["result"])
        for future in self._waiting.values():
            future.set_exception(AssertionError("the driver of the browsers has ended"))

    async def ask(self, **command) -> object:
        number = next(self._ids)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        self._driver.stdin.write(json.dumps({"id": number, **command}).encode() + b"\n")
        return await asyncio.wait_for(self._waiting[number], PATIENCE)

    async def open(self, name: str, path: str, device: str, **more) -> "Page":
        """Opens a page of the bot in a browser of its own. `path` is the part of the link after the host."""
        page = Page(self, name, Recorder(self.target))
        await page.recorder.start()
        self.pages.append(page)
        await page.ask("open", base=f"http://127.0.0.1:{page.recorder.port}/", path=path, device=device, **more)
        return page


class Page:
    """A page in a browser. Its recorder has every byte that it got."""

    def __init__(self, browsers: Browsers, name: str, recorder: Recorder):
        self.name = name
        self.recorder = recorder
        self._browsers = browsers
        self._acted_on = 0  # the number of the latest turn in which the player has acted here

    async def ask(self, do: str, **command):
        return await self._browsers.ask(do=do, page=self.name, **command)

    async def tap(self, selector: str) -> None:
        await self.ask("tap", selector=selector)

    async def sees(self, selector: str) -> None:
        await self.ask("sees", selector=selector)

    async def misses(self, selector: str) -> None:
        await self.ask("misses", selector=selector)

    def match(self, number: int) -> dict | None:
        """Returns the match as the latest live state has it."""
        matches = (self.recorder.latest() or {}).get("matches", [])
        return next((match for match in matches if match["id"] == number), None)

    def is_to_act(self, number: int) -> bool:
        match = self.match(number)
        return bool(match and match["choices"] and match["turn"] > self._acted_on)

    async def turn(self) -> dict:
        """Plays an action by touch, or by the keyboard alone on a device without touch. Returns the tap."""
        tap = await self.ask("turn")
        self._acted_on = tap["turn"]
        return tap

    async def played(self) -> list[dict]:
        """Returns the taps of this page that the bot has played."""
        return [tap for tap in await self.ask("taps") if tap["do"] == "play" and tap["outcome"] == "done"]
