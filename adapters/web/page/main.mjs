// Opens the table, the board, the club night, the season or the replay that the link names.
import { readLink } from "./link.mjs";
import { openReplay } from "./replay.mjs";
import { showSheet } from "./sheet.mjs";
import { openTable } from "./table.mjs";
import { browserLanguage, loadWords, say } from "./words.mjs";

async function begin() {
  const link = readLink();
  await loadWords(browserLanguage());
  if (!link.token) return showSheet(say("link_missing"));
  if (link.kind === "replay") return openReplay(link.token);
  // A table, which most links name, loads without the files of competitions.
  if (link.kind === "season") return (await import("./season.mjs")).openSeason(link);
  if (link.kind === "night") return (await import("./night.mjs")).openNight(link);
  return openTable(link);
}

// Somebody has opened another link in the same tab.
window.addEventListener("hashchange", () => {
  if (location.hash.length > 1) location.reload();
});

begin().catch((error) => {
  console.error(error);
  document.getElementById("page").textContent = "This page could not be loaded. Reload it in a moment.";
});
