// The link: which page it opens, and its token.
//
// The token stands in the fragment, which browsers send to nobody. The token of a player's table lets
// its owner play, so it leaves the address bar at once: whoever copies the address, shares the screen
// or looks into the history does not get it. This device keeps it for a reload and for a bookmark,
// the tab first, so that two players can use two tabs. If the device keeps nothing (a private
// window, blocked storage), the fragment stays. Links for followers and replays are made to be passed on,
// so their fragment stays, too.

const FORM = /^#([tbr])=([A-Za-z0-9_-]{16,128})$/;
const NAME = `engarde:${location.pathname.replace(/board$/, "")}`;
const KINDS = { t: "table", b: "board", r: "replay" };

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

// Returns {kind, token}. The token is null if this page was opened without a link.
export function readLink() {
  const [, letter, token] = FORM.exec(location.hash) ?? [];
  if (!letter) return { kind: "table", token: kept() };
  if (letter === "t" && keep(token)) history.replaceState(null, "", location.pathname + location.search);
  return { kind: KINDS[letter], token };
}

// Forgets the token on this device. Another tab may have stored the token of somebody else.
export function forgetLink(token) {
  for (const store of stores()) if (store.getItem(NAME) === token) store.removeItem(NAME);
}
