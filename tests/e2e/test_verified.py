"""Other users' clients verify the bot's device by to-device messages and in rooms."""

import asyncio

from e2e.audit import events_of
from e2e.sas import Verification
from e2e.encrypted_case import EncryptedEndToEnd
from local import bot as daemon
from local.homeserver import SERVER_NAME

HOSTS = ", ".join(f'"@host{letter}:{SERVER_NAME}"' for letter in "abcdefghi")


class Verified(EncryptedEndToEnd):
    more_settings = f"\nencryption:\n  verifiers: [{HOSTS}]\n"

    def keys_of_the_bot(self, player) -> tuple[str, dict[str, str]]:
        """Returns the bot's device and the two keys that a user must verify: the key of the device
        and the key of the bot's identity."""
        master, devices = self.identity_of_the_bot(player)
        (device,) = devices
        name = f"ed25519:{device}"
        answer = self.homeserver.call(
            "POST", "/_matrix/client/v3/keys/query", {"device_keys": {daemon.USER: []}}, player.token
        )
        key = answer["device_keys"][daemon.USER][device]["keys"][name]
        return device, {name: key, f"ed25519:{master}": master}

    def logged(self, event: str, about: str) -> list[str]:
        lines = self.bot.process.log.read_text().splitlines()
        return [line for line in lines if f"event={event} " in line and about in line]

    async def log_says(self, event: str, about: str) -> str:
        async with asyncio.timeout(60):
            while not (lines := self.logged(event, about)):
                await asyncio.sleep(0.1)
        return lines[-1]

    async def verify(self, host, room: str | None) -> None:
        device, keys = self.keys_of_the_bot(host)
        verification = Verification(host, device, room)
        await verification.ask()
        await verification.exchange_keys()
        emoji, numbers = verification.shown()
        line = await self.log_says("verification_compare", host.user)
        self.assertIn(f'emoji="{emoji}"', line)
        self.assertIn(f'numbers="{numbers}"', line)
        await verification.check_bot(keys)
        await verification.confirm()
        await self.log_says("verification_done", host.user)
        self.assert_bot_signs_nobody(host)

    def assert_bot_signs_nobody(self, host) -> None:
        master, _ = self.identity_of_the_bot(host)
        answer = self.homeserver.call(
            "POST", "/_matrix/client/v3/keys/query", {"device_keys": {host.user: []}}, host.token
        )
        self.assertNotIn(daemon.USER, answer["master_keys"][host.user].get("signatures", {}))
        for keys in answer["device_keys"][host.user].values():
            self.assertNotIn(daemon.USER, keys["signatures"])
        self.assertTrue(master)

    async def test_between_devices(self):
        host = await self.player("host")
        await self.room_of(host)
        await self.verify(host, None)

    async def test_in_an_encrypted_room(self):
        host = await self.player("host")
        room = await self.room_of(host)
        await self.verify(host, room)
        self.assertEqual(self.types_said(room), {"m.room.encrypted"})

    async def test_in_a_plain_room(self):
        host = await self.player("host")
        room = await self.plain_room_of(host)
        await self.verify(host, room)
        self.assertNotIn("m.room.encrypted", self.types_said(room))

    def types_said(self, room: str) -> set[str]:
        return {
            event["type"]
            for event in events_of(self.homeserver.database)
            if event["sender"] == daemon.USER and event["room_id"] == room and "state_key" not in event
        }

    async def test_the_log_warns_of_a_mismatch(self):
        host = await self.player("host")
        await self.room_of(host)
        device, _ = self.keys_of_the_bot(host)
        verification = Verification(host, device)
        await verification.ask()
        await verification.exchange_keys()
        await verification.send("cancel", {"code": "m.mismatched_sas", "reason": "no"})
        line = await self.log_says("verification_cancelled", host.user)
        self.assertIn("level=warning", line)

    async def test_other_verifications_are_refused_and_the_bot_plays_on(self):
        mallory = await self.player("mallory")
        room = await self.room_of(mallory)
        device, _ = self.keys_of_the_bot(mallory)
        asked = [Verification(mallory, device, where) for where in [None] * 20 + [room] * 3]
        for verification in asked:
            await verification.ask()
        await mallory.say(room, "!engarde practice novice to 1")
        await mallory.until(mallory.turn, "the first hand")
        await asked[0].hears("cancel")
        self.assertEqual(len([v for v in asked if v.heard("cancel")]), 1)
        self.assertEqual([v for v in asked if v.heard("ready")], [])
        self.assertEqual(len(self.logged("verification_refused", "")), 1)
        self.assertEqual(self.logged("verification_compare", mallory.user), [])
