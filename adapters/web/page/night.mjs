// The club night of a room for those who follow it: the podium, the tableau, the pool sheets.
import { follow } from "./connection.mjs";
import { roughly, serverTime, setNow } from "./clock.mjs";
import { h, morph, person } from "./dom.mjs";
import { announce } from "./notice.mjs";
import { showSheet } from "./sheet.mjs";
import { language, loadWords, say } from "./words.mjs";

const MINUS = "\u2212";
const HALF_DAY = 12 * 3_600_000;

let token = "";
let state = null;

// When a night begins, in the reader's own time; with the day if that is far away.
export function beginsAt(starts) {
  const time = { hour: "2-digit", minute: "2-digit" };
  const far = starts - serverTime() > HALF_DAY;
  return new Date(starts).toLocaleString(language, far ? { weekday: "long", ...time } : time);
}

const nameOf = (night, index) => night.fencers[index]?.name ?? "";
const allBouts = (night) => [...night.pools, ...night.rounds].flatMap(({ bouts }) => bouts);

function stageText({ stage, starts, fencers, resumes }) {
  if (stage === "sign-up" || stage === "check-in") return say("night_begins", { until: beginsAt(starts) });
  if (resumes) return say("night_pause", { until: beginsAt(resumes) });
  if (stage === "pools") return say("night_pools");
  if (stage === "tableau") return say("night_tableau");
  return say(fencers.some(({ final }) => final) ? "night_over" : "night_stopped");
}

// What a fencer has reached in a bout: V5 for a victory, 3 for a defeat, and else a mark.
function outcome(bout, side) {
  if (bout.winner !== null) return `${bout.winner === side ? "V" : ""}${bout.touches[side]}`;
  if (bout.state === "fenced") return [h("span", { "aria-hidden": "true" }, "●"), h("span", { class: "visually-hidden" }, say("night_fenced_now"))];
  return bout.state === "ended" ? "–" : "";
}

// The sheet of a pool can be too wide for the screen: then it scrolls by itself, also by the keyboard.
function sheet(key, title, kind, ...parts) {
  const scrolls = kind === "pool" && { role: "region", tabindex: "0", "aria-labelledby": key };
  return h(
    "div",
    { class: "paper", "data-key": key },
    h("h3", { id: key }, title),
    h("div", { class: "scroll", ...scrolls }, h("table", { class: kind, "aria-labelledby": key }, parts)),
  );
}

const column = (name, props) => h("th", { scope: "col", ...props }, name);
const short = (name) => column(h("abbr", { title: say(`${name}_long`) }, say(name)));

// The pools

function cell(night, pool, row, column) {
  if (row.fencer === column.fencer) return h("td", { class: "self" }, h("span", { class: "visually-hidden" }, "–"));
  const bout = pool.bouts.find(({ fencers }) => fencers.includes(row.fencer) && fencers.includes(column.fencer));
  const side = bout?.fencers.indexOf(row.fencer);
  return h("td", { class: bout?.winner === side ? "won" : "" }, bout ? outcome(bout, side) : "");
}

function rowView(night, pool, row, i) {
  const { indicator = 0 } = row;
  const own = row.withdrawn
    ? [h("td", { colspan: "4" }, say("night_withdrawn"))]
    : [
        h("td", null, `${row.victories}/${row.bouts}`),
        h("td", null, indicator < 0 ? `${MINUS}${-indicator}` : `+${indicator}`),
        h("td", null, row.scored),
        h("td", { class: "place" }, row.bouts ? row.place : ""),
      ];
  return h(
    "tr",
    { "data-key": `row${row.fencer}` },
    h("th", { scope: "row" }, h("span", { class: "number" }, i + 1), " ", person(nameOf(night, row.fencer))),
    pool.rows.map((other) => cell(night, pool, row, other)),
    own,
  );
}

function poolView(night, pool, index) {
  const heads = pool.rows.map((row, i) =>
    column([h("span", { "aria-hidden": "true" }, i + 1), h("span", { class: "visually-hidden" }, person(nameOf(night, row.fencer)))]),
  );
  const results = ["victories", "indicator", "scored", "place"].map((name) => short(`night_${name}`));
  return sheet(
    `pool${index + 1}`,
    say("night_pool", { round: index + 1 }),
    "pool",
    h("thead", null, h("tr", null, column(say("night_fencer")), heads, results)),
    h("tbody", null, pool.rows.map((row, i) => rowView(night, pool, row, i))),
  );
}

// The tableau: a table for each round, with two rows for each bout, as in a bracket

function sideView(night, bout, side) {
  const fencer = bout.fencers[side];
  const known = fencer !== null && fencer >= 0;
  const name = known ? person(nameOf(night, fencer)) : h("span", { class: "faint" }, say(fencer === null ? "night_unknown" : "night_bye"));
  return h(
    "tr",
    { class: bout.winner === side ? "won" : "" },
    h("td", null, known ? night.fencers[fencer].rank : ""),
    h("th", { scope: "row" }, name),
    h("td", null, known ? outcome(bout, side) : ""),
  );
}

