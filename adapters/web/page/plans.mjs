// Plans: while the opponent is to act, what the player will play then. The bot reads the words of a plan as those of
// the chat, and plays the plan at once if it fits. Nobody else sees it.
import { h } from "./dom.mjs";
import { choiceButton, fitting } from "./hand.mjs";
import { opponentOf } from "./seat.mjs";
import { say } from "./words.mjs";

const AWAITED = ["anything", "attack", "advance", "retreat"]; // what the opponent may do

export const planWords = (choice, awaited) => say("plan_words", { first: say(`plan_${awaited}`), second: choice.text });

// The buttons of what the opponent may do, and of the choices. The one that is planned is pressed, and a second tap drops it.
function formView(match, ui, choices) {
  const button = (name) =>
    h("button", { type: "button", "data-do": "awaited", "data-awaited": name, "data-key": name, "aria-pressed": name === ui.awaited }, say(`plan_${name}`));
  const answer = (choice) => choiceButton(choice, { "data-do": "plan", "aria-pressed": planWords(choice, ui.awaited) === match.plan });
  return h(
    "div",
    { class: "ways", "data-key": "ways" },
    h("p", { class: "hint", id: "plan-awaited" }, say("plan_awaited", { name: opponentOf(match) })),
    h("div", { class: "buttons", role: "group", "aria-labelledby": "plan-awaited", "data-key": "awaited" }, AWAITED.map(button)),
    h("div", { class: "choices", role: "group", "aria-labelledby": "plan-title", "data-key": "choices" }, choices.map(answer)),
    h("p", { class: "hint" }, say("plan_how")),
  );
}

// The plan, and what the chosen cards can be planned for. If no card is chosen: a list of all that can be planned, which the
// player can open.
export function plansView(match, ui) {
  if (!match.plans) return null;
  const cards = ui.chosen.map((place) => match.hand[place]);
  const title = say("plan_choices", { count: match.plans.length });
  if (ui.sending) return h("p", { class: "hint", "data-key": "sending" }, say(ui.unsent ? "send_again" : "sending"));
  return h(
    "section",
    { class: "plans", "data-key": "plans", "aria-labelledby": "plan-title" },
    match.plan && h("p", { class: "planned", "data-key": "planned" }, say("planned", { words: match.plan })),
    match.plan && h("button", { type: "button", "data-do": "plan", "data-key": "drop" }, say("plan_drop")),
    cards.length > 0
      ? [h("h3", { class: "visually-hidden", id: "plan-title" }, title), formView(match, ui, fitting(match.plans, cards))]
      : h("details", { class: "all", "data-key": "plan-all" }, h("summary", { id: "plan-title" }, title), formView(match, ui, match.plans)),
  );
}
