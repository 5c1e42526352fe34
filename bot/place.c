#include "bot/place.h"

#include <stdlib.h>

enum bot_error bot_place_is_free(const struct bot_call *call,
	bool (*stands)(const struct bot_call *call, const struct bot_match *match),
	enum bot_msg again, bool *is_free)
{
	const struct bot_message *message = call->message;
	struct bot_match_filter filter = {.room = message->private ? NULL : message->room,
		.player = message->private ? message->sender : NULL,
		.status = -1};
	size_t most = message->private ? BOT_MATCHES_MOST : call->host->config->matches.per_room;
	struct bot_args args = {.count = (int64_t)most};
	enum bot_msg wrong = BOT_MSG_COUNT;
	size_t count = 0;

	struct bot_match *matches = malloc(most * sizeof(*matches));
	if (!matches)
		return BOT_NO_MEMORY;
	enum bot_error error =
		bot_store_match_find(call->host->store, &filter, matches, most, &count);
	if (!error && count == most)
		wrong = message->private ? BOT_MSG_OWN_FULL : BOT_MSG_ROOM_FULL;
	for (size_t i = 0; !error && i < count; i++) {
		if (!stands(call, &matches[i]))
			continue;
		wrong = again;
		args.id = matches[i].id;
	}
	free(matches);
	*is_free = !error && wrong == BOT_MSG_COUNT;
	return error || *is_free ? error : bot_reply(call, wrong, args);
}
