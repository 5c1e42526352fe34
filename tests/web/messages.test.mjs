// Each kind of message of the bot, as clients draw it on a phone: the client keeps all that is in it, nothing is cut off, and the
// board keeps its columns. Needs shown_messages, which is built beside ENGARDE_BOT.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { startBrowser } from "./browser.mjs";
import { ALLOWED, CLIENTS, drawMessages } from "./clients.mjs";

const PROGRAM = process.env.ENGARDE_BOT && join(dirname(process.env.ENGARDE_BOT), "shown_messages");
const skip = PROGRAM ? false : "there is no ENGARDE_BOT";

let browser, messages;

before(async () => {
  if (skip) return;
  const said = spawnSync(PROGRAM, { encoding: "utf8", maxBuffer: 1 << 26 });
  assert.equal(said.status, 0, said.stderr || String(said.error));
  const lines = said.stdout.trim().split("\n").map((line) => JSON.parse(line));
  messages = [...new Map(lines.map((message) => [message.html || message.body, message])).values()];
  browser = await startBrowser();
});
after(() => browser?.close());

// These functions run in the page.
const inPage = {
  // Returns for each message which tags and attributes a client removes.
  removed: (allowed) =>
    [...document.querySelectorAll(".text")].map((text) =>
      [...text.querySelectorAll("*")].flatMap(({ localName, attributes }) =>
        localName in allowed
          ? [...attributes].filter(({ name }) => !allowed[localName].includes(name)).map(({ name }) => `a client removes ${name} of <${localName}>`)
          : [`a client removes <${localName}>`],
      ),
    ),
  // Returns for each message the boxes that do not show all of their content. Clients shorten the names of people and rooms.
  cut: () =>
    [...document.querySelectorAll(".message")].map((message) =>
      [message, ...message.querySelectorAll(":not(a)")]
        .filter((box) => getComputedStyle(box).overflowX !== "visible" && box.clientWidth && box.scrollWidth > box.clientWidth + 1)
        .map((box) => `<${box.localName}> shows ${box.clientWidth} of ${box.scrollWidth} px`),
    ),
  // Returns for each message the boards that do not stay on one line.
  broken: () =>
    [...document.querySelectorAll(".message")].map((message) => {
      const boards = [...message.querySelectorAll("span")].filter(({ textContent }) => textContent.length === 23);
      const counts = boards.map((board) => new Set([...board.getClientRects()].map(({ top }) => Math.round(top))).size);
      return counts.filter((lines) => lines > 1).map((lines) => `a board breaks into ${lines} lines`);
    }),
  // Returns for each message whether it is the line that stays of an answered turn, and takes more than seven lines: the opponent's name may be long.
  high: () =>
    [...document.querySelectorAll(".message")].map(({ textContent, clientHeight }) =>
      /\d–\d+\s· hand [1-5]/.test(textContent) && clientHeight > 154 ? [`an answered move is ${clientHeight} px high`] : [],
    ),
  // Returns for each message the letters of choices whose action begins on the next line.
  torn: () =>
    [...document.querySelectorAll(".message")].map((message) =>
      [...message.querySelectorAll("code")]
        .filter((letter) => /^[a-z]$/.test(letter.textContent) && /^\s\S/.test(letter.nextSibling?.data))
        .filter((letter) => {
          const action = document.createRange();
          action.setStart(letter.nextSibling, 1);
          action.setEnd(letter.nextSibling, 2);
          return action.getBoundingClientRect().top > letter.getBoundingClientRect().bottom;
        })
        .map((letter) => `the action of ${letter.textContent} begins on the next line`),
    ),
};

async function assertShown(client, width, edited, laws) {
  const page = await browser.newPage({ viewport: { width, height: 844 } });
  await drawMessages(page, messages, client, edited, width);
  const faults = [await page.evaluate(inPage.removed, ALLOWED)];
  await page.locator(".text").evaluateAll(new Function("all", `all.forEach(${client.finish})`));
  for (const law of laws) faults.push(await page.evaluate(law));
  await page.close();
  const told = messages.flatMap(({ language, body }, i) => faults.flatMap((found) => found[i]).map((fault) => `${fault}: ${language}: ${body.slice(0, 60)}`));
  assert.deepEqual(told.slice(0, 20), [], `${told.length} faults, of which these are the first`);
}

for (const client of CLIENTS) {
  for (const width of [390, 320])
    test(`${client.name} shows all of each message at ${width} px`, { skip }, () => assertShown(client, width, false, [inPage.cut, inPage.broken, inPage.torn]));
  test(`${client.name} shows all of each edited message at 390 px`, { skip }, () => assertShown(client, 390, true, [inPage.cut, inPage.broken, inPage.high]));
  // Beside Element's "(edited)" there is no room for 23 columns of any size that can be read, so the board may break there.
  test(`${client.name} cuts nothing off an edited message at 320 px`, { skip }, () => assertShown(client, 320, true, [inPage.cut]));
}
