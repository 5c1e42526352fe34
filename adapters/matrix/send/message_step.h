/*
 * The steps of a message, once its room is known: what has to be ready or asked before, the upload
 * of its file, and the message itself.
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
#ifndef ADAPTERS_MATRIX_SEND_MESSAGE_STEP_H
#define ADAPTERS_MATRIX_SEND_MESSAGE_STEP_H

#include "adapters/matrix/send/job.h"

/*
 * The user asks for their cards by a device that the bot trusts. If this process has told them that
 * their identity was replaced, this confirms that the new identity is theirs. `room` is their
 * private room.
 */
void mx_message_step_confirm_identity(struct mx_sender *sender, const char *room, const char *user);

/* The steps that send the event, and that remove an event (BOT_OUT_REMOVE). */
extern const struct mx_step mx_step_send;
extern const struct mx_step mx_step_remove;

/*
 * Returns the next step of a job that sends a message into job->room, or NULL if the job has to
 * wait. Needs an attempt (bot/base/attempt.h).
 *
 * If the room is encrypted, the function prepares the room's keys and sets job->encrypted; before
 * an upload it encrypts the file. A build without encryption drops the message instead, unless the
 * message may be in clear.
 */
const struct mx_step *mx_message_step_choose(struct mx_job *job);

#endif
