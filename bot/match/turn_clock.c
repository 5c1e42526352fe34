#include "bot/match/turn_clock.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/time.h"
#include "bot/match/timers.h"

/* When so few turns' time is left for a bout, its fencers are warned. */
#define BOUT_SHORT_TURNS 5

int64_t bot_clock_idle_time(const struct bot_host *host)
{
	return BOT_DAY * host->config->matches.idle_days;
}

/* Returns what is left of the reserve of the player to act. */
static int64_t reserve(const struct bot_loaded_match *loaded)
{
	return loaded->match.reserve[loaded->state.round.to_act];
}

/* Returns the time that the player to act has for a turn, without the reserve. */
static int64_t own_clock(const struct bot_loaded_match *loaded)
{
	return bot_match_clock(&loaded->match, loaded->state.round.to_act);
}

int64_t bot_clock_whole_turn(const struct bot_loaded_match *loaded)
{
	return own_clock(loaded) + reserve(loaded);
}

/* Finds how long a player is still away, whose long clock stands still meanwhile. */
static int64_t find_rest(const struct bot_loaded_match *loaded, enum eg_seat seat)
{
	struct bot_host *host = loaded->host;

	int64_t rest = 0;

	if (bot_clock_may_stand_still(&loaded->match, seat))
		rest = bot_days_off_rest(
			host->store, loaded->match.player[seat], host->port->now(host->port->self));
	return rest;
}

/* The time for a bout */

/* Finds what is left of the time for a bout. Returns false if the match is no bout. */
static bool find_bout_left(const struct bot_loaded_match *loaded, int64_t *left)
{
	int64_t due;

	if (!bot_timer_find(loaded, BOT_TIMER_BOUT, &due))
		return false;
	*left = due - BOT_TIMER_STILL;
	if (due < BOT_TIMER_STILL)
		*left = due - find_rest(loaded, loaded->state.round.to_act) - loaded->host->time;
	if (*left <= 0)
		*left = 1;
	return true;
}

static void set_bout(struct bot_loaded_match *loaded, int64_t from, int64_t left)
{
	bot_timer_set(loaded, BOT_TIMER_BOUT, from + left);
	loaded->cast.bout = left;
	loaded->cast.bout_is_short = left < BOUT_SHORT_TURNS * loaded->match.clock;
}

/* Lets the time for a bout stand still: no fencer can act now. */
static void stop_bout(struct bot_loaded_match *loaded)
{
	int64_t left;

	if (find_bout_left(loaded, &left))
		set_bout(loaded, BOT_TIMER_STILL, left);
}

void bot_clock_run_bout(struct bot_loaded_match *loaded)
{
	int64_t left;

	if (find_bout_left(loaded, &left))
		set_bout(loaded, loaded->host->time + find_rest(loaded, loaded->state.round.to_act),
			left);
}

void bot_clock_begin_bout(struct bot_loaded_match *loaded)
{
	set_bout(loaded, BOT_TIMER_STILL, BOT_CLOCK_BOUT_TURNS * loaded->match.clock);
}

/* Returns when a turn ends that could last until `due`: with the time for the bout, if earlier. */
static int64_t find_end_in_bout(const struct bot_loaded_match *loaded, int64_t due)
{
	int64_t left;

	if (!find_bout_left(loaded, &left))
		return due;
	left += loaded->host->time + find_rest(loaded, loaded->state.round.to_act);
	return left < due ? left : due;
}

/* What the clock shows */

static void show_until(struct bot_loaded_match *loaded, int64_t due)
{
	int64_t end = find_end_in_bout(loaded, due);

	loaded->until = bot_time_instant(loaded->host, end, own_clock(loaded));
	bot_zone_apply(loaded->zone, &loaded->until);
	loaded->cast.until = &loaded->until;
	loaded->cast.span = own_clock(loaded) - (due - end);
	loaded->cast.left = end > loaded->host->time ? end - loaded->host->time : 0;
	loaded->cast.reserve =
		reserve(loaded) < loaded->cast.left ? reserve(loaded) : loaded->cast.left;
}

