/*
 * What the bot may have to do before it sends a job's message.
 *
 * The notice about withheld keys: the user has an encrypted private room whose keys the bot
 * withholds from them, because they have no device that may have these keys, or because their
 * identity was replaced while they play (e2ee/room_keys.h). The notice is in clear, so they can
 * read it.
 *
 * The check of a member: before the bot sends a challenge to a user, it asks the homeserver whether
 * this user is in the room. What the bot knows of a room's members is not always complete, for
 * example after a start. The room's lane waits only briefly: if the homeserver gives no clear
 * answer, the bot sends the challenge.
 */
#ifndef ADAPTERS_MATRIX_SEND_PRIOR_STEPS_H
#define ADAPTERS_MATRIX_SEND_PRIOR_STEPS_H

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

/* Returns whether the bot must ask before it sends the job's message, and has not asked yet. */
bool mx_member_check_is_due(const struct mx_job *job);

/* The step that asks. If the user is not in the room, the bot drops the row and tells the host. */
extern const struct mx_step mx_step_check_member;

#endif
