"""Measures the size of the bot's program, its memory and how long it takes to start, on a real Synapse.

For each program: a bot with an empty store starts, and starts again. Between the starts, two players play
a match to 1. The bot is ready when it has received its first answer to /sync.

    tests/run.sh weight      (with and without encryption; see README.md)
"""

import argparse
import asyncio
import random
import statistics
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from local import bot as daemon
from local.homeserver import Homeserver, free_port
from local.player import Player, next_to_act, sensible

PATIENCE = 60.0
COLUMNS = ("program, MB", "first start, ms", "start, ms", "memory, MB", "after a match, MB")


def stripped_size(program: Path, folder: Path) -> float:
    copy = folder / "stripped"
    subprocess.run(["strip", "-o", copy, program], check=True)
    return copy.stat().st_size / 1e6


def is_ready(port: int) -> bool:
    try:
        return urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5).status == 200
    except (urllib.error.HTTPError, OSError):
        return False


def start(bot: daemon.Bot, port: int) -> float:
    """Starts the bot. Returns the milliseconds until it is ready."""
    began = time.monotonic()
    bot.start()
    while not is_ready(port):
        bot.check()
        if time.monotonic() > began + PATIENCE:
            raise TimeoutError(bot.process.last_lines())
        time.sleep(0.005)
    return (time.monotonic() - began) * 1000


def memory(bot: daemon.Bot) -> float:
    """Returns the resident memory of the bot in MB."""
    status = Path(f"/proc/{bot.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) * 1024 / 1e6


async def play(homeserver: Homeserver) -> None:
    chance = random.Random(1)
    ann, bob = (Player(homeserver, name, daemon.USER) for name in ("ann", "bob"))
    try:
        for player in (ann, bob):
            await player.start()
        room = await ann.create_room("hall")
        for user in (bob.user, daemon.USER):
            await ann.invite(room, user)
        await bob.join(room)
        await ann.hears(room, "I host matches")
        await ann.say(room, f"!engarde challenge {bob.user} to 1")
        await bob.hears(room, " challenges ")
        await bob.say(room, "!engarde accept")
        while player := await next_to_act((ann, bob), room):
            await player.act(player.private, sensible(player.turn().choices, chance).letter)
    finally:
        for player in (ann, bob):
            await player.stop()


def run(program: Path, folder: Path) -> tuple[float, ...]:
    """Measures one program once."""
    says = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    port = free_port()
    more = f"\nmonitoring: {{listen: '127.0.0.1:{port}'}}\n"
    homeserver = Homeserver(folder / "homeserver", limits_lifted=True)
    # The players' clients don't encrypt.
    bot = daemon.Bot(program.resolve(), homeserver, folder / "bot",
                     more=more + (daemon.PLAIN if ", with encryption" in says else ""))
    homeserver.start()
    try:
        bot.register()
        first = start(bot, port)
        asyncio.run(play(homeserver))
        played = memory(bot)
        bot.stop()
        again = start(bot, port)
        time.sleep(2)
        return stripped_size(program, folder), first, again, memory(bot), played
    finally:
        bot.stop()
        homeserver.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=Path, nargs="+", help="programs engarde-bot")
    parser.add_argument("--work", type=Path, required=True, help="a folder for the files of the runs")
    parser.add_argument("--runs", type=int, default=5)
    chosen = parser.parse_args()
    chosen.work.mkdir(parents=True, exist_ok=True)
    print("| program | " + " | ".join(COLUMNS) + " |")
    print("|---|" + "---:|" * len(COLUMNS))
    for program in chosen.programs:
        runs = []
        for _ in range(chosen.runs):
            with tempfile.TemporaryDirectory(dir=chosen.work) as folder:
                runs.append(run(program, Path(folder)))
        figures = (f"{statistics.median(column):.3g}" for column in zip(*runs))
        print(f"| {program} | " + " | ".join(figures) + " |", flush=True)


main()
