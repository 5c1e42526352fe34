// The hand: which cards are chosen, and what these cards can do. The server says what may be played;
// this file knows no rules.
import { h } from "./dom.mjs";
import { card, cardButton } from "./card.mjs";
import { other } from "./seat.mjs";
import { say } from "./words.mjs";

const count = (cards, value) => cards.filter((one) => one === value).length;
const holds = (cards, part) => part.every((value) => count(cards, value) >= count(part, value));

// What the cards can be chosen for: to play it, or while the opponent is to act, to plan it.
export const options = ({ choices, plans }) => (choices?.length ? choices : plans) ?? [];

// The choices that use all these cards, and perhaps other cards, too.
export const fitting = (choices, cards) => choices.filter((choice) => holds(choice.cards ?? [], cards));

// Returns the chosen cards, as places in the hand, after a tap on the card at `place`. If an action uses
// the chosen cards and this card together, the card joins them. Otherwise only this card is chosen.
export function toggle(chosen, place, hand, choices) {
  if (chosen.includes(place)) return chosen.filter((one) => one !== place);
  const all = [...chosen, place];
  return fitting(choices, all.map((one) => hand[one])).length > 0 ? all : [place];
}

// The targets on the piste for these choices: each space to which the player can move, and the opponent's
// space, which stands for all attacks.
export function targetsOf(match, choices) {
  const opponent = match.position.space[other(match.seat)];
  const targets = new Map();
  for (const choice of choices) {
    const space = choice.attack && choice.kind !== "parry" ? opponent : choice.to;
    if (!space || choice.kind === "parry" || choice.kind === "pass") continue;
    const target = targets.get(space) ?? { space, kind: space === opponent ? "attack" : "move", choices: [], title: "" };
    target.choices.push(choice);
    target.title = target.choices.map((each) => each.text).join("\n");
    targets.set(space, target);
  }
  return [...targets.values()];
}

// A button with the words of a choice. `tap` says what it does.
export function choiceButton(choice, tap) {
  return h(
    "button",
    { type: "button", class: `choice ${choice.kind}`, "data-action": choice.action, "data-key": choice.action, ...tap },
    h("span", { class: "cards", "aria-hidden": "true" }, (choice.cards ?? []).map((value) => h("i", { class: `mini v${value}` }, value))),
    h("span", { class: "does" }, h("span", null, choice.text), choice.to ? [" ", h("small", null, say("to_space", { place: choice.to }))] : null),
  );
}

// live: whether the player may act or plan now. Otherwise a tap on a card does nothing.
export function handView(match, chosen, live) {
  const choices = options(match);
  const cards = chosen.map((place) => match.hand[place]);
  return h(
    "div",
    { class: "hand", role: "group", "aria-label": say("hand"), "data-key": "hand" },
    match.hand.map((value, place) => {
      const picked = chosen.includes(place);
      const useful = picked || fitting(choices, chosen.length > 0 ? [...cards, value] : [value]).length > 0;
      return cardButton(value, {
        "data-do": "card",
        "data-place": place,
        "data-key": `card${place}`,
        "aria-pressed": live ? picked : null,
        "aria-disabled": live ? null : "true",
        class: `${picked ? "picked" : ""} ${live && !useful ? "idle" : ""}`,
      });
    }),
  );
}

export const shownHand = (name, cards) =>
  h(
    "div",
    { class: "hand small", role: "group", "aria-label": say("hand_of", { name }) },
    cards.map((value) => card(value)),
  );

// The keys in the hand: arrows move the focus, and a digit chooses a card of this value, first one that
// is not chosen yet.
export function handKey(event) {
  const cards = [...event.currentTarget.querySelectorAll(".hand button.card")];
  const at = cards.indexOf(document.activeElement);
  if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const equal = cards.filter((one) => one.classList.contains(`v${event.key}`));
  const found = step
    ? cards[(at + step + cards.length) % cards.length]
    : (equal.find((one) => one.ariaPressed !== "true") ?? equal[0]);
  if (!found) return;
  event.preventDefault();
  found.focus();
  if (!step) found.click();
}
