// What the pages of a club night and of a season share: their parts, and how they follow the bot.
import { follow } from "./connection.mjs";
import { roughly, serverTime, setNow } from "./clock.mjs";
import { h, person } from "./dom.mjs";
import { announce } from "./notice.mjs";
import { showSheet } from "./sheet.mjs";
import { loadWords, say, timeText } from "./words.mjs";

const MINUS = "\u2212";
const HALF_DAY = 12 * 3_600_000;

// When a night begins, in the reader's own time; with the day if that is far away.
export function beginsAt(starts) {
  return timeText(starts, starts - serverTime() > HALF_DAY ? { weekday: "long" } : {});
}

// The day and time at which a season begins or ends.
export const onDay = (time) => timeText(time, { weekday: "short", day: "numeric", month: "long" });

export const nameOf = (night, index) => night.fencers[index]?.name ?? "";
export const indicatorText = (indicator) => (indicator < 0 ? `${MINUS}${-indicator}` : indicator > 0 ? `+${indicator}` : "0");

// The sheet of a pool can be too wide for the screen: then it scrolls by itself, also by the keyboard.
export function sheet(key, title, kind, ...parts) {
  const scrolls = kind === "pool" && { role: "region", tabindex: "0", "aria-labelledby": key };
  return h(
    "div",
    { class: "paper", "data-key": key },
    h("h3", { id: key }, title),
    h("div", { class: "scroll", ...scrolls }, h("table", { class: kind, "aria-labelledby": key }, parts)),
  );
}

export const column = (name, props) => h("th", { scope: "col", ...props }, name);
export const short = (name) => column(h("abbr", { title: say(`${name}_long`) }, say(name)));

// The bouts of the competition that are fenced now, with links to their boards.
export function nowView(token, night, fenced) {
  if (fenced.length === 0) return null;
  const link = ({ fencers: [one, other], match }) =>
    h("li", { "data-key": `now${match}` }, h("a", { href: `#b=${token}&match=${match}` }, person(nameOf(night, one)), " – ", person(nameOf(night, other)), ` #${match}`));
  return h("section", { class: "paper", "data-key": "now", "aria-labelledby": "now" }, h("h3", { id: "now" }, say("night_now")), h("ul", { class: "now" }, fenced.map(link)));
}

export function entrantsView(night, entered, name) {
  const list = night.fencers.filter((fencer) => fencer.state === entered);
  if (list.length === 0) return null;
  const items = list.map((fencer) => h("li", null, person(fencer.name)));
  return h("section", { class: "paper", "data-key": entered, "aria-labelledby": entered }, h("h3", { id: entered }, say(name, { count: list.length })), h("ul", { class: "entrants" }, items));
}

export function terms({ touches, level, turn }) {
  return [say("first_to", { touches }), say(`rules_${level}`), say("each_turn", { left: roughly(turn) })].map((term) => h("span", null, term));
}

function lost() {
  const banner = document.getElementById("behind");
  banner.textContent = say("behind_short");
  if (banner.hidden) announce(banner.textContent);
  banner.hidden = false;
}

function ended() {
  document.getElementById("behind").hidden = true;
  showSheet(say("board_dead"));
}

// Follows the competition of this kind, "night" or "season". Calls show(before, now) for each state. A state is null
// if there is nothing to show, and so is the one before the first.
export function followCompetition(token, kind, show) {
  let before = null;
  let queue = Promise.resolve();
  const receive = async (next) => {
    setNow(next.now);
    await loadWords(next.language).catch((error) => console.warn(String(error)));
    document.getElementById("behind").hidden = true;
    show(before, next[kind]);
    before = next[kind];
  };
  const enqueue = (next) => (queue = queue.then(() => receive(next)));
  showSheet(say("loading"));
  // A page that nobody looks at needs no stream.
  follow(token, { rests: () => document.visibilityState === "hidden", state: enqueue, lost, ended }, `api/${kind}`);
}
