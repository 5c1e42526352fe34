/* Where people stand: ratings, the best of a room, its last matches. */
#include "bot/command.h"
#include "bot/game.h"
#include "bot/name.h"
#include "bot/results.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#define TOP       10
#define HISTORY   10
#define DATE_SIZE 16

/* A rating for people: what lies within two deviations of it is so at 19 in 20. */
static void fill(struct bot_args *args, const struct bot_rating *rating)
{
	args->rating = lround(rating->glicko.rating);
	args->deviation = lround(2 * rating->glicko.deviation);
	args->won = rating->won;
	args->count = rating->played;
}

/* Adds a line about the user, if there is anything to say. */
static enum bot_error describe(const struct bot_call *call, struct bot_page *page, const char *room,
	const char *user, enum bot_msg msg)
{
	struct bot_rating rating;
	struct bot_args args = {0};
	char name[BOT_NAME_SIZE];

	enum bot_error error = bot_rating_get(call->host->store, room, user, &rating);
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	error = bot_store_name(call->host->store, user, name);
	if (error)
		return error;
	args.name = name;
	fill(&args, &rating);
	if (page->body.used > 0)
		bot_page_line(page);
	bot_page_say(page, msg, &args);
	return BOT_OK;
}

enum bot_error bot_run_stats(struct bot_call *call)
{
	const struct bot_message *message = call->message;
	const struct bot_words *words = &call->words;
	const char *user = message->sender;
	char named[BOT_ID_SIZE], name[BOT_NAME_SIZE];
	struct bot_page page;
	enum bot_error error = BOT_OK;

	if (words->count > 1) {
		if (words->word[1][0] != '@')
			return bot_reply_usage(call);
		if (!bot_name_user(words->word[1], message->sender, named))
			return bot_reply(call, BOT_MSG_BAD_USER, (struct bot_args){0});
		user = named;
	}
	bot_page_init(&page, call->lang);
	if (!message->private)
		error = describe(call, &page, message->room, user, BOT_MSG_STATS_HERE);
	if (!error)
		error = describe(call, &page, NULL, user, BOT_MSG_STATS_ALL);
	if (error)
		return error;
	if (page.body.used > 0)
		return bot_reply_page(call, &page);
	error = bot_store_name(call->host->store, user, name);
	return error ? error : bot_reply(call, BOT_MSG_STATS_NONE, (struct bot_args){.name = name});
}

enum bot_error bot_run_top(struct bot_call *call)
{
	struct bot_store *store = call->host->store;
	struct bot_rated top[TOP];
	struct bot_page page;
	size_t count = 0;

	enum bot_error error = bot_rating_top(store, call->message->room, top, TOP, &count);
	if (error)
		return error;
	if (count == 0)
		return bot_reply(call, BOT_MSG_TOP_NONE, (struct bot_args){0});
	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_TOP, NULL);
	for (size_t i = 0; i < count; i++) {
		struct bot_args args = {.place = (int64_t)i + 1};
		char name[BOT_NAME_SIZE];

		error = bot_store_name(store, top[i].user, name);
		if (error)
			return error;
		args.name = name;
		fill(&args, &top[i].rating);
		bot_page_line(&page);
		bot_page_say(&page, BOT_MSG_TOP_LINE, &args);
	}
	return bot_reply_page(call, &page);
}

/* History */

static enum bot_error tell_match(
	struct bot_page *page, struct bot_host *host, const struct bot_match *match)
{
	static const enum bot_msg results[] = {
		[BOT_ENDING_UNKNOWN] = BOT_MSG_RESULT_UNKNOWN,
		[BOT_WON] = BOT_MSG_RESULT_WON,
		[BOT_RESIGNED] = BOT_MSG_RESULT_RESIGNED,
		[BOT_FORFEITED] = BOT_MSG_RESULT_FORFEITED,
		[BOT_STOPPED] = BOT_MSG_RESULT_STOPPED,
		[BOT_ABANDONED] = BOT_MSG_RESULT_ABANDONED,
		[BOT_UNDECIDED] = BOT_MSG_RESULT_UNKNOWN,
	};
	char date[DATE_SIZE], result[2 * BOT_ID_SIZE + 64];
	time_t ended = (time_t)(match->ended / 1000);
	struct tm utc = {0};
	struct eg_match state;
	struct bot_game game;

	enum bot_error error = bot_game_load(&game, host, match);
	if (!error)
		error = bot_store_replay(host->store, match, &state);
	if (error)
		return error;
	gmtime_r(&ended, &utc);
	strftime(date, sizeof(date), "%Y-%m-%d", &utc);
	struct bot_args args = {.id = match->id,
		.date = date,
		.white = game.cast.name[EG_WHITE],
		.black = game.cast.name[EG_BLACK],
		.own = state.score[EG_WHITE],
		.other = state.score[EG_BLACK],
		.result = result};
	if (match->winner != EG_NOBODY) {
		args.winner = game.cast.name[match->winner];
		args.loser = game.cast.name[eg_opponent(match->winner)];
	}
	bot_page_string(page->lang, results[match->ending], &args, result, sizeof(result));
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_HISTORY_LINE, &args);
	return BOT_OK;
}

enum bot_error bot_run_history(struct bot_call *call)
{
	struct bot_match *matches = calloc(HISTORY, sizeof(*matches));
	struct bot_page page;
	size_t count = 0;

	if (!matches)
		return BOT_NO_MEMORY;
	enum bot_error error = bot_store_match_ended(
		call->host->store, call->message->room, NULL, matches, HISTORY, &count);
	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_HISTORY, NULL);
	for (size_t i = 0; !error && i < count; i++)
		error = tell_match(&page, call->host, &matches[i]);
	free(matches);
	if (error)
		return error;
	if (count == 0)
		return bot_reply(call, BOT_MSG_HISTORY_NONE, (struct bot_args){0});
	return bot_reply_page(call, &page);
}
