// Club nights as the bot sends them to the page of a night.

const bout = (one, other, more = {}) => ({ fencers: [one, other], state: "waits", winner: null, ...more });
export const won = (one, other, touches) => bout(one, other, { state: "ended", winner: touches[0] > touches[1] ? 0 : 1, touches });
export const fenced = (one, other, match) => bout(one, other, { state: "fenced", match });

const fencer = (name, more = {}) => ({ name, state: "present", rank: 0, final: 0, ...more });
const row = (index, place) => ({ fencer: index, withdrawn: false, victories: 1, bouts: 2, indicator: place - 2, scored: 4, place });

export const night = (more = {}) => ({
  type: "night",
  language: "en",
  now: Date.now(),
  night: { stage: "pools", touches: 5, level: "advanced", turn: 120_000, starts: null, fencers: [], pools: [], rounds: [], ...more },
});

export const signUp = (...names) => night({ stage: "sign-up", starts: Date.now() + 1_800_000, fencers: names.map((name) => fencer(name, { state: "signed_up" })) });

// A pool of three: Anna has won, and now fences Chloé.
export const pool = (names = ["Anna", "Ben", "Chloé"], bouts = [won(0, 1, [5, 3]), fenced(0, 2, 12), bout(1, 2)]) =>
  night({ fencers: names.map((name) => fencer(name)), pools: [{ rows: names.map((_, i) => row(i, i + 1)), bouts }] });

// The names of the rounds of a tableau, the first round first.
const ROUNDS = ["Tableau of 64", "Tableau of 32", "Tableau of 16", "Quarter-finals", "Semi-finals", "Final"];

// A night of `count` fencers that is over: a power of two, in pools of at most seven. The one with the smaller number wins.
export function over(count, nameOf = (i) => `Fencer ${i + 1}`) {
  const fencers = Array.from({ length: count }, (_, i) => fencer(nameOf(i), { rank: i + 1, final: i + 1 }));
  const pools = [];
  for (let first = 0; first < count; first += 7) {
    const members = Array.from({ length: Math.min(7, count - first) }, (_, i) => first + i);
    const bouts = members.flatMap((one, i) => members.slice(i + 1).map((other) => won(one, other, [5, other % 5])));
    pools.push({ rows: members.map((index, i) => row(index, i + 1)), bouts });
  }
  const rounds = [];
  let left = fencers.map((_, i) => i);
  while (left.length > 1) {
    const half = left.length / 2;
    rounds.push({ name: ROUNDS[ROUNDS.length - Math.log2(left.length)], bouts: left.slice(0, half).map((one, i) => won(one, left[left.length - 1 - i], [5, 2])) });
    left = left.slice(0, half);
  }
  return night({ stage: "ended", fencers, pools, rounds });
}

// A tableau of four of which one has a bye, and the final is open.
export const tableau = () =>
  night({
    stage: "tableau",
    fencers: ["Anna", "Ben", "Chloé"].map((name, i) => fencer(name, { rank: i + 1 })),
    pools: pool().night.pools,
    rounds: [
      { name: "Semi-finals", bouts: [bout(0, -1), fenced(1, 2, 15)] },
      { name: "Final", bouts: [bout(0, null)] },
    ],
  });
