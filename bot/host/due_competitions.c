#include "bot/host/due_competitions.h"

#include "bot/night/progress.h"
#include "bot/season/progress.h"
#include "bot/store/store.h"

enum bot_error bot_competitions_run_due(struct bot_host *host, int64_t *due)
{
	enum bot_competition_kind kind;
	int64_t id, next = 0;

	for (;;) {
		enum bot_error error = bot_competition_next(host->store, &id, &kind, &next);

		if (error)
			return error == BOT_NOT_FOUND ? BOT_OK : error;
		if (next > host->time)
			break;
		error = kind == BOT_KIND_SEASON ? bot_season_run(host, id)
						: bot_night_run(host, id);
		if (error)
			return error;
	}
	if (next < *due)
		*due = next;
	return BOT_OK;
}
