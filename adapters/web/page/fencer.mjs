// The figure of a fencer, 100 units tall, facing right. Its origin is the ground below the hips.
import { svg } from "./dom.mjs";

const ON_GUARD = {
  legs: "M-3-47-19-26-25-1M-3-47 16-30 15-1",
  feet: "M-25-1-33-1M15-1 25-1",
  trunk: "M-3-48 1-74",
  rear: "M-1-75-17-69-22-86",
  front: "M1-74 15-62 28-69",
  head: [5, -89],
  guard: [29, -69.5],
  blade: "M29-69.5 70-76",
};

const LUNGE = {
  legs: "M1-38-16-20-36-1M1-38 27-27 29-1",
  feet: "M-36-1-43-3M29-1 39-1",
  trunk: "M1-39 11-62",
  rear: "M10-63-8-57-24-49",
  front: "M11-62 27-61 43-63",
  head: [17, -77],
  guard: [44, -63.5],
  blade: "M44-63.5 88-66",
};

export function fencer(colour, lunging) {
  const pose = lunging ? LUNGE : ON_GUARD;
  const body = (layer) =>
    svg(
      "g",
      { class: layer },
      svg("path", { class: "limb", d: pose.legs + pose.feet }),
      svg("path", { class: "limb", d: pose.rear }),
      svg("path", { class: "trunk", d: pose.trunk }),
      svg("path", { class: "limb", d: pose.front }),
      svg("circle", { cx: pose.head[0], cy: pose.head[1], r: layer === "edge" ? 11 : 8.5 }),
    );
  return svg(
    "g",
    { class: `fencer ${colour}` },
    svg("path", { class: "blade", d: pose.blade }),
    body("edge"),
    body("fill"),
    svg("path", { class: "mesh", d: `M${pose.head[0] + 3} ${pose.head[1] - 6}q7 6 1 12` }),
    svg("circle", { class: "guard", cx: pose.guard[0], cy: pose.guard[1], r: 4 }),
  );
}
