// The server and the browser that the tests of a file share, and the page of the current test, which must have no faults at
// its end.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach } from "node:test";
import { openPage, startBrowser, startServer } from "./browser.mjs";

export let server, browser, page;

before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
  server.stop();
});
beforeEach(async () => {
  await server.answers();
  await server.live("ok");
});
afterEach(async () => {
  assert.deepEqual(page?.faults ?? [], []);
  await page?.context().close();
  page = null;
});

// Makes `other` the page of the test, from a context that the test has made itself.
export function usePage(other) {
  page = other;
  page.faults ??= [];
}

export async function load(path, options) {
  usePage(await openPage(browser, server.base, path, options));
}
