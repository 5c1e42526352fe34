"""Whole matches from the challenge to the last touch."""

from e2e.case import EndToEnd
from local import bot as daemon
from local.player import is_edit, next_to_act, text_of


class Matches(EndToEnd):
    async def whole_match(self, rules: str, touches: int) -> None:
        alice, bob, room, match = await self.match_of_two(f"{rules} to {touches}")
        actions = await self.play_out(alice, bob, room)
        await self.silence()

        self.assertGreaterEqual(actions, touches)
        last = [event for event in alice.from_bot(room) if not is_edit(event)][-1]
        self.assertRegex(text_of(last), rf"wins #{match} against .*, {touches} to \d")
        self.assertEqual(last["content"]["m.mentions"], {})  # their private rooms ring
        self.assert_economy(match, actions)
        self.assert_each_hand_once(match, actions, alice, bob)

    async def test_a_match_of_the_basic_rules(self):
        await self.whole_match("basic", 3)

    async def test_a_match_of_the_standard_rules(self):
        await self.whole_match("standard", 3)

    async def test_a_match_of_the_advanced_rules(self):
        await self.whole_match("advanced", 5)

    async def test_a_match_of_fertis_rules(self):
        await self.whole_match("ferti", 3)

    async def test_an_action_is_acknowledged(self):
        alice, bob, room, match = await self.match_of_two("to 1 first black")
        hand = bob.turn()
        await self.act(bob, room)
        edit = await bob.hears(bob.private, r"· hand ")
        self.assertEqual(edit["content"]["m.relates_to"], {"rel_type": "m.replace", "event_id": hand.event})
        self.assertRegex(text_of(edit), r"You advanced \d\s· \d+–\d+\s· hand [1-5 ]+$")
        self.assertEqual(len(bob.hands()), 1)

    async def test_two_matches_in_one_room(self):
        people = [await self.player(name) for name in ("alice", "bob", "carol", "dave")]
        room = await self.room_of(*people)
        await self.challenged(people[0], people[1], room, "to 1")
        await self.challenged(people[2], people[3], room, "basic to 1")
        for over in (0, 1):
            while player := await next_to_act(tuple(people), room, over):
                await self.act(player, room)
        await people[0].until(lambda: people[0].matches_over(room) == 2, "both matches to end")

    async def test_anybody_can_accept_an_open_challenge(self):
        alice, bob, room = await self.two_in_a_room()
        await alice.say(room, "!engarde challenge basic to 1")
        await bob.hears(room, "challenges anybody")
        await bob.say(room, "!eg accept")
        await self.play_out(alice, bob, room)

    async def test_one_tap_accepts_a_challenge(self):
        alice, bob, room = await self.two_in_a_room()
        await alice.say(room, "!engarde challenge basic to 1")
        challenge = await bob.hears(room, "challenges anybody")

        def offered() -> list[str]:
            relations = [
                event["content"]["m.relates_to"]
                for event in bob.events[room]
                if event["type"] == "m.reaction" and event["sender"] == daemon.USER
            ]
            return [r["key"] for r in relations if r["event_id"] == challenge["event_id"]]

        await bob.until(offered, "the bot's own reaction")
        self.assertEqual(offered(), ["✅"])
        relation = {"rel_type": "m.annotation", "event_id": challenge["event_id"], "key": "👍🏽"}
        await bob.send(room, {"m.relates_to": relation}, "m.reaction")
        await self.play_out(alice, bob, room)

    async def test_a_mention_challenges_the_mentioned_player(self):
        alice, bob, room = await self.two_in_a_room()
        link = f'<a href="https://matrix.to/#/{bob.user}">Bob the Bold</a>'
        await alice.send(
            room,
            {
                "msgtype": "m.text",
                "body": "!engarde challenge Bob the Bold to 1",
                "format": "org.matrix.custom.html",
                "formatted_body": f"!engarde challenge {link} to 1",
                "m.mentions": {"user_ids": [bob.user]},
            },
        )
        await bob.hears(room, rf"challenges @?{bob.name}")
        await bob.say(room, "!engarde accept")
        await bob.until(bob.hands, "the first hand")

    async def test_the_second_match_uses_the_same_private_rooms(self):
        alice, bob, room, _ = await self.match_of_two("basic to 1")
        await self.play_out(alice, bob, room)
        rooms = alice.private, bob.private
        await self.challenged(bob, alice, room, "basic to 1")
        await self.play_out(bob, alice, room)
        self.assertEqual((alice.private, bob.private), rooms)
