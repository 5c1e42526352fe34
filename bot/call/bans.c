#include "bot/call/bans.h"

#include "bot/base/attempt.h"
#include "bot/call/policy_lists.h"

#include <stdio.h>
#include <string.h>

/* Compares ids exactly: two ids that differ only in case may belong to different people. */
bool bot_admins_include(const struct cfg *config, const char *user)
{
	for (unsigned i = 0; i < config->admins.users_count; i++)
		if (strcmp(config->admins.users[i], user) == 0)
			return true;
	return false;
}

bool bot_admins_may_command(const struct bot_host *host, const struct bot_message *message)
{
	return message->private && message->kind == BOT_WRITTEN &&
	       bot_admins_include(host->config, message->sender);
}

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
