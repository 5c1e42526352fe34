#include "bot/competition/due.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/base/log.h"
#include "bot/call/time.h"
#include "bot/competition/contest_life.h"
#include "bot/competition/invitation.h"
#include "bot/competition/loading.h"
#include "bot/competition/lots.h"
#include "bot/competition/night_kind.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/shown_message.h"
#include "bot/competition/weekly.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define RETRY       (10 * BOT_MINUTE) /* until the bot tries to open a night again */
#define GRACE       (5 * BOT_MINUTE)  /* for the check-in of a night that is late */
#define LATE_MOST   (2 * BOT_HOUR)
#define MISSED_MOST 4
#define WHAT_SIZE   48

static void say(struct bot_host *host, const char *room, enum bot_msg msg)
{
	bot_send_to_room(host, (struct bot_letter){.to = room}, msg, (struct bot_args){0});
}

/*
 * Whether a night can be opened in the room now: the bot can write there, and none goes on. Sets
 * *taken to whether only another night prevents it.
 */
static bool can_open(struct bot_host *host, const char *room, bool *taken)
{
	struct bot_competition other;

	*taken = false;
	if (!bot_competition_is_seen(host, room))
		return false;
	*taken = bot_competition_find_live_in(host, room, BOT_KIND_NIGHT, &other);
	return !*taken;
}

/* Counts the night that was opened last, if it did not take place. */
static void count_missed(struct bot_host *host, struct bot_weekly_night *weekly)
{
	struct bot_bout first;
	size_t bouts = 0;

	if (weekly->competition == 0 ||
		!bot_bout_list(host->store, weekly->competition, &first, 1, &bouts))
		return;
	weekly->missed = bouts > 0 ? 0 : (uint8_t)(weekly->missed + 1);
}

static void open(struct bot_host *host, struct bot_weekly_night *weekly, int64_t now)
{
	struct bot_competition competition = {.starts = host->time + weekly->starts - now,
		.rules = weekly->rules,
		.clock = weekly->clock,
		.third_place = weekly->third_place};
	char what[WHAT_SIZE];

	memcpy(competition.room, weekly->room, sizeof(weekly->room));
	/* It names the night before as well: the time alone can come again. */
	snprintf(what, sizeof(what), "%" PRId64 " %" PRId64, weekly->starts, weekly->competition);
	bot_lots_next_event(weekly->event, what, competition.event);
	/* It has no organiser: only those who moderate the room when it comes direct it. */
	bot_contest_create(host, &bot_night_kind, &competition);
	bot_invitation_send(host, &bot_night_kind, &competition, weekly->competition);
	weekly->competition = competition.id;
	weekly->open = true;
	weekly->due = weekly->starts - BOT_HOUR > now ? weekly->starts - BOT_HOUR : weekly->starts;
}

/* Opens the night, or gives it up if it is too late. Returns false if the nights end. */
static bool run_waiting(struct bot_host *host, struct bot_weekly_night *weekly, int64_t now)
{
	bool taken;
	bool can = can_open(host, weekly->room, &taken);

	if (now > weekly->starts - BOT_NIGHT_LEAD_LEAST) {
		bot_weekly_plan_next(host, weekly, now);
		if (taken)
			say(host, weekly->room, BOT_MSG_NIGHT_EVERY_SKIPPED);
		return true;
	}
	if (!can) {
		weekly->due = now + RETRY < weekly->starts ? now + RETRY : weekly->starts;
		return true;
	}
	count_missed(host, weekly);
	if (weekly->missed >= MISSED_MOST) {
		say(host, weekly->room, BOT_MSG_NIGHT_EVERY_ENDS);
		return false;
	}
	open(host, weekly, now);
	return true;
}

/* Sets when the night starts, stores it, and shows it. The check-in begins when it is due. */
static void set_start(struct bot_host *host, struct bot_contest *night, int64_t starts, bool as_new)
{
	night->competition.starts = starts;
	bot_competition_set_due(host, &bot_night_kind, &night->competition);
	bot_shown_message_show(host, &bot_night_kind, night, as_new);
}

