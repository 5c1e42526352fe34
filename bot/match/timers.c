#include "bot/match/timers.h"

bool bot_timer_find(const struct bot_loaded_match *loaded, enum bot_timer timer, int64_t *due)
{
	if (!loaded->timers.set[timer])
		return false;
	*due = loaded->timers.due[timer];
	return true;
}

enum bot_error bot_timer_set(struct bot_loaded_match *loaded, enum bot_timer timer, int64_t due)
{
	struct bot_timers *timers = &loaded->timers;

	if (timers->set[timer] && timers->due[timer] == due)
		return BOT_OK;
	timers->set[timer] = true;
	timers->due[timer] = due;
	return bot_store_timer_set(loaded->host->store, loaded->match.id, timer, due);
}

enum bot_error bot_timer_set_two(
	struct bot_loaded_match *loaded, const enum bot_timer timer[2], const int64_t due[2])
{
	struct bot_timers *timers = &loaded->timers;

	/* If one of them has its time already, only the other one is written. */
	for (int i = 0; i < 2; i++)
		if (timers->set[timer[i]] && timers->due[timer[i]] == due[i])
			return bot_timer_set(loaded, timer[1 - i], due[1 - i]);
	for (int i = 0; i < 2; i++) {
		timers->set[timer[i]] = true;
		timers->due[timer[i]] = due[i];
	}
	return bot_store_timer_set_two(loaded->host->store, loaded->match.id, timer, due);
}

/*
 * One statement a timer: SQLite makes a table of its own for a statement that deletes several rows,
 * which takes five times as long.
 */
enum bot_error bot_timers_clear_turn(struct bot_loaded_match *loaded)
{
	static const enum bot_timer of_turn[] = {BOT_TIMER_HALF, BOT_TIMER_RESERVE, BOT_TIMER_LATE,
		BOT_TIMER_FORFEIT, BOT_TIMER_DELIVERED, BOT_TIMER_HELD};
	enum bot_error error = BOT_OK;

	for (size_t i = 0; !error && i < sizeof(of_turn) / sizeof(of_turn[0]); i++)
		error = bot_timer_clear(loaded, of_turn[i]);
	return error;
}

enum bot_error bot_timer_clear(struct bot_loaded_match *loaded, enum bot_timer timer)
{
	if (!loaded->timers.set[timer])
		return BOT_OK;
	loaded->timers.set[timer] = false;
	return bot_store_timer_clear(loaded->host->store, loaded->match.id, timer);
}
