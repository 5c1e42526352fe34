/*
 * The direct elimination of a club night: its tableau, the bout for the third place, the places.
 * The rules of the tableau are those of the FIE (book 2, o.21 to o.28): a fencer who loses a bout
 * is out. The number of places is a power of two. If there are fewer fencers, the best of the
 * ranking have a bye. The first and the second of the ranking can meet only in the final.
 */
#ifndef BOT_CLUB_ELIMINATION_H
#define BOT_CLUB_ELIMINATION_H

#include "bot/club/contest.h"

/* A tableau */

#define BOT_TABLEAU_ROUNDS 6 /* of a tableau of 64 */

/* Instead of a rank: */
#define BOT_TABLEAU_OPEN   0xff /* the bout has not ended */
#define BOT_TABLEAU_NOBODY 0xfe /* nobody goes on: there was no fencer, or both have withdrawn */

/* Fencers are named by their rank after the pools, from 0. */
struct bot_tableau {
	uint8_t fencers;
	uint8_t rounds; /* the last round is the final */
	uint8_t winner[BOT_TABLEAU_ROUNDS][BOT_ENTRANTS_MOST / 2];
};

/*
 * Begins the tableau of 2 to BOT_ENTRANTS_MOST fencers. The winner of a bout with a bye is known at
 * once.
 */
void bot_tableau_init(struct bot_tableau *tableau, size_t fencers);

/* Returns the number of bouts of a round, which counts from 0. */
size_t bot_tableau_bouts(const struct bot_tableau *tableau, size_t round);

/*
 * Writes the two fencers of a bout to `fencer`. Instead of a fencer, writes BOT_TABLEAU_NOBODY, or
 * BOT_TABLEAU_OPEN if an earlier bout has not ended.
 */
void bot_tableau_pair(
	const struct bot_tableau *tableau, size_t round, size_t bout, uint8_t fencer[2]);

/* Returns whether a bout can be fenced now: both fencers are known, and no winner is. */
bool bot_tableau_is_due(const struct bot_tableau *tableau, size_t round, size_t bout);

/*
 * Notes who has won a bout: one of its two fencers, or BOT_TABLEAU_NOBODY if both have withdrawn.
 * If that leaves a later bout with one fencer only, this fencer goes on there.
 */
void bot_tableau_win(struct bot_tableau *tableau, size_t round, size_t bout, uint8_t winner);

/*
 * Sets place[i] to the final place, from 1, of the fencer with the rank i. Both losers of the semi-
 * finals are third (o.28). Others are placed by the round in which they lost, and then by their
 * rank. The tableau must have ended.
 */
void bot_tableau_places(const struct bot_tableau *tableau, uint8_t place[BOT_ENTRANTS_MOST]);

/* The elimination of a night */

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
