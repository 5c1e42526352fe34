#include "bot/night/direction.h"

#include "bot/call/room_label.h"
#include "bot/competition/directing.h"
#include "bot/competition/exclusion.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/shown_message.h"
#include "bot/night/opening.h"
#include "bot/night/own_bout.h"
#include "bot/night/pause.h"
#include "bot/night/progress.h"
#include "bot/night/sheet.h"
#include "bot/night/weekly.h"
#include "bot/show/muted_room.h"

#include <stdlib.h>
#include <string.h>

#define START_WAIT INT64_C(180000) /* the check-in, if somebody starts the night early */

/* Finds out whether the sender may open a night that begins after `lead`, or says why not. */
static enum bot_error may_open(const struct bot_call *call, int64_t lead, bool *may)
{
	struct bot_competition other;
	bool before = false;

	*may = false;
	if (bot_muted_room_is(call->host, call->message->room))
		return bot_muted_room_tell(call, call->message->room);
	enum bot_error error = bot_competition_find_live(call, BOT_KIND_NIGHT, &other);
	if (error)
		return error;
	if (other.id != 0)
		return bot_competition_say(call, BOT_MSG_NIGHT_HERE);
	if (!bot_call_moderates(call))
		error = bot_weekly_comes_before(call, lead, &before);
	if (error)
		return error;
	if (before)
		return bot_competition_say(call, BOT_MSG_NIGHT_WEEKLY_FIRST);
	return bot_competition_take_opening(call, BOT_MSG_NIGHT_LATER, may);
}

enum bot_error bot_night_open(const struct bot_call *call, struct bot_competition *competition)
{
	bool may;

	enum bot_error error = may_open(call, competition->starts - call->host->time, &may);
	if (error || !may)
		return error;
	bot_competition_set_opener(call, competition);
	return bot_night_create(call->host, competition);
}

/* Shows the night to the sender alone, and in which room it is. */
static enum bot_error show_private(const struct bot_call *call, struct bot_night *night)
{
	char label[BOT_ROOM_LABEL_SIZE];
	struct bot_page page;

	bot_room_label(call, night->competition.room, label);
	enum bot_error error = bot_write_reply(
		call, BOT_MSG_NIGHT_IN_ROOM, (struct bot_args){.room = label}, &page);
	if (!error)
		error = bot_own_bout_add(call, night, &page);
	bot_page_line(&page);
	if (!error)
		error = bot_sheet_add(call->host, night, call->message->sender, &page);
	return error ? error : bot_reply_page(call, &page);
}

static enum bot_error show(const struct bot_call *call, struct bot_night *night)
{
	struct bot_page page;
	bool linked = false;

	if (call->message->private)
		return show_private(call, night);
	bot_page_init(&page, call->lang);
	enum bot_error error = bot_shown_message_add_link(
		call->host, &night->competition, BOT_ALLOW_SHEET, &page, &linked);
	if (!error && linked)
		return bot_reply_page(call, &page);
	if (!error)
		error = bot_sheet_show(call->host, night, true);
	return error ? error : bot_competition_save(call->host->store, &night->competition);
}

/* Whether the sender may direct the night: its organiser may until it starts. */
static bool directs(const struct bot_call *call, const struct bot_night *night)
{
	const struct bot_competition *competition = &night->competition;

	return bot_call_moderates(call) ||
	       (competition->stage < BOT_STAGE_POOLS &&
		       strcmp(competition->organiser, call->message->sender) == 0);
}

/* Whether all who have signed up are there: they have said so, or have done it lately. */
static bool are_here(const struct bot_host *host, const struct bot_night *night)
{
	if (night->competition.stage == BOT_STAGE_CHECK_IN)
		return bot_night_count(night, BOT_ENTRANT_SIGNED_UP) == 0;
	for (size_t i = 0; i < night->entrants; i++)
		if (night->entrant[i].state == BOT_ENTRANT_SIGNED_UP &&
			night->entrant[i].joined < host->time - BOT_NIGHT_RECENT)
			return false;
	return true;
}

/* Returns the message that says why the night can't start now, or BOT_MSG_COUNT if it can. */
static enum bot_msg find_start_obstacle(const struct bot_call *call, const struct bot_night *night)
{
	enum bot_stage stage = night->competition.stage;
	size_t count = bot_night_count(night, BOT_ENTRANT_PRESENT);

	if (stage >= BOT_STAGE_POOLS)
		return BOT_MSG_NIGHT_BEGUN_ALREADY;
	if (!directs(call, night))
		return BOT_MSG_NIGHT_NOT_YOURS;
	if (stage == BOT_STAGE_SIGN_UP)
		count += bot_night_count(night, BOT_ENTRANT_SIGNED_UP);
	return count < BOT_ENTRANTS_LEAST ? BOT_MSG_NIGHT_FEW : BOT_MSG_COUNT;
}

static enum bot_error start(const struct bot_call *call, struct bot_night *night)
{
	struct bot_competition *competition = &night->competition;
	struct bot_host *host = call->host;
	int64_t starts = are_here(host, night) ? host->time : host->time + START_WAIT;
	enum bot_msg why = find_start_obstacle(call, night);

	if (why != BOT_MSG_COUNT)
		return bot_competition_say(call, why);
	if (starts >= competition->starts) /* it starts as soon as it can */
		return show(call, night);
	bool checks_in = competition->stage == BOT_STAGE_CHECK_IN;
	competition->starts = starts;
	enum bot_error error = bot_competition_save(host->store, competition);
	/* All have signed up a moment ago, so nobody checks in: the room should know that. */
	if (!error && starts == host->time && !checks_in)
		error = bot_competition_say(call, BOT_MSG_NIGHT_STARTS_WITH_ALL);
	return error ? error : bot_night_run(host, competition->id);
}

