/*
 * Rooms with another account of the club (bot/store/accounts.h). The account that was there first
 * hosts the matches. This one is a guest: it says so once, keeps the state of the room, and handles
 * no message. When the host has left the room, or was removed, the guest takes over. If neither
 * account has seen that, the guest finds out from the members of the room, and takes over with the
 * next event.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_GUEST_ROOM_H
#define ADAPTERS_MATRIX_RECEIVE_GUEST_ROOM_H

#include "adapters/matrix/receive/timeline.h"

/*
 * Finds out whether the account is a guest in the timeline's room, which it is in, and sets
 * timeline->is_guest. Takes over a room whose host has left it.
 */
BOT_MUST_USE enum bot_error mx_guest_room_find(struct mx_timeline *timeline);

/* Like mx_guest_room_find, for a room that the account has just joined. Says that it is a guest. */
BOT_MUST_USE enum bot_error mx_guest_room_joined(struct mx_timeline *timeline);

/* Notes that somebody is not in the room any more. If it was the host, the guest takes over. */
BOT_MUST_USE enum bot_error mx_guest_room_left_by(struct mx_timeline *timeline, const char *user);

/*
 * Finds out whether another account hosts the room when this one has left it. What the room has
 * planned, such as its weekly night, stays for that account.
 */
BOT_MUST_USE enum bot_error mx_guest_room_has_heir(const struct mx_timeline *timeline, bool *has);

/* Notes that this account is not in the room any more. Another one may host it. */
BOT_MUST_USE enum bot_error mx_guest_room_left(const struct mx_timeline *timeline);

#endif
