#include "bot/call/origin_share.h"

#include "bot/base/attempt.h"

#include <string.h>

bool bot_origin_share_is_newcomer(struct bot_host *host, const char *user)
{
	struct bot_rating rating;
	bool found = bot_found(bot_rating_get(host->store, NULL, user, &rating));

	bool newcomer = !found;
	if (!newcomer) {
		if (!found)
			bot_fail(BOT_NOT_FOUND);
	}
	return newcomer;
}

/* Whether the user has the origin of the call's sender. */
static bool is_alike(const struct bot_call *call, const char *user)
{
	const struct bot_port *port = call->host->port;
	char site[BOT_ID_SIZE] = "";

	if (port->site)
		port->site(port->self, user, site);
	return strcmp(site, call->message->origin) == 0;
}

bool bot_origin_share_check(const struct bot_call *call, const struct bot_origin_share *share)
{
	size_t alike = 0, newcomers = 0;

	bool allowed = !call->message->origin;
	if (allowed)
		return allowed;
	bool newcomer = bot_origin_share_is_newcomer(call->host, call->message->sender);
	for (size_t i = 0; i < share->count; i++) {
		bool is_new = false;

		if (!is_alike(call, share->holder[i]))
			continue;
		if (newcomer)
			is_new = bot_origin_share_is_newcomer(call->host, share->holder[i]);
		alike++;
		newcomers += is_new;
	}
	return alike < share->most && (!newcomer || newcomers < share->newcomers_most);
}
