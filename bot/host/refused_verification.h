/*
 * People who try to verify the bot's device by emoji, although only the users whom the operator has
 * named may do that. Their app shows only that the bot has cancelled, and no app shows why.
 */
#ifndef BOT_HOST_REFUSED_VERIFICATION_H
#define BOT_HOST_REFUSED_VERIFICATION_H

#include "bot/call/call.h"

/*
 * Tells a user in their private room why the bot has refused to be verified; at most once an hour.
 * Tells nobody who has not joined a private room with the bot, and no banned user.
 */
void bot_refused_verification_explain(struct bot_host *host, const char *user);

#endif
