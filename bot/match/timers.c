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

enum bot_error bot_timer_clear(struct bot_loaded_match *loaded, enum bot_timer timer)
{
	if (!loaded->timers.set[timer])
		return BOT_OK;
	loaded->timers.set[timer] = false;
	return bot_store_timer_clear(loaded->host->store, loaded->match.id, timer);
}
