#include "bot/match/timers.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/quiet_hours.h"

bool bot_timer_find(const struct bot_loaded_match *loaded, enum bot_timer timer, int64_t *due)
{
	if (!loaded->timers.set[timer])
		return false;
	*due = loaded->timers.due[timer];
	return true;
}

void bot_timer_set(struct bot_loaded_match *loaded, enum bot_timer timer, int64_t due)
{
	struct bot_timers *timers = &loaded->timers;

	if (timers->set[timer] && timers->due[timer] == due)
		return;
	timers->set[timer] = true;
	timers->due[timer] = due;
	bot_store_timer_set(loaded->host->store, loaded->match.id, timer, due);
}

void bot_timer_set_two(
	struct bot_loaded_match *loaded, const enum bot_timer timer[2], const int64_t due[2])
{
	struct bot_timers *timers = &loaded->timers;

	/* If one of them has its time already, only the other one is written. */
	for (int i = 0; i < 2; i++)
		if (timers->set[timer[i]] && timers->due[timer[i]] == due[i]) {
			bot_timer_set(loaded, timer[1 - i], due[1 - i]);
			return;
		}
	for (int i = 0; i < 2; i++) {
		timers->set[timer[i]] = true;
		timers->due[timer[i]] = due[i];
	}
	bot_store_timer_set_two(loaded->host->store, loaded->match.id, timer, due);
}

/*
 * One statement a timer: SQLite makes a table of its own for a statement that deletes several rows,
 * which takes five times as long.
 */
void bot_timers_clear_turn(struct bot_loaded_match *loaded, unsigned kept)
{
	static const enum bot_timer of_turn[] = {BOT_TIMER_HALF, BOT_TIMER_RESERVE, BOT_TIMER_LATE,
		BOT_TIMER_FORFEIT, BOT_TIMER_DELIVERED, BOT_TIMER_HELD};

	for (size_t i = 0; i < sizeof(of_turn) / sizeof(of_turn[0]); i++)
		if (!(kept >> of_turn[i] & 1))
			bot_timer_clear(loaded, of_turn[i]);
}

void bot_timer_clear(struct bot_loaded_match *loaded, enum bot_timer timer)
{
	if (!loaded->timers.set[timer])
		return;
	loaded->timers.set[timer] = false;
	bot_store_timer_clear(loaded->host->store, loaded->match.id, timer);
}

/* How long before the end of a turn the bot rings at the latest. */
static int64_t least_time(int64_t clock)
{
	return clock / 4 < BOT_HOUR ? clock / 4 : BOT_HOUR;
}

/* Finds when the quiet hours of a player end, or 0, and remembers it while the match is loaded. */
static int64_t find_quiet_end(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	if (!loaded->quiet[seat].known)
		loaded->quiet[seat].end =
			bot_quiet_hours_end(loaded->host, loaded->match.player[seat]);
	loaded->quiet[seat].known = true;
	return loaded->quiet[seat].end;
}

/*
 * Finds when the device of a player may ring, or 0 if it may now. Their turn ends at `due`, if it
 * has a clock.
 */
static int64_t find_ring(struct bot_loaded_match *loaded, enum eg_seat seat, int64_t due)
{
	struct bot_host *host = loaded->host;
	int64_t clock = bot_match_clock(&loaded->match, seat);

	if (clock > 0 && clock < BOT_HOUR)
		return 0;
	int64_t end = find_quiet_end(loaded, seat);
	if (end == 0)
		return 0;
	int64_t rings = host->time + end - host->port->now(host->port->self);
	if (clock > 0 && rings > due - least_time(clock))
		rings = due - least_time(clock);
	return rings > host->time ? rings : 0;
}

/* Returns when the turn ends: for a clock that does not run yet, the earliest time. */
static int64_t find_due(const struct bot_loaded_match *loaded)
{
	int64_t clock = bot_match_clock(&loaded->match, loaded->state.round.to_act);

	return loaded->host->time + (loaded->cast.until ? loaded->cast.left : clock);
}

int64_t bot_turn_notice_find(struct bot_loaded_match *loaded)
{
	return find_ring(loaded, loaded->state.round.to_act, find_due(loaded));
}

enum bot_ring bot_turn_notice_choose(struct bot_loaded_match *loaded)
{
	int64_t at = bot_turn_notice_find(loaded);

	if (at > 0)
		bot_timer_set(loaded, BOT_TIMER_QUIET, at);
	else
		bot_timer_clear(loaded, BOT_TIMER_QUIET);
	return at > 0 ? BOT_QUIET : BOT_RING_NOW;
}

bool bot_turn_notice_is_silent(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	int64_t clock = bot_match_clock(&loaded->match, seat);

	return clock > 0 && loaded->match.player[seat][0] &&
	       find_ring(loaded, seat, loaded->host->time + clock) > 0;
}
