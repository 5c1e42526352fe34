#include "bot/call/bans.h"

#include "bot/base/attempt.h"
#include "bot/call/admins.h"
#include "bot/call/policy_lists.h"

#include <stdio.h>
#include <string.h>

/* Returns whether an origin, or a name above it, is banned. */
static bool is_origin_banned(struct bot_host *host, const char *origin)
{
	char above[BOT_ID_SIZE + 1];
	bool banned;

	bot_must(bot_store_has_ban(host->store, origin, &banned));
	for (const char *dot = strchr(origin, '.'); !banned && dot; dot = strchr(dot + 1, '.')) {
		snprintf(above, sizeof(above), "*%s", dot);
		bot_must(bot_store_has_ban(host->store, above, &banned));
	}
	return banned;
}

/* Returns whether an admin has banned the user or their origin. */
static bool is_banned_by_admin(struct bot_host *host, const char *user)
{
	const struct bot_port *port = host->port;
	char origin[BOT_ID_SIZE];
	bool banned;

	bot_must(bot_store_has_ban(host->store, user, &banned));
	if (banned || !port->origin)
		return banned;
	port->origin(port->self, user, origin);
	return is_origin_banned(host, origin);
}

bool bot_bans_hold_for(struct bot_host *host, const char *user)
{
	bool has_lists = host->config->bans.lists_count > 0;
	bool any;

	bot_must(bot_store_has_any_ban(host->store, &any));
	if ((!any && !has_lists) || !user[0] || bot_admins_include(host->config, user) ||
		bot_call_is_bot(host, user))
		return false;
	return (any && is_banned_by_admin(host, user)) ||
	       (has_lists && bot_policy_lists_find(host, user).rule);
}
