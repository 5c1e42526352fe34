// The live states, the repeated taps, the link, and people who want to do harm.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TOKEN } from "./browser.mjs";
import * as at from "./positions.mjs";
import { browser, load, page, server, usePage } from "./table.mjs";

const LINK = `#t=${TOKEN}`;

async function open(state, link = LINK, options) {
  await server.state(state);
  await load(link, options);
  await page.waitForSelector("main h2");
}

const status = (text) => page.locator(".status", { hasText: text }).waitFor();
const said = () => page.locator("#said").textContent();

async function taps(count) {
  for (let i = 0; i < 300; i++) {
    const all = await server.taps();
    if (all.length >= count) return all;
    await page.waitForTimeout(30);
  }
  throw new Error(`there are no ${count} taps`);
}

test("each state shows at once; the title and the live region say that it is my turn", async () => {
  await open(at.table(at.waiting()));
  await status("Waiting for Ben");
  assert.equal(await page.title(), "En Garde");
  await server.state(at.table(at.free({ turn: 518, news: [...at.waiting().news, "Ben parries.", "Ben retreats 1."] })));
  await status("Your turn");
  assert.equal(await page.title(), "● Your turn against Ben – En Garde");
  assert.equal(await said(), "Ben parries. Ben retreats 1. Your turn: choose a card.");
  assert.equal(await page.locator("[aria-live], [role=status], [role=alert]").count(), 1);
});

test("a lost connection is said, and comes back by itself", async () => {
  await open(at.table(at.waiting()));
  await server.live("down");
  await page.locator("#behind:not([hidden])").waitFor();
  assert.match(await page.locator("#behind").textContent(), /No connection since \d/);
  assert.match(await said(), /No connection/);
  await server.live("ok");
  await server.state(at.table(at.free()));
  await status("Your turn");
  assert.equal(await page.locator("#behind").isVisible(), false);
});

test("who has scrolled down sees the lost connection, too", async () => {
  await open(at.table(at.free()), LINK, { viewport: { width: 320, height: 400 } });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await server.live("down");
  await page.locator("#behind:not([hidden])").waitFor();
  const box = await page.locator("#behind").boundingBox();
  assert.ok(box.y >= 0 && box.y + box.height < 400, JSON.stringify(box));
});

test("the pauses between the tries grow", async () => {
  await open(at.table(at.waiting()));
  const tries = [];
  page.on("request", (request) => request.url().endsWith("api/live") && tries.push(Date.now()));
  await server.live("down");
  for (let i = 0; i < 400 && tries.length < 4; i++) await page.waitForTimeout(30);
  assert.ok(tries.length >= 4);
  assert.ok(tries[3] - tries[2] > tries[1] - tries[0], String(tries));
});

test("a tap is repeated with its key until an answer comes, and sent once more only after that", async () => {
  await open(at.table(at.free()));
  await server.answers("drop", { status: 503 }, { outcome: "done", text: "" });
  await page.locator(".hand button.card").first().click();
  await page.locator(".choices button").first().click();
  await page.locator(".status.mine", { hasText: "Trying again" }).waitFor();
  await page.locator(".hand button.card").nth(1).click({ force: true });
  const all = await taps(3);
  await page.locator(".status", { hasText: "Trying again" }).waitFor({ state: "detached" });
  assert.equal((await server.taps()).length, 3);
  assert.deepEqual(new Set(all.map((tap) => tap.key)).size, 1);
  await page.locator(".hand button.card").first().click();
  await page.locator(".choices button").first().click();
  assert.notEqual((await taps(4))[3].key, all[0].key);
});

test("a tap that came too late is not played, and the page says so", async () => {
  await open(at.table(at.free()));
  await server.answers({ outcome: "stale", text: "That turn is over already, so nothing was played." });
  await page.locator(".hand button.card").first().click();
  await page.locator(".choices button").first().click();
  await page.locator(".answer", { hasText: "nothing was played" }).waitFor();
  assert.match(await said(), /nothing was played/);
});

test("what the bot refuses is said in its words", async () => {
  await open(at.table(at.free()));
  await server.answers({ outcome: "refused", text: "That was a lot at once." });
  await page.locator("summary", { hasText: "More" }).click();
  await page.locator("[data-offer=nudge]").click();
  await page.locator(".answer", { hasText: "That was a lot at once." }).waitFor();
  assert.equal(await said(), "That was a lot at once.");
});

test("a second device has played: the chosen card is let go", async () => {
  await open(at.table(at.free()));
  await page.locator(".hand button.card").nth(1).click();
  await server.state(at.table(at.waiting()));
  await status("Waiting");
  assert.equal(await page.locator(".target, [aria-pressed=true]").count(), 0);
});

test("the token of a table leaves the address bar; a reload and a bookmark still open the table", async () => {
  await open(at.table(at.free()));
  assert.equal(page.url(), server.base);
  await page.reload();
  await status("Your turn");
  const bookmark = await page.context().newPage();
  await bookmark.goto(server.base);
  await bookmark.locator(".status", { hasText: "Your turn" }).waitFor();
});

test("two players in two tabs of one browser keep their own tables", async () => {
  const other = "othertokenothertokenothertoken12";
  await server.state({ ...at.table(at.waiting({ seat: "black" })), name: "Ben" }, other);
  await open(at.table(at.free()));
  const second = await page.context().newPage();
  await second.goto(`${server.base}#t=${other}`);
  await second.locator(".status", { hasText: "Waiting" }).waitFor();
  await page.reload();
  await status("Your turn");
});

