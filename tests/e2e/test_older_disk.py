"""The bot's disk comes back older while people play: a snapshot or a copied file, without `restore`.

ENGARDE_ROLL_BACKS is how often that happens in a match (2 if it is not set).
"""

import collections
import os

from e2e.audit import events_of
from e2e.disk import Disk
from local import bot as daemon
from local.player import next_to_act, text_of

ROLL_BACKS = int(os.environ.get("ENGARDE_ROLL_BACKS", "2"))
ID = "engarde_bot.id"


class OlderDisk(Disk):
    patience = 60.0

    def sent(self) -> list[dict]:
        return [event for event in events_of(self.homeserver.database)
                if event["sender"] == daemon.USER and ID in event["content"]]

    async def test_matches_go_on_and_nothing_appears_twice(self):
        """Two matches go on at the same time. Each copy is put back three actions later."""
        players = [await self.player(name) for name in ("alice", "bob", "cleo", "dan")]
        rooms, matches = [], []
        for i in (0, 2):
            rooms.append(await self.room_of(players[i], players[i + 1]))
        self.copy_disk()  # before the challenges and the private rooms
        for i in (0, 1):
            matches.append(await self.challenged(*players[2 * i:2 * i + 2], rooms[i], "to 3"))
        self.roll_back()
        done, actions, over = 1, [0, 0], [False, False]
        while not all(over):
            for i in (0, 1):
                pair = players[2 * i:2 * i + 2]
                if over[i] or not (player := await next_to_act(pair, rooms[i], patience=self.patience)):
                    over[i] = True
                    continue
                await self.act(player, rooms[i])
                actions[i] += 1
            if done < ROLL_BACKS and not all(over):
                if sum(actions) % 8 == 0:
                    self.copy_disk()
                elif sum(actions) % 8 == 6:
                    self.roll_back()
                    done += 1
        await self.silence(2)
        for i in (0, 1):
            self.assert_each_hand_once(matches[i], actions[i], *players[2 * i:2 * i + 2])
        ids = collections.Counter(event["content"][ID] for event in self.sent())
        print(f"{done} roll-backs, {sum(actions)} actions, {len(ids)} messages")
        self.assertEqual([name for name, times in ids.items() if times > 1], [], "sent twice")
        texts = collections.Counter((event["room_id"], text_of(event)) for event in self.sent()
                                    if "m.relates_to" not in event["content"]
                                    and "Your hand" not in text_of(event))
        self.assertEqual([text for text, times in texts.items() if times > 1], [], "said twice")
        self.assertIn("store_is_older", self.bot.process.log.read_text())
