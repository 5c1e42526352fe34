#include "bot/match/turn_clock.h"

#include "bot/command/time.h"
#include "bot/text/words.h"

#include <string.h>
#include <strings.h>

#define DAY INT64_C(86400000) /* milliseconds */

/* Finds the length of a unit of time, in milliseconds. Returns 0 if the text is no unit. */
static int64_t find_unit(const char *text)
{
	static const struct {
		char letter[2];
		const char *word;
		int64_t length;
	} units[] = {{"s", "second", 1000}, {"m", "minute", 60000}, {"h", "hour", 3600000},
		{"d", "day", 86400000}};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strcasecmp(text, units[i].letter) == 0 ||
			strcasecmp(bot_words_in_english(text), units[i].word) == 0)
			return units[i].length;
	return 0;
}

bool bot_clock_read_span(const char *number, const char *unit, int64_t *clock)
{
	int64_t length = find_unit(unit), count;

	if (length == 0 || !bot_words_number(number, BOT_CLOCK_MAX / length, &count) ||
		count * length < BOT_CLOCK_MIN)
		return false;
	*clock = count * length;
	return true;
}

bool bot_clock_read(const char *word, int64_t *clock)
{
	char number[12] = "";
	size_t digits = strspn(word, "0123456789");

	if (strcasecmp(word, "none") == 0) {
		*clock = 0;
		return true;
	}
	if (digits >= sizeof(number))
		return false;
	memcpy(number, word, digits);
	return bot_clock_read_span(number, word + digits, clock);
}

int64_t bot_clock_idle_time(const struct bot_host *host)
{
	return DAY * host->config->matches.idle_days;
}

static void show_until(struct bot_loaded_match *loaded, int64_t due)
{
	bot_time_format_instant(loaded->host, due, loaded->match.clock, loaded->until);
	loaded->cast.until = loaded->until;
}

enum bot_error bot_clock_load(struct bot_loaded_match *loaded)
{
	int64_t due;

	loaded->cast.paused = loaded->match.left > 0;
	loaded->cast.until = NULL;
	if (loaded->match.clock == 0 || loaded->cast.paused)
		return BOT_OK;
	enum bot_error error =
		bot_store_timer_get(loaded->host->store, loaded->match.id, BOT_TIMER_FORFEIT, &due);
	if (!error)
		show_until(loaded, due);
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

/*
 * Starts the clock of a turn that ends at the time `due`. Sets no timer for a reminder whose time
 * has passed.
 */
static enum bot_error run_until(struct bot_loaded_match *loaded, int64_t due)
{
	const struct {
		enum bot_timer timer;
		int64_t due;
	} timers[] = {
		{BOT_TIMER_HALF, due - loaded->match.clock / 2},
		{BOT_TIMER_LATE, due - loaded->match.clock / 10},
		{BOT_TIMER_FORFEIT, due},
	};
	enum bot_error error = BOT_OK;

	for (size_t i = 0; !error && i < sizeof(timers) / sizeof(timers[0]); i++)
		if (timers[i].due > loaded->host->time)
			error = bot_store_timer_set(loaded->host->store, loaded->match.id,
				timers[i].timer, timers[i].due);
	show_until(loaded, due);
	return error;
}

/* Starts the timers of a turn without a clock, or of a pause. */
static enum bot_error count_idle_days(struct bot_loaded_match *loaded)
{
	struct bot_store *store = loaded->host->store;
	int64_t idle = bot_clock_idle_time(loaded->host), due = loaded->host->time + idle;
	int64_t id = loaded->match.id;

	enum bot_error error = bot_store_timer_set(store, id, BOT_TIMER_IDLE, due);
	return error ? error : bot_store_timer_set(store, id, BOT_TIMER_IDLE_SOON, due - idle / 10);
}

enum bot_error bot_clock_start(struct bot_loaded_match *loaded)
{
	if (loaded->match.clock == 0)
		return count_idle_days(loaded);
	return run_until(loaded, loaded->host->time + loaded->match.clock);
}

static enum bot_error clear_timers(
	struct bot_loaded_match *loaded, const enum bot_timer *timers, size_t count)
{
	enum bot_error error = BOT_OK;

	for (size_t i = 0; !error && i < count; i++)
		error = bot_store_timer_clear(loaded->host->store, loaded->match.id, timers[i]);
	return error;
}

enum bot_error bot_clock_pause(struct bot_loaded_match *loaded)
{
	static const enum bot_timer timers[] = {BOT_TIMER_HALF, BOT_TIMER_LATE, BOT_TIMER_FORFEIT};
	int64_t now = loaded->host->time, due;

	enum bot_error error = bot_clock_due(loaded, BOT_TIMER_FORFEIT, &due);
	if (!error)
		error = clear_timers(loaded, timers, sizeof(timers) / sizeof(timers[0]));
	if (!error)
		error = count_idle_days(loaded);
	if (error)
		return error;
	loaded->match.left = due > now ? due - now : 1;
	loaded->cast.paused = true;
	loaded->cast.until = NULL;
	return BOT_OK;
}

enum bot_error bot_clock_resume(struct bot_loaded_match *loaded)
{
	static const enum bot_timer timers[] = {BOT_TIMER_IDLE_SOON, BOT_TIMER_IDLE};
	int64_t due = loaded->host->time + loaded->match.left;

	loaded->match.left = 0;
	loaded->cast.paused = false;
	enum bot_error error = clear_timers(loaded, timers, sizeof(timers) / sizeof(timers[0]));
	return error ? error : run_until(loaded, due);
}

enum bot_error bot_clock_due(
	const struct bot_loaded_match *loaded, enum bot_timer timer, int64_t *due)
{
	struct bot_store *store = loaded->host->store;

	enum bot_error error = bot_store_timer_get(store, loaded->match.id, timer, due);
	return error == BOT_NOT_FOUND ? bot_store_damaged(store, loaded->match.id) : error;
}
