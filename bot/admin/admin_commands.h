/*
 * The commands of the bot's admins. They are no part of the table of all commands
 * (bot/host/commands.h). So whoever is no admin gets the answer to an unknown command, and neither
 * the help nor the search for typing errors shows these commands to them.
 */
#ifndef BOT_ADMIN_COMMANDS_H
#define BOT_ADMIN_COMMANDS_H

#include "bot/command/call.h"

/* Returns the usage of the admins' command with this name in any language, or BOT_MSG_COUNT. */
enum bot_msg bot_admin_command_usage(const char *word);

/*
 * Runs a message as a command of an admin. Sets *ran to false, and does nothing, if the sender may
 * give no such command here or if `text` begins with no such command. `text` has no prefix. The
 * rate limits do not apply, because strangers can use up the limits that an admin shares with them.
 */
BOT_MUST_USE enum bot_error bot_admin_run(
	struct bot_host *host, const struct bot_message *message, const char *text, bool *ran);

/*
 * Answers `help admin` and `help COMMAND` for the commands of an admin. Sets *answered to false,
 * and does nothing, if the sender is no admin or asks for something else.
 */
BOT_MUST_USE enum bot_error bot_admin_help(const struct bot_call *call, bool *answered);

/* If the sender is an admin and writes in private, adds a line that names `help admin`. */
void bot_admin_mention_help(const struct bot_call *call, struct bot_page *page);

#endif
