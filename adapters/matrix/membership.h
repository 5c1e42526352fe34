/* The bot's own coming and going: invitations, rooms entered and left, rooms replaced. */
#ifndef MX_MEMBERSHIP_H
#define MX_MEMBERSHIP_H

#include "adapters/matrix/batch.h"

/* The bot is invited: accepts or declines, by policy. `body` is the room's part of the batch. */
BOT_MUST_USE enum bot_error mx_membership_invited(
	struct mx *mx, const char *id, const json_t *body);

/* The bot has come into a room where it was not. */
BOT_MUST_USE enum bot_error mx_membership_entered(struct mx_place *place);

/* The bot is out: it left, was kicked or banned, or its invitation was withdrawn. */
BOT_MUST_USE enum bot_error mx_membership_left(struct mx_place *place);

/* The room is replaced by another: follows there, and takes along what belongs to it. */
BOT_MUST_USE enum bot_error mx_membership_tombstone(struct mx_place *place, const json_t *event);

/* Says, once, that the bot can't read a room that is encrypted. */
BOT_MUST_USE enum bot_error mx_membership_tell_encryption(struct mx_place *place);

#endif
