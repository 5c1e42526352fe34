#include "bot/night/weekly_due.h"

#include "bot/base/duration.h"
#include "bot/base/log.h"
#include "bot/competition/loading.h"
#include "bot/competition/room_competition.h"
#include "bot/night/direction.h"
#include "bot/night/opening.h"
#include "bot/night/progress.h"
#include "bot/night/sheet.h"
#include "bot/night/weekly_plan.h"
#include "engine/deal/night.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RETRY       (10 * BOT_MINUTE) /* until the bot tries to open a night again */
#define GRACE       (5 * BOT_MINUTE)  /* for the check-in of a night that is late */
#define LATE_MOST   (2 * BOT_HOUR)
#define MISSED_MOST 4

static int64_t now_of(const struct bot_host *host)
{
	return host->port->now(host->port->self);
}

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
	struct bot_competition other;

	*can = *taken = false;
	if (!bot_competition_is_seen(host, room))
		return BOT_OK;
	enum bot_error error = bot_competition_find(host->store, room, BOT_KIND_NIGHT, &other);
	*can = error == BOT_NOT_FOUND || (!error && other.stage == BOT_STAGE_ENDED);
	*taken = !error && !*can;
	return error == BOT_NOT_FOUND || error == BOT_STORE_CORRUPT ? BOT_OK : error;
}

/* Counts the night that was opened last, if it did not take place. */
static enum bot_error count_missed(struct bot_host *host, struct bot_weekly_night *weekly)
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
static void write_event(const struct bot_weekly_night *weekly, char event[BOT_ID_SIZE])
{
	unsigned char hash[EG_KEY];
	char text[EG_KEY_TEXT];

	crypto_generichash(hash, sizeof(hash), (const unsigned char *)weekly->event,
		strlen(weekly->event), NULL, 0);
	eg_key_print(hash, text);
	snprintf(event, BOT_ID_SIZE, "%s %" PRId64 " %" PRId64, text, weekly->starts,
		weekly->competition);
}

static enum bot_error open(struct bot_host *host, struct bot_weekly_night *weekly, int64_t now)
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
	weekly->due = weekly->starts - BOT_HOUR > now ? weekly->starts - BOT_HOUR : weekly->starts;
	return error;
}

/* Opens the night, or gives it up if it is too late. Sets *ends if the nights end. */
static enum bot_error run_waiting(
	struct bot_host *host, struct bot_weekly_night *weekly, int64_t now, bool *ends)
{
	bool can = false, taken = false;

	enum bot_error error = can_open(host, weekly->room, &can, &taken);
	if (error)
		return error;
	if (now > weekly->starts - BOT_NIGHT_LEAD_LEAST) {
		error = bot_weekly_plan_next(host, weekly, now);
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
	struct bot_host *host, struct bot_night *night, int64_t starts, bool as_new)
{
	night->competition.starts = starts;
	bot_night_set_due(host, &night->competition);
	enum bot_error error = bot_sheet_show(host, night, as_new);
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
	const struct bot_weekly_night *weekly, int64_t now)
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
static enum bot_error run_open(struct bot_host *host, struct bot_weekly_night *weekly, int64_t now)
{
	struct bot_night *night = NULL;

	enum bot_error error = bot_competition_load(host, weekly->competition, &night);
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
			error = bot_weekly_plan_next(host, weekly, now);
	}
	free(night);
	return error;
}

static enum bot_error run(struct bot_host *host, struct bot_weekly_night *weekly, int64_t now)
{
	bool ends = false;

	enum bot_error error =
		weekly->open ? run_open(host, weekly, now) : run_waiting(host, weekly, now, &ends);
	if (error)
		return error;
	if (ends)
		return bot_weekly_night_delete(host->store, weekly->room);
	if (weekly->due <= now)
		weekly->due = now + RETRY;
	return bot_weekly_night_save(host->store, weekly);
}

/* Each step of each night is a cause. */
static enum bot_error run_room(struct bot_host *host, const char *room, int64_t now)
{
	struct bot_weekly_night weekly;

	enum bot_error error = bot_weekly_night_get(host->store, room, &weekly);
	if (error == BOT_STORE_CORRUPT) {
		bot_log_write(BOT_LOG_ERROR, "weekly club night damaged", NULL);
		return bot_weekly_night_delete(host->store, room);
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
		enum bot_error error = bot_weekly_night_next(host->store, room, &next);

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
