/*
 * The rooms that the bot joins and leaves, and room upgrades. In an upgrade, a tombstone in the old
 * room names its successor, and the successor's m.room.create event names its predecessor.
 * https://spec.matrix.org/latest/client-server-api/#room-upgrades
 *
 * All functions work in the caller's transaction.
 */
#ifndef MX_MEMBERSHIP_H
#define MX_MEMBERSHIP_H

#include "adapters/matrix/receive/batch.h"

/*
 * Handles that the bot has joined a room where it was not: saves the room, greets, and takes over
 * the matches of the room that this room replaces.
 */
BOT_MUST_USE enum bot_error mx_membership_joined(struct mx_timeline *timeline);

/*
 * Handles that the bot is no longer in a room: it left, somebody removed or banned it, or somebody
 * took its invitation back.
 */
BOT_MUST_USE enum bot_error mx_membership_left(struct mx_timeline *timeline);

/* Tells an encrypted room once that the bot can't read there. */
BOT_MUST_USE enum bot_error mx_membership_tell_unreadable(struct mx_timeline *timeline);

/*
 * Handles a tombstone event. If the bot is in the successor already, the matches move there;
 * otherwise the bot joins the successor, unless too many joins wait.
 */
BOT_MUST_USE enum bot_error mx_membership_follow_tombstone(
	struct mx_timeline *timeline, const json_t *event);

#endif
