/* The direct elimination of a club night: its tableau, the bout for the third place, the places. */
#ifndef BOT_CLUB_ELIMINATION_H
#define BOT_CLUB_ELIMINATION_H

#include "bot/club/contest.h"
#include "bot/club/tableau.h"

/* Whether the tableau has begun: there are no bouts of it if one pool decides. */
bool bot_night_has_tableau(const struct bot_contest *night);

/* For a night that has ended: whether all fencers have their final places. */
bool bot_night_is_decided(struct bot_contest *night);

/* Writes the tableau of the ranked fencers (at least two), with all results so far. */
void bot_night_tableau(struct bot_contest *night, struct bot_tableau *tableau);

/*
 * Adds the bouts of the tableau that are due. If a fencer has withdrawn, the bout ends at once, and
 * the opponent goes on. Returns how many bouts were added or ended: call it again if this is not 0.
 */
size_t bot_night_update_tableau(struct bot_contest *night);

/* Returns the bout of a round and a place of the tableau, both from 0, or NULL. */
const struct bot_bout *bot_night_find_bout(
	const struct bot_contest *night, size_t round, size_t place);

/*
 * Returns the bout for the third place, which the losers of the semi-finals fence if the
 * competition says so, or NULL if there is none yet. There is none if a semi-final had no loser: a
 * bye, or two fencers who have withdrawn. It has the round of the final.
 */
struct bot_bout *bot_night_third_place_bout(struct bot_contest *night);

/*
 * Returns the final place of the fencer with this number if the bout of the tableau has decided it
 * alone: the final, or the bout for the third place. Returns 0 after other bouts.
 */
uint8_t bot_night_place_after(
	struct bot_contest *night, const struct bot_bout *bout, uint8_t number);

/*
 * Writes the final places, from 1, by the index in night->entrant, and 0 for entrants without a
 * place. Fencers whose bout was not fenced because the night ended early have lost nothing by it:
 * the better rank decides.
 */
void bot_night_places(struct bot_contest *night, uint8_t place[BOT_CONTEST_ROWS]);

#endif
