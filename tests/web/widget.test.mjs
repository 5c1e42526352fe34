// The followers' board as a widget: in a frame of a page of another site, as Element shows it.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { TOKEN, openPage, startBrowser, startServer } from "./browser.mjs";
import * as at from "./positions.mjs";

// The same attributes and parameters as in Element.
const SANDBOX = "allow-forms allow-popups allow-popups-to-escape-sandbox allow-same-origin allow-scripts allow-presentation allow-downloads";
const PARAMETERS = "?widgetId=engarde-%40bot%3Ahere&parentUrl=http%3A%2F%2Flocalhost%2F";

let server, browser, app, site, context;

before(async () => {
  server = await startServer();
  browser = await startBrowser();
  app = createServer((request, reply) => {
    const url = new URL(request.url, "http://localhost/").searchParams.get("url") ?? "";
    reply.setHeader("Content-Type", "text/html");
    reply.end(`<!doctype html><title>App</title><iframe sandbox="${SANDBOX}" width="600" height="500" src="${url.replaceAll("&", "&amp;")}"></iframe>`);
  });
  await new Promise((resolve) => app.listen(0, "127.0.0.1", resolve));
  // Another site, not only another origin: the browser then separates the storage of the frame.
  site = `http://localhost:${app.address().port}/`;
});
after(async () => {
  await browser.close();
  app.close();
  server.stop();
});

// Shows an address in a frame of the app. Returns the frame.
async function embed(path, prepare = () => {}) {
  context = await browser.newContext({ locale: "en-GB" });
  await prepare(context);
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  await page.goto(`${site}?url=${encodeURIComponent(server.base + path)}`);
  return { page, frame: page.frameLocator("iframe") };
}

const board = `board${PARAMETERS}#b=${TOKEN}`;

test("the board is live in a frame of another site", async () => {
  await server.state(at.board(at.waiting()));
  const { page, frame } = await embed(board);
  await frame.locator(".piste").waitFor();
  await server.state(at.board(at.waiting({ news: ["Ben retreats 1."] })));
  await frame.locator(".news", { hasText: "Ben retreats 1." }).waitFor();
  assert.equal(await frame.locator("footer button").count(), 0);
  assert.deepEqual(page.faults, []);
  await context.close();
});

test("the board works where the browser gives a frame no storage", async () => {
  await server.state(at.board(at.waiting()));
  const { page, frame } = await embed(board, (made) =>
    made.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException("denied", "SecurityError");
          },
        });
    }),
  );
  await frame.locator(".piste").waitFor();
  await server.live("down"); // ends the stream
  await server.live("dead");
  await frame.locator(".sheet", { hasText: "link" }).waitFor();
  await server.live("ok");
  assert.deepEqual(
    page.faults.filter((fault) => !/Failed to load resource/.test(fault)),
    [],
  );
  await context.close();
});

test("a table is never shown in a frame", async () => {
  await server.state(at.table(at.free()));
  let { page, frame } = await embed(`#t=${TOKEN}`);
  for (let i = 0; i < 300 && page.faults.length === 0; i++) await page.waitForTimeout(30);
  assert.match(page.faults[0], /frame-ancestors/);
  await context.close();
  ({ frame } = await embed(`board#t=${TOKEN}`));
  await frame.locator(".sheet", { hasText: "needs a link" }).waitFor();
  assert.equal(await frame.locator(".hand").count(), 0);
  await context.close();
});

test("the page for frames does not know the table that this browser has opened", async () => {
  await server.state(at.table(at.free()));
  const page = await openPage(browser, server.base, `#t=${TOKEN}`);
  await page.locator(".hand").waitFor();
  await page.goto(`${server.base}board`);
  await page.locator(".sheet", { hasText: "needs a link" }).waitFor();
  assert.equal(await page.locator(".hand").count(), 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
