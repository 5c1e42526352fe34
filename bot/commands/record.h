/* The commands that give the record of a match, or check it. */
#ifndef BOT_COMMANDS_RECORD_H
#define BOT_COMMANDS_RECORD_H

#include "bot/call/call.h"

void bot_run_record(struct bot_call *call);
void bot_run_verify(struct bot_call *call);

/*
 * Finds the match that such a command is about: the match that the command names, the match of the
 * message that it replies to, or else the newest match that has been dealt in the room or, in
 * private, the sender's newest such match. Sets *id to the number of the first two, or to 0.
 * Returns false if there is no such match, or if the sender may not see it.
 */
bool bot_record_find(const struct bot_call *call, int64_t *id, struct bot_match *match);

#endif
