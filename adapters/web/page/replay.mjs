// The replay of a match that has ended: both hands, each action, and the record to download.
import { h, morph, person } from "./dom.mjs";
import { get } from "./connection.mjs";
import { showSheet } from "./sheet.mjs";
import { factsView, scoreView, terms, verdictText } from "./match.mjs";
import { NARROWEST, piste, pisteInWords } from "./piste.mjs";
import { shownHand } from "./hand.mjs";
import { announce } from "./notice.mjs";
import { loadWords, say } from "./words.mjs";

const PACE = 1300; // ms for one step

const ui = { at: 0, width: 320, timer: null };
let source = null; // what openReplay was called with: {token, query, back}; null after closeReplay
let replay = null;
let steps = []; // all steps of all rounds, each with its round

const page = () => document.getElementById("page");

function controls() {
  const button = (name, to, sign, end) =>
    h("button", { type: "button", class: "sign", "data-do": "go", "data-to": to, "data-key": name, "aria-label": say(name), title: say(name), "aria-disabled": end ? "true" : null }, sign);
  const last = steps.length - 1;
  return h(
    "div",
    { class: "controls", "data-key": "controls" },
    h("input", {
      type: "range",
      min: 0,
      max: last,
      value: ui.at,
      "data-key": "scrub",
      "aria-label": say("scrub"),
      "aria-valuetext": `${say("step", { count: ui.at + 1, played: steps.length })}. ${steps[ui.at].text}`,
    }),
    h(
      "div",
      { class: "buttons" },
      button("first_step", 0, "«", ui.at === 0),
      button("back", Math.max(0, ui.at - 1), "‹", ui.at === 0),
      h("button", { type: "button", class: "primary", "data-do": "run", "data-key": "run" }, say(ui.timer ? "stop" : "play")),
      button("forward", Math.min(last, ui.at + 1), "›", ui.at === last),
      button("last_step", last, "»", ui.at === last),
    ),
    h("p", { class: "hint" }, say("step", { count: ui.at + 1, played: steps.length })),
  );
}

function roundsView() {
  return h(
    "nav",
    { class: "rounds", "aria-label": say("rounds"), "data-key": "rounds" },
    h(
      "ul",
      null,
      replay.rounds.map((round) =>
        h(
          "li",
          { "data-key": `round${round.round}` },
          h(
            "button",
            { type: "button", "data-do": "go", "data-to": round.start, "aria-current": round.round === steps[ui.at].round ? "true" : null },
            say("round", { round: round.round }),
          ),
        ),
      ),
    ),
  );
}

function actionsView() {
  const here = replay.rounds.find((round) => round.round === steps[ui.at].round);
  return h(
    "section",
    { class: "news", "data-key": "actions", "aria-labelledby": "actions-title" },
    h("h3", { id: "actions-title" }, say("actions")),
    h(
      "ol",
      { class: "steps" },
      here.steps.map((step, i) =>
        h(
          "li",
          { "data-key": `step${i}` },
          h("button", { type: "button", "data-do": "go", "data-to": here.start + i, "aria-current": here.start + i === ui.at ? "step" : null }, step.text),
        ),
      ),
    ),
  );
}

