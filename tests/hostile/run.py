"""Runs attacks (called traits, see README.md) against the real bot.

    run.py [--encrypted] [--sanitized] BOT GROUP… [--only NAME] [--seed N] [--together N] [--list]
"""

import argparse
import fnmatch
import random
import sys
import threading
import time
import traceback

import traits_answers  # noqa: F401
import traits_devices  # noqa: F401
import traits_forged  # noqa: F401
import traits_people  # noqa: F401
import traits_places  # noqa: F401
import traits_rooms  # noqa: F401
import traits_service  # noqa: F401
import traits_size  # noqa: F401
import traits_sync  # noqa: F401
import traits_web  # noqa: F401
from trait import ALL
from web_world import WebWorld
from world import OpenWorld, ServiceWorld, Stuck, World


def kind_of(group):
    kinds = {"service": ServiceWorld, "forged-pushed": ServiceWorld, "web": WebWorld, "places": OpenWorld}
    return kinds.get(group, World)


class Run:
    def __init__(self, options, traits):
        self.options, self.waiting = options, list(traits)
        self.lock = threading.Lock()
        self.failed, self.done, self.slowest, self.peak = [], 0, 0.0, 0

    def new_world(self, group, alone):
        return kind_of(group)(self.options.bot, self.options.encrypted, self.options.sanitized, busy=not alone)

    def next(self):
        with self.lock:
            return self.waiting.pop(0) if self.waiting else None

    def work(self):
        world = None
        while one := self.next():
            world = self.fit(world, one)
            begun = time.monotonic()
            trouble = self.judge(world, one)
            self.report(world, one, trouble, time.monotonic() - begun)
            if trouble or one[0].alone:
                world.close()
                world = None
        if world:
            world.close()

    def fit(self, world, traits):
        """Returns a World (a bot with its homeserver) to run the traits in: `world` if its bot fits
        the traits, otherwise a new World."""
        group, alone = traits[0].group, traits[0].alone
        if world and (alone or type(world) is not kind_of(group)):
            world.close()
            world = None
        return world or self.new_world(group, alone)

    def judge(self, world, traits):
        """Runs some traits. Returns what was wrong, or None."""
        try:
            if not world.bot and not traits[0].alone:
                world.enter()
            for one in traits:
                one.play(world)
                world.probe()
                world.check()
            self.peak = max(self.peak, world.peak())
            world.restart(politely=random.random() < 0.7)
            world.probe("a command elsewhere after a restart")
            world.end_trait()
            world.probe("a command elsewhere after the end of the trait")
            world.check()
        except Stuck as error:
            return str(error)
        except Exception: # noqa: BLE001 -- any exception is a failure
            return traceback.format_exc()
        return None

    def report(self, world, traits, trouble, seconds):
        name = " + ".join(one.name for one in traits)
        with self.lock:
            self.done += 1
            self.slowest = max(self.slowest, world.slowest)
            print(f"{'FAIL' if trouble else 'ok  '} {seconds:5.1f} s  "
                  f"{traits[0].group}: {name}", flush=True)
            if trouble:
                self.failed.append(name)
                print(f"     {trouble}", flush=True)
                if self.options.verbose:
                    print("     log: " + "     ".join(list(world.log)[-25:]), flush=True)


def choose(options):
    """Returns the chosen traits as lists. A list has one trait, or with --together several traits
    drawn at random."""
    traits = [one for one in ALL if any(fnmatch.fnmatch(one.group, g) for g in options.groups) and
              (not options.only or options.only in one.name)]
    if not options.together:
        return [(one,) for one in traits]
    drawn = []
    mixed = [one for one in traits if not one.alone and kind_of(one.group) is World]
    for _ in range(options.together):
        drawn.append(tuple(random.sample(mixed, min(6, len(mixed)))))
    return drawn


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bot")
    parser.add_argument("groups", nargs="+", help="patterns of groups")
    parser.add_argument("--only", help="part of the name of a trait")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 31))
    parser.add_argument("--together", type=int, default=0, help="how many random draws of six traits to play")
    parser.add_argument("--worlds", type=int, default=2, help="bots side by side")
    parser.add_argument("--encrypted", action="store_true", help="the bot can encrypt")
    parser.add_argument("--sanitized", action="store_true", help="the bot runs under a sanitizer")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    random.seed(options.seed)
    traits = choose(options)
    if options.list:
        for one in (one for drawn in traits for one in drawn):
            print(f"{one.group}: {one.name} ({one.who})")
        return 0
    print(f"seed {options.seed}, {len(traits)} traits", flush=True)
    run = Run(options, traits)
    workers = [threading.Thread(target=run.work) for _ in range(options.worlds)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    print(f"{run.done} played, {len(run.failed)} failed; the slowest answer {run.slowest:.1f} s, "
          f"the most memory {run.peak >> 20} MiB; seed {options.seed}")
    for name in run.failed:
        print(f"  failed: {name}")
    return 1 if run.failed or run.done < len(traits) or not traits else 0


if __name__ == "__main__":
    sys.exit(main())
