/*
 * Questions that people ask in their own words, such as "how do I attack?" and "whose turn is it?",
 * and the command that answers each one.
 */
#ifndef BOT_HOST_ASKED_COMMAND_H
#define BOT_HOST_ASKED_COMMAND_H

#include "bot/call/call.h"

/*
 * Finds the command that answers the words, and makes them the words of this command. Returns NULL
 * if there is none; then a long sentence becomes the question in it, if that depends on the room,
 * and other words stay as they are. Call this only if the words are no command and no action,
 * so that no question hides one of these.
 */
const struct bot_command *bot_asked_command_find(struct bot_words *words);

#endif
