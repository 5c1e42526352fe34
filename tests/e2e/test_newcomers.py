"""The way of newcomers in an encrypted room, from the invitation of the bot to their first action, with
a verified and with an unverified device. Prints the steps and their seconds. Each class has a fresh
homeserver without rate limits. The players answer at once."""

import contextlib
import json
import time

from e2e.audit import events_of
from e2e.encrypted_case import EncryptedEndToEnd
from e2e.encrypting_player import ENCRYPTION
from local import bot as daemon
from local.homeserver import Homeserver
from local.player import TimedOut, is_edit, text_of


class Way:
    """The steps of a newcomer."""

    def __init__(self, title: str):
        self.title = title
        self.steps: list[tuple[str, float]] = []

    @contextlib.contextmanager
    def step(self, name: str):
        began = time.monotonic()
        yield
        self.steps.append((name, time.monotonic() - began))

    def show(self) -> None:
        lines = [f"  {name:66} {seconds:6.2f} s" for name, seconds in self.steps]
        lines.append(f"  {'together':66} {sum(seconds for _, seconds in self.steps):6.2f} s")
        print("\n".join([f"{self.title}:", *lines]), flush=True)


class Newcomers(EncryptedEndToEnd):
    async def invite_the_bot(self, way: Way, owner, *others) -> str:
        room = await owner.create_room("hall", initial_state=[ENCRYPTION])
        for other in others:
            await owner.invite(room, other.user)
            await other.join(room)
        with way.step("invites the bot, and reads its welcome"):
            await owner.invite(room, daemon.USER)
            await owner.hears(room, "I host matches")
        return room

    async def challenge(self, way: Way, ann, bob, room: str) -> int:
        with way.step("challenges; the challenge is shown"):
            await ann.say(room, f"!engarde challenge {bob.user} to 1")
            shown = await ann.hears(room, r"^#\d+: .* challenges")
        return int(text_of(shown).split(":")[0][1:])

    async def first_action(self, way: Way, *players) -> None:
        first = next(player for player in players if player.turn())
        seen = len(first.from_bot(first.private))
        with way.step("plays a letter; the bot shows the action in private"):
            await first.act(first.private, first.turn().choices[0].letter)
            await first.until(
                lambda: any(map(is_edit, first.from_bot(first.private)[seen:]))
                or first.says_bot(first.private, ".", seen),
                "the action",
            )

    def in_clear(self, room: str) -> list[str]:
        """Returns the bot's unencrypted messages in a room, as the homeserver stores them."""
        return [
            event["content"]["body"]
            for event in events_of(self.homeserver.database)
            if (event["sender"], event["type"], event["room_id"]) == (daemon.USER, "m.room.message", room)
        ]

    def is_encrypted(self, room: str) -> bool:
        found = events_of(self.homeserver.database)
        return any(event["type"] == "m.room.encryption" and event["room_id"] == room for event in found)

    def assert_trusted_at_first_sight(self, player) -> None:
        """Checks that the bot's identity has signed all its devices, so that no client warns of them or
        withholds keys from them, although nobody has verified the bot."""
        _, devices = self.identity_of_the_bot(player)
        self.assertTrue(devices)
        self.assertTrue(all(devices.values()), devices)

    async def accept_unverified(self, way: Way, player, room: str, match: int) -> None:
        with way.step("accepts; the bot tells in clear why this does not count"):
            await player.say(room, f"!engarde accept #{match}")
            await player.hears(room, "you have not verified this device")

    async def test_with_verified_devices(self):
        way = Way("matrix-nio, both devices verified")
        ann, bob = await self.player("ann"), await self.player("bob")
        room = await self.invite_the_bot(way, ann, bob)
        self.assert_trusted_at_first_sight(bob)
        match = await self.challenge(way, ann, bob, room)
        with way.step("accepts; both read their first hands"):
            await bob.say(room, f"!engarde accept #{match}")
            for player in (ann, bob):
                await player.until(player.hands, "the first hand")
        await self.first_action(way, ann, bob)
        self.assertEqual(self.in_clear(room), [])
        self.assertTrue(self.is_encrypted(bob.private))
        way.show()

    async def test_with_an_unverified_device_and_cards_in_clear(self):
        way = Way("matrix-nio, Bob's device not verified, cards in clear")
        ann, bob = await self.player("ann"), await self.player("bob", unsigned=True)
        room = await self.invite_the_bot(way, ann, bob)
        match = await self.challenge(way, ann, bob, room)
        await self.accept_unverified(way, bob, room, match)
        await bob.say(room, "hello everybody")
        with way.step("writes `hand in clear`; comes into a plain private room"):
            await bob.say(room, "!engarde hand in clear")
            await bob.until(lambda: bob.private, "the private room")
            await bob.hears(bob.private, "I host")
        with way.step("accepts there; both read their first hands"):
            await bob.say(bob.private, f"accept #{match}")
            for player in (ann, bob):
                await player.until(player.hands, "the first hand")
        await self.first_action(way, ann, bob)
        self.assertFalse(self.is_encrypted(bob.private))
        self.assertTrue(self.is_encrypted(ann.private))
        told = self.in_clear(room)
        self.assertEqual(len([body for body in told if "not verified this device" in body]), 1, told)
        for body in told:
            self.assertNotIn("Your hand", body)
        self.assertEqual(self.in_clear(ann.private), [])
        self.assertNotIn(ann.hands()[-1].cards, json.dumps(told))
        way.show()

    async def test_who_verifies_the_device_plays_on(self):
        way = Way("matrix-nio, Bob verifies his device when the bot says so")
        ann, bob = await self.player("ann"), await self.player("bob", unsigned=True)
        room = await self.invite_the_bot(way, ann, bob)
        match = await self.challenge(way, ann, bob, room)
        await self.accept_unverified(way, bob, room, match)
        with way.step("verifies the device, accepts again; both read their first hands"):
            bob.sign()
            # The bot ignores messages that arrive before it knows that Bob's device is signed.
            while not bob.hands():
                await bob.say(room, f"!engarde accept #{match}")
                with contextlib.suppress(TimedOut):
                    await bob.until(bob.hands, "the first hand", 5)
            await ann.until(ann.hands, "the first hand")
        await self.first_action(way, ann, bob)
        self.assertTrue(self.is_encrypted(bob.private))
        way.show()

    async def test_verified_device_protects_against_a_forged_request(self):
        ann, bob = await self.player("ann"), await self.player("bob")
        room = await self.room_of(ann, bob)
        await self.challenged(ann, bob, room, "to 1")
        plain = await self.plain_room_of(bob)
        # Bob's homeserver could write this, too.
        await bob.say(plain, "!engarde hand in clear")
        await bob.hears(plain, "You have a verified device")
        path = f"/_matrix/client/v3/rooms/{room}/send/m.room.message/forged"
        body = {"msgtype": "m.text", "body": "!engarde hand in clear"}
        self.homeserver.call("PUT", path, body, bob.token)
        await bob.hears(room, "You have a verified device")
        private = bob.private
        self.assertTrue(self.is_encrypted(private))
        await bob.say(private, "hand in clear")
        await bob.until(lambda: bob.private != private, "the plain private room")
        await bob.until(bob.hands, "the hand in the plain room")
        self.assertFalse(self.is_encrypted(bob.private))
        plain = bob.private
        await bob.say(plain, "hand encrypted")
        await bob.until(lambda: bob.private != plain, "the encrypted private room")
        await bob.until(bob.hands, "the hand in the encrypted room")
        self.assertTrue(self.is_encrypted(bob.private))

    async def test_direct_chat_of_an_unverified_device(self):
        way = Way("matrix-nio, an encrypted direct chat from a device that is not verified")
        bob = await self.player("bob", unsigned=True)
        with way.step("opens the chat; the bot tells in clear why its welcome can't be read"):
            more = {"is_direct": True, "invite": [daemon.USER], "initial_state": [ENCRYPTION]}
            room = await bob.create_room("direct", **more)
            await bob.hears(room, "you can't read what I write here")
        with way.step("writes `hand in clear`; comes into a plain private room"):
            await bob.say(room, "hand in clear")
            await bob.until(lambda: bob.private, "the private room")
            await bob.hears(bob.private, "I host")
        with way.step("practises there; reads the first hand"):
            await bob.say(bob.private, "practice novice to 1")
            await bob.until(bob.turn, "the first hand")
        await self.first_action(way, bob)
        self.assertNotEqual(bob.private, room)
        self.assertFalse(self.is_encrypted(bob.private))
        way.show()


class ServerEncrypts(EncryptedEndToEnd):
    """A homeserver that encrypts all private rooms, although the bot's rooms should be plain."""

    more_settings = "\nencryption:\n  private_rooms: plain\n"

    class homeserver_class(Homeserver):
        def _settings(self) -> dict:
            return super()._settings() | {"encryption_enabled_by_default_for_room_type": "invite"}

    async def test_the_host_is_told_once(self):
        ann, bob = await self.player("ann"), await self.player("bob")
        room = await self.room_of(ann, bob)
        await self.challenged(ann, bob, room, "to 1")
        lines = self.bot.process.log.read_text().splitlines()
        told = [line for line in lines if "event=server_encrypts_rooms" in line]
        self.assertEqual(len(told), 1, told)
        self.assertIn("encryption_enabled_by_default_for_room_type", told[0])
