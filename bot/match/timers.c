#include "bot/match/timers.h"

#include "bot/base/attempt.h"

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
	bot_must(bot_store_timer_set(loaded->host->store, loaded->match.id, timer, due));
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
	bot_must(bot_store_timer_set_two(loaded->host->store, loaded->match.id, timer, due));
}

/*
 * One statement a timer: SQLite makes a table of its own for a statement that deletes several rows,
 * which takes five times as long.
 */
void bot_timers_clear_turn(struct bot_loaded_match *loaded)
{
	static const enum bot_timer of_turn[] = {BOT_TIMER_HALF, BOT_TIMER_RESERVE, BOT_TIMER_LATE,
		BOT_TIMER_FORFEIT, BOT_TIMER_DELIVERED, BOT_TIMER_HELD};

	for (size_t i = 0; i < sizeof(of_turn) / sizeof(of_turn[0]); i++)
		bot_timer_clear(loaded, of_turn[i]);
}

void bot_timer_clear(struct bot_loaded_match *loaded, enum bot_timer timer)
{
	if (!loaded->timers.set[timer])
		return;
	loaded->timers.set[timer] = false;
	bot_must(bot_store_timer_clear(loaded->host->store, loaded->match.id, timer));
}
