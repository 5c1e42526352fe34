#include "bot/call/origin_share.h"

#include "bot/base/attempt.h"

#include <string.h>

bool bot_origin_share_is_newcomer(struct bot_host *host, const char *user)
{
	struct bot_rating rating;

	return !bot_found(bot_rating_get(host->store, NULL, user, &rating));
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

	if (!call->message->origin)
		return true;
	bool newcomer = bot_origin_share_is_newcomer(call->host, call->message->sender);
	for (size_t i = 0; i < share->count; i++) {
		if (!is_alike(call, share->holder[i]))
			continue;
		alike++;
		newcomers += newcomer && bot_origin_share_is_newcomer(call->host, share->holder[i]);
	}
	return alike < share->most && (!newcomer || newcomers < share->newcomers_most);
}
