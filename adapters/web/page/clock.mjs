// The clocks of the matches. They follow the server's clock: `now` in each state tells how far the clock
// of this device is off. All times are in milliseconds.
import { h } from "./dom.mjs";
import { language, say } from "./words.mjs";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let offset = 0; // what must be added to the clock of this device

export function setNow(now) {
  if (Number.isFinite(now)) offset = now - Date.now();
}

export const serverTime = () => Date.now() + offset;

const unit = (value, name) =>
  new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "short" }).format(value);

// Returns a duration for a clock, such as "2 days 5 hr", "1:12:05" or "12:05".
function duration(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (ms >= DAY) {
    const hours = Math.floor((ms % DAY) / HOUR);
    return [unit(Math.floor(ms / DAY), "day"), hours ? unit(hours, "hour") : ""].filter(Boolean).join(" ");
  }
  const [h24, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value) => String(value).padStart(2, "0");
  return h24 ? `${h24}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

// Returns a rounded duration for a sentence, such as "5 min".
export function roughly(ms) {
  if (ms >= DAY) return unit(Math.round(ms / DAY), "day");
  if (ms >= HOUR) return unit(Math.round(ms / HOUR), "hour");
  if (ms >= 60_000) return unit(Math.round(ms / 60_000), "minute");
  return unit(Math.round(ms / 1000), "second");
}

function show(element) {
  const left = Number(element.dataset.due) - serverTime();
  const text = duration(left);
  if (element.textContent !== text) element.textContent = text;
  element.classList.toggle("soon", left < Number(element.dataset.turn) / 5);
}

// Returns the clock of a match, or null if the match has none. A clock that runs counts down by itself.
export function clockView(clock) {
  if (!clock?.turn) return null;
  if (clock.due) {
    const view = h("span", { class: "clock", role: "timer", "data-due": clock.due, "data-turn": clock.turn });
    show(view);
    return view;
  }
  if (clock.left !== null && clock.left !== undefined)
    return h("span", { class: "clock" }, `${duration(clock.left)} (${say("paused")})`);
  return h("span", { class: "clock" }, duration(clock.turn));
}

setInterval(() => document.querySelectorAll("[data-due]").forEach(show), 500);
