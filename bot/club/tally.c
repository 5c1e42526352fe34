#include "bot/club/tally.h"

#include <math.h>

/* Adds the result of a rated match. */
static enum bot_error add_result(
	struct bot_store *store, const struct bot_match *match, enum eg_seat seat, double rating)
{
	const struct bot_result result = {.ended = match->ended,
		.match = match->id,
		.won = match->winner == seat,
		.rating = lround(rating)};

	return bot_result_add(store, match->player[seat], &result);
}

static enum bot_error count_rated(struct bot_store *store, const struct bot_match *match,
	const struct bot_rating_change *change, const char *month, enum eg_seat seat)
{
	const struct bot_tally_key rules = {
		BOT_TALLY_RULES, eg_rules_name(&match->rules.round), NULL};
	const struct bot_tally_key of_month = {BOT_TALLY_MONTH, month, match->room};
	const char *user = match->player[seat];
	bool won = match->winner == seat;

	enum bot_error error = add_result(store, match, seat, change->over_all[seat]);
	if (!error)
		error = bot_tally_add(store, user, &rules, won);
	return error ? error : bot_tally_add(store, user, &of_month, won);
}

enum bot_error bot_tally_match(struct bot_store *store, const struct bot_match *match,
	const struct bot_rating_change *change, const char *month)
{
	const struct bot_tally_key practice = {
		BOT_TALLY_PRACTICE, bot_practice_name(match->practice), NULL};
	enum bot_error error = BOT_OK;

	if (match->practice && match->winner != EG_NOBODY && !bot_match_has_handicap(match))
		return bot_tally_add(
			store, match->player[EG_WHITE], &practice, match->winner == EG_WHITE);
	for (enum eg_seat seat = EG_WHITE; !error && match->rated && seat <= EG_BLACK; seat++)
		error = count_rated(store, match, change, month, seat);
	return error;
}
