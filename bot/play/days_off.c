#include "bot/play/days_off.h"

#include "bot/base/duration.h"
#include "bot/match/loading.h"
#include "bot/match/turn_clock.h"
#include "bot/show/board.h"
#include "bot/show/hand.h"
#include "bot/store/accounts.h"
#include "bot/text/instant.h"

#include <stdlib.h>

#define YEAR (365 * BOT_DAY)

static int64_t now(const struct bot_host *host)
{
	return host->port->now(host->port->self);
}

/* The budget */

/* Returns the whole days off that are left. The day that has begun counts. */
static int whole_days_left(const struct bot_host *host, const struct bot_days_off *off)
{
	return off->until > now(host) ? (int)((off->until - now(host) - 1) / BOT_DAY) : 0;
}

/*
 * Gets the days of the user in the present year. A new year begins with the days off that are
 * left, so that they can be given back.
 */
static enum bot_error get(struct bot_host *host, const char *user, struct bot_days_off *off)
{
	enum bot_error error = bot_days_off_get(host->store, user, off);

	if (error == BOT_NOT_FOUND || (!error && now(host) - off->since >= YEAR)) {
		int64_t until = error ? 0 : off->until;

		*off = (struct bot_days_off){.until = until, .since = now(host)};
		off->days = whole_days_left(host, off);
		error = BOT_OK;
	}
	return error;
}

/* Finds out how many days are left beside those that the year and the seasons have had. */
static enum bot_error find_left(
	struct bot_host *host, const char *user, const struct bot_days_off *off, int *left)
{
	int of_season = -1;

	enum bot_error error = bot_days_off_of_season(host->store, user, &of_season);
	*left = BOT_DAYS_OFF_YEAR - off->days;
	if (of_season >= 0 && *left > BOT_DAYS_OFF_SEASON - of_season)
		*left = BOT_DAYS_OFF_SEASON - of_season;
	if (*left < 0)
		*left = 0;
	return error;
}

enum bot_error bot_days_off_left(struct bot_host *host, const char *user, int *left)
{
	struct bot_days_off off = {0};

	enum bot_error error = get(host, user, &off);
	return error ? error : find_left(host, user, &off, left);
}

/* The clocks */

/* Stops the clock of a player who is away now, and tells the opponent. */
static enum bot_error stop_clock(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	struct bot_host *host = loaded->host;
	enum eg_seat other = eg_opponent(seat);
	int64_t rest;

	if (!bot_clock_may_stand_still(&loaded->match, seat))
		return BOT_OK;
	enum bot_error error =
		bot_days_off_rest(host->store, loaded->match.player[seat], now(host), &rest);
	if (!error)
		error = bot_clock_shift(loaded, seat, rest);
	if (!error)
		error = bot_show_end_of_turn(loaded);
	if (error)
		return error;
	struct bot_instant end = {.time = now(host) + rest, .now = now(host), .span = BOT_WEEK};
	return bot_tell_player_time(loaded, other, BOT_QUIET, BOT_MSG_DAYS_OFF_TOLD,
		(struct bot_args){.name = loaded->cast.name[seat]}, end);
}

/* Lets the clock of a player run again who is still away, but comes back now. */
static enum bot_error start_clock(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	struct bot_host *host = loaded->host;
	int64_t rest;

	if (!bot_clock_may_stand_still(&loaded->match, seat))
		return BOT_OK;
	enum bot_error error =
		bot_days_off_rest(host->store, loaded->match.player[seat], now(host), &rest);
	if (error || rest == 0)
		return error;
	error = bot_clock_shift(loaded, seat, -rest);
	return error ? error : bot_show_end_of_turn(loaded);
}

/* Both */

/* Ends the days off, and gives the user the whole days back that are left of them. */
static enum bot_error give_back(struct bot_host *host, const char *user, struct bot_days_off *off)
{
	int days = whole_days_left(host, off);

	if (off->until > now(host))
		off->until = now(host);
	off->days = off->days > days ? off->days - days : 0;
	return bot_days_off_count(host->store, user, -days);
}

enum bot_error bot_days_off_end(struct bot_host *host, const char *user)
{
	const struct bot_match_filter filter = {.player = user, .status = BOT_PLAYING};
	struct bot_days_off off = {0};

