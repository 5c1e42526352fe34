#include "bot/competition/season_progress.h"

#include "bot/base/attempt.h"
#include "bot/base/log.h"
#include "bot/competition/bouts.h"
#include "bot/competition/letter.h"
#include "bot/competition/loading.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/season_calendar.h"
#include "bot/competition/season_stages.h"
#include "bot/competition/season_table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Tells those who have lost too many bouts by the clock that they are out. */
static void tell_withdrawn(
	struct bot_host *host, const struct bot_contest *season, const struct bot_contest *before)
{
	for (size_t i = 0; i < season->entrants; i++) {
		const struct bot_entrant *entrant = &season->entrant[i];

		if (entrant->forfeits > before->entrant[i].forfeits &&
			entrant->forfeits == BOT_NIGHT_FORFEITS)
			bot_letter_tell_out(host, season, entrant, BOT_MSG_SEASON_FORFEITED);
	}
}

static void run_loaded(struct bot_host *host, struct bot_contest *season)
{
	struct bot_contest *before = bot_scratch(sizeof(*before));
	struct bot_season_run run = {.host = host, .season = season};

	memcpy(before, season, sizeof(*before));
	bot_season_go_on(&run);
	if (run.as_new || bot_competition_has_changed(season, before))
		bot_season_table_show(host, season, run.as_new);
	tell_withdrawn(host, season, before);
	bot_season_set_due(host, &season->competition);
	if (run.ends) {
		/* the next season needs the result of this one */
		bot_competition_save_changes(host, season, before);
		bot_season_close(&run);
	}
	bot_competition_save_changes(host, season, before);
}

void bot_season_stop_now(struct bot_host *host, struct bot_contest *season, const char *by)
{
	struct bot_contest *before = bot_scratch(sizeof(*before));

	memcpy(before, season, sizeof(*before));
	bot_bouts_stop(host, season, by);
	bot_season_end(host, &season->competition);
	bot_season_set_due(host, &season->competition);
	bot_season_table_show(host, season, false);
	bot_competition_save_changes(host, season, before);
}

/*
 * The cause is how often the season has been shown: each run that sends or begins anything shows
 * it once.
 */
void bot_season_run(struct bot_host *host, int64_t id)
{
	struct bot_contest *season = bot_competition_load(host, id);
	char name[24];

	if (!season) {
		bot_log_write(BOT_LOG_ERROR, "season damaged", NULL);
		bot_must(bot_competition_give_up(
			host->store, id, host->port->now(host->port->self)));
		return;
	}
	snprintf(name, sizeof(name), "%" PRId64, id);
	struct bot_cause outer =
		bot_cause_enter(host->store, "season", name, season->competition.edits);
	if (bot_competition_is_second(host, &season->competition))
		bot_season_stop_now(host, season, NULL);
	else
		run_loaded(host, season);
	bot_cause_leave(host->store, &outer);
}
