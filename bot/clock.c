#include "bot/clock.h"

#include "bot/time.h"
#include "bot/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define BOARDS_MAX 256 /* told anew at once; those of more matches are when somebody acts */

bool bot_clock_read(const char *word, int64_t *clock)
{
	static const struct {
		char unit;
		int64_t length;
	} units[] = {{'s', 1000}, {'m', 60000}, {'h', 3600000}, {'d', 86400000}};
	char digits[12];
	size_t length = strlen(word);
	int64_t number;

	if (strcasecmp(word, "none") == 0) {
		*clock = 0;
		return true;
	}
	if (length < 2 || length > sizeof(digits))
		return false;
	memcpy(digits, word, length - 1);
	digits[length - 1] = '\0';
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (tolower((unsigned char)word[length - 1]) != units[i].unit)
			continue;
		if (!bot_words_number(digits, BOT_CLOCK_MAX / units[i].length, &number) ||
			number * units[i].length < BOT_CLOCK_MIN)
			return false;
		*clock = number * units[i].length;
		return true;
	}
	return false;
}

static void show(struct bot_game *game, int64_t due)
{
	bot_time_until(game->host, due, game->match.clock, game->until);
	game->cast.until = game->until;
}

enum bot_error bot_clock_load(struct bot_game *game)
{
	int64_t due;

	game->cast.paused = game->match.left > 0;
	game->cast.until = NULL;
	if (game->match.clock == 0 || game->cast.paused)
		return BOT_OK;
	enum bot_error error =
		bot_store_timer_get(game->host->store, game->match.id, BOT_TIMER_FORFEIT, &due);
	if (!error)
		show(game, due);
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

/* Reminders whose instant has passed are not set. */
static enum bot_error run_until(struct bot_game *game, int64_t due)
{
	const struct {
		enum bot_timer timer;
		int64_t due;
	} timers[] = {
		{BOT_TIMER_HALF, due - game->match.clock / 2},
		{BOT_TIMER_LATE, due - game->match.clock / 10},
		{BOT_TIMER_FORFEIT, due},
	};
	enum bot_error error = BOT_OK;

	for (size_t i = 0; !error && i < sizeof(timers) / sizeof(timers[0]); i++) {
		if (timers[i].due > game->host->time)
			error = bot_store_timer_set(
				game->host->store, game->match.id, timers[i].timer, timers[i].due);
		else
			error = bot_store_timer_clear(
				game->host->store, game->match.id, timers[i].timer);
	}
	show(game, due);
	return error;
}

enum bot_error bot_clock_start(struct bot_game *game)
{
	if (game->match.clock == 0)
		return BOT_OK;
	return run_until(game, game->host->time + game->match.clock);
}

enum bot_error bot_clock_pause(struct bot_game *game)
{
	static const enum bot_timer timers[] = {BOT_TIMER_HALF, BOT_TIMER_LATE, BOT_TIMER_FORFEIT};
	struct bot_store *store = game->host->store;
	int64_t id = game->match.id;
	int64_t due;

	enum bot_error error = bot_store_timer_get(store, id, BOT_TIMER_FORFEIT, &due);
	if (error)
		return error == BOT_NOT_FOUND ? bot_store_damaged(store, id) : error;
	for (size_t i = 0; !error && i < sizeof(timers) / sizeof(timers[0]); i++)
		error = bot_store_timer_clear(store, id, timers[i]);
	int64_t left = due - game->host->time;
	game->match.left = left > 0 ? left : 1;
	game->cast.paused = true;
	game->cast.until = NULL;
	return error;
}

enum bot_error bot_clock_resume(struct bot_game *game)
{
	int64_t left = game->match.left;

	game->match.left = 0;
	game->cast.paused = false;
	return run_until(game, game->host->time + left);
}

static enum bot_error show_board(struct bot_host *host, const struct bot_match *match)
{
	struct bot_game game;
	struct bot_page page;

	if (match->clock == 0 || match->left > 0)
		return BOT_OK;
	enum bot_error error = bot_game_load(&game, host, match);
	if (error)
		return error;
	bot_page_init(&page, game.lang);
	return bot_game_board(&game, &page, false);
}

enum bot_error bot_clock_show(struct bot_host *host)
{
	const struct bot_match_filter filter = {.status = BOT_PLAYING};
	size_t count = 0;
	bool moved;

	enum bot_error error = bot_time_moved(host, &moved);
	if (error || !moved)
		return error;
	struct bot_match *matches = calloc(BOARDS_MAX, sizeof(*matches));
	if (!matches)
		return BOT_NO_MEMORY;
	error = bot_store_match_find(host->store, &filter, matches, BOARDS_MAX, &count);
	for (size_t i = 0; !error && i < count; i++)
		error = show_board(host, &matches[i]);
	free(matches);
	return error;
}

/* Timers */

static enum bot_error remind(struct bot_game *game, int64_t left)
{
	enum eg_seat seat = game->state.round.to_act;
	const char *user = game->match.player[seat];
	struct bot_letter letter = {.private = true,
		.to = user,
		.ring = BOT_RING,
		.mention = user,
		.match = game->match.id};
	struct bot_page page;
	char span[BOT_SPAN_SIZE];

	bot_time_span(left, span);
	bot_page_init(&page, game->own[seat]);
	bot_page_say(&page, BOT_MSG_REMINDER,
		&(struct bot_args){.id = game->match.id,
			.name = game->cast.name[eg_opponent(seat)],
			.left = span,
			.until = game->until});
	return bot_send(game->host, letter, &page, NULL);
}

static enum bot_error forfeit(struct bot_game *game)
{
	enum eg_seat loser = game->state.round.to_act;

	return bot_game_end(game, BOT_FORFEITED, eg_opponent(loser), BOT_MSG_MATCH_FORFEITED,
		(struct bot_args){.loser = game->cast.name[loser],
			.winner = game->cast.name[eg_opponent(loser)]});
}

/* Of several that are due at once, as after a long stop of the machine, the last alone speaks. */
enum bot_error bot_clock_due(struct bot_host *host, int64_t id, enum bot_timer timer)
{
	struct bot_match match;
	struct bot_game game;
	int64_t due;

	enum bot_error error = bot_store_timer_clear(host->store, id, timer);
	if (!error)
		error = bot_store_match_get(host->store, id, &match);
	if (error || match.status != BOT_PLAYING)
		return error;
	error = bot_game_load(&game, host, &match);
	if (error)
		return error;
	if (timer == BOT_TIMER_FORFEIT)
		return forfeit(&game);
	error = bot_store_timer_get(host->store, id, BOT_TIMER_FORFEIT, &due);
	if (error)
		return error == BOT_NOT_FOUND ? bot_store_damaged(host->store, id) : error;
	int64_t left = due - host->time;
	if (left <= 0 || (timer == BOT_TIMER_HALF && left <= match.clock / 10))
		return BOT_OK;
	return remind(&game, left);
}