	enum bot_error error = bot_match_load_each_of_player(host, &filter, start_clock);
	if (!error)
		error = get(host, user, &off);
	if (!error)
		error = give_back(host, user, &off);
	return error ? error : bot_days_off_save(host->store, user, &off);
}

/* Finds how many days the user can take in place of days off that go on. */
static enum bot_error find_left_in_place(struct bot_host *host, const char *user, int *left)
{
	struct bot_days_off off = {0};

	enum bot_error error = get(host, user, &off);
	if (!error)
		error = find_left(host, user, &off, left);
	if (!error)
		*left += whole_days_left(host, &off);
	return error;
}

enum bot_error bot_days_off_begin(
	struct bot_host *host, const char *user, int64_t until, int *left, bool *done)
{
	const struct bot_match_filter filter = {.player = user, .status = BOT_PLAYING};
	int days = (int)((until - now(host) + BOT_DAY - 1) / BOT_DAY);
	struct bot_days_off off = {0};

	enum bot_error error = find_left_in_place(host, user, left);
	*done = !error && days <= *left;
	if (!*done)
		return error;
	*left -= days;
	error = bot_days_off_end(host, user);
	if (!error)
		error = get(host, user, &off);
	if (error)
		return error;
	off.until = until;
	off.days += days;
	error = bot_days_off_save(host->store, user, &off);
	if (!error)
		error = bot_days_off_count(host->store, user, days);
	return error ? error : bot_match_load_each_of_player(host, &filter, stop_clock);
}

/* Shifts of the wall clock */

/* Returns how many milliseconds of the days off are left at a wall time. */
static int64_t rest_at(const struct bot_days_off *off, int64_t time)
{
	return off->until > time ? off->until - time : 0;
}

/* Moves the ends of the user's turns that stand still. Sets *any to whether there are any. */
static enum bot_error shift_clocks(struct bot_host *host, const char *user, int64_t by, bool *any)
{
	const struct bot_match_filter filter = {.player = user, .status = BOT_PLAYING};
	struct bot_match_list *list;

	enum bot_error error = bot_match_list_load(host->store, &filter, &list);
	if (error)
		return error;
	for (size_t i = 0; !error && i < list->count; i++) {
		enum eg_seat seat = bot_match_seat(&list->match[i], user);
		struct bot_loaded_match loaded;

		if (!bot_clock_may_stand_still(&list->match[i], seat))
			continue;
		*any = true;
		error = bot_match_load(&loaded, host, &list->match[i]);
		if (!error)
			error = bot_clock_shift(&loaded, seat, by);
	}
	free(list);
	return error;
}

/*
 * Gives back the whole days off in which the bot was down: all clocks stood still then. If several
 * accounts share the store, the others may have gone on with other matches of the user.
 */
static enum bot_error give_back_downtime(struct bot_host *host, const char *user, int64_t length)
{
	int days = (int)(length / BOT_DAY);
	struct bot_days_off off = {0};

	if (days <= 0 || bot_store_club_time(host->store) != 0)
		return BOT_OK;
	enum bot_error error = get(host, user, &off);
	if (error)
		return error;
	off.days = off.days > days ? off.days - days : 0;
	error = bot_days_off_save(host->store, user, &off);
	return error ? error : bot_days_off_count(host->store, user, -days);
}

/*
 * The ends of the turns were set by days off that seemed to end later in the host's time, so they
 * move by as much as the rest of the days off has become shorter.
 */
static enum bot_error shift(struct bot_host *host, const char *user, int64_t by)
{
	struct bot_days_off off = {0};
	bool any = false;

	enum bot_error error = bot_days_off_get(host->store, user, &off);
	if (error)
		return error;
	int64_t shorter = rest_at(&off, now(host) - by) - rest_at(&off, now(host));
	error = shift_clocks(host, user, -shorter, &any);
	/* Without a clock, no adapter need call the host: its time stands still in no downtime. */
	return error || !any ? error : give_back_downtime(host, user, shorter);
}

enum bot_error bot_days_off_shift(struct bot_host *host, int64_t by)
{
	int64_t since = now(host) - (by > 0 ? by : 0);
	char user[BOT_ID_SIZE] = "";

	enum bot_error error = bot_days_off_next(host->store, since, user);
	while (!error) {
		error = shift(host, user, by);
		if (!error)
			error = bot_days_off_next(host->store, since, user);
	}
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}
