"""Measures how the bot's costs grow with the number of matches, and how much a real Synapse accepts.

Prints tables for deploy/scale.md. Processor time, counts and bytes are also right on a busy machine. The
rates and the milliseconds are right only on an idle machine.

    tests/run.sh scale      (see README.md)
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import aiohttp

from local.homeserver import Homeserver
from usage import processor_time

# The rows of the table: the text of the row, the name of its figure in the workload `scale`, and the
# number by which the script divides this figure.
ROWS = [
    ("processor time to begin a match, in us", "begin_cpu_us", 1),
    ("processor time per action, in us", "cpu_us", 1),
    ("actions a second, 64 at a time", "per_second", 1),
    ("events per action", "events", 1),
    ("bytes written to the disk per action", "written", 1),
    ("memory, in MiB", "memory_kib", 1024),
    ("store, in MiB", "store_bytes", 1 << 20),
    ("processor time of a start, in ms", "start_cpu_ms", 1),
    ("start to first sync, in ms", "start_ms", 1),
]
ROOMS = 10  # Synapse's default rate limit lets an account make so many rooms at once


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True, help="where bench_load and bench_counters.so are")
    parser.add_argument("--bot", type=Path, required=True, help="the program engarde-bot")
    parser.add_argument("--work", type=Path, required=True, help="a folder for stores, on a real disk")
    parser.add_argument("--out", type=Path, required=True, help="a file for all figures, as JSON")
    parser.add_argument("--seconds", type=float, default=3, help="of play, for each number of matches")
    return parser.parse_args()


def measure(chosen, workload):
    with tempfile.TemporaryDirectory(dir=chosen.work) as folder:
        done = subprocess.run(
            [chosen.bin / "bench_load", workload, str(chosen.seconds), folder,
             chosen.bin / "bench_counters.so", "bot", chosen.bot],
            stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, check=False)
        if done.returncode:
            sys.exit(f"scale: {workload} failed\n{Path(folder, 'log').read_text(errors='replace')[-2000:]}")
    return json.loads(done.stdout)


async def send(session, rooms, at_once: int, seconds: float) -> int:
    """Sends messages for so many seconds. Returns how many messages the homeserver accepted."""
    end, accepted = time.monotonic() + seconds, 0

    async def sender(number: int):
        nonlocal accepted
        count = 0
        while (left := end - time.monotonic()) > 0:
            room = rooms[(number + count * at_once) % len(rooms)]
            path = f"/_matrix/client/v3/rooms/{room}/send/m.room.message/{number}-{at_once}-{count}"
            # The text is as long as a board with its HTML.
            body = {"msgtype": "m.text", "body": "x" * 1500}
            async with session.put(path, json=body) as answer:
                count += answer.status == 200
                accepted += answer.status == 200
                if answer.status == 429:
                    wait = (await answer.json()).get("retry_after_ms", 1000) / 1000
                    await asyncio.sleep(min(wait, left))

    await asyncio.gather(*(sender(number) for number in range(at_once)))
    return accepted


async def fill(homeserver, token: str, rooms, at_once: int, seconds: float) -> dict:
    """Sends as much as the homeserver accepts, with `at_once` requests at a time."""
    headers = {"Authorization": f"Bearer {token}"}
    async with aiohttp.ClientSession(homeserver.url, headers=headers) as session:
        before, began = processor_time(homeserver.process.pid), time.monotonic()
        accepted = await send(session, rooms, at_once, seconds)
        return {"events_per_second": accepted / (time.monotonic() - began),
                "cpu_ms_per_event": 1000 * (processor_time(homeserver.process.pid) - before) / accepted}


def measure_synapse(chosen) -> dict:
    """Measures a Synapse with its own limits: first an account that has these limits, then an account
    whose limit for messages the administrator has lifted, as deploy/hosting.md says."""
    with tempfile.TemporaryDirectory(dir=chosen.work) as folder:
        homeserver = Homeserver(Path(folder))
        homeserver.start()
        try:
            token = homeserver.register("bot", "sesame")
            rooms = [homeserver.call("POST", "/_matrix/client/v3/createRoom", {}, token)["room_id"]
                     for _ in range(ROOMS)]
            # Ten seconds later the account may again send two messages at once.
            limited = asyncio.run(fill(homeserver, token, rooms, 4, max(20 * chosen.seconds, 10)))
            homeserver.lift_limits("@bot:localhost")
            return {"limited": limited,
                    "one at a time": asyncio.run(fill(homeserver, token, rooms, 1, 3 * chosen.seconds)),
                    "64 at a time": asyncio.run(fill(homeserver, token, rooms, 64, 3 * chosen.seconds))}
        finally:
            homeserver.stop()


def show(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def print_scale(figures) -> None:
    steps = [name.removeprefix("memory_kib_") for name in figures if name.startswith("memory_kib_")]
    print(f"| {'matches at the same time':40} |" + "".join(f" {int(step):>8,} |" for step in steps))
    print(f"|{'-' * 42}|" + "---------:|" * len(steps))
    for text, name, unit in ROWS:
        print(f"| {text:40} |" + "".join(f" {show(figures[f'{name}_{step}'] / unit):>8} |" for step in steps))


def main():
    chosen = options()
    chosen.work.mkdir(parents=True, exist_ok=True)
    figures = {workload: measure(chosen, workload) for workload in ("scale", "ended")}
    figures["synapse"] = measure_synapse(chosen)
    figures["load"] = os.getloadavg()
    chosen.out.write_text(json.dumps(figures, indent=1))
    print_scale(figures["scale"])
    ended = figures["ended"]
    print(f"\nAn ended match has {ended['actions']:.0f} actions and takes {ended['ended_match_bytes'] / 1024:.1f} KiB"
          " in the store.\nSynapse accepts from one account:")
    for text, found in figures["synapse"].items():
        print(f"  {text:14} {found['events_per_second']:8.2f} events a second,"
              f" {found['cpu_ms_per_event']:6.1f} ms of its processor time for each")


main()
