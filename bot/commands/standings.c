#include "bot/commands/standings.h"

#include "bot/archive/retention.h"
#include "bot/base/memory.h"
#include "bot/call/people.h"
#include "bot/call/people_question.h"
#include "bot/match/loading.h"
#include "bot/play/early_ending.h"
#include "bot/show/result.h"
#include "bot/text/name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TOP       10
#define HISTORY   10
#define DATE_SIZE 16

/* Fills in a rating as people see it. The number after the ± is the 95 % interval. */
static void fill_rating(struct bot_args *args, const struct bot_rating *rating)
{
	args->rating = lround(rating->glicko.rating);
	args->deviation = lround(2 * rating->glicko.deviation);
	args->won = rating->won;
	args->count = rating->played;
}

/*
 * Adds a line with the user's rating in `room`, if the user has a rating there. If `room` is NULL,
 * shows the rating over all rooms.
 */
static enum bot_error add_rating(const struct bot_call *call, struct bot_page *page,
	const char *room, const char *user, enum bot_msg msg)
{
	struct bot_rating rating;
	struct bot_args args = {0};
	char name[BOT_LABEL_SIZE];

	enum bot_error error = bot_rating_get(call->host->store, room, user, &rating);
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	error = bot_name_label(call->host->store, user, name);
	if (error)
		return error;
	args.name = name;
	fill_rating(&args, &rating);
	if (page->body.used > 0)
		bot_page_line(page);
	bot_page_say(page, msg, &args);
	if (!room) {
		bot_page_add(page, " ", " ");
		bot_page_say(page, BOT_MSG_STATS_OPPONENTS,
			&(struct bot_args){.count = rating.opponents});
	}
	return BOT_OK;
}

/* Adds how many matches the user has ended before both had acted, if there are any. */
static enum bot_error add_early_endings(
	const struct bot_call *call, struct bot_page *page, const char *user)
{
	struct bot_args args = {0};

	enum bot_error error = bot_early_ending_count(call->host, user, &args.count);
	if (error || args.count == 0)
		return error;
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_STATS_EARLY, &args);
	return BOT_OK;
}

/* Adds how the sender has played against the user, if they have played matches that count. */
static enum bot_error add_head_to_head(
	const struct bot_call *call, struct bot_page *page, const char *user)
{
	struct bot_head_to_head found;
	char name[BOT_LABEL_SIZE];

	enum bot_error error =
		bot_store_match_between(call->host->store, call->message->sender, user, &found);
	if (error || found.run == 0)
		return error;
	error = bot_name_label(call->host->store, user, name);
	if (error)
		return error;
	const struct bot_args args = {.name = name,
		.own = (int64_t)found.won,
		.other = (int64_t)found.lost,
		.count = (int64_t)found.run};
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_STATS_BETWEEN, &args);
	if (found.run == 1)
		return BOT_OK;
	bot_page_add(page, " ", " ");
	bot_page_say(page, found.run_lost ? BOT_MSG_STATS_RUN_LOST : BOT_MSG_STATS_RUN_WON, &args);
	return BOT_OK;
}

/* Reads the id or the display name of a person. Returns BOT_MSG_COUNT, or a message about the
 * fault. */
static enum bot_msg read_person(const struct bot_call *call, char user[BOT_ID_SIZE])
{
	enum bot_user_word kind = bot_call_read_user(call, call->words.word[1], user);

	if (call->words.count == 2 && bot_people_is_everybody(call, call->words.word[1]))
		return BOT_MSG_EVERYBODY;
	if (kind == BOT_BAD_USER)
		return BOT_MSG_BAD_USER;
	if (kind == BOT_USER)
		return call->words.count == 2 ? BOT_MSG_COUNT : BOT_MSG_STATS_WHO;
	enum bot_msg wrong = bot_people_find(call, 1, call->words.count - 1, user);
	return wrong == BOT_MSG_TERM_UNKNOWN ? BOT_MSG_STATS_WHO : wrong;
}

enum bot_error bot_run_stats(struct bot_call *call)
{
	const struct bot_message *message = call->message;
	const struct bot_words *words = &call->words;
	const char *user = message->sender;
	char named[BOT_ID_SIZE], name[BOT_LABEL_SIZE];
	struct bot_page page;
	enum bot_error error = BOT_OK;

	if (words->count > 1) {
		enum bot_msg wrong = read_person(call, named);
		if (wrong != BOT_MSG_COUNT)
			return bot_people_ask(call, wrong, 1, words->count - 1);
		user = named;
	}
	bot_page_init(&page, call->lang);
	if (!message->private)
		error = add_rating(call, &page, message->room, user, BOT_MSG_STATS_HERE);
	if (!error)
		error = add_rating(call, &page, NULL, user, BOT_MSG_STATS_ALL);
	if (error)
		return error;
	error = bot_name_label(call->host->store, user, name);
	if (error)
		return error;
	bool has_played = page.body.used > 0;
	if (!has_played)
		bot_page_say(&page, BOT_MSG_STATS_NONE, &(struct bot_args){.name = name});
	error = add_early_endings(call, &page, user);
	if (!error && has_played && user == named)
		error = add_head_to_head(call, &page, user);
	return error ? error : bot_reply_page(call, &page);
}

