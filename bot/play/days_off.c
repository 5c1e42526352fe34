#include "bot/play/days_off.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/reader_zone.h"
#include "bot/call/time.h"
#include "bot/match/loading.h"
#include "bot/match/turn_clock.h"
#include "bot/show/board.h"
#include "bot/show/hand.h"
#include "bot/text/instant.h"

#include <stdlib.h>

#define YEAR (365 * BOT_DAY)
#define SLIP (10 * BOT_MINUTE)

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

/* Whether the user takes days off back that they have just taken: that counts as a slip. */
static bool is_slip(const struct bot_host *host, const struct bot_days_off *off)
{
	return off->until > now(host) && now(host) - off->began < SLIP;
}

/* Returns the days off that are not used: all days of a slip. */
static int unused_days(const struct bot_host *host, const struct bot_days_off *off)
{
	if (is_slip(host, off))
		return (int)((off->until - off->began + BOT_DAY - 1) / BOT_DAY);
	return whole_days_left(host, off);
}

/*
 * Gets the days of the user in the present year. A new year begins with the days off that are
 * left, so that they can be given back.
 */
struct bot_days_off bot_days_off_find(struct bot_host *host, const char *user)
{
	struct bot_days_off off = {0};
	bool found = bot_days_off_get(host->store, user, &off);

	if (found && llabs(now(host) - off.since) < YEAR)
		return off;
	off.since = now(host);
	off.days = whole_days_left(host, &off);
	return off;
}

/* Returns how many days are left beside those that the year and the seasons have had. */
static int find_left(struct bot_host *host, const char *user, const struct bot_days_off *off)
{
	int of_season = bot_days_off_of_season(host->store, user);
	int left = BOT_DAYS_OFF_YEAR - off->days;
	if (of_season >= 0 && left > BOT_DAYS_OFF_SEASON - of_season)
		left = BOT_DAYS_OFF_SEASON - of_season;
	return left > 0 ? left : 0;
}

int bot_days_off_left(struct bot_host *host, const char *user)
{
	struct bot_days_off off = bot_days_off_find(host, user);

	return find_left(host, user, &off);
}

/* The clocks */

/* Stops the clock of a player who is away now, and tells the opponent. */
static void stop_clock(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	struct bot_host *host = loaded->host;
	enum eg_seat other = eg_opponent(seat);

	if (!bot_clock_may_stand_still(&loaded->match, seat))
		return;
	int64_t rest = bot_days_off_rest(host->store, loaded->match.player[seat], now(host));
	bot_clock_shift(loaded, seat, rest);
	bot_show_end_of_turn(loaded);
	struct bot_instant end = {.time = now(host) + rest, .now = now(host), .span = BOT_WEEK};
	bot_tell_player_time(loaded, other, BOT_QUIET, BOT_MSG_DAYS_OFF_TOLD,
		(struct bot_args){.name = loaded->cast.name[seat]}, end);
}

/*
 * Lets the clock of a player run again who is still away, but comes back now. After a slip the
 * clock has run on all the time: otherwise slip after slip could stop it for nothing.
 */
static void start_clock(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	struct bot_host *host = loaded->host;
	struct bot_days_off off = bot_days_off_find(host, loaded->match.player[seat]);

	if (!bot_clock_may_stand_still(&loaded->match, seat) || off.until <= now(host))
		return;
	bot_clock_shift(loaded, seat, (is_slip(host, &off) ? off.began : now(host)) - off.until);
	bot_show_end_of_turn(loaded);
}

/* Both */

/* Ends the days off, and gives the user the days of them back that are not used. */
static void give_back(struct bot_host *host, const char *user, struct bot_days_off *off)
{
	int days = unused_days(host, off);

	if (off->until > now(host))
		off->until = now(host);
	off->days = off->days > days ? off->days - days : 0;
	bot_days_off_count(host->store, user, -days);
}

/* Ends the days off that go on. */
static void end(struct bot_host *host, const char *user)
{
	const struct bot_match_filter filter = {.player = user, .status = BOT_PLAYING};

	bot_match_load_each_of_player(host, &filter, start_clock);
	struct bot_days_off off = bot_days_off_find(host, user);
	give_back(host, user, &off);
	bot_days_off_save(host->store, user, &off);
}

void bot_days_off_end(struct bot_host *host, const char *user)
{
	end(host, user);
	struct bot_days_off off = bot_days_off_find(host, user);
	off.planned = 0;
	bot_days_off_save(host->store, user, &off);
}

/* Finds how many days the user can take in place of days off that go on. */
static int find_left_in_place(struct bot_host *host, const char *user)
{
	struct bot_days_off off = bot_days_off_find(host, user);

	return find_left(host, user, &off) + unused_days(host, &off);
}

static int count_days(int64_t from, int64_t until)
{
	return (int)((until - from + BOT_DAY - 1) / BOT_DAY);
}

static void begin(struct bot_host *host, const char *user, int64_t until)
{
	const struct bot_match_filter filter = {.player = user, .status = BOT_PLAYING};
	int days = count_days(now(host), until);

	end(host, user);
	struct bot_days_off off = bot_days_off_find(host, user);
	off.began = now(host);
	off.until = until;
	off.days += days;
	bot_days_off_save(host->store, user, &off);
	bot_days_off_count(host->store, user, days);
	bot_match_load_each_of_player(host, &filter, stop_clock);
}

static void plan(struct bot_host *host, const char *user, int64_t from, int64_t until)
{
	struct bot_days_off off = bot_days_off_find(host, user);

	off.planned = from;
	off.planned_until = until;
	bot_days_off_save(host->store, user, &off);
}

