#include "bot/season/stages.h"

#include "bot/base/duration.h"
#include "bot/club/rating.h"
#include "bot/competition/admission.h"
#include "bot/competition/bouts.h"
#include "bot/competition/room_competition.h"
#include "bot/season/away.h"
#include "bot/season/calendar.h"
#include "bot/season/ending.h"
#include "bot/season/opening.h"
#include "bot/season/seeds.h"
#include "bot/season/withdrawal.h"

#define UNREAD_WAIT INT64_C(5000)     /* how long an unread message delays the start */
#define BOUTS_MOST  CFG_PER_ROOM_MOST /* of a season at once: see BOT_MATCHES_MOST */

/* The start */

/* Lets those who have signed up take part, but not whom the bot ignores or has forgotten. */
static enum bot_error admit(struct bot_season_run *run)
{
	enum bot_error error = BOT_OK;

	for (size_t i = 0; !error && i < run->season->entrants; i++) {
		struct bot_entrant *entrant = &run->season->entrant[i];
		bool barred = false;

		if (entrant->state != BOT_ENTRANT_SIGNED_UP)
			continue;
		error = bot_admission_is_barred(run->host, entrant, &barred);
		entrant->state = barred ? BOT_ENTRANT_ABSENT : BOT_ENTRANT_PRESENT;
	}
	return error;
}

static enum bot_error begin(struct bot_season_run *run)
{
	struct bot_competition *competition = &run->season->competition;
	struct bot_season_seed seed[BOT_NIGHT_ROWS];

	enum bot_error error = bot_season_find_seeds(run->host, run->season, seed);
	if (error)
		return error;
	bot_season_draw(run->season, seed);
	competition->stage = BOT_STAGE_POOLS;
	competition->ends = run->host->time + competition->length;
	competition->shows = run->host->time + BOT_WEEK;
	return bot_season_count_days_away(run->host, run->season);
}

static enum bot_error run_sign_up(struct bot_season_run *run)
{
	struct bot_competition *competition = &run->season->competition;
	const struct bot_port *port = run->host->port;

	if (run->host->time < competition->starts)
		return BOT_OK;
	if (port->unread && port->unread(port->self, competition->room)) {
		competition->starts = run->host->time + UNREAD_WAIT;
		return BOT_OK;
	}
	enum bot_error error = admit(run);
	if (error)
		return error;
	run->as_new = true;
	if (bot_night_count(run->season, BOT_ENTRANT_PRESENT) >= BOT_ENTRANTS_LEAST)
		return begin(run);
	bot_season_end(run->host, competition);
	return BOT_OK;
}

/* The bouts */

static enum bot_error begin_bouts(struct bot_season_run *run)
{
	struct bot_night *season = run->season;
	bool away[BOT_NIGHT_ROWS];
	struct bot_bout *next;
	size_t now = 0;
	enum bot_error error = bot_season_find_away(run->host, season, away);

	for (size_t i = 0; i < season->bouts; i++)
		now += season->bout[i].state == BOT_BOUT_FENCED;
	for (; !error && now < BOUTS_MOST && (next = bot_season_next_bout(season, away)); now++)
		error = bot_bout_begin(run->host, season, next);
	return error;
}

/* Ends the bouts as they stand, and ranks the fencers. */
static enum bot_error finish(struct bot_season_run *run)
{
	enum bot_error error = bot_bouts_end_unfenced(run->host, run->season);

	if (error)
		return error;
	bot_season_annul(run->season);
	bot_season_rank(run->season);
	bot_season_end(run->host, &run->season->competition);
	run->ends = true;
	return BOT_OK;
}

/* Lets the room see the standings of the week in a new message. */
static void show_week(struct bot_season_run *run)
{
	struct bot_competition *competition = &run->season->competition;

	if (run->host->time < competition->shows)
		return;
	run->as_new = true;
	while (competition->shows <= run->host->time)
		competition->shows += BOT_WEEK;
}

static enum bot_error run_bouts(struct bot_season_run *run)
{
	enum bot_error error = bot_season_settle(run->host, run->season);

	if (error)
		return error;
	if (run->host->time >= run->season->competition.ends ||
		bot_night_open_bouts(run->season, 0) == 0)
		return finish(run);
	show_week(run);
	return begin_bouts(run);
}

enum bot_error bot_season_go_on(struct bot_season_run *run)
{
	enum bot_error error = BOT_OK;

	if (run->season->competition.stage == BOT_STAGE_SIGN_UP)
		error = run_sign_up(run);
	if (!error && run->season->competition.stage == BOT_STAGE_POOLS)
		error = run_bouts(run);
	return error;
}

enum bot_error bot_season_close(struct bot_season_run *run)
{
	struct bot_competition *competition = &run->season->competition;

	enum bot_error error = bot_season_say_end(run->host, run->season);
	if (error || !competition->again)
		return error;
	if (bot_competition_is_seen(run->host, competition->room))
		return bot_season_open_next(run->host, competition);
	competition->again = false; /* nobody would see the sign-up */
	return BOT_OK;
}
