// A page with one sentence, for example that a link no longer works.
import { h, morph } from "./dom.mjs";
import { announce } from "./notice.mjs";

export function showSheet(text) {
  morph(document.getElementById("page"), h("section", { class: "sheet", "data-key": "sheet" }, h("p", null, text)));
  announce(text);
}
