/*
 * Before the bot sends a challenge to a user, it asks the homeserver whether this user is in the
 * room. What the bot knows of a room's members is not always complete, for example after a start.
 * The room's lane waits only briefly: if the homeserver gives no clear answer, the bot sends the
 * challenge.
 */
#ifndef ADAPTERS_MATRIX_SEND_MEMBER_CHECK_H
#define ADAPTERS_MATRIX_SEND_MEMBER_CHECK_H

#include "adapters/matrix/send/step.h"

/* Returns whether the bot must ask before it sends the job's message, and has not asked yet. */
bool mx_member_check_is_due(const struct mx_job *job);

/* The step that asks. If the user is not in the room, the bot drops the row and tells the host. */
extern const struct mx_step mx_step_check_member;

#endif
