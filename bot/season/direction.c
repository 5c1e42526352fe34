#include "bot/season/direction.h"

#include "bot/base/duration.h"
#include "bot/call/question.h"
#include "bot/call/rate_limit.h"
#include "bot/call/time.h"
#include "bot/night/exclusion.h"
#include "bot/night/loading.h"
#include "bot/night/room_night.h"
#include "bot/season/opening.h"
#include "bot/season/progress.h"
#include "bot/season/table.h"
#include "bot/show/muted_room.h"

#include <stdlib.h>
#include <string.h>

/* Opening */

/* Finds out whether the sender may open a season, or says why not. */
static enum bot_error may_open(
	const struct bot_call *call, const struct bot_competition *wanted, bool *may)
{
	struct bot_competition other;
	int64_t wait = 0;

	*may = false;
	if (bot_muted_room_is(call->host, call->message->room))
		return bot_muted_room_tell(call, call->message->room);
	if (wanted->again && !bot_call_moderates(call))
		return bot_night_say(call, BOT_MSG_MODERATORS_ONLY);
	if (wanted->length > BOT_SEASON_WEEKS_OPEN * BOT_WEEK && !bot_call_moderates(call))
		return bot_night_say(call, BOT_MSG_SEASON_LONG);
	enum bot_error error = bot_night_find_live(call, BOT_KIND_SEASON, &other);
	if (error)
		return error;
	if (other.id != 0)
		return bot_night_say(call, BOT_MSG_SEASON_HERE);
	if (!bot_call_moderates(call))
		error = bot_allowance_take(call->host, BOT_ALLOW_NIGHT, call->message->sender,
			call->message->sender, &wait);
	if (error)
		return error;
	*may = wait == 0;
	if (*may)
		return BOT_OK;
	return bot_reply(call, BOT_MSG_SEASON_LATER, (struct bot_args){.left = wait});
}

enum bot_error bot_season_open(const struct bot_call *call, struct bot_competition *competition)
{
	const struct bot_message *message = call->message;
	bool may;

	enum bot_error error = may_open(call, competition, &may);
	if (error || !may)
		return error;
	memcpy(competition->room, message->room, strlen(message->room) + 1);
	memcpy(competition->organiser, message->sender, strlen(message->sender) + 1);
	memcpy(competition->event, message->event, strlen(message->event) + 1);
	return bot_season_create(call->host, competition);
}

/* Starting and stopping */

/* Whether the sender may direct the season: its organiser may until it starts. */
static bool directs(const struct bot_call *call, const struct bot_night *season)
{
	const struct bot_competition *competition = &season->competition;

	return bot_call_moderates(call) ||
	       (competition->stage == BOT_STAGE_SIGN_UP &&
		       strcmp(competition->organiser, call->message->sender) == 0);
}

/* Returns the message that says why the season can't start now, or BOT_MSG_COUNT if it can. */
static enum bot_msg find_start_obstacle(const struct bot_call *call, const struct bot_night *season)
{
	if (season->competition.stage != BOT_STAGE_SIGN_UP)
		return BOT_MSG_SEASON_BEGUN;
	if (!directs(call, season))
		return BOT_MSG_SEASON_NOT_YOURS;
	return bot_night_count(season, BOT_ENTRANT_SIGNED_UP) < BOT_ENTRANTS_LEAST
		       ? BOT_MSG_SEASON_FEW
		       : BOT_MSG_COUNT;
}

static enum bot_error start(const struct bot_call *call, struct bot_night *season)
{
	struct bot_competition *competition = &season->competition;
	enum bot_msg why = find_start_obstacle(call, season);

	if (why != BOT_MSG_COUNT)
		return bot_night_say(call, why);
	competition->starts = call->host->time;
	enum bot_error error = bot_competition_save(call->host->store, competition);
	return error ? error : bot_season_run(call->host, competition->id);
}

/* People who would still sign up miss the season after an early start: the bot asks for a "yes". */
static enum bot_error start_or_ask(const struct bot_call *call, struct bot_night *season)
{
	const struct bot_competition *competition = &season->competition;
	int64_t count = (int64_t)bot_night_count(season, BOT_ENTRANT_SIGNED_UP);
	enum bot_msg why = find_start_obstacle(call, season);
	char until[BOT_INSTANT_SIZE];

