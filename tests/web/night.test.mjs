// The page of a club night, and what a fencer's table says about it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TOKEN } from "./browser.mjs";
import * as nights from "./nights.mjs";
import * as at from "./positions.mjs";
import { load, page, server } from "./table.mjs";

const NIGHT = `#n=${TOKEN}`;
const TABLE = `#t=${TOKEN}`;
const EVIL = `<img src=x onerror="document.title='gotcha'">\u202e\u2066`;
const LONG = "Bartholomäus-Maximilian Wolkensteinhausenberger-Schmidt der Jüngere";

const show = (state) => server.state(state, `night ${TOKEN}`);

async function open(state, link = NIGHT, options) {
  await (link === NIGHT ? show(state) : server.state(state));
  await load(link, options);
  await page.waitForSelector("main h2");
}

const status = (text) => page.locator(".status", { hasText: text }).waitFor();
const said = () => page.locator("#said").textContent();
const texts = (selector) => page.locator(selector).allTextContents();
const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test("the sign-up shows who takes part, and when it begins", async () => {
  await open(nights.signUp("Anna", "Ben"));
  await status(/Start of the club night: \d\d:\d\d( [AP]M)? (GMT|[A-Z]{3,5})/);
  assert.deepEqual(await texts(".entrants li"), ["Anna", "Ben"]);
});

test("a pool sheet is a table with headers, and shows each result from both sides", async () => {
  await open(nights.pool());
  await status("The pools are under way.");
  const table = page.locator("#page table");
  assert.equal(await table.count(), 1);
  assert.deepEqual(await texts("tbody th[scope=row] bdi"), ["Anna", "Ben", "Chloé"]);
  // 3 opponents, and the names of the columns
  assert.equal(await page.locator("thead th[scope=col]").count(), 1 + 3 + 4);
  assert.equal(await page.locator("thead th").nth(2).textContent(), "2Ben");
  const cells = await texts("tbody tr:first-child td");
  assert.deepEqual(cells.slice(1, 3), ["V5", "●on the piste now"]);
  assert.equal((await texts("tbody tr:nth-child(2) td"))[0], "3");
  await page.getByRole("region", { name: "Pool 1", exact: true }).getByRole("table", { name: "Pool 1" }).waitFor();
});

test("a result shows at once, and is said", async () => {
  await open(nights.pool());
  await show(nights.pool(undefined, [nights.won(0, 1, [5, 3]), nights.won(0, 2, [2, 5]), nights.fenced(1, 2, 13)]));
  await page.locator("tbody tr:nth-child(3) td", { hasText: "V5" }).waitFor();
  assert.equal(await said(), "Anna 2, Chloé 5");
  await show(nights.tableau());
  await status("The direct elimination is under way.");
  assert.equal(await said(), "The direct elimination is under way.");
});

test("the tableau shows byes, fencers who are not known yet, and the newest round first", async () => {
  await open(nights.tableau());
  assert.deepEqual(await texts(".rounds-of h3"), ["Final", "Semi-finals"]);
  assert.match(await page.locator("[data-key=round2]").textContent(), /not known yet/);
  assert.match(await page.locator("[data-key=round1]").textContent(), /bye/);
});

test("a pause is said, and when it ends", async () => {
  await open(nights.pool());
  await show(nights.night({ ...nights.pool().night, resumes: Date.now() + 600_000 }));
  await status(/Pause until \d\d:\d\d.*: no new bout begins/);
  assert.match(await said(), /Pause until/);
});

test("the end shows the podium", async () => {
  await open(nights.over(8));
  await status("It is over.");
  assert.deepEqual((await texts("[data-key=podium] tbody tr")).slice(0, 2), ["1Fencer 1", "2Fencer 2"]);
  await show(nights.night({ ...nights.over(8).night, fencers: nights.over(8).night.fencers.map((one) => ({ ...one, final: 0 })) }));
  await status("It has ended without a result.");
  await show({ ...nights.night(), night: null });
  await status("There is none in this room now.");
});

test("hostile names are text and nothing else", async () => {
  await open(nights.over(8, () => EVIL));
  await page.waitForTimeout(100);
  assert.equal(await page.locator("main img").count(), 0);
  assert.equal(await page.title(), "En Garde");
  assert.equal(await page.locator("[data-key=podium] bdi").first().textContent(), EVIL);
});

