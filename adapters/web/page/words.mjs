// The words of the page. The server has them in each language of the bot.

import { LANGUAGES } from "./languages.mjs";

let words = {};
export let language = "en";

// Returns the first of the browser's languages that the bot speaks.
export function browserLanguage() {
  for (const wish of navigator.languages ?? []) {
    const code = wish.slice(0, 2).toLowerCase();
    if (code in LANGUAGES) return code;
  }
  return "en";
}

// Loads the words of a language. If that fails, the old words stay, and the next call tries again.
export async function loadWords(code) {
  if (code === language && Object.keys(words).length > 0) return;
  const answer = await fetch(`api/words/${encodeURIComponent(code)}`);
  if (!answer.ok) throw new Error(`words: ${answer.status}`);
  words = await answer.json();
  language = code;
  document.documentElement.lang = code;
}

// A time by the reader's own clock, with the name of its zone: the times in the chat may be in another zone.
export function timeText(time, day = {}) {
  return new Date(time).toLocaleString(language, { ...day, hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]/;

// Isolates a text that is written from right to left, so that it does not reorder the sentence around it.
const isolated = (text) => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

// Whether the language has a message of this name.
export const knows = (name) => name in words;

// Returns the word for a number from "one day|other days", as bot/text/lang.h says.
function formOf(number, forms) {
  const named = Object.fromEntries(forms.split("|").map((form) => form.split(/ (.*)/s)));
  return named[new Intl.PluralRules(language).select(number)] ?? named.other;
}

// Returns the text of a message, with the {placeholders} filled in.
export function say(name, values = {}) {
  const fill = (all, key, forms) => (forms ? formOf(values[key], forms) : isolated(String(values[key] ?? "")));
  return (words[name] ?? name).replace(/\{(\w+)(?::([^}]*))?\}/g, fill);
}
