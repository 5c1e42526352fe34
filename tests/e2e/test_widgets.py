"""The widget that the bot adds to a room: the homeserver's state, its power levels, and its refusals."""

import re

from e2e.case import EndToEnd
from local import bot as daemon
from local.player import Player

TYPE = "im.vector.modular.widgets"
KEY = f"engarde-{daemon.USER}"
PAGE = "https://page.example/engarde/"


class Widgets(EndToEnd):
    more_settings = f"\nweb: {{listen: 127.0.0.1:0, url: {PAGE}}}\n"

    def state_of(self, room: str, kind: str, player: Player) -> dict:
        return self.homeserver.call("GET", f"/_matrix/client/v3/rooms/{room}/state/{kind}", token=player.token)

    def widget(self, room: str, player: Player) -> dict:
        return self.state_of(room, f"{TYPE}/{KEY}", player)

    def give_power(self, room: str, owner: Player, level: int, **events: int) -> None:
        levels = self.state_of(room, "m.room.power_levels", owner)
        levels["users"][daemon.USER] = level
        levels["events"].update(events)
        path = f"/_matrix/client/v3/rooms/{room}/state/m.room.power_levels"
        self.homeserver.call("PUT", path, levels, owner.token)

    async def test_widget_is_added_once_and_removed(self):
        alice, bob = await self.player("alice"), await self.player("bob")
        room = await self.room_of(alice, bob)
        self.give_power(room, alice, 50)
        await bob.say(room, "!engarde widget")
        await bob.hears(room, "now has a widget")
        content = self.widget(room, bob)
        self.assertRegex(content["url"], rf"^{re.escape(PAGE)}board#b=[A-Za-z0-9_-]{{32}}$")
        self.assertEqual((content["type"], content["id"], content["creatorUserId"]),
                         ("m.custom", KEY, daemon.USER))
        await bob.say(room, "!engarde widget")
        await bob.hears(room, "has a widget with its board already")
        self.assertEqual(self.widget(room, bob), content)
        self.bot.restart_after_crash()
        await bob.say(room, "!engarde widget off")
        await bob.hears(room, "Only moderators")
        await alice.say(room, "!engarde widget off")
        await alice.hears(room, "I remove the widget")
        await self.until(lambda: self.widget(room, bob) == {})

    async def until(self, condition) -> None:
        for _ in range(200):
            if condition():
                return
            await self.silence(0.1)
        self.fail("waited in vain")

    async def test_missing_power_is_explained_and_a_refusal_too(self):
        alice = await self.player("alice")
        room = await self.room_of(alice)
        await alice.say(room, "!engarde widget")
        await alice.hears(room, "I need power level 50")
        self.give_power(room, alice, 50, **{TYPE: 60})
        await self.silence()
        await alice.say(room, "!engarde widget")
        await alice.hears(room, "I need power level 60")
        self.give_power(room, alice, 60)
        await self.silence()
        await alice.say(room, "!engarde widget")
        await alice.hears(room, "now has a widget")
        # The bot notices too late that it has lost the power, so that the homeserver refuses.
        said = len(alice.from_bot(room))
        self.bot.stop()
        await alice.say(room, "!engarde widget off")
        self.give_power(room, alice, 0)
        self.bot.start()
        await alice.hears(room, "I may no longer remove the widget", after=said)
        self.assertTrue(self.widget(room, alice)["url"])
        self.assertIn("event=row_dropped", self.bot.process.log.read_text())
        said = len(alice.from_bot(room))
        self.bot.stop()
        self.give_power(room, alice, 60)
        await alice.say(room, "!engarde widget")
        self.give_power(room, alice, 0)
        self.bot.start()
        await alice.hears(room, "I need power level 60", after=said)