bool bot_days_off_begin(
	struct bot_host *host, const char *user, int64_t from, int64_t until, int *left)
{
	bool later = from > now(host);

	*left = later ? bot_days_off_left(host, user) : find_left_in_place(host, user);
	if (count_days(from, until) > *left)
		return false;
	if (later)
		plan(host, user, from, until);
	else
		begin(host, user, until);
	return true;
}

/* What was announced */

/* Tells the user that they are away now, or that they have too few days left. */
static void tell_begun(struct bot_host *host, const char *user, int64_t until, bool begun)
{
	const struct bot_lang *lang =
		bot_language_chosen(host, BOT_OF_USER, user, bot_language_of_room(host, ""));
	struct bot_instant end = {
		.time = until, .now = now(host), .span = BOT_WEEK, .passing = true};
	char text[BOT_INSTANT_SIZE];

	bot_reader_localise(host, user, &end);
	bot_instant_write(lang, &end, text);
	bot_send_message(host, (struct bot_letter){.private = true, .to = user}, lang,
		begun ? BOT_MSG_DAYS_OFF : BOT_MSG_DAYS_OFF_MANY,
		(struct bot_args){
			.until = text, .count = bot_days_off_left(host, user), .prefix = ""});
}

static void begin_planned(struct bot_host *host, const char *user)
{
	struct bot_days_off off = bot_days_off_find(host, user);
	int64_t until = off.planned_until;
	int left;

	off.planned = 0;
	bot_days_off_save(host->store, user, &off);
	if (until <= off.until) /* the user is away for longer already */
		return;
	tell_begun(host, user, until, bot_days_off_begin(host, user, now(host), until, &left));
}

int64_t bot_days_off_run_due(struct bot_host *host)
{
	char user[BOT_ID_SIZE];
	int64_t due;

	while (bot_days_off_next_planned(host->store, now(host), user, &due)) {
		if (due > now(host))
			return host->time + due - now(host);
		struct bot_cause outer = bot_cause_enter(host->store, "days off", user, due);
		begin_planned(host, user);
		bot_cause_leave(host->store, &outer);
	}
	return INT64_MAX;
}

/* Shifts of the wall clock */

/* Returns how many milliseconds of the days off are left at a wall time. */
static int64_t rest_at(const struct bot_days_off *off, int64_t time)
{
	return off->until > time ? off->until - time : 0;
}

/* Moves the ends of the user's turns that stand still. Returns whether there are any. */
static bool shift_clocks(struct bot_host *host, const char *user, int64_t by)
{
	const struct bot_match_filter filter = {.player = user, .status = BOT_PLAYING};
	struct bot_match_list *list = bot_match_list_load(host->store, &filter);
	bool any = false;

	for (size_t i = 0; i < list->count; i++) {
		enum eg_seat seat = bot_match_seat(&list->match[i], user);
		struct bot_loaded_match loaded;

		if (!bot_clock_may_stand_still(&list->match[i], seat))
			continue;
		any = true;
		bot_match_load(&loaded, host, &list->match[i]);
		bot_clock_shift(&loaded, seat, by);
	}
	return any;
}

/* Gives back the whole days off in which the bot was down: all clocks stood still then. */
static void give_back_downtime(struct bot_host *host, const char *user, int64_t length)
{
	int days = (int)(length / BOT_DAY);

	if (days <= 0)
		return;
	struct bot_days_off off = bot_days_off_find(host, user);
	off.days = off.days > days ? off.days - days : 0;
	bot_days_off_save(host->store, user, &off);
	bot_days_off_count(host->store, user, -days);
}

/*
 * The wall clock was far ahead when the days off began, and was set back. Announces them again:
 * otherwise the user would be away until they end, perhaps for years.
 */
static void announce_again(struct bot_host *host, const char *user, struct bot_days_off *off)
{
	off->planned = off->began;
	off->planned_until = off->until;
	give_back(host, user, off);
	bot_days_off_save(host->store, user, off);
}

/*
 * The ends of the turns were set by days off that seemed to end later in the host's time, so they
 * move by as much as the rest of the days off has become shorter.
 */
static void shift(struct bot_host *host, const char *user, int64_t by)
{
	struct bot_days_off off;

	bot_need(bot_days_off_get(host->store, user, &off));
	int64_t shorter = rest_at(&off, now(host) - by);
	bool again = off.began > now(host) + BOT_DAY;
	if (again)
		announce_again(host, user, &off);
	shorter -= rest_at(&off, now(host));
	/* Without a clock, no adapter need call the host: its time stands still in no downtime. */
	if (shift_clocks(host, user, -shorter) && !again)
		give_back_downtime(host, user, shorter);
}

/*
 * Corrects the clocks of all who are away when the wall clock has moved ahead of the host's time by
 * so many milliseconds (bot_time_find_shift): days off end by the wall clock, and turns by the
 * host's time. What is left of a turn stays the same. Whole days off in which the bot was down
 * don't count for a player whose clocks stood still.
 */
static void shift_all(struct bot_host *host, int64_t by)
{
	int64_t since = now(host) - (by > 0 ? by : 0);
	char user[BOT_ID_SIZE] = "";

	while (bot_days_off_next(host->store, since, user))
		shift(host, user, by);
}

/* The host's time */

void bot_days_off_update_clocks(struct bot_host *host)
{
	const struct bot_match_filter filter = {.status = BOT_PLAYING};

	bot_time_update(host);
	int64_t by = bot_time_find_shift(host);
	if (by == 0)
		return;
	shift_all(host, by);
	bot_match_load_each(host, &filter, bot_show_end_of_turn);
}
