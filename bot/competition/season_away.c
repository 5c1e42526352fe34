#include "bot/competition/season_away.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"

static int64_t find_rest(struct bot_host *host, const struct bot_entrant *entrant)
{
	int64_t rest;

	bot_must(bot_days_off_rest(
		host->store, entrant->user, host->port->now(host->port->self), &rest));
	return rest;
}

bool bot_season_is_away(struct bot_host *host, const struct bot_entrant *entrant)
{

	return find_rest(host, entrant) > 0;
}

void bot_season_find_away(
	struct bot_host *host, const struct bot_contest *season, bool away[BOT_NIGHT_ROWS])
{
	for (size_t i = 0; i < season->entrants; i++)
		away[i] = bot_season_is_away(host, &season->entrant[i]);
}

void bot_season_count_days_away(struct bot_host *host, struct bot_contest *season)
{
	for (size_t i = 0; i < season->entrants; i++) {
		struct bot_entrant *entrant = &season->entrant[i];

		if (entrant->state != BOT_ENTRANT_PRESENT)
			continue;
		int64_t rest = find_rest(host, entrant);
		entrant->days_away = (uint8_t)((rest + BOT_DAY - 1) / BOT_DAY);
	}
}
