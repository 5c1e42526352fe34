#include "bot/match/match_selector.h"

#include "bot/match/match_list.h"

#include <stdlib.h>

/* Reads the matches that fit. The caller frees *list. */
static enum bot_error list_fitting(const struct bot_call *call,
	const struct bot_match_selector *selector, struct bot_match_list **list)
{
	const struct bot_message *message = call->message;
	const struct bot_match_filter filter = {.room = message->private ? NULL : message->room,
		.player = selector->others && !message->private ? NULL : message->sender,
		.status = -1};
	struct bot_match_list *all;
	size_t kept = 0;

	enum bot_error error = bot_match_list_load(call->host->store, &filter, &all);
	if (error)
		return error;
	for (size_t i = 0; i < all->count; i++)
		if (selector->fits(call, &all->match[i]))
			all->match[kept++] = all->match[i];
	all->count = kept;
	*list = all;
	return BOT_OK;
}

static const struct bot_match *find_id(const struct bot_match_list *list, int64_t id)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->match[i].id == id)
			return &list->match[i];
	return NULL;
}

/* Finds the only preferred match. *match is NULL if none or several are preferred. */
static enum bot_error find_preferred(const struct bot_call *call,
	const struct bot_match_selector *selector, const struct bot_match_list *list,
	const struct bot_match **match)
{
	const struct bot_match *only = NULL;
	size_t count = 0;

	for (size_t i = 0; selector->prefers && i < list->count; i++) {
		bool preferred = false;
		enum bot_error error = selector->prefers(call, &list->match[i], &preferred);
		if (error)
			return error;
		if (preferred)
			only = &list->match[i];
		count += preferred;
	}
	*match = count == 1 ? only : NULL;
	return BOT_OK;
}

/* Asks the sender which of these matches the command is about. */
static enum bot_error ask(const struct bot_call *call, const struct bot_match_list *list)
{
	struct bot_page page;

	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_WHICH, &(struct bot_args){.id = list->match[0].id});
	for (size_t i = 0; i < list->count; i++) {
		struct bot_match match = list->match[i];
		struct bot_loaded_match loaded;

		match.status = BOT_CHALLENGE; /* loads the names, but does not replay the rounds */
		enum bot_error error = bot_match_load(&loaded, call->host, &match);
		if (error)
			return error;
		/* the sender's language may differ from the language of the match's room */
		if (!match.player[EG_BLACK][0])
			bot_match_name_house(&loaded, call->lang);
		bot_page_say(&page, BOT_MSG_WHICH_MATCH,
			&(struct bot_args){.id = match.id,
				.white = loaded.cast.name[EG_WHITE],
				.black = loaded.cast.name[EG_BLACK]});
	}
	return bot_reply_page(call, &page);
}

/* Finds the match among those that fit. If *match is NULL, the bot has answered the sender. */
static enum bot_error find(const struct bot_call *call, const struct bot_match_selector *selector,
	const struct bot_match_list *list, const struct bot_match **match)
{
	int64_t id = call->words.id;
	enum bot_error error = BOT_OK;

	*match = NULL;
	if (id == 0)
		error = bot_call_replied_match(call, &id);
	if (error)
		return error;
	if (id != 0) {
		*match = find_id(list, id);
		return *match ? BOT_OK
			      : bot_reply(call, BOT_MSG_NO_SUCH_MATCH, (struct bot_args){.id = id});
	}
	if (list->count == 0)
		return bot_reply(call, selector->none, (struct bot_args){0});
	if (list->count == 1) {
		*match = list->match;
		return BOT_OK;
	}
	error = find_preferred(call, selector, list, match);
	return error || *match ? error : ask(call, list);
}

enum bot_error bot_match_selector_load(const struct bot_call *call,
	const struct bot_match_selector *selector, struct bot_loaded_match *loaded, bool *found)
{
	const struct bot_match *match = NULL;
	struct bot_match_list *list;

	enum bot_error error = list_fitting(call, selector, &list);
	if (error)
		return error;
	error = find(call, selector, list, &match);
	*found = !error && match;
	if (*found)
		error = bot_match_load(loaded, call->host, match);
	free(list);
	return error;
}

bool bot_match_selector_is_played(const struct bot_call *call, const struct bot_match *match)
{
	(void)call;
	return match->status == BOT_PLAYING;
}

static enum bot_error sender_is_to_act(
	const struct bot_call *call, const struct bot_match *match, bool *preferred)
{
	struct eg_match state;

	enum bot_error error = bot_store_replay(call->host->store, match, &state);
	if (!error)
		*preferred = state.round.to_act == bot_match_seat(match, call->message->sender);
	return error;
}

const struct bot_match_selector bot_match_selector_own = {.fits = bot_match_selector_is_played,
	.prefers = sender_is_to_act,
	.none = BOT_MSG_NO_MATCH};

enum bot_error bot_match_selector_load_own(const struct bot_call *call,
	struct bot_loaded_match *loaded, enum eg_seat *seat, bool *found)
{
	enum bot_error error =
		bot_match_selector_load(call, &bot_match_selector_own, loaded, found);

	if (!error && *found)
		*seat = bot_match_seat(&loaded->match, call->message->sender);
	return error;
}
