// Recorded positions of matches, as the bot sends them.

const choice = (action, kind, cards, text, more = {}) => ({ action, kind, letter: "a", move: null, attack: null, cards, to: null, text, ...more });

export const advance = (card, to) => choice(`+${card}`, "advance", [card], `advance ${card}`, { move: card, to });
export const retreat = (card, to) => choice(`-${card}`, "retreat", [card], `retreat ${card}`, { move: card, to });
export const attack = (card, count) =>
  choice(`x${String(card).repeat(count)}`, "attack", Array(count).fill(card), `attack ${Array(count).fill(card).join(" ")}`, { attack: { card, count } });
export const advanceAttack = (move, to, card, count) =>
  choice(`+${move}x${String(card).repeat(count)}`, "advance_attack", [move, ...Array(count).fill(card)], `advance ${move}, attack ${Array(count).fill(card).join(" ")}`, {
    move,
    to,
    attack: { card, count },
  });
export const parry = (card, count) => choice("=", "parry", Array(count).fill(card), "parry");
export const pass = () => choice("pass", "pass", [], "pass");

export function position(white, black, more = {}) {
  return {
    to_act: "white",
    space: { white, black },
    distance: black - white,
    hand_size: { white: 5, black: 5 },
    pile: 9,
    last_card: 3,
    attack: null,
    shown: null,
    ...more,
  };
}

export const match = (more = {}) => ({
  id: 7,
  status: "playing",
  seat: "white",
  players: { white: "Anna", black: "Ben" },
  challenger: "white",
  practice: null,
  level: "advanced",
  touches: 5,
  score: { white: 2, black: 1 },
  round: 4,
  turn: 513,
  position: position(6, 14),
  hand: [1, 3, 3, 5, 5],
  choices: [],
  clock: null,
  proposal: null,
  news: ["Anna advances 2.", "Ben retreats 3."],
  may: ["resign", "pause", "abandon", "nudge"],
  ending: null,
  winner: null,
  verdict: null,
  coach: null,
  ...more,
});

// White may advance, retreat, and advance and attack.
export const free = (more = {}) =>
  match({
    choices: [
      advanceAttack(3, 9, 5, 1),
      advanceAttack(3, 9, 5, 2),
      advanceAttack(5, 11, 3, 1),
      advanceAttack(5, 11, 3, 2),
      advance(1, 7),
      advance(3, 9),
      advance(5, 11),
      retreat(1, 5),
      retreat(3, 3),
      retreat(5, 1),
    ],
    clock: { turn: 300_000, due: Date.now() + 200_000, left: null },
    ...more,
  });

// White may attack with one, two or three cards.
export const close = (more = {}) =>
  match({
    turn: 514,
    position: position(11, 13),
    hand: [1, 2, 2, 2, 5],
    choices: [attack(2, 1), attack(2, 2), attack(2, 3), advance(1, 12), retreat(1, 10), retreat(2, 9), retreat(5, 6)],
    ...more,
  });

// White is attacked after an advance, and may parry or retreat.
export const attacked = (more = {}) =>
  match({
    turn: 515,
    position: position(8, 13, { attack: { kind: "indirect", card: 5, count: 2 } }),
    news: ["Anna advances 2.", "Ben advances 3 and attacks with 5 5."],
    choices: [parry(5, 2), retreat(1, 7), retreat(3, 5), retreat(5, 3)],
    ...more,
  });

// The last lunge of the basic rules.
export const lunge = (more = {}) =>
  match({ turn: 516, level: "basic", position: position(9, 12, { pile: 0 }), choices: [attack(3, 1), pass()], ...more });

// Black is to act.
export const waiting = (more = {}) =>
  match({
    turn: 517,
    position: position(9, 14, { to_act: "black", hand_size: { white: 3, black: 5 }, attack: { kind: "indirect", card: 5, count: 2 } }),
    hand: [1, 3, 4, 4, 4],
    news: ["Ben retreats 3.", "Anna advances 3 and attacks with 5 5."],
    clock: { turn: 300_000, due: Date.now() + 280_000, left: null },
    ...more,
  });

