/*
 * A player who writes in a room in which only they and the bot are, but which is not their private
 * room. There the bot answers only commands with a prefix, so everything else meets silence.
 */
#ifndef BOT_COMMANDS_STRAY_MESSAGE_H
#define BOT_COMMANDS_STRAY_MESSAGE_H

#include "bot/call/call.h"

/*
 * Handles a message of a user that is no command, in such a room. If the user has a match in play,
 * the bot tells them in the room where they can write; once in eight hours for each room.
 */
void bot_stray_message_handle(struct bot_host *host, const char *room, const char *user);

#endif
