#include "bot/commands/command.h"

#include "bot/call/question.h"
#include "bot/call/time.h"
#include "bot/commands/competition_part.h"
#include "bot/competition/direction.h"
#include "bot/competition/loading.h"
#include "bot/competition/named_room.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/season_kind.h"
#include "bot/competition/sheet.h"
#include "bot/competition/shown_message.h"
#include "bot/match/loading.h"
#include "bot/text/words.h"

/*
 * Reads how long the season takes: "4 weeks", "4w" or "30 days". *i becomes the next word. Sets
 * *length to the milliseconds, or to 0 if the time is too short or too long. Returns false if the
 * words are no such time.
 */
static bool read_length(const struct bot_call *call, size_t *i, int64_t *length)
{
	int days;

	if (*i + 1 < call->words.count && (bot_words_mean(call->words.word[*i], "for") ||
						  bot_words_mean(call->words.word[*i], "of")))
		++*i;
	if (!bot_days_read(call, i, (int)(BOT_SEASON_WEEKS_MOST * BOT_WEEK / BOT_DAY), &days))
		return false;
	*length = days * BOT_DAY >= BOT_WEEK ? days * BOT_DAY : 0;
	return true;
}

/* Opens a season whose length is the word `i`, and whose terms follow. */
static void open(const struct bot_call *call, size_t i, bool again)
{
	struct bot_competition competition = {.again = again};

	if (!read_length(call, &i, &competition.length)) {
		bot_reply_wrong(call, BOT_MSG_SEASON_WHICH, i);
		return;
	}
	if (competition.length == 0) {
		bot_reply(call, BOT_MSG_SEASON_LENGTH, (struct bot_args){0});
		return;
	}
	if (bot_competition_terms_read(call, &bot_season_kind, i, &competition))
		bot_direction_open(call, &bot_season_kind, &competition);
}

/*
 * Adds the season of the call's room, or the tables of the last one, and a line end. Adds nothing
 * if there is none. In the room itself, it may add a link to the message with the tables instead.
 */
static void add_last(const struct bot_call *call, struct bot_page *page)
{
	struct bot_contest *season =
		bot_competition_load_last(call->host, call->message->room, BOT_KIND_SEASON);

	if (!season || (season->bouts == 0 && season->competition.stage == BOT_STAGE_ENDED))
		return;
	if (call->message->private || !bot_shown_message_add_link(call->host, &bot_season_kind,
					      &season->competition, page))
		bot_sheet_add(call->host, &bot_season_kind, season, NULL, page);
	bot_page_line(page);
}

/*
 * Shows the season. In a room without one, shows the last one, and says how to open one, or asks
 * whether to open one if `offers` is true.
 */
static void show(const struct bot_call *call, bool offers)
{
	const struct bot_args args = {.prefix = bot_call_prefix(call)};
	struct bot_competition competition;
	BOT_PAGE(page);

	if (call->message->private ||
		bot_competition_find_live(call, BOT_KIND_SEASON, &competition)) {
		bot_direction_show(call, &bot_season_kind);
		return;
	}
	bot_page_init(&page, call->lang);
	add_last(call, &page);
	bot_page_say(&page, offers ? BOT_MSG_SEASON_OPEN : BOT_MSG_SEASON_NONE, &args);
	if (offers)
		bot_ask_page(call, &page, BOT_ASKS_YES, "season 4 weeks");
	else
		bot_reply_page(call, &page);
}

/* Shows the tables of the season before this one, if there was one. */
static void show_previous(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *season)
{
	struct bot_contest *last = NULL;
	BOT_PAGE(page);

	if (season->competition.previous != 0)
		last = bot_competition_load(call->host, season->competition.previous);
	if (!last) {
		bot_direction_show(call, kind);
		return;
	}
	bot_page_init(&page, call->lang);
	bot_sheet_add(call->host, kind, last, NULL, &page);
	bot_reply_page(call, &page);
}

/* Shows the tables of the last season, also while another one goes on. */
static void show_last(const struct bot_call *call)
{
	if (bot_competition_goes_on(call, BOT_KIND_SEASON))
		bot_competition_with(call, &bot_season_kind, show_previous);
	else
		show(call, false);
}

/* Shows the tables: those of the last season while people sign up for the next one. */
static void show_tables(const struct bot_call *call)
{
	struct bot_competition competition;

	if (!call->message->private &&
		bot_competition_find_live(call, BOT_KIND_SEASON, &competition) &&
		competition.stage == BOT_STAGE_SIGN_UP)
		show_last(call);
	else
		show(call, false);
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
	if (call->words.count > 2 && bot_named_room_words(&call->words) > 2 &&
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

static const struct bot_competition_part parts[] = {
	{"more", 3, more, true},
	{"less", 3, less, true},
	{"every", BOT_WORDS, every, false},
	{"all", BOT_WORDS, every, false}, /* as "alle 4 wochen" in German */
	{"never", 2, never, false},
	{"table", 2, show_tables, false},
	{"last", 2, show_last, true},
	{"standings", 2, show_tables, false},
	{"history", 2, show_tables, false}, /* as "results" */
	{"board", 2, show_tables, false},   /* as "Stand" in German */
	{"top", 2, show_tables, false},
};
#define PARTS (sizeof(parts) / sizeof(*parts))

static void add_of_room(const struct bot_call *call, struct bot_page *page)
{
	char command[BOT_WORDS_SIZE];
	struct bot_args args = bot_kind_args(page->lang, BOT_KIND_SEASON, command);

	add_last(call, page);
	args.prefix = call->host->prefix;
	bot_page_say(page, BOT_MSG_CONTEST_NOT_IN_ANY, &args);
}

void bot_season_answer(const struct bot_call *call)
{
	bool elsewhere = call->message->private && !bot_competition_goes_on(call, BOT_KIND_SEASON);

	if (!elsewhere || !bot_named_room_answer(call, add_of_room))
		show_tables(call);
}

void bot_run_season(struct bot_call *call)
{
	int64_t length;
	size_t i = 1;

	if (call->message->private) {
		/* People see the season in which they take part, and leave it. */
		if (bot_named_room_words(&call->words) == 1)
			bot_season_answer(call);
		else
			bot_competition_part_run(call, parts, PARTS);
		return;
	}
	if (call->words.count == 1) {
		show(call, true);
		return;
	}
	if (bot_competition_part_run(call, parts, PARTS))
		return;
	if (read_length(call, &i, &length))
		open(call, 1, false);
	else
		bot_ask_for_option(call, BOT_MSG_SEASON_WHICH, 1,
			"join leave more less start stop exclude include every never last link");
}
