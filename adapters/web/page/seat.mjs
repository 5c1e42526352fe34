// The seats of a match: "white" and "black".

export const other = (seat) => (seat === "white" ? "black" : "white");

// The name of the player's opponent. For people who only follow the match: the name of Black.
export const opponentOf = (match) => match.players[other(match.seat ?? "white")] ?? "…";
