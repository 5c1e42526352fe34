/*
 * Bans. The bot ignores users whom an admin or a policy list has banned: it drops their messages
 * and declines their invitations, and nobody can challenge them. A ban names one user, or an origin
 * (see bot_message) with all its users. A ban of *.example.org holds for all origins whose names
 * end with .example.org, but not for example.org itself. The rules of policy lists are in
 * bot/call/policy_lists.h. Bans never hold for an admin, nor for the bot.
 *
 * The admins of the bot are the users whom the configuration names in admins.users. The bot obeys
 * their commands only in their private rooms with the bot.
 */
#ifndef BOT_CALL_BANS_H
#define BOT_CALL_BANS_H

#include "bot/call/call.h"

/* Returns whether a ban holds for a user. No ban holds for an empty id. */
bool bot_bans_hold_for(struct bot_host *host, const char *user);

/* Returns whether the user is an admin. */
bool bot_admins_include(const struct cfg *config, const char *user);

/*
 * Returns whether the message may be a command of an admin: an admin has written it, in their
 * private room.
 */
bool bot_admins_may_command(const struct bot_host *host, const struct bot_message *message);

#endif