/*
 * Shows a clock that does not run yet: when the turn will end, if the clock waits only for the
 * delivery of the hand. Otherwise shows the player for whom the clock waits.
 */
static void show_not_running(struct bot_loaded_match *loaded)
{
	int64_t due, end = loaded->host->time + bot_clock_whole_turn(loaded);

	if (bot_timer_find(loaded, BOT_TIMER_FORFEIT, &due))
		show_until(loaded, loaded->host->time + due - BOT_TIMER_STILL);
	else if (bot_timer_find(loaded, BOT_TIMER_SHOWN, &due)) /* later if the player is away */
		show_until(loaded, due > end ? due : end);
	else
		loaded->cast.waits = loaded->cast.name[loaded->state.round.to_act];
}

bool bot_clock_runs(const struct bot_loaded_match *loaded, int64_t *due)
{
	int64_t end;

	if (!bot_timer_find(loaded, BOT_TIMER_FORFEIT, &end) || end >= BOT_TIMER_STILL)
		return false;
	*due = end;
	return true;
}

void bot_clock_load(struct bot_loaded_match *loaded)
{
	int64_t due, left = 0;

	find_bout_left(loaded, &left);
	loaded->cast.bout = left;
	loaded->cast.bout_is_short = left < BOUT_SHORT_TURNS * loaded->match.clock;
	loaded->cast.paused = loaded->match.left > 0;
	loaded->cast.until = NULL;
	loaded->cast.waits = NULL;
	if (loaded->match.clock == 0 || loaded->cast.paused)
		return;
	if (bot_clock_runs(loaded, &due))
		show_until(loaded, due);
	else
		show_not_running(loaded);
}

/* A timer, and when it is due in the host's time. */
struct reminder {
	enum bot_timer timer;
	int64_t due;
};

/*
 * Returns the next reminder of a turn whose clock ends at the time `due`. Its time has passed if no
 * reminder is left.
 */
static struct reminder next_reminder(const struct bot_loaded_match *loaded, int64_t due)
{
	int64_t end = find_end_in_bout(loaded, due);
	int64_t over = end - reserve(loaded); /* the end of the turn's own time */
	int64_t half = over - own_clock(loaded) / 2, now = loaded->host->time;

	if (half > now)
		return (struct reminder){BOT_TIMER_HALF, half};
	if (over < end && over > now)
		return (struct reminder){BOT_TIMER_RESERVE, over};
	return (struct reminder){BOT_TIMER_LATE, end - own_clock(loaded) / 10};
}

/*
 * Sets the timers of a turn that ends at `due`: that of the next reminder, and at `forfeit` that of
 * the end. Clears the others. The timers of an idle match stay: most turns end long before them, so
 * that the next turn finds them as they should be.
 */
static void set_turn(struct bot_loaded_match *loaded, int64_t due, int64_t forfeit)
{
	const struct reminder next = next_reminder(loaded, due);
	const enum bot_timer timers[] = {next.timer, BOT_TIMER_FORFEIT};
	const int64_t dues[] = {next.due, forfeit};
	bool reminds = next.due > loaded->host->time;

	bot_timers_clear_turn(loaded, 1U << BOT_TIMER_FORFEIT | (unsigned)reminds << next.timer);
	if (reminds)
		bot_timer_set_two(loaded, timers, dues);
	else
		bot_timer_set(loaded, BOT_TIMER_FORFEIT, forfeit);
}

/* Starts the clock of the turn, which ends at the time `due`. */
static void run_until(struct bot_loaded_match *loaded, int64_t due)
{
	bot_clock_run_bout(loaded);
	set_turn(loaded, due, due);
	loaded->cast.waits = NULL;
	show_until(loaded, due);
}

/*
 * Sets the timers of an idle match. BOT_TIMER_IDLE is due at a full hour, so most actions find both
 * timers as they should be, and write nothing.
 */
static void count_idle_days(struct bot_loaded_match *loaded)
{
	int64_t idle = bot_clock_idle_time(loaded->host);
	int64_t due = (loaded->host->time + BOT_HOUR - 1) / BOT_HOUR * BOT_HOUR + idle;
	const enum bot_timer timers[] = {BOT_TIMER_IDLE, BOT_TIMER_IDLE_SOON};
	const int64_t dues[] = {due, due - idle / 10};

	bot_timer_set_two(loaded, timers, dues);
}

