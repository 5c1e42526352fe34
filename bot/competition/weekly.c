#include "bot/competition/weekly.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/reader_zone.h"
#include "bot/call/time.h"
#include "bot/competition/night_kind.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/sheet_text.h"

#include <stdio.h>
#include <string.h>

#define LASTS       (4 * BOT_HOUR) /* no usual night takes longer */
#define ZONES_APART (2 * BOT_DAY)  /* more than the time between two zones */

#define WHEN_SIZE 48

/* Plans the first night after the time `after`, by the clocks of the room. Does not store it. */
static void plan(struct bot_host *host, struct bot_weekly_night *weekly, int64_t after)
{
	char zone[BOT_ZONE_SIZE];

	bot_zone_of_room(host, weekly->room, zone);
	weekly->starts = bot_zone_next(zone, weekly->weekday, weekly->minute, after);
	weekly->open = false;
	weekly->due = weekly->starts > BOT_DAY ? weekly->starts - BOT_DAY : 1;
}

void bot_weekly_plan_next(struct bot_host *host, struct bot_weekly_night *weekly, int64_t now)
{
	plan(host, weekly, now > weekly->starts ? now : weekly->starts);
}

static void write_when(
	const struct bot_weekly_night *weekly, const struct bot_lang *lang, char when[WHEN_SIZE])
{
	static const enum bot_msg days[] = {BOT_MSG_SUNDAY, BOT_MSG_MONDAY, BOT_MSG_TUESDAY,
		BOT_MSG_WEDNESDAY, BOT_MSG_THURSDAY, BOT_MSG_FRIDAY, BOT_MSG_SATURDAY};
	char day[WHEN_SIZE / 2];

	bot_page_string(lang, days[weekly->weekday], NULL, day, sizeof(day));
	snprintf(when, WHEN_SIZE, "%s %02d:%02d", day, weekly->minute / 60, weekly->minute % 60);
}

/* Writes a time of the next night for the sender, in their zone. */
static void write_time(const struct bot_call *call, int64_t time, char text[BOT_INSTANT_SIZE])
{
	const struct bot_message *message = call->message;
	struct bot_instant instant = {
		.time = time, .now = bot_time_wall(call->host), .span = BOT_WEEK, .passing = true};

	bot_reader_localise_in(call->host, message->sender, message->room, &instant);
	bot_instant_write(call->lang, &instant, text);
}

/*
 * Adds when the nights are, "Fri 20:00", and their terms; and when the next one begins, and its
 * sign-up opens.
 */
static void add_when(
	const struct bot_call *call, const struct bot_weekly_night *weekly, struct bot_page *page)
{
	char zone[BOT_ZONE_SIZE], when[WHEN_SIZE];
	char start[BOT_INSTANT_SIZE], opens[BOT_INSTANT_SIZE];
	int64_t now = bot_time_wall(call->host), span = weekly->starts - now;
	struct bot_terms_text terms;
	struct bot_args args = bot_sheet_terms(
		&weekly->rules, weekly->clock, weekly->third_place, call->lang, &terms);

	bot_zone_of_room(call->host, weekly->room, zone);
	write_when(weekly, call->lang, when);
	write_time(call, weekly->starts, start);
	write_time(call, span > BOT_DAY ? weekly->starts - BOT_DAY : now, opens);
	args.until = when;
	args.name = zone;
	args.left = span > BOT_MINUTE ? span / BOT_MINUTE * BOT_MINUTE : BOT_MINUTE;
	args.start = start;
	args.date = opens;
	args.prefix = bot_call_prefix(call);
	bot_page_say(page, BOT_MSG_NIGHT_EVERY, &args);
}

/*
 * Answers when the new nights are, that they replace `before` unless it is NULL, and whether an
 * open night stays as it is.
 */
static void reply_begun(const struct bot_call *call, const struct bot_weekly_night *weekly,
	const struct bot_weekly_night *before, bool stays)
{
	char when[WHEN_SIZE];
	BOT_PAGE(page);

	bot_page_init(&page, call->lang);
	add_when(call, weekly, &page);
	if (before) {
		write_when(before, call->lang, when);
		bot_page_line(&page);
		bot_page_say(
			&page, BOT_MSG_NIGHT_EVERY_REPLACES, &(struct bot_args){.until = when});
	}
	if (stays)
		bot_page_say_below(&page, BOT_MSG_NIGHT_EVERY_OPEN, NULL);
	bot_reply_page(call, &page);
}

/*
 * Plans the nights of a new `weekly` to begin after `open`, which is open in the room. If the room
 * has opened `open` as one of its nights so far, the stored row goes on with it first.
 */
