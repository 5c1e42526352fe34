#include "bot/match/reach_request.h"

#include "bot/command/rate_limit.h"
#include "bot/match/loaded_match.h"

#include <stdlib.h>

enum bot_error bot_reach_request_add(
	struct bot_host *host, const struct bot_match *match, enum eg_seat seat, const char *origin)
{
	struct bot_letter letter = {.kind = BOT_OUT_REACH,
		.private = true,
		.to = match->player[seat],
		.match = match->id,
		.origin = origin};

	return bot_send(host, letter, NULL, NULL);
}

enum bot_error bot_reach_request_repeat(struct bot_host *host, const char *room)
{
	const struct bot_match_filter filter = {.room = room, .status = BOT_ACCEPTED};
	struct bot_match_list *list;

	enum bot_error error = bot_match_list_load(host->store, &filter, &list);
	if (error)
		return error;
	for (size_t i = 0; !error && i < list->count; i++)
		for (enum eg_seat seat = EG_WHITE; !error && seat <= EG_BLACK; seat++)
			if (!list->match[i].reached[seat])
				error = bot_reach_request_add(host, &list->match[i], seat, NULL);
	free(list);
	return error;
}

/* Sets *needs to true if the user is not NULL and has no private room. */
static enum bot_error needs_room(const struct bot_call *call, const char *user, bool *needs)
{
	char room[BOT_ID_SIZE];
	enum bot_error error =
		user ? bot_store_private_room(call->host->store, user, room) : BOT_OK;

	*needs = *needs || error == BOT_NOT_FOUND;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_reach_request_allowed(
	const struct bot_call *call, const char *one, const char *other, bool *allowed)
{
	const struct bot_message *message = call->message;
	struct bot_store *store = call->host->store;
	bool needs = false, newcomer = false;
	size_t all = 0, of_origin = 0;

	enum bot_error error = needs_room(call, one, &needs);
	if (!error)
		error = needs_room(call, other, &needs);
	if (!error && needs)
		error = bot_rate_limit_is_newcomer(call->host, message->sender, &newcomer);
	if (!error && newcomer)
		error = bot_outbox_reaching(store, message->origin ? NULL : "", &all);
	if (!error && newcomer && message->origin)
		error = bot_outbox_reaching(store, message->origin, &of_origin);
	/*
	 * A stranger can have any number of origins. So requests of users with an origin do not
	 * count against users without one, who are on the bot's own homeserver. One origin may have
	 * a third of the requests, and at least one request.
	 */
	size_t most = call->host->config->limits.newcomers_waiting, part = most < 3 ? 1 : most / 3;
	*allowed = most == 0 || (all < most && of_origin < part);
	return error || *allowed ? error
				 : bot_reply(call, BOT_MSG_REACH_BUSY, (struct bot_args){0});
}
