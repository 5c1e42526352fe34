#include "bot/competition/night_progress.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/base/log.h"
#include "bot/competition/bouts.h"
#include "bot/competition/letter.h"
#include "bot/competition/loading.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/letters.h"
#include "bot/competition/pause.h"
#include "bot/competition/night_sheet.h"
#include "bot/competition/night_stages.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define LOOK_EVERY BOT_HOUR /* in case the end of a bout was not reported */

void bot_night_set_due(const struct bot_host *host, struct bot_competition *competition)
{
	switch (competition->stage) {
	case BOT_STAGE_SIGN_UP:
		competition->due = competition->starts - BOT_NIGHT_CHECK_IN;
		break;
	case BOT_STAGE_CHECK_IN:
		competition->due = competition->starts;
		break;
	case BOT_STAGE_POOLS:
	case BOT_STAGE_TABLEAU:
		competition->due = host->time + LOOK_EVERY;
		if (competition->resumes > 0 && competition->resumes < competition->due)
			competition->due = competition->resumes;
		break;
	case BOT_STAGE_ENDED:
		competition->due = 0;
		return;
	}
	if (competition->due < 1)
		competition->due = 1;
}

/* The run */

/* Whether the night has just begun without the entrant, because they did not check in. */
static bool is_no_show(const struct bot_contest *before, const struct bot_contest *night, size_t i)
{
	return before->entrant[i].state == BOT_ENTRANT_SIGNED_UP &&
	       night->entrant[i].state == BOT_ENTRANT_ABSENT && night->entrant[i].user[0] == '@' &&
	       night->competition.stage == BOT_STAGE_POOLS;
}

/* Tells the entrants whom this run concerns how they stand. */
static void tell_entrants(const struct bot_night_run *run, const struct bot_contest *before)
{
	struct bot_contest *night = run->night;

	for (size_t i = 0; i < night->entrants; i++) {
		const struct bot_entrant *entrant = &night->entrant[i];

		if (entrant->forfeits > before->entrant[i].forfeits &&
			entrant->forfeits == BOT_NIGHT_FORFEITS)
			bot_letter_tell_out(run->host, night, entrant, BOT_MSG_NIGHT_FORFEITED);
		else if (is_no_show(before, night, i))
			bot_letter_tell_out(run->host, night, entrant, BOT_MSG_NIGHT_NO_SHOW);
		else if (run->tells[i])
			bot_letter_tell_next(run->host, night, entrant);
	}
}

static void run_loaded(struct bot_host *host, struct bot_contest *night)
{
	struct bot_contest *before = bot_scratch(sizeof(*before));
	struct bot_night_run run = {.host = host, .night = night};

	memcpy(before, night, sizeof(*before));
	bot_pause_end_due(host, night);
	bot_stages_go_on(&run);
	if (!run.silent)
		bot_sheet_show(host, night, run.as_new);
	tell_entrants(&run, before);
	bot_night_set_due(host, &night->competition);
	bot_competition_save_changes(host, night, before);
}

void bot_night_stop_now(struct bot_host *host, struct bot_contest *night, const char *by)
{
	struct bot_contest *before = bot_scratch(sizeof(*before));

	memcpy(before, night, sizeof(*before));
	bot_bouts_stop(host, night, by);
	bot_stage_end(host, &night->competition);
	bot_night_set_due(host, &night->competition);
	bot_sheet_show(host, night, false);
	bot_competition_save_changes(host, night, before);
}

/* The cause is how often the night has been shown: each run shows it once. */
void bot_night_run(struct bot_host *host, int64_t id)
{
	struct bot_contest *night = bot_competition_load(host, id);
	char name[24];

	if (!night) {
		bot_log_write(BOT_LOG_ERROR, "club night damaged", NULL);
		bot_must(bot_competition_give_up(
			host->store, id, host->port->now(host->port->self)));
		return;
	}
	snprintf(name, sizeof(name), "%" PRId64, id);
	struct bot_cause outer =
		bot_cause_enter(host->store, "night", name, night->competition.edits);
	if (bot_competition_is_second(host, &night->competition))
		bot_night_stop_now(host, night, NULL);
	else
		run_loaded(host, night);
	bot_cause_leave(host->store, &outer);
}
