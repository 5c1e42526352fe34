#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/call/people_question.h"
#include "bot/call/time_zone.h"
#include "bot/competition/honours.h"
#include "bot/competition/named_room.h"
#include "bot/match/loading.h"
#include "bot/match/position.h"
#include "bot/play/record.h"
#include "bot/show/board.h"
#include "bot/text/date.h"
#include "bot/text/name.h"

#include <math.h>
#include <string.h>

#define TOP     10
#define HISTORY 10

#define RATED 512 /* how many of the best players the command looks at: many may have left */

struct period;

/* Players of a room, the best first, and whether they are still there. */
struct best {
	size_t count;
	const char *user[RATED]; /* in one of the arrays below */
	bool here[RATED];
	bool known; /* the platform has named at least one person who is in the room */
	struct bot_rated rated[RATED];
	struct bot_tally_place placed[RATED];
	const struct period *period; /* of `placed` */
};

static void note_here(void *taker, const char *user, const char *name)
{
	struct best *best = taker;
	(void)name;

	best->known = true;
	for (size_t i = 0; i < best->count; i++)
		best->here[i] = best->here[i] || strcmp(best->user[i], user) == 0;
}

/* Finds out who is still in the room. If the platform does not know that, all count as there. */
static void find_here(const struct bot_call *call, struct best *best)
{
	const struct bot_port *port = call->host->port;

	if (port->each_person &&
		port->each_person(port->self, call->message->room, note_here, best) ==
			BOT_PEOPLE_GIVEN &&
		best->known)
		return;
	for (size_t i = 0; i < best->count; i++)
		best->here[i] = true;
}

static void add_rated(
	struct bot_page *page, const struct best *best, size_t i, struct bot_args args)
{
	const struct bot_glicko *glicko = &best->rated[i].rating.glicko;

	bot_player_rating(&args, &best->rated[i].rating);
	/* The list is in the order of this value. */
	args.own = lround(glicko->rating - 2 * glicko->deviation);
	bot_page_say(page, BOT_MSG_TOP_LINE, &args);
}

/* A table of a month or a year. */
struct period {
	enum bot_tally_kind kind;
	unsigned months;
	size_t name_size;
	enum bot_msg title, line, none;
};

static const struct period month = {BOT_TALLY_MONTH, 1, sizeof("2026-11"), BOT_MSG_TOP_MONTH,
	BOT_MSG_TOP_MONTH_LINE, BOT_MSG_TOP_MONTH_NONE};
static const struct period year = {BOT_TALLY_YEAR, 12, sizeof("2026"), BOT_MSG_TOP_YEAR,
	BOT_MSG_TOP_YEAR_LINE, BOT_MSG_TOP_YEAR_NONE};

static void add_placed(
	struct bot_page *page, const struct best *best, size_t i, struct bot_args args)
{
	args.won = best->placed[i].won;
	args.count = best->placed[i].played;
	bot_page_say(page, best->period->line, &args);
}

/* Adds a line for each of the best players who are in the room. */
static void add_best(const struct bot_call *call, struct bot_page *page, struct best *best,
	void (*add)(struct bot_page *page, const struct best *best, size_t i, struct bot_args args))
{
	struct bot_args args = {0};

	find_here(call, best);
	for (size_t i = 0; i < best->count && args.place < TOP; i++) {
		char name[BOT_LABEL_SIZE];

		if (!best->here[i])
			continue;
		bot_name_label(call->host->store, best->user[i], name);
		args.place++;
		args.name = name;
		bot_page_line(page);
		add(page, best, i, args);
	}
}

static void show_ever(const struct bot_call *call, struct bot_page *page, struct best *best)
{
	best->count = bot_rating_top(call->host->store, call->message->room, best->rated, RATED);
	for (size_t i = 0; i < best->count; i++)
		best->user[i] = best->rated[i].user;
	bot_page_say(page, best->count == 0 ? BOT_MSG_TOP_NONE : BOT_MSG_TOP, NULL);
	add_best(call, page, best, add_rated);
}

/* Lists who has won most in this period. If there is nothing yet, lists the one before. */
static void show_period(const struct bot_call *call, struct bot_page *page, struct best *best,
	const struct period *period)
{
	struct bot_host *host = call->host;
	const char *room = call->message->room;
	char name[BOT_MONTH_SIZE];

	best->period = period;
	for (unsigned before = 0; best->count == 0 && before < 2; before++) {
		bot_zone_month(host, room, host->port->now(host->port->self),
			before * period->months, name);
		name[period->name_size - 1] = '\0';
		best->count =
			bot_tally_best(host->store, room, period->kind, name, best->placed, RATED);
	}
	for (size_t i = 0; i < best->count; i++)
		best->user[i] = best->placed[i].user;
	bot_page_say(page, best->count == 0 ? period->none : period->title,
		&(struct bot_args){.date = name});
	add_best(call, page, best, add_placed);
}

