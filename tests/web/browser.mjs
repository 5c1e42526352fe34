// Starts the server and the browser for the tests.
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";

export const TOKEN = "tokentokentokentokentokentoken12";
const PATIENCE = 120_000; // nothing takes longer, even on a busy machine
const FLAGS = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export async function startServer() {
  const child = spawn("/usr/bin/python3", ["-B", new URL("server.py", import.meta.url).pathname], { stdio: ["pipe", "pipe", "inherit"] });
  const port = await new Promise((resolve) => child.stdout.once("data", (data) => resolve(Number(data))));
  const base = `http://127.0.0.1:${port}/`;
  const tell = async (path, body) => {
    const answer = await fetch(`${base}test/${path}`, { method: "POST", body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  };
  return {
    base,
    state: (state, token = TOKEN) => tell("state", { token, state }),
    live: (mode) => tell("live", { mode }),
    answers: (...answers) => tell("acts", { answers }),
    replay: (replay, record) => tell("replay", { replay, record }),
    taps: async () => (await fetch(`${base}test/acts`)).json(),
    stop: () => child.stdin.end(),
  };
}

export const startBrowser = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", chromiumSandbox: false, args: FLAGS });

// Opens a page, after `watch` has had it. Everything that the page writes to the console as an error is a fault, and so is a
// request to another server.
export async function openPage(browser, base, path, options = {}, watch = () => {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB", ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/Failed to load resource/.test(message.text())) page.faults.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(base) && !request.url().startsWith("blob:")) page.faults.push(request.url());
  });
  watch(page);
  await page.goto(base + path);
  return page;
}