#define RATED 64 /* how many of the best players the command looks at */

/* The best players of a room, and whether they are still there. */
struct best {
	struct bot_rated rated[RATED];
	bool here[RATED];
	size_t count;
	bool known; /* the platform has named at least one person who is in the room */
};

static void note_here(void *taker, const char *user, const char *name)
{
	struct best *best = taker;
	(void)name;

	best->known = true;
	for (size_t i = 0; i < best->count; i++)
		best->here[i] = best->here[i] || strcmp(best->rated[i].user, user) == 0;
}

/* Lists the best players. Leaves out players who have left the room, if the platform knows that. */
static enum bot_error list_best(const struct bot_call *call, struct best *best)
{
	const struct bot_port *port = call->host->port;
	const char *room = call->message->room;
	size_t kept = 0;

	enum bot_error error =
		bot_rating_top(call->host->store, room, best->rated, RATED, &best->count);
	if (error || !port->each_person ||
		port->each_person(port->self, room, note_here, best) != BOT_PEOPLE_GIVEN ||
		!best->known)
		return error;
	for (size_t i = 0; i < best->count; i++)
		if (best->here[i])
			best->rated[kept++] = best->rated[i];
	best->count = kept;
	return BOT_OK;
}

static enum bot_error show_best(const struct bot_call *call, const struct best *best)
{
	struct bot_page page;

	if (best->count == 0)
		return bot_reply(call, BOT_MSG_TOP_NONE, (struct bot_args){0});
	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_TOP, NULL);
	for (size_t i = 0; i < best->count && i < TOP; i++) {
		const struct bot_rated *rated = &best->rated[i];
		const struct bot_glicko *glicko = &rated->rating.glicko;
		struct bot_args args = {.place = (int64_t)i + 1};
		char name[BOT_LABEL_SIZE];

		enum bot_error error = bot_name_label(call->host->store, rated->user, name);
		if (error)
			return error;
		args.name = name;
		fill_rating(&args, &rated->rating);
		/* The list is in the order of this value. */
		args.own = lround(glicko->rating - 2 * glicko->deviation);
		bot_page_line(&page);
		bot_page_say(&page, BOT_MSG_TOP_LINE, &args);
	}
	return bot_reply_page(call, &page);
}

enum bot_error bot_run_top(struct bot_call *call)
{
	struct best *best = bot_calloc(1, sizeof(*best));

	enum bot_error error = list_best(call, best);
	if (!error)
		error = show_best(call, best);
	free(best);
	return error;
}

/* Adds a line about a match that has ended. */
static enum bot_error add_match(
	struct bot_page *page, struct bot_host *host, const struct bot_match *match)
{
	char date[DATE_SIZE], result[BOT_RESULT_SIZE];
	time_t ended = (time_t)(match->ended / 1000);
	struct tm utc = {0};
	struct eg_match state;
	struct bot_loaded_match loaded;

	enum bot_error error = bot_match_load(&loaded, host, match);
	if (!error)
		error = bot_store_replay(host->store, match, &state);
	if (error)
		return error;
	gmtime_r(&ended, &utc);
	strftime(date, sizeof(date), "%Y-%m-%d", &utc);
	bot_match_result(&loaded, page->lang, result);
	const struct bot_args args = {.id = match->id,
		.date = date,
		.white = loaded.cast.name[EG_WHITE],
		.black = loaded.cast.name[EG_BLACK],
		.own = state.score[EG_WHITE],
		.other = state.score[EG_BLACK],
		.result = result};
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_HISTORY_LINE, &args);
	return BOT_OK;
}

enum bot_error bot_run_history(struct bot_call *call)
{
	struct bot_match *matches = bot_calloc(HISTORY, sizeof(*matches));
	struct bot_page page;
	size_t count = 0;

	enum bot_error error = bot_store_match_ended(
		call->host->store, call->message->room, NULL, matches, HISTORY, &count);
	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_HISTORY, NULL);
	for (size_t i = 0; !error && i < count; i++)
		error = add_match(&page, call->host, &matches[i]);
	free(matches);
	if (error)
		return error;
	if (count == 0)
		return bot_retention_reply(call, BOT_MSG_HISTORY_NONE, (struct bot_args){0});
	/* A full list is cut anyway, so only a short list needs the sentence about deleted matches.
	 */
	if (count < HISTORY && call->host->config->matches.keep_matches_days > 0) {
		bot_page_line(&page);
		bot_retention_say(call->host, &page);
	}
	return bot_reply_page(call, &page);
}