static void show_month(const struct bot_call *call, struct bot_page *page, struct best *best)
{
	show_period(call, page, best, &month);
}

static void show_year(const struct bot_call *call, struct bot_page *page, struct best *best)
{
	show_period(call, page, best, &year);
}

/* What the list is of, by the second word of the command. The first entry is meant without one. */
static const struct {
	const char *word;
	void (*show)(const struct bot_call *call, struct bot_page *page, struct best *best);
} lists[] = {
	{"all", show_ever},
	{"month", show_month},
	{"year", show_year},
};

/* Returns the index of the list that the command names, or a greater number if it names none. */
static size_t find_list(const struct bot_words *words)
{
	size_t i = 0;

	if (bot_named_room_words(words) > 1)
		while (i < sizeof(lists) / sizeof(*lists) &&
			!bot_words_mean(words->word[1], lists[i].word))
			i++;
	return i;
}

static void add_top(const struct bot_call *call, struct bot_page *page)
{
	struct best *best = bot_scratch(sizeof(*best));

	lists[find_list(&call->words)].show(call, page, best);
}

/* Answers with what `add` adds about the room, which in private the sender may have to name. */
static void answer(const struct bot_call *call,
	void (*add)(const struct bot_call *call, struct bot_page *page))
{
	BOT_PAGE(page);

	if (call->message->private) {
		if (!bot_named_room_answer(call, add))
			bot_reply_room_only(call);
		return;
	}
	bot_page_init(&page, call->lang);
	add(call, &page);
	bot_reply_page(call, &page);
}

/* Whether the command has more than `most` words, beside a room's name in private. */
static bool has_extra_word(const struct bot_call *call, size_t most)
{
	return (call->message->private ? bot_named_room_words(&call->words) : call->words.count) >
	       most;
}

void bot_run_top(struct bot_call *call)
{
	if (has_extra_word(call, 2))
		bot_reply_wrong(call, BOT_MSG_EXTRA_WORD, 2);
	else if (bot_named_room_words(&call->words) > 1 &&
		 bot_words_mean(call->words.word[1], "season"))
		bot_season_answer(call);
	else if (find_list(&call->words) >= sizeof(lists) / sizeof(*lists))
		bot_reply_wrong(call, BOT_MSG_TOP_WHAT, 1);
	else
		answer(call, add_top);
}

void bot_run_honours(struct bot_call *call)
{
	if (has_extra_word(call, 1))
		bot_reply_wrong(call, BOT_MSG_EXTRA_WORD, 1);
	else
		answer(call, bot_honours_add);
}

/* Adds a line about a match that has ended. */
static void add_match(struct bot_page *page, struct bot_host *host, const struct bot_match *match)
{
	char date[BOT_DATE_SIZE], result[BOT_RESULT_SIZE];
	struct bot_loaded_match loaded;

	bot_match_load(&loaded, host, match);
	bot_position_replay(&loaded);
	bot_date_write(match->ended, date);
	bot_match_result(&loaded, page->lang, result);
	const struct bot_args args = {.id = match->id,
		.date = date,
		.white = loaded.cast.name[EG_WHITE],
		.black = loaded.cast.name[EG_BLACK],
		.own = loaded.state.score[EG_WHITE],
		.other = loaded.state.score[EG_BLACK],
		.result = result};
	bot_page_say_below(page, BOT_MSG_HISTORY_LINE, &args);
}

void bot_run_history(struct bot_call *call)
{
	struct bot_match *matches = bot_scratch(HISTORY * sizeof(*matches));
	BOT_PAGE(page);

	size_t count = bot_store_match_ended(
		call->host->store, call->message->room, NULL, matches, HISTORY);
	if (count == 0) {
		bot_retention_reply(call, BOT_MSG_HISTORY_NONE, (struct bot_args){0});
		return;
	}
	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_HISTORY, NULL);
	for (size_t i = 0; i < count; i++)
		add_match(&page, call->host, &matches[i]);
	/*
	 * A full list is cut anyway, so only a short list needs the sentence about deleted matches.
	 */
	if (count < HISTORY && call->host->config->matches.keep_matches_days > 0) {
		bot_page_line(&page);
		bot_retention_say(call->host, &page);
	}
	bot_reply_page(call, &page);
}