function render() {
  const step = steps[ui.at];
  const match = { ...replay, ...step, status: "ended" };
  const { position, hands } = step;
  morph(
    page(),
    h(
      "div",
      { class: "table", "data-key": "replay" },
      h(
        "section",
        { class: "match replay", "aria-labelledby": "match-title" },
        source.back && h("p", { class: "buttons", "data-key": "back" }, h("button", { type: "button", "data-do": "leave" }, say("to_table"))),
        h("h2", { id: "match-title", class: "title", tabindex: "-1", "data-home": true }, `${say("replay")}: `, person(replay.players.white), " – ", person(replay.players.black)),
        h("p", { class: "terms" }, terms(match).map((term) => h("span", null, term)), h("span", null, `#${replay.id}`)),
        scoreView(match),
        h("div", { class: "arena", "data-key": "arena" }, piste(position, { width: ui.width, label: pisteInWords(replay.players, position) })),
        h("p", { class: "status", "data-key": "status" }, step.text),
        controls(),
        h(
          "div",
          { class: "others both", "data-key": "hands" },
          ["white", "black"].map((seat) =>
            h("div", null, h("h3", { class: "label" }, say("hand_of", { name: replay.players[seat] })), shownHand(replay.players[seat], hands[seat])),
          ),
        ),
        factsView({ position }, false),
        roundsView(),
        actionsView(),
        replay.verdict && h("p", { class: "verdict", "data-key": "verdict" }, verdictText(replay)),
        h(
          "section",
          { class: "proof", "data-key": "proof" },
          h("h3", null, say("proof")),
          h("p", { class: "verified" }, replay.verified),
          h("div", { class: "buttons" }, h("button", { type: "button", "data-do": "record" }, say("record"))),
        ),
      ),
    ),
  );
}

function stop() {
  clearInterval(ui.timer);
  ui.timer = null;
}

function go(to, speak) {
  ui.at = Math.min(steps.length - 1, Math.max(0, to));
  if (ui.at === steps.length - 1) stop();
  render();
  if (speak) announce(steps[ui.at].text);
}

function run() {
  if (ui.timer) {
    stop();
    return render();
  }
  if (ui.at === steps.length - 1) ui.at = 0;
  ui.timer = setInterval(() => go(ui.at + 1, true), PACE);
  render();
}

// The server no longer has the replay: goes back to the table, or says so if the page has no table.
const gone = () => (source.back ? source.back() : showSheet(say("board_dead")));

async function download() {
  const asked = source;
  const name = `engarde-${replay.id}.txt`;
  const answer = await get(asked.token, `api/record${asked.query}`, { lost: () => announce(say("behind_short")) });
  // The player may have left the replay meanwhile.
  if (!answer) return source === asked ? gone() : null;
  const url = URL.createObjectURL(await answer.blob());
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const taps = {
  go: ({ to }) => {
    stop();
    go(Number(to), true);
  },
  run,
  record: download,
  leave: () => source.back(),
};

let listens = false;

function listen() {
  if (listens) return;
  listens = true;
  document.body.addEventListener("click", (event) => {
    const target = event.target.closest("[data-do]");
    if (replay && target && target.ariaDisabled !== "true") taps[target.dataset.do]?.(target.dataset);
  });
  page().addEventListener("input", (event) => {
    if (!replay || event.target.type !== "range") return;
    stop();
    go(Number(event.target.value), false);
  });
  new ResizeObserver(() => {
    const width = Math.max(NARROWEST, Math.floor(page().querySelector(".match")?.clientWidth ?? 0));
    if (width === ui.width) return;
    ui.width = width;
    if (replay) render();
  }).observe(page());
}

// Shows a replay until closeReplay. `query` is the query of the requests: "?match=ID" for the token of a
// table, and empty for the token of a replay. `back` leaves the replay; it is null if the page shows only
// the replay.
export async function openReplay(token, query = "", back = null) {
  const asked = { token, query, back };
  source = asked;
  showSheet(say("loading"));
  const answer = await get(token, `api/replay${query}`, { lost: () => source === asked && showSheet(say("behind_short")) });
  const read = answer && (await answer.json());
  if (read) await loadWords(read.language);
  if (source !== asked) return;
  if (!read) return gone();
  replay = read;
  steps = [];
  ui.at = 0;
  for (const round of replay.rounds) {
    round.start = steps.length;
    steps.push(...round.steps.map((step) => ({ ...step, round: round.round })));
  }
  if (back) scrollTo(0, 0);
  else document.title = `${replay.players.white} – ${replay.players.black} – En Garde`;
  render();
  if (back) page().querySelector("[data-home]").focus({ preventScroll: true });
  listen();
}

// Stops the replay. The caller then shows something else.
export function closeReplay() {
  stop();
  source = replay = null;
}
