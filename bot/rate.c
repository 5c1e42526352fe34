#include "bot/rate.h"

#include "bot/results.h"

/* Nobody wins what is abandoned or stopped, or what was no more than a challenge. */
static bool counts(const struct bot_match *match)
{
	return !match->house && match->winner != EG_NOBODY;
}

static enum bot_error load(
	struct bot_store *store, const char *room, const char *user, struct bot_rating *rating)
{
	enum bot_error error = bot_rating_get(store, room, user, rating);

	if (error != BOT_NOT_FOUND)
		return error;
	*rating = (struct bot_rating){.glicko = bot_glicko_new};
	return BOT_OK;
}

/*
 * A match is a rating period of its own for its two players. The paper would have ten or more
 * games in one, but people who play a match an evening want to see what it was worth, and nothing
 * has to be done when no match is. Both change by what the other was before.
 */
static enum bot_error rate_in(
	struct bot_store *store, const char *room, const struct bot_match *match)
{
	struct bot_rating before[2];
	enum bot_error error = BOT_OK;

	for (enum eg_seat seat = EG_WHITE; !error && seat <= EG_BLACK; seat++)
		error = load(store, room, match->player[seat], &before[seat]);
	for (enum eg_seat seat = EG_WHITE; !error && seat <= EG_BLACK; seat++) {
		bool won = match->winner == seat;
		const struct bot_glicko_game game = {
			before[eg_opponent(seat)].glicko, won ? 1.0 : 0.0};
		const struct bot_rating after = {
			.glicko = bot_glicko_after(&before[seat].glicko, &game, 1),
			.played = before[seat].played + 1,
			.won = before[seat].won + won,
		};
		error = bot_rating_set(store, room, match->player[seat], &after);
	}
	return error;
}

enum bot_error bot_rate(struct bot_host *host, const struct bot_match *match)
{
	if (!counts(match))
		return BOT_OK;
	enum bot_error error = rate_in(host->store, match->room, match);
	return error ? error : rate_in(host->store, NULL, match);
}
