#include "bot/season/progress.h"

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/competition/bouts.h"
#include "bot/competition/letter.h"
#include "bot/competition/loading.h"
#include "bot/competition/room_competition.h"
#include "bot/season/calendar.h"
#include "bot/season/stages.h"
#include "bot/season/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tells those who have lost too many bouts by the clock that they are out. */
static enum bot_error tell_withdrawn(
	struct bot_host *host, const struct bot_night *season, const struct bot_night *before)
{
	enum bot_error error = BOT_OK;

	for (size_t i = 0; !error && i < season->entrants; i++) {
		const struct bot_entrant *entrant = &season->entrant[i];

		if (entrant->forfeits > before->entrant[i].forfeits &&
			entrant->forfeits == BOT_NIGHT_FORFEITS)
			error = bot_letter_tell_out(
				host, season, entrant, BOT_MSG_SEASON_FORFEITED);
	}
	return error;
}

static enum bot_error run_loaded(struct bot_host *host, struct bot_night *season)
{
	struct bot_night *before = bot_malloc(sizeof(*before));
	struct bot_season_run run = {.host = host, .season = season};

	memcpy(before, season, sizeof(*before));
	enum bot_error error = bot_season_go_on(&run);
	if (!error && (run.as_new || bot_competition_has_changed(season, before)))
		error = bot_season_table_show(host, season, run.as_new);
	if (!error)
		error = tell_withdrawn(host, season, before);
	bot_season_set_due(host, &season->competition);
	if (!error && run.ends) /* the next season needs the result of this one */
		error = bot_competition_save_changes(host, season, before);
	if (!error && run.ends)
		error = bot_season_close(&run);
	if (!error)
		error = bot_competition_save_changes(host, season, before);
	free(before);
	return error;
}

enum bot_error bot_season_stop_now(struct bot_host *host, struct bot_night *season, const char *by)
{
	struct bot_night *before = bot_malloc(sizeof(*before));

	memcpy(before, season, sizeof(*before));
	enum bot_error error = bot_bouts_stop(host, season, by);
	bot_season_end(host, &season->competition);
	bot_season_set_due(host, &season->competition);
	if (!error)
		error = bot_season_table_show(host, season, false);
	if (!error)
		error = bot_competition_save_changes(host, season, before);
	free(before);
	return error;
}

/*
 * The cause is how often the season has been shown: each run that sends or begins anything shows
 * it once.
 */
enum bot_error bot_season_run(struct bot_host *host, int64_t id)
{
	struct bot_night *season = NULL;
	char name[24];
	bool second = false;

	enum bot_error error = bot_competition_load(host, id, &season);
	if (error == BOT_STORE_CORRUPT) {
		bot_log_write(BOT_LOG_ERROR, "season damaged", NULL);
		return bot_competition_give_up(host->store, id, host->port->now(host->port->self));
	}
	if (error)
		return error;
	snprintf(name, sizeof(name), "%" PRId64, id);
	struct bot_cause outer =
		bot_cause_enter(host->store, "season", name, season->competition.edits);
	error = bot_competition_is_second(host, &season->competition, &second);
	if (!error)
		error = second ? bot_season_stop_now(host, season, NULL) : run_loaded(host, season);
	bot_cause_leave(host->store, &outer);
	free(season);
	return error;
}
