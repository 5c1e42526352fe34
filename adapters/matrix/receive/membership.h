/* The bot's own membership: invitations, and the rooms that it joins and leaves. */
#ifndef MX_MEMBERSHIP_H
#define MX_MEMBERSHIP_H

#include "adapters/matrix/receive/batch.h"

/*
 * Handles an invitation of the bot: accepts, declines or ignores the invitation. `body` is the
 * room's part of the batch.
 */
BOT_MUST_USE enum bot_error mx_membership_invited(
	struct mx_receiver *receiver, const char *id, const json_t *body);

/*
 * Handles that the bot has joined a room where it was not: saves the room, greets, and takes over
 * the matches of a room that this one replaces.
 */
BOT_MUST_USE enum bot_error mx_membership_entered(struct mx_place *place);

/*
 * Handles that the bot is no longer in a room: it left, it was removed or banned, or its invitation
 * was taken back.
 */
BOT_MUST_USE enum bot_error mx_membership_left(struct mx_place *place);

/* Tells an encrypted room once that the bot can't read there. */
BOT_MUST_USE enum bot_error mx_membership_tell_encryption(struct mx_place *place);

#endif
