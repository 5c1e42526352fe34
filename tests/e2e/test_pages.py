"""Players and followers in real browsers, beside players in the chat. tests/run.sh web runs these tests."""

import asyncio
import json
import re
import urllib.error
import urllib.request

from e2e.browsers import Browsers, Page
from e2e.case import EndToEnd, Ledger
from e2e.page_audit import PageAudit, Truth
from e2e.recorder import Answer
from local import bot as daemon
from local.homeserver import free_port
from local.player import Place, Player

TOKEN = r"#t=([A-Za-z0-9_-]{32})"


def agrees(rounds: list[list[str]], actions: list[str]) -> bool:
    """Returns whether the players have chosen the actions of these rounds: all, except that of a player who has lost
    a round with each action, which the bot plays by itself."""
    if not rounds:
        return not actions
    return any(actions[:count] == rounds[0][:count] and agrees(rounds[1:], actions[count:])
               for count in (len(rounds[0]), len(rounds[0]) - 1))


class Pages(EndToEnd):
    @classmethod
    def setUpClass(cls):
        cls.port = free_port()
        cls.more_settings = daemon.PAGE.format(port=cls.port)
        super().setUpClass()
        # Pictures of the pages, for people to look at.
        cls.pictures = cls.bot.directory.parent / "pictures"

    async def asyncSetUp(self):
        await super().asyncSetUp()
        self.browsers = Browsers(self.port)
        await self.browsers.start()

    async def asyncTearDown(self):
        faults = [fault for page in self.browsers.pages for fault in await page.ask("faults")]
        await self.browsers.stop()
        await super().asyncTearDown()
        self.assertEqual(faults, [])
        self.assertNotRegex(self.bot.process.log.read_text(), TOKEN)

    # players, links and matches

    async def two_players(self) -> tuple[Player, Player, str]:
        alice, bob = await self.player("alice"), await self.player("bob")
        return alice, bob, await self.room_of(alice, bob)

    async def link(self, player: Player) -> str:
        """Returns the token of the latest link to the player's table."""
        event = await player.hears(player.private, TOKEN)
        return re.search(TOKEN, event["content"]["body"])[1]

    async def new_link(self, player: Player) -> str:
        said = len(player.from_bot(player.private))
        await player.say(player.private, "link")
        event = await player.hears(player.private, TOKEN, after=said)
        return re.search(TOKEN, event["content"]["body"])[1]

    async def board_link(self, player: Player, room: str) -> str:
        await player.say(room, "!engarde board link")
        event = await player.hears(room, r"#b=[\w-]{32}")
        return re.search(r"#b=[\w-]{32}", event["content"]["body"])[0]

    async def picture(self, name: str, *pages: Page) -> None:
        for page in pages:
            self.assertLessEqual(await page.ask("width"), 0, f"{name}: {page.name} is cut off")
            await page.ask("shoot", path=str(self.pictures / f"{name}-{page.name}.png"))

    def get(self, what: str, token: str | None = None) -> tuple[int, str]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/{what}", headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refusal:
            return refusal.code, ""

    async def until(self, found, what: str):
        async with asyncio.timeout(self.patience):
            while not (result := found()):
                await asyncio.sleep(0.02)
        return result

    async def settles(self, number: int, page: Page, tap: dict, pages: tuple[Page, ...]) -> None:
        """Waits until the action is played, and all pages show it."""
        await self.until(lambda: page.match(number)["turn"] != tap["turn"] or self.is_over(number, page), "the action")
        news = page.match(number)["news"]
        for one in pages:
            await one.ask("shows", news=news[::-1])

    def is_over(self, number: int, page: Page) -> bool:
        return page.match(number)["status"] == "ended"

    async def play(self, number: int, players: tuple[Page, ...], watchers: tuple[Page, ...] = (), how=None) -> list[str]:
        """Plays the match to its end on the pages. Returns the actions. After each of them, all pages must
        show it. `how` takes the number of the turn and the page whose turn it is, and may take the turn itself;
        then it returns the tap."""
        actions: list[str] = []
        while True:
            page = await self.until(
                lambda: next((one for one in players if one.is_to_act(number)), None)
                or self.is_over(number, players[0]), "a turn")
            if page is True:
                return actions
            tap = (await how(len(actions), page) if how else None) or await page.turn()
            actions.append(tap["action"])
            await self.settles(number, page, tap, (*players, *watchers))

    def truth_of(self, number: int, actions: list[str], token: str) -> Truth:
        """Checks that the match, which has ended, has these actions, each of them once. Returns its cards."""
        (status, replay), (_, record) = (self.get(f"api/{what}?match={number}", token) for what in ("replay", "record"))
        self.assertEqual(status, 200)
        rounds = [[step["action"] for step in part["steps"] if step["action"]] for part in json.loads(replay)["rounds"]]
        self.assertTrue(agrees(rounds, actions), (rounds, actions))
        return Truth.of(json.loads(replay), record)

    def assert_no_leak(self, seen: list[Answer], truth: Truth, seat: str | None) -> None:
        audit = PageAudit(seen, truth, seat)
        self.assertEqual(audit.faults, [])
        self.assertGreater(audit.states, 3)

    async def begin(self, how: str, device: str = "phone") -> tuple[int, Player, Player, str, list[Page], list[str]]:
        """Begins a match of two players on pages: one by touch, the other by the keyboard."""
        alice, bob, room = await self.two_players()
        number = await self.challenged(alice, bob, room, how)
        tokens = [await self.link(player) for player in (alice, bob)]
        pages = [await self.browsers.open("touch", f"#t={tokens[0]}", device),
                 await self.browsers.open("keys", f"#t={tokens[1]}", "laptop")]
        for page in pages:
            await self.until(lambda: page.match(number), "the match")
        return number, alice, bob, room, pages, tokens

    # the tests

    async def test_a_match_on_two_pages_with_a_follower(self):
        alice, bob, room = await self.two_players()
        board = await self.board_link(alice, room)
        number = await self.challenged(alice, bob, room, "to 1")
        tokens = [await self.link(player) for player in (alice, bob)]
        phone = await self.browsers.open("phone", f"#t={tokens[0]}", "phone")
        keys = await self.browsers.open("keys", f"#t={tokens[1]}", "laptop")
        follower = await self.browsers.open("follower", board, "wide")
        stranger = await self.browsers.open("stranger", f"#t={'x' * 32}", "narrow")
        await stranger.sees(".sheet")

        async def ask_for_replays(turn: int, page: Page) -> None:
            if turn == 3:
                await self.picture("turn", phone, keys, follower, stranger)
            for token in (*tokens, board[-32:]) if turn == 3 else ():
                for what in (f"api/replay?match={number}", f"api/record?match={number}"):
                    self.assertEqual(self.get(what, token)[0], 404)

        actions = await self.play(number, (phone, keys), (follower,), ask_for_replays)
        for page in (phone, keys):
            await page.sees("[data-offer=rematch]")
        await self.picture("end", phone, keys, follower)
        seen = {page: page.recorder.answers() for page in (phone, keys, follower, stranger)}
        truth = self.truth_of(number, actions, tokens[0])
        self.assertEqual(await follower.ask("count", selector="[data-do=card], [data-do=play], [data-do=offer]"), 0)
        for page, seat in ((phone, "white"), (keys, "black"), (follower, None)):
            self.assert_no_leak(seen[page], truth, seat)
        audit = PageAudit(seen[stranger], truth, None, linked=False)
        self.assertEqual((audit.faults, audit.states), ([], 0))
        self.assertIn(401, [answer.status for answer in seen[stranger]])
        # The audit sees a leak: what one client may know is too much for each other one.
        for page, seat, linked in ((phone, "black", True), (keys, "white", True), (phone, None, True),
                                   (follower, None, False), (follower, "white", True)):
            self.assertNotEqual(PageAudit(seen[page], truth, seat, linked).faults, [])

    async def test_a_page_against_the_chat(self):
        alice, bob, room = await self.two_players()
        number = await self.challenged(alice, bob, room, "to 2")
        token = await self.link(alice)
        phone = await self.browsers.open("phone", f"#t={token}", "narrow")
        await self.until(lambda: phone.match(number), "the match")
        ledger = self.ledgers.setdefault(number, Ledger())
        actions = []
        while not self.is_over(number, phone):
            if phone.is_to_act(number):
                position = phone.match(number)["position"]
                ledger.check(Place(True, position["space"]["white"], position["space"]["black"], position["pile"]))
                tap = await phone.turn()
                actions.append(tap["action"])
                ledger.acted(True, tap["action"])
                await self.settles(number, phone, tap, (phone,))
            elif bob.turn():
                actions.append((await self.act(bob, room)).notation)
            else:
                await asyncio.sleep(0.02)
        await phone.sees("[data-offer=rematch]")
        await self.picture("chat-end", phone)
        seen = phone.recorder.answers()
        self.assert_no_leak(seen, self.truth_of(number, actions, token), "white")
        await alice.until(lambda: alice.matches_over(room), "the end in the room")

    async def test_killed_in_the_middle(self):
        number, _, _, _, pages, tokens = await self.begin("to 1")

        async def kill(turn: int, page: Page) -> dict | None:
            if turn in (1, 2):
                self.bot.kill()
                for one in pages:
                    await one.sees("#behind:not([hidden])")
                tap = await page.turn()
                await page.sees(".status:has-text('not sent yet')")
                await self.picture("down", *pages)
                self.bot.start()
                for one in pages:
                    await one.misses("#behind")
                return tap
            if turn in (3, 4, 5):
                tap = await page.turn()
                await asyncio.sleep(self.chance.uniform(0, 0.05))
                self.bot.restart_after_crash()
                return tap
            return None

        actions = await self.play(number, tuple(pages), how=kill)
        self.assertGreater(len(actions), 4)  # the fencers are too far apart to end it sooner
        seen = [page.recorder.answers() for page in pages]
        truth = self.truth_of(number, actions, tokens[0])
        for answers, seat in zip(seen, ("white", "black")):
            self.assert_no_leak(answers, truth, seat)
        played = [tap["action"] for page in pages for tap in await page.played()]
        self.assertCountEqual(played, actions)

    async def test_a_plan_is_played_and_seen_by_nobody_else(self):
        number, _, bob, _, (phone, keys), tokens = await self.begin("to 1 first white")
        await keys.tap(".plans summary")
        plan = next(one for one in keys.match(number)["plans"] if one["kind"] == "advance")
        await keys.tap(f"[data-do=plan][data-action='{plan['action']}']")
        await keys.sees(".planned")
        words = keys.match(number)["plan"]
        self.assertEqual(words, f"if anything then {plan['text']}")
        second = await self.browsers.open("second", f"#t={tokens[1]}", "narrow")
        await second.sees(f".planned:has-text('{words}')")
        await self.picture("plan", phone, keys, second)
        await bob.say(bob.private, "if")
        await bob.hears(bob.private, re.escape(words))
        first = await phone.turn()
        await self.until(lambda: phone.match(number)["turn"] == first["turn"] + 2, "the planned action")
        for page in (keys, second):
            await page.misses(".planned")
        # The page of the one who waits shows a turn that is over. The plan for it is too late.
        keys.recorder.hold(True)
        last = await phone.turn()
        await self.until(lambda: phone.match(number)["turn"] == last["turn"] + 1, "the action")
        await keys.tap("[data-do=card]")
        await keys.tap(".ways [data-do=plan]")
        await keys.sees(".answer:has-text('That turn is over')")
        keys.recorder.hold(False)
        self.assertEqual([(one["do"], one["outcome"]) for one in await keys.ask("taps")],
                         [("plan", "done"), ("plan", "stale")])
        await keys.sees(".status.mine")
        await keys.sees(".answer:has-text('That turn is over')")
        actions = [first["action"], plan["action"], last["action"], *await self.play(number, (phone, keys))]
        seen = [page.recorder.answers() for page in (phone, keys)]
        truth = self.truth_of(number, actions, tokens[0])
        for answers, seat in zip(seen, ("white", "black")):
            self.assert_no_leak(answers, truth, seat)
        self.assertNotIn(words.encode(), b"".join(answer.body for answer in seen[0]))

    async def test_second_device_rematch_and_links_that_end(self):
        number, alice, bob, room, (phone, keys), tokens = await self.begin("to 1 first white")
        second = await self.browsers.open("second", f"#t={tokens[0]}", "narrow")
        await second.sees(".status.mine")
        # The network of the second device is slow: it shows a turn that the first one has taken.
        second.recorder.hold(True)
        tap = await phone.turn()
        await self.settles(number, phone, tap, (phone, keys))
        stale = await second.turn()
        await second.sees(".answer")
        await self.picture("stale", second)
        self.assertEqual([one["outcome"] for one in await second.ask("taps")], ["stale"], stale)
        second.recorder.hold(False)
        answer = await keys.turn()
        await self.settles(number, keys, answer, (phone, keys, second))
        await phone.tap(".offers summary")
        await phone.tap("[data-offer=resign]")
        await self.picture("sure", phone)
        await phone.tap("#sure-yes")
        for page in (phone, keys, second):
            await page.sees("[data-offer=rematch]")
        self.truth_of(number, [tap["action"], answer["action"]], tokens[0])

        await phone.tap("[data-do=replay]")
        await phone.tap("[data-key=last_step]")
        self.assertEqual(await phone.ask("count", selector=".hand.small"), 2)
        await self.picture("replay", phone)
        await phone.ask("back")
        await phone.tap("[data-offer=rematch]")
        await keys.sees(".matches .waits")
        await self.picture("rematch", phone, keys, second)
        await keys.tap("[data-offer=rematch]")
        await alice.hears(room, rf"^#{number + 1}, round 1: ")
        for page in (phone, keys, second):
            await page.sees(f".terms:has-text('#{number + 1}')")
            await page.sees(".hand")
        await phone.tap(".offers summary")
        await phone.tap("[data-offer=abort]")
        await phone.tap("#sure-yes")
        await alice.hears(room, rf"#{number + 1}.* is void")

        new = await self.new_link(alice)
        for page in (phone, second):
            await page.sees(".sheet:has-text('no longer works')")
        self.assertEqual([self.get("api/live", token)[0] for token in (tokens[0],)], [401])
        third = await self.browsers.open("third", f"#t={new}", "wide")
        await third.sees("details.practice")
        await bob.say(bob.private, "link off")
        await keys.sees(".sheet:has-text('no longer works')")
        self.assertEqual(self.get("api/live", tokens[1])[0], 401)
