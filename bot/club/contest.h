/*
 * A contest: a competition, which is a club night, a season or a team match, with its entrants and
 * its bouts, in memory. The functions find entrants and bouts, choose the next bout, and rank the
 * fencers; those that only a night needs are named after it. They know neither the store's
 * functions nor any message; bot/competition/ runs the contest.
 */
#ifndef BOT_CLUB_CONTEST_H
#define BOT_CLUB_CONTEST_H

#include "bot/club/pool.h"
#include "bot/store/store.h"

#define BOT_CONTEST_BOUTS      (BOT_POOLS_MOST * BOT_POOL_BOUTS + BOT_ENTRANTS_MOST)
#define BOT_NIGHT_ONE_POOL     5 /* up to this many fencers the pool decides */
#define BOT_CONTEST_AGAIN_MOST 50
#define BOT_CONTEST_DECIDES    0 /* the place of a deciding bout, which belongs to no pool */
#define BOT_CONTEST_FORFEITS   2 /* a fencer who loses this many bouts by the clock withdraws */

/* Too large for the stack: use bot_malloc. */
struct bot_contest {
	struct bot_competition competition;
	size_t entrants; /* the entrants are in the order of their numbers, which may have gaps */
	struct bot_entrant entrant[BOT_CONTEST_ROWS];
	size_t bouts;
	struct bot_bout bout[BOT_CONTEST_BOUTS];
	uint64_t lot[BOT_CONTEST_ROWS]; /* of each entrant; decides between equal fencers */
};

/*
 * A team match is two competitions, its halves: the first one is in the room that has asked for it,
 * and the second one in the other room. They are one contest in memory. The numbers of those who
 * have entered the second half begin with BOT_CONTEST_HALF, and the first half has all bouts. Any
 * other competition is a first half without a second one.
 */
#define BOT_CONTEST_HALF (BOT_CONTEST_ROWS / 2)

/* Returns the id of the first (0) or the second (1) half, or 0 if there is no second one. */
int64_t bot_competition_half_id(const struct bot_competition *competition, size_t half);

/* Returns the index of the half that the competition is: 0 or 1. */
size_t bot_competition_which_half(const struct bot_competition *competition);

/* Returns the index of the half that the entrant with this number has entered. */
size_t bot_competition_half_of_entrant(const struct bot_competition *competition, uint8_t number);

/* Returns the entrant with this number or this user id, or NULL. */
struct bot_entrant *bot_contest_entrant(struct bot_contest *contest, uint8_t number);
struct bot_entrant *bot_contest_find(struct bot_contest *contest, const char *user);

/* Whether the entrant has entered the half that contest->competition is. */
bool bot_contest_is_own(const struct bot_contest *contest, const struct bot_entrant *entrant);

/* Whether the entrant, who may be NULL, has neither left nor been taken out. */
bool bot_entrant_takes_part(const struct bot_entrant *entrant);

/* Whether the entrant was taken out because they have lost too many bouts by the clock. */
bool bot_entrant_is_timed_out(const struct bot_entrant *entrant);

/* Whether the entrant with this number has checked in, and takes part. */
bool bot_contest_is_present(struct bot_contest *contest, uint8_t number);

/*
 * Adds an entrant who has signed up by an event, under the lowest number of this half that is free.
 * There are fewer than BOT_CONTEST_ROWS entrants and, in a team match, fewer than BOT_CONTEST_HALF
 * in this half.
 */
struct bot_entrant *bot_contest_add(
	struct bot_contest *contest, const char *user, const char *event);

/* Counts the entrants in a state. */
size_t bot_contest_count(const struct bot_contest *contest, enum bot_entrant_state state);

/* What decides how an entrant is seeded. */
struct bot_seed {
	/*
	 * The division in which the results of the last season put them, from 1, and their division
	 * and rank in it. All are 0 for somebody who did not fence it to its end, and at a night.
	 */
	uint8_t target;
	uint8_t division;
	uint8_t rank;
	double rating;
};

/*
 * Writes the indexes of the present entrants in the order of their seeds, and returns their number:
 * first those of the last season, by its results, then the others by rating. Lots decide between
 * equal ones. `seed` is by the index in contest->entrant.
 */
size_t bot_contest_order(const struct bot_contest *contest,
	const struct bot_seed seed[BOT_CONTEST_ROWS], size_t order[BOT_CONTEST_ROWS]);

