// The season of a room for those who follow it: the tables of its divisions.
import { column, entrantsView, followCompetition, indicatorText, nameOf, nowView, onDay, sheet, short, terms } from "./competition.mjs";
import { h, morph, person } from "./dom.mjs";
import { announce } from "./notice.mjs";
import { say } from "./words.mjs";

let token = "";

function stageText({ stage, starts, ends }) {
  if (stage === "sign-up") return say("season_begins", { until: onDay(starts) });
  if (stage === "under-way") return say("season_ends", { until: onDay(ends) });
  return say(stage === "over" ? "contest_over" : "contest_stopped");
}

const mark = (way) => [h("span", { "aria-hidden": "true" }, way === "up" ? " ▲" : " ▼"), h("span", { class: "visually-hidden" }, ` ${say(`season_${way}`)}`)];

const moves = ({ fate }) => fate !== "stays";

function rowView(season, row) {
  const results = row.withdrawn
    ? [h("td", { colspan: "3" }, say("night_withdrawn"))]
    : [h("td", null, `${row.victories}/${row.bouts}`), h("td", null, row.bouts ? indicatorText(row.indicator) : ""), h("td", null, row.bouts ? row.scored : "")];
  return h(
    "tr",
    { class: moves(row) ? row.fate : "", "data-key": `row${row.fencer}` },
    h("td", { class: "place" }, row.withdrawn ? "" : row.place),
    h("th", { scope: "row" }, person(nameOf(season, row.fencer)), moves(row) && mark(row.fate)),
    results,
  );
}

function divisionView(season, division, index) {
  const title = season.divisions.length === 1 ? say("season_table") : say("season_division", { round: index + 1 });
  const heads = [short("night_place"), column(say("night_fencer")), ...["victories", "indicator", "scored"].map((name) => short(`night_${name}`))];
  return sheet(
    `division${index + 1}`,
    title,
    "division",
    h("thead", null, h("tr", null, heads)),
    h("tbody", null, division.rows.map((row) => rowView(season, row))),
  );
}

function sections(season) {
  if (season.divisions.length === 0) return [entrantsView(season, "signed_up", "night_signed_up")];
  return [
    h("div", { class: "pools", "data-key": "divisions" }, season.divisions.map((division, i) => divisionView(season, division, i))),
    season.divisions.some(({ rows }) => rows.some(moves)) && h("p", { class: "hint", "data-key": "legend" }, say("season_legend")),
    nowView(token, season, season.now),
  ];
}

function render(season) {
  morph(
    document.getElementById("page"),
    h(
      "div",
      { class: "night", "data-key": "season" },
      h("h2", { class: "title", tabindex: "-1", "data-home": true }, say("season")),
      season && h("p", { class: "terms" }, terms(season)),
      h("p", { class: "status", "data-key": "stage" }, season ? stageText(season) : say("contest_none")),
      h("p", { class: "buttons", "data-key": "boards" }, h("a", { class: "button", href: `#b=${token}` }, say("matches_here"))),
      season ? sections(season).filter(Boolean) : null,
    ),
  );
}

// Announces the stage if it is new. Results come all day, so nobody wants to hear each.
function tell(before, season) {
  const stage = season ? stageText(season) : say("contest_none");
  if (!before || !season || before.stage !== season.stage) announce(stage);
}

export function openSeason(link) {
  token = link.token;
  followCompetition(token, "season", (before, season) => {
    tell(before, season);
    render(season);
  });
}
