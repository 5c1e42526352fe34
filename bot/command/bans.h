/*
 * Whom the bot ignores, because an admin has banned them: the bot drops their messages and declines
 * their invitations, and nobody can challenge them. A ban names one user, or an origin (see
 * bot_message) with all its users. A ban of *.example.org holds for all origins whose names end
 * with .example.org, but not for example.org itself. Bans never hold for an admin, nor for the bot.
 */
#ifndef BOT_BANS_H
#define BOT_BANS_H

#include "bot/command/call.h"

/* Finds out whether the bot ignores a user. An empty id is nobody, whom the bot does not ignore. */
BOT_MUST_USE enum bot_error bot_bans_hold_for(
	struct bot_host *host, const char *user, bool *banned);

#endif
