#include "bot/competition/night_direction.h"

#include "bot/base/attempt.h"
#include "bot/call/room_label.h"
#include "bot/competition/directing.h"
#include "bot/competition/exclusion.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/shown_message.h"
#include "bot/competition/night_opening.h"
#include "bot/competition/own_bout.h"
#include "bot/competition/pause.h"
#include "bot/competition/night_progress.h"
#include "bot/competition/night_sheet.h"
#include "bot/competition/weekly.h"
#include "bot/show/muted_room.h"

#include <string.h>

#define START_WAIT INT64_C(180000) /* the check-in, if somebody starts the night early */

/* Whether the sender may open a night that begins after `lead`. If not, says why. */
static bool may_open(const struct bot_call *call, int64_t lead)
{
	struct bot_competition other;

	if (bot_muted_room_is(call->host, call->message->room)) {
		bot_muted_room_tell(call, call->message->room);
		return false;
	}
	if (bot_competition_find_live(call, BOT_KIND_NIGHT, &other)) {
		bot_competition_say(call, BOT_KIND_NIGHT, BOT_MSG_NIGHT_HERE);
		return false;
	}
	if (!bot_call_moderates(call) && bot_weekly_comes_before(call, lead)) {
		bot_competition_say(call, BOT_KIND_NIGHT, BOT_MSG_NIGHT_WEEKLY_FIRST);
		return false;
	}
	return bot_competition_take_opening(call);
}

void bot_night_open(const struct bot_call *call, struct bot_competition *competition)
{

	if (!may_open(call, competition->starts - call->host->time))
		return;
	bot_competition_set_opener(call, competition);
	bot_night_create(call->host, competition);
}

/* Shows the night to the sender alone, and in which room it is. */
static void show_private(const struct bot_call *call, struct bot_contest *night)
{
	char label[BOT_ROOM_LABEL_SIZE];
	struct bot_page page;

	bot_room_label(call, night->competition.room, label);
	bot_write_reply(call, BOT_MSG_NIGHT_IN_ROOM, (struct bot_args){.room = label}, &page);
	bot_own_bout_add(call, night, &page);
	bot_page_line(&page);
	bot_sheet_add(call->host, night, call->message->sender, &page);
	bot_reply_page(call, &page);
}

static void show(const struct bot_call *call, struct bot_contest *night)
{
	struct bot_page page;

	if (call->message->private) {
		show_private(call, night);
		return;
	}
	bot_page_init(&page, call->lang);
	if (bot_shown_message_add_link(call->host, &night->competition, BOT_ALLOW_SHEET, &page)) {
		bot_reply_page(call, &page);
		return;
	}
	bot_sheet_show(call->host, night, true);
	bot_must(bot_competition_save(call->host->store, &night->competition));
}

/* Whether the sender may direct the night: its organiser may until it starts. */
static bool directs(const struct bot_call *call, const struct bot_contest *night)
{
	const struct bot_competition *competition = &night->competition;

	return bot_call_moderates(call) ||
	       (competition->stage < BOT_STAGE_POOLS &&
		       strcmp(competition->organiser, call->message->sender) == 0);
}

/* Whether all who have signed up are there: they have said so, or have done it lately. */
static bool are_here(const struct bot_host *host, const struct bot_contest *night)
{
	if (night->competition.stage == BOT_STAGE_CHECK_IN)
		return bot_contest_count(night, BOT_ENTRANT_SIGNED_UP) == 0;
	for (size_t i = 0; i < night->entrants; i++)
		if (night->entrant[i].state == BOT_ENTRANT_SIGNED_UP &&
			night->entrant[i].joined < host->time - BOT_NIGHT_RECENT)
			return false;
	return true;
}

/* Returns the message that says why the night can't start now, or BOT_MSG_COUNT if it can. */
static enum bot_msg find_start_obstacle(
	const struct bot_call *call, const struct bot_contest *night)
{
	enum bot_stage stage = night->competition.stage;
	size_t count = bot_contest_count(night, BOT_ENTRANT_PRESENT);

	if (stage >= BOT_STAGE_POOLS)
		return BOT_MSG_CONTEST_BEGUN;
	if (!directs(call, night))
		return BOT_MSG_CONTEST_NOT_YOURS;
	if (stage == BOT_STAGE_SIGN_UP)
		count += bot_contest_count(night, BOT_ENTRANT_SIGNED_UP);
	return count < BOT_ENTRANTS_LEAST ? BOT_MSG_CONTEST_FEW : BOT_MSG_COUNT;
}

static void start(const struct bot_call *call, struct bot_contest *night)
{
	struct bot_competition *competition = &night->competition;
	struct bot_host *host = call->host;
	int64_t starts = are_here(host, night) ? host->time : host->time + START_WAIT;
	enum bot_msg why = find_start_obstacle(call, night);

	if (why != BOT_MSG_COUNT) {
		bot_competition_say(call, BOT_KIND_NIGHT, why);
		return;
	}
	if (starts >= competition->starts) { /* it starts as soon as it can */
		show(call, night);
		return;
	}
	bool checks_in = competition->stage == BOT_STAGE_CHECK_IN;
	competition->starts = starts;
	bot_must(bot_competition_save(host->store, competition));
	/* All have signed up a moment ago, so nobody checks in: the room should know that. */
	if (starts == host->time && !checks_in)
		bot_competition_say(call, BOT_KIND_NIGHT, BOT_MSG_NIGHT_STARTS_WITH_ALL);
	bot_night_run(host, competition->id);
}

