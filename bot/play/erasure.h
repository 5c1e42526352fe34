/* The erasure of a user: what the bot ends before it forgets their data. */
#ifndef BOT_PLAY_ERASURE_H
#define BOT_PLAY_ERASURE_H

#include "bot/call/call.h"

/*
 * Ends the user's challenges and matches (these matches are not rated), tells the other players,
 * ends the user's link to their table, and makes the bot leave the user's private room.
 */
void bot_erasure_prepare(struct bot_host *host, const char *user);

#endif
