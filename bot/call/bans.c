#include "bot/call/bans.h"

#include "bot/call/admins.h"
#include "bot/call/policy_lists.h"

#include <stdio.h>
#include <string.h>

/* Finds out whether an origin, or a name above it, is banned. */
static enum bot_error is_origin_banned(struct bot_host *host, const char *origin, bool *banned)
{
	char above[BOT_ID_SIZE + 1];

	enum bot_error error = bot_store_has_ban(host->store, origin, banned);
	for (const char *dot = strchr(origin, '.'); !error && !*banned && dot;
		dot = strchr(dot + 1, '.')) {
		snprintf(above, sizeof(above), "*%s", dot);
		error = bot_store_has_ban(host->store, above, banned);
	}
	return error;
}

/* Finds out whether an admin has banned the user or their origin. */
static enum bot_error is_banned_by_admin(struct bot_host *host, const char *user, bool *banned)
{
	const struct bot_port *port = host->port;
	char origin[BOT_ID_SIZE];

	enum bot_error error = bot_store_has_ban(host->store, user, banned);
	if (error || *banned || !port->origin)
		return error;
	port->origin(port->self, user, origin);
	return is_origin_banned(host, origin, banned);
}

static enum bot_error is_banned_by_list(struct bot_host *host, const char *user, bool *banned)
{
	struct bot_policy_ban ban;

	enum bot_error error = bot_policy_lists_find(host, user, &ban);
	*banned = !error && ban.rule;
	return error;
}

enum bot_error bot_bans_hold_for(struct bot_host *host, const char *user, bool *banned)
{
	bool has_lists = host->config->bans.lists_count > 0;
	bool any;

	*banned = false;
	enum bot_error error = bot_store_has_any_ban(host->store, &any);
	if (error || (!any && !has_lists) || !user[0] || bot_admins_include(host->config, user) ||
		bot_call_is_bot(host, user))
		return error;
	if (any)
		error = is_banned_by_admin(host, user, banned);
	return error || *banned || !has_lists ? error : is_banned_by_list(host, user, banned);
}
