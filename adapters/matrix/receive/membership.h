/*
 * The rooms that the bot joins and leaves, and room upgrades. In an upgrade, a tombstone in the old
 * room names its successor, and the successor's m.room.create event names its predecessor.
 * https://spec.matrix.org/latest/client-server-api/#room-upgrades
 *
 * All functions work in the caller's transaction, and in an attempt (bot/base/attempt.h), which a
 * failure ends.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_MEMBERSHIP_H
#define ADAPTERS_MATRIX_RECEIVE_MEMBERSHIP_H

#include "adapters/matrix/receive/timeline.h"

/*
 * Handles that the bot has joined a room: saves the room, and greets the people there. If the room
 * replaces an older room, moves the matches of the older room to this room.
 */
void mx_membership_joined(struct mx_timeline *timeline);

/*
 * Handles that the bot is no longer in a room: the bot left, or somebody removed or banned the bot
 * or withdrew its invitation.
 */
void mx_membership_left(struct mx_timeline *timeline);

/*
 * If the room was a private room of the sender, who has another one by now: tells them there where
 * the bot writes, leaves the room, and returns true. The bot leaves such a room when the user opens
 * the newer one; this function is for rooms that earlier versions did not leave.
 */
bool mx_membership_leave_old_chat(struct mx_timeline *timeline, const char *sender);

/*
 * In a build without encryption, tells the people in an encrypted room, only once, that the bot
 * can't read their messages.
 */
void mx_membership_tell_unreadable(struct mx_timeline *timeline);

/*
 * Handles a tombstone event. If the bot is in the successor already, the matches move there;
 * otherwise the bot joins the successor, unless too many joins wait.
 */
void mx_membership_follow_tombstone(struct mx_timeline *timeline, const json_t *event);

/*
 * Sets *match to a match between two people among the room's oldest eight matches, or to 0 if there
 * is none. Needs no attempt.
 */
BOT_MUST_USE enum bot_error mx_membership_find_match(
	struct bot_store *store, const char *room, int64_t *match);

#endif
