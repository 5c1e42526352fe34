/* The steps with which the bot joins and leaves rooms. */
#ifndef ADAPTERS_MATRIX_SEND_JOINING_H
#define ADAPTERS_MATRIX_SEND_JOINING_H

#include "adapters/matrix/send/step.h"

/* Joins a room, and notes in the room's state whether that worked. */
extern const struct mx_step mx_step_join;

/* Leaves a room. */
extern const struct mx_step mx_step_leave;

/* Declines an invitation. Nobody misses the answer if the inviter's server never takes it. */
extern const struct mx_step mx_step_decline;

#endif
