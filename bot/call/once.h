/* Answers that a person gets once. */
#ifndef BOT_CALL_ONCE_H
#define BOT_CALL_ONCE_H

#include "bot/call/call.h"

/*
 * Answers the sender, who has reacted to a message of the bot. But does nothing if the bot has
 * answered another reaction of the sender to that message in this way.
 */
BOT_MUST_USE enum bot_error bot_reply_once(
	const struct bot_call *call, enum bot_msg msg, struct bot_args args);

#endif