bool bot_clock_may_stand_still(const struct bot_match *match, enum eg_seat seat)
{
	return bot_match_clock(match, seat) >= BOT_DAY && match->practice == BOT_NO_PRACTICE;
}

/* Finds when a turn ends whose clock starts or goes on now, with so much time left. */
static int64_t find_end(const struct bot_loaded_match *loaded, int64_t left)
{
	return loaded->host->time + find_rest(loaded, loaded->state.round.to_act) + left;
}

/*
 * Begins to wait for the delivery of the hand. If the player has joined their private room, the
 * delivery takes only a moment. Then this function already shows when the turn will end, and sets
 * the turn's timers, so that the store can start the clock (bot_outbox_done). In a bout only the
 * host can start the clock, because the time for the bout starts with it.
 */
static void await_delivery(struct bot_loaded_match *loaded)
{
	struct bot_store *store = loaded->host->store;
	enum eg_seat seat = loaded->state.round.to_act;
	int64_t left;

	count_idle_days(loaded);
	bool joined = bot_store_has_joined(store, loaded->match.player[seat]);
	loaded->cast.waits = joined ? NULL : loaded->cast.name[seat];
	loaded->cast.until = NULL;
	if (!joined) {
		bot_timers_clear_turn(loaded, 0);
		bot_clock_run_bout(loaded);
		bot_timer_clear(loaded, BOT_TIMER_SHOWN);
		return;
	}
	int64_t due = find_end(loaded, bot_clock_whole_turn(loaded));
	show_until(loaded, due);
	if (!find_bout_left(loaded, &left)) {
		set_turn(loaded, due, BOT_TIMER_STILL + due - loaded->host->time);
		return;
	}
	bot_timers_clear_turn(loaded, 0);
	bot_timer_set(loaded, BOT_TIMER_SHOWN, due);
}

void bot_clock_begin_turn(struct bot_loaded_match *loaded)
{
	bot_timer_clear(loaded, BOT_TIMER_QUIET);

	if (loaded->match.clock != 0) {
		await_delivery(loaded);
		return;
	}
	bot_timers_clear_turn(loaded, 0);
	count_idle_days(loaded);
}

/* Whether the player has the hand of the current turn, in a room that they have joined. */
static bool has_hand(const struct bot_loaded_match *loaded)
{
	struct bot_store *store = loaded->host->store;
	const char *user = loaded->match.player[loaded->state.round.to_act];

	return bot_store_has_joined(store, user) &&
	       bot_store_list_delivered(
		       store, loaded->match.id, bot_turn_number(&loaded->state), user);
}

/*
 * Returns how many milliseconds the end of the turn may differ from what the board shows. A board
 * that differs by more is worth an edit.
 */
static int64_t tolerance(int64_t clock)
{
	return clock / 10 < BOT_MINUTE ? clock / 10 : BOT_MINUTE;
}

/*
 * Finds the end of the turn as the board shows it while the clock waits: BOT_TIMER_HALF counts from
 * there. Returns false if the board shows none.
 */
static bool find_shown(const struct bot_loaded_match *loaded, int64_t *shown)
{
	if (bot_timer_find(loaded, BOT_TIMER_SHOWN, shown))
		return true;
	bool found = bot_timer_find(loaded, BOT_TIMER_HALF, shown);
	*shown += own_clock(loaded) / 2 + reserve(loaded);
	return found;
}

bool bot_clock_start(struct bot_loaded_match *loaded)
{
	int64_t shown = 0;

	if (loaded->match.clock == 0 || loaded->cast.paused || bot_clock_runs(loaded, &shown) ||
		!has_hand(loaded))
		return false;
	int64_t due = find_end(loaded, bot_clock_whole_turn(loaded));
	bool board_stale =
		!find_shown(loaded, &shown) || due - shown > tolerance(own_clock(loaded));
	run_until(loaded, due);
	return board_stale;
}

