/*
 * What the adapter reports about users: they join and leave their private room and rooms with
 * matches, and their profile has a time zone.
 */
#ifndef BOT_HOST_MEMBERSHIP_H
#define BOT_HOST_MEMBERSHIP_H

#include "bot/base/error.h"

struct bot_host;

/*
 * Reports that a user has joined their private room. The adapter may report it again and again. The
 * clocks of turns that waited for this user start, and the user is no longer absent.
 */
BOT_MUST_USE enum bot_error bot_host_user_joined(struct bot_host *host, const char *user);

/*
 * Reports that a user has left a room of their own accord, or has declined the invitation to it: a
 * room with matches, or the user's private room.
 */
BOT_MUST_USE enum bot_error bot_host_user_left(
	struct bot_host *host, const char *room, const char *user);

/*
 * Reports that a user has opened another private room with the bot, and that the bot still is in
 * the old one, where the two are alone. The bot says there where it writes now, and leaves. Without
 * this, the user would get no answer to what they go on writing there.
 */
BOT_MUST_USE enum bot_error bot_host_private_room_moved(
	struct bot_host *host, const char *user, const char *old);

/*
 * Handles that a third person has joined the user's private room, and may read what the bot has
 * sent there: ends the link to the user's table.
 */
BOT_MUST_USE enum bot_error bot_host_private_room_shared(struct bot_host *host, const char *user);

/* Reports that a user has entered a room in which they may have matches. */
BOT_MUST_USE enum bot_error bot_host_user_entered(
	struct bot_host *host, const char *room, const char *user);

/*
 * With this function and the next one, the adapter answers the question of `ask_zone` in struct
 * bot_port. Both work in the caller's transaction.
 *
 * Reports the time zone in the profile of a user, by its name in the tz database: a text of a
 * stranger. It counts until the user chooses another one. NULL if the profile has none.
 */
BOT_MUST_USE enum bot_error bot_host_profile_zone(
	struct bot_host *host, const char *user, const char *zone);

/* Reports that the profile of the user can't be read now. The bot asks for it again in a day. */
BOT_MUST_USE enum bot_error bot_host_profile_zone_fails(struct bot_host *host, const char *user);

#endif
