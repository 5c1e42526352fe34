// A player's table with all their matches, and the followers' board of a room.
import { h, morph, person } from "./dom.mjs";
import { act, follow } from "./connection.mjs";
import { clockView, serverTime, setNow } from "./clock.mjs";
import { beginsAt, onDay } from "./competition.mjs";
import { fitting, handKey, options, targetsOf, toggle } from "./hand.mjs";
import { matchView, mayAct, statusText } from "./match.mjs";
import { confirmed, offerLabel, question } from "./offers.mjs";
import { NARROWEST } from "./piste.mjs";
import { planWords } from "./plans.mjs";
import { showHint, showWords } from "./questions.mjs";
import { closeReplay, openReplay } from "./replay.mjs";
import { announce, notify, notifyState, setTitle, toggleNotify } from "./notice.mjs";
import { opponentOf } from "./seat.mjs";
import { LANGUAGES } from "./languages.mjs";
import { language, loadWords, say, timeText } from "./words.mjs";
import { forgetLink } from "./link.mjs";
import { showSheet } from "./sheet.mjs";

const capital = (word) => word[0].toUpperCase() + word.slice(1);
const LEVELS = ["novice", "pupil", "fencer", "provost", "maitre"];

const ui = { chosen: [], attacksOnly: false, awaited: "anything", late: false, sending: false, unsent: false, answer: "", width: 320 };
let link = null;
let state = null;
let current = null; // the id of the match that is shown
let position = ""; // which position `ui.chosen` belongs to
// After a tap that makes a match: the ids of the matches before the tap. The page opens the first match
// with another id.
let known = null;
let over = false; // the link is dead, or the player has signed out
let replaying = false; // the page shows the replay of a match; the table goes on behind it

const page = () => document.getElementById("page");
const shown = () => state?.matches.find((match) => match.id === current);
const statusOf = (table, id) => table.matches.find((match) => match.id === id)?.status;
const waits = (match) => mayAct(match) || (match.may ?? []).includes("accept");

const namesOf = ({ players }) => `${players.white} – ${players.black}`;

// Whether another match has players with the same names. Then only the number tells the two apart.
const hasDouble = (match) => state.matches.some((other) => other.id !== match.id && namesOf(other) === namesOf(match));

function chip(match) {
  const own = match.seat !== null && match.seat !== undefined;
  const score = match.score ? `${match.score.white} : ${match.score.black}` : "";
  const names = own
    ? person(opponentOf(match))
    : [person(match.players.white), " – ", person(match.players.black)];
  return h(
    "li",
    { "data-key": `chip${match.id}` },
    h(
      "button",
      { type: "button", "data-do": "open", "data-id": match.id, "aria-current": match.id === current ? "true" : null, class: waits(match) ? "waits" : "" },
      h("span", { class: "who" }, names, hasDouble(match) ? ` #${match.id}` : ""),
      h("span", { class: "how" }, match.status === "challenge" ? statusText(match) : waits(match) ? say("your_turn_short") : score, match.clock?.due ? [" ", clockView(match.clock)] : ""),
    ),
  );
}

function matchesView() {
  const { matches, type } = state;
  if (matches.length < 2) return null;
  const name = type === "table" ? say("matches") : say("matches_here");
  return h("nav", { class: "matches", "aria-label": name, "data-key": "matches" }, h("ul", null, matches.map(chip)));
}

// A link from the board to the season of the room.
const seasonLink = () =>
  state.season ? h("p", { class: "buttons to-night", "data-key": "season" }, h("a", { class: "button", href: `#s=${link.token}` }, say("season"))) : null;

// A link from the board to the club night of the room; on a table, what comes next for the fencer.
function nightView() {
  const { night, type } = state;
  if (!night) return null;
  if (type === "board")
    return h("p", { class: "buttons to-night", "data-key": "night" }, h("a", { class: "button", href: `#n=${link.token}` }, say("night")));
  if (night.match && night.match === current) return null;
  const where = night.round ?? (night.pool ? say("night_pool", { round: night.pool }) : "");
  const text = night.starts ? say("night_you_entered", { until: beginsAt(night.starts) }) : night.text;
  return h(
    "section",
    { class: "next", "data-key": "night", "aria-labelledby": "night-title" },
    h("h3", { id: "night-title" }, say("night"), where && ` · ${where}`),
    text && h("p", null, text),
    night.match && state.matches.some(({ id }) => id === night.match) &&
      h("p", { class: "buttons" }, h("button", { type: "button", class: "primary", "data-do": "open", "data-id": night.match, "data-key": "go" }, say("night_go"))),
  );
}

