"""Policy lists: rooms with rules about whom to ban. Run: test_policy_lists.py BOT [unittest options]"""

from case import ANN, BOB, EVE, ROOM, Case, invitation, main
from homeserver import ME, event, member, text

LIST, ALIAS = "!list:here", "#bans:here"
CREATE = event("m.room.create", ANN, {}, "") # the state of a room is never empty


def rule(entity, key="k", kind="m.policy.rule.user", recommendation="m.ban", **more):
    return event(kind, ANN, {"entity": entity, "recommendation": recommendation, **more}, key)


class Following(Case):
    """The bot follows one list, by the id of its room."""

    secrets = {**Case.secrets, "LISTS": LIST}

    def setUp(self):
        self.rules = [rule(EVE, reason="spam")]
        super().setUp()

    def start(self):
        self.hs.state[LIST] = [CREATE, member(ANN), *self.rules]
        super().start()

    def reads(self):
        return len(self.hs.asked(f"GET .*/rooms/{LIST}/state"))

    def change(self, *rules, **more):
        """The homeserver has other rules from now on; a batch with an event says so."""
        self.hs.state[LIST] = [CREATE, *rules]
        self.hs.batch(join={LIST: [event("m.policy.rule.user", ANN, {}, "k")]}, **more)


class PolicyLists(Following):
    def test_bot_joins_the_room_and_reads_the_rules(self):
        self.wait(lambda: self.told(f"^rule u{EVE}\tspam"))
        self.assertEqual(len(self.hs.asked(f"/join/{LIST}")), 1)

    def test_changes_are_followed(self):
        self.wait(lambda: self.told("^list ends"))
        self.change(rule("*:evil.org", kind="org.matrix.mjolnir.rule.user"))
        self.wait(lambda: self.told(r"^rule u\*:evil.org"))
        self.change()
        self.wait(lambda: len(self.told("^list ends")) == 3)
        self.assertEqual(self.lines[-2:], [f"list {LIST}\n", "list ends\n"])

    def test_redaction_and_gap_make_the_bot_read_again(self):
        self.wait(lambda: self.told("^list ends"))
        self.hs.batch(join={LIST: [event("m.room.redaction", ANN, {"redacts": "$1"})]})
        self.wait(lambda: self.reads() == 2)
        self.hs.batch(join={LIST: {"timeline": {"limited": True, "events": [], "prev_batch": "s1"}}})
        self.wait(lambda: self.reads() == 3)
        self.assertFalse(self.hs.asked(f"{LIST}/messages"))

    def test_room_is_no_room_for_games(self):
        """The bot says nothing there, and neither chat nor members make it read the list again."""
        self.wait(lambda: self.told("^list ends"))
        self.hs.batch(join={LIST: [member(ME), member(BOB), text(ANN, "!say hello"),
                                   text(ANN, f"{ME}: !say hello")]})
        self.say("!say done", then=["done"])
        self.assertEqual(self.bodies(LIST), [])
        self.assertEqual(self.reads(), 1)

    def test_rules_of_other_rooms_count_for_nothing(self):
        self.wait(lambda: self.told("^list ends"))
        self.hs.batch(join={ROOM: [rule(BOB)]})
        self.say("!say done", sender=BOB, then=["done"])
        self.assertEqual(self.reads(), 1)

    def test_list_that_refuses_the_bot_is_tried_again_when_it_is_invited(self):
        self.kill()
        refusal = self.hs.fault(f"POST .*/join/{LIST}", 403, {"errcode": "M_FORBIDDEN", "error": "no"}, times=9)
        self.start()
        self.wait(lambda: self.told(f"^list {LIST} fails: M_FORBIDDEN"))
        read = len(self.told("^list ends"))
        asked = len(self.hs.asked(f"POST .*/join/{LIST}"))
        self.hs.batch(invite={LIST: invitation(EVE)}) # of whom the bot accepts no other invitation
        self.wait(lambda: len(self.hs.asked(f"POST .*/join/{LIST}")) > asked)
        self.hs.faults.clear()
        self.hs.batch(invite={LIST: invitation(EVE)})
        self.wait(lambda: len(self.told("^list ends")) > read)
        self.assertFalse(self.hs.asked(f"{LIST}/leave"))

    def test_bot_that_is_removed_comes_back_if_it_may(self):
        self.wait(lambda: self.told("^list ends"))
        self.hs.batch(leave={LIST: {"timeline": {"events": [member(ME, "leave", ANN)]}}})
        self.wait(lambda: len(self.hs.asked(f"/join/{LIST}")) == 2 and self.reads() == 2)

    def test_state_that_is_too_big_is_no_list(self):
        self.wait(lambda: self.told("^list ends"))
        self.change(*[rule(f"@{i}{'x' * 200}:evil.org", str(i), more="y" * 200) for i in range(40000)])
        self.wait(lambda: self.told(f"^list {LIST} fails: the state of its room is too big"))
        self.say("!say alive", then=["alive"])

    def test_list_that_is_no_longer_named_is_left(self):
        self.wait(lambda: self.told("^list ends"))
        self.stop()
        self.secrets = Case.secrets
        self.start()
        self.wait(lambda: self.told(f"^list {LIST} removed"))
        self.assertEqual(len(self.hs.asked(f"{LIST}/leave")), 1)
        self.hs.batch(leave={LIST: {"timeline": {"events": [member(ME, "leave")]}}})
        self.say("!say done", then=["done"])
        self.assertEqual(self.bodies(LIST), [])

    def test_former_room_for_games_becomes_a_list(self):
        self.hs.batch(join={LIST: [text(ANN, "!say not now")]})
        self.say("!say done", then=["done"])
        self.kill()
        self.secrets = {**Case.secrets, "LISTS": ROOM}
        self.hs.state[ROOM] = [rule(BOB)]
        self.start()
        self.wait(lambda: self.told(f"^rule u{BOB}"))
        self.say("!say silence")
        self.settle()
        self.assertEqual(self.bodies(), ["done"])


