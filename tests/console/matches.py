#!/usr/bin/env python3
"""usage: matches.py PROGRAM

Plays a whole match of each rule set in the console, in each language. A second implementation of the
rules checks the hands, boards, choices and results of the English transcript. The transcripts in the
other languages must have the same lines with the same numbers, in other words.
"""

import copy
import random
import re
import sys
from pathlib import Path

import play
import translations
from translations import same

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "trace"))
import reference  # noqa: E402

# With these seeds, the rounds end in every way that there is.
SEEDS = {"basic": 12, "standard": 35, "advanced": 10, "ferti": 17}
REASONS = {"touch", "no_move", "cards", "position", "draw"}
RULES = {
    "basic": {"level": "basic"},
    "standard": {"level": "standard"},
    "advanced": {"level": "advanced", "final_retreat": "position"},
    "ferti": {"level": "advanced", "final_retreat": "cards"},
}
SIDE = {"alice": "white", "bob": "black"}
LANGUAGES = sorted(script.stem for script in (Path(__file__).parent / "mistakes").glob("*.in"))

TYPED = re.compile(r"(alice|bob)> ([a-o])$")
BOARD = re.compile(r"\[room[^\]]*\] W (\d+) — (\d+) — (\d+) B · ")
SCORE = re.compile(r"\[room[^\]]*\] .* \(W\) (\d+)\s:\s(\d+) .* \(B\) · #1, round ")
HAND = re.compile(r"\[to (\w+)[^\]]*\] (?:Your hand: |.*\s· hand )([1-5 ]*)\s*(?:$|·)")
PLACE = re.compile(r"\[to \w+, rings\] #1 · you (\d+) — (\d+) — (\d+) \w+ · pile\s(\d+)")
SIGNS = {"advance": "+", "retreat": "-", "attack": "x", "parry": "="}
LOST = re.compile(r"\[room[^\]]*\] .*(alice|bob) (advance|retreat|parr)\w+(?: (\d))?\. It played itself")
RECORD = re.compile(r"\[room, file [^\]]*\] (.*)$")


class Referee:
    """Follows an English transcript with the second implementation of the rules."""

    def __init__(self, rules, transcript):
        self.rules = RULES[rules]
        self.record = [found[1] for found in map(RECORD.match, transcript) if found]
        decks = [line.split()[2] for line in self.record if line.startswith("round ")]
        self.decks = [[int(card) for card in deck] for deck in decks]
        self.score = {"white": 0, "black": 0}
        self.results = []
        self.round = None
        self.board = [1, 22, 23]
        self.shown = {"choices": {}}

    def read(self, line):
        """Remembers what the bot shows."""
        for name, pattern in (("board", BOARD), ("score", SCORE), ("place", PLACE)):
            found = pattern.match(line)
            if found:
                self.shown[name] = [int(number) for number in found.groups()]
        found = HAND.match(line)
        if found:
            self.shown[found[1]] = [int(card) for card in found[2].split()]
        for _, letter, words in play.choices(line):
            notation = "".join(SIGNS.get(word, word) for word in re.split("[, ]+", words))
            self.shown["choices"][letter] = notation
        found = LOST.match(line)
        if found and self.round:
            self.lose(*found.groups())

    def lose(self, player, verb, card):
        """Plays the action that ends a lost round by itself. Each other one must lose, too."""
        same("to act", SIDE[player], self.round["to_act"])
        for notation in reference.all_legal(self.round):
            other = copy.deepcopy(self.round)
            reference.play(other, notation)
            same("lost", other["result"] and other["result"]["winner"], reference.OTHER[SIDE[player]])
        self.play("=" if verb == "parr" else SIGNS[verb] + card)

    def check(self, player):
        """Checks what the bot has shown to the player, who is to act."""
        now, seat = self.round, SIDE[player]
        white, black = now["space"]["white"], now["space"]["black"]
        own, other = now["space"][seat], now["space"][reference.OTHER[seat]]
        same("to act", seat, now["to_act"])
        same("board", self.shown["board"], self.board)
        same("score", self.shown["score"], list(self.score.values()))
        same("place", self.shown["place"], [own, black - white, other, len(now["pile"])])
        for name, side in SIDE.items():
            same(f"hand of {name}", self.shown[name], sorted(now["hand"][side]))
        same("choices", sorted(self.shown["choices"].values()), reference.all_legal(now))

    def act(self, player, letter):
        if not self.round:
            deck = self.decks[len(self.results)]
            self.round = reference.round_of(
                {"rules": self.rules, "first": SIDE[player], "deck": deck, "actions": []})
        self.check(player)
        self.play(self.shown["choices"][letter])

    def play(self, notation):
        reference.play(self.round, notation)
        self.shown["choices"] = {}
        # After the last action of a round, the room sees where it ended.
        white, black = self.round["space"]["white"], self.round["space"]["black"]
        self.board = [white, black - white, black]
        if self.round["phase"] == "over":
            result = self.round["result"]
            self.results.append(" ".join(filter(None, result.values())))
            if result["winner"]:
                self.score[result["winner"]] += 1
            self.round = None

    def end(self):
        """Checks the results in the record, and the final score."""
        same("results", [line for line in self.record if line in self.results], self.results)
        same("rounds", len(self.decks), len(self.results))
        winner = max(self.score, key=self.score.get)
        final = f'[Result "{winner} {self.score["white"]}-{self.score["black"]}"]'
        same("result", [line for line in self.record if line.startswith("[Result")], [final])
        same("final score", self.shown["score"], list(self.score.values()))


def judge(rules, transcript):
    referee = Referee(rules, transcript)
    for line in transcript:
        typed = TYPED.match(line)
        if typed:
            referee.act(*typed.groups())
        else:
            referee.read(line)
    referee.end()
    return referee.results


def in_language(code):
    """Returns the lines that choose a language for everybody."""
    return ["/moderator carol", f"carol: !engarde language {code}", f"alice> language {code}",
            f"bob> language {code}"]


def match_in(program, code, go_on):
    """Calls `go_on` with a console that speaks the language. Returns the transcript from there on, and
    the lines that were typed."""
    console = play.Console(program)
    for line in in_language(code):
        console.type(line)
    first_line, first_typed = len(console.transcript), len(console.typed)
    go_on(console)
    console.end()
    translations.check_leaks(console.transcript)
    return console.transcript[first_line:], console.typed[first_typed:]


def check_rules(program, rules, draw):
    def play_on(console):
        play.play(console, rules, draw)
        console.type("alice: !engarde record")

    def type_again(console):
        for line in typed:
            console.type(line)

    english, typed = match_in(program, "en", play_on)
    for code in LANGUAGES:
        translations.compare(f"{rules}, {code}", english, match_in(program, code, type_again)[0])
    return judge(rules, english)


def main():
    reasons = set()
    for rules, seed in SEEDS.items():
        results = check_rules(sys.argv[1], rules, random.Random(seed))
        print(f"{rules}: {', '.join(results)}")
        reasons.update(result.split()[-1] for result in results)
    same("reasons", reasons, REASONS)


if __name__ == "__main__":
    main()
