"""Matches in encrypted rooms, with clients that encrypt. They need a bot built with encryption."""

import base64
import json
import os
import re
import time
import urllib.request
from collections import Counter

from e2e.audit import events_of
from e2e.disk import Disk
from e2e.encrypted_case import EncryptedEndToEnd
from e2e.encrypting_player import ENCRYPTION, is_signed
from local import bot as daemon
from local.player import next_to_act, text_of

ROLL_BACKS = int(os.environ.get("ENGARDE_ROLL_BACKS", "2"))


class Encrypted(EncryptedEndToEnd):
    async def test_a_match_with_a_restart_and_a_new_device(self):
        alice, bob, room, match = await self.match_of_two("to 2")
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
        await phone.until(phone.hands, "a hand that the new device can read", self.patience)
        await phone.hears(room, f"wins #{match}")

    async def test_a_backup_restored_elsewhere_is_a_new_device_of_the_same_identity(self):
        alice, bob, room = await self.two_in_a_room()
        master, devices = self.identity_of_the_bot(alice)
        await self.challenged(alice, bob, room, "to 1")
        copy = self.bot.directory / "copy.db"
        self.bot.command("backup", copy)
        self.assertEqual(self.bot.stop(), 0, self.bot.process.last_lines())
        # The test moves the bot to another machine, which has none of the bot's files.
        old = self.bot.directory / "another machine's"
        old.mkdir()
        for path in list(self.bot.directory.glob("engarde.db*")):
            path.rename(old / path.name)
        self.bot.command("restore", copy)
        shown = {player: len(player.hands()) for player in (alice, bob)}
        self.bot.start()
        actor = await next_to_act((alice, bob), room, patience=self.patience)
        await actor.until(lambda: len(actor.hands()) > shown[actor], "the hand after the restore")
        self.assert_one_more_signed_device(alice, master, devices)
        await self.play_out(alice, bob, room)

    async def test_the_bots_device_is_signed_by_its_identity(self):
        alice = await self.player("alice")
        await self.room_of(alice)  # when its welcome message arrives, the bot has an identity
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

    async def test_lost_keys_make_a_new_device_of_the_same_identity(self):
        alice = await self.player("alice")
        await self.room_of(alice)  # when its welcome message arrives, the bot has an identity
        master, devices = self.identity_of_the_bot(alice)
        self.assertEqual(self.bot.stop(), 0, self.bot.process.last_lines())
        keys = self.bot.directory / "engarde.db.crypto"
        keys.rename(self.bot.directory / "lost")
        self.bot.start()
        room = await self.room_of(alice)
        self.assert_one_more_signed_device(alice, master, devices)
        await alice.say(room, "!engarde practice novice to 1")
        await alice.until(alice.turn, "the first hand")

    async def test_lost_recovery_key_makes_a_new_identity_when_a_person_wishes_it(self):
        alice = await self.player("alice")
        await self.room_of(alice)  # when its welcome message arrives, the bot has an identity
        master, devices = self.identity_of_the_bot(alice)
        self.assertEqual(self.bot.stop(), 0, self.bot.process.last_lines())
        lost = self.bot.directory / "lost with the key"
        lost.mkdir()
        for path in list(self.bot.directory.glob("engarde.db*")):
            path.rename(lost / path.name)
        self.bot.start()
        await alice.until(lambda: not self.bot.process.is_running(), "the end of the bot")
        self.assertIn("login --new-identity", self.bot.process.last_lines())
        self.assertIn("device_not_signed above says why", self.bot.process.last_lines())
        self.bot.command("login", "--new-identity")
        self.bot.start()
        room = await self.room_of(alice)
        again, more = self.identity_of_the_bot(alice)
        self.assertNotEqual(again, master)
        self.assertTrue([name for name in more if more[name] and name not in devices])
        self.assertTrue((self.bot.directory / "engarde.db.recovery-key").exists())
        await alice.say(room, "!engarde practice novice to 1")
        await alice.until(alice.turn, "the first hand")

    async def test_match_goes_on_after_the_session_was_ended(self):
        """An administrator deletes the bot's device. The bot logs in again as a new device, and signs
        it."""
        alice, bob, room, match = await self.match_of_two("to 1")
        master, _ = self.identity_of_the_bot(alice)
        actions = 0
        while player := await next_to_act((alice, bob), room, patience=self.patience):
            actions += 1
            await self.act(player, room)
            if actions == 3:
                other = bob if player is alice else alice
                await other.until(other.turn, "the next turn", self.patience)
                await self.change_device(lambda: self.homeserver.log_out(daemon.USER), alice, bob)
        await self.silence()
        self.assertGreater(actions, 3)
        again, devices = self.identity_of_the_bot(alice)
        self.assertEqual(again, master)
        self.assertTrue(all(devices.values()))
        self.assert_each_hand_once(match, actions, alice, bob)
        self.assert_nothing_readable(alice, bob)

    async def test_keys_of_another_device_are_refused(self):
        alice = await self.player("alice")
        self.bot.stop()
        keys = self.bot.directory / "engarde.db.crypto"
        mine = self.bot.directory / "mine"
        keys.rename(mine)
        self.bot.start()
        await self.room_of(alice)  # when its welcome message arrives, the bot has the keys of a new device
        self.bot.stop()
        keys.rename(self.bot.directory / "new")
        mine.rename(keys)
        self.assertEqual(await self.run_until_it_ends(), 78)
        self.assertIn("of another device", self.bot.process.last_lines())
        keys.rename(mine)
        (self.bot.directory / "new").rename(keys)
        self.bot.start()
        await self.room_of(alice)

    async def test_killed_in_the_middle(self):
        alice, bob, room, match = await self.match_of_two("to 2")
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

    async def test_message_from_before_the_bot_was_removed_is_handled(self):
        alice, bob, room, match = await self.match_of_two()
        actor = await next_to_act((alice, bob), room, patience=self.patience)
        other = bob if actor is alice else alice
        shown = len(other.hands())
        self.assertEqual(self.bot.stop(), 0, self.bot.process.last_lines())
        await actor.say(room, f"!engarde {actor.turn().choices[0].notation} #{match}")
        self.remove_the_bot(room, alice)
        self.bot.start()
        await other.until(lambda: len(other.hands()) > shown, "the hand after what was said")

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