class TwoLists(Following):
    secrets = {**Case.secrets, "LISTS": f"{LIST} !other:here"}

    def start(self):
        self.hs.state["!other:here"] = [CREATE, rule(BOB)]
        self.hs.fault("GET .*/state", wait=1)
        super().start()

    def test_lists_are_read_one_after_the_other(self):
        """Each may need much memory."""
        self.wait(lambda: len(self.told("^list ends")) == 2)
        first, second = (request[4] for request in self.hs.asked("GET .*/state"))
        self.assertGreaterEqual(second - first, 1)


class ListByAlias(Following):
    """The same with the address of the room."""

    secrets = {**Case.secrets, "LISTS": ALIAS}

    def setUp(self):
        homeserver = self.homeserver

        def with_alias():
            hs = homeserver()
            hs.aliases[ALIAS] = LIST
            return hs
        self.homeserver = with_alias
        super().setUp()

    def told(self, line):
        return super().told(line.replace(f"list {LIST}", f"list {ALIAS}"))

    def test_list_is_found_and_followed(self):
        self.wait(lambda: self.told("^list ends"))
        self.change(rule(BOB))
        self.wait(lambda: self.told(f"^rule u{BOB}"))
        self.assertEqual(len(self.hs.asked("GET .*/directory/room/")), 1)

    def test_unknown_alias_is_told(self):
        self.kill()
        self.hs.aliases.clear()
        self.start()
        self.wait(lambda: self.told(f"^list {LIST} fails: M_NOT_FOUND"))

    def test_alias_can_take_no_room_from_its_players(self):
        self.say("!say we play here", then=["we play here"])
        self.wait(lambda: self.told("^list ends"))
        self.kill()
        self.hs.aliases[ALIAS] = ROOM
        self.start()
        self.wait(lambda: self.told(f"^list {ALIAS} fails: the bot plays in the room"))
        self.say("!say still", then=["we play here", "still"])


if __name__ == "__main__":
    main()
