#include "bot/host/due_competitions.h"

#include "bot/base/attempt.h"
#include "bot/competition/progress.h"

/* An attempt of its own, so that the memory of each competition ends with it: many may be due. */
static enum bot_error run_alone(struct bot_host *host, int64_t id, enum bot_competition_kind kind)
{
	BOT_ATTEMPT(bot_contest_run(
		host, kind == BOT_KIND_SEASON ? &bot_season_kind : &bot_night_kind, id));
}

int64_t bot_competitions_run_due(struct bot_host *host)
{
	enum bot_competition_kind kind;
	int64_t id, next;

	while (bot_found(bot_competition_next(host->store, &id, &kind, &next))) {
		if (next > host->time)
			return next;
		bot_must(run_alone(host, id, kind));
	}
	return INT64_MAX;
}
