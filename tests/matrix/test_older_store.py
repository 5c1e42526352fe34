"""An older copy replaces the store, without `restore`. Run: test_older_store.py BOT [unittest options]"""

import time

from case import ANN, BOB, OTHER, ROOM, Case, invitation, main
from homeserver import ME, event, member, text


class OlderStore(Case):
    def put_back(self, *events, join=None, forget=True):
        """Kills the bot and puts the copy back. The homeserver then brings these events of ROOM, or
        of the rooms in `join`, at once. If `forget` is true, it no longer knows the bot's transaction ids."""
        self.put_disk_back()
        if events or join:
            self.hs.batch(join=join or {ROOM: list(events)})
        if forget:
            self.hs.txns.clear()
        self.lines.clear()
        self.start()

    def echoes(self, first=0):
        """Returns the events of the bot's messages, without transaction ids: the homeserver knows
        them only for an hour, and shows them only to the device that sent the events."""
        return [event("m.room.message", ME, content) for _, content in self.hs.sent[first:]]

    def older(self):
        return [line for line in self.log if "store_is_older" in line]

    def live(self, *bodies):
        """Lets Ann write messages, and waits for the bot's answers. Returns her events."""
        events = [text(ANN, f"!say {body}") for body in bodies]
        sent = len(self.bodies())
        self.hs.batch(join={ROOM: events})
        self.wait(lambda: len(self.bodies()) >= sent + len(bodies))
        return events

    def test_message_is_not_repeated_if_its_echo_follows(self):
        self.live("one")
        self.copy_disk()
        said = self.live("two", "three")
        self.put_back(*said, *self.echoes(1))
        self.live("four")
        self.expect(["one", "two", "three", "four"])
        self.assertEqual(len(self.older()), 1)
        self.assertIn("level=error", self.older()[0])
        self.assertEqual(len(self.told("older store")), 1)

    def test_what_was_written_before_is_old(self):
        """Also before the echo that shows it, in the same batch, and not what is written later."""
        self.copy_disk()
        said = self.live("one")
        now = int(time.time() * 1000)
        said[0]["origin_server_ts"] = now - 1000
        later = text(ANN, "!say two") | {"origin_server_ts": now + 60000}
        self.put_back(*said, *self.echoes(), later)
        self.expect(["one", "two"])
        # It handles the batch again when it knows.
        self.assertEqual([" old: " in line for line in self.told("^message")],
                         [False, False, True, False])

    def test_message_is_not_repeated_if_its_echo_comes_first(self):
        self.live("one")
        self.copy_disk()
        said = self.live("two", "three")
        self.put_back(*self.echoes(1), *said)
        self.live("four")
        self.expect(["one", "two", "three", "four"])

    def test_only_messages_without_an_echo_are_sent(self):
        self.copy_disk()
        said = self.live("one", "two", "three")
        echoes = self.echoes()
        del self.hs.sent[1], echoes[1]
        self.put_back(*said, *echoes)
        self.wait(lambda: len(self.bodies()) == 3)
        self.expect(["one", "three", "two"])

    def test_homeserver_recognises_what_is_sent_again(self):
        self.copy_disk()
        said = self.live("one", "two")
        self.put_back(*said, forget=False)
        self.live("three")
        self.expect(["one", "two", "three"])
        self.assertEqual(self.older(), [])

    def test_store_that_is_not_older_is_not_called_so(self):
        self.live("one")
        self.copy_disk()
        said = self.live("two")
        self.hs.batch(join={ROOM: self.echoes()})
        self.hs.batch(join={ROOM: [event("m.room.message", ME, {
            "msgtype": "m.notice", "body": "x", "engarde_bot.id": "0" * 32}), *said]})
        self.live("three")
        self.kill()
        self.start()
        self.live("four")
        self.expect(["one", "two", "three", "four"])
        self.assertEqual(self.older(), [])

    def test_echoes_of_strangers_mark_nothing(self):
        self.copy_disk()
        said = self.live("one")
        forged = [{**echo, "sender": ANN} for echo in self.echoes()]
        self.hs.sent.clear()
        self.put_back(*forged, *said)
        self.wait(lambda: "one" in self.bodies())
        self.assertEqual(self.older(), [])

    def test_rooms_are_handled_in_the_order_of_their_events(self):
        """What people wrote in one room may follow from what the bot wrote in another."""
        self.hs.batch(join={OTHER: [member(ME)]})
        self.expect(["hello"], OTHER)
        self.copy_disk()

        def say(time, body, sender=ANN):
            return text(sender, f"!say {body}") | ({"origin_server_ts": time} if time else {})

        self.put_back(join={
            ROOM: [say(10, "a"), say(40, "d"), say(20, "e"), say(70, "i")],
            OTHER: [say(15, "b"), say(30, "c", BOB), say(60, "f"), say(None, "g"), say("x", "h"),
                    say(80, "j")]})
        self.wait(lambda: self.told("!say j"))
        self.assertEqual([line.strip()[-1] for line in self.told("^message")], list("abcdefghij"))
        self.wait(lambda: len(self.bodies(OTHER)) == 7)
        self.assertEqual(self.bodies(), list("adei"))
        self.assertEqual(self.bodies(OTHER)[1:], list("bcfghj"))


class NewStore(Case):
    """A store that knows none of the rooms in which the account is: somebody has lost the old one."""

    def new(self):
        return [line for line in self.log if "event=store_is_new" in line]

    def test_it_is_said(self):
        self.assertIn("rooms=1", self.new()[0])
        self.assertIn("restore a backup", self.new()[0])
        self.stop()
        self.start()
        self.hs.batch(join={ROOM: [text(ANN, "!say here")]})
        self.wait(lambda: "here" in self.bodies())
        self.assertEqual(self.new(), [])


class Invited(NewStore):
    inside = False

    def test_it_is_said(self):
        """Nothing is lost if the account is in no room."""
        self.hs.batch(invite={ROOM: invitation(ANN)})
        self.start()
        self.wait(lambda: self.hs.asked(f"/join/{ROOM}"))
        self.assertEqual(self.new(), [])


if __name__ == "__main__":
    main()
