"""The test case for encrypted rooms, with clients that encrypt, and checks of the server's data."""

import asyncio
import re

from e2e.audit import PRIVATE_WORDS, events_of
from e2e.case import EndToEnd
from e2e.encrypting_player import ENCRYPTION, EncryptingPlayer, is_signed
from local import bot as daemon
from local.player import Player


class EncryptedEndToEnd(EndToEnd):
    patience = 60.0

    async def player(self, name: str, **more) -> EncryptingPlayer:
        name = self.new_name(name)
        player = EncryptingPlayer(
            self.homeserver, name, daemon.USER, self.homeserver.directory.parent / f"{name}.keys", **more
        )
        self.players.append(player)
        await player.start()
        return player

    async def another_device(self, player: EncryptingPlayer) -> EncryptingPlayer:
        device = EncryptingPlayer(
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

    async def plain_room_of(self, owner: Player, *others: Player) -> str:
        return await super().room_of(owner, *others)

    def stored_events(self) -> list[dict]:
        """Returns the bot's events as the homeserver stores them."""
        said = ("m.room.message", "m.room.encrypted", "org.matrix.msc3381.poll.start")
        return [
            event
            for event in events_of(self.homeserver.database)
            if event["sender"] == daemon.USER and event["type"] in said
        ]

    def assert_nothing_readable(self, *players: Player) -> None:
        """Checks that all the bot's events are encrypted and no file of the homeserver shows a hand."""
        self.assertTrue(self.stored_events())
        self.assertEqual([e for e in self.stored_events() if e["type"] != "m.room.encrypted"], [])
        hands = {hand.cards for player in players for hand in player.hands()}
        self.assertTrue(hands)
        files = [path for path in self.homeserver.directory.glob("homeserver.db*")]
        files += [path for path in (self.homeserver.directory / "media").rglob("*") if path.is_file()]
        for path in files:
            content = path.read_bytes().decode("latin-1")
            found = re.search("|".join([*hands, "Your hand", "draw pile"]), content)
            self.assertIsNone(found, f"{path}: {found}")
            self.assertIsNone(re.search("your hand: [1-5]", content), path)
        for event in self.stored_events():
            self.assertNotRegex(str(event["content"]), PRIVATE_WORDS)

    async def run_until_it_ends(self) -> int | None:
        """Starts the bot, waits until it ends by itself, and returns its status."""
        self.bot.start()
        while self.bot.process.is_running():
            await asyncio.sleep(0.1)
        return self.bot.process.stop()

    async def change_device(self, cause, *players: EncryptingPlayer) -> None:
        """Calls `cause`, which lets the bot begin as a new device, and waits until the players' clients
        know this device."""
        before = self.homeserver.devices(daemon.USER)
        cause()

        def knows_new_device(player) -> bool:
            known = player._client.device_store[daemon.USER]
            return any(name not in before and not device.deleted for name, device in known.items())

        for player in players:
            await player.until(lambda p=player: knows_new_device(p), "the new device", self.patience)

    def identity_of_the_bot(self, player: EncryptingPlayer) -> tuple[str, dict[str, bool]]:
        """Returns the bot's master key and a dictionary of the bot's devices. A value is True if the
        bot's identity has signed the device."""
        answer = self.homeserver.call(
            "POST", "/_matrix/client/v3/keys/query", {"device_keys": {daemon.USER: []}}, player.token
        )
        (master,) = answer["master_keys"][daemon.USER]["keys"].values()
        (signer,) = answer["self_signing_keys"][daemon.USER]["keys"].values()
        devices = answer["device_keys"][daemon.USER]
        return master, {name: is_signed(keys, daemon.USER, signer) for name, keys in devices.items()}

    def assert_one_more_signed_device(
        self, player: EncryptingPlayer, master: str, devices: dict[str, bool]
    ) -> None:
        """Checks that the bot has one more device and that the same identity has signed it."""
        again, more = self.identity_of_the_bot(player)
        self.assertEqual(again, master)
        self.assertEqual(len(more), len(devices) + 1)
        self.assertTrue(all(more.values()))
