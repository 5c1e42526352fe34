// A whole match on the real bot: one player by touch on a phone, the other by the keyboard alone, with a
// second device and a follower. Needs the bot: ENGARDE_BOT=PROGRAM.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./browser.mjs";
import { keyTurn, touchTurn } from "./turns.mjs";

const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
const skip = process.env.ENGARDE_BOT ? false : "there is no ENGARDE_BOT";

let bot, lines, browser, base, links;

before(async () => {
  if (skip) return;
  bot = spawn("/usr/bin/python3", ["-B", new URL("bot.py", import.meta.url).pathname], { stdio: ["pipe", "pipe", "inherit"] });
  lines = createInterface({ input: bot.stdout })[Symbol.asyncIterator]();
  links = JSON.parse((await lines.next()).value);
  base = `http://127.0.0.1:${links.port}/`;
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  bot?.stdin.end();
});

test("a whole match by touch and by the keyboard, with a second device and a follower", { skip }, async () => {
  const phone = await openPage(browser, base, `#t=${links.tables[0]}`, PHONE);
  const keys = await openPage(browser, base, `#t=${links.tables[1]}`);
  const second = await openPage(browser, base, `#t=${links.tables[0]}`);
  const board = await openPage(browser, base, `#b=${links.board}`);
  await keys.locator("button", { hasText: "Accept" }).focus();
  await keys.keyboard.press("Enter");
  await phone.locator(".hand").waitFor();
  await board.locator(".piste").waitFor();
  const ended = phone.locator("button", { hasText: "Rematch" });
  let turns = 0;
  for (; turns < 200 && !(await ended.isVisible()); turns++) {
    await Promise.race([phone, keys].map((one) => one.locator(".status.mine").waitFor()).concat(ended.waitFor()));
    const acts = (await phone.locator(".status.mine").isVisible()) ? phone : keys;
    if (await ended.isVisible()) break;
    const before = await board.locator(".news").textContent();
    await (acts === phone ? touchTurn : keyTurn)(acts);
    await board.waitForFunction((old) => document.querySelector(".news").textContent !== old, before);
    assert.equal(await board.locator(".hand button, [data-do=card]").count(), 0);
    await phone.waitForFunction((text) => document.querySelector(".news").textContent === text, await board.locator(".news").textContent());
  }
  assert.ok(turns > 2);
  for (const page of [phone, keys, second]) {
    await page.locator("button", { hasText: "Rematch" }).waitFor();
    assert.match(await page.locator(".status").textContent(), /You have (won!|lost\.)\s.* wins/);
  }
  bot.stdin.write("replay\n");
  const replay = await openPage(browser, base, `#r=${JSON.parse((await lines.next()).value)}`);
  await replay.locator("[data-key=last_step]").click();
  assert.equal(await replay.locator(".hand.small").count(), 2);
  assert.match(await replay.locator(".verified").textContent(), /is correct/);
  const [record] = await Promise.all([replay.waitForEvent("download"), replay.locator("[data-do=record]").click()]);
  assert.ok(await record.path());
  for (const page of [phone, keys, second, board, replay]) assert.deepEqual(page.faults, []);
});
