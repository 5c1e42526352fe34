/*
 * How many of the places that strangers share may go to people of one origin (see struct
 * bot_message), because on some servers one person can make many accounts.
 */
#ifndef BOT_CALL_ORIGIN_SHARE_H
#define BOT_CALL_ORIGIN_SHARE_H

#include "bot/call/call.h"

/* Returns whether a user is a newcomer, who has never finished a rated match. */
bool bot_origin_share_is_newcomer(struct bot_host *host, const char *user);

/* The places that are taken, and how many of them one origin may have. */
struct bot_origin_share {
	const char *const *holder; /* the users who have the places */
	size_t count;
	size_t newcomers_most; /* the newcomers of one origin */
	size_t most;           /* all users of one origin */
};

/*
 * Returns whether the sender may have one more place. Allows it to all users without an origin. If
 * they may not, the caller tells the sender.
 */
bool bot_origin_share_check(const struct bot_call *call, const struct bot_origin_share *share);

#endif
