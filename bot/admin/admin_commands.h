/*
 * The commands of the bot's admins. They have a table of their own, apart from the commands that
 * everybody has (bot/host/commands.h). So the bot answers other users as if these commands did not
 * exist: neither the help nor the search for typing errors shows them.
 */
#ifndef BOT_ADMIN_ADMIN_COMMANDS_H
#define BOT_ADMIN_ADMIN_COMMANDS_H

#include "bot/call/call.h"

/*
 * Returns the message with the usage of the admins' command that has this name in any language.
 * Returns BOT_MSG_COUNT if there is no such command.
 */
enum bot_msg bot_admin_command_usage(const char *word);

/*
 * Runs the text of a message, without the prefix, as a command of an admin. Returns false, and does
 * nothing, if the sender is no admin, if the room is not private, or if `text` does not begin with
 * such a command. The rate limits do not apply, because strangers can use up the limits that an
 * admin shares with them.
 */
bool bot_admin_run(struct bot_host *host, const struct bot_message *message, const char *text);

/*
 * Answers `help admin` and `help COMMAND` for the commands of an admin. Returns false, and does
 * nothing, if the sender is no admin, or if the message is about something else.
 */
bool bot_admin_help(const struct bot_call *call);

/* If the sender is an admin and writes in private, adds a line that names `help admin`. */
void bot_admin_mention_help(const struct bot_call *call, struct bot_page *page);

#endif
