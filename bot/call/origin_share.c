#include "bot/call/origin_share.h"

#include <string.h>

enum bot_error bot_origin_share_is_newcomer(struct bot_host *host, const char *user, bool *newcomer)
{
	struct bot_rating rating;
	enum bot_error error = bot_rating_get(host->store, NULL, user, &rating);

	*newcomer = error == BOT_NOT_FOUND;
	return *newcomer ? BOT_OK : error;
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

enum bot_error bot_origin_share_check(
	const struct bot_call *call, const struct bot_origin_share *share, bool *allowed)
{
	size_t alike = 0, newcomers = 0;
	bool newcomer = false;

	*allowed = !call->message->origin;
	if (*allowed)
		return BOT_OK;
	enum bot_error error =
		bot_origin_share_is_newcomer(call->host, call->message->sender, &newcomer);
	for (size_t i = 0; !error && i < share->count; i++) {
		bool is_new = false;

		if (!is_alike(call, share->holder[i]))
			continue;
		if (newcomer)
			error = bot_origin_share_is_newcomer(call->host, share->holder[i], &is_new);
		alike++;
		newcomers += is_new;
	}
	*allowed = alike < share->most && (!newcomer || newcomers < share->newcomers_most);
	return error;
}