// The fencer's bouts of a season, each of which a tap opens, and whom they fence later.
function seasonView({ starts, ends, bouts = [], text }, index) {
  const title = `season-title${index}`;
  const open = bouts.filter(({ match }) => match !== current && state.matches.some(({ id }) => id === match));
  const button = ({ name, match }) => h("button", { type: "button", "data-do": "open", "data-id": match, "data-key": `go${match}` }, person(name), ` #${match}`);
  return h(
    "section",
    { class: "next", "data-key": `season${index}`, "aria-labelledby": title },
    h("h3", { id: title }, say("season")),
    h("p", null, starts ? say("season_begins", { until: onDay(starts) }) : say("season_ends", { until: onDay(ends) })),
    open.length > 0 && [h("p", { id: `${title}-go` }, say("night_go")), h("div", { class: "buttons", role: "group", "aria-labelledby": `${title}-go` }, open.map(button))],
    text && h("p", null, text),
  );
}

function practiceView() {
  if (state.type !== "table") return null;
  const busy = state.matches.some((match) => match.practice && match.status !== "ended");
  if (busy) return null;
  const button = (level, look, text) =>
    h("button", { type: "button", class: look, "data-do": "practice", "data-level": level, "data-key": level ?? "begin" }, text);
  const ways = [
    h("div", { class: "buttons" }, button(null, "primary", say("practice_begin"))),
    h("p", { class: "hint", id: "practice-or" }, say("practice_or")),
    h("div", { class: "buttons", role: "group", "aria-labelledby": "practice-or" }, LEVELS.map((level) => button(level, "", say(level)))),
  ];
  if (state.matches.length === 0)
    return h("section", { class: "practice", "data-key": "practice" }, h("h3", null, say("practice")), ways);
  return h("details", { class: "practice", "data-key": "practice-more" }, h("summary", null, say("practice")), ways);
}

function emptyView() {
  return h(
    "section",
    { class: "sheet", "data-key": "empty" },
    h("h2", { tabindex: "-1", "data-home": true }, say("title")),
    h("p", null, say(state.type === "table" ? "no_matches" : "nothing_here")),
    ui.answer && h("p", { class: "answer", "data-key": "answer" }, ui.answer),
  );
}

function toolsView() {
  if (state.type !== "table") return [];
  const notice = notifyState();
  return [
    notice === "blocked" && h("small", { "data-key": "blocked" }, say("notify_blocked")),
    ["on", "off"].includes(notice) &&
      h("button", { type: "button", "data-do": "notify", "data-key": "notify" }, say(notice === "on" ? "notify_off" : "notify")),
    state.hands &&
      h("button", { type: "button", "data-do": "hand", "data-key": "hand" }, say(state.hands === "page" ? "hand_chat" : "hand_page")),
    typeof state.auto === "boolean" &&
      h("button", { type: "button", "data-do": "auto", "data-key": "auto" }, say(state.auto ? "auto_off" : "auto_on")),
    h(
      "label",
      { "data-key": "language" },
      h("span", { class: "visually-hidden" }, say("language")),
      h(
        "select",
        { "data-key": "select" },
        Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === language }, capital(name))),
      ),
    ),
    h("button", { type: "button", "data-do": "forget", "data-key": "forget" }, say("forget")),
  ].filter(Boolean);
}

function render() {
  if (!state || over) return;
  const made = known && state.matches.find((match) => !known.has(match.id));
  if (made) {
    current = made.id;
    known = null;
  }
  const match = shown();
  const fresh = match ? `${match.id} ${match.turn} ${match.hand}` : "";
  if (fresh !== position) {
    Object.assign(ui, { chosen: [], attacksOnly: false, awaited: "anything" });
    position = fresh;
  }
  const waiting = state.matches.filter(waits);
  setTitle(waiting.length, waiting[0] && opponentOf(waiting[0]));
  if (replaying) return;
  ui.offerNotice = state.type === "table" && notifyState() === "off";
  morph(document.getElementById("tools"), toolsView());
  morph(
    page(),
    h(
      "div",
      { class: `table ${state.matches.length > 1 ? "several" : ""}`, "data-key": "table" },
      [matchesView(), nightView(), seasonLink(), match ? matchView(match, ui) : emptyView(), (state.seasons ?? []).map(seasonView), practiceView()].flat().filter(Boolean),
    ),
  );
}

