"""Reactions and polls as answers, and boards as pictures."""

import re
import struct
import urllib.request

from e2e.case import EndToEnd, Ledger
from local.player import POLL, Hand, Player, is_edit, next_to_act, sensible, text_of

OLD = "list is from an earlier turn"
VOTE = "org.matrix.msc3381.poll.response"
PNG = b"\x89PNG\r\n\x1a\n"


class Choices(EndToEnd):
    def key(self, letter: str) -> str:
        """Returns a reaction for a letter: the letter itself, or its regional indicator."""
        return self.chance.choice((letter, chr(ord("\N{REGIONAL INDICATOR SYMBOL LETTER A}") + ord(letter) - ord("a"))))

    async def react(self, player: Player, hand: Hand, key: str) -> None:
        relation = {"rel_type": "m.annotation", "event_id": hand.event, "key": key}
        await player.send(player.private, {"m.relates_to": relation}, "m.reaction")

    async def vote(self, player: Player, hand: Hand, number: str, kind: str = VOTE) -> None:
        content = {"m.relates_to": {"rel_type": "m.reference", "event_id": hand.event}}
        if kind == VOTE:
            content[VOTE] = {"answers": [number]}
        else:
            content["m.selections"] = [number]
        await player.send(player.private, content, kind)

    def choose(self, player: Player) -> tuple[Hand, str]:
        """Returns the hand that the player has to answer, and the letter of a sensible action.
        Marks the hand as answered."""
        hand = player.turn()
        choice = sensible(hand.choices, self.chance)
        ledger = self.ledgers.setdefault(hand.match, Ledger())
        if hand.place:
            ledger.check(hand.place)
        # A poll does not say who stands where. Here only Black gets polls.
        ledger.acted(hand.place is not None and hand.place.white, choice.notation)
        player.acted_on(hand)
        return hand, choice.letter

    async def begun(self, how: str) -> tuple[str, int, Player, Player]:
        alice, bob, room = await self.two_in_a_room()
        return room, await self.challenged(alice, bob, room, how), alice, bob

    # reactions

    async def test_a_match_by_reactions(self):
        room, match, alice, bob = await self.begun("to 2")
        actions = 0
        while player := await next_to_act((alice, bob), room):
            hand, letter = self.choose(player)
            await self.react(player, hand, self.key(letter))
            actions += 1
        self.assert_economy(match, actions)
        self.assert_each_hand_once(match, actions, alice, bob)

    async def test_keycaps_are_cards(self):
        room, match, alice, bob = await self.begun("to 1 first white")
        hand = alice.turn()
        card = hand.cards.split()[0]
        ledger = self.ledgers.setdefault(match, Ledger())
        ledger.check(hand.place)
        ledger.acted(True, f"+{card}")  # from the first space there is only one way to go
        alice.acted_on(hand)
        await self.react(alice, hand, card + self.chance.choice(("\ufe0f\u20e3", "\u20e3")))
        hand = (await next_to_act((bob,), room)).turn()
        missing = next((card for card in "12345" if card not in hand.cards), "6")
        said = len(bob.from_bot(bob.private))
        await self.react(bob, hand, missing + "\ufe0f\u20e3")
        await bob.hears(bob.private, "You hold no|cards are 1 to 5", after=said)
        await self.play_out(alice, bob, room)

    async def test_a_reaction_on_an_old_hand_is_not_played(self):
        room, _, alice, bob = await self.begun("to 1 first white")
        old = alice.turn()
        for player in (alice, bob):
            hand, letter = self.choose(await next_to_act((player,), room))
            await self.react(player, hand, self.key(letter))
        await next_to_act((alice,), room)
        hands = len(alice.hands()), len(bob.hands())
        await self.react(alice, old, "1\ufe0f\u20e3")
        await alice.hears(alice.private, OLD)
        reply = {"msgtype": "m.text", "body": "a", "m.relates_to": {"m.in_reply_to": {"event_id": old.event}}}
        said = len(alice.from_bot(alice.private))
        await alice.send(alice.private, reply)
        await alice.hears(alice.private, OLD, after=said)
        await self.silence()
        self.assertEqual((len(alice.hands()), len(bob.hands())), hands)
        await self.play_out(alice, bob, room)

    async def test_other_reactions_mean_nothing(self):
        room, _, alice, bob = await self.begun("to 1 first white")
        hand = alice.turn()
        await self.silence()  # the board gets the end of the turn's time when the clock has begun
        said = len(alice.from_bot(alice.private)), len(alice.from_bot(room))
        for key in ("\N{THUMBS UP SIGN}", "+1", "help"):
            await self.react(alice, hand, key)
        in_the_room = alice.from_bot(room)[-1]["event_id"]
        relation = {"rel_type": "m.annotation", "event_id": in_the_room, "key": "1\ufe0f\u20e3"}
        await alice.send(room, {"m.relates_to": relation}, "m.reaction")
        await self.silence()
        self.assertEqual((len(alice.from_bot(alice.private)), len(alice.from_bot(room))), said)

    # taps

    def keys_to_tap(self, player: Player, hand: Hand) -> list[str]:
        """Returns the reactions that the bot has added to the hand."""
        relations = [
            e["content"].get("m.relates_to", {})
            for e in player.events.get(player.private, [])
            if e["type"] == "m.reaction" and e["sender"] == player.bot
        ]
        return [relation["key"] for relation in relations if relation.get("event_id") == hand.event]

    async def tap(self, player: Player) -> None:
        """Taps a card of an action that the player can choose and, if the bot asks which action with
        this card, the first letter. The bot offers all five cards, whatever the player holds."""
        hand = player.turn()
        keys = await player.until(
            lambda: len(self.keys_to_tap(player, hand)) == 5 and self.keys_to_tap(player, hand), "cards to tap")
        self.assertEqual(sorted(key[0] for key in keys), list("12345"))
        player.acted_on(hand)
        said = len(player.from_bot(player.private))
        fit = "".join(choice.notation for choice in hand.choices)
        if fit == "=":
            fit = str(abs(hand.place.own - hand.place.other))  # the attack that a parry answers
        await self.react(player, hand, self.chance.choice([key for key in keys if key[0] in fit]))

        def answers() -> list[dict]:
            # An edit of an older hand can come late.
            new = player.from_bot(player.private)[said:]
            return [e for e in new if not is_edit(e) or e["content"]["m.relates_to"]["event_id"] == hand.event]

        [answer, *_] = await player.until(answers, "an answer to the tap")
        if which := re.search(r"Which of these.*\n(\w)\.", text_of(answer)):
            await self.react(player, hand, self.key(which.group(1)))

    async def test_a_match_by_taps(self):
        alice, bob, room = await self.two_in_a_room()
        for player in (alice, bob):
            await player.say(room, "!engarde choices taps")
            await player.until(lambda: player.private, "a private room")
            await player.hears(player.private, "Each card is one message more")
        await self.challenged(alice, bob, room, "to 1 first white")
        while player := await next_to_act((alice, bob), room):
            await self.tap(player)
        await alice.hears(room, "wins #")

    # polls

    async def test_a_match_by_polls(self):
        alice, bob, room = await self.two_in_a_room()
        await bob.say(room, "!engarde choices poll")
        await bob.until(lambda: bob.private, "Bob's private room")
        await bob.hears(bob.private, "comes as a poll")
        match = await self.challenged(alice, bob, room, "to 1 first white")
        actions, polls = 0, []
        while player := await next_to_act((alice, bob), room):
            hand, letter = self.choose(player)
            event = next(e for e in player.from_bot(player.private) if e["event_id"] == hand.event)
            self.assertEqual(event["type"], POLL if player is bob else "m.room.message")
            if player is bob:
                poll = event["content"][POLL]
                self.assertIn(f"#{match} · hand {hand.cards} · distance ", poll["question"]["org.matrix.msc1767.text"])
                self.assertEqual(len(poll["answers"]), len(hand.choices))
                await self.vote(bob, hand, letter, self.chance.choice((VOTE, "m.poll.response")))
                polls.append(hand.event)
            else:
                await self.react(alice, hand, self.key(letter))
            actions += 1
        self.assert_economy(match, actions)
        self.assert_each_hand_once(match, actions, alice, bob)
        await bob.until(lambda: self.removed(bob, len(polls)), "the removal of each answered poll")
        self.assertEqual(sorted(self.removed(bob, len(polls))), sorted(polls))

    def removed(self, player: Player, count: int) -> list[str]:
        """Returns the events that the bot has removed from the private room, or none if they are fewer than `count`."""
        found = [
            e
            for e in player.events.get(player.private, [])
            if e["sender"] == player.bot and e["type"] == "m.room.redaction"
        ]
        events = [e.get("redacts") or e["content"]["redacts"] for e in found]
        return events if len(events) >= count else []

    # pictures

    def download(self, player: Player, uri: str) -> bytes:
        request = urllib.request.Request(
            f"{self.homeserver.url}/_matrix/client/v1/media/download/{uri.removeprefix('mxc://')}",
            headers={"Authorization": f"Bearer {player.token}"},
        )
        return urllib.request.urlopen(request, timeout=60).read()

    def pictures(self, player: Player, room: str) -> list[dict]:
        return [e for e in player.from_bot(room) if e["content"].get("msgtype") == "m.image"]

    async def test_a_picture_of_the_board(self):
        room, match, alice, bob = await self.begun("to 1 first white")
        await bob.say(room, "!engarde board picture")
        [event] = await alice.until(lambda: self.pictures(alice, room), "a picture")
        content, info = event["content"], event["content"]["info"]
        self.assertRegex(text_of(event), rf"^#{match}, round 1: .*distance 22")
        self.assertTrue(content["filename"].endswith(".png"))
        data = self.download(alice, content["url"])
        self.assertTrue(data.startswith(PNG))
        self.assertEqual(struct.unpack(">II", data[16:24]), (info["w"], info["h"]))
        self.assertEqual((len(data), info["mimetype"]), (info["size"], "image/png"))

    async def test_a_room_of_pictures(self):
        alice, bob, room = await self.two_in_a_room()
        await bob.say(room, "!engarde board picture on")
        await bob.hears(room, "Only moderators")
        await alice.say(room, "!engarde board picture on")
        await alice.hears(room, "end with a picture")
        match = await self.challenged(alice, bob, room, "to 2")
        actions = await self.play_out(alice, bob, room)
        rounds = [text_of(event) for event in self.pictures(alice, room)]
        self.assertGreaterEqual(len(rounds), 3)
        self.assertRegex(rounds[0], rf"^#{match}, round 1: ")
        await alice.hears(room, rf"wins #{match} against")
        self.assertNotIn("is to act", rounds[-1])
        self.assertNotIn("wins #", rounds[-1])  # many clients don't show the caption of a picture
        self.assert_economy(match, actions)
