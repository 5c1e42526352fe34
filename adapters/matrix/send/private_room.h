/*
 * The way to a user's private room. The bot creates the room if the user has none, and asks the
 * homeserver whether the room is private before it uses the room.
 */
#ifndef ADAPTERS_MATRIX_SEND_PRIVATE_ROOM_H
#define ADAPTERS_MATRIX_SEND_PRIVATE_ROOM_H

#include "adapters/matrix/login/account.h"
#include "adapters/matrix/send/job.h"

/*
 * Returns the next step of a job in the lane of a user's private room, or NULL if the job has to
 * wait. If the user has a private room, writes its id to job->room. If the room is ready, the step
 * is that of the job's message (message_step.h). Needs an attempt (bot/base/attempt.h).
 */
const struct mx_step *mx_private_room_choose_step(struct mx_job *job);

/*
 * Notes that the homeserver surely did not create the room that the job's step asked for. So this
 * request does not count for the limit of rooms that the bot may create for the user.
 */
void mx_private_room_note_not_made(struct mx_job *job);

/*
 * Tries again to reach a user whom the bot could not reach, because they had no device that may
 * have the room keys. Does nothing for any other user. Works in a transaction of its own.
 */
void mx_private_room_reach_again(struct mx_sender *sender, const char *user);

/*
 * Notes that something has changed in a room. Before the bot uses the room as a private room again,
 * it asks the homeserver whether the room is still private.
 */
void mx_private_room_distrust(struct mx_sender *sender, const char *room);

/*
 * Returns how a user's private room is protected, as `protection` in struct bot_port does. Call it
 * only in a build with encryption.
 */
enum bot_protection mx_private_room_protection(
	const struct mx_sender *sender, const char *user, enum bot_private_form form);

/*
 * Handles, in the caller's transaction and attempt, that a newer copy of the store has sent a
 * message to the user's private room: so it has reached the user, and a row that waits to do this
 * is done. What people wrote afterwards may need the match that began then.
 */
void mx_private_room_was_reached(struct mx_account *account, const char *user);

#endif
