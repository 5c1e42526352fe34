/*
 * Counts the rooms that invites.max_rooms limits: all rooms, the rooms of each user who invited
 * the bot, and the rooms of each such user's server. With these counts one account or one server
 * can't take all the rooms.
 */
#ifndef MX_INVITE_SHARE_H
#define MX_INVITE_SHARE_H

#include "bot/store/store.h"

#include <stdint.h>

struct mx_invite_share {
	uint32_t rooms;      /* all rooms */
	uint32_t by_inviter; /* rooms to which the user invited the bot */
	uint32_t by_server;  /* rooms to which users of the user's server invited the bot */
};

/*
 * Reads the counts. `inviter` is a valid user id, or NULL: the inviter is not known, and only
 * share->rooms is read. After an error *share is unchanged.
 */
BOT_MUST_USE enum bot_error mx_invite_share_get(
	struct bot_store *store, const char *inviter, struct mx_invite_share *share);

/*
 * Adds a room to the counts, or subtracts a room if `counted` is false. The caller must give the
 * same inviter both times. `inviter` may be NULL.
 */
BOT_MUST_USE enum bot_error mx_invite_share_count(
	struct bot_store *store, const char *inviter, bool counted);

#endif
