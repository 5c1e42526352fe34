// The page of a season: the tables of its divisions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TOKEN } from "./browser.mjs";
import * as at from "./positions.mjs";
import * as seasons from "./seasons.mjs";
import { load, page, server } from "./table.mjs";

const SEASON = `#s=${TOKEN}`;
const EVIL = `<img src=x onerror="document.title='gotcha'">\u202e\u2066`;
const LONG = "Bartholomäus-Maximilian Wolkensteinhausenberger-Schmidt der Jüngere";

const show = (state) => server.state(state, `season ${TOKEN}`);

async function open(state, options) {
  await show(state);
  await load(SEASON, options);
  await page.waitForSelector("main h2");
}

const status = (text) => page.locator(".status", { hasText: text }).waitFor();
const said = () => page.locator("#said").textContent();
const texts = (selector) => page.locator(selector).allTextContents();
const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test("the sign-up shows who takes part, and when it begins", async () => {
  await open(seasons.signUp("Anna", "Ben"));
  await status(/The season begins: /);
  assert.deepEqual(await texts(".entrants li"), ["Anna", "Ben"]);
});

test("a division is a table with headers, and says who goes up and down", async () => {
  await open(seasons.underWay(16));
  await status(/The season ends: /);
  await page.getByRole("table", { name: "Division 1", exact: true }).waitFor();
  assert.deepEqual(await texts("[data-key=division1] thead th"), ["Pl.", "Fencer", "V/M", "Ind.", "TS"]);
  const rows = await texts("[data-key=division1] tbody tr");
  assert.equal(rows[0], "1Fencer 18/8+820");
  assert.equal(rows[7], "8Fencer 8 ▼ goes down1/8\u2212613");
  assert.match((await texts("[data-key=division2] tbody tr"))[1], /^2Fencer 10 ▲ goes up/);
  assert.equal(await page.locator(".up").count(), 2);
  assert.equal(await page.locator(".down").count(), 2);
});

test("only the host decides who goes down: the last one stays if somebody has withdrawn", async () => {
  const { season } = seasons.underWay(16);
  Object.assign(season.divisions[0].rows[7], { withdrawn: true, fate: "stays" });
  Object.assign(season.divisions[0].rows[6], { fate: "stays" });
  await open(seasons.season(season));
  const rows = await texts("[data-key=division1] tbody tr");
  assert.match(rows[6], /^7Fencer 7\d/);
  assert.equal(await page.locator("[data-key=division1] .down").count(), 0);
});

test("one division is the table, and nobody changes it", async () => {
  await open(seasons.underWay(5));
  await page.getByRole("table", { name: "Table", exact: true }).waitFor();
  assert.equal(await page.locator(".up, .down, [data-key=legend]").count(), 0);
});

test("who has withdrawn has no place, and who has not fenced no indicator", async () => {
  const { season } = seasons.underWay(4);
  Object.assign(season.divisions[0].rows[3], { withdrawn: true });
  Object.assign(season.divisions[0].rows[2], { victories: 0, bouts: 0, indicator: 0, scored: 0 });
  await open(seasons.season(season));
  const rows = await texts("tbody tr");
  assert.equal(rows[3], "Fencer 4withdrawn");
  assert.equal(rows[2], "3Fencer 30/0");
});

test("the table changes at once, and the end is said", async () => {
  await open(seasons.underWay(3));
  const next = seasons.underWay(3, (i) => `Fencer ${3 - i}`);
  await show(next);
  await page.locator("tbody tr:first-child", { hasText: "Fencer 3" }).waitFor();
  await show(seasons.season({ ...next.season, stage: "over", now: [] }));
  await status("It is over.");
  assert.equal(await said(), "It is over.");
  await show(seasons.season({ ...next.season, stage: "stopped", now: [] }));
  await status("It has ended without a result.");
  await show({ ...seasons.season(), season: null });
  await status("There is none in this room now.");
});

test("names are text, whatever they contain", async () => {
  await open(seasons.underWay(3, () => EVIL));
  await page.locator("tbody tr").first().waitFor();
  assert.equal(await page.locator("#page img").count(), 0);
  assert.notEqual(await page.title(), "gotcha");
});

for (const width of [320, 390, 1280])
  for (const colorScheme of ["light", "dark"])
    test(`64 fencers with long names fit ${width} px, ${colorScheme}`, async () => {
      await open(seasons.underWay(64, (i) => (i % 3 === 0 ? `${LONG} ${i}` : i % 3 === 1 ? "عبد الرحمن بن محمد" : `F${i}`)), { viewport: { width, height: 700 }, colorScheme });
      await page.getByRole("table", { name: "Division 8", exact: true }).waitFor();
      assert.ok((await overflow()) <= 0);
      for (const cell of await page.locator("[data-key=division1] td:last-child, [data-key=division1] bdi").all()) {
        const box = await cell.boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
      }
    });

for (const language of ["de", "en", "es", "it", "nl"])
  test(`all words are there in ${language}`, async () => {
    await open({ ...seasons.underWay(16), language });
    await page.waitForFunction((code) => document.documentElement.lang === code, language);
    assert.equal(/season_|night_|\{/.test(await page.locator("#page").textContent()), false);
  });

test("from the season to a bout, to the board and back, by the keyboard alone", async () => {
  await open(seasons.underWay(4));
  await page.locator(".now a").focus();
  await server.state({ ...at.board(at.waiting({ id: 12, players: { white: "Anna", black: "Chloé" } })), season: true });
  await page.keyboard.press("Enter");
  await page.locator("main", { hasText: "Chloé" }).waitFor();
  await page.locator(".to-night a").focus();
  await page.keyboard.press("Enter");
  await status(/The season ends: /);
});

test("a fencer's table names their bouts of a season, and goes to each with one tap", async () => {
  const seasons = [{ stage: "under-way", ends: Date.now() + 86_400_000, bouts: [{ name: "Ben", match: 31 }, { name: EVIL, match: 32 }], text: "Later you fence: Cem" }];
  await server.state({ ...at.table(at.free({ id: 31 }), at.free({ id: 32 })), seasons });
  await load(`#t=${TOKEN}`);
  const season = page.locator("[data-key=season0]");
  await season.getByText("Later you fence: Cem").waitFor();
  assert.equal(await page.locator("#page img").count(), 0);
  assert.equal(await season.getByRole("button").count(), 1); // the other bout is open
  await season.getByRole("button", { name: "#32" }).click();
  await page.locator("[data-key=match32]").waitFor();
  await season.getByRole("button", { name: "Ben #31" }).click();
  await page.locator("[data-key=match31]").waitFor();
  assert.ok((await overflow()) <= 0);
});

test("a fencer who has signed up for a season sees when it begins", async () => {
  await server.state({ ...at.table(), seasons: [{ stage: "sign-up", starts: Date.now() + 2 * 86_400_000, text: "" }] });
  await load(`#t=${TOKEN}`);
  await page.locator("[data-key=season0]", { hasText: "The season begins: " }).waitFor();
});
