#include "bot/show/introduction.h"

#include "bot/call/web_link.h"
#include "bot/match/loading.h"
#include "bot/match/turn_number.h"
#include "bot/show/choices_setting.h"
#include "bot/show/hand.h"
#include "bot/text/board.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The user's setting which says that the bot has introduced itself. Its value is the id of the
 * match whose first hand begins with the introduction, or 0 if the introduction stands elsewhere.
 */
#define KEY "introduced"

#define FIRST_TURN ((int64_t)1 << 8) /* the number (bot_turn_number) of a match's first turn */

/*
 * Notes that the bot introduces itself to the user, in the first hand of `match` or, if this is 0,
 * elsewhere. Sets *first to whether it does so for the first time.
 */
static enum bot_error note_introduced(
	struct bot_host *host, const char *user, int64_t match, bool *first)
{
	char value[BOT_SETTING_SIZE];

	enum bot_error error = bot_store_setting(host->store, BOT_OF_USER, user, KEY, value);
	*first = error == BOT_NOT_FOUND;
	if (!*first)
		return error;
	snprintf(value, sizeof(value), "%" PRId64, match);
	return bot_store_set_setting(host->store, BOT_OF_USER, user, KEY, value);
}

static void say_introduction(struct bot_page *page)
{
	bot_page_say(page, BOT_MSG_INTRODUCTION, NULL);
	bot_page_line(page);
}

/*
 * Sends the player a link to their table, below the introduction if the bot has never introduced
 * itself to them.
 */
static enum bot_error send_link(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	const char *user = loaded->match.player[seat];
	struct bot_page page;
	bool first;

	enum bot_error error = note_introduced(loaded->host, user, 0, &first);
	if (error)
		return error;
	bot_page_init(&page, loaded->own[seat]);
	if (first)
		say_introduction(&page);
	return bot_web_link_offer(loaded->host, user, &page);
}

enum bot_error bot_introduction_add(
	struct bot_loaded_match *loaded, struct bot_page *page, enum eg_seat seat)
{
	const struct bot_match *match = &loaded->match;
	const char *user = match->player[seat];
	struct eg_match_view view;
	bool due = false, first, polls = false;

	enum bot_error error = bot_web_link_is_due(loaded->host, user, &due);
	if (!error && due)
		error = send_link(loaded, seat);
	if (!error)
		error = bot_polls_wanted(loaded->host, user, &polls);
	if (!error)
		error = note_introduced(loaded->host, user, polls ? 0 : match->id, &first);
	if (error || polls) /* this would become the question of the poll */
		return error;
	if (first)
		say_introduction(page);
	if (match->private)
		return BOT_OK;
	eg_match_view(&loaded->state, seat, &view);
	bot_board_piste(page, &loaded->cast, &view);
	if (view.round.to_act != seat)
		bot_board_places(page, &view);
	bot_page_add(page, "\n", "");
	return BOT_OK;
}

/* Finds out whether the player's first hand in this match begins with the introduction. */
static enum bot_error is_in_first_hand(
	const struct bot_loaded_match *loaded, enum eg_seat seat, bool *is_there)
{
	char id[BOT_SETTING_SIZE], value[BOT_SETTING_SIZE];

	enum bot_error error = bot_store_setting(
		loaded->host->store, BOT_OF_USER, loaded->match.player[seat], KEY, value);
	snprintf(id, sizeof(id), "%" PRId64, loaded->match.id);
	*is_there = !error && strcmp(value, id) == 0;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_introduction_keep(
	struct bot_loaded_match *loaded, struct bot_page *page, enum eg_seat seat, int64_t turn)
{
	bool is_there = false;

	if (turn != FIRST_TURN)
		return BOT_OK;
	enum bot_error error = is_in_first_hand(loaded, seat, &is_there);
	if (!error && is_there)
		say_introduction(page);
	return error;
}

enum bot_error bot_introduction_move(
	struct bot_loaded_match *loaded, struct bot_page *page, enum eg_seat seat)
{
	struct bot_store *store = loaded->host->store;
	const struct bot_match *match = &loaded->match;
	struct eg_match_view view;
	bool is_there = false, sent = false;

	eg_match_view(&loaded->state, seat, &view);
	if (view.round.legal_count == 0 || bot_turn_number(&view) != FIRST_TURN)
		return BOT_OK;
	enum bot_error error = is_in_first_hand(loaded, seat, &is_there);
	if (!error && is_there)
		error = bot_store_list_delivered(
			store, match->id, FIRST_TURN, match->player[seat], &sent);
	if (error || !is_there)
		return error;
	if (sent)
		return bot_store_set_setting(store, BOT_OF_USER, match->player[seat], KEY, "0");
	say_introduction(page);
	return BOT_OK;
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
		error = note_introduced(host, user, 0, &first);
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
