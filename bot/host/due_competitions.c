#include "bot/host/due_competitions.h"

#include "bot/base/attempt.h"
#include "bot/night/progress.h"
#include "bot/season/progress.h"
#include "bot/store/store.h"

void bot_competitions_run_due(struct bot_host *host, int64_t *due)
{
	enum bot_competition_kind kind;
	int64_t id, next = 0;

	for (;;) {
		if (!bot_found(bot_competition_next(host->store, &id, &kind, &next)))
			return;
		if (next > host->time)
			break;
		if (kind == BOT_KIND_SEASON)
			bot_season_run(host, id);
		else
			bot_night_run(host, id);
	}
	if (next < *due)
		*due = next;
}
