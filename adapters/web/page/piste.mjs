// The piste with its 23 spaces, both fencers and the targets of the chosen cards, as SVG. Its numbers
// are CSS pixels, so that letters and targets have the same size on every screen.
import { svg } from "./dom.mjs";
import { fencer } from "./fencer.mjs";
import { say } from "./words.mjs";

const SPACES = 23;
export const NARROWEST = 200; // px; a page that is just being laid out may have no width yet
const REACH = 24; // px from the middle of a target to the side of its area, if no other target is near

// The sizes of the drawing, in px, for a page of this width.
function layout(width) {
  const step = width / SPACES;
  const tall = Math.max(64, Math.min(190, step * 2.8));
  const top = tall + 26;
  const strip = Math.max(20, Math.min(42, step));
  return { width, step, tall, top, strip, height: top + strip + 50, narrow: step < 22 };
}

const middle = (size, space) => (space - 0.5) * size.step;

function ground(size, own) {
  const spaces = [];
  for (let space = 1; space <= SPACES; space++) {
    const shade = space === own ? "own" : space === 12 ? "centre" : space % 2 ? "odd" : "even";
    spaces.push(
      svg("rect", {
        class: `space ${shade}`,
        x: (space - 1) * size.step + 0.5,
        y: size.top,
        width: size.step - 1,
        height: size.strip,
        rx: Math.min(4, size.step / 5),
      }),
    );
    if (!size.narrow || [1, 6, 12, 18, 23].includes(space))
      spaces.push(
        svg("text", { class: "number", x: middle(size, space), y: size.top + size.strip + 15 }, space),
      );
  }
  return spaces;
}

function measureLine(size, position) {
  const [from, to] = [middle(size, position.space.white), middle(size, position.space.black)];
  const y = size.top + size.strip + (size.narrow ? 30 : 34);
  return svg(
    "g",
    { class: "measure" },
    svg("path", { d: `M${from} ${y - 4}v8M${from} ${y}H${to}M${to} ${y - 4}v8` }),
    svg("circle", { cx: (from + to) / 2, cy: y, r: 13 }),
    svg("text", { x: (from + to) / 2, y: y + 5 }, position.distance),
  );
}

function standing(size, position, colour) {
  const scale = size.tall / 100;
  const attacks = position.attack && position.to_act && position.to_act !== colour;
  const x = middle(size, position.space[colour]);
  return svg(
    "g",
    // With the width in its key, a fencer slides when they move, but not when the page changes its width.
    { class: "place", "data-key": `${colour}${size.width}`, style: { transform: `translate(${x}px, ${size.top + size.strip * 0.6}px)` } },
    svg("g", { transform: `scale(${colour === "white" ? scale : -scale} ${scale})` }, fencer(colour, attacks)),
  );
}

// Returns the targets with the areas to tap on. Areas of neighbours meet in the middle between them.
function targetAreas(size, targets) {
  const sorted = [...targets].sort((a, b) => a.space - b.space);
  return sorted.map((target, i) => {
    const x = middle(size, target.space);
    const wide = Math.max(REACH, size.step / 2);
    const left = i > 0 ? Math.max(x - wide, (x + middle(size, sorted[i - 1].space)) / 2) : x - wide;
    const right =
      i + 1 < sorted.length ? Math.min(x + wide, (x + middle(size, sorted[i + 1].space)) / 2) : x + wide;
    return { ...target, x, left: Math.max(0, left), right: Math.min(size.width, right) };
  });
}

function drawTarget(size, area) {
  const y = size.top + size.strip / 2;
  const hit = area.kind === "attack";
  const around = Math.max(size.step, 12);
  return svg(
    "g",
    { class: `target ${area.kind}`, "data-do": "target", "data-space": area.space, "data-key": `to${area.space}` },
    svg("title", null, area.title),
    svg("rect", { class: "area", x: area.left, y: 0, width: area.right - area.left, height: size.height }),
    svg("rect", {
      class: "mark",
      x: area.x - around / 2,
      y: size.top - 1,
      width: around,
      height: size.strip + 2,
      rx: 4,
    }),
    hit
      ? svg("path", {
          class: "cross",
          d: `M${area.x - 8} 5l16 16m0-16l-16 16`,
        })
      : svg("path", { class: "arrow", d: `M${area.x} ${y - 26}v12m-6-6l6 7 6-7` }),
    hit || size.narrow ? null : svg("text", { class: "goal", x: area.x, y: y + 5 }, area.space),
  );
}

// own: the seat of the player who looks at it, or nothing. targets: [{space, kind: "move" or "attack",
// title}]. label: the position in words, for people who do not see the piste.
export function piste(position, { width, own, targets = [], label }) {
  const size = layout(width);
  const areas = targetAreas(size, targets);
  const draw = (kind) => areas.filter((area) => area.kind === kind).map((area) => drawTarget(size, area));
  return svg(
    "svg",
    {
      class: "piste",
      role: "img",
      "aria-label": label,
      viewBox: `0 0 ${size.width} ${size.height}`,
      width: size.width,
      height: size.height,
      "data-key": "piste",
    },
    ground(size, own ? position.space[own] : 0),
    measureLine(size, position),
    draw("move"),
    standing(size, position, "white"),
    standing(size, position, "black"),
    draw("attack"),
  );
}

export const pisteInWords = (players, position) =>
  say("piste", {
    white: players.white,
    black: players.black,
    own: position.space.white,
    other: position.space.black,
    distance: position.distance,
  });