void bot_clock_start_now(struct bot_loaded_match *loaded)
{
	if (loaded->match.clock != 0)
		run_until(loaded, find_end(loaded, bot_clock_whole_turn(loaded)));
}

void bot_clock_set_late(struct bot_loaded_match *loaded)
{
	int64_t end = loaded->host->time + loaded->cast.left;

	bot_timer_set(loaded, BOT_TIMER_LATE, end - own_clock(loaded) / 10);
}

void bot_clock_set_after_half(struct bot_loaded_match *loaded)
{
	if (reserve(loaded) == 0)
		bot_clock_set_late(loaded);
	else
		bot_timer_set(loaded, BOT_TIMER_RESERVE,
			bot_clock_due(loaded, BOT_TIMER_FORFEIT) - reserve(loaded));
}

/* Takes from the reserve what the turn has used of it. `left` is what remains of the whole turn. */
static void spend(struct bot_loaded_match *loaded, int64_t left)
{
	if (left < reserve(loaded))
		loaded->match.reserve[loaded->state.round.to_act] = left > 0 ? left : 0;
}

void bot_clock_end_turn(struct bot_loaded_match *loaded)
{
	int64_t due;

	stop_bout(loaded);
	if (reserve(loaded) == 0 || !bot_clock_runs(loaded, &due))
		return;
	int64_t rest = find_rest(loaded, loaded->state.round.to_act);
	spend(loaded, due - rest - loaded->host->time);
}

/* match.left has no part of days off: bot_clock_resume adds what is left of them then. */
void bot_clock_pause(struct bot_loaded_match *loaded)
{
	int64_t now = loaded->host->time;
	int64_t due = find_end(loaded, bot_clock_whole_turn(loaded));

	bot_timer_clear(loaded, BOT_TIMER_QUIET);
	if (!bot_clock_runs(loaded, &due)) /* it does not run yet */
		bot_clock_due(loaded, BOT_TIMER_IDLE);
	int64_t rest = find_rest(loaded, loaded->state.round.to_act);
	bot_timers_clear_turn(loaded, 0);
	count_idle_days(loaded);
	loaded->match.left = due - rest > now ? due - rest - now : 1;
	spend(loaded, loaded->match.left);
	loaded->cast.paused = true;
	loaded->cast.until = NULL;
	loaded->cast.waits = NULL;
}

void bot_clock_resume(struct bot_loaded_match *loaded)
{
	int64_t due = find_end(loaded, loaded->match.left);

	loaded->match.left = 0;
	loaded->cast.paused = false;
	if (has_hand(loaded))
		run_until(loaded, due);
	else
		await_delivery(loaded);
}

/* Shifts a timer if it is set. */
static void shift(struct bot_loaded_match *loaded, enum bot_timer timer, int64_t by)
{
	int64_t due;

	if (bot_timer_find(loaded, timer, &due))
		bot_timer_set(loaded, timer, due + by);
}

void bot_clock_shift(struct bot_loaded_match *loaded, enum eg_seat seat, int64_t by)
{
	static const enum bot_timer waiting[] = {BOT_TIMER_HALF, BOT_TIMER_RESERVE, BOT_TIMER_LATE,
		BOT_TIMER_FORFEIT, BOT_TIMER_SHOWN};
	int64_t due;

	if (loaded->state.round.to_act != seat || loaded->cast.paused)
		return;
	if (bot_timer_find(loaded, BOT_TIMER_BOUT, &due) && due < BOT_TIMER_STILL)
		shift(loaded, BOT_TIMER_BOUT, by);
	if (bot_clock_runs(loaded, &due)) {
		run_until(loaded, due + by);
		return;
	}
	for (size_t i = 0; i < sizeof(waiting) / sizeof(waiting[0]); i++)
		shift(loaded, waiting[i], by);
	bot_clock_load(loaded);
}

int64_t bot_clock_due(const struct bot_loaded_match *loaded, enum bot_timer timer)
{
	int64_t due;

	if (!bot_timer_find(loaded, timer, &due))
		bot_store_damaged(loaded->host->store, loaded->match.id);
	return due;
}
