// Tells the player that something has happened: the live region, the title, and notifications.
import { say } from "./words.mjs";

const WANTED = "engarde:notify";

// One polite live region for the whole page. A screen reader does not repeat a text that stays equal.
export function announce(text) {
  const region = document.getElementById("said");
  if (text && region.textContent !== text) region.textContent = text;
}

export function setTitle(waiting, name) {
  const mark = waiting === 0 ? "" : waiting === 1 ? `● ${say("turn_against", { name })} – ` : `● (${waiting}) ${say("your_turn_short")} – `;
  document.title = `${mark}En Garde`;
}

function stored() {
  try {
    return localStorage.getItem(WANTED) === "yes";
  } catch {
    return false;
  }
}

function store(wanted) {
  try {
    if (wanted) localStorage.setItem(WANTED, "yes");
    else localStorage.removeItem(WANTED);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}

let wanted = stored();

// Returns "off", "on", "blocked" if the browser refuses what the player wants, or "none" if this browser
// can't notify.
export function notifyState() {
  if (!("Notification" in window) || !window.isSecureContext) return "none";
  if (Notification.permission === "denied") return wanted ? "blocked" : "none";
  return wanted && Notification.permission === "granted" ? "on" : "off";
}

// Call this only for a tap: browsers ignore other requests for the permission.
export async function toggleNotify() {
  wanted = notifyState() !== "on";
  if (wanted) await Notification.requestPermission();
  store(wanted && Notification.permission === "granted");
}

export function notify(match, name) {
  if (notifyState() !== "on" || document.visibilityState === "visible") return;
  try {
    const note = new Notification(say("turn_against", { name }), { tag: `engarde-${match.id}`, icon: "icon.svg" });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Chrome on Android has no notifications for a page without a service worker.
    wanted = false;
  }
}
