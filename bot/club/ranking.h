/*
 * The ranking of fencers after their pools, by the rules of the FIE (book 2, o.17 and o.19): the
 * victories divided by the bouts; then the indicator, which is the touches scored minus the touches
 * received; then the touches scored; then lots. The club adds two rules: if fencers are level after
 * the indicator and have all met, the victories over each other decide before the touches; and
 * deciding bouts for a title come before lots.
 */
#ifndef BOT_CLUB_RANKING_H
#define BOT_CLUB_RANKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The result of a bout in a pool. Entrants are numbered from 0. */
struct bot_pool_result {
	uint8_t entrant[2];
	uint8_t touches[2]; /* the touches that each of the two has scored */
	uint8_t winner;     /* 0 or 1: the index of the entrant who has won; 2: nobody */
};

/* What an entrant has done in a pool. */
struct bot_standing {
	uint8_t entrant;
	bool withdrawn;
	int bouts;
	int victories;
	int scored; /* touches */
	int received;
	int direct;   /* victories over those who are level, if all of them have met */
	int decided;  /* victories in deciding bouts */
	bool by_lots; /* lots decide between this entrant and the one before or after */
	uint64_t lot; /* if all else is equal, the entrant with the smaller lot comes first */
};

/*
 * Adds the results to the standings. `standings` has `entrants` items, one for each entrant, in the
 * order of their numbers; the caller has set `withdrawn`, `decided` and `lot`, and all else to
 * zero. All bouts of an entrant who has withdrawn are annulled: they count for nobody (o.20).
 */
void bot_ranking_add(struct bot_standing *standings, size_t entrants,
	const struct bot_pool_result *results, size_t count);

/* Returns the indicator: the touches scored minus the touches received. */
int bot_ranking_indicator(const struct bot_standing *standing);

/*
 * Sorts the standings, the best first, and sets `direct` and `by_lots`. Before, the caller has set
 * both to 0, and added the same results. Those who have withdrawn come last, and those who have
 * fenced no bout come before them.
 */
void bot_ranking_sort(struct bot_standing *standings, size_t entrants,
	const struct bot_pool_result *results, size_t count);

/* Counts those at the head of sorted standings whom only lots separate: none, or at least two. */
size_t bot_ranking_first_by_lots(const struct bot_standing *standings, size_t entrants);

#endif
