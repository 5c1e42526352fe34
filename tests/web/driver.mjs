// Drives browsers for tests in another language: reads commands as lines of JSON, and answers each with a line.
// A command is {"id", "do", "page", …}; its answer is {"id", "result"} or {"id", "error"}. See `commands`.
import { createInterface } from "node:readline";
import { openPage, startBrowser } from "./browser.mjs";
import { keyTurn, touchTurn } from "./turns.mjs";

const DEVICES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "light" },
  narrow: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, colorScheme: "dark" },
  laptop: { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  wide: { viewport: { width: 2560, height: 1300 }, colorScheme: "light" },
};

const browser = await startBrowser();
const pages = {};

// Keeps what the page asks for, once for each key, with the outcome when it comes.
function keepTaps(page) {
  page.taps = new Map();
  const key = (request) => request.postDataJSON().key;
  page.on("request", (request) => {
    if (request.method() !== "POST" || page.taps.has(key(request))) return;
    const { match, turn, do: what, action } = request.postDataJSON();
    page.taps.set(key(request), { match, turn, do: what, action, outcome: null, text: null });
  });
  page.on("requestfinished", async (request) => {
    if (request.method() !== "POST") return;
    const answer = await request.response();
    if (answer.ok()) Object.assign(page.taps.get(key(request)), await answer.json());
  });
}

const commands = {
  // Opens a page on a device; `dark` and `light` are the other theme than the device's.
  async open({ page, base, path, device, colorScheme }) {
    const options = colorScheme ? { ...DEVICES[device], colorScheme } : DEVICES[device];
    // The taps must be watched before the page is there.
    pages[page] = await openPage(browser, base, path, options, keepTaps);
    pages[page].touch = Boolean(DEVICES[device].hasTouch);
  },
  // Plays one action by touch or by the keyboard alone, and returns it.
  async turn({ page }) {
    const one = pages[page];
    const before = one.taps.size;
    await one.locator(".status.mine").waitFor();
    await (one.touch ? touchTurn(one) : keyTurn(one));
    for (let i = 0; i < 1000 && one.taps.size === before; i++) await one.waitForTimeout(10);
    return [...one.taps.values()].at(-1);
  },
  async tap({ page, selector }) {
    const found = pages[page].locator(selector).first();
    if (pages[page].touch) return found.tap();
    await found.focus();
    return pages[page].keyboard.press("Enter");
  },
  // Waits for an element that can be seen.
  sees: ({ page, selector }) => pages[page].locator(selector).first().waitFor(),
  misses: ({ page, selector }) => pages[page].locator(selector).first().waitFor({ state: "hidden" }),
  text: ({ page, selector }) => pages[page].locator(selector).first().textContent(),
  count: ({ page, selector }) => pages[page].locator(selector).count(),
  // Waits until the page shows these last actions, the newest first.
  shows: ({ page, news }) =>
    pages[page].waitForFunction((lines) => JSON.stringify([...document.querySelectorAll(".news li")].map((one) => one.textContent)) === lines, JSON.stringify(news)).then(() => true),
  // The page can show the end of a match before it has the answer to the tap that ended it.
  async taps({ page }) {
    const taps = () => [...pages[page].taps.values()];
    for (let i = 0; i < 1000 && taps().some(({ outcome }) => outcome === null); i++) await pages[page].waitForTimeout(10);
    return taps();
  },
  back: ({ page }) => pages[page].goBack().then(() => true),
  shoot: ({ page, path }) => pages[page].screenshot({ path, fullPage: pages[page].touch }).then(() => true),
  width: ({ page }) => pages[page].evaluate(() => document.documentElement.scrollWidth - innerWidth),
  faults: ({ page }) => pages[page].faults,
  close: async ({ page }) => {
    await pages[page].context().close();
    delete pages[page];
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  // The commands of different pages run at the same time.
  Promise.resolve(commands[command.do](command))
    .then((result) => ({ result: result ?? null }), (error) => ({ error: String(error.stack) }))
    .then((answer) => process.stdout.write(`${JSON.stringify({ id: command.id, ...answer })}\n`));
}
await browser.close();
