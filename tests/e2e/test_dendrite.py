"""The bot on a Dendrite: the tests for Synapse that ask nothing of Synapse's own interfaces. They need a
bot that is built without encryption, because their players can't read encrypted messages.

If the bot is killed, it starts again only after some seconds, as the systemd unit does it. Dendrite
does not recognise a repeated request while it still works on the first one.
"""

from e2e import test_choices, test_crashes, test_matches, test_records, test_rooms, test_service
from e2e.dendrite import Dendrite
from local.player import next_to_act

RESTART = 2.0  # seconds


class DendriteMatches(test_matches.Matches):
    homeserver_class = Dendrite


class DendriteChoices(test_choices.Choices):
    homeserver_class = Dendrite


class DendriteRooms(test_rooms.Rooms):
    homeserver_class = Dendrite


class DendriteRecords(test_records.Records):
    homeserver_class = Dendrite


class DendriteCrashes(test_crashes.Crashes):
    homeserver_class = Dendrite
    restart_delay = RESTART

    async def test_many_messages_while_the_bot_is_down(self):
        """The bot misses more messages than an answer to /sync has, and plays on."""
        alice, bob, room, match = await self.match_of_two("to 1")
        actor = await next_to_act((alice, bob), room)
        self.bot.stop()
        await self.act(actor, room)
        for number in range(120):
            await alice.say(room, f"chatter {number}")
        self.bot.start()
        actions = 1 + await self.play_out(alice, bob, room)
        self.assert_each_hand_once(match, actions, alice, bob)


class DendriteService(test_service.Service):
    homeserver_class = Dendrite
    restart_delay = RESTART
    # These read Synapse's log, or kill the homeserver: Dendrite forgets the transaction ids then, and a
    # repeated message appears twice.
    test_match = None
    test_match_survives_kills_of_bot_and_homeserver = None

    async def test_match_survives_kills_of_the_bot(self):
        await self.match_with([self.restart_bot, self.act_while_bot_is_down])
