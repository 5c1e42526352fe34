#include "bot/pick.h"

#include "bot/house.h"

#include <stdlib.h>

static enum bot_error find(const struct bot_call *call, const struct bot_pick *pick,
	struct bot_match *matches, size_t *count)
{
	const struct bot_message *message = call->message;
	struct bot_match_filter filter = {.room = message->private ? NULL : message->room,
		.player = pick->others && !message->private ? NULL : message->sender,
		.status = -1};
	size_t all, kept = 0;

	enum bot_error error =
		bot_store_match_find(call->host->store, &filter, matches, BOT_MATCHES_MOST, &all);
	if (error)
		return error;
	for (size_t i = 0; i < all; i++)
		if (pick->fits(call, &matches[i]))
			matches[kept++] = matches[i];
	*count = kept;
	return BOT_OK;
}

static const struct bot_match *by_id(const struct bot_match *matches, size_t count, int64_t id)
{
	for (size_t i = 0; i < count; i++)
		if (matches[i].id == id)
			return &matches[i];
	return NULL;
}

/* The only one that waits; NULL when none does, or several do. */
static enum bot_error waiting(const struct bot_call *call, const struct bot_pick *pick,
	const struct bot_match *matches, size_t count, const struct bot_match **match)
{
	const struct bot_match *only = NULL;
	size_t waits = 0;

	for (size_t i = 0; pick->waits && i < count; i++) {
		bool yes = false;
		enum bot_error error = pick->waits(call, &matches[i], &yes);
		if (error)
			return error;
		if (yes)
			only = &matches[i];
		waits += yes;
	}
	*match = waits == 1 ? only : NULL;
	return BOT_OK;
}

static enum bot_error ask(
	const struct bot_call *call, const struct bot_match *matches, size_t count)
{
	struct bot_page page;

	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_WHICH, &(struct bot_args){.id = matches[0].id});
	for (size_t i = 0; i < count; i++) {
		struct bot_match named = matches[i];
		struct bot_game game;

		named.status = BOT_CHALLENGE; /* its names alone, not its rounds */
		enum bot_error error = bot_game_load(&game, call->host, &named);
		if (error)
			return error;
		/* the room's language need not be the reader's */
		if (!named.player[EG_BLACK][0])
			bot_page_string(call->lang, bot_house_name(named.house), NULL,
				game.name[EG_BLACK], sizeof(game.name[EG_BLACK]));
		bot_page_say(&page, BOT_MSG_WHICH_MATCH,
			&(struct bot_args){.id = matches[i].id,
				.white = game.cast.name[EG_WHITE],
				.black = game.cast.name[EG_BLACK]});
	}
	return bot_reply_page(call, &page);
}

static enum bot_error choose(const struct bot_call *call, const struct bot_pick *pick,
	const struct bot_match *matches, size_t count, const struct bot_match **match)
{
	int64_t id = call->words.id;
	enum bot_error error = BOT_OK;

	*match = NULL;
	if (id == 0)
		error = bot_replied_to(call, &id);
	if (error)
		return error;
	if (id != 0) {
		*match = by_id(matches, count, id);
		return *match ? BOT_OK
			      : bot_reply(call, BOT_MSG_NO_SUCH_MATCH, (struct bot_args){.id = id});
	}
	if (count == 0)
		return bot_reply(call, pick->none, (struct bot_args){0});
	if (count == 1) {
		*match = matches;
		return BOT_OK;
	}
	error = waiting(call, pick, matches, count, match);
	if (error || *match)
		return error;
	return ask(call, matches, count);
}

enum bot_error bot_pick(const struct bot_call *call, const struct bot_pick *pick,
	struct bot_game *game, bool *found)
{
	const struct bot_match *chosen = NULL;
	size_t count = 0;

	struct bot_match *matches = malloc(BOT_MATCHES_MOST * sizeof(*matches));
	if (!matches)
		return BOT_NO_MEMORY;
	enum bot_error error = find(call, pick, matches, &count);
	if (!error)
		error = choose(call, pick, matches, count, &chosen);
	*found = !error && chosen;
	if (*found)
		error = bot_game_load(game, call->host, chosen);
	free(matches);
	return error;
}

bool bot_pick_played(const struct bot_call *call, const struct bot_match *match)
{
	(void)call;
	return match->status == BOT_PLAYING;
}

static enum bot_error is_to_act(
	const struct bot_call *call, const struct bot_match *match, bool *yes)
{
	struct eg_match state;

	enum bot_error error = bot_store_replay(call->host->store, match, &state);
	if (!error)
		*yes = state.round.to_act == bot_match_seat(match, call->message->sender);
	return error;
}

const struct bot_pick bot_pick_own = {
	.fits = bot_pick_played, .waits = is_to_act, .none = BOT_MSG_NO_MATCH};
