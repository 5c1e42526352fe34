"""Measures the bot, and another bot (the peer) for comparison, on a real Synapse without rate limits.

Both bots run all the time, each in its own rooms. The players write to one bot at a time, in alternating
rounds, at a steady rate: first questions to the bot, then questions to the peer, then actions in matches of
the bot. A time begins when Synapse makes the player's event, and ends when the player whom the answer is for
receives it by /sync. All processes share the machine, and Synapse is the slowest of them.

    tests/run.sh bench-synapse      (see README.md)
"""

import argparse
import asyncio
import datetime
import json
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

import bench
from e2e.case import WITHOUT_LIMITS
from local import bot as daemon
from local.homeserver import SERVER_NAME, Homeserver
from local.player import Player, next_to_act, sensible, text_of
from local.process import Process
from usage import memory, processor_time

PEER = "echo"
PEER_USER = f"@{PEER}:{SERVER_NAME}"
PAIRS = 4
SETTLED = 2.0  # seconds after a round for what the bots do after their answers
GOAL = 0.15  # of the peer's processor time for an echo


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", type=Path, required=True, help="the program engarde-bot, without encryption")
    parser.add_argument("--peer", type=Path, help="the peer's script, beside its node_modules; none: only the bot")
    parser.add_argument("--work", type=Path, required=True, help="a folder for the files of the run, on a real disk")
    parser.add_argument("--out", type=Path, help="a file for all figures, as JSON")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=20, help="that a round lasts, about")
    parser.add_argument("--rate", type=float, default=4, help="questions a second, and actions a second")
    return parser.parse_args()


class Bot(daemon.Bot):
    """The bot as people run it, without a log of details."""

    def settings(self) -> str:
        return super().settings().replace("level: debug", "level: warning")


