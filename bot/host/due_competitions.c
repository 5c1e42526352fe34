#include "bot/host/due_competitions.h"

#include "bot/base/attempt.h"
#include "bot/night/progress.h"
#include "bot/season/progress.h"
#include "bot/store/store.h"

int64_t bot_competitions_run_due(struct bot_host *host)
{
	enum bot_competition_kind kind;
	int64_t id, next;

	while (bot_found(bot_competition_next(host->store, &id, &kind, &next))) {
		if (next > host->time)
			return next;
		if (kind == BOT_KIND_SEASON)
			bot_season_run(host, id);
		else
			bot_night_run(host, id);
	}
	return INT64_MAX;
}
