// One match: its score, the piste, the hand, what may be played, and the last actions.
import { h, person } from "./dom.mjs";
import { backs, card } from "./card.mjs";
import { clockView, roughly } from "./clock.mjs";
import { choiceButton, fitting, handView, options, shownHand, targetsOf } from "./hand.mjs";
import { answersView, offersView } from "./offers.mjs";
import { piste, pisteInWords } from "./piste.mjs";
import { plansView } from "./plans.mjs";
import { questionsView } from "./questions.mjs";
import { other } from "./seat.mjs";
import { knows, say } from "./words.mjs";

export const mayAct = (match) => (match.choices?.length ?? 0) > 0;

// The time for a turn: one for both players, or one for each.
function turns({ clock, players }) {
  if (!clock?.turn) return "";
  const { white, black } = clock.turns ?? {};
  if (white === black) return say("each_turn", { left: roughly(clock.turn) });
  return say("two_clocks", { white: players.white, left: roughly(white), black: players.black, clock: roughly(black) });
}

const start = ({ white, black }) => (white || black ? say("start", { own: white, other: black }) : "");

export function terms(match) {
  return [
    match.round && match.status !== "challenge" ? say("round", { round: match.round }) : "",
    say("first_to", { touches: match.touches }),
    knows(`rules_${match.level}`) ? say(`rules_${match.level}`) : "",
    start(match.start ?? {}),
    turns(match),
    match.casual ? say("casual") : "",
  ].filter(Boolean);
}

function side(match, seat) {
  const acts = match.status === "playing" && match.position?.to_act === seat;
  const lamps = Array.from({ length: match.touches ?? 0 }, (_, i) =>
    h("i", { class: i < (match.score?.[seat] ?? 0) ? "lamp lit" : "lamp" }),
  );
  return h(
    "div",
    { class: `side ${seat} ${acts ? "acts" : ""}` },
    h("span", { class: "who" }, person(match.players[seat]), h("small", null, say(seat))),
    h("span", { class: "lamps", "aria-hidden": "true" }, lamps),
  );
}

export function scoreView(match) {
  const { white = 0, black = 0 } = match.score ?? {};
  return h(
    "div",
    { class: "score", "data-key": "score" },
    side(match, "white"),
    h(
      "div",
      { class: "result" },
      h("b", { "aria-hidden": "true" }, `${white} : ${black}`),
      h(
        "span",
        { class: "visually-hidden" },
        say("score", { white: match.players.white, own: white, black: match.players.black, other: black }),
      ),
    ),
    side(match, "black"),
  );
}

// How a match has ended. A list names a void match in one word, which says too little here.
export const verdictText = (match) => (match.ending === "void" ? say("void") : match.verdict);

export function statusText(match) {
  const { position, seat, players } = match;
  if (match.status === "challenge") {
    if (match.challenger && match.challenger === seat) return say("challenge_waits");
    return say(seat ? "challenged" : "challenges", { challenger: players[match.challenger ?? "white"] });
  }
  if (match.status === "accepted") return say("accepted");
  if (match.status === "ended") {
    const own = match.winner && seat ? say(match.winner === seat ? "you_won" : "you_lost") : "";
    return [own, verdictText(match) ?? say("over")].filter(Boolean).join("\n");
  }
  const attacker = position?.to_act && players[other(position.to_act)];
  const cards = position?.attack && Array(position.attack.count).fill(position.attack.card).join("\u00a0");
  const indirect = position?.attack?.kind === "indirect";
  if (mayAct(match)) {
    if (!cards) return say("your_turn");
    return say(indirect ? "attacked_indirect" : "attacked", { name: attacker, cards });
  }
  if (!position?.to_act) return "";
  const name = players[position.to_act];
  const attack = cards ? `${say("attacks", { name: attacker, cards })} ` : "";
  return attack + (seat ? say("waiting", { name }) : say("turn_of", { name }));
}

const fact = (name, value) => h("div", null, h("dt", null, say(name)), h("dd", null, value));

export function factsView(match, withClock) {
  const { position } = match;
  const clock = withClock && clockView(match.clock);
  return h(
    "dl",
    { class: "facts", "data-key": "facts" },
    fact("pile", position.pile),
    fact("last_card", position.last_card ? card(position.last_card, { class: `card tiny v${position.last_card}` }) : say("no_card")),
    clock && fact("clock", clock),
  );
}

// The hand of another player: how many cards it has, or which ones if the end of the round showed them.
function othersHand(match, seat) {
  const { position, players } = match;
  const shown = position.shown?.[seat];
  if (shown?.length) return shownHand(players[seat], shown);
  return h(
    "p",
    { class: "backs", role: "img", "aria-label": say("cards_of", { name: players[seat], count: position.hand_size[seat] }) },
    backs(position.hand_size[seat]),
  );
}

const playButton = (choice) => choiceButton(choice, { "data-do": "play" });

