#include "bot/night/weekly.h"

#include "bot/base/log.h"
#include "bot/call/time.h"
#include "bot/call/time_zone.h"
#include "bot/challenge/terms.h"
#include "bot/night/direction.h"
#include "bot/night/loading.h"
#include "bot/night/opening.h"
#include "bot/night/progress.h"
#include "bot/night/room_night.h"
#include "bot/night/sheet.h"
#include "bot/show/muted_room.h"
#include "engine/deal/night.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MINUTE INT64_C(60000)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)
#define WEEK   (7 * DAY)

#define RETRY       (10 * MINUTE) /* until the bot tries to open a night again */
#define GRACE       (5 * MINUTE)  /* for the check-in of a night that is late */
#define LATE_MOST   (2 * HOUR)
#define MISSED_MOST 4
#define LASTS       (4 * HOUR) /* no usual night takes longer */
#define ZONES_APART (2 * DAY)  /* more than the time between two zones */

#define WHEN_SIZE  48
#define THIRD_SIZE 64

static int64_t now_of(const struct bot_host *host)
{
	return host->port->now(host->port->self);
}

/* Plans the first night after the time `after`. */
static enum bot_error plan(struct bot_host *host, struct bot_repeated_night *weekly, int64_t after)
{
	char zone[BOT_ZONE_SIZE];

	enum bot_error error = bot_zone_of_room(host, weekly->room, zone);
	if (error)
		return error;
	weekly->starts = bot_zone_next(zone, weekly->weekday, weekly->minute, after);
	weekly->open = false;
	weekly->due = weekly->starts > DAY ? weekly->starts - DAY : 1;
	return BOT_OK;
}

static enum bot_error plan_next(
	struct bot_host *host, struct bot_repeated_night *weekly, int64_t now)
{
	return plan(host, weekly, now > weekly->starts ? now : weekly->starts);
}

/* Commands */

static void write_when(
	const struct bot_repeated_night *weekly, const struct bot_lang *lang, char when[WHEN_SIZE])
{
	static const enum bot_msg days[] = {BOT_MSG_SUNDAY, BOT_MSG_MONDAY, BOT_MSG_TUESDAY,
		BOT_MSG_WEDNESDAY, BOT_MSG_THURSDAY, BOT_MSG_FRIDAY, BOT_MSG_SATURDAY};
	char day[WHEN_SIZE / 2];

	bot_page_string(lang, days[weekly->weekday], NULL, day, sizeof(day));
	snprintf(when, WHEN_SIZE, "%s %02d:%02d", day, weekly->minute / 60, weekly->minute % 60);
}

/* Adds when the nights are, "Fri 20:00", and their terms. */
static enum bot_error add_when(
	const struct bot_call *call, const struct bot_repeated_night *weekly, struct bot_page *page)
{
	const struct bot_match match = {
		.rules = weekly->rules, .clock = weekly->clock, .challenger = EG_NOBODY};
	char zone[BOT_ZONE_SIZE], when[WHEN_SIZE], left[BOT_SPAN_SIZE], third[THIRD_SIZE] = "";
	int64_t span = weekly->starts - now_of(call->host);
	struct bot_terms_text terms;

	enum bot_error error = bot_zone_of_room(call->host, weekly->room, zone);
	if (error)
		return error;
	write_when(weekly, call->lang, when);
	bot_time_format_span(span > MINUTE ? span / MINUTE * MINUTE : MINUTE, left);
	bot_challenge_write_terms(&match, call->lang, &terms);
	if (weekly->third_place)
		bot_page_string(
			call->lang, BOT_MSG_NIGHT_WITH_THIRD_PLACE, NULL, third, sizeof(third));
	bot_page_say(page, BOT_MSG_NIGHT_EVERY,
		&(struct bot_args){.until = when,
			.name = zone,
			.left = left,
			.touches = weekly->rules.touches,
			.rules = terms.rules,
			.clock = terms.clock,
			.words = third,
			.prefix = bot_call_prefix(call)});
	return BOT_OK;
}

/*
 * Answers when the new nights are, that they replace `before` unless it is NULL, and whether an
 * open night stays as it is.
 */
static enum bot_error reply_begun(const struct bot_call *call,
	const struct bot_repeated_night *weekly, const struct bot_repeated_night *before,
	bool stays)
{
	char when[WHEN_SIZE];
	struct bot_page page;

	bot_page_init(&page, call->lang);
	enum bot_error error = add_when(call, weekly, &page);
	if (error)
		return error;
	if (before) {
		write_when(before, call->lang, when);
		bot_page_line(&page);
		bot_page_say(
			&page, BOT_MSG_NIGHT_EVERY_REPLACES, &(struct bot_args){.until = when});
	}
	if (stays) {
		bot_page_line(&page);
		bot_page_say(&page, BOT_MSG_NIGHT_EVERY_OPEN, NULL);
	}
	return bot_reply_page(call, &page);
}

