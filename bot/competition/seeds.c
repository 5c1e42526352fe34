#include "bot/competition/seeds.h"

#include "bot/base/attempt.h"
#include "bot/competition/loading.h"

#include <string.h>

/* Loads the newest season with a result before this one. Returns NULL if there is none. */
static struct bot_contest *load_last(struct bot_host *host, int64_t previous)
{
	return previous == 0 ? NULL : bot_competition_load(host, previous);
}

static void seed_by_last(
	struct bot_contest *last, const struct bot_entrant *entrant, struct bot_season_seed *seed)
{
	const struct bot_entrant *before = bot_contest_find(last, entrant->user);

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

/* A rating that is not sure yet counts less, as in the pools of a night. 0: there is none. */
static double find_rating(struct bot_host *host, const struct bot_entrant *entrant)
{
	struct bot_rating found;

	if (!bot_found(bot_rating_get(host->store, NULL, entrant->user, &found)))
		return 0;
	return found.glicko.rating - 2 * found.glicko.deviation;
}

void bot_season_find_seeds(struct bot_host *host, const struct bot_contest *season,
	struct bot_season_seed seed[BOT_NIGHT_ROWS])
{

	memset(seed, 0, BOT_NIGHT_ROWS * sizeof(*seed));
	struct bot_contest *last = load_last(host, season->competition.previous);
	for (size_t i = 0; i < season->entrants; i++) {
		seed[i].rating = find_rating(host, &season->entrant[i]);
		if (last)
			seed_by_last(last, &season->entrant[i], &seed[i]);
	}
}