class OlderDisk(Disk, EncryptedEndToEnd):
    """The bot's disk comes back older while people play, together with the keys. ENGARDE_ROLL_BACKS is
    how often that happens (2 if it is not set)."""

    async def test_nobody_misses_a_hand_and_no_number_is_used_twice(self):
        """Each copy is made at a turn, and put back three actions later."""
        alice, bob = pair = await self.player("alice"), await self.player("bob")
        room = await self.room_of(alice, bob)
        match = await self.challenged(alice, bob, room, f"to {max(2, ROLL_BACKS)}")
        actions = done = 0
        while player := await next_to_act(pair, room, patience=self.patience):
            if actions % 6 == 0 and done < ROLL_BACKS:
                await self.give_keys(room, *pair)
                self.copy_disk()
            await self.act(player, room)
            actions += 1
            if actions % 6 == 3 and done < ROLL_BACKS:
                await next_to_act(pair, room, patience=self.patience)
                await self.change_device(self.roll_back, *pair)
                done += 1
        await self.silence(2)
        print(f"{done} roll-backs, {actions} actions, {len(self.stored_events())} messages")
        self.assertGreater(done, 0)
        self.assertEqual(self.bot.process.log.read_text().count("event=keys_older"), done)
        self.assert_each_hand_once(match, actions, *pair)
        self.assert_nothing_readable(*pair)
        self.assert_all_is_read(*pair)

    async def give_keys(self, room: str, *players) -> None:
        """Lets the players write in all their rooms, so that the bot has the keys of their next messages:
        if the copy lacked these keys, nobody could send them again."""
        for player in players:
            for where in (room, player.private):
                before = len(player.from_bot(where))
                await player.say(where, "!engarde rules")
                await player.hears(where, ".", before, self.patience)

    def assert_all_is_read(self, *players) -> None:
        """Checks that no message uses the number of another message of its Megolm session, and that the
        players' clients could open all messages. (They refuse a number that was used twice.)"""
        used = [(event["content"]["session_id"], number_of(event)) for event in self.stored_events()]
        self.assertEqual([one for one, times in Counter(used).items() if times > 1], [])
        for player in players:
            self.assertEqual([event.event_id for event in player.unread if event.sender == daemon.USER], [])


