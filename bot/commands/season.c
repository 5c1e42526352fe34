#include "bot/commands/season.h"

#include "bot/call/people.h"
#include "bot/call/people_question.h"
#include "bot/call/question.h"
#include "bot/commands/competition_part.h"
#include "bot/commands/season_terms.h"
#include "bot/competition/asked_room.h"
#include "bot/competition/own_competition.h"
#include "bot/competition/room_competition.h"
#include "bot/match/loading.h"
#include "bot/competition/season_direction.h"
#include "bot/competition/season_entry.h"
#include "bot/competition/standing.h"
#include "bot/text/words.h"

/* Opens a season whose length is the word `i`, and whose terms follow. */
static void open(const struct bot_call *call, size_t i, bool again)
{
	struct bot_competition competition = {.again = again};

	if (!bot_season_read_length(call, &i, &competition.length)) {
		bot_reply_wrong(call, BOT_MSG_SEASON_WHICH, i);
		return;
	}
	if (competition.length == 0) {
		bot_reply(call, BOT_MSG_SEASON_LENGTH, (struct bot_args){0});
		return;
	}
	if (bot_season_read_terms(call, i, &competition))
		bot_season_open(call, &competition);
}

/* Shows the season, or the last one, and asks whether to open one. */
static void show(const struct bot_call *call)
{
	struct bot_competition competition;
	struct bot_page page;

	if (bot_competition_find_live(call, BOT_KIND_SEASON, &competition)) {
		bot_season_show(call);
		return;
	}
	bot_page_init(&page, call->lang);
	bot_season_add_last(call, &page);
	bot_page_say(
		&page, BOT_MSG_SEASON_OPEN, &(struct bot_args){.prefix = bot_call_prefix(call)});
	bot_ask_page(call, &page, BOT_ASKS_YES, "season 4 weeks");
}

static void start(const struct bot_call *call)
{
	bot_season_start(call, bot_competition_part_is_confirmed(call));
}

static void stop(const struct bot_call *call)
{
	bot_season_stop(call, bot_competition_part_is_confirmed(call));
}

static void every(const struct bot_call *call)
{
	if (call->words.count == 2)
		bot_season_repeat(call, true);
	else
		open(call, 2, true);
}

static void never(const struct bot_call *call)
{
	bot_season_repeat(call, false);
}

/* Reads how many bouts the sender wants at once: `count` if no number follows. */
static void set_bouts(const struct bot_call *call, int64_t count)
{
	if (call->words.count > 2 && bot_own_competition_words(&call->words) > 2 &&
		(!bot_words_number(call->words.word[2], BOT_SEASON_MORE_MOST, &count) || count < 1))
		bot_reply(call, BOT_MSG_SEASON_MORE_WHICH, (struct bot_args){0});
	else
		bot_season_want(call, (uint8_t)count);
}

/* Lets the sender fence four bouts at once. */
static void more(const struct bot_call *call)
{
	set_bouts(call, BOT_SEASON_MORE);
}

/* Goes back to two bouts at once. */
static void less(const struct bot_call *call)
{
	set_bouts(call, BOT_SEASON_AT_ONCE);
}

static void exclude(const struct bot_call *call)
{
	bot_people_run(call, BOT_MSG_CONTEST_EXCLUDE_WHO, bot_season_exclude);
}

/* Lets the sender leave; or somebody else whom they name, as moderators can. */
static void leave(const struct bot_call *call)
{
	if (bot_people_names_another(call))
		exclude(call);
	else
		bot_season_leave(call, bot_competition_part_is_confirmed(call));
}

static void include(const struct bot_call *call)
{
	bot_people_run(call, BOT_MSG_CONTEST_INCLUDE_WHO, bot_season_include);
}

/* Gives everybody who asks a link to the tables, as `night link` does to the pool sheets. */
static void make_link(const struct bot_call *call)
{
	bot_competition_part_link(call, BOT_KIND_SEASON);
}

static const struct bot_competition_part parts[] = {
	{"join", 2, bot_season_join},
	{"leave", 3, leave},
	{"more", 3, more},
	{"less", 3, less},
	{"start", 3, start},
	{"stop", 3, stop},
	{"cancel", 3, stop},
	{"link", 2, make_link},
	{"every", BOT_WORDS, every},
	{"all", BOT_WORDS, every}, /* as "alle 4 wochen" in German */
	{"never", 2, never},
	{"exclude", 2 + BOT_PEOPLE_WORDS, exclude},
	{"include", 2 + BOT_PEOPLE_WORDS, include},
	{"table", 2, bot_season_show},
	{"standings", 2, bot_season_show},
	{"history", 2, bot_season_show}, /* as "results" */
	{"board", 2, bot_season_show},   /* as "Stand" in German */
	{"top", 2, bot_season_show},
};

static void add_of_room(const struct bot_call *call, struct bot_page *page)
{
	char command[BOT_WORDS_SIZE];
	struct bot_args args = bot_kind_args(page->lang, BOT_KIND_SEASON, command);

	bot_season_add_last(call, page);
	args.prefix = call->host->prefix;
	bot_page_say(page, BOT_MSG_CONTEST_NOT_IN_ANY, &args);
}

void bot_season_answer(const struct bot_call *call)
{
	bool elsewhere = call->message->private && !bot_competition_goes_on(call, BOT_KIND_SEASON);

	if (!elsewhere || !bot_asked_room_answer(call, add_of_room))
		bot_season_show(call);
}

/*
 * In private, people see the season in which they take part, and leave it. All else belongs to the
 * room of the season.
 */
static void run_private(struct bot_call *call)
{
	const struct bot_words *words = &call->words;
	size_t count = bot_own_competition_words(words);

	if (count == 1)
		bot_season_answer(call);
	else if (count <= 3 && bot_words_mean(words->word[1], "more"))
		more(call);
	else if (count <= 3 && bot_words_mean(words->word[1], "less"))
		less(call);
	else if (count == 2 && bot_words_mean(words->word[1], "join"))
		bot_season_join(call);
	else if (count <= 3 && bot_words_mean(words->word[1], "leave") &&
		 (count == 2 || bot_words_is_yes(words->word[2])))
		leave(call);
	else
		bot_reply_room_only(call);
}

void bot_run_season(struct bot_call *call)
{
	int64_t length;
	size_t i = 1;

	if (call->message->private) {
		run_private(call);
		return;
	}
	if (call->words.count == 1) {
		show(call);
		return;
	}
	if (bot_competition_part_run(call, parts, sizeof(parts) / sizeof(parts[0])))
		return;
	if (bot_season_read_length(call, &i, &length))
		open(call, 1, false);
	else
		bot_ask_for_option(call, BOT_MSG_SEASON_WHICH, 1,
			"join leave more less start stop exclude include every never link");
}
