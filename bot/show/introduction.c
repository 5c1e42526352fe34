#include "bot/show/introduction.h"

#include "bot/call/web_link.h"
#include "bot/lesson/progress.h"
#include "bot/match/bout.h"
#include "bot/match/loading.h"

#include <stdlib.h>

#define KEY "introduced" /* the user's setting which says that the bot has introduced itself */

/* Notes that the bot introduces itself to the user. Sets *first to whether it has never done so. */
static enum bot_error note_introduced(struct bot_host *host, const char *user, bool *first)
{
	char value[BOT_SETTING_SIZE];

	enum bot_error error = bot_store_setting(host->store, BOT_OF_USER, user, KEY, value);
	*first = error == BOT_NOT_FOUND;
	return *first ? bot_store_set_setting(host->store, BOT_OF_USER, user, KEY, "yes") : error;
}

/* If the match is a bout of a competition, says so, and whom the player fences. */
static enum bot_error add_bout(
	const struct bot_loaded_match *loaded, enum eg_seat seat, struct bot_page *hand)
{
	enum bot_msg msg;

	if (loaded->match.competition == 0)
		return BOT_OK;
	enum bot_error error = bot_bout_msg(loaded->host, loaded->match.competition,
		BOT_MSG_BOUT_BEGINS, BOT_MSG_SEASON_BOUT_BEGINS, &msg);
	if (error)
		return error;
	bot_page_say(hand, msg,
		&(struct bot_args){.id = loaded->match.id,
			.name = loaded->cast.name[eg_opponent(seat)],
			.touches = loaded->match.rules.touches});
	bot_page_line(hand);
	return BOT_OK;
}

/* If the match interrupts a lesson, says how to go on with it. */
static enum bot_error add_lesson(struct bot_host *host, const char *user, struct bot_page *hand)
{
	struct bot_lesson_progress progress;

	enum bot_error error = bot_lesson_progress_get(host, user, &progress);
	if (error || progress.post == 0)
		return error;
	bot_page_say(hand, BOT_MSG_LESSONS_WAIT, NULL);
	bot_page_line(hand);
	return BOT_OK;
}

enum bot_error bot_introduction_before_match(
	struct bot_loaded_match *loaded, enum eg_seat seat, struct bot_page *hand)
{
	const struct bot_letter letter = {.private = true, .to = loaded->match.player[seat]};
	bool first = false, due = false;
	struct bot_page page;

	enum bot_error error = note_introduced(loaded->host, letter.to, &first);
	if (!error)
		error = bot_web_link_is_due(loaded->host, letter.to, &due);
	if (error)
		return error;
	error = add_bout(loaded, seat, hand);
	if (!error)
		error = add_lesson(loaded->host, letter.to, hand);
	if (error)
		return error;
	if (!due && bot_web_link_is_available(loaded->host)) {
		bot_page_say(hand, BOT_MSG_LINK_OLDER, NULL);
		bot_page_line(hand);
	}
	bot_page_init(&page, loaded->own[seat]);
	if (first)
		bot_page_say(&page, BOT_MSG_INTRODUCTION, NULL);
	if (first && due)
		bot_page_line(&page);
	if (due)
		return bot_web_link_offer(loaded->host, letter.to, &page);
	return first ? bot_send(loaded->host, letter, &page, NULL) : BOT_OK;
}

enum bot_error bot_introduction_was_sent(struct bot_host *host, const char *user, bool *sent)
{
	char value[BOT_SETTING_SIZE];

	enum bot_error error = bot_store_setting(host->store, BOT_OF_USER, user, KEY, value);
	*sent = !error;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_introduction_forget(struct bot_host *host, const char *user)
{
	enum bot_error error = bot_web_link_end_table(host, user, NULL);

	return error ? error : bot_store_set_setting(host->store, BOT_OF_USER, user, KEY, NULL);
}

/*
 * Finds out whether a user has a match that was accepted and has not ended. Sets *challenge to the
 * id of their newest own challenge, or to 0.
 */
static enum bot_error find_matches(
	struct bot_host *host, const char *user, bool *accepted, int64_t *challenge)
{
	const struct bot_match_filter filter = {.player = user, .status = -1};
	struct bot_match_list *list;

	enum bot_error error = bot_match_list_load(host->store, &filter, &list);
	if (error)
		return error;
	*accepted = false;
	*challenge = 0;
	for (size_t i = 0; i < list->count; i++) {
		const struct bot_match *match = &list->match[i];

		if (match->status != BOT_CHALLENGE)
			*accepted = true;
		else if (bot_match_seat(match, user) == match->challenger)
			*challenge = match->id;
	}
	free(list);
	return BOT_OK;
}

enum bot_error bot_introduction_send(struct bot_host *host, const char *user)
{
	const struct bot_lang *lang = &bot_langs[host->config->language];
	struct bot_args args = {.prefix = host->prefix};
	bool first = false, accepted = false;
	struct bot_page page;

	enum bot_error error = find_matches(host, user, &accepted, &args.id);
	if (!error && !accepted)
		error = note_introduced(host, user, &first);
	if (!error && first)
		error = bot_language_chosen(host, BOT_OF_USER, user, &lang);
	if (error || !first)
		return error;
	bot_page_init(&page, lang);
	bot_page_say(&page, args.id ? BOT_MSG_INTRODUCTION : BOT_MSG_WELCOME_PRIVATE, &args);
	if (args.id) {
		bot_page_line(&page);
		bot_page_say(&page, BOT_MSG_CHALLENGE_PENDING, &args);
	}
	return bot_send(host, (struct bot_letter){.private = true, .to = user}, &page, NULL);
}
