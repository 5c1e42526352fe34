/* What the sender of a message is doing, and can do. */
#ifndef BOT_HOST_SITUATION_H
#define BOT_HOST_SITUATION_H

#include "bot/call/call.h"

/*
 * Returns the bits of enum bot_situation (bot/understand/sentence.h): in a room what goes on there,
 * in private what the sender takes part in anywhere.
 */
unsigned bot_situation_find(const struct bot_call *call);

#endif
