#include "bot/season/absent.h"

enum bot_error bot_season_find_away(
	struct bot_host *host, const struct bot_night *season, bool away[BOT_NIGHT_ROWS])
{
	int64_t now = host->port->now(host->port->self);
	enum bot_error error = BOT_OK;

	for (size_t i = 0; !error && i < season->entrants; i++) {
		int64_t rest;

		error = bot_days_off_rest(host->store, season->entrant[i].user, now, &rest);
		away[i] = rest > 0;
	}
	return error;
}
