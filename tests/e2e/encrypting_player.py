"""A player whose client encrypts (matrix-nio with vodozemac). The player has signed their devices."""

import asyncio
import json
from pathlib import Path

import nacl.signing
import nio
from canonicaljson import encode_canonical_json
from unpaddedbase64 import decode_base64, encode_base64

from local.homeserver import Homeserver
from local.player import FILTER, Player

ENCRYPTION = {
    "type": "m.room.encryption",
    "state_key": "",
    "content": {"algorithm": "m.megolm.v1.aes-sha2"},
}


def public(key: nacl.signing.SigningKey) -> str:
    return encode_base64(bytes(key.verify_key))


def signed(thing: dict, user: str, key: nacl.signing.SigningKey) -> dict:
    """Returns `thing` with a signature: https://spec.matrix.org/latest/appendices/#signing-json"""
    bare = {name: value for name, value in thing.items() if name not in ("signatures", "unsigned")}
    signature = encode_base64(key.sign(encode_canonical_json(bare)).signature)
    signatures = json.loads(json.dumps(thing.get("signatures", {})))
    signatures.setdefault(user, {})[f"ed25519:{public(key)}"] = signature
    return bare | {"signatures": signatures}


def is_signed(thing: dict, user: str, key: str) -> bool:
    """Returns whether the user's ed25519 key has signed `thing`. `key` is the public key."""
    bare = {name: value for name, value in thing.items() if name not in ("signatures", "unsigned")}
    signature = thing.get("signatures", {}).get(user, {}).get(f"ed25519:{key}")
    if signature is None:
        return False
    nacl.signing.VerifyKey(decode_base64(key)).verify(
        encode_canonical_json(bare), decode_base64(signature)
    )
    return True


class Identity:
    """The cross-signing keys of one user: https://spec.matrix.org/latest/client-server-api/#cross-signing"""

    def __init__(self, homeserver: Homeserver, user: str, password: str, token: str):
        self.homeserver = homeserver
        self.user = user
        keys = {usage: nacl.signing.SigningKey.generate() for usage in ("master", "self_signing", "user_signing")}
        self.self_signing = keys["self_signing"]
        body = {}
        for usage, key in keys.items():
            about = {"user_id": user, "usage": [usage], "keys": {f"ed25519:{public(key)}": public(key)}}
            body[f"{usage}_key"] = about if usage == "master" else signed(about, user, keys["master"])
        body["auth"] = {
            "type": "m.login.password",
            "identifier": {"type": "m.id.user", "user": user},
            "password": password,
        }
        homeserver.call("POST", "/_matrix/client/v3/keys/device_signing/upload", body, token)

    def sign(self, device: str, token: str) -> None:
        answer = self.homeserver.call(
            "POST", "/_matrix/client/v3/keys/query", {"device_keys": {self.user: []}}, token
        )
        keys = signed(answer["device_keys"][self.user][device], self.user, self.self_signing)
        answer = self.homeserver.call(
            "POST", "/_matrix/client/v3/keys/signatures/upload", {self.user: {device: keys}}, token
        )
        assert not answer.get("failures"), answer


class EncryptingPlayer(Player):
    """A player whose client encrypts. The user's identity signs the client's device, unless `unsigned`
    is true. If `identity` is None, the user gets a new identity."""

    def __init__(
        self,
        homeserver: Homeserver,
        name: str,
        bot: str,
        keys: Path,
        identity: Identity | None = None,
        unsigned: bool = False,
    ):
        super().__init__(homeserver, name, bot)
        keys.mkdir(parents=True, exist_ok=True)
        self.homeserver = homeserver
        self.identity = identity
        self.unsigned = unsigned
        self.unread: list[nio.MegolmEvent] = []
        self.to_device: list[dict] = []
        token = self._log_in()
        self._client = nio.AsyncClient(
            homeserver.url,
            self.user,
            store_path=str(keys),
            config=nio.AsyncClientConfig(encryption_enabled=True, store_sync_tokens=False),
        )
        self._client.restore_login(self.user, self.device, token)
        self._client.add_event_callback(self._keep, (nio.Event, nio.UnknownBadEvent))
        self._client.add_event_callback(self._invited, nio.InviteMemberEvent)
        self._client.add_to_device_callback(self._keep_to_device, (nio.ToDeviceEvent,))

    def _log_in(self) -> str:
        answer = self.homeserver.call(
            "POST",
            "/_matrix/client/v3/login",
            {
                "type": "m.login.password",
                "identifier": {"type": "m.id.user", "user": self.user},
                "password": self.password,
            },
        )
        self.device, self.token = answer["device_id"], answer["access_token"]
        return self.token

    async def start(self) -> None:
        await self._client.keys_upload()
        if not self.unsigned:
            self.sign()
        await super().start()

    def sign(self) -> None:
        if self.identity is None:
            self.identity = Identity(self.homeserver, self.user, self.password, self.token)
        self.identity.sign(self.device, self.token)

    async def _sync_on(self) -> None:
        while True:
            answer = await self._client.sync(timeout=10000, sync_filter=FILTER)
            if isinstance(answer, nio.SyncError):
                await asyncio.sleep(0.5)
            await self._keep_keys()
            self._read_again()
            async with self._news:
                self._news.notify_all()

    async def _keep_keys(self) -> None:
        if self._client.should_upload_keys:
            await self._client.keys_upload()
        if self._client.should_query_keys:
            await self._client.keys_query()
        if self._client.should_claim_keys:
            await self._client.keys_claim(self._client.get_users_for_key_claiming())
        await self._client.send_to_device_messages()

    async def _keep(self, room: nio.MatrixRoom, event: nio.Event) -> None:
        if isinstance(event, nio.MegolmEvent):
            self.unread.append(event)
            return
        await super()._keep(room, event)

    def encrypts(self, room: str) -> bool:
        return self._client.rooms[room].encrypted

    async def _keep_to_device(self, event: nio.ToDeviceEvent) -> None:
        self.to_device.append(event.source)

    @property
    def fingerprint(self) -> str:
        return self._client.olm.account.identity_keys["ed25519"]

    async def send_to_device(self, user: str, device: str, kind: str, content: dict) -> None:
        answer = await self._client.to_device(nio.ToDeviceMessage(kind, user, device, content))
        assert isinstance(answer, nio.ToDeviceResponse), answer

    def _read_again(self) -> None:
        waiting, self.unread = self.unread, []
        for event in waiting:
            try:
                clear = self._client.decrypt_event(event)
            except nio.EncryptionError:
                self.unread.append(event)
                continue
            self.events.setdefault(event.room_id, []).append(clear.source)

    async def send(self, room: str, content: dict, kind: str = "m.room.message") -> str:
        # The client must sync the room first to know that the room is encrypted.
        await self.until(lambda: room in self._client.rooms, "the room")
        if self._client.rooms[room].encrypted:
            await self._client.joined_members(room)
        answer = await self._client.room_send(room, kind, content, ignore_unverified_devices=True)
        if not isinstance(answer, nio.RoomSendResponse):
            raise AssertionError(f"{self.name} could not send to {room}: {answer}")
        return answer.event_id
