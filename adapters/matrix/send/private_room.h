/*
 * The way to a user's private room. The bot creates the room if the user has none, and asks the
 * homeserver whether the room is private before it uses the room.
 */
#ifndef MX_PRIVATE_ROOM_H
#define MX_PRIVATE_ROOM_H

#include "adapters/matrix/send/job.h"

/*
 * Finds the next step of a job in the lane of a user's private room, and writes the room's id, if
 * there is a room, to job->room. A NULL step: the job has to wait. mx_step_send: the room is ready
 * for the job's message. Errors are the store's.
 */
BOT_MUST_USE enum bot_error mx_private_room_choose_step(
	struct mx_job *job, const struct mx_step **step);

/*
 * Notes that the homeserver surely did not create the room that the job's step asked for. The room
 * then does not count against the rooms that the bot may create for the user.
 */
void mx_private_room_note_not_made(struct mx_job *job);

/*
 * Tries again to reach a user whom the bot could not reach because they had no device that may have
 * keys. Does nothing for all other users. Runs a transaction of its own.
 */
void mx_private_room_reach_again(struct mx_sender *sender, const char *user);

/*
 * Notes that something has changed in a room. Before the bot next sends there as in a private room,
 * it asks the homeserver again whether the room is private.
 */
void mx_private_room_distrust(struct mx_sender *sender, const char *room);

#endif
