/*
 * The admins of the bot: the users whom the configuration names in admins.users. The bot obeys
 * their commands only in their private rooms with the bot.
 */
#ifndef BOT_CALL_ADMINS_H
#define BOT_CALL_ADMINS_H

#include "bot/call/call.h"

/* Returns whether the user is an admin. */
bool bot_admins_include(const struct cfg *config, const char *user);

/*
 * Returns whether the message may be a command of an admin: an admin has written it, in their
 * private room.
 */
bool bot_admins_may_command(const struct bot_host *host, const struct bot_message *message);

#endif