// Announces a new state: the new actions, and then who is to act.
function tell(before, match) {
  if (!before) return announce(statusText(match));
  const old = before.news ?? [];
  const fresh = (match.news ?? []).filter((line, i, all) => i >= all.length - newLines(old, all));
  const status = statusText(match);
  const planned = match.plan && match.plan !== before.plan ? say("planned", { words: match.plan }) : "";
  announce([...fresh, planned, status === statusText(before) && fresh.length === 0 ? "" : status].filter(Boolean).join(" "));
}

// Returns how many lines at the end of `now` are new. `now` may lack the first lines of `old`.
function newLines(old, now) {
  for (let count = 0; count < now.length; count++) {
    const rest = now.slice(0, now.length - count);
    if (rest.length <= old.length && rest.every((line, i) => line === old[old.length - rest.length + i])) return count;
  }
  return now.length;
}

async function receive(next) {
  setNow(next.now);
  try {
    await loadWords(next.language);
  } catch (error) {
    console.warn(String(error));
  }
  const before = state;
  state = next;
  document.getElementById("behind").hidden = true;
  if (!shown()) {
    current = (state.matches.find(({ id }) => id === link.match) ?? state.matches[0])?.id ?? null;
    ui.answer = "";
  }
  if (before && next.night?.text && next.night.text !== before.night?.text) announce(next.night.text);
  // Who looks at the end of a match sees at once when the next one begins, however they agreed to it.
  const began = before && state.matches.find((match) => match.status === "playing" && statusOf(before, match.id) !== "playing");
  if (began && !replaying && shown().status === "ended") current = began.id;
  for (const match of state.matches) {
    const old = before?.matches.find((one) => one.id === match.id);
    const waitsSinceNow = before && waits(match) && !(old && waits(old));
    if (waitsSinceNow) notify(match, opponentOf(match));
    if (match.id === current) {
      if (old && old.turn !== match.turn) Object.assign(ui, { answer: ui.late ? ui.answer : "", late: false });
      tell(old, match);
    } else if (waitsSinceNow) announce(say("turn_against", { name: opponentOf(match) }));
  }
  render();
}

// Handles the states in their order, even if the page must first load the words for one of them.
let queue = Promise.resolve();
const enqueue = (next) => (queue = queue.then(() => receive(next)));

// A table that nobody looks at closes its connection, so that the bot sends the player's hands to the chat.
// A table that notifies stays open.
const rests = () => link.kind === "table" && document.visibilityState === "hidden" && notifyState() !== "on";

function lost() {
  const banner = document.getElementById("behind");
  if (banner.hidden) {
    banner.textContent = say("behind", { until: timeText(serverTime()) });
    announce(banner.textContent);
  }
  banner.hidden = false;
}

function ended() {
  over = true;
  closeReplay();
  forgetLink(link.token);
  document.title = "En Garde";
  document.getElementById("behind").hidden = true;
  morph(document.getElementById("tools"));
  showSheet(say(link.kind === "table" ? "link_dead" : "board_dead"));
}

async function send(action) {
  if (ui.sending) return;
  Object.assign(ui, { sending: true, unsent: false, answer: "" });
  known = ["practice", "rematch"].includes(action.do) ? new Set(state.matches.map((match) => match.id)) : null;
  render();
  const waiting = () => {
    if (!ui.unsent) announce(say("send_again"));
    ui.unsent = true;
    render();
  };
  const { outcome, text } = await act(link.token, action, { waiting });
  if (outcome === "ended") return ended();
  if (outcome !== "done") known = null;
  Object.assign(ui, { sending: false, unsent: false, chosen: outcome === "done" ? [] : ui.chosen });
  ui.answer = text || (outcome === "refused" ? say("refused") : "");
  // A tap that came too late is answered before the page shows why: the answer stays in the next turn.
  ui.late = outcome === "stale" && shown()?.turn === action.turn;
  // The board shows an action that was played, and a plan. So only a failure is announced at once.
  const shows = outcome === "done" && (action.do === "play" || action.words);
  if (shows) ui.answer = "";
  else announce(ui.answer);
  render();
}

const LATER = [2000, 4000, 8000, 16_000]; // ms before the page asks again for words that the bot does not have yet

let asking = false;