	if (why != BOT_MSG_COUNT)
		return bot_night_say(call, why);
	if (competition->starts - call->host->time <= BOT_NIGHT_SOON)
		return start(call, season);
	enum bot_error error = bot_season_write_time(
		call->host, competition, call->lang, competition->starts, until);
	if (error)
		return error;
	return bot_ask(call, BOT_MSG_SEASON_START,
		(struct bot_args){.until = until, .count = count}, "season start yes");
}

enum bot_error bot_season_start(const struct bot_call *call, bool confirmed)
{
	return bot_night_with(call, BOT_KIND_SEASON, confirmed ? start : start_or_ask);
}

static enum bot_error ask_to_stop(const struct bot_call *call, struct bot_night *season)
{
	if (!directs(call, season))
		return bot_night_say(call, BOT_MSG_SEASON_NOT_YOURS);
	return bot_night_ask_to_stop(call, season, BOT_MSG_SEASON_STOP, "season stop yes");
}

static enum bot_error stop(const struct bot_call *call, struct bot_night *season)
{
	struct bot_page page;

	if (!directs(call, season))
		return bot_night_say(call, BOT_MSG_SEASON_NOT_YOURS);
	enum bot_error error = bot_night_forget_opening(call, &season->competition);
	if (!error)
		error = bot_season_stop_now(call->host, season, call->message->sender);
	if (!error)
		error = bot_write_reply(call, BOT_MSG_SEASON_STOPPED, (struct bot_args){0}, &page);
	if (error)
		return error;
	if (season->competition.again) {
		bot_page_space(&page);
		bot_page_say(&page, BOT_MSG_SEASON_NO_MORE,
			&(struct bot_args){.prefix = call->host->prefix});
	}
	return bot_reply_page(call, &page);
}

enum bot_error bot_season_stop(const struct bot_call *call, bool confirmed)
{
	return bot_night_with(call, BOT_KIND_SEASON, confirmed ? stop : ask_to_stop);
}

/* The next season */

static enum bot_error set_again(const struct bot_call *call, struct bot_night *season, bool again)
{
	struct bot_competition *competition = &season->competition;

	competition->again = again;
	enum bot_error error = bot_season_table_show(call->host, season, false);
	if (!error)
		error = bot_competition_save(call->host->store, competition);
	if (error)
		return error;
	return bot_night_say(call, again ? BOT_MSG_SEASON_EVERY : BOT_MSG_SEASON_NEVER);
}

enum bot_error bot_season_repeat(const struct bot_call *call, bool again)
{
	struct bot_night *season;

	if (!bot_call_moderates(call))
		return bot_night_say(call, BOT_MSG_MODERATORS_ONLY);
	enum bot_error error = bot_night_of_room(call, BOT_KIND_SEASON, &season);
	if (!error && season)
		error = set_again(call, season, again);
	free(season);
	return error;
}

/* Excluding */

/* Lets the season go on. Before the start only its message changes. */
static enum bot_error go_on(struct bot_host *host, int64_t id)
{
	struct bot_night *season;

	enum bot_error error = bot_night_load(host, id, &season);
	if (error)
		return error;
	if (season->competition.stage != BOT_STAGE_SIGN_UP) {
		free(season);
		return bot_season_run(host, id);
	}
	error = bot_season_table_show(host, season, false);
	if (!error)
		error = bot_competition_save(host->store, &season->competition);
	free(season);
	return error;
}

static const struct bot_exclusion exclusion = {.kind = BOT_KIND_SEASON,
	.go_on = go_on,
	.excluded = BOT_MSG_SEASON_EXCLUDED,
	.included = BOT_MSG_SEASON_INCLUDED,
	.left = BOT_MSG_SEASON_LEFT,
	.you_excluded = BOT_MSG_SEASON_YOU_EXCLUDED,
	.you_included = BOT_MSG_SEASON_YOU_INCLUDED,
	.not_entrant = BOT_MSG_SEASON_NOT_ENTRANT,
	.not_excluded = BOT_MSG_SEASON_NOT_EXCLUDED,
	.full = BOT_MSG_SEASON_FULL};

enum bot_error bot_season_exclude(const struct bot_call *call, const char *user)
{
	return bot_exclusion_begin(call, &exclusion, user);
}

enum bot_error bot_season_include(const struct bot_call *call, const char *user)
{
	return bot_exclusion_end(call, &exclusion, user);
}
