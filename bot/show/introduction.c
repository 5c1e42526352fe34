#include "bot/show/introduction.h"

#include "bot/base/attempt.h"
#include "bot/call/web_link.h"
#include "bot/match/lesson.h"
#include "bot/match/loading.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * The user's setting which says that the bot has introduced itself. If a first hand did it, the
 * value is the id of that match, else 0, or "yes" in older stores.
 */
#define KEY "introduced"

/*
 * Notes that the bot introduces itself to the user, in the first hand of a match or, if `match` is
 * 0, in a message of its own. Returns whether it has never done so.
 */
static bool note_introduced(struct bot_host *host, const char *user, int64_t match)
{
	char value[BOT_SETTING_SIZE];

	if (bot_introduction_was_sent(host, user))
		return false;
	snprintf(value, sizeof(value), "%" PRId64, match);
	bot_store_set_setting(host->store, BOT_OF_USER, user, KEY, value);
	return true;
}

/* If the match is a bout of a competition, says so, and whom the player fences. */
static void add_bout(
	const struct bot_loaded_match *loaded, enum eg_seat seat, struct bot_page *hand)
{
	char command[BOT_WORDS_SIZE];

	if (loaded->match.competition == 0)
		return;
	struct bot_args args =
		bot_bout_args(loaded->host, loaded->match.competition, hand->lang, command);
	args.id = loaded->match.id;
	args.name = loaded->cast.name[eg_opponent(seat)];
	args.touches = loaded->match.rules.touches;
	bot_page_say(hand, BOT_MSG_BOUT_BEGINS, &args);
	bot_page_line(hand);
}

/* If the match interrupts a lesson, says how to go on with it. */
static void add_lesson(struct bot_host *host, const char *user, struct bot_page *hand)
{
	if (bot_lesson_progress_get(host, user).post == 0)
		return;
	bot_page_say(hand, BOT_MSG_LESSONS_WAIT, NULL);
	bot_page_line(hand);
}

void bot_introduction_before_match(
	struct bot_loaded_match *loaded, enum eg_seat seat, struct bot_page *hand)
{
	struct bot_host *host = loaded->host;
	const char *user = loaded->match.player[seat];

	if (note_introduced(host, user, loaded->match.id)) {
		bot_page_say(hand, BOT_MSG_INTRODUCTION, NULL);
		bot_page_line(hand);
	}
	add_bout(loaded, seat, hand);
	add_lesson(host, user, hand);
	if (!bot_web_link_is_due(host, user) && bot_web_link_is_available(host)) {
		bot_page_say(hand, BOT_MSG_LINK_OLDER, NULL);
		bot_page_line(hand);
	}
}

void bot_introduction_keep(
	const struct bot_loaded_match *loaded, enum eg_seat seat, struct bot_page *page)
{
	char value[BOT_SETTING_SIZE];

	if (!bot_store_setting(
		    loaded->host->store, BOT_OF_USER, loaded->match.player[seat], KEY, value) ||
		strtoll(value, NULL, 10) != loaded->match.id)
		return;
	bot_page_say(page, BOT_MSG_INTRODUCTION, NULL);
	bot_page_line(page);
}

void bot_introduction_offer_table(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	BOT_PAGE(page);

	bot_page_init(&page, loaded->own[seat]);
	bot_web_link_offer(loaded->host, loaded->match.player[seat], &page);
}

bool bot_introduction_was_sent(struct bot_host *host, const char *user)
{
	char value[BOT_SETTING_SIZE];

	return bot_store_setting(host->store, BOT_OF_USER, user, KEY, value);
}

void bot_introduction_forget(struct bot_host *host, const char *user)
{
	bot_web_link_end_table(host, user);

	bot_store_set_setting(host->store, BOT_OF_USER, user, KEY, NULL);
}

/*
 * Whether a user has a match that was accepted and has not ended. Sets *challenge to the id of
 * their newest own challenge, or to 0.
 */
static bool has_accepted(struct bot_host *host, const char *user, int64_t *challenge)
{
	const struct bot_match_filter filter = {.player = user, .status = -1};

	struct bot_match_list *list = bot_match_list_load(host->store, &filter);
	bool accepted = false;

	*challenge = 0;
	for (size_t i = 0; i < list->count; i++) {
		const struct bot_match *match = &list->match[i];

		if (match->status != BOT_CHALLENGE)
			accepted = true;
		else if (bot_match_seat(match, user) == match->challenger)
			*challenge = match->id;
	}
	return accepted;
}

void bot_introduction_send(struct bot_host *host, const char *user)
{
	const struct bot_lang *lang = &bot_langs[host->config->language];
	struct bot_args args = {.prefix = host->prefix};
	BOT_PAGE(page);

	if (has_accepted(host, user, &args.id) || !note_introduced(host, user, 0))
		return;
	lang = bot_language_chosen(host, BOT_OF_USER, user, lang);
	bot_page_init(&page, lang);
	bot_page_say(&page, args.id ? BOT_MSG_INTRODUCTION : BOT_MSG_WELCOME_PRIVATE, &args);
	if (args.id)
		bot_page_say_below(&page, BOT_MSG_CHALLENGE_PENDING, &args);
	bot_send(host, (struct bot_letter){.private = true, .to = user}, &page, NULL);
}
