// The club night of a room for those who follow it: the podium, the tableau, the pool sheets.
import { beginsAt, column, entrantsView, followCompetition, indicatorText, nameOf, nowView, sheet, short, terms } from "./competition.mjs";
import { h, morph, person } from "./dom.mjs";
import { announce } from "./notice.mjs";
import { say } from "./words.mjs";

let token = "";

const allBouts = (night) => [...night.pools, ...night.rounds].flatMap(({ bouts }) => bouts);

function stageText({ stage, starts, fencers, resumes }) {
  if (stage === "sign-up" || stage === "check-in") return say("night_begins", { until: beginsAt(starts) });
  if (resumes) return say("night_pause", { until: beginsAt(resumes) });
  if (stage === "pools") return say("night_pools");
  if (stage === "tableau") return say("night_tableau");
  return say(fencers.some(({ final }) => final) ? "contest_over" : "contest_stopped");
}

// What a fencer has reached in a bout: V5 for a victory, 3 for a defeat, and else a mark.
function outcome(bout, side) {
  if (bout.winner !== null) return `${bout.winner === side ? "V" : ""}${bout.touches[side]}`;
  if (bout.state === "fenced") return [h("span", { "aria-hidden": "true" }, "●"), h("span", { class: "visually-hidden" }, say("night_fenced_now"))];
  return bout.state === "ended" ? "–" : "";
}

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
        h("td", null, indicatorText(indicator)),
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

function sections(night) {
  if (night.pools.length === 0) return [entrantsView(night, "present", "night_here"), entrantsView(night, "signed_up", "night_signed_up")];
  return [
    podiumView(night),
    nowView(token, night, allBouts(night).filter(({ match }) => match)),
    h("div", { class: "rounds-of", "data-key": "rounds" }, roundViews(night)),
    h("div", { class: "pools", "data-key": "pools" }, night.pools.map((pool, i) => poolView(night, pool, i))),
    h("p", { class: "hint", "data-key": "legend" }, say("night_legend")),
  ];
}

function render(night) {
  morph(
    document.getElementById("page"),
    h(
      "div",
      { class: "night", "data-key": "night" },
      h("h2", { class: "title", tabindex: "-1", "data-home": true }, say("night")),
      night && h("p", { class: "terms" }, terms(night)),
      h("p", { class: "status", "data-key": "stage" }, night ? stageText(night) : say("contest_none")),
      h("p", { class: "buttons", "data-key": "boards" }, h("a", { class: "button", href: `#b=${token}` }, say("matches_here"))),
      night ? sections(night).filter(Boolean) : null,
    ),
  );
}

// Announces the stage if it is new, and else the results that are new.
function tell(before, night) {
  const stage = night ? stageText(night) : say("contest_none");
  if (!before || !night || stageText(before) !== stage) return announce(stage);
  const done = ({ bouts }) => bouts.map(({ winner }) => winner !== null);
  const known = [...before.pools, ...before.rounds].map(done);
  const fresh = [...night.pools, ...night.rounds].flatMap(({ bouts }, i) => bouts.filter(({ winner }, j) => winner !== null && !known[i]?.[j]));
  const score = ({ fencers: [one, other], touches }) => say("score", { white: nameOf(night, one), own: touches[0], black: nameOf(night, other), other: touches[1] });
  if (before.rounds.length === night.rounds.length) announce(fresh.map(score).join(". "));
}

export function openNight(link) {
  token = link.token;
  followCompetition(token, "night", (before, night) => {
    tell(before, night);
    render(night);
  });
}
