// Talks to the server: the live states, the taps, and single answers.

const SILENCE = 50_000; // ms without a byte after which the connection counts as lost; the server sends one each 20 s
const LONGEST = 30_000; // the longest back-off in ms, without its random part

const bearer = (token) => ({ Authorization: `Bearer ${token}` });

// Returns the back-off in ms after some tries. It has a random part, so that after a restart of the server
// the browsers do not come back all at the same moment.
const backoff = (tries) => Math.min(LONGEST, 500 * 2 ** tries) * (0.75 + Math.random() / 2);

// Waits `ms`, but ends earlier if the network is back or the page is shown again.
function wait(ms) {
  return new Promise((resolve) => {
    const events = [
      [window, "online"],
      [document, "visibilitychange"],
    ];
    const done = () => {
      clearTimeout(timer);
      for (const [target, name] of events) target.removeEventListener(name, done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    for (const [target, name] of events) target.addEventListener(name, done);
  });
}

async function readLines(body, onBytes, onLine) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    text += value;
    const lines = text.split("\n");
    text = lines.pop();
    for (const line of lines) if (line.trim()) onLine(JSON.parse(line));
  }
}

// Waits until the page must be up to date.
async function rest(rests) {
  while (rests()) await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
}

// Follows the states for as long as the link lives. Calls on.state(state) for each state, on.lost() each
// time when the connection is lost, and on.ended() once when the link is dead. While on.rests() is true,
// there is no connection; the page asks for this again each time when it is shown or hidden.
export async function follow(token, on, path = "api/live") {
  for (let tries = 0; ; tries++) {
    await rest(on.rests);
    const stop = new AbortController();
    const pause = () => on.rests() && stop.abort();
    document.addEventListener("visibilitychange", pause);
    let watch;
    const alive = () => {
      clearTimeout(watch);
      watch = setTimeout(() => stop.abort(), SILENCE);
    };
    let ended = false;
    try {
      alive();
      const answer = await fetch(path, { headers: bearer(token), signal: stop.signal, cache: "no-store" });
      if (answer.status === 401) return on.ended();
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      await readLines(answer.body, alive, (state) => {
        tries = 0;
        if (state.type !== "ended") return on.state(state);
        ended = true;
        stop.abort();
      });
    } catch (error) {
      if (!on.rests()) console.warn(String(error));
    }
    clearTimeout(watch);
    document.removeEventListener("visibilitychange", pause);
    stop.abort();
    if (ended) return on.ended();
    if (on.rests()) {
      tries = -1;
      continue;
    }
    on.lost();
    await wait(backoff(tries));
  }
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

// Sends one action, and repeats it with the same key until the server answers: the server handles each
// key once. Returns {outcome, text}, where the outcome is "done", "stale", "refused", or "ended" if the
// link is dead. Calls on.waiting() after each try without an answer.
export async function act(token, action, on) {
  const body = JSON.stringify({ key: newKey(), ...action });
  for (let tries = 0; ; tries++) {
    try {
      const answer = await fetch("api/act", {
        method: "POST",
        headers: { ...bearer(token), "Content-Type": "application/json" },
        body,
        cache: "no-store",
        signal: AbortSignal.timeout(15_000),
      });
      if (answer.status === 401) return { outcome: "ended", text: "" };
      if (answer.ok) return await answer.json();
      if (answer.status < 500 && answer.status !== 408 && answer.status !== 429)
        return { outcome: "refused", text: "" };
    } catch (error) {
      console.warn(String(error));
    }
    on.waiting();
    await wait(backoff(tries));
  }
}

// Gets one thing, and tries again until the server answers. Returns the answer, or null if the link is
// dead. Calls on.lost() after each try without an answer.
export async function get(token, path, on) {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await fetch(path, { headers: bearer(token), cache: "no-store" });
      if (answer.status === 401 || answer.status === 404) return null;
      if (answer.ok) return answer;
    } catch (error) {
      console.warn(String(error));
    }
    on.lost();
    await wait(backoff(tries));
  }
}
