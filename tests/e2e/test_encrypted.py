"""Matches in rooms that are all encrypted, played with a client that encrypts. The bot's build has to."""

import asyncio
import re
import time

from e2e.audit import PRIVATE_WORDS, events_of
from e2e.case import EndToEnd
from e2e.sealed import ENCRYPTION, SealedPlayer, is_signed
from local import bot as daemon
from local.player import Player, next_to_act, text_of


class Encrypted(EndToEnd):
    patience = 60.0

    async def player(self, name: str, **more) -> SealedPlayer:
        type(self).names += 1
        name = f"{name}{self.names}"
        player = SealedPlayer(
            self.homeserver, name, daemon.USER, self.homeserver.directory.parent / f"{name}.keys", **more
        )
        self.players.append(player)
        await player.start()
        return player

    async def another_device(self, player: SealedPlayer) -> SealedPlayer:
        device = SealedPlayer(
            self.homeserver,
            player.name,
            daemon.USER,
            self.homeserver.directory.parent / f"{player.name}.more.keys",
            player.identity,
        )
        self.players.append(device)
        await device.start()
        return device

    async def room_of(self, owner: Player, *others: Player, **more) -> str:
        return await super().room_of(owner, *others, initial_state=[ENCRYPTION], **more)

    def sealed(self) -> list[dict]:
        """What the bot has said, as the homeserver has it."""
        said = ("m.room.message", "m.room.encrypted", "org.matrix.msc3381.poll.start")
        return [
            event
            for event in events_of(self.homeserver.database)
            if event["sender"] == daemon.USER and event["type"] in said
        ]

    def assert_nothing_readable(self, *players: Player) -> None:
        """Neither in an event nor anywhere else in the homeserver's files."""
        self.assertTrue(self.sealed())
        self.assertEqual([e for e in self.sealed() if e["type"] != "m.room.encrypted"], [])
        hands = {hand.cards for player in players for hand in player.hands()}
        self.assertTrue(hands)
        files = [path for path in self.homeserver.directory.glob("homeserver.db*")]
        files += [path for path in (self.homeserver.directory / "media").rglob("*") if path.is_file()]
        for path in files:
            content = path.read_bytes().decode("latin-1")
            found = re.search("|".join([*hands, "Your hand", "draw pile"]), content)
            self.assertIsNone(found, f"{path}: {found}")
            self.assertIsNone(re.search("your hand: [1-5]", content), path)
        for event in self.sealed():
            self.assertNotRegex(str(event["content"]), PRIVATE_WORDS)

    async def test_a_match_through_a_restart_and_with_a_new_device(self):
        alice, bob = await self.player("alice"), await self.player("bob")
        room = await self.room_of(alice, bob)
        match = await self.challenged(alice, bob, room, "to 2")
        actions, phone = 0, None
        while player := await next_to_act((alice, bob), room, patience=self.patience):
            await self.act(player, room)
            actions += 1
            if actions == 3:
                self.assertEqual(self.bot.stop(), 0, self.bot.process.last_lines())
                self.bot.start()
            if actions == 5:
                phone = await self.another_device(alice)
        await self.silence()
        self.assert_each_hand_once(match, actions, alice, bob)
        self.assert_nothing_readable(alice, bob)
        assert phone is not None
        self.assertTrue(phone.hands(), "the new device has read no hand")
        await phone.hears(room, f"wins #{match}")

    async def test_the_bots_device_is_signed_by_its_identity(self):
        alice = await self.player("alice")
        answer = self.homeserver.call(
            "POST", "/_matrix/client/v3/keys/query", {"device_keys": {daemon.USER: []}}, alice.token
        )
        master, devices = self.identity_of_the_bot(alice)
        self.assertTrue(is_signed(answer["self_signing_keys"][daemon.USER], daemon.USER, master))
        self.assertTrue(devices)
        self.assertTrue(all(devices.values()), devices)
        key = self.bot.directory / "engarde.db.recovery-key"
        self.assertEqual(key.stat().st_mode & 0o777, 0o600)
        self.assertNotIn(key.read_text().strip(), self.bot.process.log.read_text())

    def identity_of_the_bot(self, player: SealedPlayer) -> tuple[str, dict[str, bool]]:
        """Its master key, and of each device whether it is signed."""
        answer = self.homeserver.call(
            "POST", "/_matrix/client/v3/keys/query", {"device_keys": {daemon.USER: []}}, player.token
        )
        (master,) = answer["master_keys"][daemon.USER]["keys"].values()
        (signer,) = answer["self_signing_keys"][daemon.USER]["keys"].values()
        devices = answer["device_keys"][daemon.USER]
        return master, {name: is_signed(keys, daemon.USER, signer) for name, keys in devices.items()}

    async def test_keys_that_are_gone_make_a_new_device_of_the_same_identity(self):
        alice = await self.player("alice")
        master, devices = self.identity_of_the_bot(alice)
        self.assertEqual(self.bot.stop(), 0, self.bot.process.last_lines())
        keys = self.bot.directory / "engarde.db.crypto"
        keys.rename(self.bot.directory / "lost")
        self.bot.start()
        room = await self.room_of(alice)
        again, more = self.identity_of_the_bot(alice)
        self.assertEqual(again, master)
        self.assertEqual(len(more), len(devices) + 1)
        self.assertTrue(all(more.values()))
        await alice.say(room, "!engarde practice novice to 1")
        await alice.until(alice.turn, "the first hand")

    async def test_keys_of_another_device_are_refused(self):
        alice = await self.player("alice")
        self.bot.stop()
        keys = self.bot.directory / "engarde.db.crypto"
        mine = self.bot.directory / "mine"
        keys.rename(mine)
        self.bot.start()
        await self.room_of(alice)  # it has keys of a new device
        self.bot.stop()
        keys.rename(self.bot.directory / "new")
        mine.rename(keys)
        self.bot.start()
        while self.bot.process.is_running():
            await asyncio.sleep(0.1)
        self.assertEqual(self.bot.process.stop(), 78)
        self.assertIn("of another device", self.bot.process.last_lines())
        keys.rename(mine)
        (self.bot.directory / "new").rename(keys)
        self.bot.start()
        await self.room_of(alice)

    async def test_killed_in_the_middle(self):
        alice, bob = await self.player("alice"), await self.player("bob")
        room = await self.room_of(alice, bob)
        match = await self.challenged(alice, bob, room, "to 2")
        actions = 0
        while player := await next_to_act((alice, bob), room, patience=self.patience):
            await self.act(player, room)
            actions += 1
            if actions % 2 == 0:
                time.sleep(self.chance.uniform(0, 0.3))
                self.bot.restart_after_crash()
        await self.silence(2)
        self.assert_each_hand_once(match, actions, alice, bob)
        ends = [e for e in alice.from_bot(room) if re.search(rf"wins #{match} ", text_of(e))]
        self.assertGreater(len(ends), 0)
        self.assert_nothing_readable(alice, bob)

    async def test_files_are_encrypted(self):
        alice = await self.player("alice")
        room = await self.room_of(alice)
        await alice.say(room, "!engarde practice novice to 1")
        await alice.until(alice.turn, "the first hand")
        await alice.say(room, "!engarde board picture")
        shown = await alice.until(
            lambda: next(
                (e for e in alice.from_bot(room) if e["content"].get("msgtype") == "m.image"), None
            ),
            "the picture",
        )
        self.assertNotIn("url", shown["content"])
        secret = shown["content"]["file"]
        answer = await alice._client.download(mxc=secret["url"])
        self.assertFalse(answer.body.startswith(b"\x89PNG"))
        import nio.crypto

        clear = nio.crypto.decrypt_attachment(
            answer.body, secret["key"]["k"], secret["hashes"]["sha256"], secret["iv"]
        )
        self.assertTrue(clear.startswith(b"\x89PNG\r\n\x1a\n"))

    async def test_a_player_without_a_signed_device_is_told_and_reached_once_it_is_signed(self):
        alice, bob = await self.player("alice"), await self.player("bob", unsigned=True)
        room = await self.room_of(alice, bob)
        await alice.say(room, f"!engarde challenge {bob.user} to 1")
        await alice.hears(room, "challenges")
        await bob.say(room, "!engarde accept")
        # What an unsigned device says is not heard, and that is said once.
        await alice.hears(room, "can't read what you write", patience=180)
        await asyncio.sleep(1)
        told = [e for e in alice.from_bot(room) if "can't read" in text_of(e)]
        self.assertEqual(len(told), 1)
        bob.sign()
        await asyncio.sleep(2)
        await bob.say(room, "!engarde accept")
        for player in (alice, bob):
            await player.until(player.hands, "the first hand")
