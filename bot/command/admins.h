/*
 * The admins of the bot: the users whom the configuration names in admins.users. Their commands
 * count only in their private rooms with the bot.
 */
#ifndef BOT_ADMINS_H
#define BOT_ADMINS_H

#include "bot/command/call.h"

/* Returns whether the user is an admin. */
bool bot_admins_include(const struct cfg *config, const char *user);

/* Returns whether the message is one in which an admin may give a command: private, and written. */
bool bot_admins_may_command(const struct bot_host *host, const struct bot_message *message);

#endif
