// What a player may ask the bot in a match: a hint in practice, the rules, and the analysis. The bot answers with
// the words of the chat's commands.
import { h } from "./dom.mjs";
import { announce } from "./notice.mjs";
import { say } from "./words.mjs";

const button = (match, name) =>
  h("button", { type: "button", "data-do": "ask", "data-what": name, "data-id": match.id, "data-key": name }, say(name));

// The words of the hint have a place of their own, so that nothing moves when they come.
function hintView(match, ui) {
  const current = ui.hint?.match === match.id && ui.hint.turn === match.turn;
  return h("p", { class: "advice", "data-key": "advice" }, current ? ui.hint.text : "");
}

export function questionsView(match, ui) {
  if (!match.seat) return null;
  const practising = match.practice && match.status === "playing";
  const over = match.status === "ended" && match.position;
  return h(
    "section",
    { class: "questions", "data-key": "questions", "aria-label": say("questions") },
    h(
      "div",
      { class: "buttons" },
      practising && button(match, "hint"),
      over && button(match, "analysis"),
      over && h("button", { type: "button", "data-do": "replay", "data-id": match.id, "data-key": "replay" }, say("watch_replay")),
      button(match, "rules"),
    ),
    practising && hintView(match, ui),
  );
}

// Shows words in a window of a fixed size. When the words come, they get the focus, so that screen readers read them:
// while the window is open, screen readers don't reach the live region. Returns a function that shows other words, and
// returns false if the player has closed the window.
export function showWords(title) {
  const dialog = document.getElementById("words");
  const text = document.getElementById("words-text");
  const close = document.getElementById("words-close");
  document.getElementById("words-title").textContent = title;
  close.textContent = say("close");
  close.onclick = () => dialog.close();
  const show = (words) => text.replaceChildren(...words.split("\n").map((line) => h("p", null, line)));
  let open = true;
  dialog.addEventListener("close", () => (open = false), { once: true });
  show(say("loading"));
  dialog.showModal();
  text.scrollTop = 0;
  close.focus();
  return (words) => {
    if (!open) return false;
    show(words);
    text.focus();
    return true;
  };
}

// Shows a hint, until the turn is over.
export function showHint(ui, { id, turn }, render) {
  return (text) => {
    ui.hint = { match: id, turn, text };
    announce(text);
    render();
  };
}
