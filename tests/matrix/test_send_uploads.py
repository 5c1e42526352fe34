"""How the bot sends files whose uploads fail, and the words behind them. Run: test_send_uploads.py BOT
[unittest options]"""

import threading

from case import Case, main


class Uploads(Case):
    secrets = {**Case.secrets, "RATE": "10"} # seconds of the bot in a second

    def test_words_pass_a_file_whose_uploads_fail_and_its_text_follows(self):
        for number, (status, body) in enumerate(((500, b"no disk"), (502, b"bad gateway"),
                                                 (503, {"errcode": "M_UNKNOWN"}))):
            with self.subTest(status):
                before = len(self.hs.asked("/upload"))
                self.hs.fault("/upload", status, body, times=1000)
                self.say(f"!file the moves {number}", f"!say after {number}")
                self.wait(lambda: f"the moves {number}" in self.bodies())
                self.assertEqual(self.bodies()[-2:], [f"after {number}", f"the moves {number}"])
                self.assertNotIn("url", self.hs.sent[-1][1])
                self.assertEqual(len(self.hs.asked("/upload")) - before, 5)
                self.hs.faults.clear()
        self.assertEqual(sum("event=upload_failed" in line for line in self.log), 3)

    def test_words_pass_a_file_whose_upload_hangs(self):
        answers = threading.Event()
        self.hs.fault("/upload", until=answers)
        self.say("!file the moves", "!say after", "!post board", then=["after", "board"])
        self.say("!edit next")
        self.wait(lambda: "* next" in self.bodies())
        answers.set()
        self.expect(["after", "board", "* next", "the moves"])
        self.assertEqual(self.hs.sent[-1][1]["msgtype"], "m.file")
        self.assertEqual(len(self.hs.asked("/upload")), 1)

    def test_words_pass_a_file_after_a_restart(self):
        self.hs.fault("/upload", 502, b"bad gateway", times=1000)
        self.hs.fault("/send/", cut="before", times=1000)
        self.say("!file the moves", "!say after")
        self.wait(lambda: self.hs.asked("/send/"))
        self.kill()
        self.hs.faults.clear()
        self.hs.fault("/upload", 502, b"bad gateway", times=1000)
        self.start()
        self.expect(["after"])
        self.expect(["after", "the moves"])

    def test_refused_file_is_given_up_at_once(self):
        for number, (status, body) in enumerate((
                (403, {"errcode": "M_FORBIDDEN"}), (404, {"errcode": "M_UNRECOGNIZED"}),
                (404, b"not here"), (405, b""), (413, b"too big"))):
            with self.subTest(status):
                before = len(self.hs.asked("/upload"))
                self.hs.fault("/upload", status, body, times=1000)
                self.say(f"!file the moves {number}", f"!say after {number}")
                self.wait(lambda: f"after {number}" in self.bodies())
                self.assertEqual(self.bodies()[-2:], [f"the moves {number}", f"after {number}"])
                self.assertEqual(len(self.hs.asked("/upload")) - before, 1)
                self.hs.faults.clear()

    def test_board_replaces_a_picture_that_cannot_be_uploaded(self):
        self.say("!post the board", then=["the board"])
        self.hs.fault("/upload", 502, b"bad gateway", times=1000)
        self.say("!show a touch", "!say after")
        self.wait(lambda: "after" in self.bodies())
        self.say("!edit the next board", then=["the board", "after", "* the next board"])

    def test_edit_waits_for_an_older_edit_whose_file_may_be_sent(self):
        self.say("!post the board", then=["the board"])
        self.hs.fault("/send/", cut="before", times=1000)
        self.say("!show a touch")
        self.wait(lambda: self.hs.asked("/send/")[1:])
        self.kill()
        self.hs.faults.clear()
        uploads = threading.Event()
        self.hs.fault("/upload", until=uploads)
        self.start()
        self.say("!edit the next board", "!say after")
        self.wait(lambda: "after" in self.bodies())
        uploads.set()
        self.expect(["the board", "after", "* a touch", "* the next board"])


if __name__ == "__main__":
    main()
