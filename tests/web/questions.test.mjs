// What the table asks the bot: a hint in practice, the rules, and the analysis.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TOKEN } from "./browser.mjs";
import * as at from "./positions.mjs";
import { load, page, server } from "./table.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const HINT =
  "#7: the maître would play advance 3, attack 5 5 (+3x55), 82 times in 100: when the pile is empty, it may count who is further forward.";

const practice = (more = {}) => at.free({ practice: "novice", clock: null, players: { white: "Anna", black: "the novice" }, ...more });
const button = (what) => page.locator(`.questions [data-what=${what}]`);

async function open(state, path = `#t=${TOKEN}`) {
  await server.state(state);
  await load(path, PHONE);
  await page.waitForSelector("main h2");
}

// Returns what the taps ask for, without their keys.
const asked = async () => (await server.taps()).map(({ key, token, ...rest }) => rest);

const places = () => page.locator(".hand, .questions button, .offers, .news").evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));

test("a hint is shown and read out, moves nothing, and goes with its turn", async () => {
  await open(at.table(practice()));
  const before = await places();
  await server.answers({ outcome: "done", text: HINT });
  await button("hint").tap();
  await page.locator(".advice", { hasText: HINT }).waitFor();
  assert.equal(await page.locator("#said").textContent(), HINT);
  assert.deepEqual(await places(), before);
  assert.deepEqual(await asked(), [{ match: 7, do: "hint" }]);
  await server.state(at.table(practice({ turn: 514 })));
  await page.waitForFunction(() => document.querySelector(".advice").textContent === "");
});

test("a player plays on while the bot thinks about the hint", async () => {
  await open(at.table(practice()));
  await server.answers({ status: 503 }, { outcome: "done", text: "" }, { outcome: "done", text: HINT });
  await button("hint").tap();
  await page.locator(".advice", { hasText: "not sent yet" }).waitFor();
  await page.locator(".hand button.card").nth(1).tap();
  assert.equal(await page.locator(".hand [aria-pressed=true]").count(), 1);
});

test("a refusal is shown where the hint would be", async () => {
  await open(at.table(practice()));
  await server.answers({ outcome: "refused", text: "Anna, that was a lot at once." });
  await button("hint").tap();
  await page.locator(".advice", { hasText: "that was a lot" }).waitFor();
});

test("no hint against a person, and none after the end", async () => {
  await open(at.table(at.free()));
  assert.equal(await button("hint").count(), 0);
  assert.equal(await button("analysis").count(), 0);
  await server.state(at.table(at.won({ practice: "novice" })));
  await button("analysis").waitFor();
  assert.equal(await button("hint").count(), 0);
});

test("followers of a board ask nothing", async () => {
  await open(at.board(practice()), `#b=${TOKEN}`);
  assert.equal(await page.locator("[data-do=ask]").count(), 0);
});

test("the rules by the keyboard: they can be scrolled, and the focus comes back", async () => {
  const rules = Array.from({ length: 100 }, (_, i) => `The advanced rules, part ${i}.`);
  await open(at.table(practice()));
  await server.answers({ outcome: "done", text: rules.join("\n") });
  await button("rules").focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Rules" });
  await dialog.waitFor();
  const size = await dialog.boundingBox();
  await page.waitForFunction(() => document.getElementById("words-text").textContent.includes("advanced rules"));
  assert.deepEqual(await page.locator("#words-text p").allTextContents(), rules);
  assert.deepEqual(await dialog.boundingBox(), size);
  assert.ok(await page.locator("#words-text").evaluate((one) => one === document.activeElement && one.scrollTop === 0 && one.scrollHeight > one.clientHeight));
  assert.ok(size.x >= 0 && size.x + size.width <= 390);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  assert.ok(await button("rules").evaluate((one) => one === document.activeElement));
  assert.deepEqual(await asked(), [{ match: 7, do: "rules" }]);
});

test("the analysis of a match that is over, as text and never as markup", async () => {
  await open(at.table(at.won()));
  await server.answers({ outcome: "done", text: "Analysis of #5\n<b>Anna</b> (White): accuracy 87%." });
  await button("analysis").tap();
  await page.locator("#words-text", { hasText: "<b>Anna</b> (White)" }).waitFor();
  await page.locator("#words-close").tap();
  await page.locator("#words").waitFor({ state: "hidden" });
  assert.deepEqual(await asked(), [{ match: 5, do: "analysis" }]);
});

test("the analysis comes after one tap, when the bot has it", async () => {
  await open(at.table(at.won()));
  await server.answers({ outcome: "later", text: "I am looking at every action." }, { outcome: "done", text: "Analysis of #5" });
  await button("analysis").tap();
  await page.locator("#words-text", { hasText: "every action" }).waitFor();
  await page.locator("#words-text", { hasText: "Analysis of #5" }).waitFor();
  assert.deepEqual(await asked(), [{ match: 5, do: "analysis" }, { match: 5, do: "analysis", again: "yes" }]);
});

test("who closes the window asks no more", async () => {
  await open(at.table(at.won()));
  await server.answers({ outcome: "later", text: "I am looking at every action." }, { outcome: "done", text: "The rules" });
  await button("analysis").tap();
  await page.locator("#words-text", { hasText: "every action" }).waitFor();
  await page.locator("#words-close").tap();
  await button("rules").tap();
  await page.locator("#words-text", { hasText: "The rules" }).waitFor();
  await page.waitForTimeout(2500); // the page would ask again after 2 s
  assert.equal(await page.locator("#words-text").textContent(), "The rules");
  assert.deepEqual(await asked(), [{ match: 5, do: "analysis" }, { match: 5, do: "rules" }]);
});