/* People who come at the announced time would miss an early start, so the bot asks for a "yes". */
static void start_or_ask(const struct bot_call *call, struct bot_contest *night)
{
	enum bot_msg why = find_start_obstacle(call, night);
	int64_t span = night->competition.starts - call->host->time;

	if (why != BOT_MSG_COUNT)
		bot_competition_say(call, BOT_KIND_NIGHT, why);
	else if (span <= BOT_NIGHT_SOON)
		start(call, night);
	else
		bot_competition_ask_to_start(call, night, span, "night start yes");
}

void bot_night_start(const struct bot_call *call, bool confirmed)
{
	bot_competition_with(call, BOT_KIND_NIGHT, confirmed ? start : start_or_ask);
}

static bool check_stop(const struct bot_call *call, const struct bot_contest *night)
{
	bool may = directs(call, night);
	if (!may)
		bot_competition_say(call, BOT_KIND_NIGHT, BOT_MSG_CONTEST_NOT_YOURS);
	return may;
}

static void ask_to_stop(const struct bot_call *call, struct bot_contest *night)
{

	if (check_stop(call, night))
		bot_competition_ask_to_stop(call, night, "night stop yes");
}

static void stop(const struct bot_call *call, struct bot_contest *night)
{

	if (!check_stop(call, night))
		return;
	bot_competition_forget_opening(call, &night->competition);
	bot_night_stop_now(call->host, night, call->message->sender);
	bot_competition_say(call, BOT_KIND_NIGHT, BOT_MSG_CONTEST_STOPPED);
}

void bot_night_stop(const struct bot_call *call, bool confirmed)
{
	bot_competition_with(call, BOT_KIND_NIGHT, confirmed ? stop : ask_to_stop);
}

/* Stores the competition, and lets it go on. */
static void go_on(const struct bot_call *call, const struct bot_competition *competition)
{
	bot_must(bot_competition_save(call->host->store, competition));

	bot_night_run(call->host, competition->id);
}

static void pause_loaded(
	const struct bot_call *call, struct bot_competition *competition, int64_t length)
{
	char until[BOT_INSTANT_SIZE];

	if (competition->stage < BOT_STAGE_POOLS) {
		bot_competition_say(call, BOT_KIND_NIGHT, BOT_MSG_NIGHT_NOT_BEGUN);
		return;
	}
	if (!bot_pause_begin(call->host, competition, length)) {
		bot_competition_say(call, BOT_KIND_NIGHT, BOT_MSG_NIGHT_PAUSED_ENOUGH);
		return;
	}
	go_on(call, competition);
	bot_pause_write_end(call->host, competition, call->lang, until);
	bot_reply(call, BOT_MSG_NIGHT_PAUSED, (struct bot_args){.until = until});
}

void bot_night_pause(const struct bot_call *call, int64_t length)
{

	if (!bot_call_moderates(call)) {
		bot_competition_say(call, BOT_KIND_NIGHT, BOT_MSG_MODERATORS_ONLY);
		return;
	}
	if (length < BOT_PAUSE_LEAST || length > BOT_PAUSES_MOST) {
		bot_competition_say(call, BOT_KIND_NIGHT, BOT_MSG_NIGHT_PAUSE_LENGTH);
		return;
	}
	struct bot_contest *night = bot_competition_of_room(call, BOT_KIND_NIGHT);
	if (night)
		pause_loaded(call, &night->competition, length);
}

static void resume(const struct bot_call *call, struct bot_contest *night)
{
	if (night->competition.resumes == 0) {
		bot_competition_say(call, BOT_KIND_NIGHT, BOT_MSG_NIGHT_NOT_PAUSED);
		return;
	}
	bot_pause_end(call->host, &night->competition);
	go_on(call, &night->competition);
	bot_competition_say(call, BOT_KIND_NIGHT, BOT_MSG_NIGHT_PAUSE_OVER);
}

void bot_night_resume(const struct bot_call *call)
{
	if (!bot_call_moderates(call))
		bot_competition_say(call, BOT_KIND_NIGHT, BOT_MSG_MODERATORS_ONLY);
	else
		bot_competition_with(call, BOT_KIND_NIGHT, resume);
}

static const struct bot_exclusion exclusion = {.kind = BOT_KIND_NIGHT,
	.go_on = bot_night_run,
	.excluded = BOT_MSG_CONTEST_EXCLUDED,
	.included = BOT_MSG_CONTEST_INCLUDED,
	.left = BOT_MSG_CONTEST_LEFT,
	.you_excluded = BOT_MSG_CONTEST_YOU_EXCLUDED,
	.you_included = BOT_MSG_CONTEST_YOU_INCLUDED,
	.not_entrant = BOT_MSG_CONTEST_NOT_ENTRANT,
	.not_excluded = BOT_MSG_CONTEST_NOT_EXCLUDED,
	.full = BOT_MSG_CONTEST_FULL};

void bot_night_exclude(const struct bot_call *call, const char *user)
{
	bot_exclusion_begin(call, &exclusion, user);
}

void bot_night_include(const struct bot_call *call, const char *user)
{
	bot_exclusion_end(call, &exclusion, user);
}

void bot_night_show(const struct bot_call *call)
{
	bot_competition_with(call, BOT_KIND_NIGHT, show);
}
