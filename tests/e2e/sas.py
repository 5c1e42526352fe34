"""Verifies the bot as another user's client does, from the request to the end.

https://spec.matrix.org/latest/client-server-api/#short-authentication-string-sas-verification
"""

import hashlib
import time
import uuid

import vodozemac
from canonicaljson import encode_canonical_json
from nio.crypto import Sas as Table  # this class has a table with the name of each emoji
from unpaddedbase64 import encode_base64

from e2e.encrypting_player import EncryptingPlayer

KIND = "m.key.verification."
START = {
    "method": "m.sas.v1",
    "key_agreement_protocols": ["curve25519-hkdf-sha256"],
    "hashes": ["sha256"],
    "message_authentication_codes": ["hkdf-hmac-sha256.v2"],
    "short_authentication_string": ["decimal", "emoji"],
}

# Emoji names of matrix-nio that differ from the specification.
CALLED = {"Wrench": "Spanner", "Thumbs up": "Thumbs Up", "Airplane": "Aeroplane"}


class Verification:
    """A player verifies one of the bot's devices, by to-device messages or in a room."""

    def __init__(self, player: EncryptingPlayer, device: str, room: str | None = None):
        self.player = player
        self.device = device
        self.room = room
        self.id = uuid.uuid4().hex
        self._sas = vodozemac.Sas()
        self._shared: vodozemac.EstablishedSas | None = None
        self._keys: dict[str, str] = {}

    async def ask(self, methods: tuple[str, ...] = ("m.sas.v1",)) -> None:
        content = {"from_device": self.player.device, "methods": list(methods)}
        if self.room is None:
            content |= {"transaction_id": self.id, "timestamp": int(time.time() * 1000)}
            await self.player.send_to_device(self.player.bot, self.device, KIND + "request", content)
            return
        content |= {"msgtype": KIND + "request", "body": "please", "to": self.player.bot}
        self.id = await self.player.send(self.room, content)

    async def send(self, kind: str, content: dict) -> dict:
        if self.room is None:
            content = content | {"transaction_id": self.id}
            await self.player.send_to_device(self.player.bot, self.device, KIND + kind, content)
        else:
            relation = {"rel_type": "m.reference", "event_id": self.id}
            content = content | {"m.relates_to": relation}
            await self.player.send(self.room, content, KIND + kind)
        return content

    def heard(self, kind: str) -> dict | None:
        """Returns the bot's message of this kind in this verification, or None if the message has
        not arrived."""
        events = self.player.to_device if self.room is None else self.player.events.get(self.room, [])
        for event in events:
            content = event["content"]
            about = content.get("transaction_id") or content.get("m.relates_to", {}).get("event_id")
            if event["sender"] == self.player.bot and event["type"] == KIND + kind and about == self.id:
                return content
        return None

    async def hears(self, kind: str, patience: float = 60) -> dict:
        return await self.player.until(lambda: self.heard(kind), f"the bot's {kind}", patience)

    async def exchange_keys(self) -> None:
        await self.hears("ready")
        start = await self.send("start", START | {"from_device": self.player.device})
        accepted = await self.hears("accept")
        mine = self._sas.public_key.to_base64()
        await self.send("key", {"key": mine})
        theirs = (await self.hears("key"))["key"]
        commitment = hashlib.sha256(theirs.encode() + encode_canonical_json(start)).digest()
        assert accepted["commitment"] == encode_base64(commitment)
        self._shared = self._sas.diffie_hellman(vodozemac.Curve25519PublicKey.from_base64(theirs))
        self._keys = {"mine": mine, "theirs": theirs}

    def shown(self) -> tuple[str, str]:
        """Returns what the player sees: the emoji's names, and the numbers."""
        me, bot = self.player, self.player.bot
        info = (
            f"MATRIX_KEY_VERIFICATION_SAS|{me.user}|{me.device}|{self._keys['mine']}"
            f"|{bot}|{self.device}|{self._keys['theirs']}|{self.id}"
        )
        sas = self._shared.bytes(info)
        names = [Table.emoji[index][1] for index in sas.emoji_indices]
        emoji = ", ".join(CALLED.get(name, name) for name in names)
        return emoji, " ".join(map(str, sas.decimals))

    def _mac(self, what: str, key: str, sender: str, device: str, to: str, at: str) -> str:
        info = f"MATRIX_KEY_VERIFICATION_MAC{sender}{device}{to}{at}{self.id}{key}"
        return self._shared.calculate_mac(what, info)

    async def check_bot(self, keys: dict[str, str]) -> None:
        """Checks the bot's proof that it owns these keys. `keys` maps key ids to keys."""
        me = self.player
        heard = await self.hears("mac")
        whose = (me.bot, self.device, me.user, me.device)
        assert heard["mac"].keys() == keys.keys(), (heard, keys)
        for name, key in keys.items():
            assert heard["mac"][name] == self._mac(key, name, *whose), name
        assert heard["keys"] == self._mac(",".join(sorted(keys)), "KEY_IDS", *whose)

    async def confirm(self) -> None:
        me = self.player
        name = f"ed25519:{me.device}"
        whose = (me.user, me.device, me.bot, self.device)
        key = me.fingerprint
        macs = {name: self._mac(key, name, *whose)}
        await self.send("mac", {"mac": macs, "keys": self._mac(name, "KEY_IDS", *whose)})
        await self.send("done", {})
        await self.hears("done")
