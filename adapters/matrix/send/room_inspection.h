/*
 * The steps that find out whether a user's room is private: the bot asks the homeserver for the
 * state of the room, and encrypts its own room if the room should be encrypted.
 */
#ifndef ADAPTERS_MATRIX_SEND_ROOM_INSPECTION_H
#define ADAPTERS_MATRIX_SEND_ROOM_INSPECTION_H

#include "adapters/matrix/send/step.h"

/* Asks for the state of the job's room. Then trusts the room, encrypts it or gives it up. */
extern const struct mx_step mx_step_inspect;

/* Encrypts the job's room. The next inspection shows whether that worked. */
extern const struct mx_step mx_step_encrypt;

#endif