function roundView(night, round, index) {
  return sheet(
    `round${index + 1}`,
    round.name,
    "round",
    h("thead", null, h("tr", null, ["rank", "fencer", "touches"].map((name) => column(say(`night_${name}`))))),
    round.bouts.map((bout) => h("tbody", null, sideView(night, bout, 0), sideView(night, bout, 1))),
  );
}

// The rounds of which a fencer is known, the newest first.
const roundViews = (night) =>
  night.rounds
    .map((round, i) => ({ view: () => roundView(night, round, i), begun: round.bouts.some(({ fencers }) => fencers.some((one) => one !== null && one >= 0)) }))
    .filter(({ begun }) => begun)
    .map(({ view }) => view())
    .reverse();

// The rest of the page

function podiumView(night) {
  const placed = night.fencers.filter(({ final }) => final).sort((a, b) => a.final - b.final);
  if (placed.length === 0) return null;
  const rows = placed.map(({ name, final }) => h("tr", { class: final <= 3 ? "won" : "" }, h("td", null, final), h("th", { scope: "row" }, person(name))));
  const head = h("thead", null, h("tr", null, short("night_place"), column(say("night_fencer"))));
  return sheet("podium", say("night_result"), "ranking", head, h("tbody", null, rows));
}

function nowView(night) {
  const fenced = allBouts(night).filter(({ match }) => match);
  if (fenced.length === 0) return null;
  const link = ({ fencers: [one, other], match }) =>
    h("li", { "data-key": `now${match}` }, h("a", { href: `#b=${token}&match=${match}` }, person(nameOf(night, one)), " – ", person(nameOf(night, other)), ` #${match}`));
  return h("section", { class: "paper", "data-key": "now", "aria-labelledby": "now" }, h("h3", { id: "now" }, say("night_now")), h("ul", { class: "now" }, fenced.map(link)));
}

function entrantsView(night, entered, name) {
  const list = night.fencers.filter((fencer) => fencer.state === entered);
  if (list.length === 0) return null;
  const items = list.map((fencer) => h("li", null, person(fencer.name)));
  return h("section", { class: "paper", "data-key": entered, "aria-labelledby": entered }, h("h3", { id: entered }, say(name, { count: list.length })), h("ul", { class: "entrants" }, items));
}

function terms({ touches, level, turn }) {
  return [say("first_to", { touches }), say(`rules_${level}`), say("each_turn", { left: roughly(turn) })].map((term) => h("span", null, term));
}

function sections(night) {
  if (night.pools.length === 0) return [entrantsView(night, "present", "night_here"), entrantsView(night, "signed_up", "night_signed_up")];
  return [
    podiumView(night),
    nowView(night),
    h("div", { class: "rounds-of", "data-key": "rounds" }, roundViews(night)),
    h("div", { class: "pools", "data-key": "pools" }, night.pools.map((pool, i) => poolView(night, pool, i))),
    h("p", { class: "hint", "data-key": "legend" }, say("night_legend")),
  ];
}

function render() {
  const { night } = state;
  morph(
    document.getElementById("page"),
    h(
      "div",
      { class: "night", "data-key": "night" },
      h("h2", { class: "title", tabindex: "-1", "data-home": true }, say("night")),
      night && h("p", { class: "terms" }, terms(night)),
      h("p", { class: "status", "data-key": "stage" }, night ? stageText(night) : say("night_none")),
      h("p", { class: "buttons", "data-key": "boards" }, h("a", { class: "button", href: `#b=${token}` }, say("matches_here"))),
      night ? sections(night).filter(Boolean) : null,
    ),
  );
}

// Announces the stage if it is new, and else the results that are new.
function tell(before, night) {
  const stage = night ? stageText(night) : say("night_none");
  if (!before || !night || stageText(before) !== stage) return announce(stage);
  const done = ({ bouts }) => bouts.map(({ winner }) => winner !== null);
  const known = [...before.pools, ...before.rounds].map(done);
  const fresh = [...night.pools, ...night.rounds].flatMap(({ bouts }, i) => bouts.filter(({ winner }, j) => winner !== null && !known[i]?.[j]));
  const score = ({ fencers: [one, other], touches }) => say("score", { white: nameOf(night, one), own: touches[0], black: nameOf(night, other), other: touches[1] });
  if (before.rounds.length === night.rounds.length) announce(fresh.map(score).join(". "));
}

async function receive(next) {
  setNow(next.now);
  await loadWords(next.language).catch((error) => console.warn(String(error)));
  const before = state?.night;
  state = next;
  document.getElementById("behind").hidden = true;
  tell(before, state.night);
  render();
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

export async function openNight(link) {
  token = link.token;
  showSheet(say("loading"));
  let queue = Promise.resolve();
  const enqueue = (next) => (queue = queue.then(() => receive(next)));
  // A page that nobody looks at needs no stream.
  follow(token, { rests: () => document.visibilityState === "hidden", state: enqueue, lost, ended }, "api/night");
}
