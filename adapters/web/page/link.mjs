// The link: which page it opens, and its token.
//
// The token is in the fragment of the URL, which browsers send to no server. Whoever has the token of a
// player's table can play for the player. So the page removes it from the address bar at once: it is then
// in no copied address, no shared screen and no history. The page stores it for a reload and for a
// bookmark: in the tab's storage, so that two players can use two tabs, and in the browser's. If the
// browser stores nothing (for example in a private window), the fragment stays. The fragments of boards,
// nights, seasons and replays stay, too, because people pass these links on. The same token opens the
// board of a room, its club night and its season; the fragment of a board may name the match that it
// shows first.

const FORM = /^#([tbrns])=([A-Za-z0-9_-]{16,128})(?:&match=(\d{1,15}))?$/;
const NAME = `engarde:${location.pathname}`;
const KINDS = { t: "table", b: "board", r: "replay", n: "night", s: "season" };

function stores() {
  try {
    return [sessionStorage, localStorage];
  } catch {
    return [];
  }
}

function keep(token) {
  try {
    const all = stores();
    for (const store of all) store.setItem(NAME, token);
    return all.length > 0;
  } catch {
    return false;
  }
}

function kept() {
  for (const store of stores()) {
    const token = store.getItem(NAME);
    if (token) return token;
  }
  return null;
}

// Returns {kind, token, match}. The token is null if this page was opened without a link.
export function readLink() {
  const [, letter, token, match] = FORM.exec(location.hash) ?? [];
  if (!letter) return { kind: "table", token: kept() };
  if (letter === "t" && keep(token)) history.replaceState(null, "", location.pathname + location.search);
  return { kind: KINDS[letter], token, match: Number(match ?? 0) };
}

// Removes the token from this device. Leaves the token of another player, which another tab may have stored.
export function forgetLink(token) {
  for (const store of stores()) if (store.getItem(NAME) === token) store.removeItem(NAME);
}
