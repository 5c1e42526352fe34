// Seasons as the bot sends them to the page of a season.

const fencer = (name, more = {}) => ({ name, state: "signed_up", ...more });

export const season = (more = {}) => ({
  type: "season",
  language: "en",
  now: Date.now(),
  season: { stage: "under-way", touches: 5, level: "advanced", turn: 86_400_000, ends: Date.now() + 20 * 86_400_000, fencers: [], divisions: [], now: [], left: 0, ...more },
});

export const signUp = (...names) => season({ stage: "sign-up", ends: undefined, starts: Date.now() + 2 * 86_400_000, fencers: names.map((name) => fencer(name)) });

// `count` fencers in divisions of at most 8, of which two at each border change the division. The first fencer leads.
export function underWay(count, nameOf = (i) => `Fencer ${i + 1}`, more = {}) {
  const divisions = [];
  const fate = (index, i) => (i < 2 && index >= 8 ? "up" : i >= 6 && index - i + 8 < count ? "down" : "stays");
  const row = (index, i, size) => ({ fencer: index, fate: fate(index, i), withdrawn: false, victories: size - i, bouts: size, indicator: size - 2 * i, scored: 20 - i, place: i + 1 });
  for (let first = 0; first < count; first += 8) {
    const size = Math.min(8, count - first);
    divisions.push({ rows: Array.from({ length: size }, (_, i) => row(first + i, i, size)) });
  }
  return season({ fencers: Array.from({ length: count }, (_, i) => fencer(nameOf(i))), divisions, now: [{ fencers: [0, 1], match: 12 }], left: 3, ...more });
}