/*
 * Plans the nights of a new `weekly` to begin after `open`, which is open in the room. If the room
 * has opened `open` as one of its nights so far, the stored row goes on with it first.
 */
static enum bot_error plan_after(const struct bot_call *call, const struct bot_competition *open,
	struct bot_repeated_night *weekly, struct bot_repeated_night *row)
{
	int64_t now = now_of(call->host), starts = now + open->starts - call->host->time;
	struct bot_repeated_night before;

	enum bot_error error = bot_repeated_night_get(call->host->store, weekly->room, &before);
	bool is_ours = !error && before.open && before.competition == open->id;
	if (error && error != BOT_NOT_FOUND && error != BOT_STORE_CORRUPT)
		return error;
	if (is_ours && before.starts > starts)
		starts = before.starts;
	error = plan(call->host, weekly, (starts > now ? starts : now) + BOT_NIGHT_LEAD_LEAST);
	*row = *weekly;
	if (!is_ours)
		return error;
	row->competition = open->id;
	row->open = true;
	row->starts = before.starts;
	row->due = before.due;
	row->missed = before.missed;
	return error;
}

enum bot_error bot_weekly_begin(const struct bot_call *call, struct bot_repeated_night *weekly)
{
	const struct bot_message *message = call->message;
	struct bot_repeated_night row, before;
	struct bot_competition open;

	if (!bot_call_moderates(call))
		return bot_night_say(call, BOT_MSG_MODERATORS_ONLY);
	memcpy(weekly->room, message->room, strlen(message->room) + 1);
	memcpy(weekly->organiser, message->sender, strlen(message->sender) + 1);
	memcpy(weekly->event, message->event, strlen(message->event) + 1);
	enum bot_error error = bot_repeated_night_get(call->host->store, message->room, &before);
	bool replaces = !error;
	if (!error || error == BOT_NOT_FOUND || error == BOT_STORE_CORRUPT)
		error = bot_night_find_live(call, BOT_KIND_NIGHT, &open);
	if (error)
		return error;
	bool stays = open.id != 0 && open.stage < BOT_STAGE_POOLS;
	if (stays)
		error = plan_after(call, &open, weekly, &row);
	else
		error = plan(call->host, weekly, now_of(call->host) + BOT_NIGHT_LEAD_LEAST);
	if (!error)
		error = bot_repeated_night_save(call->host->store, stays ? &row : weekly);
	return error ? error : reply_begun(call, weekly, replaces ? &before : NULL, stays);
}

enum bot_error bot_weekly_end(const struct bot_call *call)
{
	struct bot_store *store = call->host->store;
	struct bot_repeated_night weekly = {0};
	bool moderates = bot_call_moderates(call);

	enum bot_error error = bot_repeated_night_get(store, call->message->room, &weekly);
	if (error == BOT_NOT_FOUND)
		return bot_night_say(call, BOT_MSG_NIGHT_NEVER_NONE);
	if (error && error != BOT_STORE_CORRUPT)
		return error;
	if (!moderates && strcmp(weekly.organiser, call->message->sender) != 0)
		return bot_night_say(call, BOT_MSG_NIGHT_NOT_YOURS);
	error = bot_repeated_night_delete(store, call->message->room);
	return error ? error : bot_night_say(call, BOT_MSG_NIGHT_NEVER);
}

enum bot_error bot_weekly_show(const struct bot_call *call, struct bot_page *page, bool *found)
{
	struct bot_repeated_night weekly;

	enum bot_error error =
		bot_repeated_night_get(call->host->store, call->message->room, &weekly);
	*found = !error;
	if (error == BOT_NOT_FOUND || error == BOT_STORE_CORRUPT)
		return BOT_OK;
	if (error)
		return error;
	if (weekly.open) { /* no night goes on: somebody has stopped or started it early */
		error = plan_next(call->host, &weekly, now_of(call->host));
		if (!error)
			error = bot_repeated_night_save(call->host->store, &weekly);
	}
	return error ? error : add_when(call, &weekly, page);
}

enum bot_error bot_weekly_comes_before(const struct bot_call *call, int64_t lead, bool *before)
{
	struct bot_repeated_night weekly;