def number_of(event: dict) -> int:
    """Returns the number of an event in its Megolm session:
    https://gitlab.matrix.org/matrix-org/olm/-/blob/master/docs/megolm.md#message-format"""
    text = event["content"]["ciphertext"]
    data = base64.b64decode(text + "=" * (-len(text) % 4))
    number, shift = 0, 0
    for byte in data[2:]:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            break
    return number


class Becoming(EncryptedEndToEnd):
    """A room that is not encrypted at first and becomes encrypted during a match."""

    async def test_a_room_becomes_encrypted_in_the_middle_of_a_match(self):
        alice, bob = await self.player("alice"), await self.player("bob")
        follower = await self.player("fay") # without one a board waits
        room = await self.plain_room_of(alice, bob, follower)
        match = await self.challenged(alice, bob, room, "to 2")
        actions = 0
        while player := await next_to_act((alice, bob), room, patience=self.patience):
            if actions == 3:
                await self.encrypt(room, alice, bob)
            await self.act(player, room)
            actions += 1
        self.assertGreater(actions, 3)
        await self.silence()
        self.assert_each_hand_once(match, actions, alice, bob)
        before, after = self.said_around_encryption(room)
        self.assertNotIn("m.room.encrypted", before)
        # Reactions are always in clear.
        encrypted = [kind for kind in after if kind != "m.reaction"]
        self.assertEqual(set(encrypted), {"m.room.encrypted"})
        self.assertGreaterEqual(len(encrypted), actions - 3)
        for player in (alice, bob):
            await player.hears(room, f"wins #{match}")

    async def encrypt(self, room: str, *players) -> None:
        path = f"/_matrix/client/v3/rooms/{room}/state/{ENCRYPTION['type']}/"
        self.homeserver.call("PUT", path, ENCRYPTION["content"], players[0].token)
        for player in players:
            await player.until(lambda p=player: p.encrypts(room), "the encryption")

    def said_around_encryption(self, room: str) -> tuple[list[str], list[str]]:
        """Returns the types of the bot's events before and after the room became encrypted."""
        events = [e for e in events_of(self.homeserver.database) if e["room_id"] == room]
        when = [event["type"] for event in events].index(ENCRYPTION["type"])
        said = [
            [e["type"] for e in part if e["sender"] == daemon.USER and "state_key" not in e]
            for part in (events[:when], events[when:])
        ]
        return said[0], said[1]


class Forged(EncryptedEndToEnd):
    """What a homeserver can write in a player's name, or beside the encrypted content of their events."""

    async def begun(self):
        alice, bob, room, _ = await self.match_of_two("to 1 first white")
        return alice, bob

    async def react(self, player, event: str, key: str) -> None:
        """Sends a reaction. Clients don't encrypt reactions."""
        relation = {"rel_type": "m.annotation", "event_id": event, "key": key}
        await player.send(player.private, {"m.relates_to": relation}, "m.reaction")

    async def send_beside(self, player, text: str, relation: dict) -> None:
        """Sends an encrypted text, beside which the homeserver has written a relation."""
        client, content = player._client, {"msgtype": "m.text", "body": text}
        await client.joined_members(player.private)
        if client.olm.should_share_group_session(player.private):
            await client.share_group_session(player.private, ignore_unverified_devices=True)
        kind, sealed = client.encrypt(player.private, "m.room.message", content)
        sealed["m.relates_to"] = relation
        path = f"/_matrix/client/v3/rooms/{player.private}/send/{kind}/{time.monotonic_ns()}"
        self.homeserver.call("PUT", path, sealed, player.token)

    async def test_a_reaction_plays_only_if_its_player_has_chosen_so(self):
        alice, bob = await self.begun()
        hand = alice.turn()
        await self.react(alice, hand.event, "a")
        await alice.hears(alice.private, "a server could have made it in your name")
        await self.silence()
        self.assertIsNone(bob.turn())
        await alice.say(alice.private, "reactions on")
        await alice.hears(alice.private, "your reactions count in encrypted rooms, too")
        await self.react(alice, hand.event, "A")
        await bob.until(bob.turn, "Bob's turn")

    async def test_a_relation_beside_the_encrypted_content_changes_nothing(self):
        alice, bob = await self.begun()
        first = alice.turn()
        await self.send_beside(alice, "a", {"rel_type": "m.replace", "event_id": first.event})
        alice.acted_on(first)
        await bob.until(bob.turn, "Bob's turn")
        await bob.act(bob.private, "a")
        await alice.until(alice.turn, "Alice's turn")
        # The player replied to nothing. With a reply to an old list the bot refuses, and does not play.
        await self.send_beside(alice, "a", {"m.in_reply_to": {"event_id": first.event}})
        await alice.hears(alice.private, "list is from an earlier turn")


