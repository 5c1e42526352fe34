"""The warning if another device sends as the bot. Run: test_receive_other_device.py BOT [unittest options]"""

import time

from case import ANN, ROOM, Case, main
from homeserver import ME, event, text


def now():
    return int(time.time() * 1000)


class OtherDevice(Case):
    number = 0

    def own(self, kind="m.room.message", txn=None, sent=None, **content):
        """Gives the bot an event of its own account."""
        made = event(kind, ME, content or {"msgtype": "m.text", "body": "!say no"})
        made["origin_server_ts"] = now() + 1000 if sent is None else sent
        if txn:
            made["unsigned"] = {"transaction_id": txn}
        self.hs.batch(join={ROOM: [made]})

    def warnings(self):
        return [line for line in self.log if "account_used_elsewhere" in line]

    def handled(self):
        """Waits until the bot has handled all batches, and a command after them."""
        OtherDevice.number += 1
        self.say(f"!say end {self.number}")
        self.wait(lambda: f"end {self.number}" in self.bodies())

    def test_message_of_another_device_is_warned_of_once(self):
        self.own(txn="t1")
        self.handled()
        self.assertEqual(self.warnings(), [])
        for _ in range(3):
            self.own()
        self.own("m.reaction", **{"m.relates_to": {"rel_type": "m.annotation", "event_id": "$x", "key": "x"}})
        self.handled()
        self.assertEqual(len(self.warnings()), 1)
        self.assertIn("level=warning", self.warnings()[0])
        self.assertNotIn("no", self.bodies())

    def test_own_echoes_are_no_other_device(self):
        self.own(txn="t1")
        self.own(txn="t2", **{"msgtype": "m.text", "body": "* edit", "m.new_content": {},
                              "m.relates_to": {"rel_type": "m.replace", "event_id": "$x"}})
        self.own("m.reaction", txn="t3", **{"m.relates_to": {"rel_type": "m.annotation",
                                                              "event_id": "$x", "key": "x"}})
        self.hs.batch(join={ROOM: [text(ANN, "hello") | {"origin_server_ts": now() + 1000}]})
        self.handled()
        self.assertEqual(self.warnings(), [])

    def test_echo_from_before_the_start_is_no_other_device(self):
        self.own(txn="t1")
        self.handled()
        self.stop()
        self.own(sent=now() - 3_600_000)  # the homeserver has forgotten its transaction id
        self.start()
        self.own(txn="t2")
        self.own(sent=now() - 3_600_000)
        self.handled()
        self.assertEqual(self.warnings(), [])

    def test_homeserver_without_transaction_ids_causes_no_warning(self):
        for _ in range(3):
            self.own()
        self.handled()
        self.assertEqual(self.warnings(), [])


if __name__ == "__main__":
    main()
