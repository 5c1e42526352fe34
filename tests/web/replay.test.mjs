// The replay of a match, and what axe-core says about every page in both themes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { beforeEach, test } from "node:test";
import { TOKEN } from "./browser.mjs";
import * as at from "./positions.mjs";
import { browser, load, page, server, usePage } from "./table.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const LINK = `#r=${TOKEN}`;
const RECORD = "engarde-record 1\n+5\n";


beforeEach(() => server.replay(at.replay(), RECORD));

const status = (text) => page.locator(".status", { hasText: text }).waitFor();

async function open(options) {
  await load(LINK, options);
  await status("Round 1 begins.");
}

test("steps forward and back, with both hands", async () => {
  await open();
  assert.equal(await page.locator(".hand .card").count(), 10);
  await page.locator("[data-key=forward]").click();
  await status("Anna advances 5.");
  assert.match(await page.locator("svg.piste").getAttribute("aria-label"), /Anna \(White\) is on space 6/);
  await page.locator("[data-key=back]").click();
  await status("Round 1 begins.");
  await page.locator("[data-key=last_step]").click();
  await status("Anna advances 4.");
  assert.match(await page.locator(".result").textContent(), /0 : 2/);
  assert.match(await page.locator(".controls .hint").textContent(), /Step 9 of 9/);
});

test("scrubs by the keyboard, and says where it is", async () => {
  await open();
  await page.locator("input[type=range]").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await status("Ben advances 5.");
  assert.equal(await page.locator("input").getAttribute("aria-valuetext"), "Step 3 of 9. Ben advances 5.");
  await page.keyboard.press("End");
  await status("Anna advances 4.");
  assert.ok(await page.locator("input").evaluate((one) => one === document.activeElement));
});

test("plays by itself, and stops", async () => {
  await open();
  await page.locator("[data-do=run]").click();
  await status("Ben advances 5.");
  await page.locator("[data-do=run]", { hasText: "Stop" }).click();
  const text = await page.locator(".status").textContent();
  await page.waitForTimeout(1600);
  assert.equal(await page.locator(".status").textContent(), text);
});

test("opens a round, and one of its actions", async () => {
  await open();
  await page.locator(".rounds button").nth(1).click();
  await status("Round 2 begins.");
  await page.locator(".steps button").nth(1).click();
  await status("Ben advances 5.");
  assert.equal(await page.locator("[aria-current=step]").count(), 1);
});