test("a link that works no longer: the page says what to do, and forgets the token", async () => {
  await open(at.table(at.free()));
  await server.state({ type: "ended" });
  await page.locator(".sheet", { hasText: "This link no longer works" }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.length + sessionStorage.length), 0);
  await page.reload();
  await page.locator(".sheet", { hasText: "This page needs a link" }).waitFor();
});

test("an unknown token, and signing out on a shared device", async () => {
  await open(at.table(at.free()));
  await page.locator("button", { hasText: "Sign out" }).click();
  await page.locator(".sheet", { hasText: "has forgotten your table" }).waitFor();
  await page.reload();
  await page.locator(".sheet", { hasText: "This page needs a link" }).waitFor();
  await page.goto(`${server.base}#t=wrongwrongwrongwrongwrongwrong12`);
  await page.locator(".sheet", { hasText: "This link no longer works" }).waitFor();
});

test("hostile names and sentences are text and nothing else", async () => {
  const evil = `<img src=x onerror="document.title='gotcha'"><script>document.title='gotcha'</script>\u202e\u2066`;
  const players = { white: "Anna", black: evil };
  const more = { players, news: [evil], verdict: evil, proposal: { by: "black", kind: "pause" } };
  await open(at.table(at.free(more), at.challenge({ players: { white: evil, black: "Anna" } }), at.won({ players, verdict: evil })));
  await page.waitForTimeout(100);
  assert.equal(await page.locator("main img, main script").count(), 0);
  assert.match(await page.title(), /^● \(2\)/);
  assert.equal(await page.locator(".side.black bdi").textContent(), evil);
  for (const chip of await page.locator(".matches button").all()) {
    await chip.click();
    assert.equal(await page.locator("main img, main script").count(), 0);
  }
});

test("a name from right to left does not turn the sentence around it", async () => {
  await open(at.table(at.waiting({ players: { white: "Anna", black: "\u05d3\u05d5\u05d3" } })));
  assert.equal(await page.locator(".status").textContent(), "Anna attacks with 5\u00a05. Waiting for \u2068\u05d3\u05d5\u05d3\u2069.");
});

test("the clock runs, and counts by the clock of the server", async () => {
  const now = Date.now() - 3_600_000;
  await open({ ...at.table(at.free({ clock: { turn: 300_000, due: now + 90_000, left: null } })), now });
  assert.match(await page.locator("[role=timer]").textContent(), /^1:(30|29|28)$/);
  const first = await page.locator("[role=timer]").textContent();
  await page.waitForFunction((old) => document.querySelector("[role=timer]").textContent !== old, first);
  await server.state(at.table(at.free({ clock: { turn: 86_400_000 * 3, due: null, left: 86_400_000 * 2 + 3_600_000 } })));
  await page.locator(".clock", { hasText: /2 days 1 hr? \(paused\)/ }).waitFor();
});

// Shows or hides the page, for a page whose visibilityState comes from `seen`.
const show = (seen) =>
  page.evaluate((to) => {
    window.seen = to;
    document.dispatchEvent(new Event("visibilitychange"));
  }, seen);

test("no notification without a tap on the button that asks for them", async () => {
  await server.state(at.table(at.waiting()));
  const context = await browser.newContext();
  await context.addInitScript(() => {
    window.asked = 0;
    window.notes = [];
    window.Notification = class {
      static permission = "default";
      static async requestPermission() {
        window.asked++;
        return (this.permission = "granted");
      }
      constructor(title) {
        window.notes.push(title);
      }
    };
    window.seen = "visible";
    Object.defineProperty(document, "visibilityState", { get: () => window.seen });
  });
  usePage(await context.newPage());
  await page.goto(server.base + LINK);
  await status("Waiting");
  await server.state(at.table(at.free({ turn: 600 })));
  await status("Your turn");
  assert.deepEqual(await page.evaluate(() => [window.asked, window.notes]), [0, []]);
  await page.locator("#tools button", { hasText: "Notify me" }).click();
  await page.locator("#tools button", { hasText: "Stop notifying" }).waitFor();
  await show("hidden");
  await server.state(at.table(at.waiting({ turn: 601 })));
  await status("Waiting");
  await server.state(at.table(at.free({ turn: 602 })));
  await status("Your turn");
  assert.deepEqual(await page.evaluate(() => [window.asked, window.notes]), [1, ["Your turn against Ben"]]);
});

test("a table that nobody looks at closes its connection, and comes back with the news", async () => {
  await open(at.table(at.waiting()));
  await status("Waiting");
  await page.evaluate(() => Object.defineProperty(document, "visibilityState", { get: () => window.seen }));
  const closed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("api/live"));
  await show("hidden");
  await closed;
  await server.state(at.table(at.free({ turn: 600 })));
  await show("visible");
  await status("Your turn");
  assert.equal(await page.locator("#behind:visible").count(), 0);
});

test("a board for followers: no hand, nothing to tap on, and it follows", async () => {
  await open(at.board(at.waiting()), `#b=${TOKEN}`);
  await status("Anna attacks with 5\u00a05. Ben is to act.");
  assert.equal(await page.locator("main button, .hand, #tools button").count(), 0);
  assert.ok(page.url().endsWith(`#b=${TOKEN}`));
  await server.state(at.board());
  await page.locator(".sheet", { hasText: "Nobody is playing" }).waitFor();
});