/* Shows the sign-up again. A check-in that somebody has begun earlier stays as it is. */
static void remind(struct bot_host *host, struct bot_contest *night, int64_t starts)
{
	bool is_earlier = night->competition.starts < starts;

	if (is_earlier && night->competition.stage == BOT_STAGE_CHECK_IN)
		return;
	set_start(host, night, is_earlier ? night->competition.starts : starts, true);
}

/* The time has come. The night is late only if the bot was down. */
static void run_start(struct bot_host *host, struct bot_contest *night,
	const struct bot_weekly_night *weekly, int64_t now)
{
	if (now - weekly->starts > LATE_MOST) {
		bot_contest_stop(host, &bot_night_kind, night);
		say(host, weekly->room, BOT_MSG_NIGHT_EVERY_LATE);
		return;
	}
	if (night->competition.starts > host->time + GRACE)
		set_start(host, night, host->time + GRACE, false);
}

/*
 * The night is open. Its start is in the host's time, which stands still while the bot is down, so
 * the bot sets it again. People may have started or stopped the night themselves.
 */
static void run_open(struct bot_host *host, struct bot_weekly_night *weekly, int64_t now)
{
	struct bot_contest *night = bot_competition_load(host, weekly->competition);

	if (night && night->competition.stage < BOT_STAGE_POOLS && now < weekly->starts) {
		weekly->due = weekly->starts;
		remind(host, night, host->time + weekly->starts - now);
	} else {
		if (night && night->competition.stage < BOT_STAGE_POOLS)
			run_start(host, night, weekly, now);
		bot_weekly_plan_next(host, weekly, now);
	}
}

static void run(struct bot_host *host, struct bot_weekly_night *weekly, int64_t now)
{
	if (weekly->open)
		run_open(host, weekly, now);
	else if (!run_waiting(host, weekly, now)) {
		bot_weekly_night_delete(host->store, weekly->room);
		return;
	}
	if (weekly->due <= now)
		weekly->due = now + RETRY;
	bot_weekly_night_save(host->store, weekly);
}

/* Each step of each night is a cause. */
static void run_room(struct bot_host *host, const char *room, int64_t now)
{
	struct bot_weekly_night weekly;

	if (!bot_weekly_night_get(host->store, room, &weekly)) {
		bot_log_write(BOT_LOG_ERROR, "weekly club night damaged", NULL);
		bot_weekly_night_delete(host->store, room);
		return;
	}
	struct bot_cause outer = bot_cause_enter(host->store, "weekly night", room, weekly.due);
	run(host, &weekly, now);
	bot_cause_leave(host->store, &outer);
}

/* An attempt of its own, so that the memory of each night ends with it: many may be due. */
static enum bot_error run_room_alone(struct bot_host *host, const char *room, int64_t now)
{
	BOT_ATTEMPT(run_room(host, room, now));
}

int64_t bot_weekly_run_due(struct bot_host *host)
{
	int64_t now = bot_time_wall(host), next;
	char room[BOT_ID_SIZE];

	while (bot_weekly_night_next(host->store, room, &next)) {
		if (next > now)
			return host->time + next - now;
		bot_must(run_room_alone(host, room, now));
	}
	return INT64_MAX;
}

/* An attempt of its own, so that the memory of each competition ends with it: many may be due. */
static enum bot_error run_alone(struct bot_host *host, int64_t id, enum bot_competition_kind kind)
{
	BOT_ATTEMPT(bot_contest_run(host, bot_kinds[kind], id));
}

int64_t bot_competitions_run_due(struct bot_host *host)
{
	enum bot_competition_kind kind;
	int64_t id, next;

	while (bot_competition_next(host->store, &id, &kind, &next)) {
		if (next > host->time)
			return next;
		bot_must(run_alone(host, id, kind));
	}
	return INT64_MAX;
}