// The status while the player chooses cards or waits until they are sent, and otherwise that of the match.
function statusNow(match, ui) {
  if (ui.sending && mayAct(match)) return say(ui.unsent ? "send_again" : "sending");
  return ui.chosen.length > 0 && mayAct(match) && !match.position.attack ? say("choose_action") : statusText(match);
}

// The choices that the chosen cards allow. If no card is chosen: the choices that need no chosen card,
// and a list of all choices, which the player can open.
function choicesView(match, ui) {
  const cards = ui.chosen.map((place) => match.hand[place]);
  const all = match.choices;
  const list = (choices, name) =>
    h("div", { class: "choices", role: "group", "aria-label": name, "data-key": "choices" }, choices.map(playButton));
  if (ui.sending) return null; // the status says so
  if (cards.length > 0) {
    const found = fitting(all, cards).filter((choice) => !ui.attacksOnly || choice.attack);
    if (found.length > 0) return list(found, say("can_do"));
    return h("p", { class: "hint", "data-key": "hint" }, say("card_useless"));
  }
  const direct = all.filter((choice) => choice.kind === "parry" || choice.kind === "pass");
  return [
    direct.length > 0 && list(direct, say("can_do")),
    h(
      "details",
      { class: "all", "data-key": "all" },
      h("summary", null, say("all_choices", { count: all.length })),
      list(all, say("all_choices", { count: all.length })),
    ),
  ];
}

function unseenView(match) {
  if (!match.unseen) return null;
  return h(
    "p",
    { class: "left-over", "data-key": "unseen" },
    `${say("unseen")}: `,
    match.unseen.map((count, i) =>
      h(
        "span",
        { class: "count" },
        h("i", { class: `mini v${i + 1}`, "aria-hidden": "true" }, i + 1),
        h("span", { "aria-hidden": "true" }, ` × ${count}`),
        h("span", { class: "visually-hidden" }, say("count_of", { card: i + 1, count })),
      ),
    ),
  );
}

function newsView(match) {
  const news = match.news ?? [];
  return h(
    "section",
    { class: "news", "data-key": "news", "aria-labelledby": "news-title" },
    h("h3", { id: "news-title" }, say("news")),
    news.length > 0
      ? h("ol", { reversed: true }, [...news].reverse().map((line) => h("li", null, line)))
      : h("p", { class: "hint" }, say("news_none")),
  );
}

// ui: what table.mjs keeps about the page: {chosen, attacksOnly, after, sending, unsent, answer, hint, width, offerNotice}.
export function matchView(match, ui) {
  const { position, seat } = match;
  const live = options(match).length > 0 && !ui.sending;
  const cards = ui.chosen.map((place) => match.hand?.[place]);
  const targets = live && mayAct(match) && cards.length > 0 ? targetsOf(match, fitting(match.choices, cards)) : [];
  const playing = position && match.status !== "challenge";
  return h(
    "section",
    { class: "match", "data-key": `match${match.id}`, "aria-labelledby": "match-title" },
    h(
      "h2",
      { id: "match-title", class: playing ? "visually-hidden" : "title", tabindex: "-1", "data-home": true },
      person(match.players.white),
      " – ",
      person(match.players.black),
    ),
    h("p", { class: "terms" }, terms(match).map((term) => h("span", null, term)), h("span", null, `#${match.id}`)),
    playing && scoreView(match),
    playing &&
      h(
        "div",
        { class: `arena ${ui.chosen.length > 0 ? "choosing" : ""}`, "data-key": "arena" },
        piste(position, { width: ui.width, own: seat, targets, label: pisteInWords(match.players, position) }),
      ),
    playing && factsView(match, match.status !== "ended"),
    h(
      "p",
      { class: `status ${mayAct(match) ? "mine" : ""} ${position?.attack ? "alarm" : ""}`, "data-key": "status" },
      statusNow(match, ui),
    ),
    match.coach && !ui.answer && h("p", { class: "coach", "data-key": "coach" }, match.coach),
    ui.answer && h("p", { class: "answer", "data-key": "answer" }, ui.answer),
    answersView(match, ui),
    match.status === "ended" && questionsView(match, ui),
    ui.offerNotice && match.status === "playing" && seat && !mayAct(match) &&
      h("p", { class: "buttons", "data-key": "notice" }, h("button", { type: "button", "data-do": "notify" }, say("notify"))),
    playing &&
      h(
        "div",
        { class: "play", "data-key": "play" },
        match.hand ? handView(match, ui.chosen, live) : null,
        mayAct(match) ? choicesView(match, ui) : plansView(match, ui),
        unseenView(match),
        h(
          "div",
          { class: "others", "data-key": "others" },
          ["white", "black"]
            .filter((one) => one !== seat || !match.hand)
            .map((one) => h("div", null, h("h3", { class: "label" }, say("hand_of", { name: match.players[one] })), othersHand(match, one))),
        ),
      ),
    match.status !== "ended" && questionsView(match, ui),
    offersView(match),
    playing && newsView(match),
  );
}