test("says what the proof found, and downloads the record", async () => {
  await open();
  assert.match(await page.locator(".verified").textContent(), /#7 is correct/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("[data-do=record]").click()]);
  assert.equal(download.suggestedFilename(), "engarde-7.txt");
  assert.equal(readFileSync(await download.path(), "utf8"), RECORD);
});

test("a player's ended match: its replay opens on the table, which goes on behind it", async () => {
  const asked = [];
  await server.state(at.table(at.won()));
  await load(`#t=${TOKEN}`);
  page.on("request", (request) => request.url().includes("/api/re") && asked.push(request.url().slice(server.base.length)));
  await page.locator("[data-do=replay]").focus();
  await page.keyboard.press("Enter");
  await status("Round 1 begins.");
  assert.equal(await page.evaluate(() => document.activeElement.id), "match-title");
  await page.locator("[data-key=forward]").click();
  await status("Anna advances 5.");
  await server.state(at.table(at.free(), at.won()));
  await page.waitForFunction(() => document.title.startsWith("● Your turn against Ben"));
  await status("Anna advances 5.");
  await Promise.all([page.waitForEvent("download"), page.locator("[data-do=record]").click()]);
  assert.deepEqual(asked, ["api/replay?match=5", "api/record?match=5"]);
  await page.locator("[data-do=leave]").click();
  await status("Anna wins");
  assert.ok(await page.locator("[data-do=replay]").evaluate((one) => one === document.activeElement));
  assert.equal(await page.locator("#tools button").count(), 3);
});

test("the browser's way back leaves a replay that plays, and it can be opened again", async () => {
  await server.state(at.table(at.won()));
  await load(`#t=${TOKEN}`);
  for (let i = 0; i < 2; i++) {
    await page.locator("[data-do=replay]").click();
    await status("Round 1 begins.");
    await page.locator("[data-do=run]").click();
    await status("Anna advances 5.");
    await page.goBack();
    await status("Anna wins");
  }
  await page.waitForTimeout(1500);
  await status("Anna wins");
});

test("the link dies during a replay, or the match is forgotten", async () => {
  await server.state(at.table(at.won()));
  await load(`#t=${TOKEN}`);
  await page.route("**/api/replay*", (route) => route.fulfill({ status: 404 }));
  await page.locator("[data-do=replay]").click();
  await status("Anna wins");
  await page.unroute("**/api/replay*");
  await page.locator("[data-do=replay]").click();
  await status("Round 1 begins.");
  await page.locator("[data-do=run]").click();
  await server.state({ type: "ended" });
  const sheet = page.locator(".sheet", { hasText: "This link no longer works. Write" });
  await sheet.waitFor();
  await page.waitForTimeout(1500);
  await sheet.waitFor();
});

test("an answer without a record, after the player has left the replay, changes nothing", async () => {
  await server.state(at.table(at.won()));
  await load(`#t=${TOKEN}`);
  const held = new Promise((resolve) => page.route("**/api/record*", resolve));
  await page.locator("[data-do=replay]").click();
  await status("Round 1 begins.");
  await page.locator("[data-do=record]").click();
  const route = await held;
  await page.locator("[data-do=leave]").click();
  await status("Anna wins");
  await Promise.all([page.waitForResponse("**/api/record*"), route.fulfill({ status: 404 })]);
  await page.waitForTimeout(200);
  await status("Anna wins");
});

test("a link that leads nowhere says so", async () => {
  await server.live("dead");
  await load(LINK);
  await page.locator(".sheet", { hasText: "This link no longer works" }).waitFor();
});

test("all files of the page are under 100 KB together", async () => {
  const files = ["", "table.css", "icon.svg"];
  usePage(await browser.newPage());
  page.on("request", (request) => request.url().endsWith(".mjs") && files.push(new URL(request.url()).pathname.slice(1)));
  await page.goto(server.base + LINK);
  await status("Round 1 begins.");
  let bytes = 0;
  for (const file of new Set(files)) bytes += (await (await fetch(server.base + file)).arrayBuffer()).byteLength;
  assert.ok(files.length > 10 && bytes < 100_000, `${files.length} files, ${bytes} bytes`);
});

const CASES = [
  ["a table on my turn", () => at.table(at.free({ unseen: [4, 3, 2, 5, 1] })), `#t=${TOKEN}`, ".hand .card"],
  ["several matches, attacked", () => at.table(at.attacked(), at.waiting({ id: 9 }), at.challenge()), `#t=${TOKEN}`],
  ["a plan", () => at.table(at.planning({ plan: "if anything then parry" })), `#t=${TOKEN}`],
  ["a plan with a card", () => at.table(at.planning({ plan: "if anything then advance 4" })), `#t=${TOKEN}`, ".hand .card >> nth=2"],
  ["a challenge", () => at.table(at.challenge()), `#t=${TOKEN}`],
  ["the end", () => at.table(at.won()), `#t=${TOKEN}`],
  ["no match", () => at.table(), `#t=${TOKEN}`],
  ["a board", () => at.board(at.waiting()), `#b=${TOKEN}`],
  ["a replay", () => at.table(), LINK, "[data-key=forward]"],
];

for (const colorScheme of ["light", "dark"])
  for (const [name, state, link, tap] of CASES)
    test(`axe-core finds no fault: ${name}, ${colorScheme}`, async () => {
      await server.state(state());
      await load(link, { colorScheme, reducedMotion: "reduce" });
      await page.locator("main h2").waitFor();
      if (tap) await page.locator(tap).first().click();
      await page.locator("details").evaluateAll((all) => all.forEach((one) => (one.open = true)));
      await page.evaluate(AXE);
      const { violations, passes } = await page.evaluate(() => globalThis.axe.run());
      assert.deepEqual(violations.map((one) => [one.id, one.nodes.map((node) => node.html.slice(0, 200))]), []);
      assert.ok(passes.length > 10);
    });

test("axe-core finds no fault in the question before a resignation", async () => {
  await server.state(at.table(at.free()));
  await load(`#t=${TOKEN}`);
  await page.locator("summary", { hasText: "More" }).click();
  await page.locator("[data-offer=resign]").click();
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map((one) => one.id), []);
});
