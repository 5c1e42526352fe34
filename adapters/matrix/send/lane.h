/*
 * Lanes. Each room has a lane, and each user has a lane for their private room. The bot sends the
 * rows of one lane one after another. A struct mx_lane exists while a request for the lane is in
 * flight, or while the sender remembers failures of its first row.
 */
#ifndef MX_LANE_H
#define MX_LANE_H

#include "adapters/matrix/send/sender_state.h"

/* Finds the lane of a user if `private` is set, else of a room. NULL: it does not exist. */
struct mx_lane *mx_lane_find(const struct mx_sender *sender, bool private, const char *to);

/* Finds a lane as mx_lane_find does, or makes it. NULL: no memory. The sender owns the lane. */
struct mx_lane *mx_lane_open(struct mx_sender *sender, bool private, const char *to);

/*
 * Frees the lanes that have no job, no failures and no back-off, and wait for no batch. `handled`:
 * how many batches the bot has handled.
 */
void mx_lane_close_idle(struct mx_sender *sender, unsigned handled);

/*
 * Returns whether a lane waits until more than `handled` batches are handled. A lane does so after
 * a request to create a private room failed: the batches show whether the homeserver has created
 * the room all the same.
 */
bool mx_lane_awaits_batch(const struct mx_sender *sender, unsigned handled);

/* Returns whether a request to create a private room for the user is in flight. */
bool mx_lane_creates(const struct mx_sender *sender, const char *user);

#endif
