/*
 * Whether the bot can use a user's private room: whether the room should be encrypted, the steps
 * that inspect it, and what the bot does if it loses the room, or can't reach the user.
 *
 * The bot asks the homeserver for the state of the room, and encrypts its own room if the room
 * should be encrypted. The functions that change something work in a transaction, and in an attempt
 * (bot/base/attempt.h), which a failure ends.
 */
#ifndef ADAPTERS_MATRIX_SEND_ROOM_INSPECTION_H
#define ADAPTERS_MATRIX_SEND_ROOM_INSPECTION_H

#include "adapters/matrix/login/account.h"
#include "adapters/matrix/send/job.h"

/* Asks for the state of the job's room. Then trusts the room, encrypts it or gives it up. */
extern const struct mx_step mx_step_inspect;

/* Encrypts the job's room. The next inspection shows whether that worked. */
extern const struct mx_step mx_step_encrypt;

/* Returns whether a bot with encryption makes a private room of this form encrypted. */
bool mx_inspection_is_encrypted(const struct mx_account *account, enum bot_private_form form);

/* Returns whether the bot makes the private room of the job's user encrypted. */
bool mx_inspection_makes_encrypted(const struct mx_job *job);

/*
 * Returns whether a plain private room must stay plain: the bot can't read encrypted rooms, or the
 * user has asked for a plain room because they can't.
 */
bool mx_inspection_needs_plain(const struct mx_job *job);

/*
 * Notes that the job's room is no longer the user's private room. If `leave` is true, the bot also
 * leaves the room.
 */
void mx_inspection_forget_room(struct mx_job *job, bool leave);

/* Returns whether the bot made the job's room itself. */
bool mx_inspection_is_own_room(const struct mx_job *job);

/*
 * Forgets the job's room, in which the bot can't write. The row stays, so that the bot makes
 * another room for it. But the bot does not pursue a user who has opened the room and needs no
 * message of a match, such as the user who sends server notices: then it gives the row up.
 */
void mx_inspection_give_room_up(struct mx_job *job);

/* Tells the host that the bot can't reach the job's user, and gives the job's row up. */
void mx_inspection_report_unreachable(struct mx_job *job, enum bot_unreachable why);

#endif
