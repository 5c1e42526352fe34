/*
 * Tells a user in clear that they can't read the bot's messages in their encrypted private room,
 * because they have no device that may have the room's keys.
 */
#ifndef MX_UNREAD_H
#define MX_UNREAD_H

#include "adapters/matrix/send/lane.h"

/*
 * Returns the step that tells the user so before the job's message is sent, or NULL if this process
 * has done so in this room.
 */
const struct mx_step *mx_unread_step(const struct mx_job *job);

#endif