for (const width of [320, 390])
  for (const count of [8, 64])
    test(`${count} fencers with long names fit into ${width} px; wide sheets scroll by themselves`, async () => {
      await open(nights.over(count, (i) => `${LONG} ${i}`), NIGHT, { viewport: { width, height: 700 }, isMobile: true });
      assert.equal(await overflow(), 0);
      const sheet = page.getByRole("region", { name: "Pool 1", exact: true });
      await sheet.focus();
      assert.ok(await sheet.evaluate((one) => one === document.activeElement));
      for (const name of await page.locator(".rounds-of bdi, [data-key=podium] bdi").all()) {
        const box = await name.boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
      }
    });

for (const language of ["de", "en", "es", "it", "nl"])
  test(`all words are there in ${language}`, async () => {
    await open({ ...nights.over(8), language });
    await page.waitForFunction((code) => document.documentElement.lang === code && !document.querySelector("#page").textContent.includes("night_"), language);
    await show({ ...nights.tableau(), language });
    await page.locator("[data-key=round2]").waitFor();
    assert.equal(/night_|\{/.test(await page.locator("#page").textContent()), false);
  });

test("from the night to a bout, to the board and back, by the keyboard alone", async () => {
  await open(nights.pool());
  await page.locator(".now a").focus();
  await server.state({ ...at.board(at.waiting({ id: 5 }), at.waiting({ id: 12, players: { white: "Anna", black: "Chloé" } })), night: true });
  await page.keyboard.press("Enter");
  await page.locator("[aria-current=true]", { hasText: "Chloé" }).waitFor();
  assert.equal(await page.locator(".hand").count(), 0);
  await page.locator(".to-night a").focus();
  await page.keyboard.press("Enter");
  await status("The pools are under way.");
});

test("a board of a room without a night has no link to it, and a dead link is said", async () => {
  await open(at.board(at.waiting()), `#b=${TOKEN}`);
  assert.equal(await page.locator(".to-night").count(), 0);
  await open(nights.pool());
  await show({ type: "ended" });
  await page.locator(".sheet", { hasText: "Ask for a new one in the room" }).waitFor();
});

// A fencer's table

const waits = { stage: "pools", starts: null, pool: 1, text: "Club night, pool 1: you are in place 2.\nNext you fence Ben, as soon as you are both free." };
const fences = (id) => ({ stage: "pools", starts: null, pool: 1, text: "", match: id });

test("a fencer who waits sees the next bout, and the page goes on to it by itself", async () => {
  await open({ ...at.table(at.won()), night: waits }, TABLE);
  await page.locator(".next", { hasText: "Next you fence Ben" }).waitFor();
  assert.equal(await page.locator(".next h3").textContent(), "Club night · Pool 1");
  await server.state({ ...at.table(at.free({ id: 31 }), at.won()), night: fences(31) });
  await page.locator("[data-key=match31]").waitFor();
  assert.equal(await page.locator(".next").count(), 0);
});

test("a fencer without any match sees the bout as soon as it begins", async () => {
  await open({ ...at.table(), night: waits }, TABLE);
  await server.state({ ...at.table(at.free({ id: 31 })), night: fences(31) });
  await page.locator("[data-key=match31]").waitFor();
});

test("a fencer who practises meanwhile goes to the bout with one tap", async () => {
  await open({ ...at.table(at.free({ id: 20 })), night: waits }, TABLE);
  await server.state({ ...at.table(at.free({ id: 31 }), at.free({ id: 20 })), night: fences(31) });
  await page.locator(".next button", { hasText: "Go to your bout" }).click();
  await page.locator("[data-key=match31]").waitFor();
  assert.equal(await page.locator(".next").count(), 0);
});

test("a fencer who has signed up sees when it begins", async () => {
  await open({ ...at.table(), night: { stage: "sign-up", starts: Date.now() + 600_000, text: "" } }, TABLE);
  await page.locator(".next", { hasText: /You take part. Start of the club night: \d\d:\d\d/ }).waitFor();
});
