#include "bot/call/admins.h"

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
