"""How the bot adds a widget to a room and removes it. Run: test_send_widgets.py BOT [unittest options]"""

from case import ANN, ROOM, Case, main
from homeserver import ME, event, member

KEY = f"engarde-{ME}"
PUT = "PUT .*/state/im.vector.modular.widgets/"
URL = "https://page.test/board#b=token"
WIDGET = {"type": "m.custom", "url": URL, "name": "En Garde", "id": KEY, "creatorUserId": ME,
          "waitForIframeLoad": True, "data": {}}


class Widgets(Case):
    def levels(self, **content):
        self.hs.batch(join={ROOM: [event("m.room.power_levels", ANN, content, "")]})

    def test_widget_is_a_state_event_and_its_removal_an_empty_one(self):
        self.say(f"!widget {URL}")
        self.wait(lambda: self.told(f"widget added {ROOM} {URL}"))
        self.assertEqual(self.hs.widgets, [(ROOM, KEY, WIDGET)])
        self.say("!widget", "!say done")
        self.expect(["done"]) # the lane's next row follows the widget
        self.assertEqual(self.hs.widgets[1:], [(ROOM, KEY, {})])
        self.assertTrue(self.told(f"widget added {ROOM} $"))
        self.assertNotIn("token", "".join(self.log))

    def test_widget_has_the_avatar_of_the_bot(self):
        self.hs.batch(join={ROOM: [member(ME, avatar_url="mxc://here/face")]})
        self.say(f"!widget {URL}")
        self.wait(lambda: self.told(f"widget added {ROOM} {URL}"))
        self.hs.batch(join={ROOM: [member(ME)]})
        self.say(f"!widget {URL}")
        self.wait(lambda: len(self.hs.widgets) == 2)
        with_avatar = {**WIDGET, "avatar_url": "mxc://here/face"}
        self.assertEqual([widget[2] for widget in self.hs.widgets], [with_avatar, WIDGET])

    def test_refused_widget_is_reported_with_the_power_that_it_needs(self):
        self.levels(users={ANN: 100}, events={"im.vector.modular.widgets": 70})
        self.hs.fault(PUT, 403, {"errcode": "M_FORBIDDEN", "error": "no"})
        self.say(f"!widget {URL}", "!say done")
        self.expect(["done"])
        self.assertTrue(self.told(f"widget refused {ROOM} {URL} 70$"))
        self.assertEqual(len(self.hs.asked(PUT)), 1)
        self.assertNotIn("token", "".join(self.log))

    def test_rate_limited_widget_is_sent_again(self):
        self.hs.fault(PUT, 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 100}, times=2)
        self.hs.fault(PUT, 502, b"bad gateway")
        self.say(f"!widget {URL}")
        self.wait(lambda: self.told(f"widget added {ROOM} {URL}"))
        self.assertEqual(self.hs.widgets, [(ROOM, KEY, WIDGET)])

    def test_words_pass_a_widget_that_fails_and_the_next_widget_waits(self):
        self.hs.fault(PUT, 502, b"bad gateway", times=2)
        self.say(f"!widget {URL}", "!widget", "!say after")
        self.wait(lambda: "after" in self.bodies())
        self.assertEqual(self.hs.widgets, [])
        self.wait(lambda: len(self.hs.widgets) == 2)
        self.assertEqual([widget[2] for widget in self.hs.widgets], [WIDGET, {}])

    def test_widget_sent_before_a_kill_is_reported_once(self):
        self.hs.fault(PUT, cut="after", times=1000)
        self.say(f"!widget {URL}")
        self.wait(lambda: self.hs.widgets)
        self.kill()
        self.assertFalse(self.told("^widget"))
        self.hs.faults.clear()
        self.start()
        self.wait(lambda: self.told(f"widget added {ROOM} {URL}"))
        self.say("!say after")
        self.expect(["after"])
        self.assertEqual(len(self.told("^widget")), 1)
        self.assertEqual(set(map(str, self.hs.widgets)), {str((ROOM, KEY, WIDGET))})


if __name__ == "__main__":
    main()