class Service(EncryptedEndToEnd):
    """The bot as an application service, with a device that it has made itself."""

    bot_class = daemon.Service

    async def test_match(self):
        alice, bob, room = await self.two_in_a_room()
        _, devices = self.identity_of_the_bot(alice)
        self.assertTrue(all(devices.values()))
        match = await self.challenged(alice, bob, room, "to 1")
        actions = await self.play_out(alice, bob, room)
        await self.silence()
        self.assert_each_hand_once(match, actions, alice, bob)
        self.assert_nothing_readable(alice, bob)

    async def test_lost_folder_of_keys_makes_a_new_device(self):
        alice = await self.player("alice")
        await self.room_of(alice)
        master, devices = self.identity_of_the_bot(alice)
        self.bot.stop()
        (self.bot.directory / "engarde.db.crypto").rename(self.bot.directory / "lost")
        self.assertEqual(await self.run_until_it_ends(), 78)
        self.assertIn("start the bot again", self.bot.process.last_lines())
        self.bot.start()
        room = await self.room_of(alice)
        self.assert_one_more_signed_device(alice, master, devices)
        await alice.say(room, "!engarde practice novice to 1")
        await alice.until(alice.turn, "the first hand")


class ForgedService(EncryptedEndToEnd):
    """The homeserver pushes what it likes to the bot as an application service."""

    bot_class = daemon.Service

    async def test_a_forged_request_for_clear_cards_is_refused(self):
        """The homeserver pushes a request that claims to be encrypted by the player's verified device."""
        alice = await self.player("alice")
        room = await self.room_of(alice)
        await alice.say(room, "!engarde practice novice to 1")
        await alice.until(alice.turn, "the first hand")
        plain = await self.plain_room_of(alice)
        said = len(alice.from_bot(plain))
        marks = {"engarde.opened": True, "engarde.unsigned": False, "proven": True, "writer": 2}
        content = {"msgtype": "m.text", "body": "!engarde hand in clear"}
        self.push(
            {"type": "m.room.message", "event_id": "$forged", "room_id": plain, "sender": alice.user,
             "origin_server_ts": int(time.time() * 1000), "content": content, "unsigned": marks, **marks}
        )
        await alice.hears(plain, "You have a verified device", after=said)
        await self.silence()
        self.assertEqual([event for event in alice.events.get(plain, []) if "Your hand" in text_of(event)], [])
        self.assertTrue(alice.encrypts(alice.private))

    def push(self, event: dict) -> None:
        registration = (self.bot.directory / "registration.yaml").read_text()
        token = re.search(r"hs_token: *['\"]?([^'\"\n]+)", registration)[1]
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.bot.port}/_matrix/app/v1/transactions/forged",
            json.dumps({"events": [event]}).encode(),
            {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
            method="PUT",
        )
        with urllib.request.urlopen(request) as answer:
            self.assertEqual(answer.status, 200)
