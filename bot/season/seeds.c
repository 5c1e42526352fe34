#include "bot/season/seeds.h"

#include "bot/competition/loading.h"

#include <stdlib.h>
#include <string.h>

/*
 * Loads the newest season with a result before this one. Sets *last to NULL if there is none, or if
 * the store has it no more. The caller frees it with free().
 */
static enum bot_error load_last(struct bot_host *host, int64_t previous, struct bot_night **last)
{
	*last = NULL;
	if (previous == 0)
		return BOT_OK;
	enum bot_error error = bot_competition_load(host, previous, last);
	return error == BOT_NOT_FOUND || error == BOT_STORE_CORRUPT ? BOT_OK : error;
}

static void seed_by_last(
	struct bot_night *last, const struct bot_entrant *entrant, struct bot_season_seed *seed)
{
	const struct bot_entrant *before = bot_night_find(last, entrant->user);

	if (!before || before->pool == 0 || before->state != BOT_ENTRANT_PRESENT)
		return;
	seed->division = before->pool;
	seed->rank = before->rank;
	seed->target = before->pool;
	switch (bot_season_fate(last, before)) {
	case BOT_SEASON_PROMOTED:
		seed->target--;
		break;
	case BOT_SEASON_RELEGATED:
		seed->target++;
		break;
	case BOT_SEASON_STAYS:
		break;
	}
}

/* A rating that is not sure yet counts less, as in the pools of a night. */
static enum bot_error find_rating(
	struct bot_host *host, const struct bot_entrant *entrant, double *rating)
{
	struct bot_rating found;

	enum bot_error error = bot_rating_get(host->store, NULL, entrant->user, &found);
	if (!error)
		*rating = found.glicko.rating - 2 * found.glicko.deviation;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_season_find_seeds(struct bot_host *host, const struct bot_night *season,
	struct bot_season_seed seed[BOT_NIGHT_ROWS])
{
	struct bot_night *last;

	memset(seed, 0, BOT_NIGHT_ROWS * sizeof(*seed));
	enum bot_error error = load_last(host, season->competition.previous, &last);
	for (size_t i = 0; !error && i < season->entrants; i++) {
		error = find_rating(host, &season->entrant[i], &seed[i].rating);
		if (last)
			seed_by_last(last, &season->entrant[i], &seed[i]);
	}
	free(last);
	return error;
}
