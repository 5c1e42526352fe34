// Plans on the table: what a player chooses while the opponent is to act, in recorded positions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TOKEN } from "./browser.mjs";
import * as at from "./positions.mjs";
import { load, page, server } from "./table.mjs";

const LINK = `#t=${TOKEN}`;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const PLAN = "if anything then advance 4";

async function open(match, options) {
  await server.state(at.table(match));
  await load(LINK, options);
  await page.waitForSelector("main h2");
}

const card = (place) => page.locator(".hand button.card").nth(place);
const choice = (text) => page.locator(".plans .choices button", { hasText: text });
const awaited = (name) => page.locator(`[data-awaited=${name}]`);
const said = (text) => page.waitForFunction((part) => document.getElementById("said").textContent.includes(part), text);

// Waits for so many taps, and returns what the last of them asks for.
async function sent(count = 1) {
  let taps = [];
  for (let i = 0; i < 1000 && taps.length < count; i++) {
    taps = await server.taps();
    await page.waitForTimeout(30);
  }
  assert.equal(taps.length, count);
  const { key, token, ...rest } = taps.at(-1);
  assert.match(key, /^[\w-]{22,}$/);
  return rest;
}

const planned = (words) => ({ match: 7, turn: 517, do: "plan", ...(words && { words }) });

test("a tap on a card, and one on what it will do: a plan whatever comes", async () => {
  await open(at.planning());
  assert.match(await page.locator(".status").textContent(), /Waiting for Ben/);
  await card(2).click();
  assert.equal(await card(2).getAttribute("aria-pressed"), "true");
  assert.match(await page.locator(".status").textContent(), /Waiting for Ben/);
  assert.equal(await page.locator(".target").count(), 0);
  assert.equal(await page.locator(".plans .choices button").count(), 5);
  await choice("advance 4").click();
  assert.deepEqual(await sent(), planned(PLAN));
  await server.state(at.table(at.planning({ plan: PLAN })));
  await said(`Planned: ${PLAN}`);
  assert.equal(await page.locator(".planned").textContent(), `Planned: ${PLAN}`);
  assert.equal(await page.locator("[data-do=card][aria-pressed=true]").count(), 0);
});

test("the plan is there when the page is loaded, its button is pressed, and another tap takes it back", async () => {
  await open(at.planning({ plan: PLAN }));
  assert.equal(await page.locator(".planned").textContent(), `Planned: ${PLAN}`);
  await card(2).click();
  assert.equal(await page.locator(".choices [aria-pressed=true]").count(), 1);
  assert.equal(await choice("advance 4").getAttribute("aria-pressed"), "true");
  await server.answers({ outcome: "done", text: "I have forgotten what you had planned." });
  await choice("advance 4").click();
  assert.deepEqual(await sent(), planned());
  await server.state(at.table(at.planning()));
  await page.locator(".answer", { hasText: "I have forgotten" }).waitFor();
  assert.equal(await page.locator(".planned").count(), 0);
});

test("a plan that was written in the chat is shown, and dropped by its button", async () => {
  await open(at.planning({ plan: "if 3 then parry" }));
  assert.equal(await page.locator(".planned").textContent(), "Planned: if 3 then parry");
  await page.locator(".plans summary").click();
  assert.equal(await page.locator(".choices [aria-pressed=true]").count(), 0);
  await page.locator(".plans > button").click();
  assert.deepEqual(await sent(), planned());
});

test("what the opponent may do is chosen, and the parry needs no card", async () => {
  await open(at.planning());
  await page.locator(".plans summary").click();
  assert.equal(await awaited("anything").getAttribute("aria-pressed"), "true");
  await awaited("attack").click();
  assert.equal(await page.locator("[data-awaited][aria-pressed=true]").textContent(), "attack");
  await choice("parry").click();
  assert.deepEqual(await sent(), planned("if attack then parry"));
});

