// Each form that a player's turn can take, as Element draws it on a phone: it leaves most of the screen to the turns before it.
// Needs shown_turns, which is built beside ENGARDE_BOT.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { startBrowser } from "./browser.mjs";
import { CLIENTS, drawMessages } from "./clients.mjs";

const PROGRAM = process.env.ENGARDE_BOT && join(dirname(process.env.ENGARDE_BOT), "shown_turns");
const skip = PROGRAM ? false : "there is no ENGARDE_BOT";
const element = CLIENTS.find(({ name }) => name === "Element Web");

let browser, turns;

before(async () => {
  if (skip) return;
  const said = spawnSync(PROGRAM, { encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(said.status, 0, said.stderr || String(said.error));
  turns = said.stdout.trim().split("\n").map((line) => JSON.parse(line));
  browser = await startBrowser();
});
after(() => browser?.close());

// No turn may be higher than `most`, and only the given share may be higher than the usual height.
async function assertLow(coached, { most, usual, share }) {
  const shown = turns.filter((turn) => turn.coached === coached);
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await drawMessages(page, shown, element, false, 390);
  const heights = await page.locator(".message").evaluateAll((all) => all.map(({ offsetHeight }) => offsetHeight));
  await page.close();
  assert.ok(shown.length > 100, `only ${shown.length} turns`);
  const higher = heights.filter((height) => height + element.frame > usual).length;
  assert.ok(higher <= share * shown.length, `${higher} of ${shown.length} turns are higher than ${usual} px`);
  const high = shown
    .map(({ language, body }, i) => [heights[i] + element.frame, language, body])
    .filter(([height]) => height > most)
    .sort(([a], [b]) => b - a);
  assert.deepEqual(high.slice(0, 5), [], `${high.length} of ${shown.length} turns are higher than ${most} px, of which these are the highest`);
}

// Five different cards, one attack away, need the most lines.
test("without the coach, a turn in Element takes at most 260 px of a phone, or 270 with a rare hand", { skip }, () =>
  assertLow(false, { most: 270, usual: 260, share: 0.01 }));
test("with the coach, a turn in Element takes at most 340 px of a phone, or 380 with a rare hand", { skip }, () =>
  assertLow(true, { most: 380, usual: 340, share: 0.03 }));
