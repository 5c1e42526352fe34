/*
 * The tableau of direct elimination, by the rules of the FIE (book 2, o.21 to o.28): a fencer who
 * loses a bout is out. The number of places is a power of two. If there are fewer fencers, the best
 * of the ranking have a bye. The first and the second of the ranking can meet only in the final.
 */
#ifndef BOT_CLUB_TABLEAU_H
#define BOT_CLUB_TABLEAU_H

#include "bot/club/pool.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
