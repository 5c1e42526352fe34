#include "bot/commands/stats.h"

#include "bot/base/attempt.h"
#include "bot/commands/player.h"
#include "bot/commands/results_page.h"
#include "bot/play/early_ending.h"
#include "bot/text/name.h"

#include <string.h>

/* Whom the command is about, and what the bot knows about them. */
struct subject {
	char user[BOT_ID_SIZE];
	char name[BOT_LABEL_SIZE];
	bool is_other; /* they are not the sender */
	bool has_played;
	struct bot_rating rating; /* over all rooms, if they have played */
};

static void add_rating(struct bot_page *page, enum bot_msg msg, const struct subject *subject,
	const struct bot_rating *rating)
{
	struct bot_args args = {.name = subject->name};

	bot_player_rating(&args, rating);
	if (page->body.used > 0)
		bot_page_line(page);
	bot_page_say(page, msg, &args);
}

/* Adds a line with the player's rating in the room of the message, if they have one there. */
static void add_rating_here(
	const struct bot_call *call, struct bot_page *page, const struct subject *subject)
{
	struct bot_rating rating;

	if (bot_found(
		    bot_rating_get(call->host->store, call->message->room, subject->user, &rating)))
		add_rating(page, BOT_MSG_STATS_HERE, subject, &rating);
}

/* Adds lines with the player's rating over all rooms and with their last results. */
static void add_rating_everywhere(
	const struct bot_call *call, struct bot_page *page, const struct subject *subject)
{
	add_rating(page, BOT_MSG_STATS_ALL, subject, &subject->rating);
	bot_page_space(page);
	bot_page_say(page, BOT_MSG_STATS_OPPONENTS,
		&(struct bot_args){.count = subject->rating.opponents});
	bot_results_add_form(call, page, subject->user, &subject->rating);
}

/* Adds how many matches the player has ended before both had acted, if there are any. */
static void add_early_endings(const struct bot_call *call, struct bot_page *page, const char *user)
{
	struct bot_args args = {.count = bot_early_ending_count(call->host, user)};

	if (args.count == 0)
		return;
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_STATS_EARLY, &args);
}

/* Adds how the sender has played against the player, if they have played matches that count. */
static void add_head_to_head(
	const struct bot_call *call, struct bot_page *page, const struct subject *subject)
{
	struct bot_head_to_head found;

	bot_must(bot_store_match_between(
		call->host->store, call->message->sender, subject->user, &found));
	if (found.run == 0)
		return;
	const struct bot_args args = {.name = subject->name,
		.own = (int64_t)found.won,
		.other = (int64_t)found.lost,
		.count = (int64_t)found.run};
	bot_page_say(page, BOT_MSG_STATS_BETWEEN, &args);
	if (found.run == 1)
		return;
	bot_page_space(page);
	bot_page_say(page, found.run_lost ? BOT_MSG_STATS_RUN_LOST : BOT_MSG_STATS_RUN_WON, &args);
}

static void load(const struct bot_call *call, struct subject *subject)
{
	struct bot_store *store = call->host->store;

	subject->is_other = strcmp(subject->user, call->message->sender) != 0;
	bot_name_label(store, subject->user, subject->name);
	subject->has_played =
		bot_found(bot_rating_get(store, NULL, subject->user, &subject->rating));
}

/* Adds what most people want to know, in a few lines. */
static void add_short(
	const struct bot_call *call, struct bot_page *page, const struct subject *subject)
{
	if (!subject->has_played)
		bot_page_say(page, BOT_MSG_STATS_NONE, &(struct bot_args){.name = subject->name});
	else if (subject->is_other)
		add_head_to_head(call, page, subject);
	if (!call->message->private)
		add_rating_here(call, page, subject);
	if (subject->has_played)
		add_rating_everywhere(call, page, subject);
	else if (!subject->is_other)
		bot_results_add_practice(call, page, subject->user);
	add_early_endings(call, page, subject->user);
}

/* Adds the command that shows more. */
static void add_more(const struct bot_call *call, struct bot_page *page)
{
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_STATS_MORE, &(struct bot_args){.prefix = bot_call_prefix(call)});
}

void bot_run_stats(struct bot_call *call)
{
	size_t count = bot_player_words(call, "more"), all = call->words.count - 1;
	bool more = count < all;
	struct subject subject = {0};
	struct bot_page page;

	/* The command for the picture is another one, which few people know. */
	if (bot_player_words(call, "picture") < all) {
		bot_reply(call, BOT_MSG_STATS_PICTURE,
			(struct bot_args){.prefix = bot_call_prefix(call)});
		return;
	}
	bot_player_find(call, count, subject.user);
	if (!subject.user[0])
		return;
	load(call, &subject);
	bot_page_init(&page, call->lang);
	if (!more || !bot_results_add_tallies(call, &page, subject.user, subject.name))
		add_short(call, &page, &subject);
	if (!more && subject.has_played && !subject.is_other)
		add_more(call, &page);
	bot_reply_page(call, &page);
}
