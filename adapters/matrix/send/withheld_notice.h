/*
 * The notice to a user from whom the bot withholds the keys of their encrypted private room,
 * because they have no device that may have these keys, or because their identity was replaced
 * while they play (e2ee/room_keys.h). The notice is in clear, so they can read it.
 */
#ifndef ADAPTERS_MATRIX_SEND_WITHHELD_NOTICE_H
#define ADAPTERS_MATRIX_SEND_WITHHELD_NOTICE_H

#include "adapters/matrix/send/job.h"

/*
 * Returns the step that sends the notice before the job's message, or NULL if this process has sent
 * it in this room.
 */
const struct mx_step *mx_withheld_notice_step(const struct mx_job *job);

/*
 * The user asks for their cards by a device that the bot trusts. If this process has told them that
 * their identity was replaced, this confirms it. `room` is their private room.
 */
void mx_withheld_notice_confirm(struct mx_sender *sender, const char *room, const char *user);

#endif