static void plan_after(const struct bot_call *call, const struct bot_competition *open,
	struct bot_weekly_night *weekly, struct bot_weekly_night *row)
{
	int64_t now = bot_time_wall(call->host), starts = now + open->starts - call->host->time;
	struct bot_weekly_night before;

	bool found = bot_weekly_night_get(call->host->store, weekly->room, &before);
	bool is_ours = found && before.open && before.competition == open->id;
	if (is_ours && before.starts > starts)
		starts = before.starts;
	plan(call->host, weekly, (starts > now ? starts : now) + BOT_NIGHT_LEAD_LEAST);
	*row = *weekly;
	if (!is_ours)
		return;
	row->competition = open->id;
	row->open = true;
	row->starts = before.starts;
	row->due = before.due;
	row->missed = before.missed;
}

void bot_weekly_begin(const struct bot_call *call, struct bot_weekly_night *weekly)
{
	const struct bot_message *message = call->message;
	struct bot_weekly_night row, before;
	struct bot_competition open;

	if (!bot_call_moderates(call)) {
		bot_competition_say(call, BOT_KIND_NIGHT, BOT_MSG_MODERATORS_ONLY);
		return;
	}
	memcpy(weekly->room, message->room, strlen(message->room) + 1);
	memcpy(weekly->organiser, message->sender, strlen(message->sender) + 1);
	memcpy(weekly->event, message->event, strlen(message->event) + 1);
	bool replaces = bot_weekly_night_get(call->host->store, message->room, &before);
	bool stays = bot_competition_find_live(call, BOT_KIND_NIGHT, &open) &&
		     open.stage < BOT_STAGE_POOLS;
	if (stays)
		plan_after(call, &open, weekly, &row);
	else
		plan(call->host, weekly, bot_time_wall(call->host) + BOT_NIGHT_LEAD_LEAST);
	bot_weekly_night_save(call->host->store, stays ? &row : weekly);
	reply_begun(call, weekly, replaces ? &before : NULL, stays);
}

void bot_weekly_end(const struct bot_call *call)
{
	const struct bot_message *message = call->message;
	struct bot_store *store = call->host->store;
	struct bot_weekly_night weekly;
	bool found = bot_weekly_night_get(store, message->room, &weekly);

	if (!bot_call_moderates(call) &&
		(!found || strcmp(weekly.organiser, message->sender) != 0)) {
		bot_competition_say(call, BOT_KIND_NIGHT,
			found ? BOT_MSG_CONTEST_NOT_YOURS : BOT_MSG_NIGHT_NEVER_NONE);
		return;
	}
	/* A moderator can end a damaged one, too. */
	bool ended = bot_weekly_night_delete(store, message->room);
	bot_competition_say(
		call, BOT_KIND_NIGHT, ended ? BOT_MSG_NIGHT_NEVER : BOT_MSG_NIGHT_NEVER_NONE);
}

bool bot_weekly_show(const struct bot_call *call, struct bot_page *page)
{
	struct bot_weekly_night weekly;

	if (!bot_weekly_night_get(call->host->store, call->message->room, &weekly))
		return false;
	if (weekly.open) { /* no night goes on: somebody has stopped or started it early */
		bot_weekly_plan_next(call->host, &weekly, bot_time_wall(call->host));
		bot_weekly_night_save(call->host->store, &weekly);
	}
	add_when(call, &weekly, page);
	return true;
}

bool bot_weekly_is_held(const struct bot_call *call)
{
	struct bot_weekly_night weekly;

	return !call->message->private &&
	       bot_weekly_night_get(call->host->store, call->message->room, &weekly);
}

bool bot_weekly_comes_before(const struct bot_call *call, int64_t lead)
{
	struct bot_weekly_night weekly;

	if (!bot_weekly_night_get(call->host->store, call->message->room, &weekly))
		return false;
	int64_t opens = weekly.starts + (weekly.open ? BOT_WEEK : 0) - BOT_DAY;
	return bot_time_wall(call->host) + lead > opens - LASTS;
}

void bot_weekly_zone_changed(struct bot_host *host, const char *room)
{
	struct bot_weekly_night weekly;

	if (!bot_weekly_night_get(host->store, room, &weekly) || weekly.open)
		return;
	/* A night that was opened already started a week before. */
	int64_t after = bot_time_wall(host) + BOT_NIGHT_LEAD_LEAST;
	if (weekly.competition != 0 && after < weekly.starts - ZONES_APART)
		after = weekly.starts - ZONES_APART;
	plan(host, &weekly, after);
	bot_weekly_night_save(host->store, &weekly);
}
