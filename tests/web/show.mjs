// Writes pictures of the page to a folder, to look at: node show.mjs FOLDER
import { mkdir } from "node:fs/promises";
import { TOKEN, openPage, startBrowser, startServer } from "./browser.mjs";
import * as at from "./positions.mjs";

const folder = process.argv[2] ?? "pictures";
const server = await startServer();
const browser = await startBrowser();
const SIZES = { phone: { width: 320, height: 640 }, laptop: { width: 1280, height: 800 }, wide: { width: 2560, height: 1300 } };

async function shoot(name, path, size, colorScheme, prepare) {
  const page = await openPage(browser, server.base, path, { viewport: SIZES[size], colorScheme, hasTouch: size === "phone", deviceScaleFactor: size === "phone" ? 2 : 1 });
  await page.waitForSelector(".match, .sheet h2");
  await prepare?.(page);
  await page.waitForTimeout(700);
  await page.screenshot({ path: `${folder}/${name}-${size}-${colorScheme}.png`, fullPage: size === "phone" });
  if (page.faults.length) console.log(name, page.faults);
  await page.context().close();
}

await mkdir(folder, { recursive: true });
const card = (n) => (page) => page.locator(".hand button.card").nth(n).click();
await server.state(at.table(at.free()));
await shoot("free", `#t=${TOKEN}`, "phone", "light", card(1));
await shoot("free", `#t=${TOKEN}`, "laptop", "dark", card(1));
await server.state(at.table(at.attacked(), at.waiting({ id: 9, players: { white: "Anna", black: "\u05d3\u05d5\u05d3 <b>x</b>" } }), at.challenge(), at.won()));
await shoot("attacked", `#t=${TOKEN}`, "phone", "dark");
await shoot("attacked", `#t=${TOKEN}`, "laptop", "light");
await shoot("attacked", `#t=${TOKEN}`, "wide", "light");
await server.state(at.table(at.close()));
await shoot("close", `#t=${TOKEN}`, "phone", "light", card(1));
await server.state(at.table(at.planning({ plan: "if anything then advance 4" })));
await shoot("plan", `#t=${TOKEN}`, "phone", "dark", card(2));
await server.state(at.table(at.won(), at.challenge()));
await shoot("won", `#t=${TOKEN}`, "laptop", "dark");
await server.state(at.table());
await shoot("empty", `#t=${TOKEN}`, "phone", "light");
await server.state(at.board(at.waiting()));
await shoot("board", `#b=${TOKEN}`, "laptop", "light");
await server.replay(at.replay(), "engarde-record 1\n");
await shoot("replay", `#r=${TOKEN}`, "laptop", "light", (page) => page.locator("[data-key=last_step]").click());
await shoot("replay", `#r=${TOKEN}`, "phone", "dark", (page) => page.locator("[data-to='4']").first().click());
await browser.close();
server.stop();
