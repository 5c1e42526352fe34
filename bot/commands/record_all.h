/* `record all`: the sender's own matches as one file. */
#ifndef BOT_COMMANDS_RECORD_ALL_H
#define BOT_COMMANDS_RECORD_ALL_H

#include "bot/call/call.h"

/*
 * Sends the sender their matches in private, wherever they have asked. A file has many records, so
 * each user has an allowance.
 */
void bot_record_all(const struct bot_call *call);

#endif