	*before = false;
	enum bot_error error =
		bot_repeated_night_get(call->host->store, call->message->room, &weekly);
	if (error)
		return error == BOT_NOT_FOUND || error == BOT_STORE_CORRUPT ? BOT_OK : error;
	int64_t opens = weekly.starts + (weekly.open ? WEEK : 0) - DAY;
	*before = now_of(call->host) + lead > opens - LASTS;
	return BOT_OK;
}

enum bot_error bot_weekly_zone_changed(struct bot_host *host, const char *room)
{
	struct bot_repeated_night weekly;

	enum bot_error error = bot_repeated_night_get(host->store, room, &weekly);
	if (error || weekly.open)
		return error == BOT_NOT_FOUND || error == BOT_STORE_CORRUPT ? BOT_OK : error;
	/* A night that was opened already started a week before. */
	int64_t after = now_of(host) + BOT_NIGHT_LEAD_LEAST;
	if (weekly.competition != 0 && after < weekly.starts - ZONES_APART)
		after = weekly.starts - ZONES_APART;
	error = plan(host, &weekly, after);
	return error ? error : bot_repeated_night_save(host->store, &weekly);
}

/* What is due */

static enum bot_error say(struct bot_host *host, const char *room, enum bot_msg msg)
{
	return bot_send_to_room(host, (struct bot_letter){.to = room}, msg, (struct bot_args){0});
}

/*
 * Finds out whether a night can be opened in the room now: the bot can write there, and none goes
 * on. Sets *taken to whether only another night prevents it.
 */
static enum bot_error can_open(struct bot_host *host, const char *room, bool *can, bool *taken)
{
	const struct bot_port *port = host->port;
	struct bot_competition other;

	*can = *taken = false;
	if ((port->is_inside && !port->is_inside(port->self, room)) ||
		bot_muted_room_is(host, room))
		return BOT_OK;
	enum bot_error error = bot_competition_find(host->store, room, BOT_KIND_NIGHT, &other);
	*can = error == BOT_NOT_FOUND || (!error && other.stage == BOT_STAGE_ENDED);
	*taken = !error && !*can;
	return error == BOT_NOT_FOUND || error == BOT_STORE_CORRUPT ? BOT_OK : error;
}

/* Counts the night that was opened last, if it did not take place. */
static enum bot_error count_missed(struct bot_host *host, struct bot_repeated_night *weekly)
{
	struct bot_bout first;
	size_t bouts = 0;

	if (weekly->competition == 0)
		return BOT_OK;
	enum bot_error error = bot_bout_list(host->store, weekly->competition, &first, 1, &bouts);
	weekly->missed = bouts > 0 ? 0 : (uint8_t)(weekly->missed + 1);
	return error;
}

/*
 * Writes the event of the next night. The night's secret follows from it, and the last one's was
 * published. So it names the night before as well: the time alone can come again. An event's id
 * may be too long to add to it, so its hash stands for it.
 */
static void write_event(const struct bot_repeated_night *weekly, char event[BOT_ID_SIZE])
{
	unsigned char hash[EG_KEY];
	char text[EG_KEY_TEXT];

	crypto_generichash(hash, sizeof(hash), (const unsigned char *)weekly->event,
		strlen(weekly->event), NULL, 0);
	eg_key_print(hash, text);
	snprintf(event, BOT_ID_SIZE, "%s %" PRId64 " %" PRId64, text, weekly->starts,
		weekly->competition);
}

static enum bot_error open(struct bot_host *host, struct bot_repeated_night *weekly, int64_t now)
{
	struct bot_competition competition = {.starts = host->time + weekly->starts - now,
		.rules = weekly->rules,
		.clock = weekly->clock,
		.third_place = weekly->third_place};

	memcpy(competition.room, weekly->room, sizeof(weekly->room));
	/* It has no organiser: only those who moderate the room when it comes direct it. */
	write_event(weekly, competition.event);
	enum bot_error error = bot_night_create(host, &competition);
	weekly->competition = competition.id;
	weekly->open = true;
	weekly->due = weekly->starts - HOUR > now ? weekly->starts - HOUR : weekly->starts;
	return error;
}

/* Opens the night, or gives it up if it is too late. Sets *ends if the nights end. */
static enum bot_error run_waiting(
	struct bot_host *host, struct bot_repeated_night *weekly, int64_t now, bool *ends)
{
	bool can = false, taken = false;