// Black is to act, and White may plan the answer.
export const planning = (more = {}) =>
  waiting({
    plans: [attack(4, 1), attack(4, 2), attack(4, 3), parry(0, 0), advance(1, 10), advance(3, 12), advance(4, 13), retreat(1, 8), retreat(3, 6), retreat(4, 5)],
    plan: null,
    ...more,
  });

export const challenge = (more = {}) =>
  match({
    id: 8,
    status: "challenge",
    seat: "black",
    players: { white: "Chloé", black: "Anna" },
    score: { white: 0, black: 0 },
    position: null,
    hand: undefined,
    choices: undefined,
    news: [],
    may: ["accept", "decline"],
    clock: { turn: 86_400_000, due: null, left: null },
    ...more,
  });

export const won = (more = {}) =>
  match({
    id: 5,
    status: "ended",
    score: { white: 5, black: 3 },
    position: position(11, 13, { to_act: null, pile: 0, shown: { white: [2, 2, 4], black: [1, 2, 5, 5] } }),
    hand: [2, 2, 4],
    may: ["rematch"],
    ending: "won",
    winner: "white",
    verdict: "Anna wins",
    ...more,
  });

export const table = (...matches) => ({ type: "table", language: "en", name: "Anna", hands: "chat", now: Date.now(), matches });

export function board(...matches) {
  const seen = matches.map((one) => {
    const { hand, choices, plans, plan, ...rest } = one;
    return { ...rest, seat: null, may: [] };
  });
  return { type: "board", language: "en", now: Date.now(), matches: seen };
}

const step = (seat, action, text, white, black, whites, blacks, more = {}) => ({
  seat,
  action,
  text,
  position: position(white, black, { to_act: null, ...more }),
  hands: { white: whites, black: blacks },
  score: { white: 0, black: 0 },
});

export const replay = () => ({
  type: "replay",
  language: "en",
  id: 7,
  players: { white: "Anna", black: "Ben" },
  level: "advanced",
  touches: 2,
  verdict: "Ben wins #7 against Anna, 2 to 0.",
  verified: "#7 is correct, from the first card to the last touch.\nRounds checked: 2.",
  rounds: [
    {
      round: 1,
      steps: [
        step(null, null, "Round 1 begins.", 1, 23, [1, 2, 3, 4, 5], [2, 2, 4, 5, 5], { pile: 15, last_card: null }),
        step("white", "+5", "Anna advances 5.", 6, 23, [1, 1, 2, 3, 4], [2, 2, 4, 5, 5], { pile: 14, last_card: 5 }),
        step("black", "+5", "Ben advances 5.", 6, 18, [1, 1, 2, 3, 4], [1, 2, 2, 4, 5], { pile: 13, last_card: 5 }),
        step("white", "+4", "Anna advances 4.", 10, 18, [1, 1, 2, 3, 3], [1, 2, 2, 4, 5], { pile: 12, last_card: 4 }),
        step("black", "+4x4", "Ben advances 4 and attacks with 4.", 10, 14, [1, 1, 2, 3, 3], [1, 2, 2, 5, 5], {
          pile: 10,
          last_card: 4,
          to_act: "white",
          attack: { kind: "indirect", card: 4, count: 1 },
        }),
        { ...step("white", null, "Touch! Ben wins round 1.", 10, 14, [1, 1, 2, 3, 3], [1, 2, 2, 5, 5], { pile: 10, last_card: 4 }), score: { white: 0, black: 1 } },
      ],
    },
    {
      round: 2,
      steps: [
        { ...step(null, null, "Round 2 begins.", 1, 23, [2, 3, 3, 4, 5], [1, 1, 4, 5, 5], { pile: 15, last_card: null }), score: { white: 0, black: 1 } },
        { ...step("black", "+5", "Ben advances 5.", 1, 18, [2, 3, 3, 4, 5], [1, 1, 2, 4, 5], { pile: 14, last_card: 5 }), score: { white: 0, black: 1 } },
        { ...step("white", "+4", "Anna advances 4.", 5, 18, [2, 3, 3, 3, 5], [1, 1, 2, 4, 5], { pile: 13, last_card: 4 }), score: { white: 0, black: 2 } },
      ],
    },
  ],
});
