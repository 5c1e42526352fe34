/* What "here", "yes" and a typed check mark mean if they answer no question of the bot. */
#ifndef BOT_HOST_TYPED_YES_H
#define BOT_HOST_TYPED_YES_H

#include "bot/call/call.h"

/*
 * If the words of a call without a command answer what the bot has said to the room or the sender,
 * replaces them by those of the command: `night join` if a check-in waits for the sender, and
 * `accept` if a challenge does. A check mark in a room also signs up for the only competition that
 * is open. "ok" and "here" accept no challenge.
 */
void bot_typed_yes_read(struct bot_call *call);

#endif
