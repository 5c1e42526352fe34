// The hand: which cards are chosen, and what these cards can do. The server says what may be played;
// this file knows no rules.
import { h } from "./dom.mjs";
import { card, cardButton } from "./card.mjs";
import { say } from "./words.mjs";

const count = (cards, value) => cards.filter((other) => other === value).length;
const holds = (cards, part) => part.every((value) => count(cards, value) >= count(part, value));

// The choices that use all these cards, and perhaps others.
export const fitting = (choices, cards) => choices.filter((choice) => holds(choice.cards ?? [], cards));

// Returns the chosen cards (places in the hand) after a tap on the card at `place`. A card joins the
// chosen ones if an action uses all of them; otherwise it is chosen alone.
export function toggle(chosen, place, hand, choices) {
  if (chosen.includes(place)) return chosen.filter((other) => other !== place);
  const all = [...chosen, place];
  return fitting(choices, all.map((other) => hand[other])).length > 0 ? all : [place];
}

// The targets on the piste of these choices: one for each space to which a fencer can move, and the
// opponent for all attacks.
export function targetsOf(match, choices) {
  const opponent = match.position.space[match.seat === "white" ? "black" : "white"];
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

// live: the player may act, so the cards are buttons that do something.
export function handView(match, chosen, live) {
  const choices = match.choices ?? [];
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

// The keys in the hand: arrows move the focus, and a digit chooses a card of this value.
export function handKey(event) {
  const cards = [...event.currentTarget.querySelectorAll(".hand button.card")];
  const at = cards.indexOf(document.activeElement);
  if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const found = step
    ? cards[(at + step + cards.length) % cards.length]
    : /^[1-5]$/.test(event.key) &&
      (cards.find((one) => one.classList.contains(`v${event.key}`) && one.ariaPressed !== "true") ??
        cards.find((one) => one.classList.contains(`v${event.key}`)));
  if (!found) return;
  event.preventDefault();
  found.focus();
  if (!step) found.click();
}
