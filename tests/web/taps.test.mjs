// Taps on the table: each kind of action, in recorded positions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TOKEN } from "./browser.mjs";
import * as at from "./positions.mjs";
import { load, page, server } from "./table.mjs";

const LINK = `#t=${TOKEN}`;
const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

async function open(...matches) {
  await server.state(at.table(...matches));
  await load(LINK);
  await page.waitForSelector("main h2");
}

const card = (place) => page.locator(".hand button.card").nth(place);
const target = (space) => page.locator(`.target[data-space="${space}"] .area`);
const choice = (text) => page.locator(".choices button", { hasText: text });

// Waits for the taps that have arrived, and returns what each of them asks for.
async function sent(count = 1) {
  let taps = [];
  for (let i = 0; i < 1000 && taps.length < count; i++) {
    taps = await server.taps();
    await page.waitForTimeout(30);
  }
  assert.equal(taps.length, count);
  for (const tap of taps) {
    assert.equal(tap.token, TOKEN);
    assert.match(tap.key, /^[\w-]{22,}$/);
  }
  return taps.map(({ key, token, ...rest }) => rest);
}

const played = (action, match = 7, turn = 513) => [{ match, turn, do: "play", action }];

test("a tap on a card shows where it leads, and a tap on the space goes there", async () => {
  await open(at.free());
  assert.equal(await page.locator(".target").count(), 0);
  await card(1).click();
  assert.deepEqual(await page.locator(".target").evaluateAll((all) => all.map((one) => one.dataset.space).sort()), ["14", "3", "9"]);
  assert.equal(await card(1).getAttribute("aria-pressed"), "true");
  await target(9).click();
  assert.deepEqual(await sent(), played("+3"));
});

test("a retreat by the words of its button", async () => {
  await open(at.free());
  await card(0).click();
  assert.equal(await page.locator(".choices button").count(), 2);
  await choice("retreat 1").click();
  assert.deepEqual(await sent(), played("-1"));
});

test("an attack with several cards: each tap adds a card", async () => {
  await open(at.close());
  await card(1).click();
  await card(2).click();
  assert.deepEqual(await page.locator(".choices button").allTextContents().then((all) => all.length), 2);
  await card(3).click();
  assert.equal(await page.locator(".choices button").count(), 1);
  await target(13).click();
  assert.deepEqual(await sent(), played("x222", 7, 514));
});

test("nothing is guessed: a tap on the opponent lists the attacks that fit", async () => {
  await open(at.close());
  await card(1).click();
  await target(13).click();
  assert.deepEqual(await server.taps(), []);
  assert.equal(await page.locator(".choices button").count(), 3);
  assert.ok(await page.locator(".choices button").first().evaluate((one) => one === document.activeElement));
  await choice("attack 2 2").first().click();
  assert.deepEqual(await sent(), played("x22", 7, 514));
});

test("advance and attack: the two cards decide which one", async () => {
  await open(at.free());
  await card(1).click();
  await card(3).click();
  await card(4).click();
  assert.equal(await page.locator(".choices button").count(), 1);
  await target(14).click();
  assert.deepEqual(await sent(), played("+3x55"));
});

test("a card that fits none of the chosen ones is chosen alone; a second tap lets it go", async () => {
  await open(at.free());
  await card(1).click();
  await card(0).click();
  assert.equal(await page.locator("[aria-pressed=true]").count(), 1);
  assert.equal(await card(0).getAttribute("aria-pressed"), "true");
  await card(0).click();
  assert.equal(await page.locator("[aria-pressed=true]").count(), 0);
  assert.equal(await page.locator(".target").count(), 0);
});

