#include "bot/season/away.h"

#include "bot/base/duration.h"

static enum bot_error find_rest(
	struct bot_host *host, const struct bot_entrant *entrant, int64_t *rest)
{
	return bot_days_off_rest(
		host->store, entrant->user, host->port->now(host->port->self), rest);
}

enum bot_error bot_season_is_away(
	struct bot_host *host, const struct bot_entrant *entrant, bool *away)
{
	int64_t rest;

	enum bot_error error = find_rest(host, entrant, &rest);
	*away = !error && rest > 0;
	return error;
}

enum bot_error bot_season_find_away(
	struct bot_host *host, const struct bot_night *season, bool away[BOT_NIGHT_ROWS])
{
	enum bot_error error = BOT_OK;

	for (size_t i = 0; !error && i < season->entrants; i++)
		error = bot_season_is_away(host, &season->entrant[i], &away[i]);
	return error;
}

enum bot_error bot_season_count_days_away(struct bot_host *host, struct bot_night *season)
{
	enum bot_error error = BOT_OK;

	for (size_t i = 0; !error && i < season->entrants; i++) {
		struct bot_entrant *entrant = &season->entrant[i];
		int64_t rest;

		if (entrant->state != BOT_ENTRANT_PRESENT)
			continue;
		error = find_rest(host, entrant, &rest);
		if (!error)
			entrant->days_away = (uint8_t)((rest + BOT_DAY - 1) / BOT_DAY);
	}
	return error;
}
