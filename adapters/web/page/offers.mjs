// All that a player may do in a match besides playing a card: answer, propose, resign, and so on.
import { h } from "./dom.mjs";
import { say } from "./words.mjs";

const ANSWERS = ["accept", "decline", "cancel", "claim", "rematch"];
const AGREEMENTS = ["pause", "resume", "abandon"];

const button = (name, label, look) =>
  h("button", { type: "button", class: look ?? "", "data-do": "offer", "data-offer": name, "data-key": name }, label);

function label(match, name) {
  const opponent = match.players[match.seat === "white" ? "black" : "white"];
  if (AGREEMENTS.includes(name) && match.proposal?.kind === name && match.proposal.by !== match.seat)
    return say(`agree_${name}`);
  if (name === "abandon" && match.practice) return say("abandon_practice");
  return say(name, { name: opponent });
}

// Whether a tap must be confirmed, because it ends the match and can't be undone.
export function question(match, name) {
  const opponent = match.players[match.seat === "white" ? "black" : "white"];
  if (name === "resign") return say("resign_sure", { name: opponent });
  const ends = match.practice || (match.proposal?.kind === "abandon" && match.proposal.by !== match.seat);
  return name === "abort" || (name === "abandon" && ends) ? say("abandon_sure", { name: opponent }) : null;
}

function proposal(match) {
  const { proposal: offer, seat, players } = match;
  if (!offer) return null;
  if (offer.by === seat) return say("proposed", { name: players[seat === "white" ? "black" : "white"] });
  return say(`proposes_${offer.kind}`, { name: players[offer.by] });
}

const isAnswer = (match, name) =>
  ANSWERS.includes(name) || (match.proposal?.kind === name && match.proposal.by !== match.seat);

// What waits for an answer, or is offered at the end of a match.
export function answersView(match, ui) {
  const may = (match.may ?? []).filter((name) => isAnswer(match, name));
  const said = proposal(match);
  if (may.length === 0 && !said) return null;
  return h(
    "section",
    { class: "offers", "data-key": "answers", "aria-label": say("answers") },
    said && h("p", { "data-key": "proposal" }, said),
    ui.sending && !match.choices?.length && h("p", { class: "hint" }, ui.unsent ? say("send_again") : say("sending")),
    h(
      "div",
      { class: "buttons", "data-key": "first" },
      may.map((name) => button(name, label(match, name), name === "decline" || name === "cancel" ? "" : "primary")),
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
      may.map((name) => button(name, label(match, name), ["resign", "abort"].includes(name) ? "danger" : "")),
    ),
  );
}

// Asks a question in the page's dialog. Resolves to whether the answer is yes.
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

export { label as offerLabel };