/*
 * Shares out the present entrants among the pools, and adds the bouts of the pools in the order in
 * which they begin. `rating` has the strength of each entrant, by its index in contest->entrant;
 * lots decide between equal ones. There are BOT_ENTRANTS_LEAST to BOT_ENTRANTS_MOST entrants.
 */
void bot_night_draw_pools(struct bot_contest *contest, const double rating[BOT_CONTEST_ROWS]);

/* Adds a bout that waits. `place` and `round` are those of struct bot_bout. */
void bot_contest_add_bout(
	struct bot_contest *contest, uint8_t round, uint8_t place, uint8_t one, uint8_t other);

/* The fencers of a pool, or of a division of a season, by their numbers. */
struct bot_pool_sheet {
	size_t size;
	uint8_t number[BOT_DIVISION_MOST];
};

/*
 * Adds all bouts of the pools, so that the pools go on at the same pace, whatever limits how many
 * bouts are fenced at once.
 */
void bot_contest_add_pool_bouts(
	struct bot_contest *contest, const struct bot_pool_sheet *sheets, size_t pools);

/*
 * Returns the next bout that can begin, or NULL: it waits, and both fencers are present and have no
 * other bout now.
 */
struct bot_bout *bot_contest_next_bout(struct bot_contest *contest);

/* Returns the first bout of the entrant in this state, or NULL. */
struct bot_bout *bot_contest_bout_of(
	struct bot_contest *contest, uint8_t number, enum bot_bout_state state);

/* Counts the bouts of a round that have not ended: of the pools if the round is 0. */
size_t bot_contest_open_bouts(const struct bot_contest *contest, uint8_t round);

/* The same for one pool, from 1, or for the deciding bouts (BOT_CONTEST_DECIDES). */
size_t bot_contest_open_in_pool(const struct bot_contest *contest, uint8_t pool);

/* Ends a bout of the pools so that it counts for nobody, whatever was fenced of it. */
void bot_contest_annul_bout(struct bot_bout *bout);

/*
 * Annuls the waiting bouts of the pools in which a fencer is not present any more. Returns how many
 * they are.
 */
size_t bot_contest_annul(struct bot_contest *contest);

/*
 * Lets the annulled bouts of an entrant wait again, if both fencers are present, and counts in
 * bout->again how often. A bout stays annulled after BOT_CONTEST_AGAIN_MOST times.
 */
void bot_contest_reopen(struct bot_contest *contest, uint8_t number);

/* Whether a bout was fenced. Nobody has won it if its time ended with equal touches. */
bool bot_bout_is_fenced(const struct bot_bout *bout);

/*
 * Collects the results of the pools, and returns how many they are. Sets in the standings, which
 * are in the order of contest->entrant, what is known before the results count.
 */
size_t bot_contest_collect(const struct bot_contest *contest,
	struct bot_standing standings[BOT_CONTEST_ROWS],
	struct bot_pool_result results[BOT_CONTEST_BOUTS]);

/*
 * Adds the bouts that decide a title: those whom only lots separate at the head of the standings
 * fence each other once more. Returns how many bouts were added: none if nobody is level, or if
 * there have been such bouts.
 */
size_t bot_contest_add_deciding_bouts(
	struct bot_contest *contest, const struct bot_standing *standings, size_t count);

/*
 * Writes the standings of the entrants of a pool, or of all pools if `pool` is 0: the best first.
 * Returns how many they are.
 */
size_t bot_contest_standings(
	struct bot_contest *contest, uint8_t pool, struct bot_standing standings[BOT_CONTEST_ROWS]);

/* Sets the ranks of the present fencers, from 1, when all bouts of the pools have ended. */
void bot_night_rank(struct bot_contest *contest);

/* Counts the fencers with a rank. */
size_t bot_contest_ranked(const struct bot_contest *contest);

/* Counts those who fence, or have fenced, in a pool or a division. */
size_t bot_contest_fencers(const struct bot_contest *contest);

/* Returns the number of pools, or 0 before they are drawn. */
uint8_t bot_contest_pools(const struct bot_contest *contest);

/* Returns the entrant with a rank, from 1, or NULL. */
struct bot_entrant *bot_contest_ranked_entrant(struct bot_contest *contest, size_t rank);

#endif
