/*
 * Room upgrades: a tombstone in the old room names its successor, and the successor's
 * m.room.create event names its predecessor.
 * https://spec.matrix.org/latest/client-server-api/#room-upgrades
 */
#ifndef MX_ROOM_UPGRADE_H
#define MX_ROOM_UPGRADE_H

#include "adapters/matrix/receive/batch.h"

/*
 * Handles a tombstone event in a room. If the bot is in the successor already, the matches move
 * there; otherwise the bot joins the successor, unless too many joins are waiting.
 */
BOT_MUST_USE enum bot_error mx_room_upgrade_follow(struct mx_place *place, const json_t *event);

/*
 * Moves the matches of room `old` to room `new`, and leaves `old`, if the bot is in `old` and the
 * tombstone in `old` names `new`. The caller has checked that `new` names `old` as its predecessor.
 * *moved: whether the matches were moved.
 */
BOT_MUST_USE enum bot_error mx_room_upgrade_move(
	struct mx_receiver *receiver, const char *old, const char *new, bool *moved);

#endif