	enum bot_error error = can_open(host, weekly->room, &can, &taken);
	if (error)
		return error;
	if (now > weekly->starts - BOT_NIGHT_LEAD_LEAST) {
		error = plan_next(host, weekly, now);
		if (!error && taken)
			error = say(host, weekly->room, BOT_MSG_NIGHT_EVERY_SKIPPED);
		return error;
	}
	if (!can) {
		weekly->due = now + RETRY < weekly->starts ? now + RETRY : weekly->starts;
		return BOT_OK;
	}
	error = count_missed(host, weekly);
	*ends = weekly->missed >= MISSED_MOST;
	if (!error && *ends)
		return say(host, weekly->room, BOT_MSG_NIGHT_EVERY_ENDS);
	return error ? error : open(host, weekly, now);
}

/* Sets when the night starts, stores it, and shows it. The check-in begins when it is due. */
static enum bot_error set_start(
	struct bot_host *host, struct bot_night *night, int64_t starts, bool anew)
{
	night->competition.starts = starts;
	bot_night_set_due(host, &night->competition);
	enum bot_error error = bot_sheet_show(host, night, anew);
	return error ? error : bot_competition_save(host->store, &night->competition);
}

/* Shows the sign-up again. A check-in that somebody has begun earlier stays as it is. */
static enum bot_error remind(struct bot_host *host, struct bot_night *night, int64_t starts)
{
	bool is_earlier = night->competition.starts < starts;

	if (is_earlier && night->competition.stage == BOT_STAGE_CHECK_IN)
		return BOT_OK;
	return set_start(host, night, is_earlier ? night->competition.starts : starts, true);
}

/* The time has come. The night is late only if the bot was down. */
static enum bot_error run_start(struct bot_host *host, struct bot_night *night,
	const struct bot_repeated_night *weekly, int64_t now)
{
	enum bot_error error = BOT_OK;

	if (now - weekly->starts > LATE_MOST) {
		error = bot_night_stop_now(host, night, NULL);
		return error ? error : say(host, weekly->room, BOT_MSG_NIGHT_EVERY_LATE);
	}
	if (night->competition.starts > host->time + GRACE)
		error = set_start(host, night, host->time + GRACE, false);
	return error;
}

/*
 * The night is open. Its start is in the host's time, which stands still while the bot is down, so
 * the bot sets it again. People may have started or stopped the night themselves.
 */
static enum bot_error run_open(
	struct bot_host *host, struct bot_repeated_night *weekly, int64_t now)
{
	struct bot_night *night = NULL;

	enum bot_error error = bot_night_load(host, weekly->competition, &night);
	if (error && error != BOT_NOT_FOUND && error != BOT_STORE_CORRUPT)
		return error;
	error = BOT_OK;
	if (night && night->competition.stage < BOT_STAGE_POOLS && now < weekly->starts) {
		weekly->due = weekly->starts;
		error = remind(host, night, host->time + weekly->starts - now);
	} else {
		if (night && night->competition.stage < BOT_STAGE_POOLS)
			error = run_start(host, night, weekly, now);
		if (!error)
			error = plan_next(host, weekly, now);
	}
	free(night);
	return error;
}

static enum bot_error run(struct bot_host *host, struct bot_repeated_night *weekly, int64_t now)
{
	bool ends = false;

	enum bot_error error =
		weekly->open ? run_open(host, weekly, now) : run_waiting(host, weekly, now, &ends);
	if (error)
		return error;
	if (ends)
		return bot_repeated_night_delete(host->store, weekly->room);
	if (weekly->due <= now)
		weekly->due = now + RETRY;
	return bot_repeated_night_save(host->store, weekly);
}

/* Each step of each night is a cause. */
static enum bot_error run_room(struct bot_host *host, const char *room, int64_t now)
{
	struct bot_repeated_night weekly;

	enum bot_error error = bot_repeated_night_get(host->store, room, &weekly);
	if (error == BOT_STORE_CORRUPT) {
		bot_log_write(BOT_LOG_ERROR, "weekly club night damaged", NULL);
		return bot_repeated_night_delete(host->store, room);
	}
	if (error)
		return error;
	struct bot_cause outer = bot_cause_enter(host->store, "weekly night", room, weekly.due);
	error = run(host, &weekly, now);
	bot_cause_leave(host->store, &outer);
	return error;
}

enum bot_error bot_weekly_run_due(struct bot_host *host, int64_t *due)
{
	int64_t now = now_of(host), next = 0;
	char room[BOT_ID_SIZE];

	for (;;) {
		enum bot_error error = bot_repeated_night_next(host->store, room, &next);

		if (error)
			return error == BOT_NOT_FOUND ? BOT_OK : error;
		if (next > now)
			break;
		error = run_room(host, room, now);
		if (error)
			return error;
	}
	if (host->time + next - now < *due)
		*due = host->time + next - now;
	return BOT_OK;
}
