"""People who don't play, events that are no commands, and rooms that change during a match."""

from nio import RoomPreset

from e2e.case import EndToEnd
from local import bot as daemon
from local.player import Player, next_to_act


class Rooms(EndToEnd):
    async def begun(self, *others: str, **more) -> tuple[str, int, list[Player]]:
        """Makes a room of alice, bob and the people named in `others`. Alice and bob begin a match
        there."""
        people = [await self.player(name) for name in ("alice", "bob", *others)]
        followers = [] if others else [await self.player("fay")] # without them a board waits
        room = await self.room_of(*people, *followers, **more)
        match = await self.challenged(people[0], people[1], room, "to 1")
        await next_to_act((people[0], people[1]), room)
        # The board gets the end of the turn's time when the clock has begun.
        await people[0].hears(room, "for this turn")
        await self.silence()
        return room, match, people

    async def both_have_acted(self, room: str, people: list[Player]) -> None:
        """Lets each player act once. If a match ends before that, it is void."""
        for _ in range(2):
            await self.act(await next_to_act((people[0], people[1]), room), room)
        await next_to_act((people[0], people[1]), room)

    async def state(self, room: str, people: list[Player]) -> tuple:
        """Returns how many hands the players have and how many messages the bot has sent. A test
        compares these numbers before and after a player's message. If the numbers change, the bot has
        played this message as an action."""
        await self.silence()
        return ([len(player.hands()) for player in people], len(people[0].from_bot(room)))

    # Challenges to people who are not there

    async def test_a_challenge_needs_somebody_who_is_in_the_room(self):
        people = [await self.player(name) for name in ("alice", "bob", "carol")]
        alice, bob, carol = people
        room = await self.room_of(alice, bob)
        for user in ("@nobody:localhost", "@nobody:elsewhere.example", carol.user):
            said = len(alice.from_bot(room))
            await alice.say(room, f"!engarde challenge {user}")
            await alice.hears(room, "isn't in this room", after=said)
        await alice.invite(room, carol.user)
        # this process does not know who is in the room
        self.bot.restart_after_crash()
        for user in (carol.user, "@nobody:localhost"):
            said = len(alice.from_bot(room))
            await alice.say(room, f"!engarde challenge {user}")
            await alice.hears(room, "isn't in this room", after=said)
        await carol.join(room)
        self.bot.restart_after_crash()
        await self.challenged(alice, bob, room, "to 1")
        await self.challenged(alice, carol, room, "to 1")

    # Commands of people who may not act

    async def test_a_third_person_changes_nothing(self):
        room, match, people = await self.begun("carol")
        carol = people[2]
        before = len(people[0].hands()), len(people[1].hands())
        for text in ("+1", "+2", "a", "parry", f"+1 #{match}", f"resign #{match} yes", f"hand #{match}"):
            await carol.say(room, f"!engarde {text}")
            await self.silence()
        self.assertEqual((len(people[0].hands()), len(people[1].hands())), before)
        self.assertEqual(carol.hands(), [])
        await self.play_out(people[0], people[1], room)

    async def test_a_player_out_of_turn_changes_nothing(self):
        room, _, people = await self.begun()
        idle = next(player for player in people if player.turn() is None)
        before = len(people[0].hands()) + len(people[1].hands())
        for text in ("+1", "+2", "+3", "1", "a"):
            await idle.say(room, f"!engarde {text}")
            await self.silence()
        self.assertEqual(len(people[0].hands()) + len(people[1].hands()), before)

    async def test_only_a_moderator_who_does_not_play_stops_a_match(self):
        room, match, people = await self.begun("carol")
        await people[2].say(room, f"!engarde stop #{match} yes")
        await people[2].hears(room, "moderators")
        self.assertEqual(people[2].matches_over(room), 0)
        await people[0].say(room, f"!engarde stop #{match} yes")
        await people[0].hears(room, "another moderator has to stop it")
        self.assertEqual(people[0].matches_over(room), 0)

    def promote(self, room: str, creator: Player, user: str) -> None:
        """Makes the user a moderator of the room."""
        levels = f"/_matrix/client/v3/rooms/{room}/state/m.room.power_levels"
        present = self.homeserver.call("GET", levels, token=creator.token)
        present.setdefault("users", {})[user] = 50
        self.homeserver.call("PUT", levels, present, creator.token)

    async def test_only_a_moderator_of_its_beginning_stops_a_rated_match(self):
        for version in ("10", "12"):
            with self.subTest(version=version):
                alice, bob, carol, dora = [
                    await self.player(name) for name in ("alice", "bob", "carol", "dora")]
                room = await self.room_of(alice, bob, carol, dora, room_version=version)
                self.promote(room, alice, carol.user)
                match = await self.challenged(alice, bob, room, "to 1")
                await next_to_act((alice, bob), room)
                self.promote(room, alice, dora.user)
                await dora.say(room, f"!engarde stop #{match} yes")
                await dora.hears(room, "moderated this room when it began")
                await carol.say(room, f"!engarde stop #{match} yes")
                await carol.hears(room, f"#{match} .*was stopped")

    async def test_a_resignation_ends_the_match(self):
        room, match, (alice, bob) = await self.begun()
        await self.both_have_acted(room, [alice, bob])
        await bob.say(room, "!engarde resign yes")
        await alice.hears(room, f"resigns #{match}.*alice")

    # Events that are no commands

    async def not_played(self, content: dict) -> None:
        room, _, people = await self.begun()
        player = await next_to_act(tuple(people), room)
        assert player.private is not None
        before = await self.state(room, people)
        await player.send(player.private, content)
        self.assertEqual(await self.state(room, people), before)

    async def test_a_notice_is_no_command(self):
        await self.not_played({"msgtype": "m.notice", "body": "a"})

    async def test_an_edit_of_an_obeyed_command_plays_nothing(self):
        room, _, people = await self.begun()
        player = await next_to_act(tuple(people), room)
        assert player.private is not None
        first = {room: await player.say(room, "!engarde about"),
                 player.private: await player.say(player.private, "about")}
        before, _ = await self.state(room, people)
        for where, text in ((room, "!engarde a"), (player.private, "a")):
            await player.send(
                where,
                {
                    "msgtype": "m.text",
                    "body": f"* {text}",
                    "m.new_content": {"msgtype": "m.text", "body": text},
                    "m.relates_to": {"rel_type": "m.replace", "event_id": first[where]},
                },
            )
        await player.hears(room, "edit")
        hands, _ = await self.state(room, people)
        self.assertEqual(hands, before)

    async def test_a_message_from_before_the_join_is_no_command(self):
        alice = await self.player("alice")
        room = await alice.create_room("before")
        await alice.say(room, "!engarde challenge")
        await alice.invite(room, daemon.USER)
        await alice.hears(room, "I host matches")
        await self.silence()
        self.assertIsNone(alice.says_bot(room, "challenges"))

    # hands stay private

    async def test_an_impossible_action_is_answered_in_private(self):
        room, _, people = await self.begun()
        player = await next_to_act(tuple(people), room)
        hand = player.turn()
        missing = [f"+{card}" for card in "12345" if card not in hand.cards]
        public = len(player.from_bot(room))
        for text in (*missing, "parry", "attack 5", "99"):
            before = len(player.from_bot(player.private))
            await player.say(room, f"!engarde {text}")
            await player.until(
                lambda: len(player.from_bot(player.private)) > before, f"an answer to {text}"
            )
        self.assertEqual(len(player.from_bot(room)), public)

    async def test_a_repeated_hand_comes_in_private(self):
        room, _, people = await self.begun()
        before = len(people[1].hands()), len(people[1].from_bot(room))
        await people[1].say(room, "!engarde hand")
        await people[1].until(lambda: len(people[1].hands()) > before[0], "the hand again")
        self.assertEqual(len(people[1].from_bot(room)), before[1])

    async def test_a_private_room_left_is_replaced(self):
        room, _, people = await self.begun()
        await self.both_have_acted(room, people)
        player = await next_to_act(tuple(people), room)
        waiting = people[1 - people.index(player)]
        old = waiting.private
        await waiting.leave(old)
        await self.act(player, room)
        await waiting.until(lambda: waiting.private != old and waiting.turn(), "a new private room")
        await self.play_out(people[0], people[1], room)

    async def test_a_private_room_that_a_third_person_joins_is_replaced(self):
        room, _, people = await self.begun("carol")
        player = await next_to_act(tuple(people[:2]), room)
        waiting = people[1 - people.index(player)]
        old = waiting.private
        await waiting.invite(old, people[2].user)
        await people[2].join(old)
        await self.act(player, room)
        await waiting.until(lambda: waiting.private != old and waiting.turn(), "a new private room")
        await self.play_out(people[0], people[1], room)

    # rooms change

    async def upgraded(self, room: str, owner: Player, version: str) -> str:
        path = f"/_matrix/client/v3/rooms/{room}/upgrade"
        return self.homeserver.call("POST", path, {"new_version": version}, owner.token)[
            "replacement_room"
        ]

    async def test_an_upgrade_takes_the_match_along(self):
        room, match, (alice, bob) = await self.begun(room_version="10", preset=RoomPreset.public_chat)
        new = await self.upgraded(room, alice, "12")
        await bob.join(new)
        await self.joined_by_the_bot(alice, new)
        await alice.say(new, f"!engarde board #{match}")
        await alice.hears(new, f"#{match}")
        await self.play_out(alice, bob, new)

    async def test_an_upgrade_of_a_closed_room_takes_the_match_along(self):
        room, match, (alice, bob) = await self.begun(room_version="10")
        new = await self.upgraded(room, alice, "12")
        for user in (bob.user, daemon.USER):
            await alice.invite(new, user)
        await bob.join(new)
        await self.joined_by_the_bot(alice, new)
        await alice.say(new, f"!engarde board #{match}")
        await alice.hears(new, f"#{match}")
        await self.play_out(alice, bob, new)

    async def test_a_removed_bot_goes_on_when_it_is_back(self):
        room, match, (alice, bob) = await self.begun()
        self.remove_the_bot(room, alice)
        await self.silence()
        await alice.invite(room, daemon.USER)
        await self.joined_by_the_bot(alice, room)
        await alice.say(room, f"!engarde board #{match}")
        await self.play_out(alice, bob, room)

    async def test_the_zone_in_a_profile_counts_until_its_owner_chooses_one(self):
        alice = await self.player("alice")
        room = await self.room_of(alice)
        path = f"/_matrix/client/v3/profile/{alice.user}/m.tz"
        self.homeserver.call("PUT", path, {"m.tz": "Asia/Kathmandu"}, alice.token)
        await alice.say(room, "!engarde timezone")
        await alice.hears(room, "I am asking your profile")
        found = None
        while not found: # a message waits for the one before it, so this asks a few times only
            said = len(alice.from_bot(room))
            await alice.say(room, "!engarde timezone")
            await alice.hears(room, "ime zone", after=said)
            found = alice.says_bot(room, "Asia/Kathmandu, from your profile: it is .* UTC.5:45 there", said)
        await alice.say(room, "!engarde timezone off")
        await alice.hears(room, "in your zone UTC")


class Invites(EndToEnd):
    invites = "listed"
    more_settings = '  users: ["@frienda:localhost"]'

    async def test_only_listed_users_may_invite(self):
        friend, stranger = await self.player("friend"), await self.player("stranger")
        self.assertEqual(friend.user, "@frienda:localhost")
        await self.room_of(friend)
        room = await stranger.create_room("not here")
        await stranger.invite(room, daemon.USER)
        await stranger.until(
            lambda: stranger.membership(room, daemon.USER) == "leave", "the invitation declined"
        )
        self.assertEqual(stranger.from_bot(room), [])
