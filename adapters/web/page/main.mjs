// Begins: the link says whether this is a table, a board or a replay.
import { readLink } from "./link.mjs";
import { openReplay } from "./replay.mjs";
import { showSheet } from "./sheet.mjs";
import { openTable } from "./table.mjs";
import { browserLanguage, loadWords, say } from "./words.mjs";

async function begin() {
  const link = readLink();
  await loadWords(browserLanguage());
  if (!link.token) return showSheet(say("link_missing"));
  return link.kind === "replay" ? openReplay(link.token) : openTable(link);
}

// Another link in the same tab is another page.
window.addEventListener("hashchange", () => {
  if (location.hash.length > 1) location.reload();
});

begin().catch((error) => {
  console.error(error);
  document.getElementById("page").textContent = "This page could not be loaded. Reload it in a moment.";
});
