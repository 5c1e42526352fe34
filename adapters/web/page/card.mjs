// A card, drawn as a playing card: a big number, and as many blades as its value.
import { h, svg } from "./dom.mjs";
import { say } from "./words.mjs";

function blades(value) {
  return svg(
    "svg",
    { class: "blades", viewBox: "0 0 50 14", "aria-hidden": "true" },
    Array.from({ length: value }, (_, i) => {
      const x = 25 + (i - (value - 1) / 2) * 9;
      return svg("path", { d: `M${x - 2} 13L${x + 3} 1M${x - 3.5} 8l4 2` });
    }),
  );
}

const face = (value) => [h("span", { class: "value", "aria-hidden": "true" }, value), blades(value)];

export const card = (value, props) =>
  h("span", { class: `card v${value}`, role: "img", "aria-label": say("card", { card: value }), ...props }, face(value));

export const cardButton = (value, props) =>
  h("button", { type: "button", "aria-label": say("card", { card: value }), ...props, class: `card v${value} ${props.class ?? ""}` }, face(value));

export const backs = (count) =>
  Array.from({ length: count }, () => h("span", { class: "card back", "aria-hidden": "true" }));
