// What a player may do in a match besides playing a card: answer, propose, resign, and so on.
import { h } from "./dom.mjs";
import { opponentOf } from "./seat.mjs";
import { say } from "./words.mjs";

const ANSWERS = ["accept", "decline", "cancel", "claim", "rematch"];

// Whether the opponent has proposed this, so that the player agrees by doing it.
const isProposed = (match, name) => match.proposal?.kind === name && match.proposal.by !== match.seat;

const isAnswer = (match, name) => ANSWERS.includes(name) || isProposed(match, name);

export function offerLabel(match, name) {
  if (isProposed(match, name)) return say(`agree_${name}`);
  if (name === "abandon" && match.practice) return say("abandon_practice");
  return say(name, { name: opponentOf(match) });
}

const offerButton = (match, name, look) =>
  h("button", { type: "button", class: look, "data-do": "offer", "data-offer": name, "data-key": name }, offerLabel(match, name));

// Returns the question to ask before a tap that ends the match and can't be undone. Returns null for
// other taps.
export function question(match, name) {
  const opponent = opponentOf(match);
  if (name === "resign") return say("resign_sure", { name: opponent });
  const ends = name === "abandon" && (match.practice || isProposed(match, name));
  return ends || name === "abort" ? say("abandon_sure", { name: opponent }) : null;
}

function proposalText(match) {
  if (!match.proposal) return null;
  const { by, kind } = match.proposal;
  if (by === match.seat) return say("proposed", { name: opponentOf(match) });
  return say(`proposes_${kind}`, { name: match.players[by] });
}

// The answers for which the match waits, and what is offered after its end.
export function answersView(match, ui) {
  const may = (match.may ?? []).filter((name) => isAnswer(match, name));
  const proposal = proposalText(match);
  if (may.length === 0 && !proposal) return null;
  return h(
    "section",
    { class: "offers", "data-key": "answers", "aria-label": say("answers") },
    proposal && h("p", { "data-key": "proposal" }, proposal),
    ui.sending && !match.choices?.length && h("p", { class: "hint" }, ui.unsent ? say("send_again") : say("sending")),
    h(
      "div",
      { class: "buttons", "data-key": "first" },
      may.map((name) => offerButton(match, name, name === "decline" || name === "cancel" ? "" : "primary")),
    ),
  );
}

// Everything else that the player may do.
export function offersView(match) {
  const may = (match.may ?? []).filter((name) => !isAnswer(match, name));
  if (may.length === 0) return null;
  return h(
    "details",
    { class: "offers", "data-key": "offers" },
    h("summary", null, say("offers")),
    h(
      "div",
      { class: "buttons" },
      may.map((name) => offerButton(match, name, name === "resign" || name === "abort" ? "danger" : "")),
    ),
  );
}

// Asks a question in the page's dialog. `yes` is the label of the button that agrees. Resolves to whether
// the player has agreed.
export function confirmed(text, yes) {
  const dialog = document.getElementById("sure");
  document.getElementById("sure-text").textContent = text;
  const [no, go] = ["sure-no", "sure-yes"].map((id) => document.getElementById(id));
  no.textContent = say("no");
  go.textContent = yes;
  return new Promise((resolve) => {
    no.onclick = () => dialog.close("no");
    go.onclick = () => dialog.close("yes");
    dialog.onclose = () => resolve(dialog.returnValue === "yes");
    dialog.returnValue = "no";
    dialog.showModal();
    no.focus();
  });
}