test("a card that can do nothing says so", async () => {
  await open(at.lunge());
  await card(0).click();
  assert.match(await page.locator(".play .hint").textContent(), /can't play this card/);
  assert.deepEqual(await server.taps(), []);
});

test("a parry needs no card, and a retreat answers an attack, too", async () => {
  await open(at.attacked());
  assert.match(await page.locator(".status").textContent(), /Ben has advanced and attacks you with 5\s5!/);
  await choice("parry").first().click();
  assert.deepEqual(await sent(), played("=", 7, 515));
  await server.state(at.table(at.attacked({ turn: 600 })));
  await page.waitForTimeout(150);
  await card(0).click();
  await target(7).click();
  assert.deepEqual((await sent(2)).slice(1), played("-1", 7, 600));
});

test("the coach's words, and where a choice leads", async () => {
  await open(at.free({ coach: "No attack reaches that far." }));
  assert.equal(await page.locator(".coach").textContent(), "No attack reaches that far.");
  await card(0).click();
  assert.match(await choice("advance 1").textContent(), /to space 7/);
});

test("a pass", async () => {
  await open(at.lunge());
  await choice("pass").first().click();
  assert.deepEqual(await sent(), played("pass", 7, 516));
});

test("the list of all that may be played", async () => {
  await open(at.free());
  await page.locator("details.all summary").click();
  await page.locator("details.all button", { hasText: "retreat 5" }).click();
  assert.deepEqual(await sent(), played("-5"));
});

test("while the other player acts, cards do nothing", async () => {
  await open(at.waiting());
  await card(0).click({ force: true });
  assert.equal(await page.locator(".target, .choices button").count(), 0);
  assert.equal(await card(0).getAttribute("aria-disabled"), "true");
  assert.match(await page.locator(".status").textContent(), /Waiting for Ben/);
});

test("two matches of people with the same names differ by their numbers", async () => {
  await open(at.free(), at.waiting({ id: 9 }), at.waiting({ id: 11, players: { white: "Anna", black: "Cem" } }));
  const names = await page.locator(".matches .who").allTextContents();
  assert.match(names[0], /^Ben #\d+$/);
  assert.deepEqual(names.slice(1), ["Ben #9", "Cem"]);
});

test("all my matches: another one opens by a tap, and says that it waits", async () => {
  await open(at.free(), at.waiting({ id: 9, players: { white: "Anna", black: "Cem" } }), at.challenge());
  const chips = page.locator(".matches button");
  assert.deepEqual(await chips.count(), 3);
  assert.match(await chips.nth(0).textContent(), /Ben.*Your turn/);
  assert.match(await chips.nth(2).textContent(), /Chloé challenges you/);
  assert.match(await page.title(), /^● \(2\) Your turn/);
  await chips.nth(1).click();
  assert.match(await page.locator(".status").textContent(), /Waiting for Cem/);
  await chips.nth(2).click();
  assert.match(await page.locator(".status").textContent(), /Chloé challenges you/);
  await page.locator("button", { hasText: "Accept" }).click();
  assert.deepEqual(await sent(), [{ match: 8, turn: 513, do: "accept" }]);
});

test("a resignation is confirmed", async () => {
  await open(at.free());
  await page.locator("summary", { hasText: "More" }).click();
  await page.locator("[data-offer=resign]").click();
  assert.match(await page.locator("#sure").textContent(), /resign the match against Ben/);
  await page.locator("#sure-no").click();
  assert.deepEqual(await server.taps(), []);
  await page.locator("[data-offer=resign]").click();
  await page.keyboard.press("Escape");
  assert.deepEqual(await server.taps(), []);
  await page.locator("[data-offer=resign]").click();
  await page.locator("#sure-yes").click();
  assert.deepEqual(await sent(), [{ match: 7, turn: 513, do: "resign" }]);
});

test("a match that has hardly begun can be ended, with a confirmation", async () => {
  await open(at.free({ may: ["abort"] }));
  await page.locator("summary", { hasText: "More, or end the match" }).click();
  await page.locator("[data-offer=abort]", { hasText: "it counts for nobody" }).click();
  assert.match(await page.locator("#sure-text").textContent(), /end the match against Ben without a result/);
  await page.locator("#sure-no").click();
  await page.locator("[data-offer=abort]").click();
  await page.locator("#sure-yes").click();
  assert.deepEqual(await sent(), [{ match: 7, turn: 513, do: "abort" }]);
});

test("proposals, and the agreement to one", async () => {
  await open(at.free({ proposal: { by: "black", kind: "pause" } }));
  assert.match(await page.locator("[data-key=proposal]").textContent(), /Ben would like to pause/);
  await page.locator("button", { hasText: "Agree to the pause" }).click();
  assert.deepEqual(await sent(), [{ match: 7, turn: 513, do: "pause" }]);
  await server.state(at.table(at.free({ turn: 514, proposal: { by: "white", kind: "abandon" }, may: ["resign"] })));
  await page.locator("[data-key=proposal]", { hasText: "Ben has still to agree" }).waitFor();
});

test("practice without a level: the bot chooses, as in the chat", async () => {
  await open();
  await page.locator("button", { hasText: "Begin" }).click();
  assert.deepEqual(await sent(), [{ do: "practice" }]);
});

test("practice, language and rematch", async () => {
  await open();
  const answered = page.waitForResponse((response) => response.request().method() === "POST"); // one tap at a time
  await page.locator("button", { hasText: "Fencer" }).click();
  await (await answered).finished();
  await page.locator("#tools select").selectOption("de");
  assert.deepEqual(await sent(2), [
    { do: "practice", level: "fencer" },
    { do: "language", language: "de" },
  ]);
  await server.state({ ...at.table(at.won()), language: "de" });
  await page.locator("button", { hasText: "Revanche" }).click();
  assert.deepEqual((await sent(3)).slice(2), [{ match: 5, turn: 513, do: "rematch" }]);
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
});

test("a switch keeps the cards out of the chat, and undoes it", async () => {
  await open();
  await server.answers({ outcome: "done", text: "Your cards come to the chat only if …" }, { outcome: "done", text: "" });
  await page.locator("#tools button", { hasText: "Don't send my cards to the chat" }).click();
  assert.deepEqual(await sent(), [{ do: "hand", where: "page" }]);
  await page.locator(".answer", { hasText: "only if" }).waitFor();
  assert.equal(await page.locator("#said").textContent(), "Your cards come to the chat only if …");
  await server.state({ ...at.table(at.free()), hands: "page" });
  await page.locator("#tools button", { hasText: "Send my cards to the chat again" }).click();
  assert.deepEqual((await sent(2)).slice(1), [{ do: "hand", where: "chat" }]);
});

test("a button lets forced actions play themselves", async () => {
  await open();
  await server.state({ ...at.table(at.free()), auto: false });
  await page.locator("[data-do=auto]").click();
  assert.deepEqual(await sent(), [{ do: "auto", set: "on" }]);
  await server.state({ ...at.table(at.free()), auto: true });
  await page.locator("[data-do=auto]").click();
  assert.deepEqual((await sent(2)).slice(1), [{ do: "auto", set: "off" }]);
});

test("after a rematch or a practice, the new match is shown", async () => {
  await open(at.won());
  await page.locator("button", { hasText: "Rematch" }).click();
  await sent();
  await server.state(at.table(at.challenge({ id: 30, seat: "white", players: { white: "Anna", black: "Ben" }, may: ["cancel"] }), at.won()));
  await page.locator(".status", { hasText: "Your challenge waits" }).waitFor();
});

test("who looks at an ended match sees the next one as soon as it begins, but nobody loses a match in play", async () => {
  const terms = () => page.locator(".terms").textContent();
  await open(at.won());
  await server.state(at.table(at.challenge(), at.won()));
  await page.locator(".matches button").nth(1).waitFor();
  assert.match(await terms(), /#5/);
  await server.state(at.table(at.free({ id: 8 }), at.won()));
  await page.locator(".terms", { hasText: "#8" }).waitFor();
  await server.state(at.table(at.free({ id: 9 }), at.free({ id: 8 }), at.won()));
  await page.locator(".matches button").nth(2).waitFor();
  assert.match(await terms(), /#8/);
});

test("the terms name a head start and both clocks", async () => {
  const clock = { turn: 3_600_000, turns: { white: 3_600_000, black: 14_400_000 }, due: null, left: null };
  await open(at.free({ start: { white: 0, black: 2 }, clock }));
  const terms = await page.locator(".terms").textContent();
  assert.match(terms, /from 0:2/);
  assert.match(terms, /Anna 1 hr, Ben 4 hr a turn/);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

test("the fencers slide when they move, and not when the list of matches makes the page narrower", async () => {
  const width = () => page.locator(".piste").getAttribute("width");
  const slides = () => page.evaluate(() => window.slides);
  await open(at.free());
  const whole = await width();
  await page.evaluate(() => {
    window.slides = 0;
    document.addEventListener("transitionrun", (event) => {
      if (event.target.matches(".place")) window.slides++;
    });
  });
  await server.state(at.table(at.free(), at.won()));
  await page.locator(`.piste:not([width="${whole}"])`).waitFor();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await slides(), 0);
  await server.state(at.table(at.free({ turn: 514, position: at.position(9, 14) }), at.won()));
  await page.waitForFunction(() => window.slides === 1);
});

test("on a page with a list of matches, fencers at both ends of the piste are whole", async () => {
  await open(at.free({ position: at.position(1, 23) }), at.won());
  const sides = await page.locator(".piste .fencer").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]));
  assert.equal(sides.length, 2);
  for (const [left, right] of sides) assert.ok(left >= 0 && right <= 1280, `${left} ${right}`);
});

test("the end of a match that is void says so in a sentence, and shows no clock", async () => {
  await open(at.won({ ending: "void", winner: null, verdict: "void", clock: { turn: 300_000, due: null, left: null } }));
  assert.equal(await page.locator(".status").textContent(), "The match is void: it counts for nobody.");
  assert.equal(await page.locator(".facts .clock").count(), 0);
});

test("the end of a match shows both hands and who won", async () => {
  await open(at.won());
  assert.match(await page.locator(".status").textContent(), /You have won!\sAnna wins/);
  assert.equal(await page.locator(".others .card").count(), 4);
});

test("a whole turn by the keyboard alone", async () => {
  await open(at.close());
  await page.keyboard.press("Tab");
  assert.ok(await card(0).evaluate((one) => one === document.activeElement));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  assert.equal(await card(1).getAttribute("aria-pressed"), "true");
  await page.keyboard.press("2");
  assert.equal(await page.locator("[aria-pressed=true]").count(), 2);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("[aria-pressed=true]").count(), 0);
  await page.keyboard.press("2");
  for (let i = 0; i < 4; i++) await page.keyboard.press("Tab");
  const focused = await page.evaluate(() => document.activeElement.dataset.action);
  assert.match(focused, /^x2+$/);
  await page.keyboard.press("Enter");
  assert.deepEqual(await sent(), played(focused, 7, 514));
});

test("the focus stays on its card over an update, and does not get lost when its button goes", async () => {
  await open(at.free());
  await card(2).focus();
  await server.state(at.table(at.waiting()));
  await page.locator(".status", { hasText: "Waiting" }).waitFor();
  assert.ok(await card(2).evaluate((one) => one === document.activeElement));
  await server.state(at.table(at.close({ turn: 700 })));
  await page.locator(".status.mine").waitFor();
  await card(1).click();
  await choice("attack 2").first().focus();
  await server.state(at.table(at.waiting({ turn: 701 })));
  await page.locator(".status", { hasText: "Waiting" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), "match-title");
});

test("a phone of 320 px: nothing is cut off, targets are big enough, and a touch plays", async () => {
  const long = "Wolfeschlegelsteinhausenbergerdorff".repeat(3);
  await server.state(at.table(at.free({ touches: 15, players: { white: "Anna", black: long } }), at.challenge({ players: { white: long, black: "Anna" } })));
  await load(LINK, PHONE);
  await card(1).tap();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
  for (const one of await page.locator("button:visible, summary:visible, .target .area").all()) {
    const box = await one.boundingBox();
    assert.ok(box.width >= 24 && box.height >= 24, JSON.stringify(box));
  }
  await target(3).tap();
  assert.deepEqual(await sent(), played("-3"));
  await page.locator(".matches button").nth(1).tap();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
});

test("a wide screen is used, and nothing is cut off", async () => {
  await server.state(at.table(at.free(), at.waiting({ id: 9 })));
  await load(LINK, { viewport: { width: 2560, height: 1300 } });
  await card(0).waitFor();
  assert.ok((await page.locator(".piste").boundingBox()).width > 1400);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 2560);
});