class Timed(Player):
    """A player who notes when they receive each event."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.received: dict[str, float] = {}
        self.made: dict[str, float] = {}

    async def _keep(self, room, event) -> None:
        self.received.setdefault(event.event_id, time.time())
        self.made.setdefault(event.event_id, event.source["origin_server_ts"] / 1000)
        await super()._keep(room, event)

    def answers(self, room: str, user: str, number: int) -> list[str]:
        """Returns the events in which a bot has answered the question with this number."""
        return [event["event_id"] for event in self.events.get(room, [])
                if event["sender"] == user and f"@q{number}:" in text_of(event)]


class Pair:
    """Two players, with a room for each bot. In the room of the bot they play matches."""

    def __init__(self, players: tuple[Timed, Timed]):
        self.players = players
        self.rooms: dict[str, str] = {}
        self.matches = self.actions = 0
        self.chance = random.Random(players[0].name)

    async def meet(self, user: str) -> None:
        """Makes a room with this bot."""
        ann, bob = self.players
        room = self.rooms[user] = await ann.create_room("hall")
        for other in (bob.user, user):
            await ann.invite(room, other)
        await bob.join(room)
        await ann.until(lambda: ann.membership(room, user) == "join", "the bot's joining")

    async def ask(self, user: str, number: int) -> float:
        """Asks a question. Returns the seconds until its answer."""
        room, player = self.rooms[user], self.players[number % 2]
        event = await player.say(room, f"!eg stats @q{number}:{SERVER_NAME}")
        answer = await player.until(lambda: player.answers(room, user, number), f"an answer of {user}")
        await player.until(lambda: event in player.made, "their own event")
        return player.received[answer[0]] - player.made[event]

    async def begin(self) -> None:
        ann, bob = self.players
        room = self.rooms[daemon.USER]
        said = len(bob.from_bot(room))
        await ann.say(room, f"!eg challenge {bob.user} to 15")
        await bob.hears(room, " challenges ", after=said)
        await bob.say(room, "!eg accept")
        self.matches += 1
        await self.next()

    async def next(self) -> Timed | None:
        """Waits for the next player to act. Returns None if the match is over."""
        return await next_to_act(self.players, self.rooms[daemon.USER], self.matches - 1)

    async def act(self) -> float | None:
        """Plays an action. Returns the seconds until the next player has their hand, or None if the match is
        over."""
        player = await self.next()
        if player is None:
            await self.begin()
            player = await self.next()
        event = await player.act(player.private, sensible(player.turn().choices, self.chance).letter)
        self.actions += 1
        other = await self.next()
        if other is None:
            return None
        await player.until(lambda: event in player.made, "their own event")
        return other.received[other.turn().event] - player.made[event]

    def turns(self) -> int:
        """Counts the hands with choices that the bot has sent."""
        return sum(bool(hand.choices) for player in self.players for hand in player.hands())


class Figures:
    """What the commands of one kind cost."""

    def __init__(self):
        self.seconds: list[float] = []
        self.commands = 0
        self.processor = self.synapse = self.players = self.lasted = 0.0
        self.memory = 0.0

    def figures(self) -> dict[str, float]:
        return {
            "median_ms": 1000 * statistics.median(self.seconds),
            "p99_ms": 1000 * sorted(self.seconds)[int(0.99 * len(self.seconds))],
            "cpu_ms": 1000 * self.processor / self.commands,
            "memory_mib": self.memory,
            "commands": self.commands,
            "synapse_busy": self.synapse / self.lasted,
            "players_busy": self.players / self.lasted,
        }


async def steadily(chosen, command) -> list[float | None]:
    """Calls command(number) at the rate of the options, without waiting for the earlier ones."""
    began = time.monotonic()
    async with asyncio.TaskGroup() as group:
        tasks = []
        for number in range(int(chosen.seconds * chosen.rate)):
            await asyncio.sleep(max(0, began + number / chosen.rate - time.monotonic()))
            tasks.append(group.create_task(command(number)))
    return [task.result() for task in tasks]


async def measure(chosen, synapse: Process, process: Process, figures: Figures, command) -> None:
    """Runs one round, and adds what it cost the process to the figures."""
    began, mine = time.monotonic(), time.process_time()
    used, before = processor_time(process.pid), processor_time(synapse.pid)
    seconds = await steadily(chosen, command)
    figures.lasted += time.monotonic() - began
    figures.synapse += processor_time(synapse.pid) - before
    figures.players += time.process_time() - mine
    await asyncio.sleep(SETTLED)
    figures.processor += processor_time(process.pid) - used
    figures.memory = memory(process.pid)
    figures.commands += len(seconds)
    figures.seconds += [each for each in seconds if each is not None]


def check_once(pairs: list[Pair], asked: dict[int, tuple[Pair, str]]) -> None:
    """Ends the benchmark if a command was not answered exactly once."""
    for number, (pair, user) in asked.items():
        for player in pair.players:
            count = len(player.answers(pair.rooms[user], user, number))
            if count != 1:
                sys.exit(f"bench-synapse: {user} answered question {number} {count} times")
    for pair in pairs:
        over = pair.players[0].matches_over(pair.rooms[daemon.USER])
        expected = pair.matches + pair.actions - over
        if pair.turns() != expected:
            sys.exit(f"bench-synapse: {pair.turns()} hands with choices instead of {expected}")


async def play_rounds(chosen, synapse: Process, clients: dict[str, Process], pairs: list[Pair]) -> dict:
    asked: dict[int, tuple[Pair, str]] = {}
    found = {kind: Figures() for kind in (*clients, "actions")}

    async def ask(user: str) -> float:
        number = len(asked)
        pair = pairs[number % PAIRS]
        asked[number] = pair, user
        return await pair.ask(user, number)

    # A pair's next action waits for its last one, as in a real match.
    turns = [asyncio.Lock() for _ in pairs]

    async def act(number: int) -> float | None:
        async with turns[number % PAIRS]:
            return await pairs[number % PAIRS].act()

    for user in clients:
        for _ in range(2 * PAIRS):
            await ask(user)
    for pair in pairs:
        await pair.begin()
    for turn in range(chosen.rounds):
        for user, process in clients.items():
            await measure(chosen, synapse, process, found[user], lambda _, user=user: ask(user))
        await measure(chosen, synapse, clients[daemon.USER], found["actions"], act)
        print(f"round {turn + 1}", file=sys.stderr, flush=True)
    check_once(pairs, asked)
    return {kind: figures.figures() for kind, figures in found.items()}


async def meet_and_measure(chosen, homeserver: Homeserver, clients: dict[str, Process]) -> dict:
    players = [Timed(homeserver, f"player{number}", daemon.USER) for number in range(2 * PAIRS)]
    pairs = [Pair((players[2 * number], players[2 * number + 1])) for number in range(PAIRS)]
    try:
        for player in players:
            await player.start()
        for pair in pairs:
            for user in clients:
                await pair.meet(user)
        return await play_rounds(chosen, homeserver.process, clients, pairs)
    finally:
        for player in players:
            await player.stop()


def run(chosen, folder: Path) -> dict:
    homeserver = Homeserver(folder / "homeserver", limits_lifted=True)
    bot = Bot(chosen.bot.resolve(), homeserver, folder / "bot", more=WITHOUT_LIMITS)
    peer = Process("peer", folder / "peer.log")
    homeserver.start()
    try:
        bot.register()
        bot.start()
        clients = {daemon.USER: bot.process}
        if chosen.peer:
            token = homeserver.register(PEER, PEER)
            peer.start(["node", chosen.peer, homeserver.url, PEER_USER],
                       os.environ | {"ENGARDE_ACCESS_TOKEN": token})
            clients[PEER_USER] = peer
        return asyncio.run(meet_and_measure(chosen, homeserver, clients))
    finally:
        peer.stop()
        bot.stop()
        homeserver.stop()


def rows(figures: dict):
    """Yields the rows of the table. Actions are compared with the peer's echoes."""
    peer = figures.get(PEER_USER, {})
    for kind, what in ((daemon.USER, "question"), ("actions", "action")):
        for name, text, goal in (("median_ms", f"from a player's {what} to its answer, median in ms", None),
                                 ("p99_ms", f"from a player's {what} to its answer, p99 in ms", None),
                                 ("cpu_ms", f"processor time for each {what}, in ms",
                                  GOAL if what == "question" else None),
                                 ("memory_mib", f"memory after the {what}s, in MiB", None)):
            ours, theirs = figures[kind][name], peer.get(name)
            ratio = ours / theirs if theirs else None
            yield {"what": text, "bot": ours, "peer": theirs, "ratio": ratio, "goal": f"<= {goal} x" if goal else "-",
                   "met": ratio <= goal if goal and ratio else None}


def main():
    chosen = options()
    chosen.work.mkdir(parents=True, exist_ok=True)
    before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(dir=chosen.work) as folder:
        figures = run(chosen, Path(folder))
    shown = list(rows(figures))
    if chosen.out:
        chosen.out.write_text(json.dumps({
            "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
            "load_before": before, "rounds": chosen.rounds, "seconds": chosen.seconds, "rate": chosen.rate,
            "goals": shown, "figures": figures}, indent=1))
    bench.table(shown)
    print(f"\n{chosen.rate:g} commands a second. Of one processor, used by")
    for kind, name in ((daemon.USER, "questions to the bot"), (PEER_USER, "questions to the peer"),
                       ("actions", "actions")):
        if kind in figures:
            print(f"  {name:22} Synapse {figures[kind]['synapse_busy']:4.0%}  players"
                  f" {figures[kind]['players_busy']:4.0%}  commands {figures[kind]['commands']}, each answered once")
    print("If Synapse used more than half of a processor, the times are mostly those of its queue: lower --rate.")


main()
