/* What the bot does when it loses a private room, or can't reach a user in private. */
#ifndef ADAPTERS_MATRIX_SEND_PRIVATE_LOSS_H
#define ADAPTERS_MATRIX_SEND_PRIVATE_LOSS_H

#include "adapters/matrix/login/account.h"
#include "adapters/matrix/send/job.h"

/*
 * Notes that the job's room is no longer the user's private room. If `leave` is true, the bot also
 * leaves the room.
 */
BOT_MUST_USE enum bot_error mx_private_loss_forget_room(struct mx_job *job, bool leave);

/* Sets *own to whether the bot made the job's room itself. */
BOT_MUST_USE enum bot_error mx_private_loss_is_own_room(const struct mx_job *job, bool *own);

/*
 * Forgets the job's room, in which the bot can't write. The row stays, so that the bot makes
 * another room for it. But the bot does not pursue a user who has opened the room and needs no
 * message of a match, such as the user who sends server notices: then it gives the row up.
 */
BOT_MUST_USE enum bot_error mx_private_loss_give_room_up(struct mx_job *job);

/* Tells the host that the bot can't reach the job's user, and gives the job's row up. */
BOT_MUST_USE enum bot_error mx_private_loss_report_unreachable(
	struct mx_job *job, enum bot_unreachable why);

#endif