/* People who come at the announced time would miss an early start, so the bot asks for a "yes". */
static enum bot_error start_or_ask(const struct bot_call *call, struct bot_night *night)
{
	enum bot_msg why = find_start_obstacle(call, night);
	int64_t span = night->competition.starts - call->host->time;

	if (why != BOT_MSG_COUNT)
		return bot_competition_say(call, why);
	if (span <= BOT_NIGHT_SOON)
		return start(call, night);
	return bot_competition_ask_to_start(
		call, night, span, BOT_MSG_NIGHT_START, "night start yes");
}

enum bot_error bot_night_start(const struct bot_call *call, bool confirmed)
{
	return bot_competition_with(call, BOT_KIND_NIGHT, confirmed ? start : start_or_ask);
}

static enum bot_error check_stop(
	const struct bot_call *call, const struct bot_night *night, bool *may)
{
	*may = directs(call, night);
	return *may ? BOT_OK : bot_competition_say(call, BOT_MSG_NIGHT_NOT_YOURS);
}

static enum bot_error ask_to_stop(const struct bot_call *call, struct bot_night *night)
{
	bool may;

	enum bot_error error = check_stop(call, night, &may);
	if (error || !may)
		return error;
	return bot_competition_ask_to_stop(call, night, BOT_MSG_NIGHT_STOP, "night stop yes");
}

static enum bot_error stop(const struct bot_call *call, struct bot_night *night)
{
	bool may;

	enum bot_error error = check_stop(call, night, &may);
	if (error || !may)
		return error;
	error = bot_competition_forget_opening(call, &night->competition);
	if (!error)
		error = bot_night_stop_now(call->host, night, call->message->sender);
	return error ? error : bot_competition_say(call, BOT_MSG_NIGHT_STOPPED);
}

enum bot_error bot_night_stop(const struct bot_call *call, bool confirmed)
{
	return bot_competition_with(call, BOT_KIND_NIGHT, confirmed ? stop : ask_to_stop);
}

/* Stores the competition, and lets it go on. */
static enum bot_error go_on(const struct bot_call *call, const struct bot_competition *competition)
{
	enum bot_error error = bot_competition_save(call->host->store, competition);

	return error ? error : bot_night_run(call->host, competition->id);
}

static enum bot_error pause_loaded(
	const struct bot_call *call, struct bot_competition *competition, int64_t length)
{
	char until[BOT_INSTANT_SIZE];

	if (competition->stage < BOT_STAGE_POOLS)
		return bot_competition_say(call, BOT_MSG_NIGHT_NOT_BEGUN);
	if (!bot_pause_begin(call->host, competition, length))
		return bot_competition_say(call, BOT_MSG_NIGHT_PAUSED_ENOUGH);
	enum bot_error error = go_on(call, competition);
	if (!error)
		error = bot_pause_write_end(call->host, competition, call->lang, until);
	if (error)
		return error;
	return bot_reply(call, BOT_MSG_NIGHT_PAUSED, (struct bot_args){.until = until});
}

enum bot_error bot_night_pause(const struct bot_call *call, int64_t length)
{
	struct bot_night *night;

	if (!bot_call_moderates(call))
		return bot_competition_say(call, BOT_MSG_MODERATORS_ONLY);
	if (length < BOT_PAUSE_LEAST || length > BOT_PAUSES_MOST)
		return bot_competition_say(call, BOT_MSG_NIGHT_PAUSE_LENGTH);
	enum bot_error error = bot_competition_of_room(call, BOT_KIND_NIGHT, &night);
	if (!error && night)
		error = pause_loaded(call, &night->competition, length);
	free(night);
	return error;
}

static enum bot_error resume(const struct bot_call *call, struct bot_night *night)
{
	if (night->competition.resumes == 0)
		return bot_competition_say(call, BOT_MSG_NIGHT_NOT_PAUSED);
	bot_pause_end(call->host, &night->competition);
	enum bot_error error = go_on(call, &night->competition);
	return error ? error : bot_competition_say(call, BOT_MSG_NIGHT_PAUSE_OVER);
}

enum bot_error bot_night_resume(const struct bot_call *call)
{
	if (!bot_call_moderates(call))
		return bot_competition_say(call, BOT_MSG_MODERATORS_ONLY);
	return bot_competition_with(call, BOT_KIND_NIGHT, resume);
}

static const struct bot_exclusion exclusion = {.kind = BOT_KIND_NIGHT,
	.go_on = bot_night_run,
	.excluded = BOT_MSG_NIGHT_EXCLUDED,
	.included = BOT_MSG_NIGHT_INCLUDED,
	.left = BOT_MSG_NIGHT_LEFT,
	.you_excluded = BOT_MSG_NIGHT_YOU_EXCLUDED,
	.you_included = BOT_MSG_NIGHT_YOU_INCLUDED,
	.not_entrant = BOT_MSG_NIGHT_NOT_ENTRANT,
	.not_excluded = BOT_MSG_NIGHT_NOT_EXCLUDED,
	.full = BOT_MSG_NIGHT_FULL};

enum bot_error bot_night_exclude(const struct bot_call *call, const char *user)
{
	return bot_exclusion_begin(call, &exclusion, user);
}

enum bot_error bot_night_include(const struct bot_call *call, const char *user)
{
	return bot_exclusion_end(call, &exclusion, user);
}

enum bot_error bot_night_show(const struct bot_call *call)
{
	return bot_competition_with(call, BOT_KIND_NIGHT, show);
}
