"""The commitment of a match, its record as a file, and the proof of its shuffles."""

import re
import subprocess

from e2e.audit import events_of
from e2e.case import PROGRAM, EndToEnd
from local.player import Player, text_of
from record.verifier import fair


def tag(record: str, name: str) -> str:
    return re.search(rf'^\[{name} "(.*)"\]$', record, re.MULTILINE)[1]


class Records(EndToEnd):
    async def record(self, player: Player, where: str, command: str) -> str:
        said = len(player.from_bot(where))
        await player.say(where, command)
        event = await player.hears(where, "The record of #", after=said)
        self.assertEqual(event["content"]["msgtype"], "m.file")
        self.assertEqual(event["content"]["info"]["mimetype"], "text/plain; charset=utf-8")
        self.assertRegex(event["content"]["filename"], r"^engarde-\d+\.txt$")
        text = await player.download(event)
        self.assertEqual(event["content"]["info"]["size"], len(text.encode()))
        return text

    def verify(self, record: str, complete: bool) -> None:
        run = subprocess.run(
            [PROGRAM.parent / "engarde", "verify", "-"], input=record, capture_output=True, text=True
        )
        self.assertEqual(run.returncode, 0 if complete else 3, run.stderr)
        self.assertIsNone(fair(record))

    async def test_a_record_agrees_with_the_events_of_the_room(self):
        alice, bob, room, match = await self.match_of_two("to 2")
        actions = await self.play_out(alice, bob, room)
        record = await self.record(bob, room, "!engarde record")

        self.verify(record, complete=True)
        # A player who loses a round with each action does not choose one: the bot plays it.
        played, rounds = len(re.findall(r"\b\d+\. ", record)), len(re.findall(r"^round \d+", record, re.MULTILINE))
        self.assertTrue(actions <= played <= actions + rounds, f"{played} actions in the record, {actions} were chosen")
        self.assertEqual((tag(record, "White"), tag(record, "Black")), (alice.user, bob.user))
        self.assertEqual(tag(record, "Termination"), "won")
        # The commitment comes between the two events from which the bot derives the decks.
        stood = {event["event_id"]: event for event in events_of(self.homeserver.database)}
        order = list(stood)
        challenge, accept = tag(record, "Challenge"), tag(record, "Accept")
        self.assertIn("!engarde challenge", text_of(stood[challenge]))
        self.assertEqual(accept, self.accepted[match])
        between = order[order.index(challenge) : order.index(accept)]
        published = [stood[name]["content"].get("engarde_bot.commitment") for name in between]
        self.assertIn(tag(record, "Commitment"), published)

        await alice.say(room, f"!engarde verify #{match}")
        await alice.hears(room, rf"^#{match} is correct, from the first card to the last touch\.")

    async def test_the_record_of_a_running_match_hides_its_round(self):
        alice, bob, room, match = await self.match_of_two()
        assert bob.private is not None
        record = await self.record(bob, bob.private, f"record #{match}")
        self.verify(record, complete=False)
        self.assertNotIn("round 1", record)
        self.assertEqual(tag(record, "Termination"), "playing")
        await alice.say(room, "!engarde resign yes")
        await alice.hears(room, "resigns")
        record = await self.record(alice, room, "!engarde record")
        self.verify(record, complete=False)
        self.assertIn("round 1", record)