test("another plan replaces the first", async () => {
  await open(at.planning({ plan: PLAN }));
  await card(0).click();
  await awaited("retreat").click();
  await choice("retreat 1").click();
  assert.deepEqual(await sent(), planned("if retreat then retreat 1"));
});

test("the page says what the chat says about a plan that it refuses", async () => {
  await open(at.planning());
  await server.answers({ outcome: "refused", text: "What may come, and how do you answer?" });
  await card(0).click();
  await choice("advance 1").click();
  await page.locator(".answer", { hasText: "What may come" }).waitFor();
  await said("What may come");
  assert.equal(await page.locator(".planned").count(), 0);
});

const STALE = { outcome: "stale", text: "That turn is over already, so nothing was played." };

test("the opponent was faster: the answer stays, whichever comes first, until the next turn", async () => {
  for (const first of ["answer", "state"]) {
    await page?.context().close();
    await open(at.planning());
    await page.route("**/api/act", async (route) => {
      if (first === "state") await page.locator(".status.mine").waitFor();
      await route.fulfill({ json: STALE });
    });
    await card(0).click();
    await choice("advance 1").click();
    if (first === "answer") await page.locator(".answer").waitFor();
    await server.state(at.table(at.free({ turn: 518 })));
    await page.locator(".answer").waitFor();
    await page.locator(".status.mine").waitFor();
    assert.match(await page.locator(".answer").textContent(), /That turn is over/);
    assert.equal(await page.locator("[aria-pressed=true], .planned, .plans").count(), 0);
    await server.state(at.table(at.planning({ turn: 519 })));
    await page.locator(".status", { hasText: "Waiting" }).waitFor();
    assert.equal(await page.locator(".answer").count(), 0);
  }
});

test("without a connection the plan waits, and is sent again with the same key", async () => {
  await open(at.planning());
  await server.answers({ status: 503 }, { status: 503 }, { outcome: "done", text: "" });
  await card(0).click();
  await choice("advance 1").click();
  await page.locator(".hint", { hasText: "not sent yet" }).waitFor();
  await sent(3);
  assert.equal(new Set((await server.taps()).map(({ key }) => key)).size, 1);
});

test("when the opponent has acted, the plan is gone, and the cards play again", async () => {
  await open(at.planning({ plan: PLAN }));
  await card(2).click();
  await server.state(at.table(at.free({ turn: 518 })));
  await page.locator(".status.mine").waitFor();
  assert.equal(await page.locator(".plans, .planned, [aria-pressed=true]").count(), 0);
  await card(0).click();
  assert.equal(await page.locator(".choices [data-do=play]").count(), 2);
});

test("a plan by the keyboard alone", async () => {
  await open(at.planning());
  await card(0).focus();
  await page.keyboard.press("4");
  assert.equal(await card(2).getAttribute("aria-pressed"), "true");
  for (let i = 0; i < 4; i++) await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.awaited), "attack");
  await page.keyboard.press("Enter");
  for (let i = 0; i < 3; i++) await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.action), "x4");
  await page.keyboard.press("Space");
  assert.deepEqual(await sent(), planned("if attack then attack 4"));
});

test("a phone: nothing is cut off in any language, and each button is big enough", async () => {
  const match = at.planning({ plan: PLAN, players: { white: "Anna", black: "Wolfeschlegelsteinhausenbergerdorff" } });
  await open(match, PHONE);
  await page.locator(".plans summary").tap();
  for (const language of ["en", "de", "nl", "fr", "it", "es", "ja"]) {
    await server.state({ ...at.table(match), language });
    await page.waitForSelector(`html[lang=${language}]`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, language);
    for (const one of await page.locator(".plans button:visible").all()) {
      const box = await one.boundingBox();
      assert.ok(box.width >= 24 && box.height >= 24, `${language}: ${JSON.stringify(box)}`);
      assert.ok(await one.evaluate((button) => button.scrollWidth <= button.clientWidth && button.scrollHeight <= button.clientHeight), language);
    }
  }
});
