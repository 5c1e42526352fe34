#include "bot/play/days_off.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/time.h"
#include "bot/match/loading.h"
#include "bot/match/turn_clock.h"
#include "bot/show/board.h"
#include "bot/show/hand.h"
#include "bot/text/instant.h"

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
static struct bot_days_off get(struct bot_host *host, const char *user)
{
	struct bot_days_off off = {0};
	bool found = bot_found(bot_days_off_get(host->store, user, &off));

	if (found && now(host) - off.since < YEAR)
		return off;
	off = (struct bot_days_off){
		.began = found ? off.began : 0, .until = found ? off.until : 0, .since = now(host)};
	off.days = whole_days_left(host, &off);
	return off;
}

/* Returns how many days are left beside those that the year and the seasons have had. */
static int find_left(struct bot_host *host, const char *user, const struct bot_days_off *off)
{
	int of_season = -1;

	bot_must(bot_days_off_of_season(host->store, user, &of_season));
	int left = BOT_DAYS_OFF_YEAR - off->days;
	if (of_season >= 0 && left > BOT_DAYS_OFF_SEASON - of_season)
		left = BOT_DAYS_OFF_SEASON - of_season;
	return left > 0 ? left : 0;
}

int bot_days_off_left(struct bot_host *host, const char *user)
{
	struct bot_days_off off = get(host, user);

	return find_left(host, user, &off);
}

/* The clocks */

/* Stops the clock of a player who is away now, and tells the opponent. */
static void stop_clock(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	struct bot_host *host = loaded->host;
	enum eg_seat other = eg_opponent(seat);
	int64_t rest;

	if (!bot_clock_may_stand_still(&loaded->match, seat))
		return;
	bot_must(bot_days_off_rest(host->store, loaded->match.player[seat], now(host), &rest));
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
	struct bot_days_off off = get(host, loaded->match.player[seat]);

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
	bot_must(bot_days_off_count(host->store, user, -days));
}

void bot_days_off_end(struct bot_host *host, const char *user)
{
	const struct bot_match_filter filter = {.player = user, .status = BOT_PLAYING};

	bot_match_load_each_of_player(host, &filter, start_clock);
	struct bot_days_off off = get(host, user);
	give_back(host, user, &off);
	bot_must(bot_days_off_save(host->store, user, &off));
}

/* Finds how many days the user can take in place of days off that go on. */
static int find_left_in_place(struct bot_host *host, const char *user)
{
	struct bot_days_off off = get(host, user);

	return find_left(host, user, &off) + unused_days(host, &off);
}

bool bot_days_off_begin(struct bot_host *host, const char *user, int64_t until, int *left)
{
	const struct bot_match_filter filter = {.player = user, .status = BOT_PLAYING};
	int days = (int)((until - now(host) + BOT_DAY - 1) / BOT_DAY);

	*left = find_left_in_place(host, user);
	if (days > *left)
		return false;
	*left -= days;
	bot_days_off_end(host, user);
	struct bot_days_off off = get(host, user);
	off.began = now(host);
	off.until = until;
	off.days += days;
	bot_must(bot_days_off_save(host->store, user, &off));
	bot_must(bot_days_off_count(host->store, user, days));
	bot_match_load_each_of_player(host, &filter, stop_clock);
	return true;
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
	struct bot_days_off off = get(host, user);
	off.days = off.days > days ? off.days - days : 0;
	bot_must(bot_days_off_save(host->store, user, &off));
	bot_must(bot_days_off_count(host->store, user, -days));
}

/*
 * The ends of the turns were set by days off that seemed to end later in the host's time, so they
 * move by as much as the rest of the days off has become shorter.
 */
static void shift(struct bot_host *host, const char *user, int64_t by)
{
	struct bot_days_off off;

	bot_must(bot_days_off_get(host->store, user, &off));
	int64_t shorter = rest_at(&off, now(host) - by) - rest_at(&off, now(host));
	/* Without a clock, no adapter need call the host: its time stands still in no downtime. */
	if (shift_clocks(host, user, -shorter))
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

	while (bot_found(bot_days_off_next(host->store, since, user)))
		shift(host, user, by);
}

/* The host's time */

void bot_clocks_update(struct bot_host *host)
{
	const struct bot_match_filter filter = {.status = BOT_PLAYING};

	bot_time_update(host);
	int64_t by = bot_time_find_shift(host);
	if (by == 0)
		return;
	shift_all(host, by);
	bot_match_load_each(host, &filter, bot_show_end_of_turn);
}