// Asks the bot for words about the match. That does not keep the player from playing.
async function ask(what) {
  if (asking) return;
  asking = true;
  const match = shown();
  const show = what === "hint" ? showHint(ui, match, render) : showWords(say(what));
  const request = (more) => act(link.token, { match: match.id, do: what, ...more }, { waiting: () => show(say("send_again")) });
  let answer = await request();
  asking = false;
  for (const ms of LATER) {
    if (answer.outcome !== "later" || !show(answer.text)) break;
    await new Promise((resolve) => setTimeout(resolve, ms));
    if (show(answer.text)) answer = await request({ again: "yes" });
  }
  if (answer.outcome === "ended") return ended();
  show(answer.text || say("refused"));
}

const about = (match) => ({ match: match.id, turn: match.turn });

function play(choice) {
  send({ ...about(shown()), do: "play", action: choice });
}

// Plans the choice, or drops the plan if it is this one, or if there is no choice.
function plan(notation) {
  const match = shown();
  const choice = match.plans?.find(({ action }) => action === notation);
  const words = choice && planWords(choice, ui.awaited);
  send({ ...about(match), do: "plan", words: words === match.plan ? undefined : words });
}

function chooseTarget(space) {
  const match = shown();
  const cards = ui.chosen.map((place) => match.hand[place]);
  const target = targetsOf(match, fitting(match.choices, cards)).find((one) => one.space === space);
  if (!target) return;
  if (target.choices.length === 1) return play(target.choices[0].action);
  ui.attacksOnly = true;
  render();
  page().querySelector(".choices button")?.focus();
}

async function offer(name) {
  const match = shown();
  const text = question(match, name);
  if (text && !(await confirmed(text, offerLabel(match, name)))) return;
  const now = shown();
  if (now?.id === match.id) send({ ...about(now), do: name });
}

function showReplay(id) {
  replaying = true;
  ui.answer = "";
  morph(document.getElementById("tools"));
  // With an entry in the history, the browser's own way back leaves the replay, too.
  history.pushState(null, "");
  openReplay(link.token, `?match=${id}`, () => history.back());
}

function leaveReplay() {
  if (!replaying) return;
  replaying = false;
  closeReplay();
  render();
  page().querySelector("[data-do=replay]")?.focus();
}

const taps = {
  card: ({ place }) => {
    const match = shown();
    const choices = options(match);
    if (choices.length === 0 || ui.sending) return;
    Object.assign(ui, { chosen: toggle(ui.chosen, Number(place), match.hand, choices), attacksOnly: false, answer: "" });
    render();
    const cards = ui.chosen.map((one) => match.hand[one]);
    if (cards.length > 0) announce(fitting(choices, cards).map((choice) => choice.text).join("; ") || say("card_useless"));
  },
  target: ({ space }) => chooseTarget(Number(space)),
  play: ({ action }) => play(action),
  plan: ({ action }) => plan(action),
  awaited: ({ awaited }) => {
    ui.awaited = awaited;
    render();
  },
  offer: (data) => offer(data.offer),
  open: ({ id }) => {
    current = Number(id);
    ui.answer = "";
    announce(statusText(shown()));
    render();
  },
  replay: ({ id }) => showReplay(id),
  ask: ({ what }) => ask(what),
  practice: ({ level }) => send({ do: "practice", level }),
  hand: () => send({ do: "hand", where: state.hands === "page" ? "chat" : "page" }),
  auto: () => send({ do: "auto", set: state.auto ? "off" : "on" }),
  notify: async () => {
    await toggleNotify();
    render();
  },
  forget: () => {
    over = true;
    closeReplay();
    forgetLink(link.token);
    document.title = "En Garde";
    morph(document.getElementById("tools"));
    showSheet(say("forgotten"));
    location.replace("#");
  },
};

function listen() {
  document.body.addEventListener("click", (event) => {
    const target = event.target.closest("[data-do]");
    if (target && !over) taps[target.dataset.do]?.(target.dataset);
  });
  document.body.addEventListener("change", (event) => {
    if (event.target.matches("#tools select")) send({ do: "language", language: event.target.value });
  });
  window.addEventListener("popstate", leaveReplay);
  page().addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || ui.chosen.length === 0) return handKey(event);
    Object.assign(ui, { chosen: [], attacksOnly: false });
    render();
  });
  new ResizeObserver(([entry]) => {
    const match = page().querySelector(".match");
    const width = Math.max(NARROWEST, Math.floor(match?.clientWidth || entry.contentRect.width));
    if (width === ui.width) return;
    ui.width = width;
    render();
  }).observe(page());
}

export async function openTable(given) {
  link = given;
  showSheet(say("loading"));
  listen();
  follow(link.token, { rests, state: enqueue, lost, ended });
}
